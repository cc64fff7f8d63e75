(* The first pick of the pool, which a rule may restrict ("even numbers only"). *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Pool.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Openings.
Variable V : finType.
Variable e : rel V.
Hypothesis e_sym : symmetric e.
Hypothesis e_irr : irreflexive e.
Variable allowed : {set V}. (* what the first pick may be *)

(* A position of the whole duel is None before the first pick, and after it Some position of the walk. *)
Definition duel_options (x : option (pool e)) : seq (option (pool e)) :=
  if x is Some p then [seq Some q | q <- options p] else [seq Some ([set: V] :\ v, v) | v <- enum allowed].
Definition duel_rank (x : option (pool e)) : nat := if x is Some p then rank p else #|V|.+1.

Lemma duel_rank_drops (x y : option_eqType (pool e)) : y \in duel_options x -> duel_rank y < duel_rank x.
Proof.
case: x => [p|] /mapP[q qp ->]; first exact: (rank_drops qp).
by rewrite /= ltnS -cardsT; apply: subset_leq_card; apply: subsetDl.
Qed.

Definition duel : game := Game duel_rank_drops.

(* There is a first pick exactly if one is allowed. *)
Theorem openings_stuck : options (None : duel) = [::] <-> allowed = set0.
Proof.
rewrite /= /duel_options; split=> [H|->]; last by rewrite enum_set0.
by apply/eqP; rewrite -cards_eq0 cardE; case: (enum _) H.
Qed.

(* After the first pick nothing has changed. *)
Theorem opened_same (p : pool e) :
  (lost (Some p : duel) <-> lost p) /\ (won (Some p : duel) <-> won p).
Proof. by move: p; apply: (@same_moves_same_outcome (pool e) duel Some). Qed.

(* An allowed first pick wins exactly if some maximum matching of the whole pool leaves it out. *)
Theorem opening_winning v : lost (Some ([set: V] :\ v, v) : duel) <-> inessential e [set: V] v.
Proof. by rewrite (opened_same _).1; apply: pool_winning; rewrite ?inE. Qed.

(* Whoever picks first has lost exactly if no allowed pick is like that. *)
Theorem openings_lost : lost (None : duel) <-> forall v, v \in allowed -> ~~ inessential e [set: V] v.
Proof.
split=> [L v va|H].
  apply/negP => /opening_winning Lv; apply: lost_not_won Lv _; apply: lost_option_won L _.
  by apply/mapP; exists v; rewrite ?mem_enum.
apply: Lost => q /mapP[v]; rewrite mem_enum => va ->; apply/won_not_lost => /opening_winning h.
by have := H v va; rewrite h.
Qed.
End Openings.
