(* Misere play: the same games, in which whoever cannot move has won. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section MiserePlay.
Variable G : game.
Implicit Types p q : G.

(* Lost: there is a move, and every move leads to a won position. Won: there is no move, or some move leads to a
   lost position. *)
Inductive misere_lost : G -> Prop :=
| MisereLost p : options p != [::] -> (forall q, q \in options p -> misere_won q) -> misere_lost p
with misere_won : G -> Prop :=
| MisereStuck p : options p = [::] -> misere_won p
| MisereWon p q : q \in options p -> misere_lost q -> misere_won p.

Lemma misere_lost_not_won p : misere_lost p -> ~ misere_won p.
Proof.
elim/game_ind: p => p IH Lp Wp; case: Wp IH Lp => {}p => [E IH Lp|q qp Lq IH Lp].
  by case: Lp E IH => {}p ne _ E; rewrite E in ne.
by case: Lp qp IH => {}p _ H qp IH; apply: (IH q qp Lq (H q qp)).
Qed.

Lemma misere_lost_option p :
  misere_lost p -> options p != [::] /\ forall q, q \in options p -> misere_won q.
Proof. by case. Qed.

Lemma misere_won_option p :
  misere_won p -> options p = [::] \/ exists2 q, q \in options p & misere_lost q.
Proof. by case=> [{}p E|{}p q qp Lq]; [left | right; exists q]. Qed.

(* How a game is solved in misere play: a set L without the dead ends; no move leads from L to L, and from every
   position outside L that has a move, one leads into L. *)
Theorem misere_lost_set (L : pred G) :
  (forall p, options p = [::] -> ~~ L p) ->
  (forall p q, L p -> q \in options p -> ~~ L q) ->
  (forall p, options p != [::] -> ~~ L p -> exists2 q, q \in options p & L q) ->
  forall p, (misere_lost p <-> L p) /\ (misere_won p <-> ~~ L p).
Proof.
move=> H0 HL HW p.
have [l w] : (L p -> misere_lost p) /\ (~~ L p -> misere_won p).
  elim/game_ind: p => p IH; have [E|ne] := eqVneq (options p) [::].
    by split=> [Lp|_]; [have := H0 p E; rewrite Lp | apply: MisereStuck].
  split=> [Lp|nLp].
    by apply: MisereLost => // q qp; apply: (IH q qp).2; apply: HL Lp qp.
  by have [q qp Lq] := HW p ne nLp; apply: (MisereWon qp); apply: (IH q qp).1.
have := @misere_lost_not_won p; case E: (L p) l w => l w nn; split; split => //; try by auto.
- by move=> Wp; case: nn; auto.
- by move=> Lp; case: nn; auto.
Qed.

(* The same for a set that need not be given by a computation. *)
Theorem misere_lost_setP (L : G -> Prop) :
  (forall p, L p -> options p <> [::]) ->
  (forall p q, L p -> q \in options p -> ~ L q) ->
  (forall p, options p <> [::] -> L p \/ exists2 q, q \in options p & L q) ->
  forall p, misere_lost p <-> L p.
Proof.
move=> H0 HL HW p.
have [l w] : (L p -> misere_lost p) /\ (~ L p -> misere_won p).
  elim/game_ind: p => p IH; split=> [Lp|nLp].
    apply: MisereLost => [|q qp]; first by apply/eqP; apply: H0.
    by apply: (IH q qp).2; apply: HL Lp qp.
  have [E|/eqP ne] := eqVneq (options p) [::]; first exact: MisereStuck.
  have [//|[q qp Lq]] := HW p ne.
  by apply: (MisereWon qp); apply: (IH q qp).1.
split=> // Mp; have [/eqP ne _] := misere_lost_option Mp.
have [//|[q qp Lq]] := HW p ne.
case: (misere_lost_not_won Mp); apply: w => Lp; exact: HL Lp qp Lq.
Qed.

(* Here too it can be computed whether a position is lost. *)
Fixpoint misere_lost_within n p : bool :=
  if n is n'.+1 then (options p != [::]) && all (fun q => ~~ misere_lost_within n' q) (options p) else true.
Definition computed_misere_lost p := misere_lost_within (rank p).+1 p.

Lemma misere_lost_within_enough n m p :
  rank p < n -> rank p < m -> misere_lost_within n p = misere_lost_within m p.
Proof.
elim: n m p => // n IH [//|m] p pn pm /=; congr andb; apply: eq_in_all => q qp.
have lt := rank_drops qp; rewrite (IH m) //; exact: leq_trans lt _.
Qed.

Lemma computed_misere_lostE p :
  computed_misere_lost p = (options p != [::]) && all (fun q => ~~ computed_misere_lost q) (options p).
Proof.
rewrite [LHS]/=; congr andb; apply: eq_in_all => q qp; congr (~~ _).
by apply: misere_lost_within_enough => //; apply: rank_drops.
Qed.

Lemma computed_misere_lostP p :
  (misere_lost p <-> computed_misere_lost p) /\ (misere_won p <-> ~~ computed_misere_lost p).
Proof.
apply: misere_lost_set => {}p => [E|q|ne].
- by rewrite computed_misere_lostE E.
- by rewrite computed_misere_lostE => /andP[_ /allP H] /H.
- by rewrite computed_misere_lostE ne => /allPn[q qp]; rewrite negbK; exists q.
Qed.

(* Every position is lost or won in misere play too, and none is both. *)
Theorem misere_determined p : (misere_lost p \/ misere_won p) /\ ~ (misere_lost p /\ misere_won p).
Proof.
split; last by case=> l; apply: misere_lost_not_won.
by have [l w] := computed_misere_lostP p; case E: (computed_misere_lost p);
  [left; apply/l | right; apply/w; rewrite E].
Qed.
End MiserePlay.

(* A game inside another, as in Game.v. *)
Theorem misere_same_moves_same_outcome (G H : game) (f : G -> H) :
  (forall p, options (f p) =i map f (options p)) ->
  forall p, (misere_lost (f p) <-> misere_lost p) /\ (misere_won (f p) <-> misere_won p).
Proof.
move=> E; elim/game_ind => p IH.
have stuck : (options (f p) == [::]) = (options p == [::]).
  have := E p; case: (options p) => [|q s] /= Ep; last first.
    by have := Ep (f q); rewrite mem_head; case: (options (f p)).
  by case: (options (f p)) Ep => // r s /(_ r); rewrite mem_head.
split; split.
- case/misere_lost_option; rewrite stuck => ne W; apply: MisereLost => // q qp; apply/(IH q qp).2.
  by apply: W; rewrite E map_f.
- case/misere_lost_option => ne W; apply: MisereLost => [|r]; first by rewrite stuck.
  by rewrite E => /mapP[q qp ->]; apply/(IH q qp).2; apply: W.
- case/misere_won_option => [/eqP|[r]]; first by rewrite stuck => /eqP; apply: MisereStuck.
  by rewrite E => /mapP[q qp ->] /(IH q qp).1; apply: MisereWon.
- case/misere_won_option => [/eqP|[q qp /(IH q qp).1]].
    by rewrite -stuck => /eqP; apply: MisereStuck.
  by apply: MisereWon; rewrite E map_f.
Qed.
