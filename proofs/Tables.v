(* Tables of Grundy values, made from the rules alone: for each number in turn the mex of what its options have in the
   table so far. They are proved equal to the Grundy values and turned into an OCaml program, whose tables are then
   compared with the Python of the project. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy Division Subtraction.
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

(* In the OCaml program natural numbers are machine integers; none here comes near the largest. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction "tables.ml" division_table subtraction_table.
