(* A checker of certificates of numbers, divided and subtracted from, that computes: the primes are proved by Lucas'
   test from a list, the divisors are gone through, and the winning moves found anew. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Grundy Sum Division Subtraction SubtractionGrundy Numbers Misere MisereNim Maps Lucas.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation positive := BinNums.positive. (* a lemma of SubtractionGrundy.v has that name too *)
Notation nat_of := Pos.to_nat.

(* ---- The program ---- *)

(* The divisors of a number from its primes and exponents, each with how many primes it has. *)
Fixpoint times (p : positive) (e : nat) (ds : seq (positive * nat)) : seq (positive * nat) :=
  if e is e'.+1 then ds ++ times p e' [seq (Pos.mul d.1 p, d.2.+1) | d <- ds] else ds.
Fixpoint divs (fs : seq (positive * nat)) : seq (positive * nat) :=
  if fs is (p, e) :: r then times p e (divs r) else [:: (1%positive, 0)].
Fixpoint power (p : positive) (e : nat) : positive := if e is e'.+1 then Pos.mul p (power p e') else 1%positive.
Fixpoint product (fs : seq (positive * nat)) : positive :=
  if fs is (p, e) :: r then Pos.mul (power p e) (product r) else 1%positive.
Definition big_omega (fs : seq (positive * nat)) : nat := foldr (fun f k => f.2 + k) 0 fs.

(* The value of a number to subtract from. *)
Fixpoint halve (x : positive) : nat * positive :=
  if x is xO y then let km := halve y in (km.1.+1, km.2) else (0, x).
Definition valuep (x : positive) : nat :=
  let km := halve x in value_at km.1 (if Pos.leb 17 km.2 then 17 else nat_of km.2).

(* A number: whether it is subtracted from, its primes and exponents, and the moves in it that are said to win. *)
Record item := Item { takes : bool; num : positive; facs : seq (positive * nat); says : seq positive }.

Definition worthp (i : item) : nat := if takes i then valuep (num i) else (big_omega (facs i)).-1.
Definition afterp (i : item) (d : positive * nat) : nat :=
  if takes i then valuep (Pos.sub (num i) d.1) else (big_omega (facs i)).-1 - d.2.
Definition factors_ok (known : pmap) (n : positive) (fs : seq (positive * nat)) : bool :=
  all (fun f => has_key known f.1) fs && Pos.eqb (product fs) n.
Definition item_ok (known : pmap) (i : item) : bool := factors_ok known (num i) (facs i).

(* All moves at a number with these factors, and whether two lists have the same numbers, the first each only once. *)
Definition all_moves (fs : seq (positive * nat)) : seq (positive * nat) :=
  [seq d <- divs fs | (0 < d.2) && (d.2 < big_omega fs)].
Definition same_numbers (said wins : seq positive) : bool :=
  if enter none [seq (d, d) | d <- said] is Some listed then
    all (has_key listed) wins && (let found := foldl (fun m d => put d d m) none wins in all (has_key found) said)
  else false.

(* The moves at one number: those listed are those that leave values that are lost. *)
Definition moves_ok (lostv : seq nat -> bool) (before after : seq nat) (i : item) : bool :=
  same_numbers (says i) [seq d.1 | d <- all_moves (facs i) & lostv (before ++ afterp i d :: after)].

Fixpoint all_moves_ok (lostv : seq nat -> bool) (before : seq nat) (items : seq item) : bool :=
  if items is i :: rest then
    moves_ok lostv before (map worthp rest) i && all_moves_ok lostv (rcons before (worthp i)) rest
  else true.

Definition balanced (vs : seq nat) : bool := Nat.eqb (nim_sum vs) 0.
Definition check_items (known : pmap) (misere : bool) (items : seq item) (wins : bool) : bool :=
  let lostv := if misere then misere_balanced else balanced in
  [&& all (item_ok known) items, ~~ misere || all (fun i => ~~ takes i) items,
      Bool.eqb wins (~~ lostv (map worthp items)) & all_moves_ok lostv [::] items].

Definition grundy_value (items : seq item) : nat := nim_sum (map worthp items).

Definition check_numbers (ws : seq witness) (misere : bool) (items : seq item) (wins : bool) : bool :=
  if prove_primes none ws is Some known then check_items known misere items wins else false.

(* ---- The proof ---- *)

Definition img (ds : seq (positive * nat)) : seq (nat * nat) := [seq (nat_of d.1, d.2) | d <- ds].

