(* The pie rule over both checkers, and all of them as a program. While the swap is open, the certificate of the
   position inside says which moves win and whether swapping does; before the first move there is nothing to check but
   that there is one. *)
From Coq Require Import PArith NArith.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Misere Pie Sum Division Numbers DivisorPool Maps PartsChecker PoolChecker Lucas
  NumbersChecker MisereSubtractionChecker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Notation positive := BinNums.positive.

(* ---- The program ---- *)

Definition check_pool_first (low high : positive) (o : opening) : bool :=
  Pos.leb low high && has (may_open o) (range (span low high).+1 low).
Definition check_pool_open (low high : positive) (o : opening) (pick : positive) (c : certificate) (swap : bool)
    (moves : seq positive) : bool := check_pool low high o [:: pick] c (~~ swap) moves.

(* Before the first move a divisor shows that there is one. *)
Definition check_numbers_first (numbers : seq (bool * positive)) (d : positive) : bool :=
  has (fun x => [&& Pos.ltb 1 d, Pos.ltb d x.2 & N.eqb (N.modulo (Npos x.2) (Npos d)) 0]) numbers.
Definition check_numbers_open (ws : seq witness) (misere : bool) (items : seq item) (swap : bool) : bool :=
  check_numbers ws misere items (~~ swap) && (swap || has (fun i => if says i is [::] then false else true) items).

(* ---- The proof ---- *)

Theorem check_pool_first_sound low high o : check_pool_first low high o ->
  let G := duel_by_picks (nat_of low) (nat_of high) (allowed o) in
  [/\ options ([::] : G) != [::], lost ((First, [::]) : pie G false) & misere_lost ((First, [::]) : pie G true)].
Proof.
case/andP=> /Pos.leb_spec0 lh /hasP[x xr ox] G.
suff ne : options ([::] : G) != [::].
  split=> //; first by have [] := @pie_rule G [::].
  by have [h _ _] := @misere_pie_rule G [::]; apply: h.
have : [:: nat_of x] \in options ([::] : G); last by case: (options _).
apply/picks_optionsP; exists (nat_of x); split=> //; last by rewrite /may_pick -may_openE.
by move: xr; rewrite mem_range mem_filter mem_iota /= n_val.
Qed.

Theorem check_pool_open_sound low high o pick c swap moves : check_pool_open low high o pick c swap moves ->
  let G := duel_by_picks (nat_of low) (nat_of high) (allowed o) in
  let p : G := [:: nat_of pick] in
  [/\ played p, won ((Open, p) : pie G false), swap <-> lost ((Past, p) : pie G false) &
      forall v : nat, v \in map nat_of moves <->
        (rcons p v : G) \in options p /\ lost ((Past, rcons p v) : pie G false)].
Proof.
case/check_pool_sound=> pl M _ W G p; split=> //.
- by have [] := pie_rule p.
- rewrite (pie_past p).1; case: swap W => W; split=> // L; by case: (lost_not_won L W).
by move=> v; rewrite (pie_past (rcons p v : G)).1; apply: M.
Qed.

Definition placed (x : bool * positive) : numbers := if x.1 then inr (nat_of x.2) else inl (nat_of x.2).

Theorem check_numbers_first_sound ns d : check_numbers_first ns d ->
  let s : sum numbers := map placed ns in
  [/\ options s != [::], lost ((First, s) : pie (sum numbers) false) &
      misere_lost ((First, s) : pie (sum numbers) true)].
Proof.
case/hasP=> x xin /and3P[/Pos.ltb_spec0 d1 /Pos.ltb_spec0 dx dv] s; rewrite dvdp in dv.
have dm : nat_of d \in Division.moves (nat_of x.2).
  rewrite mem_moves dv andbT; apply/andP; split; apply/ltP; first exact: (Pos2Nat.inj_lt 1 d).1.
  exact: (Pos2Nat.inj_lt _ _).1.
suff ne : options s != [::].
  split=> //; first by have [] := pie_rule s.
  by have [h _ _] := misere_pie_rule s; apply: h.
have : (if x.1 then inr (nat_of x.2 - nat_of d) else inl (nat_of x.2 %/ nat_of d) : numbers) \in options (placed x).
  by rewrite /placed; case: (x.1); apply: map_f; apply: map_f.
move: (if _ then _ else _) => q qo; rewrite /s; case/path.splitPr: xin => a b.
have : (map placed a ++ q :: map placed b : sum numbers) \in options (map placed (a ++ x :: b) : sum numbers).
  by apply/sum_optionsP; exists (map placed a), (placed x), q, (map placed b); rewrite map_cat.
by case: (options _).
Qed.

Theorem check_numbers_open_sound ws items swap : check_numbers_open ws false items swap ->
  let s : sum numbers := map place items in
  [/\ won ((Open, s) : pie (sum numbers) false), swap <-> lost ((Past, s) : pie (sum numbers) false) &
      forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <-> d \in moves (nat_of (num i)) /\
        lost ((Past, map place a ++ left_by i d :: map place b) : pie (sum numbers) false)].
Proof.
case/andP=> /check_numbers_sound[W M] _ s; split.
- by have [] := pie_rule s.
- rewrite (pie_past s).1; case: swap W => W; split=> // L; by case: (lost_not_won L W).
by move=> a i b Ei d; rewrite (pie_past (_ : sum numbers)).1; apply: M.
Qed.

Theorem check_numbers_open_misere_sound ws items swap : check_numbers_open ws true items swap ->
  let n i : nat := nat_of (num i) in
  let s : sum division := map n items in
  [/\ misere_won ((Open, s) : pie (sum division) true), swap <-> misere_lost ((Past, s) : pie (sum division) true) &
      forall a i b, items = a ++ i :: b -> forall d, d \in map nat_of (says i) <-> d \in moves (n i) /\
        misere_lost ((Past, map n a ++ n i %/ d :: map n b) : pie (sum division) true)].
Proof.
case/andP=> /check_numbers_misere_sound[_ W M] _ n s; split.
- by have [] := misere_pie_rule s.
- rewrite (misere_pie_past s).1; case: swap W => W; split=> // L.
  by have [_ no] := misere_determined s; case: no.
by move=> a i b Ei d; rewrite (misere_pie_past (_ : sum division)).1; apply: M.
Qed.

(* The checkers as an OCaml program. Only bool, list, option, pairs and unit become OCaml's own; every number stays the
   inductive one that the theorems are about, so no machine integer is trusted. *)
From Coq Require Import Extraction ExtrOcamlBasic.
Extraction "checker.ml" check_pool check_numbers grundy_value check_pool_first check_pool_open check_numbers_first
  check_numbers_open check_misere_subtraction check_misere_subtraction_open.
