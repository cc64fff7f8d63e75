(* Misere Subtraction: from N a move subtracts a divisor d with 1 < d < N, and whoever cannot move has won.

   The lost numbers are, with exceptions: twice the primes, the odd composite numbers, and some of the numbers 2^k and
   3 * 2^k. The exceptions are governed by two sets of exponents, A and B below, that depend on which numbers of the
   forms 2^k - 1 and 3 * 2^(k-1) - 1 are prime. *)
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Division Subtraction Misere.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* B: the k >= 3 with 2^k - 1 prime and 3 * 2^(k-1) - 1 not prime. *)
Definition in_B k := [&& 2 < k, prime (2 ^ k - 1) & ~~ prime (3 * 2 ^ (k - 1) - 1)].

(* A: 2 is in it, 0, 1 and 3 are not, and k >= 4 is exactly if k-1 is not in A, k-2 is not in B and 2^(k-1) - 1 is not
   prime; exponents_A says so again. *)
Fixpoint in_A k :=
  if k is j.+1 then
    if j < 3 then j == 1 else [&& ~~ in_A j, ~~ in_B (j - 1) & ~~ prime (2 ^ j - 1)]
  else false.

(* The primes p for which 2p is lost. *)
Definition lost_twice p :=
  [/\ prime p, p <> 3, ~ (exists2 k, (2 < k) && in_A k & p = 2 ^ (k - 1) + 1)
    & ~ (exists2 k, in_B k & p = 3 * 2 ^ (k - 1) + 1)].

(* The odd numbers that are lost. *)
Definition lost_odd N :=
  [/\ odd N, 1 < N, ~~ prime N, ~ (exists2 p, lost_twice p & N = 3 * p)
    & ~ (exists2 k, in_B k & N = 3 * (2 ^ k + 1))].

(* The numbers that are lost. *)
Definition misere_lost_number N :=
  [\/ exists2 p, lost_twice p & N = 2 * p, lost_odd N, exists2 k, in_A k & N = 2 ^ k
    | exists2 k, in_B k & N = 3 * 2 ^ k].

(* A, in the words of its definition. *)
Lemma exponents_A : [/\ in_A 2, ~~ in_A 3 & forall k, 3 < k ->
  in_A k = [&& ~~ in_A (k - 1), ~~ in_B (k - 2) & ~~ prime (2 ^ (k - 1) - 1)]].
Proof.
split=> // -[|k] //; rewrite ltnS => k3.
have -> : k.+1 - 1 = k by lia.
have -> : k.+1 - 2 = k - 1 by lia.
by rewrite [LHS]/= ifF //; lia.
Qed.

(* The members of A are at least 2. *)
Lemma A_gt1 k : in_A k -> 1 < k.
Proof. by case: k => [|[|k]]. Qed.

(* The members of B are at least 3. *)
Lemma B_gt2 k : in_B k -> 2 < k.
Proof. by case/and3P. Qed.

(* Powers of two from the second on are multiples of 4. *)
Lemma pow4 k : 1 < k -> exists2 x, 0 < x & 2 ^ k = 4 * x.
Proof.
move=> k1; exists (2 ^ (k - 2)); first by rewrite expn_gt0.
by rewrite -[4]/(2 ^ 2) -expnD; congr (2 ^ _); lia.
Qed.

(* Powers of two from the third on are multiples of 8. *)
Lemma pow8 k : 2 < k -> exists2 x, 0 < x & 2 ^ k = 8 * x.
Proof.
move=> k1; exists (2 ^ (k - 3)); first by rewrite expn_gt0.
by rewrite -[8]/(2 ^ 3) -expnD; congr (2 ^ _); lia.
Qed.

(* A power of two is twice the one before. *)
Lemma pow_pred k : 0 < k -> 2 ^ k = 2 * 2 ^ (k - 1).
Proof. by case: k => // k _; rewrite expnS; congr (_ * 2 ^ _); lia. Qed.

(* An exponent is smaller than the power of two. *)
Lemma lt_pow k : k < 2 ^ k.
Proof. exact: ltn_expl. Qed.

(* Four to any power leaves the remainder 1 by 3. *)
Lemma pow4_mod3 j : exists q, 2 ^ (j + j) = 3 * q + 1.
Proof.
elim: j => [|j [q E]]; first by exists 0.
by exists (4 * q + 1); rewrite addSn addnS !expnS E; lia.
Qed.