Lemma nat_mul a b : nat_of (Pos.mul a b) = nat_of a * nat_of b.
Proof. exact: Pos2Nat.inj_mul. Qed.

Lemma img_mul p ds d c : (d, c) \in img [seq (Pos.mul x.1 p, x.2.+1) | x <- ds] <->
  exists d' c', [/\ (d', c') \in img ds, d = d' * nat_of p & c = c'.+1].
Proof.
split=> [/mapP[y /mapP[x xin ->] [-> ->]]|[d' [c' [/mapP[x xin [-> ->]] -> ->]]]].
  by exists (nat_of x.1), x.2; rewrite nat_mul; split=> //; apply/mapP; exists x.
by rewrite -nat_mul; apply/mapP; exists (Pos.mul x.1 p, x.2.+1) => //; apply/mapP; exists x.
Qed.

Lemma img_times p e ds d c : (d, c) \in img (times p e ds) <->
  exists j d' c', [/\ j <= e, (d', c') \in img ds, d = d' * nat_of p ^ j & c = c' + j].
Proof.
elim: e ds d c => [|e IH] ds d c /=.
  split=> [h|[j [d' [c' [+ h -> ->]]]]]; first by exists 0, d, c; rewrite muln1 addn0.
  by rewrite leqn0 => /eqP ->; rewrite muln1 addn0.
rewrite /img map_cat mem_cat; split=> [/orP[h|/IH[j [d1 [c1 [je /img_mul[d' [c' [h -> ->]]] -> ->]]]]]|].
- by exists 0, d, c; rewrite muln1 addn0.
- by exists j.+1, d', c'; rewrite expnS mulnA addnS addSn.
case=> -[|j] [d' [c' [je h -> ->]]]; apply/orP; [left | right].
  by rewrite muln1 addn0.
apply/IH; exists j, (d' * nat_of p), c'.+1; rewrite -mulnA -expnS addSn addnS; split=> //.
by apply/img_mul; exists d', c'.
Qed.

Definition lists_divisors (ds : seq (positive * nat)) (m : nat) :=
  forall d c, (d, c) \in img ds <-> d %| m /\ c = Omega d.

Lemma dvdn_power p e m d : prime p -> d %| p ^ e * m -> exists j d', [/\ j <= e, d' %| m & d = d' * p ^ j].
Proof.
move=> pp; elim: e m d => [|e IH] m d; first by rewrite mul1n => h; exists 0, d; rewrite muln1.
rewrite expnS -mulnA => /(dvdn_prime_mul pp)[/IH[j [d' [je h ->]]]|[d1 /IH[j [d' [je h ->]]] ->]].
  by exists j, d'; split=> //; apply: leqW.
by exists j.+1, d'; rewrite expnSr mulnA.
Qed.

Lemma Omega_power p j d : prime p -> 0 < d -> Omega (d * p ^ j) = Omega d + j.
Proof.
move=> pp d0; elim: j => [|j IH]; first by rewrite muln1 addn0.
have p0 := prime_gt0 pp; have dp0 : 0 < d * p ^ j by rewrite muln_gt0 d0 expn_gt0 p0.
by rewrite expnS mulnCA (OmegaM p0 dp0) IH (Omega_prime pp) add1n addnS.
Qed.

Lemma times_divisors p e ds m : prime (nat_of p) -> 0 < m ->
  lists_divisors ds m -> lists_divisors (times p e ds) (nat_of p ^ e * m).
