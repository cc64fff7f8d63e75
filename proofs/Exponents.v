(* The exponents A and B of MisereSubtraction.v, worked out as far as numbers below 2^60 need them. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Division Subtraction Misere MisereSubtraction Maps Lucas NumbersChecker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation positive := BinNums.positive.
Notation nat_of := Pos.to_nat.

Definition exponents_A : seq nat :=
  [:: 2; 5; 7; 9; 11; 13; 16; 21; 23; 25; 27; 29; 31; 34; 36; 38; 40; 42; 44; 46; 48; 50; 52; 54; 56; 58].
Definition exponents_B : seq nat := [:: 13; 17; 31].

(* The k for which 2^k - 1 is prime, and of these, those for which 3 * 2^(k-1) - 1 is. *)
Definition mersenne : seq nat := [:: 2; 3; 5; 7; 13; 17; 19; 31].
Definition thrice : seq nat := [:: 2; 3; 5; 7; 19].

Definition mersenne_number (k : nat) : positive := Pos.pred (power 2 k).
Definition thrice_number (k : nat) : positive := Pos.pred (Pos.mul 3 (power 2 k.-1)).

(* A divisor of 2^k - 1, where it is not prime. *)
Definition small_divisor (k : nat) : positive :=
  if ~~ odd k then 3%positive else if 3 %| k then 7%positive else if 5 %| k then 31%positive else
  if 7 %| k then 127%positive else nth 1%positive [:: 23; 47; 233; 223; 13367; 431; 2351; 6361; 179951]%positive
    (index k [:: 11; 23; 29; 37; 41; 43; 47; 53; 59]).

Definition divides_properly (d n : positive) : bool :=
  [&& Pos.ltb 1 d, Pos.ltb d n & N.eqb (N.modulo (Npos n) (Npos d)) 0].

Definition exponent_witnesses : seq witness := [::
  Witness 2 1 [::]; Witness 3 2 [:: 2]; Witness 5 2 [:: 2; 2]; Witness 7 3 [:: 2; 3]; Witness 11 2 [:: 2; 5];
  Witness 31 3 [:: 2; 3; 5]; Witness 23 5 [:: 2; 11]; Witness 47 5 [:: 2; 23]; Witness 127 3 [:: 2; 3; 3; 7];
  Witness 13 2 [:: 2; 2; 3]; Witness 19 2 [:: 2; 3; 3]; Witness 191 19 [:: 2; 5; 19];
  Witness 8191 17 [:: 2; 3; 3; 5; 7; 13]; Witness 17 3 [:: 2; 2; 2; 2];
  Witness 257 3 [:: 2; 2; 2; 2; 2; 2; 2; 2]; Witness 131071 3 [:: 2; 3; 5; 17; 257]; Witness 73 5 [:: 2; 2; 2; 3; 3];
  Witness 524287 3 [:: 2; 3; 3; 3; 7; 19; 73]; Witness 78643 11 [:: 2; 3; 3; 17; 257];
  Witness 786431 14 [:: 2; 5; 78643]; Witness 151 6 [:: 2; 3; 5; 5]; Witness 331 3 [:: 2; 3; 5; 11];
  Witness 2147483647 7 [:: 2; 3; 3; 7; 11; 31; 151; 331]]%positive.
Definition exponent_primes : pmap := if prove_primes none exponent_witnesses is Some known then known else none.

Lemma exponent_primes_ok : all_prime exponent_primes.
Proof.
rewrite /exponent_primes; case E: (prove_primes _ _) => [known|]; first exact: proved_primes E.
by move=> p; rewrite has_none.
Qed.

Lemma divides_not_prime d n : divides_properly d n -> ~~ prime (nat_of n).
Proof.
case/and3P=> /Pos.ltb_spec0 d1 /Pos.ltb_spec0 dn; rewrite dvdp => dv.
apply/negP => /primeP[_ /(_ _ dv)]; have l1 : 1 < nat_of d by lia. have l2 : nat_of d < nat_of n by lia.
by move=> /orP[/eqP|/eqP] E; lia.
Qed.

Lemma mersenneE k : 1 < k < 60 -> prime (2 ^ k - 1) = (k \in mersenne).
Proof.
move=> h; have E : nat_of (mersenne_number k) = 2 ^ k - 1.
  rewrite /mersenne_number; have p1 : 1 < 2 ^ k by apply: leq_trans (ltn_expl k (ltnSn 1)); case/andP: h => /ltnW.
  have := powerE 2 k; rewrite (_ : nat_of 2 = 2) // => F; lia.
have /allP/(_ k) : all (fun k => if k \in mersenne then has_key exponent_primes (mersenne_number k)
    else divides_properly (small_divisor k) (mersenne_number k)) (iota 2 58) by vm_compute.
rewrite mem_iota => /(_ h); rewrite -E; case: (k \in _) => [|/divides_not_prime/negbTE //].
exact: exponent_primes_ok.
Qed.

Lemma thriceE k : k \in mersenne -> prime (3 * 2 ^ (k - 1) - 1) = (k \in thrice).
Proof.
move=> h; have E : nat_of (thrice_number k) = 3 * 2 ^ (k - 1) - 1.
  rewrite /thrice_number subn1; have p0 : 0 < 2 ^ k.-1 by rewrite expn_gt0.
  have := powerE 2 k.-1; rewrite (_ : nat_of 2 = 2) // => F; lia.
have /allP/(_ k h) : all (fun k => if k \in thrice then has_key exponent_primes (thrice_number k)
    else divides_properly (nth 1%positive [:: 11; 421; 431]%positive (index k exponents_B)) (thrice_number k)) mersenne.
  by vm_compute.
rewrite -E; case: (k \in _) => [|/divides_not_prime/negbTE //]; exact: exponent_primes_ok.
Qed.

(* What is listed is A and B, as far as the list goes. *)
Theorem exponents_listed k : k < 60 -> in_A k = (k \in exponents_A) /\ in_B k = (k \in exponents_B).
Proof.
have B j : j < 60 -> in_B j = (j \in exponents_B).
  move=> lt; rewrite /in_B; have [j2|j2] := ltnP 2 j; last by case: j j2 lt => [|[|[|//]]].
  rewrite mersenneE ?(ltnW j2) //; case M: (j \in mersenne) => /=; last first.
    apply/esym/negP => jB; have /allP/(_ _ jB) : all (fun k => k \in mersenne) exponents_B by [].
    by rewrite M.
  rewrite thriceE // ; move: j2; move: M; rewrite !inE.
  by do !(case/orP => [/eqP -> //|]); move=> /eqP ->.
elim: k => [//|j IH] lt; split; last exact: B.
have {}IH := (IH (ltnW lt)).1; rewrite [in_A _]/=; case: ltnP => j3; first by case: j j3 {IH lt} => [|[|[|//]]].
rewrite IH B ?mersenneE; try by lia.
have /allP/(_ j) : all (fun j => [&& j \notin exponents_A, j - 1 \notin exponents_B & j \notin mersenne] ==
    (j.+1 \in exponents_A)) (iota 3 56) by vm_compute.
by rewrite mem_iota => H; apply/eqP; apply: H; lia.
Qed.