(* The members of B are odd: 3 divides 2^k - 1 for k even. *)
Lemma B_odd k : in_B k -> odd k.
Proof.
case/and3P => k2 pr _; apply: contraLR pr => /negbTE ek.
have [j E] : exists j, k = j + j by exists k./2; rewrite -[LHS]odd_double_half ek addnn.
have [x x0 E8] := pow8 k2; have [q Eq] := pow4_mod3 j; rewrite -E in Eq.
have -> : 2 ^ k - 1 = 3 * q by lia.
apply/negP => /primeP[_ /(_ 3 (dvdn_mulr _ (dvdnn _))) /orP[//|/eqP]]; lia.
Qed.

(* 3 divides 2^k + 1 for k odd. *)
Lemma odd_pow_plus1 k : odd k -> exists t, 2 ^ k + 1 = 3 * t.
Proof.
move=> ok; have [q Eq] := pow4_mod3 k./2; exists (2 * q + 1).
by rewrite -[k]odd_double_half ok -addnn add1n expnS Eq; lia.
Qed.

(* A product of two numbers above 1 is not prime. *)
Lemma product_not_prime x y : 1 < x -> 1 < y -> ~~ prime (x * y).
Proof.
move=> x1 y1; apply/negP => /primeP[_ /(_ x (dvdn_mulr _ (dvdnn _))) /orP[/eqP|/eqP]]; nia.
Qed.

(* Twice a prime of the form 2^k - 1 is lost, but for 6. *)
Lemma twice_mersenne k : 2 < k -> prime (2 ^ k - 1) -> lost_twice (2 ^ k - 1).
Proof.
move=> k2 pr; have [x x0 E] := pow8 k2; split=> //; first by lia.
  case=> j /andP[j2 _]; have [y y0 ->] : exists2 y, 0 < y & 2 ^ (j - 1) = 4 * y by apply: pow4; lia.
  lia.
case=> j /B_gt2 j2; have [y y0 ->] : exists2 y, 0 < y & 2 ^ (j - 1) = 4 * y by apply: pow4; lia.
lia.
Qed.

(* Twice a prime of the form 3 * 2^(k-1) - 1 is lost for k >= 3. *)
Lemma twice_thabit k : 2 < k -> prime (3 * 2 ^ (k - 1) - 1) -> lost_twice (3 * 2 ^ (k - 1) - 1).
Proof.
move=> k2 pr; have [x x0 E] : exists2 x, 0 < x & 2 ^ (k - 1) = 4 * x by apply: pow4; lia.
split=> //; first by lia.
  case=> j /andP[j2 _]; have [y y0 ->] : exists2 y, 0 < y & 2 ^ (j - 1) = 4 * y by apply: pow4; lia.
  lia.
case=> j /B_gt2 j2; have [y y0 ->] : exists2 y, 0 < y & 2 ^ (j - 1) = 4 * y by apply: pow4; lia.
lia.
Qed.

(* Every number above 0 is a power of two times an odd number, *)
Lemma split_two N : 0 < N -> exists a m, odd m /\ N = 2 ^ a * m.
Proof.
move=> N0; have [m co ->] := pfactor_coprime (isT : prime 2) N0.
by exists (logn 2 N), m; rewrite -coprime2n mulnC.
Qed.

(* in one way only. *)
Lemma split_unique a b m n : odd m -> odd n -> 2 ^ a * m = 2 ^ b * n -> a = b /\ m = n.
Proof.
have l c r : odd r -> logn 2 (2 ^ c * r) = c.
  by move=> o; have r0 := odd_gt0 o; rewrite lognM ?expn_gt0 // pfactorK // logn_coprime ?addn0 ?coprime2n.
move=> om on E; have ab : a = b by rewrite -(l a m om) E l.
by split=> //; move: E; rewrite ab => /eqP; rewrite eqn_pmul2l ?expn_gt0 // => /eqP.
Qed.

(* A divisor of 2^k * m, m odd, is a power of two up to 2^k times a divisor of m. *)
Lemma divisor_split k m d : odd m -> d %| 2 ^ k * m ->
  exists j e, [/\ d = 2 ^ j * e, j <= k, odd e & e %| m].
Proof.
move=> om dv; have N0 : 0 < 2 ^ k * m by rewrite muln_gt0 expn_gt0 /= odd_gt0.
have [j [e [oe E]]] := split_two (dvdn_gt0 N0 dv); exists j, e; split=> //.
  have : 2 ^ j %| 2 ^ k * m by apply: dvdn_trans dv; rewrite E dvdn_mulr.
  by rewrite Gauss_dvdl ?dvdn_Pexp2l // coprimeXl // coprime2n.
have : e %| 2 ^ k * m by apply: dvdn_trans dv; rewrite E dvdn_mull.
by rewrite Gauss_dvdr // coprime_sym coprimeXl // coprime2n.
Qed.

(* A power of two less 1 is odd, from the first on. *)
Lemma odd_pow_minus1 k : 0 < k -> odd (2 ^ k - 1).
Proof. by move=> k0; rewrite oddB ?expn_gt0 // oddX; case: k k0. Qed.

(* Which even numbers are on the list. *)
Lemma even_listed a m : 0 < a -> odd m ->
  misere_lost_number (2 ^ a * m) <-> [\/ a = 1 /\ lost_twice m, m = 1 /\ in_A a | m = 3 /\ in_B a].
Proof.
move=> a0 om; split.
  case=> [[p Tp E]|[o _ _ _ _]|[k Ak E]|[k Bk E]].
  - have Ep : p = 2 ^ (a - 1) * m by rewrite (pow_pred a0) in E; lia.
    have [a1|a1] := leqP a 1.
      have Ea : a = 1 by lia.
      by constructor 1; split=> //; rewrite Ep Ea mul1n in Tp.
    have [pp _ _ _] := Tp.
    have p2 : p = 2.
      apply/eqP; rewrite eq_sym -dvdn_prime2 // Ep pow_pred ?subn_gt0 //.
      by rewrite -mulnA dvdn_mulr.
    have [] := @split_unique 2 a 1 m isT om; first by rewrite E p2.
    by move=> <- <-; constructor 2.
  - by move: o; rewrite oddM oddX; case: a a0.
  - have [] := @split_unique a k m 1 om isT; first by rewrite E muln1.
    by move=> -> ->; constructor 2.
  - have [] := @split_unique a k m 3 om isT; first by rewrite E mulnC.
    by move=> -> ->; constructor 3.
case=> [[-> T]|[-> Aa]|[-> Ba]].
- by constructor 1; exists m.
- by constructor 3; exists a; rewrite ?muln1.
- by constructor 4; exists a; rewrite // mulnC.
Qed.

(* Of the odd numbers, those of lost_odd are on the list. *)
Lemma odd_listed N : odd N -> misere_lost_number N -> lost_odd N.
Proof.
move=> oN; case=> [[p _ E]|//|[k /A_gt1 k1 E]|[k /B_gt2 k2 E]]; exfalso; move: oN; rewrite E.
- by rewrite oddM.
- by rewrite oddX; case: k k1 {E}.
- by rewrite oddM oddX; case: k k2 {E}.
Qed.

(* Whether a number has the form f(k), k in P, is decided by looking at the k up to it. *)
Lemma form_decided (P : pred nat) (f : nat -> nat) N : (forall k, k <= f k) ->
  (exists2 k, P k & N = f k) \/ ~ (exists2 k, P k & N = f k).
Proof.
move=> le; case H: (has (fun k => P k && (N == f k)) (iota 0 N.+1)).
  by left; case/hasP: H => k _ /andP[Pk /eqP E]; exists k.
right=> -[k Pk E]; move/hasP: H; apply; exists k; last by rewrite Pk E eqxx.
by rewrite mem_iota E /= add0n ltnS le.
Qed.

(* Whether 2p is on the list is decided. *)
Lemma twice_decided p : lost_twice p \/ ~ lost_twice p.
Proof.
have [pp|np] := boolP (prime p); last by right; case; rewrite (negbTE np).
have [p3|p3] := eqVneq p 3; first by right; case.
have [|E|nE] := @form_decided (fun k => (2 < k) && in_A k) (fun k => 2 ^ (k - 1) + 1) p.
- by move=> k; have := lt_pow (k - 1); lia.
- by right; case.
have [|E|nE'] := @form_decided in_B (fun k => 3 * 2 ^ (k - 1) + 1) p.
- by move=> k; have := lt_pow (k - 1); lia.
- by right; case.
by left; split=> //; apply/eqP.
Qed.

(* Whether a number is three times a p with 2p lost is decided too. *)
Lemma thrice_decided N : (exists2 p, lost_twice p & N = 3 * p) \/ ~ (exists2 p, lost_twice p & N = 3 * p).
Proof.
have [/dvdnP[p E]|n3] := boolP (3 %| N); last first.
  by right=> -[p _ E]; move: n3; rewrite E dvdn_mulr.
have [T|nT] := twice_decided p; first by left; exists p; rewrite // E mulnC.
by right=> -[q Tq Eq]; apply: nT; have -> : p = q by lia.
Qed.

(* An odd composite number is lost, or it is of one of the excepted forms. *)
Lemma odd_cases N : odd N -> 1 < N -> ~~ prime N ->
  [\/ lost_odd N, exists2 p, lost_twice p & N = 3 * p | exists2 k, in_B k & N = 3 * (2 ^ k + 1)].
Proof.
move=> oN N1 nN; have [E|nE] := thrice_decided N; first by constructor 2.
have [|E|nE'] := @form_decided in_B (fun k => 3 * (2 ^ k + 1)) N.
- by move=> k; have := lt_pow k; lia.
- by constructor 3.
by constructor 1.
Qed.

(* Twice a prime is lost, or the prime is of one of the excepted forms. *)
Lemma twice_cases p : prime p ->
  [\/ lost_twice p, p = 3, exists2 k, (2 < k) && in_A k & p = 2 ^ (k - 1) + 1
    | exists2 k, in_B k & p = 3 * 2 ^ (k - 1) + 1].
Proof.
move=> pp; have [p3|p3] := eqVneq p 3; first by constructor 2.
have [|E|nE] := @form_decided (fun k => (2 < k) && in_A k) (fun k => 2 ^ (k - 1) + 1) p.
- by move=> k; have := lt_pow (k - 1); lia.
- by constructor 3.
have [|E|nE'] := @form_decided in_B (fun k => 3 * 2 ^ (k - 1) + 1) p.
- by move=> k; have := lt_pow (k - 1); lia.
- by constructor 4.
by constructor 1; split=> //; apply/eqP.
Qed.

(* A move, seen from the number it leads to: M is reached from M + d if d > 1 divides M > 0. *)
Lemma step N M d : N = M + d -> 1 < d -> 0 < M -> d %| M -> M \in subtraction_options N.
Proof.
move=> E d1 M0 dM; apply/subtraction_optionsP; exists d; split=> //; try by lia.
by rewrite E dvdn_addl.
Qed.

(* And every move is of that kind. *)
Lemma stepP N M : M \in subtraction_options N -> exists d, [/\ N = M + d, 1 < d, 0 < M, d %| M & d %| N].
Proof.
case/subtraction_optionsP => d [d1 dN dv E]; exists d; split=> //; try by lia.
by rewrite E dvdn_sub.
Qed.

(* From a number on the list there is a move. *)
Lemma listed_has_move N : misere_lost_number N -> subtraction_options N <> [::].
Proof.
move=> LN; suff [M MN] : exists M, M \in subtraction_options N by move=> E; rewrite E in MN.
case: LN => [[p [pp _ _ _] ->]|[oN N1 nN _ _]|[k Ak ->]|[k Bk ->]].
- by have p1 := prime_gt1 pp; exists p; apply: (@step _ _ p) => //; lia.
- have d1 : 1 < pdiv N by rewrite prime_gt1 // pdiv_prime.
  have lt : pdiv N < N.
    rewrite ltn_neqAle pdiv_leq ?(ltnW N1) // andbT; apply: contra nN => /eqP <-.
    exact: pdiv_prime.
  exists (N - pdiv N); apply: (@step _ _ (pdiv N)) => //; try by lia.
  by rewrite dvdn_sub // pdiv_dvd.
- have k1 := A_gt1 Ak; have := lt_pow (k - 1); exists (2 ^ (k - 1)).
  apply: (@step _ _ (2 ^ (k - 1))) => //; try by lia.
  by rewrite pow_pred; lia.
- have k2 := B_gt2 Bk; have := lt_pow (k - 1); exists (3 * 2 ^ (k - 1)).
  apply: (@step _ _ (3 * 2 ^ (k - 1))) => //; try by lia.
  by rewrite pow_pred; lia.
Qed.

(* 2 is not on the list. *)
Lemma two_not_listed : ~ misere_lost_number 2.
Proof. by rewrite -[2]/(2 ^ 1 * 1) even_listed // => -[[_ []]|[]|[]]. Qed.

(* From 2p on the list, p prime, no move leads to the list: there are but the moves to p and to 2(p - 1), which is a
   multiple of 4. *)
Lemma twice_moves p M : lost_twice p -> M \in subtraction_options (2 * p) -> ~ misere_lost_number M.
Proof.
move=> [pp p3 nA nB] /stepP[d [E d1 M0 dM dN]] LM.
have [p2|op] := even_prime pp.
  have /eqP dE : d == 2.
    have : d < 4 by lia.
    by case: d d1 dN {E dM} => [|[|[|[|d]]]] //; rewrite p2.
  by apply: two_not_listed; have <- : M = 2 by lia.
have [j [e [Ed j1 oe ep]]] := @divisor_split 1 p d op dN.
have /primeP[_ /(_ e ep) /orP[/eqP e1|/eqP eE]] := pp.
  have Ej : j = 1 by case: j Ed j1 => [|[|j]] //; rewrite e1 => Ed; move: d1; rewrite Ed.
  have EM : M = 2 * (p - 1) by move: E; rewrite Ed Ej e1; lia.
  have p1 : 0 < p - 1 by have := prime_gt1 pp; lia.
  have [b [m [om Eb]]] := split_two p1.
  have b0 : 0 < b by case: b Eb => // Eb; move: om; rewrite mul1n in Eb; rewrite -Eb; lia.
  have EM' : M = 2 ^ b.+1 * m by rewrite expnS -mulnA -Eb.
  move: LM; rewrite EM' even_listed //; case=> [[Eb1 _]|[m1 Ab]|[m3 Bb]]; first by lia.
    rewrite m1 muln1 in Eb; have [b1|b1] := leqP b 1.
      by apply: p3; have b1' : b = 1 by [lia]; rewrite b1' in Eb; lia.
    by apply: nA; exists b.+1; [rewrite Ab andbT | rewrite subn1 /=; lia].
  by apply: nB; exists b.+1; rewrite // subn1 /=; rewrite m3 in Eb; lia.
have Ej : j = 0 by case: j Ed j1 => [|[|j]] // Ed _; move: E; rewrite Ed eE; lia.
have EM : M = p by move: E; rewrite Ed Ej eE; lia.
by rewrite EM in LM; have [_ _] := odd_listed op LM; rewrite pp.
Qed.

(* From an odd number on the list no move leads to the list: it would be to 2p subtracting p, or to 3 * 2^k
   subtracting 3. *)
Lemma odd_moves N M : lost_odd N -> M \in subtraction_options N -> ~ misere_lost_number M.
Proof.
move=> [oN N1 nN n3 nB] /stepP[d [E d1 M0 dM dN]].
have od := dvdn_odd dN oN; have eM : ~~ odd M by lia.
have [a [m [om EM]]] := split_two M0.
have a0 : 0 < a by case: a EM => // EM; move: eM; rewrite EM mul1n om.
have dm : d %| m by move: dM; rewrite EM Gauss_dvdr // coprime_sym coprimeXl // coprime2n.
rewrite EM even_listed //; case=> [[a1 T]|[m1 _]|[m3 Ba]].
- have [pm _ _ _] := T; have /primeP[_ /(_ d dm) /orP[/eqP dE|/eqP dE]] := pm; first by lia.
  by apply: n3; exists m; rewrite // E EM a1 dE; lia.
- by move: dm; rewrite m1 dvdn1; lia.
- have : d <= 3 by rewrite -m3 dvdn_leq // m3.
  move=> d3; have dE : d = 3 by lia.
  by apply: nB; exists a; rewrite // E EM m3 dE; lia.
Qed.

(* Equal powers of two have equal exponents. *)
Lemma pow_inj i j : 2 ^ i = 2 ^ j -> i = j.
Proof. by move/eqP; rewrite eqn_exp2l // => /eqP. Qed.

(* From 2^k on the list no move leads to the list. *)
Lemma pow_moves k M : in_A k -> M \in subtraction_options (2 ^ k) -> ~ misere_lost_number M.
Proof.
move=> Ak /stepP[d [E d1 M0 dM dN]].
have [j jk Ed] : exists2 j, j <= k & d = 2 ^ j by apply/dvdn_pfactor.
have j0 : 0 < j by case: j Ed {jk} d1 => // ->.
have jk' : j < k by have : d < 2 ^ k by [lia]; rewrite Ed ltn_exp2l.
have EM : M = 2 ^ j * (2 ^ (k - j) - 1) by rewrite mulnBr -expnD subnKC // muln1; lia.
rewrite EM even_listed // ?odd_pow_minus1 ?subn_gt0 //.
have [A2 A3 A4] := exponents_A.
have [k3|k3] := leqP k 3.
  have kE : k = 2 by have := A_gt1 Ak; have : k <> 3 by [move=> k3'; move: Ak; rewrite k3' (negbTE A3)]; lia.
  have jE : j = 1 by lia.
  by rewrite kE jE; case=> [[_ []]|[]|[]].
move: Ak; rewrite A4 // => /and3P[nA nB nM].
have pos : 0 < 2 ^ (k - j) by rewrite expn_gt0.
case=> [[j1 [pr _ _ _]]|[m1 Aj]|[m3 Bj]].
- by rewrite j1 in pr; move: nM; rewrite pr.
- have kj : k - j = 1 by apply: pow_inj; lia.
  by move: nA; have -> : k - 1 = j by [lia]; rewrite Aj.
- have kj : k - j = 2 by apply: pow_inj; lia.
  by move: nB; have -> : k - 2 = j by [lia]; rewrite Bj.
Qed.

(* From 3 * 2^k on the list no move leads to the list: what 2^j leaves, *)
Lemma thrice_moves_pow k j : in_B k -> 0 < j -> j <= k -> ~ misere_lost_number (3 * 2 ^ k - 2 ^ j).
Proof.
move=> Bk j0 jk; have [k2 pr npr] := and3P Bk.
have [jk'|jk'] := leqP k j.
  have -> : 3 * 2 ^ k - 2 ^ j = 2 ^ k.+1 * 1 by rewrite expnS; have -> : j = k by [lia]; lia.
  rewrite even_listed //; case=> [[kE _]|[_ Ak]|[//]]; first by lia.
  have [_ _ A4] := exponents_A.
  by move: Ak; rewrite A4 ?ltnS // (_ : k.+1 - 1 = k) ?pr ?andbF //; lia.
have -> : 3 * 2 ^ k - 2 ^ j = 2 ^ j * (3 * 2 ^ (k - j) - 1).
  by rewrite mulnBr mulnCA -expnD subnKC // muln1.
have F : 2 ^ (k - j) = 2 * 2 ^ (k - j - 1) by rewrite pow_pred // subn_gt0.
have pos : 0 < 2 ^ (k - j - 1) by rewrite expn_gt0.
have om : odd (3 * 2 ^ (k - j) - 1) by rewrite oddB ?F; [rewrite mulnCA oddM | lia].
rewrite even_listed //; case=> [[j1 [pr' _ _ _]]|[m1 _]|[m3 _]]; [|by lia..].
by rewrite j1 in pr'; move: npr; rewrite pr'.
Qed.

(* and what 3 * 2^j leaves. *)
Lemma thrice_moves_thrice k j : in_B k -> j < k -> ~ misere_lost_number (3 * 2 ^ k - 3 * 2 ^ j).
Proof.
move=> Bk jk; have [k2 pr npr] := and3P Bk.
have -> : 3 * 2 ^ k - 3 * 2 ^ j = 2 ^ j * (3 * (2 ^ (k - j) - 1)).
  by rewrite mulnCA mulnBr -expnD subnKC ?(ltnW jk) // muln1 mulnBr.
have om : odd (3 * (2 ^ (k - j) - 1)) by rewrite oddM odd_pow_minus1 // subn_gt0.
have [j0|j0] := posnP j.
  rewrite j0 mul1n subn0 in om *; move=> LM; have [_ _ _ n3 _] := odd_listed om LM.
  by apply: n3; exists (2 ^ k - 1) => //; apply: twice_mersenne.
rewrite even_listed //; case=> [[j1 [pr' _ _ _]]|[m1 _]|[m3 Bj]]; [|by lia|].
  have [x x0 F] : exists2 x, 0 < x & 2 ^ (k - 1) = 4 * x by apply: pow4; lia.
  by rewrite j1 F in pr'; move: pr'; apply/negP; apply: product_not_prime => //; lia.
have kj : k - j = 1 by apply: pow_inj; lia.
by have := B_odd Bk; have := B_odd Bj; have -> : k = j.+1 by [lia]; rewrite /= => ->.
Qed.

(* These are all the moves at 3 * 2^k. *)
Lemma thrice_moves k M : in_B k -> M \in subtraction_options (3 * 2 ^ k) -> ~ misere_lost_number M.
Proof.
move=> Bk /stepP[d [E d1 M0 _]]; rewrite mulnC => dN.
have EM : M = 3 * 2 ^ k - d by lia.
have [j [e [Ed jk _ e3]]] := @divisor_split k 3 d isT dN; rewrite {}EM {dN}.
have /primeP[_ /(_ e e3) /orP[/eqP e1|/eqP e1]] := (isT : prime 3); rewrite e1 in Ed.
  rewrite Ed muln1; apply: thrice_moves_pow => //.
  by case: j Ed {jk} d1 => // ->.
rewrite Ed (mulnC _ 3); apply: thrice_moves_thrice => //; rewrite ltn_neqAle jk andbT; apply/eqP => jE.
by move: E; rewrite Ed jE; lia.
Qed.

(* From no number on the list does a move lead to the list. *)
Lemma listed_moves N M : misere_lost_number N -> M \in subtraction_options N -> ~ misere_lost_number M.
Proof.
case=> [[p Tp ->]|ON|[k Ak ->]|[k Bk ->]].
- exact: twice_moves.
- exact: odd_moves.
- exact: pow_moves.
- exact: thrice_moves.
Qed.

(* That a number can be left for one on the list. *)
Definition reaches_listed N := exists2 M, M \in subtraction_options N & misere_lost_number M.

(* An odd composite number not on the list can. *)
Lemma odd_wins N : odd N -> 1 < N -> ~~ prime N -> lost_odd N \/ reaches_listed N.
Proof.
move=> oN N1 nN; have [ON|[p Tp E]|[k Bk E]] := odd_cases oN N1 nN; first by left.
  have [/prime_gt1 p1 _ _ _] := Tp; right; exists (2 * p); last by constructor 1; exists p.
  by apply: (@step _ _ p); rewrite ?dvdn_mull //; lia.
right; exists (3 * 2 ^ k); last by constructor 4; exists k.
by apply: (@step _ _ 3); rewrite ?dvdn_mulr ?muln_gt0 ?expn_gt0 //; lia.
Qed.

(* A power of two not on the list can, from 4 on. *)
Lemma pow_wins k : 1 < k -> in_A k \/ reaches_listed (2 ^ k).
Proof.
move=> k1; have [Ak|nAk] := boolP (in_A k); first by left.
right; have [A2 A3 A4] := exponents_A.
have Ek : 2 ^ k = 2 ^ (k - 1) + 2 ^ (k - 1) by rewrite pow_pred; lia.
have p1 : 1 < 2 ^ (k - 1) by have := lt_pow (k - 1); lia.
have halve : in_A (k - 1) -> reaches_listed (2 ^ k).
  move=> Aj; exists (2 ^ (k - 1)); last by constructor 3; exists (k - 1).
  by apply: (@step _ _ (2 ^ (k - 1))) => //; lia.
have [k3|k3] := leqP k 3.
  apply: halve; have -> : k = 3; last by [].
  by have : k <> 2 by [move=> kE; move: nAk; rewrite kE A2]; lia.
have [Aj|nA] := boolP (in_A (k - 1)); first exact: halve.
have [Bj|nB] := boolP (in_B (k - 2)).
  have Ek2 : 2 ^ (k - 1) = 2 * 2 ^ (k - 2) by rewrite pow_pred ?subn_gt0 //; congr (_ * 2 ^ _); lia.
  have p2 := lt_pow (k - 2).
  exists (3 * 2 ^ (k - 2)); last by constructor 4; exists (k - 2).
  by apply: (@step _ _ (2 ^ (k - 2))); rewrite ?dvdn_mull //; lia.
have [pr|npr] := boolP (prime (2 ^ (k - 1) - 1)); last by move: nAk; rewrite A4 // nA nB npr.
exists (2 * (2 ^ (k - 1) - 1)); last first.
  by constructor 1; exists (2 ^ (k - 1) - 1) => //; apply: twice_mersenne => //; lia.
by apply: (@step _ _ 2); rewrite ?dvdn_mulr //; lia.
Qed.

(* Three times a power of two not on the list can, from 6 on. *)
Lemma thrice_wins k : 0 < k -> in_B k \/ reaches_listed (3 * 2 ^ k).
Proof.
move=> k0; have [Bk|nB] := boolP (in_B k); first by left.
right; have [k2|k2] := leqP k 2.
  have [->|->] : k = 1 \/ k = 2 by lia.
    by exists 4; [apply: (@step _ _ 2) | constructor 3; exists 2].
  exists 9; first by apply: (@step _ _ 3).
  have [O|[p [pp p3 _ _] E]|[j /B_gt2 j2 E]] := @odd_cases 9 isT isT isT; first by constructor 2.
    by case: p3; lia.
  by have [x x0 F] := pow8 j2; lia.
have [x x0 F] := pow8 k2.
have Ek := pow_pred k0.
have [pr|npr] := boolP (prime (2 ^ k - 1)).
  have pr' : prime (3 * 2 ^ (k - 1) - 1) by move: nB; rewrite /in_B k2 pr /= negbK.
  exists (2 * (3 * 2 ^ (k - 1) - 1)); last by constructor 1; exists (3 * 2 ^ (k - 1) - 1); first apply: twice_thabit.
  by apply: (@step _ _ 2); rewrite ?dvdn_mulr //; lia.
exists (3 * (2 ^ k - 1)); first by apply: (@step _ _ 3); rewrite ?dvdn_mulr //; lia.
have [||||[p [pp _ _ _] E]|[j /B_gt2 j2 E]] := @odd_cases (3 * (2 ^ k - 1)).
- by rewrite oddM odd_pow_minus1.
- by lia.
- by apply: product_not_prime => //; lia.
- by constructor 2.
- by move: npr; have -> : 2 ^ k - 1 = p by [lia]; rewrite pp.
- by have [y y0 G] := pow8 j2; lia.
Qed.

(* 2^k, for k = c * a + r, leaves the same remainder by 2^a - 1 as 2^r. *)
Lemma pow_reduce a c r : exists q, 2 ^ (c * a + r) = q * (2 ^ a - 1) + 2 ^ r.
Proof.
elim: c => [|c [q E]]; first by exists 0.
exists (2 ^ (c * a + r) + q); rewrite mulSn -addnA expnD mulnDl -addnA -E.
by have : 0 < 2 ^ a by [rewrite expn_gt0]; move: (2 ^ a) (2 ^ _) => u v; nia.
Qed.

(* For k odd 2^a - 1 divides 3 (2^k + 1) only if a is 1 or 2. (15 divides 3 (2^k + 1) for k = 2, 6, 10, ...) *)
Lemma mersenne_divides a k : 1 < a -> odd k -> 2 ^ a - 1 %| 3 * (2 ^ k + 1) -> a = 2.
Proof.
move=> a1 ok; rewrite (divn_eq k a); have [q ->] := pow_reduce a (k %/ a) (k %% a).
have ra : k %% a < a by rewrite ltn_mod; lia.
have r2 : a = 4 -> k %% a <> 2 by move=> ->; lia.
move: (k %% a) ra r2 => r ra r2.
rewrite -addnA mulnDr dvdn_addr; last by rewrite mulnA dvdn_mull.
case/dvdnP => c Ec; have Ea : 2 ^ a = 2 * 2 ^ (a - 1) by apply: pow_pred; lia.
have YX : 2 ^ r <= 2 ^ (a - 1) by rewrite leq_exp2l //; lia.
have X2 : 1 < 2 ^ (a - 1) by have := lt_pow (a - 1); lia.
have aE i : 2 ^ (a - 1) = 2 ^ i -> a = i.+1 by move/pow_inj; lia.
have X4 : a = 2 \/ exists2 z, 0 < z & 2 ^ (a - 1) = 4 * z.
  by have [a2|a2] := leqP a 2; [left; lia | right; apply: pow4; lia].
case: X4 => [//|[z z0 Ez]]; exfalso; rewrite Ea Ez in Ec; rewrite Ez in YX.
have c4 : c < 4 by rewrite ltnNge; apply/negP => c4; nia.
have [r0|r1] := posnP r; first by move: Ec; rewrite r0; case: c c4 => [|[|[|[|c]]]] // _; lia.
have Er := pow_pred r1.
have [c1|cn] := eqVneq c 1; last by case: c c4 cn Ec => [|[|[|[|c]]]] // _ _; lia.
have [r3|r3] := leqP 3 r; first by have [y y0 Ey] := pow8 r3; lia.
have [rE|rE] : r = 1 \/ r = 2 by lia.
  by move: Ec; rewrite rE c1; lia.
have a4 : a = 4 by apply: (aE 3); move: Ec; rewrite rE c1; lia.
exact: r2.
Qed.

(* Twice an odd number above 1 can, or is on the list. *)
Lemma twice_wins m : odd m -> 1 < m -> lost_twice m \/ reaches_listed (2 * m).
Proof.
move=> om m1; have [pm|nm] := boolP (prime m).
  have [T|m3|[k /andP[k2 Ak] E]|[k Bk E]] := twice_cases pm; first by left.
  - by right; rewrite m3; exists 4; [apply: (@step _ _ 2) | constructor 3; exists 2].
  - right; have k0 : 0 < k by lia.
    have F := pow_pred k0; exists (2 ^ k); last by constructor 3; exists k.
    by apply: (@step _ _ 2); rewrite ?expn_gt0 ?F ?dvdn_mulr //; lia.
  - right; have k0 : 0 < k by have := B_gt2 Bk; lia.
    have F := pow_pred k0; exists (3 * 2 ^ k); last by constructor 4; exists k.
    by apply: (@step _ _ 2); rewrite ?muln_gt0 ?expn_gt0 // F ?mulnA ?(mulnC 3) -?mulnA ?dvdn_mulr //; lia.
right; have [O|[p Tp E]|[k Bk E]] := odd_cases om m1 nm.
- by exists m; [apply: (@step _ _ m) => //; lia | constructor 2].
- have [pp p3 _ _] := Tp; have p1 := prime_gt1 pp.
  exists (5 * p); first by apply: (@step _ _ p); rewrite ?dvdn_mull //; lia.
  have three : 3 %| 5 * p -> False.
    by rewrite Gauss_dvdr // dvdn_prime2 // => /eqP pE; apply: p3.
  have op : odd p by move: om; rewrite E oddM.
  have [||||[q _ F]|[j _ F]] := @odd_cases (5 * p).
  + by rewrite oddM op.
  + by lia.
  + exact: product_not_prime.
  + by constructor 2.
  + by case: three; rewrite F dvdn_mulr.
  + by case: three; rewrite F dvdn_mulr.
- have k2 := B_gt2 Bk; have [t Et] := odd_pow_plus1 (B_odd Bk); have [x x0 Ex] := pow8 k2.
  exists (5 * (2 ^ k + 1)); first by apply: (@step _ _ (2 ^ k + 1)); rewrite ?dvdn_mull //; lia.
  have [||||[q [pq _ _ _] F]|[j Bj F]] := @odd_cases (5 * (2 ^ k + 1)).
  + by rewrite Ex; lia.
  + by lia.
  + by apply: product_not_prime => //; lia.
  + by constructor 2.
  + have qE : q = 5 * t by lia.
    by exfalso; move: pq; rewrite qE; apply/negP; apply: product_not_prime; lia.
  + by have [y y0 Ey] := pow8 (B_gt2 Bj); lia.
Qed.

(* The odd multiple (2^a - 1) m, a >= 2, m >= 5, is three times a prime only if a = 2 and m is the prime. *)
Lemma multiple_thrice a m p : 1 < a -> 3 < m -> prime p -> (2 ^ a - 1) * m = 3 * p -> a = 2 /\ m = p.
Proof.
move=> a1 m3 pp E; have [x x0 Ex] := pow4 a1; have p0 := prime_gt0 pp.
have : p %| (2 ^ a - 1) * m by rewrite E dvdn_mull.
rewrite Euclid_dvdM // => /orP[/dvdnP[c Ec]|/dvdnP[c Ec]].
  have F : c * m = 3 by apply/eqP; rewrite -(eqn_pmul2r p0) -E Ec mulnAC.
  by have : m <= 3 by [rewrite dvdn_leq // -F dvdn_mull]; lia.
have F : c * (2 ^ a - 1) = 3 by apply/eqP; rewrite -(eqn_pmul2r p0) -E Ec (mulnC c) -mulnA.
have le : 2 ^ a - 1 <= 3 by rewrite dvdn_leq // -F dvdn_mull.
have a4 : 2 ^ a = 2 ^ 2 by lia.
split; first exact: pow_inj.
have c1 : c = 1 by rewrite a4 in F; have {}F : c * 3 = 3 := F; lia.
by rewrite Ec c1 mul1n.
Qed.

(* 2^a * m can, for a >= 2 and m >= 5 odd. *)
Lemma many_wins a m : 1 < a -> odd m -> 3 < m -> reaches_listed (2 ^ a * m).
Proof.
move=> a1 om m3; have [x x0 Ex] := pow4 a1.
have oM : odd ((2 ^ a - 1) * m) by rewrite oddM om odd_pow_minus1 // ltnW.
have M1 : 1 < (2 ^ a - 1) * m by apply: leq_trans (ltnW (ltnW m3)) _; rewrite leq_pmull //; lia.
have nM : ~~ prime ((2 ^ a - 1) * m) by apply: product_not_prime; lia.
have [O|[p Tp E]|[k Bk E]] := odd_cases oM M1 nM.
- exists ((2 ^ a - 1) * m); last by constructor 2.
  apply: (@step _ _ m); rewrite ?dvdn_mull ?(ltnW M1) //; last by lia.
  by rewrite -mulSnr; congr (_ * _); lia.
- have [pp _ _ _] := Tp; have p1 := prime_gt1 pp.
  have [-> ->] := multiple_thrice a1 m3 pp E.
  exists (2 * p); last by constructor 1; exists p.
  by apply: (@step _ _ (2 * p)) => //; lia.
have k2 := B_gt2 Bk; have ok := B_odd Bk.
have a2 : a = 2 by apply: (mersenne_divides a1 ok); rewrite -E dvdn_mulr.
have mE : m = 2 ^ k + 1 by rewrite a2 in E; lia.
have [t Et] := odd_pow_plus1 ok.
have [y y0 Ey] : exists2 y, 0 < y & 2 ^ k = 16 * y.
  have k3 : k <> 3 by move=> k3; move: Bk; rewrite k3.
  have [y y0 Ey] : exists2 y, 0 < y & 2 ^ (k - 1) = 8 * y by apply: pow8; lia.
  by exists y => //; rewrite pow_pred ?Ey ?mulnA //; lia.
rewrite a2 mE Et; move=> {a a1 x x0 Ex oM M1 nM E a2 m om m3 mE}.
exists (11 * t); first by apply: (@step _ _ t); rewrite ?dvdn_mull //; lia.
have [||||[q [pq _ _ _] F]|[j Bj F]] := @odd_cases (11 * t).
- by lia.
- by lia.
- by apply: product_not_prime; lia.
- by constructor 2.
- have /dvdnP[s Es] : 3 %| t by rewrite -(@Gauss_dvdr 3 11) // F dvdn_mulr.
  have qE : q = 11 * s by lia.
  by exfalso; move: pq; rewrite qE; apply/negP; apply: product_not_prime; lia.
- by have [z z0 Ez] := pow8 (B_gt2 Bj); lia.
Qed.

(* From every number that has a move and is not on the list, some move leads to the list. *)
Lemma listed_or_reaches N : subtraction_options N <> [::] -> misere_lost_number N \/ reaches_listed N.
Proof.
case E: (subtraction_options N) => [//|M s] _.
have /stepP[d [EN d1 M0 dM dN]] : M \in subtraction_options N by rewrite E mem_head.
have N1 : 1 < N by lia.
have nN : ~~ prime N.
  by apply/negP => /primeP[_ /(_ d dN) /orP[/eqP|/eqP]]; lia.
have [a [m [om Em]]] := split_two (ltnW N1).
have [a0|a0] := posnP a.
  have oN : odd N by rewrite Em a0 mul1n.
  by have [O|R] := odd_wins oN N1 nN; [left; constructor 2 | right].
have [m3|m3] := leqP m 3; last first.
  have [a1|a1] := leqP a 1; last by right; rewrite Em; apply: many_wins.
  have aE : a = 1 by lia.
  have m1 : 1 < m by lia.
  have [T|R] := twice_wins om m1; first by left; constructor 1; exists m; rewrite // Em aE.
  by right; rewrite Em aE.
have [mE|mE] : m = 1 \/ m = 3 by lia.
  have a1 : 1 < a by rewrite ltn_neqAle a0 andbT eq_sym; apply: contra nN => /eqP aE; rewrite Em aE mE.
  rewrite Em mE muln1; have [A|R] := pow_wins a1; last by right.
  by left; constructor 3; exists a.
rewrite Em mE mulnC; have [B|R] := thrice_wins a0; last by right.
by left; constructor 4; exists a.
Qed.

(* A number is lost in misere play exactly if it is on the list: twice a prime, odd and composite, 2^k or 3 * 2^k, with
   the exceptions named. (0 and 1 are not: there is no move.) *)
Theorem misere_subtraction_lost (N : subtraction) :
  misere_lost N <->
  [\/ exists2 p, lost_twice p & (N : nat) = 2 * p,
      lost_odd N,
      exists2 k, in_A k & (N : nat) = 2 ^ k
    | exists2 k, in_B k & (N : nat) = 3 * 2 ^ k].
Proof.
apply: (@misere_lost_setP subtraction misere_lost_number).
- exact: listed_has_move.
- exact: listed_moves.
- exact: listed_or_reaches.
Qed.

(* Every other number is won. *)
Theorem misere_subtraction_won (N : subtraction) : misere_won N <-> ~ misere_lost_number N.
Proof.
have [d n] := misere_determined N; have H := misere_subtraction_lost N.
by split=> [w /H l|nL]; [apply: n | case: d => // /H].
Qed.
