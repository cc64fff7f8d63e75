(* A checker of the certificate of a pool that computes, with lists and binary numbers only. If it says yes, the
   certificate is `certified` as in Parts.v. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Pool Openings Certificate Parts DivisorPool Maps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---- The program ---- *)

Definition joinedp (a b : positive) : bool :=
  ~~ Pos.eqb a b && (N.eqb (N.modulo (Npos b) (Npos a)) 0 || N.eqb (N.modulo (Npos a) (Npos b)) 0).

Fixpoint range (k : nat) (x : positive) : seq positive := if k is k'.+1 then x :: range k' (Pos.succ x) else [::].

(* Whether f holds of so many of x, x + step, x + 2 step, ... *)
Fixpoint all_from (f : positive -> bool) (k : nat) (x step : positive) : bool :=
  if k is k'.+1 then f x && all_from f k' (Pos.add x step) step else true.

Definition same (a b : option positive) : bool :=
  match a, b with Some x, Some y => Pos.eqb x y | None, None => true | _, _ => false end.

(* Parts: a number and its ears. *)
Definition ppart : Type := (positive * seq (seq positive))%type.
Definition innerp (ear : seq positive) : seq positive := if ear is x :: s then behead (belast x s) else [::].
Definition membersp (p : ppart) : seq positive := p.1 :: flatten [seq innerp ear | ear <- p.2].

Definition earp (A : pmap) (ear : seq positive) : bool :=
  if ear is x :: s then
    [&& has_key A x, has_key A (last x s), path joinedp x s, odd (size s) & if innerp ear is [::] then false else true]
  else false.
Fixpoint growsp (A : pmap) (ears : seq (seq positive)) : bool :=
  if ears is ear :: rest then earp A ear && growsp (foldl (fun m x => put x x m) A (innerp ear)) rest else true.
Definition partp (p : ppart) : bool := growsp (put p.1 p.1 none) p.2.

