(* A checker of certificates of misere Subtraction: one number to subtract from, where the last move loses. The factors
   of the number, and of the numbers 2 and 3 below it where they matter, show whatever has to be known to be prime. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Division Subtraction Misere MisereSubtraction Pie Maps Lucas NumbersChecker Exponents.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation positive := BinNums.positive.
Notation nat_of := Pos.to_nat.

(* ---- The program ---- *)

Definition among (x : positive) (xs : seq positive) : bool := has (Pos.eqb x) xs.

(* 2^k and 3 * 2^k that are lost; 3(2^k + 1), odd and won; and the primes whose doubles are won, of which 3 is one. *)
Definition lost_powers : seq positive :=
  [seq power 2 k | k <- exponents_A] ++ [seq Pos.mul 3 (power 2 k) | k <- exponents_B].
Definition won_odds : seq positive := [seq Pos.mul 3 (Pos.succ (power 2 k)) | k <- exponents_B].
Definition won_halves : seq positive :=
  [seq Pos.succ (power 2 k.-1) | k <- exponents_A] ++ [seq Pos.succ (Pos.mul 3 (power 2 k.-1)) | k <- exponents_B].

(* The primes whose doubles are lost; and whether a number is lost, by the primes, those primes and their triples. *)
Definition lost_halves (primes : seq positive) : seq positive := [seq p <- primes | ~~ among p won_halves].
Definition is_listed (primes halves triples : seq positive) (x : positive) : bool :=
  match x with
  | xO h => among x lost_powers || among h halves
  | xI _ => ~~ [|| among x primes, among x won_odds | among x triples]
  | xH => false
  end.

(* The numbers whose factors are needed. *)
Definition needed (n : positive) : seq positive :=
  if n is xO h then
    if Pos.eqb h 1 then [:: n] else
    if N.eqb (N.modulo (Npos n) 3) 0 then [:: n; Pos.sub n 2; Pos.sub n 3] else [:: n; Pos.sub n 2]
  else [:: n].

Definition check_misere_subtraction (ws : seq witness) (n : positive) (fss : seq (seq (positive * nat)))
    (said : seq positive) (wins : bool) : bool :=
  if prove_primes none ws is Some known then
    let primes := [seq f.1 | f <- flatten fss] in
    let halves := lost_halves primes in
    let lost := is_listed primes halves (map (Pos.mul 3) halves) in
    [&& Pos.ltb n (power 2 60), all2 (factors_ok known) (needed n) fss, Bool.eqb wins (~~ lost n) &
        same_numbers said [seq d.1 | d <- all_moves (head [::] fss) & lost (Pos.sub n d.1)]]
  else false.

Definition check_misere_subtraction_open (ws : seq witness) (n : positive) (fss : seq (seq (positive * nat)))
    (said : seq positive) (swap : bool) : bool :=
  check_misere_subtraction ws n fss said (~~ swap) && (swap || (if said is [::] then false else true)).

(* ---- The proof ---- *)

Arguments among : simpl never.

Lemma amongP x xs : reflect (exists2 y, y \in xs & nat_of x = nat_of y) (among x xs).
Proof.
apply: (iffP hasP) => [[y yin /Pos.eqb_spec ->]|[y yin /Pos2Nat.inj E]]; first by exists y.
by exists y => //; apply/Pos.eqb_spec.
Qed.

Lemma pow_small k j : 2 ^ k < 2 ^ j -> k < j.
Proof. by rewrite ltn_exp2l. Qed.

Lemma A_small k : k \in exponents_A -> [&& k < 60, 0 < k & in_A k].
Proof.
move=> kA; have /allP/(_ _ kA)/andP[k60 k0] : all (fun k => (k < 60) && (0 < k)) exponents_A by [].
by rewrite k60 k0 (exponents_listed k60).1 kA.
Qed.

Lemma B_small k : k \in exponents_B -> [&& k < 60, 0 < k & in_B k].
Proof.
move=> kB; have /allP/(_ _ kB)/andP[k60 k0] : all (fun k => (k < 60) && (0 < k)) exponents_B by [].
by rewrite k60 k0 (exponents_listed k60).2 kB.
Qed.

Lemma lost_powersP x : nat_of x < 2 ^ 60 -> among x lost_powers <->
  (exists2 k, in_A k & nat_of x = 2 ^ k) \/ (exists2 k, in_B k & nat_of x = 3 * 2 ^ k).
Proof.
move=> lt; split=> [/amongP[y]|[] [k kin E]].
- rewrite mem_cat => /orP[] /mapP[k kin -> ->].
    by have /and3P[_ _ kA] := A_small kin; left; exists k; rewrite // powerE.
  by have /and3P[_ _ kB] := B_small kin; right; exists k; rewrite // nat_mul powerE.
- have k60 : k < 60 by apply: pow_small; rewrite -E.
  apply/amongP; exists (power 2 k); last by rewrite powerE.
  by rewrite mem_cat map_f // -(exponents_listed k60).1.
have k60 : k < 60 by apply: pow_small; rewrite (leq_ltn_trans _ lt) // E leq_pmull.
apply/amongP; exists (Pos.mul 3 (power 2 k)); last by rewrite nat_mul powerE.
by rewrite mem_cat orbC (map_f (fun k => Pos.mul 3 (power 2 k))) // -(exponents_listed k60).2.
Qed.

Lemma won_oddsP x : nat_of x < 2 ^ 60 -> among x won_odds <-> exists2 k, in_B k & nat_of x = 3 * (2 ^ k + 1).
Proof.
have val k : nat_of (Pos.mul 3 (Pos.succ (power 2 k))) = 3 * (2 ^ k + 1).
  by rewrite nat_mul Pos2Nat.inj_succ powerE addn1.
move=> lt; split=> [/amongP[y /mapP[k kin -> ->]]|[k kin E]].
  by have /and3P[_ _ kB] := B_small kin; exists k; rewrite ?val.
have k60 : k < 60 by apply: pow_small; rewrite (leq_ltn_trans _ lt) // E; lia.
apply/amongP; exists (Pos.mul 3 (Pos.succ (power 2 k))); last by rewrite val.
by apply: (map_f (fun k => Pos.mul 3 (Pos.succ (power 2 k)))); rewrite -(exponents_listed k60).2.
Qed.

Section Primes.
Variable primes : seq positive.
Hypothesis primes_ok : forall q, q \in primes -> prime (nat_of q).
Definition decided (y : nat) := prime y -> exists2 q, q \in primes & nat_of q = y.

Lemma lost_halvesP (y : nat) : 0 < y < 2 ^ 59 -> decided y ->
  (exists2 q, q \in lost_halves primes & nat_of q = y) <-> lost_twice y.
Proof.
move=> /andP[y0 lt] dec; split=> [[q]|[yp y3 nA nB]].
  rewrite mem_filter => /andP[/amongP nw qin] Eq; split; first by rewrite -Eq; apply: primes_ok.
  - move=> E3; apply: nw; exists (Pos.succ (power 2 1)); last by rewrite Eq E3.
    by rewrite mem_cat (map_f (fun k => Pos.succ (power 2 k.-1)) (x := 2)).
  - case=> k /andP[k2 kA] E; apply: nw; have k60 : k < 60.
      have : k - 1 < 59 by apply: pow_small; rewrite (leq_ltn_trans _ lt) // E leq_addr.
      by lia.
    exists (Pos.succ (power 2 k.-1)); last by rewrite Eq E Pos2Nat.inj_succ powerE addn1 subn1.
    by rewrite mem_cat (map_f (fun k => Pos.succ (power 2 k.-1))) // -(exponents_listed k60).1.
  case=> k kB E; apply: nw; have k60 : k < 60.
    have : k - 1 < 59 by apply: pow_small; rewrite (leq_ltn_trans _ lt) // E; lia.
    by lia.
  exists (Pos.succ (Pos.mul 3 (power 2 k.-1))); last first.
    by rewrite Eq E Pos2Nat.inj_succ nat_mul powerE addn1 subn1.
  by rewrite mem_cat orbC (map_f (fun k => Pos.succ (Pos.mul 3 (power 2 k.-1)))) // -(exponents_listed k60).2.
have [q qin Eq] := dec yp; exists q => //; rewrite mem_filter qin andbT; apply/amongP => -[z].
rewrite mem_cat => /orP[] /mapP[k kin ->]; rewrite Eq Pos2Nat.inj_succ ?nat_mul powerE => E.
  have /and3P[_ k0 kA] := A_small kin; have [k2|k2] := ltnP 2 k.
    by apply: nA; exists k; rewrite ?k2 // E addn1 subn1.
  have Ek : k = 2 by move: kA; case: k k0 k2 {kin E} => [|[|[|]]].
  by apply: y3; rewrite E Ek.
have /and3P[_ _ kB] := B_small kin; by apply: nB; exists k; rewrite // E addn1 subn1.
Qed.

(* A number is on the list exactly if it is found there, where its primes are decided. *)
Lemma is_listedP x : nat_of x < 2 ^ 60 -> (odd (nat_of x) -> decided (nat_of x)) ->
  (forall y, nat_of x = 2 * y -> decided y) -> (forall y, odd (nat_of x) -> nat_of x = 3 * y -> decided y) ->
  is_listed primes (lost_halves primes) (map (Pos.mul 3) (lost_halves primes)) x <-> misere_lost_number (nat_of x).
Proof.
move=> lt d1 d2 d3; rewrite /is_listed; case: x lt d1 d2 d3 => [h|h|] lt d1 d2 d3.
- set x := h~1%positive in lt d1 d2 d3 *; have ox : odd (nat_of x) by rewrite /x; lia.
  have x1 : 1 < nat_of x by rewrite /x; lia.
  have third p : 0 < p -> nat_of x = 3 * p -> 0 < p < 2 ^ 59.
    by move: lt; rewrite expnS; move: (2 ^ 59) => bound; lia.
  have thrice : among x (map (Pos.mul 3) (lost_halves primes)) <-> exists2 p, lost_twice p & nat_of x = 3 * p.
    split=> [/amongP[y /mapP[q qin ->]]|[p pl E]].
      rewrite nat_mul => E; exists (nat_of q) => //; apply/(lost_halvesP _ (d3 _ ox E)); last by exists q.
      by apply: third; [lia | exact: E].
    have [/prime_gt0 p0 _ _ _] := pl; have /(lost_halvesP (third _ p0 E) (d3 _ ox E))[q qin Eq] := pl.
    apply/amongP; exists (Pos.mul 3 q); first exact: map_f.
    by rewrite nat_mul Eq.
  have primeE : among x primes = prime (nat_of x).
    apply/amongP/idP => [[y yin ->]|/(d1 ox)[q qin Eq]]; first exact: primes_ok.
    by exists q.
  rewrite primeE; split=> [/norP[np /norP[/negP no /negP nt]]|/(odd_listed ox)[_ _ np nt no]].
    by constructor 2; split=> //; [move/thrice | move/(won_oddsP lt)].
  by apply/norP; split=> //; apply/norP; split; apply/negP; [move/(won_oddsP lt) | move/thrice].
- have Ex : nat_of h~0 = 2 * nat_of h by lia.
  have nx : ~~ odd (nat_of h~0) by lia.
  have h59 : 0 < nat_of h < 2 ^ 59 by move: lt; rewrite expnS Ex ltn_mul2l /= => ->; lia.
  have := lost_halvesP h59 (d2 _ Ex); set H := (exists2 q, _ & _) => HP.
  have am : among h (lost_halves primes) <-> H.
    by split=> [/amongP[q qin E]|[q qin E]]; [exists q | apply/amongP; exists q].
  have pw := lost_powersP lt; split=> [/orP[/pw[A|B]|/am/HP L]|].
  + by constructor 3.
  + by constructor 4.
  + by constructor 1; exists (nat_of h).
  case=> [[p pl E]|[o _ _ _ _]|A|B].
  + by apply/orP; right; apply/am/HP; have -> : nat_of h = p by lia.
  + by rewrite o in nx.
  + by apply/orP; left; apply/pw; left.
  by apply/orP; left; apply/pw; right.
change (nat_of 1) with 1; split=> // -[[p _ E]|[_ //]|[k kA E]|[k _ E]]; first by lia.
- by case: k kA E => // k _; rewrite expnS; lia.
by lia.
Qed.
End Primes.

(* A prime that divides a number is among its factors. *)
Lemma factor_found known n fs p : all_prime known -> factors_ok known n fs -> prime p -> p %| nat_of n ->
  exists2 f, f \in fs & nat_of f.1 = p.
Proof.
move=> kn /andP[/allP ks /Pos.eqb_spec <-] pp; elim: fs ks => [_|[q e] fs IH ks].
  by rewrite dvdn1; case: eqP pp => // ->.
rewrite [product _]/= nat_mul powerE Euclid_dvdM // => /orP[|/IH[g gin|g gin Eg]].
- rewrite Euclid_dvdX // => /andP[+ _]; rewrite dvdn_prime2 //; last by apply: kn; apply: (ks (q, e)); rewrite mem_head.
  by move/eqP => ->; exists (q, e); rewrite ?mem_head.
- by apply: ks; rewrite inE gin orbT.
by exists g; rewrite // inE gin orbT.
Qed.

Lemma all2_found (S T : eqType) (r : S -> T -> bool) xs ys x : all2 r xs ys -> x \in xs -> exists2 y, y \in ys & r x y.
Proof.
elim: xs ys => [//|x' xs IH] [//|y ys] /= /andP[xy rest]; rewrite inE => /orP[/eqP ->|/(IH _ rest)[z zin xz]].
  by exists y; rewrite ?mem_head.
by exists z; rewrite // inE zin orbT.
Qed.

Lemma needed_even n : ~~ odd (nat_of n) -> 2 < nat_of n -> Pos.sub n 2 \in needed n.
Proof.
rewrite /needed; case: n => [h|h|]; [by lia | | by []]; move=> _ h2.
case: Pos.eqb_spec => [E|_]; first by rewrite E in h2.
by case: ifP; rewrite !inE eqxx orbT.
Qed.

Lemma needed_six n : ~~ odd (nat_of n) -> 2 < nat_of n -> 3 %| nat_of n -> Pos.sub n 3 \in needed n.
Proof.
rewrite /needed; case: n => [h|h|]; [by lia | | by []]; move=> _ h2.
case: Pos.eqb_spec => [E|_]; first by rewrite E in h2.
by rewrite -(dvdp 3) => ->; rewrite !inE eqxx !orbT.
Qed.

Theorem check_misere_subtraction_sound ws n fss said wins : check_misere_subtraction ws n fss said wins ->
  let N : subtraction := nat_of n in
  (if wins then misere_won N else misere_lost N) /\
  forall d, d \in map nat_of said <-> d \in moves N /\ misere_lost ((N : nat) - d : subtraction).
Proof.
move=> C N; move: C; rewrite /check_misere_subtraction.
case Ek: (prove_primes _ _) => [known|//]; have kn := proved_primes Ek.
set primes := [seq f.1 | f <- _]; set lost := is_listed _ _ _.
case/and4P=> /Pos.ltb_spec0/Pos2Nat.inj_lt/ltP small fok /Bool.eqb_prop Ew /same_numbersP same.
have {}small : N < 2 ^ 60 by move: small; rewrite powerE.
have N0 : 0 < N by rewrite /N; lia.
have primes_ok q : q \in primes -> prime (nat_of q).
  case/mapP=> f /flattenP[fs fsin fin] ->; apply: kn.
  have [m _] : exists2 m, m \in needed n & factors_ok known m fs.
    elim: (needed n) (fss) fok fsin => [|m ms IH] [|gs gss] //= /andP[mg rest]; rewrite inE => /orP[/eqP ->|].
      by exists m; rewrite ?mem_head.
    by case/(IH _ rest)=> m' min ok; exists m'; rewrite // inE min orbT.
  by case/andP=> /allP/(_ _ fin).
have found m y : m \in needed n -> prime y -> y %| nat_of m -> exists2 q, q \in primes & nat_of q = y.
  move=> /(all2_found fok)[fs fsin ok] yp /(factor_found kn ok yp)[f fin Ef].
  by exists f.1 => //; apply: map_f; apply/flattenP; exists fs.
have first_needed : n \in needed n by case: (n) => [h|h|] /=; rewrite ?mem_head //; do !case: ifP; rewrite ?mem_head.
have dec y : y %| N -> decided primes y by move=> dv yp; apply: found yp dv.
have lostN : lost n <-> misere_lost_number N.
  apply: is_listedP => // [_|y E|y _ E]; apply: dec => //; rewrite -/N in E; by rewrite E dvdn_mull.
have lostM (d : positive) : nat_of d \in moves N -> lost (Pos.sub n d) <-> misere_lost_number (N - nat_of d).
  rewrite mem_moves => /and3P[d1 dN dv]; have EM : nat_of (Pos.sub n d) = N - nat_of d by rewrite /N in dN *; lia.
  rewrite -EM; have dM : nat_of d %| nat_of (Pos.sub n d) by rewrite EM dvdn_sub.
  move: EM dM; move: (nat_of (Pos.sub n d)) (is_listedP primes_ok (x := Pos.sub n d)) => M HM EM dM.
  apply: HM => [|oM|y E|y oM E]; first by rewrite EM (leq_ltn_trans (leq_subr _ _)).
  - move=> Mp; have Ed : nat_of d = M by have /primeP[_ /(_ _ dM)/orP[]/eqP E //] := Mp; move: d1; rewrite E.
    by apply: dec; rewrite // -Ed.
  - move=> yp; have [yd|nd] := boolP (y %| nat_of d); first by apply: dec (dvdn_trans yd dv) yp.
    have /dvdn_leq : nat_of d %| 2 by move: dM; rewrite E Gauss_dvdl // coprime_sym prime_coprime.
    move=> /(_ isT) d2; have Ed : nat_of d = 2 by lia.
    have EN : N = 2 * y + 2 by lia.
    have y0 := prime_gt0 yp; apply: found (needed_even _ _) yp _; rewrite -?/N; try lia.
    by have -> : nat_of (Pos.sub n 2) = 2 * y; [rewrite /N in EN; lia | rewrite dvdn_mull].
  move=> yp; have [yd|nd] := boolP (y %| nat_of d); first by apply: dec (dvdn_trans yd dv) yp.
  have /primeP[_ H3] : prime 3 by [].
  have /H3/orP[/eqP|/eqP Ed] : nat_of d %| 3 by move: dM; rewrite E Gauss_dvdl // coprime_sym prime_coprime.
    by lia.
  have EN : N = 3 * y + 3 by lia.
  have y0 := prime_gt0 yp; have oy : odd y by move: oM; rewrite E oddM.
  apply: found (needed_six _ _ _) yp _; rewrite -?/N; first by rewrite EN oddD oddM oy.
  - by lia.
  - by rewrite EN dvdn_add // dvdn_mulr.
  by have -> : nat_of (Pos.sub n 3) = 3 * y; [rewrite /N in EN; lia | rewrite dvdn_mull].
split.
  rewrite Ew; case E: (lost n) => /=; first by apply/misere_subtraction_lost/lostN.
  by apply/misere_subtraction_won => /lostN; rewrite E.
have [fs Efs] : exists fs, head [::] fss = fs /\ factors_ok known n fs.
  move: fok; have -> : needed n = n :: behead (needed n) by case: (n) => [h|h|] //=; case: ifP => // _; case: ifP.
  by case: (fss) => [|fs gss] //= /andP[ok _]; exists fs.
have [msP ms_all] := all_movesP kn Efs.2.
move=> d; rewrite same Efs.1; split=> [/mapP[x /mapP[y]]|[dm lo]].
  rewrite mem_filter => /andP[lo /msP[_ ym]] -> ->; split=> //.
  by apply/misere_subtraction_lost/lostM.
have [y yin Ed] := ms_all _ dm; rewrite Ed; apply: map_f; apply: map_f; rewrite mem_filter yin andbT.
by apply/lostM; rewrite -?Ed //; apply/misere_subtraction_lost.
Qed.

Theorem check_misere_subtraction_open_sound ws n fss said swap : check_misere_subtraction_open ws n fss said swap ->
  let N : subtraction := nat_of n in
  [/\ misere_won ((Open, N) : pie subtraction true), swap <-> misere_lost ((Past, N) : pie subtraction true) &
      forall d, d \in map nat_of said <->
        d \in moves N /\ misere_lost ((Past, (N : nat) - d : subtraction) : pie subtraction true)].
Proof.
case/andP=> /check_misere_subtraction_sound[W M] _ N; split.
- by have [] := misere_pie_rule N.
- rewrite (misere_pie_past N).1; case: swap W => W; split=> // L.
  by have [_ no] := misere_determined N; case: no.
by move=> d; rewrite (misere_pie_past (_ : subtraction)).1; apply: M.
Qed.
