(* The pool of the duel: the numbers low, low + 1, ..., low + n - 1, joined where one divides the other. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Pool Partner Openings Certificate.
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
End DivisorPool.
