(* Answers by the rules alone, without any theory: a table of Grundy values, for each number in turn the mex of what its
   options have in the table so far; and who wins the variants, by trying every course of the game. They are proved
   right and turned into an OCaml program, whose answers are then compared with the Python of the project. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy Sum Division Subtraction Numbers Misere Pie Pool DivisorPool.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Table.
Variable opts : nat -> seq nat.
Hypothesis opts_drop : forall N M, M \in opts N -> M < N.
Let G : game := @Game nat_eqType opts id opts_drop.

(* The newest value first: in a table of the numbers below N, that of M is at index N - 1 - M. *)
Definition next (N : nat) (t : seq nat) : seq nat := mex [seq nth 0 t (N.-1 - M) | M <- opts N] :: t.
Fixpoint table (n : nat) : seq nat := if n is n'.+1 then next n' (table n') else [::].

Lemma table_grundy n : table n = rev [seq grundy (N : G) | N <- iota 0 n].
Proof.
elim: n => // n IH.
rewrite -{2}addn1 iotaD map_cat rev_cat add0n /= /next grundy_mex.
congr (mex _ :: _) => //; apply/eq_in_map => M Mn; have lt := opts_drop Mn.
have n0 : 0 < n by apply: leq_trans lt.
rewrite IH nth_rev size_map size_iota; last by rewrite (leq_ltn_trans (leq_subr _ _)) // ltn_predL.
have le : M <= n.-1 by rewrite -ltnS prednK.
by rewrite -subSn // prednK // subKn ?(ltnW lt) // (nth_map 0) ?size_iota // nth_iota.
Qed.
End Table.

(* The values of the numbers below n, the largest first. *)
Definition division_table (n : nat) := table division_options n.
Definition subtraction_table (n : nat) := table subtraction_options n.

Theorem division_table_grundy n : division_table n = rev [seq grundy (N : division) | N <- iota 0 n].
Proof. exact (table_grundy division_rank_drops n). Qed.

Theorem subtraction_table_grundy n : subtraction_table n = rev [seq grundy (N : subtraction) | N <- iota 0 n].
Proof. exact (table_grundy subtraction_rank_drops n). Qed.

(* Who has lost, by trying everything: several numbers, each divided (inl) or subtracted from (inr); the same with the
   pie rule; a pool, given as the numbers left and the last pick; and numbers where the last move loses. *)
Definition numbers_try (s : seq (nat + nat)) : bool := computed_lost (s : sum numbers).
Definition pie_try (t : stage) (s : seq (nat + nat)) : bool := computed_lost ((t, s) : pie (sum numbers) false).
Definition pool_try (left : seq nat) (c : nat) : bool := computed_lost ((left, c) : paper_pool).
Definition misere_try (s : seq (nat + nat)) : bool := computed_misere_lost (s : sum numbers).
Definition misere_pie_try (t : stage) (s : seq (nat + nat)) : bool :=
  computed_misere_lost ((t, s) : pie (sum numbers) true).

Theorem try_lost :
  [/\ forall s, lost (s : sum numbers) <-> numbers_try s,
      forall t s, lost ((t, s) : pie (sum numbers) false) <-> pie_try t s,
      forall s, misere_lost (s : sum numbers) <-> misere_try s &
      forall t s, misere_lost ((t, s) : pie (sum numbers) true) <-> misere_pie_try t s].
Proof.
by split=> *; first [apply: (computed_lostP _).1 | apply: (computed_misere_lostP _).1].
Qed.

Theorem pool_try_lost low n (S : {set 'I_n}) (c : 'I_n) :
  lost ((S, c) : divisor_pool low n) <-> pool_try [seq number low i | i <- enum S] (number low c).
Proof.
by rewrite -(paper_pool_same ((S, c) : divisor_pool low n)).1; apply: (computed_lostP (_ : paper_pool)).1.
Qed.

(* In the OCaml program natural numbers are machine integers; none here comes near the largest. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction "tables.ml" division_table subtraction_table numbers_try pie_try pool_try misere_try misere_pie_try.
