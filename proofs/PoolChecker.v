(* The checker of pools, whole: the course of play, the certificate and the list of winning picks. What it says yes to
   is true of the game as the rule book has it, whose positions are the picks so far. *)
From Coq Require Import PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Pool Openings Certificate Parts DivisorPool Maps PartsChecker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---- The rules: a position is the list of the picks so far ---- *)
Section ByPicks.
Variables (low high : nat) (allowed : pred nat).

Definition left_after (picks : seq nat) : seq nat := [seq v <- iota low (high - low).+1 | v \notin picks].
Definition may_pick (picks : seq nat) (v : nat) : bool :=
  if picks is p :: rest then joined (last p rest) v else allowed v.
Definition picks_options (picks : seq nat) : seq (seq nat) :=
  [seq rcons picks v | v <- left_after picks & may_pick picks v].

Lemma left_uniq p : uniq (left_after p).
Proof. by rewrite filter_uniq ?iota_uniq. Qed.

Lemma left_rcons p v : left_after (rcons p v) = rem v (left_after p).
Proof.
rewrite rem_filter ?left_uniq // -filter_predI; apply: eq_filter => x.
by rewrite /= mem_rcons inE negb_or.
Qed.

Lemma picks_rank_drops (p q : seq_eqType nat_eqType) :
  q \in picks_options p -> size (left_after q) < size (left_after p).
Proof.
case/mapP=> v; rewrite mem_filter => /andP[_ vp] ->; rewrite left_rcons size_rem //.
by case: (left_after p) vp.
Qed.

Definition duel_by_picks : game := Game picks_rank_drops.

(* The positions a game can come to. *)
Inductive played : duel_by_picks -> Prop :=
| Start : played [::]
| Next (p q : duel_by_picks) : played p -> q \in options p -> played q.

Lemma picks_optionsP (p q : duel_by_picks) :
  reflect (exists v, [/\ v \in left_after p, may_pick p v & q = rcons p v]) (q \in options p).
Proof.
apply: (iffP mapP) => [[v]|[v [vl mv ->]]]; last by exists v; rewrite // mem_filter mv.
by rewrite mem_filter => /andP[mv vl] ->; exists v.
Qed.

Lemma may_last p v : p != [::] -> may_pick p v = joined (last 0 p) v.
Proof. by case: p. Qed.

(* After the first pick it is the pool on paper. *)
Lemma picks_paper (p : duel_by_picks) : p != [::] ->
  (lost p <-> lost ((left_after p, last 0 p) : paper_pool)) /\ (won p <-> won ((left_after p, last 0 p) : paper_pool)).
Proof.
elim/game_ind: p => p IH p0.
have there v : v \in left_after p -> may_pick p v ->
    [/\ rcons p v \in options p, rcons p v != [::] &
        ((left_after (rcons p v), last 0 (rcons p v)) : paper_pool)
          \in options ((left_after p, last 0 p) : paper_pool)].
  move=> vl mv; split; [by apply/picks_optionsP; exists v | by case: (p : seq nat) |].
  by rewrite last_rcons left_rcons; apply/mapP; exists v; rewrite // mem_filter vl -may_last // mv.
have back (r : paper_pool) : r \in options ((left_after p, last 0 p) : paper_pool) ->
    exists v, [/\ v \in left_after p, may_pick p v & r = (left_after (rcons p v), last 0 (rcons p v))].
  case/mapP=> v; rewrite mem_filter -may_last // => /andP[mv vl] ->.
  by exists v; rewrite last_rcons left_rcons.
split; split.
- move=> Lp; apply: Lost => r /back[v [vl mv ->]]; have [o n _] := there v vl mv.
  by apply/(IH _ o n).2; apply: lost_option_won Lp o.
