(* Lucas' test: what shows that a number is prime, given the primes of the number before it; and a list of such proofs,
   each resting on those before, that computes. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Maps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation nat_of := Pos.to_nat.

Section Lucas.
Variables (p a : nat) (qs : seq nat).
Hypothesis p1 : 1 < p.
Hypothesis qs_prime : all prime qs.
Hypothesis qs_all : \prod_(q <- qs) q = p.-1.
Hypothesis one : a ^ p.-1 = 1 %[mod p].
Hypothesis not_one : forall q, q \in qs -> a ^ (p.-1 %/ q) <> 1 %[mod p].

Let n0 : 0 < p.-1. Proof. by case: p p1 => [|[]]. Qed.

Lemma power_one k j : a ^ k = 1 %[mod p] -> a ^ (j * k) = 1 %[mod p].
Proof. by move=> E; rewrite mulnC expnM -modnXm E modnXm exp1n. Qed.

(* The order of a is p - 1. *)
Lemma order k : 0 < k -> a ^ k = 1 %[mod p] -> p.-1 <= k.
Proof.
move=> k0 E; have [u v uv _] := egcdnP p.-1 k0; set g := gcdn k p.-1 in uv.
have Eg : a ^ g = 1 %[mod p].
  by rewrite -[RHS](power_one u E) uv expnD -modnMml (power_one v one) modnMml mul1n.
have gn : g %| p.-1 := dvdn_gcdr _ _; have gk : g %| k := dvdn_gcdl _ _.
suff <- : g = p.-1 by apply: dvdn_leq gk.
apply/eqP; rewrite eqn_leq (dvdn_leq n0 gn) leqNgt; apply/negP => lt.
have n1 : 1 < p.-1 %/ g by rewrite ltn_divRL // mul1n.
have qp := pdiv_prime n1; set q := pdiv _ in qp; have qd : q %| p.-1 %/ g := pdiv_dvd _.
have qn : q %| p.-1 by apply: dvdn_trans qd _; rewrite -{2}(divnK gn) dvdn_mulr.
have qin : q \in qs.
  move: qn; rewrite -qs_all; elim: (qs) qs_prime => [_|r s IH /= /andP[rp sp]].
    by rewrite big_nil dvdn1 => /eqP E1; rewrite E1 in qp.
  rewrite big_cons Euclid_dvdM // => /orP[|/(IH sp) h]; last by rewrite inE h orbT.
  by rewrite dvdn_prime2 // => /eqP ->; rewrite mem_head.
apply: (not_one qin); have -> : p.-1 %/ q = ((p.-1 %/ g) %/ q) * g.
  by rewrite -[in LHS](divnK gn) -{1}(divnK qd) mulnAC mulnK // prime_gt0.
exact: power_one.
Qed.

Lemma a_coprime : coprime p a.
Proof.
have : coprime p (a ^ p.-1) by rewrite -coprime_modr one coprime_modr coprimen1.
by rewrite coprime_pexpr.
Qed.

Theorem lucas : prime p.
Proof.
pose f i := a ^ i %% p.
have cop i : coprime p (f i) by rewrite coprime_modr; case: i => [|i]; rewrite ?coprimen1 // coprime_pexpr // a_coprime.
have le i j : i < j -> j < p.-1 -> f i <> f j.
  move=> ij jn E; have := @order (j - i); rewrite subn_gt0 ij => /(_ isT) H.
  suff /H : a ^ (j - i) = 1 %[mod p] by rewrite leqNgt (leq_ltn_trans (leq_subr _ _) jn).
  have a0 : 0 < a by case: (posnP a) a_coprime => // ->; rewrite /coprime gcdn0 gtn_eqF.
  have : a ^ i * a ^ (j - i) == a ^ i * 1 %[mod p] by rewrite -expnD subnKC ?(ltnW ij) // muln1 eq_sym; apply/eqP.
  have x0 : 1 <= a ^ (j - i) by rewrite expn_gt0 a0.
  rewrite eqn_mod_dvd ?leq_mul // -mulnBr Gauss_dvdr; last by rewrite -coprime_modr; apply: cop.
  by rewrite -eqn_mod_dvd // => /eqP.
have un : uniq [seq f i | i <- iota 0 p.-1].
  rewrite map_inj_in_uniq ?iota_uniq // => i j; rewrite !mem_iota !add0n /= => ip jp E.
  by case: (ltngtP i j) => // lt; [case: (le i j) | case: (le j i)].
have sub : {subset [seq f i | i <- iota 0 p.-1] <= iota 1 p.-1}.
  move=> r /mapP[i _ ->]; rewrite mem_iota add1n prednK ?(ltnW p1) // ltn_mod (ltnW p1) andbT lt0n.
  by apply: contraTneq (cop i) => ->; rewrite /coprime gcdn0 gtn_eqF.
have [|_ all_in] := uniq_min_size un sub; first by rewrite size_map !size_iota.
have dp := pdiv_prime p1; have [E|ne] := eqVneq (pdiv p) p; first by rewrite -E.
have lt : pdiv p < p by rewrite ltn_neqAle ne pdiv_leq // ltnW.
have /mapP[i _ Ei] : pdiv p \in [seq f i | i <- iota 0 p.-1].
  by rewrite all_in mem_iota prime_gt0 // add1n prednK // ltnW.
have := cop i; rewrite -Ei coprime_sym prime_coprime // pdiv_dvd //.
Qed.
End Lucas.

(* ---- The program ---- *)

(* The power of a number, modulo m. *)
Fixpoint powmod (a m : N) (e : BinNums.positive) : N :=
  match e with
  | xH => N.modulo a m
  | xO e' => let r := powmod a m e' in N.modulo (N.mul r r) m
  | xI e' => let r := powmod a m e' in N.modulo (N.mul (N.modulo (N.mul r r) m) a) m
  end.

(* A number said to be prime, a number of order as high as can be, and the primes of the number before. *)
Record witness := Witness { w_prime : BinNums.positive; w_base : BinNums.positive; w_primes : seq BinNums.positive }.

Definition witness_ok (known : pmap) (w : witness) : bool :=
  let m := foldr Pos.mul 1%positive (w_primes w) in
  let pow := powmod (Npos (w_base w)) (Npos (w_prime w)) in
  [&& Pos.eqb (Pos.succ m) (w_prime w), all (has_key known) (w_primes w), N.eqb (pow m) 1 &
      all (fun q => if N.div (Npos m) (Npos q) is Npos e then ~~ N.eqb (pow e) 1 else false) (w_primes w)].

Fixpoint prove_primes (known : pmap) (ws : seq witness) : option pmap :=
  if ws is w :: rest then
    if witness_ok known w then prove_primes (put (w_prime w) (w_prime w) known) rest else None
  else Some known.

(* ---- The proof ---- *)

Definition all_prime (known : pmap) := forall p, has_key known p -> prime (nat_of p).

Lemma N_mod a m : N.to_nat (N.modulo a (Npos m)) = N.to_nat a %% nat_of m.
Proof.
have E := N.div_mod' a (Npos m); have lt : (N.modulo a (Npos m) < Npos m)%num by apply: N.mod_lt.
rewrite {2}E N2Nat.inj_add N2Nat.inj_mul.
change (N.to_nat (N.modulo a (Npos m)) =
  (nat_of m * N.to_nat (N.div a (Npos m)) + N.to_nat (N.modulo a (Npos m))) %% nat_of m).
by rewrite mulnC modnMDl modn_small //; clear E; lia.
Qed.

Lemma powmodE a m e : N.to_nat (powmod a (Npos m) e) = N.to_nat a ^ nat_of e %% nat_of m.
Proof.
have mulE x y : N.to_nat (N.mul x y) = N.to_nat x * N.to_nat y by exact: N2Nat.inj_mul.
have odd_e y : nat_of y~1 = (nat_of y + nat_of y).+1 by lia.
have even_e y : nat_of y~0 = nat_of y + nat_of y by lia.
elim: e => [e IH|e IH|]; rewrite [powmod _ _ _]/=; last by rewrite N_mod expn1.
- rewrite odd_e N_mod mulE N_mod mulE IH modnMm modnMml -expnD expnSr //.
- by rewrite even_e N_mod mulE IH modnMm expnD.
Qed.

Lemma witness_prime known w : all_prime known -> witness_ok known w -> prime (nat_of (w_prime w)).
Proof.
move=> kn /and4P[/Pos.eqb_spec Ep ks /N.eqb_spec one nots].
set m := foldr _ _ _ in Ep one nots.
have Em : \prod_(q <- map nat_of (w_primes w)) q = nat_of m.
  rewrite /m; elim: (w_primes w) => [|q s IH]; first by rewrite big_nil.
  by rewrite /= big_cons IH; symmetry; apply: Pos2Nat.inj_mul.
have pm : (nat_of (w_prime w)).-1 = nat_of m by rewrite -Ep Pos2Nat.inj_succ.
have p1 : 1 < nat_of (w_prime w) by rewrite -Ep; lia.
apply: (@lucas _ (nat_of (w_base w)) (map nat_of (w_primes w))) => //.
- by rewrite all_map; apply: sub_all ks => q /kn.
- by rewrite pm.
- rewrite pm (modn_small p1); have := powmodE (Npos (w_base w)) (w_prime w) m; rewrite one; by move=> <-.
move=> q /mapP[r rin ->]; rewrite pm (modn_small p1) => E.
have := allP nots r rin; case Ed: (N.div _ _) => [//|e] /N.eqb_spec; apply; apply: N2Nat.inj.
rewrite powmodE; have -> : nat_of e = nat_of m %/ nat_of r; last exact: E.
have rp : nat_of r != 0 by lia.
have := N.div_mod' (Npos m) (Npos r); rewrite Ed => EE.
have lt : (N.modulo (Npos m) (Npos r) < Npos r)%num by apply: N.mod_lt.
move: EE lt; move: (N.modulo _ _) => x EE lt.
have -> : nat_of m = nat_of e * nat_of r + N.to_nat x by lia.
by rewrite divnMDl ?divn_small ?addn0 //; lia.
Qed.

Theorem prove_primes_sound known ws known' : all_prime known -> prove_primes known ws = Some known' -> all_prime known'.
Proof.
elim: ws known => [|w ws IH] known kn /=; first by case=> <-.
case: ifP => // ok; apply: IH => p; rewrite has_put => /orP[/eqP ->|/kn //]; exact: witness_prime ok.
Qed.

Theorem proved_primes ws known : prove_primes none ws = Some known -> all_prime known.
Proof. by apply: prove_primes_sound => p; rewrite has_none. Qed.
