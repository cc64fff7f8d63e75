(* Grundy values: a number for each position, 0 exactly if it is lost. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The least natural number that is not in s ("minimum excluded"). *)
Definition mex (s : seq nat) : nat := find (fun i => i \notin s) (iota 0 (size s).+1).

Lemma has_mex s : has (fun i => i \notin s) (iota 0 (size s).+1).
Proof.
apply/negPn/negP => /hasPn H.
have sub : {subset iota 0 (size s).+1 <= s} by move=> i /H; rewrite negbK.
by have := uniq_leq_size (iota_uniq 0 _) sub; rewrite size_iota ltnn.
Qed.

(* The mex is not in the list, *)
Lemma mex_notin s : mex s \notin s.
Proof.
have h := has_mex s; have := nth_find 0 h; rewrite nth_iota //.
by move: h; rewrite has_find size_iota.
Qed.

(* whatever is less is in it, *)
Lemma below_mex s i : i < mex s -> i \in s.
Proof.
move=> lt; have := @before_find _ 0 _ _ _ lt; rewrite nth_iota; last first.
  by move: (has_mex s); rewrite has_find size_iota; apply: ltn_trans.
by move/negbFE.
Qed.

(* and nothing else is like that. *)
Lemma mex_unique s m : m \notin s -> (forall i, i < m -> i \in s) -> mex s = m.
Proof.
move=> ms H; case: (ltngtP (mex s) m) => // h.
  by have := mex_notin s; rewrite H.
by have := below_mex h; rewrite (negbTE ms).
Qed.

Lemma mex_same_members s t : s =i t -> mex s = mex t.
Proof. by move=> H; apply: mex_unique => [|i]; rewrite H; [apply: mex_notin | apply: below_mex]. Qed.

Section Grundy.
Variable G : game.
Implicit Types p q : G.

Fixpoint grundy_within n p : nat :=
  if n is n'.+1 then mex [seq grundy_within n' q | q <- options p] else 0.
Definition grundy p := grundy_within (rank p).+1 p.

Lemma grundy_within_enough n m p : rank p < n -> rank p < m -> grundy_within n p = grundy_within m p.
Proof.
elim: n m p => // n IH [//|m] p pn pm /=; congr mex; apply/eq_in_map => q qp.
have lt := rank_drops qp; rewrite (IH m) //; exact: leq_trans lt _.
Qed.

(* What Grundy values are: the value of a position is the least that none of its options has. *)
Theorem grundy_mex p : grundy p = mex [seq grundy q | q <- options p].
Proof.
rewrite [LHS]/=; congr mex; apply/eq_in_map => q qp.
by apply: grundy_within_enough => //; apply: rank_drops.
Qed.

(* No move keeps the value, and every smaller value can be moved to. *)
Lemma grundy_changes p q : q \in options p -> grundy q != grundy p.
Proof.
move=> qp; apply/eqP => E; have := mex_notin [seq grundy q | q <- options p].
by rewrite -grundy_mex -E map_f.
Qed.

Lemma grundy_reaches p i : i < grundy p -> exists2 q, q \in options p & grundy q = i.
Proof. by rewrite grundy_mex => /below_mex /mapP [q qp ->]; exists q. Qed.

(* A position is lost exactly if its value is 0. *)
Theorem lost_grundy p : (lost p <-> grundy p = 0) /\ (won p <-> grundy p <> 0).
Proof.
have [l w] : (lost p <-> grundy p == 0) /\ (won p <-> ~~ (grundy p == 0)).
  apply: (@lost_set G (fun p => grundy p == 0) xpredT) => // {}p => [q|] _.
    by move=> /eqP E /grundy_changes; rewrite E.
  by rewrite -lt0n => /grundy_reaches [q qp E]; exists q; rewrite ?E.
by split; [rewrite l | rewrite w]; split => /eqP.
Qed.
End Grundy.