- move=> Lp; apply: Lost => q /picks_optionsP[v [vl mv ->]]; have [o n o'] := there v vl mv.
  by apply/(IH _ o n).2; apply: lost_option_won Lp o'.
- case/won_option=> q /picks_optionsP[v [vl mv ->]]; have [o n o'] := there v vl mv.
  by move/(IH _ o n).1; apply: Won.
- case/won_option=> r /back[v [vl mv ->]]; have [o n _] := there v vl mv.
  by move/(IH _ o n).1; apply: Won.
Qed.
End ByPicks.

(* ---- The program ---- *)

(* The rule of the first pick: any number, an even one, an even one up to a bound. *)
Inductive opening := Any | Even | EvenTo of positive.
Definition evenp (x : positive) : bool := if x is xO _ then true else false.
Definition may_open (o : opening) (x : positive) : bool :=
  match o with Any => true | Even => evenp x | EvenTo b => evenp x && Pos.leb x b end.
Definition allowed (o : opening) (v : nat) : bool :=
  match o with Any => true | Even => ~~ odd v | EvenTo b => ~~ odd v && (v <= Pos.to_nat b) end.

Definition check_picks (low high : positive) (o : opening) (picks : seq positive) : option pmap :=
  if all (in_pool low high) picks && (if picks is p :: rest then may_open o p && path joinedp p rest else true)
  then enter none [seq (x, x) | x <- picks] else None.

Fixpoint same_list (s t : seq positive) : bool :=
  match s, t with
  | [::], [::] => true
  | x :: s', y :: t' => Pos.eqb x y && same_list s' t'
  | _, _ => false
  end.

Definition check_pool (low high : positive) (o : opening) (picks : seq positive) (c : certificate)
    (wins : bool) (moves : seq positive) : bool :=
  Pos.leb low high &&
  if check_picks low high o picks is Some gone then
    if check_certificate low high gone c is Some homes then
      let can := if picks is p :: rest then joinedp (last p rest) else may_open o in
      same_list moves [seq x <- left_list low high gone | can x && has_key homes x] &&
      Bool.eqb wins (if moves is [::] then false else true)
    else false
  else false.

(* ---- The proof ---- *)

Lemma same_listP s t : same_list s t -> s = t.
Proof. by elim: s t => [|x s IH] [|y t] //= /andP[/Pos.eqb_spec -> /IH ->]. Qed.

Lemma may_openE o x : may_open o x = allowed o (Pos.to_nat x).
Proof.
have E : evenp x = ~~ odd (Pos.to_nat x).
  case: x => [p|p|] //; rewrite /evenp ?Pos2Nat.inj_xI ?Pos2Nat.inj_xO.
    have -> : S (2 * Pos.to_nat p)%coq_nat = (Pos.to_nat p).*2.+1 by lia.
    by rewrite /= odd_double.
  have -> : (2 * Pos.to_nat p)%coq_nat = (Pos.to_nat p).*2 by lia.
  by rewrite odd_double.
case: o => //= b; rewrite E; congr andb; apply/Pos.leb_spec0/idP; lia.
Qed.

Section Sound.
Variables (low high : positive) (o : opening) (picks : seq positive) (c : certificate).
Variables (gone homes : pmap).
Hypothesis low_high : (low <= high)%positive.
Hypothesis picks_ok : check_picks low high o picks = Some gone.
Hypothesis cert_ok : check_certificate low high gone c = Some homes.
Let L := Pos.to_nat low.
Let n := (span low high).+1.
Let H := Pos.to_nat high.
Notation nat_of := Pos.to_nat.
Let P := map nat_of picks.
Let G := duel_by_picks L H (allowed o).

Lemma n_def : (H - L).+1 = n.
Proof. by rewrite /n n_val. Qed.

Lemma goneE x : has_key gone x = (x \in picks).
Proof.
move: picks_ok; rewrite /check_picks; case: ifP => // _ /enterP[_ _ ->].
by rewrite /unzip1 -map_comp map_id.
Qed.

Lemma mem_nat x (s : seq positive) : (nat_of x \in map nat_of s) = (x \in s).
Proof. exact/mem_map/Pos2Nat.inj. Qed.

(* The numbers left, as a list and as a set. *)
Lemma left_listE : map nat_of (left_list low high gone) = left_after L H P.
Proof.
rewrite /left_after n_def /n -(range_nat (span low high).+1 low) filter_map; congr map.
apply: eq_in_filter => x xr; rewrite /is_left goneE /= mem_nat.
suff -> : in_pool low high x by [].
move: xr; rewrite mem_range -/n -n_def /L /H => h.
by apply/andP; split; apply/Pos.leb_spec0; lia.
Qed.

Lemma set_list (S : {set 'I_n}) (p : pred nat) : (forall i, (i \in S) = p (number L i)) ->
  [seq number L i | i <- enum S] = filter p (iota L n).
Proof.
move=> E; rewrite -(range_nat n low) -enum_np -map_comp (eq_map (np_nat (low := low) (high := high))).
rewrite filter_map; congr map; rewrite [in RHS]enumT /enum_mem; apply: eq_filter => i.
by rewrite /= -E.
Qed.

Lemma in_left i : (i \in T_of low high gone) = (number L (i : 'I_n) \notin P).
Proof. by rewrite inE /is_left (np_pool low_high) goneE -mem_nat np_nat. Qed.

Lemma left_pick x : x \in left_list low high gone -> in_pool low high x.
Proof. by rewrite mem_filter => /andP[/andP[]]. Qed.

(* A pick leaves a lost position exactly if it is in a part. *)
Lemma pick_lost x : x \in left_list low high gone -> lost (rcons P (nat_of x) : G) <-> has_key homes x.
Proof.
move=> xl; have xp := left_pick xl.
have [ok hE] := check_certified low_high cert_ok.
have [|-> _] := @picks_paper L H (allowed o) (rcons P (nat_of x)); first by case: (P).
rewrite last_rcons.
have xT : pt low high x \in T_of low high gone.
  by rewrite inE ptK //; move: xl; rewrite mem_filter => /andP[].
have -> : (left_after L H (rcons P (nat_of x)), nat_of x) =
    on_paper ((T_of low high gone :\ pt low high x, pt low high x) : divisor_pool L n).
  rewrite /on_paper /= (number_pt xp); congr pair.
  rewrite (set_list (p := fun v => v \notin rcons P (nat_of x))) /left_after ?n_def // => i.
  by rewrite in_setD1 in_left mem_rcons inE negb_or -(inj_eq (@number_inj L n)) (number_pt xp).
rewrite (paper_pool_same _).1 (pool_winning (@related_sym L n) (@related_irr L n) xT).
by rewrite (certified_inessential (@related_irr L n) ok xT) hE.
Qed.

Lemma may_pickE x : may_pick (allowed o) P (nat_of x) =
  (if picks is p :: rest then joinedp (last p rest) else may_open o) x.
Proof.
by rewrite /P; case: (picks) => [|p rest] /=; rewrite ?may_openE // joinedpE last_map.
Qed.

Lemma optionsE (q : G) : q \in options (P : G) <-> exists x,
  [/\ x \in left_list low high gone, may_pick (allowed o) P (nat_of x) & q = rcons P (nat_of x)].
Proof.
split=> [/picks_optionsP[v []]|[x [xl mx ->]]].
  by rewrite -left_listE => /mapP[x xl ->] mx ->; exists x.
by apply/picks_optionsP; exists (nat_of x); rewrite -left_listE map_f.
Qed.

(* The picks are a course of play. *)
Lemma picks_played : played (P : G).
Proof.
move: picks_ok; rewrite /check_picks; case: ifP => // /andP[hp hc] /enterP[un _ _].
rewrite /unzip1 -map_comp map_id in un; rewrite /G /P; elim/last_ind: (picks) hp hc un => [|s x IH] hp hc un.
  exact: Start.
move: hp un; rewrite all_rcons rcons_uniq => /andP[px hp] /andP[xs un].
rewrite map_rcons; apply: (@Next _ _ _ (map nat_of s)).
  apply: IH => //; case: s hc {xs hp un} => [//|p s] /= /andP[-> ].
  by rewrite rcons_path => /andP[].
apply/picks_optionsP; exists (nat_of x); split=> //.
  rewrite mem_filter mem_nat xs n_def mem_iota; exact: (pool_nat px).
case: s hc {IH xs hp un} => [|p s] /=; first by rewrite andbT may_openE.
by rewrite rcons_path joinedpE last_map => /and3P[].
Qed.
End Sound.

(* If the checker says yes, then the picks are a course of play, the moves are the winning picks and no others, in
   ascending order, and the verdict is right. *)
Theorem check_pool_sound (low high : positive) (o : opening) (picks : seq positive) (c : certificate)
    (wins : bool) (moves : seq positive) :
  check_pool low high o picks c wins moves ->
  let G := duel_by_picks (Pos.to_nat low) (Pos.to_nat high) (allowed o) in
  let p : G := map Pos.to_nat picks in
  [/\ played p,
      forall v : nat, v \in map Pos.to_nat moves <-> (rcons p v : G) \in options p /\ lost (rcons p v : G),
      sorted ltn (map Pos.to_nat moves) &
      if wins then won p else lost p].
Proof.
case/andP=> /Pos.leb_spec0 lh; case Ep: (check_picks _ _ _ _) => [gone|//].
case Ec: (check_certificate _ _ _ _) => [homes|//] /andP[/same_listP Em /Bool.eqb_prop Ew] G p.
have M v : v \in map Pos.to_nat moves <-> (rcons p v : G) \in options p /\ lost (rcons p v : G).
  rewrite Em; split=> [/mapP[x]|[/(optionsE lh Ep)[x [xl mx /rcons_inj[Ev]]] lo]].
    rewrite mem_filter => /andP[/andP[can hx] xl] ->; split; last exact/(pick_lost lh Ep Ec).
    by apply/(optionsE lh Ep); exists x; rewrite may_pickE.
  rewrite Ev in lo *; apply: map_f; rewrite mem_filter xl andbT -(may_pickE o picks) mx /=.
  by apply/(pick_lost lh Ep Ec xl).
split=> //.
- by eapply picks_played; eassumption.
- rewrite Em; apply: (subseq_sorted ltn_trans (map_subseq _ (filter_subseq _ _))).
  by rewrite (left_listE lh Ep); apply: sorted_filter (iota_ltn_sorted _ _); apply: ltn_trans.
rewrite {}Ew; case E: moves => [|x s].
  case: (determined p) => -[//|/won_option[q /(optionsE lh Ep)[x [xl mx ->]] lo]] _.
  have : Pos.to_nat x \in map Pos.to_nat moves.
    by apply/M; split=> //; apply/(optionsE lh Ep); exists x.
  by rewrite E.
have /M[op lo] : Pos.to_nat x \in map Pos.to_nat moves by rewrite E mem_head.
exact: Won op lo.
Qed.
