(* The pool of the duel: the numbers low, low + 1, ..., low + n - 1, joined where one divides the other. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Pool Partner Openings Certificate Parts.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section DivisorPool.
Variables low n : nat.

(* The points are 0, ..., n - 1, and point i stands for the number low + i. *)
Definition number (i : 'I_n) : nat := low + i.
Definition related (i j : 'I_n) : bool :=
  (number i != number j) && ((number i %| number j) || (number j %| number i)).

Lemma related_sym : symmetric related.
Proof. by move=> i j; rewrite /related eq_sym orbC. Qed.
Lemma related_irr : irreflexive related.
Proof. by move=> i; rewrite /related eqxx. Qed.

Definition divisor_pool : game := pool related.
Definition divisor_duel (allowed : {set 'I_n}) : game := duel related allowed.

(* Everything proved of any graph holds of this one. *)
Theorem divisor_pool_lost (S : {set 'I_n}) (c : 'I_n) : c \notin S ->
  lost ((S, c) : divisor_pool) <-> exists2 M, maximum related (c |: S) M & c \notin cover M.
Proof. exact: pool_lost related_sym related_irr S c. Qed.

Theorem divisor_pool_winning (S : {set 'I_n}) (c v : 'I_n) : v \in S -> related c v ->
  (S :\ v, v) \in options ((S, c) : divisor_pool) /\
  (lost ((S :\ v, v) : divisor_pool) <-> inessential related S v).
Proof.
move=> vS cv; split; first by apply/pool_optionsP; exists v.
exact: pool_winning related_sym related_irr S v vS.
Qed.

Theorem divisor_duel_openings (allowed : {set 'I_n}) :
  lost (None : divisor_duel allowed) <-> forall v, v \in allowed -> ~~ inessential related setT v.
Proof. exact: openings_lost related_sym related_irr allowed. Qed.

(* And so does what a certificate proves: S are the numbers left, c the last pick. *)
Theorem divisor_pool_certified (S U : {set 'I_n}) (c : 'I_n) ps parts steps : certified related S U ps parts steps ->
  (forall v, v \in listed_picks related S c parts <->
    [/\ v \in S, related c v & lost ((S :\ v, v) : divisor_pool)]) /\
  (won ((S, c) : divisor_pool) <-> listed_picks related S c parts != [::]).
Proof. exact: certified_picks related_sym related_irr S c U ps parts steps. Qed.

Theorem divisor_duel_certified (allowed U : {set 'I_n}) ps parts steps : certified related setT U ps parts steps ->
  (forall v, v \in listed_openings allowed parts <->
    v \in allowed /\ lost (Some ([set: 'I_n] :\ v, v) : divisor_duel allowed)) /\
  (won (None : divisor_duel allowed) <-> listed_openings allowed parts != [::]).
Proof. exact: certified_openings related_sym related_irr allowed U ps parts steps. Qed.

(* The same game once more, without sets: a position is the list of the numbers left, and the last pick. This is how one
   would play it on paper, and how Tables.v does. *)
Definition on_paper (p : divisor_pool) : seq nat * nat := ([seq number i | i <- enum p.1], number p.2).
End DivisorPool.

Definition joined (a b : nat) : bool := (a != b) && ((a %| b) || (b %| a)).
Definition paper_options (p : seq nat * nat) : seq (seq nat * nat) :=
  [seq (rem v p.1, v) | v <- p.1 & joined p.2 v].

Lemma paper_rank_drops (p q : prod_eqType (seq_eqType nat_eqType) nat_eqType) :
  q \in paper_options p -> size q.1 < size p.1.
Proof.
case/mapP=> v; rewrite mem_filter => /andP[_ vp] -> /=; rewrite size_rem //.
by case: (p.1) vp.
Qed.

Definition paper_pool : game := Game paper_rank_drops.

Lemma number_inj low n : injective (@number low n).
Proof. by move=> i j /addnI /val_inj. Qed.

Theorem paper_pool_same low n (p : divisor_pool low n) :
  (lost (on_paper p : paper_pool) <-> lost p) /\ (won (on_paper p : paper_pool) <-> won p).
Proof.
move: p; apply: (@same_moves_same_outcome (divisor_pool low n) paper_pool (@on_paper low n)) => -[S c] q.
have left v : v \in S -> rem (number low v) [seq number low i | i <- enum S] = [seq number low i | i <- enum (S :\ v)].
  move=> vS; rewrite rem_filter ?map_inj_uniq ?enum_uniq //; last exact: number_inj.
  rewrite filter_map; congr map; rewrite -[RHS]/(enum (mem (S :\ v))) /enum_mem -filter_predI.
  by apply: eq_filter => i; rewrite /= !inE (inj_eq (@number_inj low n)).
apply/mapP/mapP => [[v]|[r /pool_optionsP[v [vS cv ->]] ->]].
  rewrite mem_filter /= => /andP[cv /mapP[i]]; rewrite mem_enum => iS E ->.
  exists (S :\ i, i); first by apply/pool_optionsP; exists i; rewrite /related -E.
  by rewrite E left.
exists (number low v); last by rewrite /= left.
by rewrite mem_filter /= map_f ?mem_enum // andbT.
Qed.