Fixpoint stepsp (wall mates homes : pmap) (roots : seq positive) (R : pmap) (s : seq (positive * positive)) : bool :=
  if s is (u, x) :: s' then
    [&& has_key wall u, joinedp u x &
        match look homes x, look mates u with
        | Some r, Some w => has_key R r &&
            (if look homes w is Some q then stepsp wall mates homes roots (put q q R) s' else false)
        | _, _ => false
        end]
  else all (has_key R) roots.

Record certificate := Cert {
  c_pairs : seq (positive * positive);
  c_barrier : seq positive;
  c_parts : seq ppart;
  c_steps : seq (positive * positive) }.

Definition span (low high : positive) : nat := N.to_nat (N.sub (Npos high) (Npos low)).
Definition in_pool (low high x : positive) : bool := Pos.leb low x && Pos.leb x high.
Definition is_left (low high : positive) (gone : pmap) (x : positive) : bool := in_pool low high x && ~~ has_key gone x.
Definition left_list (low high : positive) (gone : pmap) : seq positive :=
  [seq x <- range (span low high).+1 low | is_left low high gone x].

Definition half_lines (high : positive) (free : positive -> bool) (homes : pmap) (x : positive) : bool :=
  free x ==> let h := look homes x in
    all_from (fun y => free y ==> same h (look homes y)) (N.to_nat (N.div (Npos high) (Npos x))).-1 (Pos.add x x) x.

Definition flat_pairs (ps : seq (positive * positive)) := flatten [seq [:: (p.1, p.2); (p.2, p.1)] | p <- ps].
Definition flat_parts (ps : seq ppart) := flatten [seq [seq (x, p.1) | x <- membersp p] | p <- ps].
Definition all_members (ps : seq ppart) := flatten [seq membersp p | p <- ps].
Definition begun (mates : pmap) (xs : seq (positive * positive)) : pmap :=
  foldl (fun m x => if has_key mates x.1 then m else put x.2 x.2 m) none xs.

(* The home of every number in a part, if the certificate is right. *)
Definition check_certificate (low high : positive) (gone : pmap) (c : certificate) : option pmap :=
  if enter none (flat_pairs (c_pairs c)) is Some mates then
  if enter none [seq (u, u) | u <- c_barrier c] is Some wall then
  if enter none (flat_parts (c_parts c)) is Some homes then
    let lefts := left_list low high gone in
    let left := is_left low high gone in
    let free x := left x && ~~ has_key wall x in
    if [&& all (fun p => [&& joinedp p.1 p.2, left p.1 & left p.2]) (c_pairs c),
           all left (c_barrier c),
           all partp (c_parts c),
           all free (all_members (c_parts c)),
           all (half_lines high free homes) lefts,
           Nat.eqb (size lefts + size (c_barrier c)) ((size (c_pairs c)).*2 + size (c_parts c)) &
           stepsp wall mates homes [seq p.1 | p <- c_parts c] (begun mates (flat_parts (c_parts c))) (c_steps c)]
    then Some homes else None
  else None else None else None.

Lemma joinedpE a b : joinedp a b = joined (Pos.to_nat a) (Pos.to_nat b).
Proof.
rewrite /joinedp /joined !dvdp; congr (~~ _ && _).
by apply/Pos.eqb_spec/eqP => [->//|]; apply: Pos2Nat.inj.
Qed.

Lemma mem_range k x y : (y \in range k x) = (Pos.to_nat x <= Pos.to_nat y < Pos.to_nat x + k).
Proof.
elim: k x => [|k IH] x /=; first by rewrite in_nil; lia.
rewrite inE IH; apply/orP/idP => [[/eqP ->|]|H]; first [lia | idtac].
by case: (eqVneq y x) => [|/eqP ne]; [by left | right; lia].
Qed.

Lemma range_nat k x : [seq Pos.to_nat y | y <- range k x] = iota (Pos.to_nat x) k.
Proof. by elim: k x => //= k IH x; rewrite IH Pos2Nat.inj_succ. Qed.

Lemma all_fromP f k x step j : all_from f k x step -> j < k ->
  forall y, Pos.to_nat y = Pos.to_nat x + j * Pos.to_nat step -> f y.
Proof.
elim: k x j => // k IH x [|j] /= /andP[fx H] lt y E.
  by have -> : y = x by lia.
by apply: (IH _ j H) => //; rewrite E; lia.
Qed.

Lemma begun_has mates xs r : has_key (begun mates xs) r -> exists2 x, (x, r) \in xs & ~~ has_key mates x.
Proof.
suff H m : has_key (foldl (fun m x => if has_key mates x.1 then m else put x.2 x.2 m) m xs) r ->
    has_key m r \/ exists2 x, (x, r) \in xs & ~~ has_key mates x.
  by case/H; rewrite ?has_none.
elim: xs m => [|[x a] xs IH] m /=; first by left.
move/IH=> [|[y yin ny]]; last by right; exists y; rewrite // inE yin orbT.
case E: (has_key mates x); first by left.
by rewrite has_put => /orP[/eqP ->|]; [right; exists x; rewrite ?mem_head ?E | left].
Qed.

(* The partner, if no number is in two pairs. *)
Lemma mate_uniq (V : finType) (ps : seq (V * V)) u w : uniq (ends ps) ->
  ((u, w) \in ps) || ((w, u) \in ps) -> mate ps u = w.
Proof.
elim: ps => [//|[a b] ps IH] un H.
have {un} : uniq (a :: b :: ends ps) := un; case/and3P; rewrite inE negb_or => /andP[ab aE] bE un.
have step : u \in ends ps -> mate ((a, b) :: ps) u = mate ps u.
  move=> uE; rewrite /mate /= !inE.
  have /negbTE -> : u != a by apply: contraNneq aE => <-.
  by have /negbTE -> : u != b by apply: contraNneq bE => <-.
have ends_in x y : (x, y) \in ps -> (x \in ends ps) /\ (y \in ends ps).
  by move=> h; split; apply/flatten_mapP; exists (x, y); rewrite // !inE eqxx ?orbT.
move: H; rewrite !inE => /orP[] /orP[/eqP[ea eb]|h].
- by rewrite ea eb /mate /= !inE eqxx /= eqxx.
- by rewrite step ?(ends_in _ _ h).1 //; apply: IH; rewrite ?h.
- by rewrite ea eb /mate /= !inE eqxx orbT /= (negbTE ab).
- by rewrite step ?(ends_in _ _ h).2 //; apply: IH; rewrite ?h ?orbT.
Qed.

Lemma all_members_cons q s : all_members (q :: s) = membersp q ++ all_members s.
Proof. by []. Qed.

Lemma in_all_members p s x : p \in s -> x \in membersp p -> x \in all_members s.
Proof. by move=> ps xp; apply/flatten_mapP; exists p. Qed.

Lemma root_in p : p.1 \in membersp p.
Proof. exact: mem_head. Qed.

Lemma uniq_roots ps : uniq (all_members ps) -> uniq [seq p.1 | p <- ps].
Proof.
elim: ps => // q s IH; rewrite all_members_cons cat_uniq => /and3P[_ /hasPn no /IH u].
rewrite /= u andbT; apply/mapP => -[p pin E].
have /negP := no p.1 (in_all_members pin (root_in p)); apply; rewrite -E; exact: root_in.
Qed.

Lemma unzip_flat_parts ps : unzip1 (flat_parts ps) = all_members ps.
Proof.
rewrite /flat_parts /all_members /unzip1 map_flatten -map_comp; congr flatten; apply: eq_map => p.
by rewrite /= -map_comp map_id_in.
Qed.

Lemma flat_partsP ps x r : (x, r) \in flat_parts ps -> exists2 p, p \in ps & x \in membersp p /\ r = p.1.
Proof. by case/flatten_mapP=> p pin /mapP[y yin [-> ->]]; exists p. Qed.

(* ---- Points and numbers ---- *)
Section Points.
Variables low high : positive.
Hypothesis low_high : (low <= high)%positive.
Let n := (span low high).+1.
Let L := Pos.to_nat low.
Notation e := (@related L n).

Lemma n_val : n = (Pos.to_nat high - Pos.to_nat low).+1.
Proof. rewrite /n /span; lia. Qed.

Definition pt (x : positive) : 'I_n := inord (Pos.to_nat x - L).
Definition np (i : 'I_n) : positive := Pos.of_nat (number L i).

Lemma np_nat i : Pos.to_nat (np i) = number L i.
Proof. rewrite /np Nat2Pos.id // /number /L; lia. Qed.

Lemma np_inj : injective np.
Proof. by move=> i j E; apply: (@number_inj L n); rewrite -!np_nat E. Qed.

Lemma np_pool i : in_pool low high (np i).
Proof.
have E := np_nat i; have lt := ltn_ord i; have nv := n_val; rewrite /number /L in E.
have {}lt : i < (Pos.to_nat high - Pos.to_nat low).+1 by rewrite -nv.
by apply/andP; split; apply/Pos.leb_spec0; lia.
Qed.

Lemma pool_nat x : in_pool low high x -> L <= Pos.to_nat x < L + n.
Proof. by rewrite n_val /L; case/andP=> /Pos.leb_spec0 h /Pos.leb_spec0 h'; lia. Qed.

Lemma number_pt x : in_pool low high x -> number L (pt x) = Pos.to_nat x.
Proof. by move/pool_nat=> h; rewrite /number /pt inordK; lia. Qed.

Lemma ptK x : in_pool low high x -> np (pt x) = x.
Proof. by move=> h; apply: Pos2Nat.inj; rewrite np_nat number_pt. Qed.

Lemma npK i : pt (np i) = i.
Proof. by apply: np_inj; rewrite ptK // np_pool. Qed.

Lemma mem_pt x s : in_pool low high x -> all (in_pool low high) s -> (pt x \in map pt s) = (x \in s).
Proof.
move=> hx /allP hs; apply/mapP/idP => [[y ys E]|xs]; last by exists x.
by rewrite -(ptK hx) E ptK ?hs.
Qed.

Lemma uniq_pt s : all (in_pool low high) s -> uniq (map pt s) = uniq s.
Proof.
by move/allP=> hs; apply: map_inj_in_uniq => x y /hs hx /hs hy E; rewrite -(ptK hx) E ptK.
Qed.

Lemma related_np i j : e i j = joinedp (np i) (np j).
Proof. by rewrite joinedpE !np_nat. Qed.

Lemma related_pt x y : in_pool low high x -> in_pool low high y -> e (pt x) (pt y) = joinedp x y.
Proof. by move=> hx hy; rewrite related_np !ptK. Qed.

Lemma enum_np : [seq np i | i <- enum 'I_n] = range n low.
Proof.
apply: (inj_map Pos2Nat.inj); rewrite range_nat -map_comp (eq_map np_nat).
rewrite -[X in iota X _]addn0 iotaDl -val_enum_ord -[RHS]map_comp; exact: eq_map.
Qed.

Definition ptpair (p : positive * positive) : 'I_n * 'I_n := (pt p.1, pt p.2).
Definition ptpart (p : ppart) : part [finType of 'I_n] := (pt p.1, map (map pt) p.2).

Lemma inner_pt ear : inner (map pt ear) = map pt (innerp ear).
Proof. by case: ear => //= x s; rewrite belast_map behead_map. Qed.

Lemma members_pt p : members (ptpart p) = map pt (membersp p).
Proof.
rewrite /members /membersp /=; congr (_ :: _); rewrite map_flatten -!map_comp; congr flatten.
by apply: eq_map => ear /=; apply: inner_pt.
Qed.

Lemma in_parts_pt ps : in_parts (map ptpart ps) = map pt (all_members ps).
Proof.
rewrite /in_parts /all_members map_flatten -!map_comp; congr flatten.
by apply: eq_map => p /=; apply: members_pt.
Qed.

Lemma ends_pt ps : ends (map ptpair ps) = map pt (unzip1 (flat_pairs ps)).
Proof.
elim: ps => // p ps IH.
have -> : ends (map ptpair (p :: ps)) = pt p.1 :: pt p.2 :: ends (map ptpair ps) by [].
by rewrite IH.
Qed.

Lemma ear_pt A A' ear : (forall x, has_key A x -> in_pool low high x && (pt x \in A')) ->
  all (in_pool low high) (innerp ear) -> earp A ear -> is_ear e A' (map pt ear).
Proof.
move=> H; case: ear => // x s inn /and5P[/H/andP[px xA] /H/andP[pl lA] p od _].
rewrite /= last_map xA lA size_map od andbT /= path_map.
apply: (@sub_in_path _ (in_pool low high) joinedp) p.
  by move=> a b ha hb ab; rewrite /= related_pt.
rewrite lastI all_rcons pl /=; case: s inn {lA od pl} => //= y s; by rewrite px.
Qed.

Lemma grows_pt A A' ears : (forall x, has_key A x -> in_pool low high x && (pt x \in A')) ->
  all (in_pool low high) (flatten [seq innerp ear | ear <- ears]) -> growsp A ears ->
  grows e A' (map (map pt) ears).
Proof.
elim: ears A A' => // ear ears IH A A' H /=; rewrite all_cat => /andP[h hs] /andP[ok oks].
rewrite (ear_pt H h ok) /=; apply: IH oks => // x; rewrite has_fold inner_pt mem_cat => /orP[xin|/H/andP[-> ->] //].
by rewrite (allP h) //= map_f ?orbT.
Qed.

Lemma part_pt p : all (in_pool low high) (membersp p) -> partp p -> is_part e (ptpart p).
Proof.
move=> /= /andP[pr h] ok; apply: grows_pt ok => // x; rewrite has_put has_none orbF => /eqP ->.
by rewrite pr mem_head.
Qed.

Lemma home_pt ps p x : all (in_pool low high) (all_members ps) -> uniq (all_members ps) ->
  p \in ps -> x \in membersp p -> home (map ptpart ps) (pt x) = index p.1 [seq q.1 | q <- ps].
Proof.
elim: ps => // q s IH; rewrite all_members_cons all_cat cat_uniq => /andP[hq hs] /and3P[_ /hasPn no un].
have {}no y : y \in all_members s -> (y \in membersp q) = false by move=> ys; apply/negbTE/no.
rewrite inE /home [X in X = _]/= members_pt => pin xp.
have [E|ne] := eqVneq p q.
  by rewrite -E mem_pt ?xp /= ?eqxx // ?E // (allP hq) -?E.
have {ne} pin : p \in s by move: pin; rewrite (negbTE ne).
have xs := in_all_members pin xp; have rs := in_all_members pin (root_in p).
rewrite mem_pt ?(allP hs) // no //=.
have /negbTE -> : q.1 != p.1 by apply: contraFneq (no p.1 rs) => <-; apply: root_in.
by congr S; apply: IH.
Qed.

Section Core.
Variables (gone mates wall homes : pmap) (c : certificate).
Hypothesis mates_ok : enter none (flat_pairs (c_pairs c)) = Some mates.
Hypothesis wall_ok : enter none [seq (u, u) | u <- c_barrier c] = Some wall.
Hypothesis homes_ok : enter none (flat_parts (c_parts c)) = Some homes.
Let left := is_left low high gone.
Let free x := left x && ~~ has_key wall x.
Hypothesis pairs_ok : all (fun p => [&& joinedp p.1 p.2, left p.1 & left p.2]) (c_pairs c).
Hypothesis barrier_ok : all left (c_barrier c).
Hypothesis parts_ok : all partp (c_parts c).
Hypothesis members_ok : all free (all_members (c_parts c)).
Hypothesis lines_ok : all (half_lines high free homes) (left_list low high gone).

Definition T_of := [set i : 'I_n | is_left low high gone (np i)].
Definition U_of := [set i in map pt (c_barrier c)].
Let ps := map ptpair (c_pairs c).
Let parts := map ptpart (c_parts c).

Lemma left_pool x : left x -> in_pool low high x.
Proof. by case/andP. Qed.

Lemma members_pool : all (in_pool low high) (all_members (c_parts c)).
Proof. by apply: sub_all members_ok => x /andP[/left_pool]. Qed.

Lemma barrier_pool : all (in_pool low high) (c_barrier c).
Proof. by apply: sub_all barrier_ok => x /left_pool. Qed.

Lemma wallE x : has_key wall x = (x \in c_barrier c).
Proof. by have [_ _ ->] := enterP wall_ok; rewrite /unzip1 -map_comp map_id. Qed.

Lemma barrier_uniq : uniq (c_barrier c).
Proof. by have [+ _ _] := enterP wall_ok; rewrite /unzip1 -map_comp map_id. Qed.

Lemma members_uniq : uniq (all_members (c_parts c)).
Proof. by have [+ _ _] := enterP homes_ok; rewrite unzip_flat_parts. Qed.

Lemma homesE x : has_key homes x = (x \in all_members (c_parts c)).
Proof. by have [_ _ ->] := enterP homes_ok; rewrite unzip_flat_parts. Qed.

Lemma ends_left : all left (unzip1 (flat_pairs (c_pairs c))).
Proof. by elim: (c_pairs c) pairs_ok => //= p s IH /andP[/and3P[_ -> ->] /IH ->]. Qed.

Lemma ends_pool : all (in_pool low high) (unzip1 (flat_pairs (c_pairs c))).
Proof. by apply: sub_all ends_left => x /left_pool. Qed.

Lemma in_T x : left x -> pt x \in T_of.
Proof. by move=> h; rewrite inE ptK // left_pool. Qed.

Lemma ends_uniq : uniq (ends ps).
Proof. by rewrite ends_pt uniq_pt ?ends_pool //; have [] := enterP mates_ok. Qed.

Lemma paired_pt : paired e T_of ps.
Proof.
apply/and3P; split; last 1 first.
- by rewrite ends_pt all_map; apply: sub_all ends_left => x /in_T.
- by rewrite all_map; apply: sub_all pairs_ok => p /and3P[j /left_pool h /left_pool h']; rewrite /= related_pt.
exact: ends_uniq.
Qed.

Lemma U_sub : U_of \subset T_of.
Proof. by apply/subsetP => i; rewrite inE => /mapP[x xb ->]; apply: in_T; apply: (allP barrier_ok). Qed.

Lemma in_U i : (i \in U_of) = has_key wall (np i).
Proof. by rewrite inE wallE -{1}(npK i) mem_pt ?np_pool ?barrier_pool. Qed.

Lemma in_D i : (i \in T_of :\: U_of) = free (np i).
Proof. by rewrite in_setD in_U inE andbC. Qed.

Lemma home_look x r : look homes x = Some r ->
  home parts (pt x) = index r [seq p.1 | p <- c_parts c] /\ r \in [seq p.1 | p <- c_parts c].
Proof.
have [_ H _] := enterP homes_ok => /H/flat_partsP[p pin [xp ->]].
by rewrite (home_pt members_pool members_uniq pin xp) map_f.
Qed.

Lemma home_none x : in_pool low high x -> look homes x = None -> home parts (pt x) = size parts.
Proof.
move=> hx E; apply/eqP; rewrite eqn_leq find_size leqNgt home_found in_parts_pt mem_pt ?members_pool //.
by rewrite -homesE /has_key E.
Qed.

Lemma home_same x y : in_pool low high x -> in_pool low high y -> same (look homes x) (look homes y) ->
  home parts (pt x) = home parts (pt y).
Proof.
move=> hx hy; case Ex: (look homes x) => [r|]; case Ey: (look homes y) => [q|] //=.
  by move/Pos.eqb_spec=> E; rewrite (home_look Ex).1 (home_look Ey).1 E.
by rewrite !home_none.
Qed.

Lemma left_range x : left x -> x \in left_list low high gone.
Proof.
by move=> h; rewrite mem_filter; apply/andP; split=> //; rewrite mem_range; apply: (pool_nat (left_pool h)).
Qed.

Lemma half_line x y : free x -> free y -> x != y -> Pos.to_nat x %| Pos.to_nat y -> same (look homes x) (look homes y).
Proof.
move=> fx fy xy /dvdnP[k E].
have lx : left x by case/andP: fx.
have ly : left y by case/andP: fy.
have := allP lines_ok x (left_range lx); rewrite /half_lines fx /= => H.
have k1 : 1 < k.
  case: k E => [|[|//]]; first by clear; lia.
  by rewrite mul1n => E; case/eqP: xy; apply: Pos2Nat.inj.
have /andP[_ /Pos.leb_spec0 le] := left_pool ly.
suff lt : k - 2 < (N.to_nat (Npos high / Npos x)).-1.
  have x2 : Pos.to_nat (x + x) = 2 * Pos.to_nat x by clear; lia.
  have := all_fromP H lt (y := y); rewrite fy; apply; by rewrite x2 -mulnDl subnKC.
have : (N.of_nat k <= Npos high / Npos x)%num.
  apply: N.div_le_lower_bound => //; have {}le : Pos.to_nat y <= Pos.to_nat high by clear -le; lia.
  rewrite E in le; clear -le; lia.
by clear -k1; lia.
Qed.

Lemma apart_pt : apart e T_of U_of parts.
Proof.
apply/and4P; split.
- rewrite all_map; apply/allP => p pin; apply: part_pt; last exact: (allP parts_ok).
  by apply/allP => x xp; apply: (allP members_pool); apply: in_all_members xp.
- by rewrite in_parts_pt uniq_pt ?members_pool // members_uniq.
- rewrite in_parts_pt all_map; apply: sub_all members_ok => x fx /=.
  by rewrite in_D ptK // left_pool //; case/andP: fx.
apply/forall_inP => i; rewrite in_D => fi; apply/forall_inP => j; rewrite in_D => fj; apply/implyP => ij.
rewrite -(npK i) -(npK j); apply/eqP; apply: home_same; rewrite ?np_pool //.
move: ij; rewrite related_np joinedpE => /andP[ne dv].
have ne' : np i != np j by apply: contraNneq ne => ->.
case/orP: dv => dv; first exact: half_line.
have := half_line fj fi; rewrite eq_sym => /(_ ne' dv).
by case: (look homes (np i)); case: (look homes (np j)) => //= a b; rewrite Pos.eqb_sym.
Qed.

Lemma T_card : #|T_of| = size (left_list low high gone).
Proof.
rewrite /left_list -enum_np filter_map size_map cardE enumT /enum_mem; congr size.
by apply: eq_filter => i; rewrite inE /= inE.
Qed.

Lemma U_card : #|U_of| = size (c_barrier c).
Proof. by rewrite cardsE (card_uniqP _) ?size_map // uniq_pt ?barrier_pool // barrier_uniq. Qed.

Lemma ends_size : size (ends ps) = (size (c_pairs c)).*2.
Proof. by rewrite ends_pt size_map; elim: (c_pairs c) => //= p s; rewrite doubleS => ->. Qed.

Lemma mates_pt u w : look mates u = Some w -> mate ps (pt u) = pt w.
Proof.
have [_ H _] := enterP mates_ok => /H/flatten_mapP[p pin]; rewrite !inE => uw.
apply: mate_uniq ends_uniq _; apply/orP; case/orP: uw => /eqP[-> ->]; [left | right]; exact: (map_f ptpair pin).
Qed.

Lemma steps_pt (R : pmap) R' s : (forall r, has_key R r -> index r [seq p.1 | p <- c_parts c] \in R') ->
  stepsp wall mates homes [seq p.1 | p <- c_parts c] R s -> steps_on e U_of ps parts R' (map ptpair s).
Proof.
elim: s R R' => [|[u x] s IH] R R' H /=.
  move/allP=> al; apply/allP => i; rewrite mem_iota size_map => /= lt.
  have lt' : i < size [seq p.1 | p <- c_parts c] by rewrite size_map.
  have := H _ (al _ (mem_nth 1%positive lt')); rewrite index_uniq //; exact: uniq_roots members_uniq.
case/and3P=> wu j.
case Ex: (look homes x) => [r|//]; case Eu: (look mates u) => [w|//] /andP[rR].
case Ew: (look homes w) => [q|//] ok.
have xm : x \in all_members (c_parts c) by rewrite -homesE /has_key Ex.
have wm : w \in all_members (c_parts c) by rewrite -homesE /has_key Ew.
have ub : u \in c_barrier c by rewrite -wallE.
have pu := allP barrier_pool u ub; have px := allP members_pool x xm.
apply/and5P; split.
- by rewrite in_U ptK.
- by rewrite (home_look Ex).1 H.
- by rewrite related_pt.
- by rewrite (mates_pt Eu) in_parts_pt map_f.
apply: IH ok => a; rewrite has_put (mates_pt Eu) (home_look Ew).1 inE => /orP[/eqP ->|/H ->]; by rewrite ?eqxx ?orbT.
Qed.

Lemma begun_pt r : has_key (begun mates (flat_parts (c_parts c))) r ->
  index r [seq p.1 | p <- c_parts c] \in unpaired_parts ps parts.
Proof.
case/begun_has=> x xr nx; have [_ H _] := enterP homes_ok; have E := (H x r).2 xr.
have xm : x \in all_members (c_parts c) by rewrite -homesE /has_key E.
apply/mapP; exists (pt x); last by rewrite (home_look E).1.
rewrite mem_filter in_parts_pt map_f // andbT ends_pt mem_pt ?ends_pool ?(allP members_pool) //.
by have [_ _ <-] := enterP mates_ok.
Qed.
End Core.

Theorem check_certified gone c homes : check_certificate low high gone c = Some homes ->
  certified e (T_of gone) (U_of c) (map ptpair (c_pairs c)) (map ptpart (c_parts c)) (map ptpair (c_steps c)) /\
  (forall x, in_pool low high x -> has_key homes x = (pt x \in in_parts (map ptpart (c_parts c)))).
Proof.
rewrite /check_certificate.
case Em: (enter none (flat_pairs _)) => [mates|//]; case Ew: (enter none [seq _ | _ <- _]) => [wall|//].
case Eh: (enter none (flat_parts _)) => [homes'|//]; case: ifP => // + [<-].
case/and5P=> h1 h2 h3 h4 /and3P[h5 /PeanoNat.Nat.eqb_spec h6 h7]; split; last first.
  by move=> x px; rewrite (homesE Eh) in_parts_pt mem_pt ?(members_pool h4).
apply/and5P; split.
- by eapply paired_pt; eassumption.
- by eapply U_sub; eassumption.
- by eapply apart_pt; eassumption.
- by rewrite T_card (U_card Ew h2) ends_size size_map h6.
by eapply steps_pt; try eassumption; move=> r; eapply begun_pt; eassumption.
Qed.
End Points.
