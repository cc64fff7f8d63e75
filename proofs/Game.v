(* Games: positions, moves, who has lost and who has won.

   A game here is finite and impartial: both players have the same moves, no match goes on for ever, and whoever
   cannot move has lost. (Play in which the last move loses is in Misere.v.) *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A game is its positions, for each position the list of positions a move can lead to, its options, and a rank
   that every move lowers, so that play comes to an end. *)
Record game := Game {
  position :> eqType;
  options : position -> seq position;
  rank : position -> nat;
  rank_drops : forall p q, q \in options p -> rank q < rank p }.

Arguments options {g} p.
Arguments rank {g} p.

Section Outcome.
Variable G : game.
Implicit Types p q : G.

(* A position is lost (for the player to move) if every move leads to a won one; so it is if there is no move.
   It is won if some move leads to a lost one. *)
Inductive lost : G -> Prop := Lost p : (forall q, q \in options p -> won q) -> lost p
with won : G -> Prop := Won p q : q \in options p -> lost q -> won p.

(* Induction along the moves: what holds of a position whenever it holds of all its options holds of all. *)
Lemma game_ind (P : G -> Prop) :
  (forall p, (forall q, q \in options p -> P q) -> P p) -> forall p, P p.
Proof.
move=> H p; have [n] := ubnP (rank p); elim: n p => // n IH p le_pn.
apply: H => q qp; apply: IH; have := rank_drops qp; rewrite ltnS in le_pn.
by move=> h; apply: leq_trans h le_pn.
Qed.

Lemma lost_not_won p : lost p -> ~ won p.
Proof.
elim/game_ind: p => p IH Lp Wp; case: Wp IH Lp => {}p q qp Lq IH Lp.
by case: Lp qp IH => {}p H qp IH; apply: (IH q qp Lq (H q qp)).
Qed.

Lemma lost_option_won p q : lost p -> q \in options p -> won q.
Proof. by case=> {}p; apply. Qed.

Lemma won_option p : won p -> exists2 q, q \in options p & lost q.
Proof. by case=> {}p q qp Lq; exists q. Qed.

(* How a game is solved: name a set L of positions. If no move leads from L to L, and from every position outside
   L some move leads into L, then L is the set of lost positions. (R allows to look at certain positions only,
   provided that no move leaves them.) *)
Theorem lost_set (L : pred G) (R : pred G) :
  (forall p q, R p -> q \in options p -> R q) ->
  (forall p q, R p -> L p -> q \in options p -> ~~ L q) ->
  (forall p, R p -> ~~ L p -> exists2 q, q \in options p & L q) ->
  forall p, R p -> (lost p <-> L p) /\ (won p <-> ~~ L p).
Proof.
move=> HR HL HW p Rp.
have [l w] : (L p -> lost p) /\ (~~ L p -> won p).
  elim/game_ind: p Rp => p IH Rp; split => [Lp|nLp].
    by apply: Lost => q qp; apply: (IH q qp (HR _ _ Rp qp)).2; apply: HL Rp Lp qp.
  have [q qp Lq] := HW p Rp nLp.
  by apply: (Won qp); apply: (IH q qp (HR _ _ Rp qp)).1.
have := @lost_not_won p; case E: (L p) l w => l w nn; split; split => //; try by auto.
- by move=> Wp; case: nn; auto.
- by move=> Lp; case: nn; auto.
Qed.

(* Whether a position is lost can be computed: look as many moves ahead as the rank allows. *)
Fixpoint lost_within n p : bool :=
  if n is n'.+1 then all (fun q => ~~ lost_within n' q) (options p) else true.
Definition computed_lost p := lost_within (rank p).+1 p.

Lemma lost_within_enough n m p : rank p < n -> rank p < m -> lost_within n p = lost_within m p.
Proof.
elim: n m p => // n IH [//|m] p pn pm /=; apply: eq_in_all => q qp.
have lt := rank_drops qp; rewrite (IH m) //; exact: leq_trans lt _.
Qed.

Lemma computed_lostE p : computed_lost p = all (fun q => ~~ computed_lost q) (options p).
Proof.
rewrite [LHS]/=; apply: eq_in_all => q qp; congr (~~ _).
by apply: lost_within_enough => //; apply: rank_drops.
Qed.

Lemma computed_lostP p : (lost p <-> computed_lost p) /\ (won p <-> ~~ computed_lost p).
Proof.
apply: (@lost_set computed_lost xpredT) => // {}p => [q|] _; rewrite computed_lostE.
  by move/allP => H /H.
by case/allPn => q qp; rewrite negbK; exists q.
Qed.

(* Every position is lost or won, and none is both. *)
Theorem determined p : (lost p \/ won p) /\ ~ (lost p /\ won p).
Proof.
split; last by case=> l; apply: lost_not_won.
by have [l w] := computed_lostP p; case E: (computed_lost p); [left; apply/l | right; apply/w; rewrite E].
Qed.

Lemma won_not_lost p : won p <-> ~ lost p.
Proof.
by have [d n] := determined p; split => [w l|nl]; [apply: n | case: d].
Qed.

(* A strategy for the player who answers: a position to move to, for each position the other has moved to.
   The course of a game in which it is followed: the other moves at will, and is answered. *)
Section Strategy.
Variable answer : G -> G.

Inductive course p : G -> Prop :=
| Begin : course p p
| Turn q r : course p q -> r \in options q -> course p (answer r).

(* It never fails if, whatever the other does, the answer is always a move that is there. *)
Definition never_fails p := forall q r, course p q -> r \in options q -> answer r \in options r.

Lemma course_turn p r q : r \in options p -> course (answer r) q -> course p q.
Proof.
move=> rp; elim=> [|u v _ IH vu]; first by apply: Turn rp; apply: Begin.
exact: Turn IH vu.
Qed.

(* Against a strategy that never fails, a position is lost. *)
Theorem never_fails_lost p : never_fails p -> lost p.
Proof.
have [n] := ubnP (rank p); elim: n p => // n IH p lt H; apply: Lost => q qp.
have aq := H p q (Begin p) qp; apply: (Won aq); apply: IH => [|u v up vu].
  by rewrite ltnS in lt; apply: leq_trans (leq_trans (rank_drops aq) (ltnW (rank_drops qp))) lt.
by apply: H vu; apply: course_turn up.
Qed.
End Strategy.

End Outcome.

(* A game inside another: if the positions of G are found in H with the same moves, they are lost and won there as
   they are in G. *)
Theorem same_moves_same_outcome (G H : game) (f : G -> H) :
  (forall p, options (f p) =i map f (options p)) ->
  forall p, (lost (f p) <-> lost p) /\ (won (f p) <-> won p).
Proof.
move=> E; elim/game_ind => p IH; split; split.
- by move=> L; apply: Lost => q qp; apply/(IH q qp).2; apply: lost_option_won L _; rewrite E map_f.
- move=> L; apply: Lost => r; rewrite E => /mapP[q qp ->]; apply/(IH q qp).2.
  exact: lost_option_won L qp.
- by case/won_option => r; rewrite E => /mapP[q qp ->] /(IH q qp).1; apply: Won.
- by case/won_option => q qp /(IH q qp).1; apply: Won; rewrite E map_f.
Qed.