Proof.
move=> pp m0 H d c; split=> [/img_times[j [d' [c' [je /H[dv ->] -> ->]]]]|[/(dvdn_power pp)[j [d' [je dv ->]]] ->]].
  by rewrite Omega_power ?(dvdn_gt0 m0 dv) // [X in _ %| X]mulnC dvdn_mul // dvdn_exp2l.
by apply/img_times; exists j, d', (Omega d'); rewrite Omega_power ?(dvdn_gt0 m0 dv) //; split=> //; apply/H.
Qed.

Lemma powerE p e : nat_of (power p e) = nat_of p ^ e.
Proof. by elim: e => //= e IH; rewrite nat_mul IH expnS. Qed.

Lemma divs_all fs : all (fun f => prime (nat_of f.1)) fs ->
  lists_divisors (divs fs) (nat_of (product fs)) /\ Omega (nat_of (product fs)) = big_omega fs.
Proof.
elim: fs => [_|[p e] fs IH /= /andP[pp /IH[H E]]].
  split; last exact: Omega1.
  move=> d c; rewrite dvdn1 inE xpair_eqE; split=> [/andP[/eqP -> /eqP ->]|[/eqP -> ->]]; by rewrite Omega1.
have m0 : 0 < nat_of (product fs) by lia.
rewrite nat_mul powerE; split; first exact: times_divisors.
by rewrite mulnC Omega_power // E addnC.
Qed.

Lemma halveE x : odd (nat_of (halve x).2) /\ nat_of x = 2 ^ (halve x).1 * nat_of (halve x).2.
Proof.
have xI_nat y : nat_of y~1 = (nat_of y).*2.+1 by lia.
have xO_nat y : nat_of y~0 = 2 * nat_of y by lia.
elim: x => [x _|x [o E]|]; last by [].
  by change (odd (nat_of x~1) /\ nat_of x~1 = 1 * nat_of x~1); rewrite mul1n xI_nat /= odd_double.
by split=> //; rewrite xO_nat {1}E mulnA -expnS.
Qed.

Lemma valuepE x : valuep x = value (nat_of x).
Proof.
rewrite /valuep; have [o E] := halveE x; rewrite [in RHS]E valueE //; case: Pos.leb_spec0 => //= le.
by rewrite /value_at /=; have -> : 16 < nat_of (halve x).2 by lia.
Qed.

Lemma moves_Omega N d : 0 < N -> (d \in moves N) <-> d %| N /\ 0 < Omega d < Omega N.
Proof.
move=> N0; rewrite mem_moves; split=> [/and3P[d1 dN dv]|[dv /andP[c0 cN]]].
  by rewrite dv (Omega_gt0 d1) (Omega_dvd N0 dv dN).
rewrite dv andbT; apply/andP; split.
  by rewrite ltn_neqAle (dvdn_gt0 N0 dv) andbT; apply: contraTneq c0 => <-; rewrite Omega1.
by rewrite ltn_neqAle (dvdn_leq N0 dv) andbT; apply: contraTneq cN => ->; rewrite ltnn.
Qed.

Lemma same_numbersP said wins : same_numbers said wins -> map nat_of said =i map nat_of wins.
Proof.
rewrite /same_numbers; case Es: (enter _ _) => [listed|//] /andP[/allP h1 /allP h2] d.
have [_ _ lE] := enterP Es; have EQ : said =i wins.
  move=> x; apply/idP/idP => [/h2|/h1]; first by rewrite has_fold has_none orbF.
  by rewrite lE /unzip1 -map_comp map_id.
by apply/mapP/mapP => -[x xin ->]; exists x => //; rewrite ?EQ // -EQ.
Qed.

(* What an item stands for, and what a move leaves of it. *)
Definition place (i : item) : numbers := if takes i then inr (nat_of (num i)) else inl (nat_of (num i)).
Definition left_by (i : item) (d : nat) : numbers :=
  if takes i then inr (nat_of (num i) - d) else inl (nat_of (num i) %/ d).

Section Items.
Variable known : pmap.
Hypothesis known_ok : forall p, has_key known p -> prime (nat_of p).

Lemma factors_facts n fs : factors_ok known n fs ->
  lists_divisors (divs fs) (nat_of n) /\ Omega (nat_of n) = big_omega fs.
Proof.
case/andP=> pr /Pos.eqb_spec <-; apply: divs_all; apply: sub_all pr => f; exact: known_ok.
Qed.

Lemma all_movesP n fs : factors_ok known n fs ->
  (forall x, x \in all_moves fs -> x \in divs fs /\ nat_of x.1 \in moves (nat_of n)) /\
  forall d, d \in moves (nat_of n) -> exists2 x, x \in all_moves fs & d = nat_of x.1.
Proof.
move=> ok; have [H E] := factors_facts ok; have n0 : 0 < nat_of n by lia.
split=> [x|d dm].
  rewrite mem_filter => /andP[/andP[c0 cN] din]; split=> //.
  have /H[dv Ec] : (nat_of x.1, x.2) \in img (divs fs) by apply/mapP; exists x.
  by apply/(moves_Omega _ n0); rewrite -Ec c0 E.
have /(moves_Omega _ n0)[dv c01] := dm.
have /mapP[y yd [Ed Ec]] : (d, Omega d) \in img (divs fs) by apply/H.
by exists y; rewrite // mem_filter yd -Ec -E c01.
Qed.

Lemma item_facts i : item_ok known i ->
  lists_divisors (divs (facs i)) (nat_of (num i)) /\ Omega (nat_of (num i)) = big_omega (facs i).
Proof. exact: factors_facts. Qed.

Lemma worthpE i : item_ok known i -> worthp i = worth (place i).
Proof.
move/item_facts=> [_ E]; rewrite /worthp /place; case: (takes i) => /=; first exact: valuepE.
by rewrite E.
Qed.

Lemma afterpE i (d : positive * nat) : item_ok known i -> d \in divs (facs i) ->
  nat_of d.1 \in moves (nat_of (num i)) -> afterp i d = worth (left_by i (nat_of d.1)).
Proof.
move=> ok din dm; have [H E] := item_facts ok.
have /H[dv Ec] : (nat_of d.1, d.2) \in img (divs (facs i)) by apply/mapP; exists d.
rewrite /afterp /left_by; case: (takes i) => /=.
  rewrite valuepE; congr value; move: dm; rewrite mem_moves => /and3P[_ lt _]; lia.
have := division_grundy_after (N := nat_of (num i)) dm; rewrite !division_grundy => ->.
by rewrite E Ec.
Qed.

Lemma moves_okP lostv before after i : item_ok known i -> moves_ok lostv before after i ->
  forall d, d \in map nat_of (says i) <->
    d \in moves (nat_of (num i)) /\ lostv (before ++ worth (left_by i d) :: after).
Proof.
move=> ok /same_numbersP same d; have [msP ms_all] := all_movesP ok; rewrite same.
split=> [/mapP[x /mapP[y]]|[dm lo]].
  by rewrite mem_filter => /andP[lo /msP[yd ym]] -> ->; rewrite -afterpE.
have [y yin Ed] := ms_all _ dm; have [yd _] := msP _ yin.
by rewrite Ed; apply: map_f; apply: map_f; rewrite mem_filter yin afterpE -?Ed ?lo.
Qed.

Lemma all_moves_okP lostv before items : all (item_ok known) items -> all_moves_ok lostv before items ->
  forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <->
    d \in moves (nat_of (num i)) /\
    lostv (before ++ [seq worth (place x) | x <- a] ++ worth (left_by i d) :: [seq worth (place x) | x <- b]).
Proof.
have worths s : all (item_ok known) s -> map worthp s = [seq worth (place x) | x <- s].
  by elim: s => //= x s IH /andP[/worthpE -> /IH ->].
elim: items before => [|x items IH] before; first by move=> _ _ [].
case/andP=> okx oks /andP[mx ms] [|y a] i b [<- Eb] d.
  by rewrite (moves_okP okx mx) worths // Eb.
have := IH _ oks ms a i b Eb d; rewrite cat_rcons worthpE //; exact.
Qed.

Lemma worthsE items : all (item_ok known) items -> map worthp items = map worth (map place items).
Proof. by elim: items => //= x s IH /andP[/worthpE -> /IH ->]. Qed.

(* Normal play: whoever cannot move has lost. *)
Theorem check_items_sound items wins : check_items known false items wins ->
  let s : sum numbers := map place items in
  (if wins then won s else lost s) /\
  forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <->
    d \in moves (nat_of (num i)) /\ lost (map place a ++ left_by i d :: map place b : sum numbers).
Proof.
case/and4P=> ok _ /Bool.eqb_prop -> ms s.
have lostE (t : sum numbers) : lost t <-> balanced (map worth (t : seq numbers)).
  rewrite numbers_lost /balanced; split=> [->//|/Nat.eqb_spec //].
split.
  rewrite worthsE //; case E: (balanced _) => /=; first exact/lostE.
  by apply/won_not_lost => /lostE; rewrite E.
move=> a i b Ei d; rewrite (all_moves_okP ok ms Ei) lostE map_cat /= -!map_comp; exact: iff_refl.
Qed.

(* Where the last move loses. *)
Theorem check_items_misere_sound items wins : check_items known true items wins ->
  let n i : nat := nat_of (num i) in
  let s : sum division := map n items in
  [/\ all (fun i => ~~ takes i) items,
      if wins then misere_won s else misere_lost s &
      forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <->
        d \in moves (n i) /\ misere_lost (map n a ++ n i %/ d :: map n b : sum division)].
Proof.
case/and4P=> ok dv /Bool.eqb_prop -> ms n s; rewrite /= in dv.
have worthE t : all (fun i => ~~ takes i) t -> [seq worth (place i) | i <- t] = [seq (Omega N).-1 | N <- map n t].
  by elim: t => //= i t IH /andP[/negbTE ti /IH ->]; rewrite /place ti.
split=> //.
  rewrite worthsE // -map_comp worthE //; case E: (misere_balanced _) => /=; first exact/misere_division_lost.
  by apply/misere_division_won; rewrite E.
move=> a i b Ei d; rewrite (all_moves_okP ok ms Ei) misere_division_lost map_cat /=.
move: dv; rewrite Ei all_cat /= => /and3P[da /negbTE di db].
rewrite !worthE // /left_by di /=; exact: iff_refl.
Qed.
End Items.

(* Several numbers, each divided or subtracted from: the verdict is right, and of each number the moves listed are those
   that win, and no others. *)
Theorem check_numbers_sound ws items wins : check_numbers ws false items wins ->
  let s : sum numbers := map place items in
  (if wins then won s else lost s) /\
  forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <->
    d \in moves (nat_of (num i)) /\ lost (map place a ++ left_by i d :: map place b : sum numbers).
Proof.
rewrite /check_numbers; case E: (prove_primes _ _) => [known|//].
exact: check_items_sound (proved_primes E) _ _.
Qed.

(* The Grundy value, of what the checker says yes to. *)
Theorem check_numbers_grundy ws items wins : check_numbers ws false items wins ->
  grundy (map place items : sum numbers) = grundy_value items.
Proof.
rewrite /check_numbers; case E: (prove_primes _ _) => [known|//] /and4P[ok _ _ _].
rewrite sum_grundy /grundy_value (worthsE (proved_primes E) ok) /values; congr nim_sum.
by apply: eq_map => p; apply: worth_grundy.
Qed.

(* The same for numbers that are divided, where the last move loses. *)
Theorem check_numbers_misere_sound ws items wins : check_numbers ws true items wins ->
  let n i : nat := nat_of (num i) in
  let s : sum division := map n items in
  [/\ all (fun i => ~~ takes i) items,
      if wins then misere_won s else misere_lost s &
      forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <->
        d \in moves (n i) /\ misere_lost (map n a ++ n i %/ d :: map n b : sum division)].
Proof.
rewrite /check_numbers; case E: (prove_primes _ _) => [known|//].
exact: check_items_misere_sound (proved_primes E) _ _.
Qed.

(* One number. *)
Lemma one_division (N : division) :
  (lost ([:: inl N] : sum numbers) <-> lost N) /\ (won ([:: inl N] : sum numbers) <-> won N).
Proof.
have [l w] := @same_moves_same_outcome division numbers (@inl nat nat) (fun p => fun x => erefl) N.
by rewrite (sum_one (inl N : numbers)).1 (sum_one (inl N : numbers)).2.
Qed.

Lemma one_subtraction (N : subtraction) :
  (lost ([:: inr N] : sum numbers) <-> lost N) /\ (won ([:: inr N] : sum numbers) <-> won N).
Proof.
have [l w] := @same_moves_same_outcome subtraction numbers (@inr nat nat) (fun p => fun x => erefl) N.
by rewrite (sum_one (inr N : numbers)).1 (sum_one (inr N : numbers)).2.
Qed.

Theorem check_division ws N fs ds wins : check_numbers ws false [:: Item false N fs ds] wins ->
  (if wins then won (nat_of N : division) else lost (nat_of N : division)) /\
  forall d, d \in map nat_of ds <-> d \in moves (nat_of N) /\ lost (nat_of N %/ d : division).
Proof.
case/check_numbers_sound=> H M; split.
  by case: (wins) H => H; [apply/(one_division _).2 | apply/(one_division _).1].
by move=> d; have := M [::] _ [::] erefl d; rewrite (one_division (nat_of N %/ d)).1.
Qed.

Theorem check_subtraction ws N fs ds wins : check_numbers ws false [:: Item true N fs ds] wins ->
  (if wins then won (nat_of N : subtraction) else lost (nat_of N : subtraction)) /\
  forall d, d \in map nat_of ds <-> d \in moves (nat_of N) /\ lost (nat_of N - d : subtraction).
Proof.
case/check_numbers_sound=> H M; split.
  by case: (wins) H => H; [apply/(one_subtraction _).2 | apply/(one_subtraction _).1].
by move=> d; have := M [::] _ [::] erefl d; rewrite (one_subtraction (nat_of N - d)).1.
Qed.
