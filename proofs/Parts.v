(* The certificate of a pool: parts that grow by ears, and steps from one to the next, prove which picks win and that no
   other does. *)
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Pool Openings Certificate.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Ears.
Variable V : finType.
Variable e : rel V.
Implicit Types (s t A : seq V) (v w x y : V).

(* A list of numbers can be paired up if its numbers are those of some pairs, each once. *)
Definition pairable s := exists2 ps, all (fun p : V * V => e p.1 p.2) ps & perm_eq (ends ps) s.

Lemma pairable_perm s t : perm_eq s t -> pairable s -> pairable t.
Proof. by move=> st [ps j E]; exists ps => //; apply: perm_trans E st. Qed.

Lemma pairable_cat s t : pairable s -> pairable t -> pairable (s ++ t).
Proof.
move=> [ps j E] [qs j' E']; exists (ps ++ qs); first by rewrite all_cat j.
by rewrite /ends map_cat flatten_cat perm_cat.
Qed.

(* The numbers of a way can be paired up along it, if they are even in number. *)
Lemma pairable_way s : sorted e s -> ~~ odd (size s) -> pairable s.
Proof.
have [n] := ubnP (size s); elim: n s => // n IH [|x [|y s]] //= lt; first by exists [::].
case/andP=> xy p; rewrite negbK => ev.
have [|||ps j E] := IH s => //; first by lia.
  exact: path_sorted p.
by exists ((x, y) :: ps); rewrite /= ?xy // !perm_cons.
Qed.

(* An ear of A: a way with an odd number of lines from a number of A to one of A. What is between is added. *)
Definition inner (ear : seq V) : seq V := if ear is x :: s then behead (belast x s) else [::].
Definition is_ear A (ear : seq V) : bool :=
  if ear is x :: s then [&& x \in A, last x s \in A, path e x s & odd (size s)] else false.

Fixpoint grows A (ears : seq (seq V)) : bool :=
  if ears is ear :: rest then is_ear A ear && grows (A ++ inner ear) rest else true.

(* A part is a number and its ears. *)
Definition part : Type := (V * seq (seq V))%type.
Definition members (p : part) : seq V := p.1 :: flatten [seq inner ear | ear <- p.2].
Definition is_part (p : part) : bool := grows [:: p.1] p.2.

Lemma is_earP A ear : is_ear A ear -> exists a m b,
  [/\ inner ear = m, a \in A, b \in A, path e a (rcons m b) & ~~ odd (size m)].
Proof.
case: ear => [//|a s] /and4P[aA]; case/lastP: s => [//|m b].
rewrite last_rcons size_rcons /= => bA p ev; exists a, m, b; split => //.
by rewrite /= belast_rcons.
Qed.

Lemma rem_perm s t v : perm_eq s (v :: t) -> perm_eq (rem v s) t.
Proof.
move=> E; rewrite -(perm_cons v); apply: perm_trans (E); rewrite perm_sym; apply: perm_to_rem.
by rewrite (perm_mem E) mem_head.
Qed.

(* Whichever number is left out, the others can be paired up. *)
Definition critical s := forall v, v \in s -> pairable (rem v s).

(* An ear keeps that so. If the number left out is old, the new ones are paired along the ear; if it is new, one end
   of the ear is paired with them, and the old numbers but for that end among themselves. *)
Lemma ear_critical A ear : is_ear A ear -> critical A -> critical (A ++ inner ear).
Proof.
case/is_earP=> a [m [b [-> aA bA p ev]]] cA v; rewrite mem_cat.
have [vA _|_ /=] := boolP (v \in A).
  have E : perm_eq (rem v (A ++ m)) (rem v A ++ m).
    by apply: rem_perm; rewrite -cat_cons perm_cat2r perm_to_rem.
  rewrite perm_sym in E; apply: (pairable_perm E); apply: pairable_cat; first exact: cA.
  by apply: pairable_way ev; have := path_sorted p; rewrite -cats1 => /cat_sorted2[].
move=> vm; case/path.splitPr: vm p ev => m1 m2 p; rewrite size_cat /= addnS oddS negbK oddD => od.
have {p} : sorted e ((a :: m1) ++ v :: rcons m2 b) by rewrite /= -rcons_cons -rcons_cat.
case/cat_sorted2=> way1 /path_sorted way2.
have [o1|e1] := boolP (odd (size m1)).
  have E : perm_eq (rem a A ++ (a :: m1) ++ m2) (rem v (A ++ m1 ++ v :: m2)).
    rewrite perm_sym; apply: rem_perm; apply/permP => q; have := permP (perm_to_rem aA) q.
    by rewrite /= !count_cat /= !count_cat /=; lia.
  apply: (pairable_perm E); apply: pairable_cat; first exact: cA.
  apply: pairable_cat; apply: pairable_way => //=; first by rewrite o1.
    by move: way2; rewrite -cats1 => /cat_sorted2[].
  by move: od; rewrite o1.
have E : perm_eq (rem b A ++ m1 ++ rcons m2 b) (rem v (A ++ m1 ++ v :: m2)).
  rewrite perm_sym; apply: rem_perm; apply/permP => q; have := permP (perm_to_rem bA) q.
  by rewrite -cats1 /= !count_cat /=; lia.
apply: (pairable_perm E); apply: pairable_cat; first exact: cA.
apply: pairable_cat; apply: pairable_way => //=; first exact: path_sorted way1.
by move: od; rewrite size_rcons /= (negbTE e1) /= => ->.
Qed.

Lemma ears_critical A ears : grows A ears -> critical A -> critical (A ++ flatten [seq inner ear | ear <- ears]).
Proof.
elim: ears A => [|ear ears IH] A /=; first by rewrite cats0.
by case/andP=> ea g cA; rewrite catA; apply: IH g _; apply: ear_critical.
Qed.

Lemma ears_odd A ears : grows A ears -> odd (size (A ++ flatten [seq inner ear | ear <- ears])) = odd (size A).
Proof.
elim: ears A => [|ear ears IH] A /=; first by rewrite cats0.
case/andP=> ea g; rewrite catA (IH _ g); case/is_earP: ea => a [m [b [-> _ _ _ ev]]].
by rewrite size_cat oddD (negbTE ev) addbF.
Qed.

(* A part that grows by ears can be paired up with any one of its numbers left out (Lovasz). *)
Theorem part_critical p v : is_part p -> v \in members p -> pairable (rem v (members p)).
Proof.
move=> /ears_critical H; apply: H => {}v; rewrite inE => /eqP ->; rewrite /= eqxx; by exists [::].
Qed.

(* Its size is odd. *)
Lemma part_odd p : is_part p -> odd (size (members p)).
Proof. by move/ears_odd. Qed.
End Ears.

Section Parts.
Variable V : finType.
Variable e : rel V.
Hypothesis e_sym : symmetric e.
Hypothesis e_irr : irreflexive e.
Implicit Types (S T U B E : {set V}) (M N : {set {set V}}) (u v w x y : V).

(* Two matchings that have nothing to do with each other are one. *)
Lemma matchingU S T M N : [disjoint S & T] -> matching e S M -> matching e T N ->
  matching e (S :|: T) (M :|: N) /\ #|M :|: N| = #|M| + #|N|.
Proof.
move=> dis /and3P[/forall_inP h t s] /and3P[/forall_inP h' t' s'].
have apart E F : E \in M -> F \in N -> [disjoint E & F].
  move=> EM FN; apply: disjointWl (disjointWr _ dis).
    exact: subset_trans (bigcup_sup E EM) s.
  exact: subset_trans (bigcup_sup F FN) s'.
split.
  apply/and3P; split.
  - by apply/forall_inP => E; rewrite inE => /orP[/h|/h'].
  - apply/trivIsetP => E F; rewrite !inE => /orP[EM|EN] /orP[FM|FN] ne.
    + exact: (trivIsetP t).
    + exact: apart.
    + by rewrite disjoint_sym; apply: apart.
    + exact: (trivIsetP t').
  - by rewrite /cover bigcup_setU; apply: setUSS.
apply/eqP; rewrite (leq_card_setU M N).2; apply/pred0P => E; apply/negP => /andP[EM EN].
have := apart E E EM EN; rewrite -setI_eq0 setIid; apply/negP; exact: edge_neq0 (h E EM).
Qed.

(* Inside a part B: if M leaves a number of B out and pairs all others of B within B, then it can be changed within B
   so that it leaves out whichever number of B one likes. *)
Lemma shift T M B N x v : B \subset T -> matching e T M -> x \in B -> x \notin cover M ->
  #|B| <= #|inside M B|.*2.+1 -> matching e (B :\ v) N -> #|N| = #|inside M B| ->
  exists2 M', [/\ matching e T M', #|M'| = #|M| & v \in B -> v \notin cover M'] &
    forall E, E \in M -> ~~ (E \subset B) -> E \in M'.
Proof.
move=> BT mM xB xM tight mN EN.
have out : matching e (T :\: B) (M :\: inside M B).
  have /and3P[/forall_inP h t /subsetP s] := mM.
  apply/and3P; split; first by apply/forall_inP => E; rewrite inE => /andP[_ /h].
    by apply: trivIsetS t; apply: subsetDl.
  apply/bigcupsP => E; rewrite !inE => /andP[nE EM]; rewrite EM /= in nE.
  apply/subsetP => y yE; rewrite inE s ?andbT; last by apply/bigcupP; exists E.
  apply/negP => yB; have mI := inside_matching B mM.
  have sub : cover (inside M B) \subset B :\ x :\ y.
    apply/bigcupsP => F; rewrite inE => /andP[FM FB]; apply/subsetP => z zF; rewrite !inE (subsetP FB) // andbT.
    apply/andP; split; apply/eqP => zE.
      have ne : E != F by apply: contra nE => /eqP ->.
      by have := disjointFr (trivIsetP t E F EM FM ne) yE; rewrite -zE zF.
    by case/negP: xM; rewrite -zE; apply/bigcupP; exists F.
  have yx : y != x by apply: contra xM => /eqP <-; apply/bigcupP; exists E.
  move: tight; rewrite (cardsD1 x B) xB (cardsD1 y (B :\ x)) !inE yB yx /= !add1n ltnS.
  by move/leq_trans/(_ (eq_leq (esym (cover_card e_irr mI))))/leq_trans/(_ (subset_leq_card sub)); rewrite ltnn.
have dis : [disjoint T :\: B & B :\ v].
  by rewrite -setI_eq0; apply/eqP/setP => y; rewrite !inE; case: (y \in B); rewrite ?andbF.
have [mU EU] := matchingU dis out mN.
exists (M :\: inside M B :|: N) => [|E EM nE]; last by rewrite !inE EM (negbTE nE).
split.
- apply: matching_sub mU; rewrite subUset subsetDl /=; apply: subset_trans BT; exact: subsetDl.
- rewrite EU EN cardsD (setIidPr _) ?subnK //; last by apply/subsetP => E; rewrite inE => /andP[].
  by apply: subset_leq_card; apply/subsetP => E; rewrite inE => /andP[].
move=> vB; case/and3P: mU => _ _ /subsetP s; apply/negP => /s.
by rewrite !inE vB eqxx.
Qed.

(* A step: u is paired with w, and x is left out. Pair u with x instead, and w is left out. *)
Lemma switch T M u w x : matching e T M -> [set u; w] \in M -> u != w -> x \in T -> x \notin cover M -> e u x ->
  exists2 M', [/\ matching e T M', #|M'| = #|M| & w \notin cover M'] &
    forall E, E \in M -> E != [set u; w] -> E \in M'.
Proof.
move=> mM uwM uw xT xM ux; have /and3P[/forall_inP h t /subsetP s] := mM.
have inM y E : E \in M -> y \in E -> y \in cover M by move=> EM yE; apply/bigcupP; exists E.
have uM := inM u _ uwM (set21 u w); have wM := inM w _ uwM (set22 u w).
have ne y : y \in cover M -> y != x by move=> yM; apply: contraNneq xM => <-.
have gone y : y \in [set u; w] -> y \notin cover (M :\ [set u; w]).
  move=> yE; apply/bigcupP => -[F]; rewrite !inE => /andP[nF FM] yF.
  by have := disjointFr (trivIsetP t F _ FM uwM nF) yF; rewrite yE.
have sub : cover (M :\ [set u; w]) \subset cover M.
  by apply/bigcupsP => E; rewrite !inE => /andP[_ EM]; apply: (bigcup_sup E).
have m1 : matching e (T :\ u :\ x) (M :\ [set u; w]).
  apply/and3P; split; first by apply/forall_inP => E; rewrite !inE => /andP[_ /h].
    by apply: trivIsetS t; apply: subsetDl.
  apply/subsetP => y yM; have yM' := subsetP sub y yM; rewrite !inE ne //= s // andbT.
  by apply: contraTneq yM => ->; apply: gone; rewrite set21.
have [||m2 E2] := @matching_add _ e (T :\ u) u x _ _ _ ux m1.
- by rewrite !inE eqxx.
- by rewrite !inE eq_sym ne.
rewrite setD1K ?s // in m2.
exists ([set u; x] |: (M :\ [set u; w])) => [|E EM nE]; last by rewrite !inE EM nE orbT.
split=> //; first by rewrite E2 [RHS](cardsD1 [set u; w]) uwM.
rewrite /cover bigcup_setU big_set1 inE negb_or gone ?set22 // andbT !inE negb_or eq_sym uw; exact: ne.
Qed.

(* What the verifier is given: the numbers T, a barrier U, pairs and parts. It knows the part each number is in,
   its home, by its place in the list; a number in no part is at home past the end. *)
Section Certified.
Variables (T U : {set V}) (ps : seq (V * V)) (parts : seq (part V)) (steps : seq (V * V)).
Let D := T :\: U.

Definition in_parts : seq V := flatten [seq members p | p <- parts].
Definition home v : nat := find (fun p => v \in members p) parts.
Definition mate v : V := head v [seq if p.1 == v then p.2 else p.1 | p <- ps & v \in [:: p.1; p.2]].

(* The parts are grown by ears, no number is twice in them and none in U, and every line in T without U keeps to one
   part, or to no part. *)
Definition apart : bool :=
  [&& all (is_part e) parts, uniq in_parts, all (fun v => v \in D) in_parts &
      [forall x in D, forall y in D, e x y ==> (home x == home y)]].

(* Reached are the parts with a number that is not paired; and from one that is reached, by a number u of U with a line
   to it, the part of u's partner. *)
Fixpoint steps_on (R : seq nat) (s : seq (V * V)) : bool :=
  if s is (u, x) :: s' then
    [&& u \in U, home x \in R, e u x, mate u \in in_parts & steps_on (home (mate u) :: R) s']
  else all (fun i => i \in R) (iota 0 (size parts)).
Definition unpaired_parts : seq nat := [seq home v | v <- in_parts & v \notin ends ps].

(* The count of the verifier: unpaired numbers = parts - |U|. *)
Definition certified : bool :=
  [&& paired e T ps, U \subset T, apart, #|T| + #|U| == size (ends ps) + size parts &
      steps_on unpaired_parts steps].

Lemma home_found v : (home v < size parts) = (v \in in_parts).
Proof. by rewrite /home -has_find; apply/hasP/flatten_mapP. Qed.

Definition block i := [set v in D | home v == i].

Section Proved.
Hypothesis pairs_ok : paired e T ps.
Hypothesis barrier_ok : U \subset T.
Hypothesis apart_ok : apart.
Hypothesis balance_ok : #|T| + #|U| = size (ends ps) + size parts.

Lemma in_parts_D v : v \in in_parts -> v \in D.
Proof. by case/and4P: apart_ok => _ _ /allP H _ /H. Qed.

Lemma home_nth d i v : i < size parts -> v \in members (nth d parts i) -> home v = i.
Proof.
case/and4P: apart_ok => _ + _ _; rewrite /in_parts /home; elim: parts i => // p s IH [|i] un lt vi.
  by have {}vi : v \in members p := vi; rewrite /= vi.
have {un} : uniq (members p ++ flatten [seq members q | q <- s]) := un; rewrite cat_uniq => /and3P[_ /hasPn no un].
have vf : v \in flatten [seq members q | q <- s] by apply/flatten_mapP; exists (nth d s i); rewrite ?mem_nth.
have {no} := negbTE (no v vf); rewrite [LHS]/= => no.
by rewrite [LHS]/= no (IH i).
Qed.

Lemma block_members d i : i < size parts -> block i = [set v in members (nth d parts i)].
Proof.
move=> lt; apply/setP => v; rewrite !inE; apply/andP/idP => [[_ /eqP E]|vi].
  by rewrite -E; apply: (@nth_find _ d (fun p => v \in members p)); rewrite has_find -/(home v) E.
rewrite (home_nth lt vi) eqxx; split=> //; have := @in_parts_D v; rewrite inE; apply.
by apply/flatten_mapP; exists (nth d parts i); rewrite ?mem_nth.
Qed.

Lemma members_ok d i : i < size parts -> is_part e (nth d parts i) /\ uniq (members (nth d parts i)).
Proof.
move=> lt; case/and4P: apart_ok => /allP H un _ _; split; first by apply: H; rewrite mem_nth.
move: un; rewrite /in_parts; elim: parts i lt => // p s IH i lt un.
have : uniq (members p ++ flatten [seq members q | q <- s]) := un.
by rewrite cat_uniq => /and3P[up _ us]; case: i lt => // i lt; apply: (IH i lt us).
Qed.

Lemma block_odd i : i < size parts -> odd #|block i|.
Proof.
move=> lt; have [d _] : exists d : part V, True by case: parts lt => // d; exists d.
have [g un] := members_ok d lt; rewrite (block_members d lt) cardsE (card_uniqP un).
exact: part_odd g.
Qed.

Lemma block_critical i v : i < size parts -> v \in block i ->
  exists2 N, matching e (block i :\ v) N & #|block i| = #|N|.*2.+1.
Proof.
move=> lt; have [d _] : exists d : part V, True by case: parts lt => // d; exists d.
have [g un] := members_ok d lt; rewrite (block_members d lt) inE => vi.
have [qs j E] := part_critical g vi.
have pq : paired e ([set x in members (nth d parts i)] :\ v) qs.
  apply/and3P; split => //; first by rewrite (perm_uniq E) rem_uniq.
  by apply/allP => x; rewrite (perm_mem E) mem_rem_uniq // !inE.
have [m c _] := paired_matching pq; exists (pairing qs) => //.
rewrite cardsE (card_uniqP un) c (perm_size E) size_rem // prednK //; by case: (members _) vi.
Qed.

(* With the numbers in no part as one more block this is a split as in Certificate.v. *)
Let P := preim_partition home D.

Lemma blockP B : reflect (exists2 v, v \in D & B = block (home v)) (B \in P).
Proof.
have E v : [set y in D | home v == home y] = block (home v).
  by apply/setP => y; rewrite !inE eq_sym.
by apply: (iffP imsetP) => -[v vD ->]; exists v.
Qed.

Lemma parts_split : split_by e T U P.
Proof.
apply/and3P; split => //; first exact: preim_partitionP.
apply/forall_inP => B /blockP[x xD ->]; apply/forall_inP => C /blockP[y yD ->]; apply/implyP => ne.
apply/forall_inP => v; rewrite inE => /andP[vD /eqP hv]; apply/forall_inP => w; rewrite inE => /andP[wD /eqP hw].
apply/negP => vw; case/and4P: apart_ok => _ _ _ /forall_inP/(_ v vD)/forall_inP/(_ w wD)/implyP/(_ vw)/eqP E.
by case/eqP: ne; rewrite -hv -hw E.
Qed.

Lemma block_in i : i < size parts -> exists2 v, v \in block i & block i \in odd_blocks P.
Proof.
move=> lt; have /card_gt0P[v vi] : 0 < #|block i| by case: #|block i| (block_odd lt).
exists v => //; rewrite inE block_odd // andbT; apply/blockP; exists v; move: vi; rewrite inE => /andP[] //.
by move=> _ /eqP ->.
Qed.

Lemma odd_parts : odd_blocks P = [set block i | i : 'I_(size parts)].
Proof.
apply/eqP; rewrite eq_sym eqEcard; apply/andP; split.
  by apply/subsetP => B /imsetP[i _ ->]; have [] := block_in (ltn_ord i).
rewrite card_imset ?card_ord => [|i j E]; last first.
  have [v vi _] := block_in (ltn_ord i); apply: val_inj => /=.
  have := vi; rewrite E; move: vi; rewrite !inE => /andP[_ /eqP <-] /andP[_ /eqP <-] //.
have [m c _] := paired_matching pairs_ok.
by have := barrier_bound e_irr parts_split m; rewrite c balance_ok leq_add2l.
Qed.

Lemma parts_balance : #|pairing ps|.*2 + #|odd_blocks P| = #|T| + #|U|.
Proof.
have [_ -> _] := paired_matching pairs_ok; rewrite balance_ok odd_parts card_imset ?card_ord // => i j E.
have [v vi _] := block_in (ltn_ord i); apply: val_inj => /=.
have := vi; rewrite E; move: vi; rewrite !inE => /andP[_ /eqP <-] /andP[_ /eqP <-] //.
Qed.

(* So what is in no part is covered by every maximum matching. *)
Theorem parts_essential v : v \in T -> v \notin in_parts -> ~~ inessential e T v.
Proof.
move=> vT nv; have [m _ _] := paired_matching pairs_ok.
apply: (barrier_essential e_irr parts_split m parts_balance).
have [//|vU /=] := boolP (v \in U).
have vD : v \in D by rewrite inE vU.
apply/exists_inP; exists (block (home v)); first by apply/blockP; exists v.
rewrite [v \in _]inE vD eqxx !andbT; apply/negP => od.
have : block (home v) \in odd_blocks P by rewrite inE od andbT; apply/blockP; exists v.
rewrite odd_parts => /imsetP[i _ E]; have : v \in block (home v) by rewrite inE vD eqxx.
by rewrite E inE => /andP[_ /eqP hv]; move: nv; rewrite -home_found hv ltn_ord.
Qed.

(* And every matching of that size pairs all numbers of a part but one within the part. *)
Lemma parts_tight M i : matching e T M -> #|M| = #|pairing ps| -> i < size parts ->
  #|block i| <= #|inside M (block i)|.*2.+1.
Proof.
move=> m c lt; have [_ _ iP] := block_in lt; move: (iP); rewrite inE => /andP[BP od].
rewrite -addn1 -leq_subLR -/(slack M (block i)) leqNgt; apply/negP => big.
have := barrier_slack e_irr parts_split m; rewrite -parts_balance c leq_add2l odd_blocksE leqNgt => /negP; apply.
rewrite (bigD1 (block i)) //= [X in _ < X](bigD1 (block i)) //= od.
rewrite -addSn leq_add //; by apply: leq_sum => C _; apply: (odd_slack e_irr) m.
Qed.

Lemma mate_pair u : mate u != u -> [set u; mate u] \in pairing ps.
Proof.
rewrite /mate; case E: [seq p <- ps | _] => [|p s] /=; first by rewrite eqxx.
have : p \in [seq p <- ps | u \in [:: p.1; p.2]] by rewrite E mem_head.
rewrite mem_filter !inE => /andP[up pp] _; apply/imsetP; exists p => //.
case/orP: up => /eqP ->; first by rewrite eqxx.
by case: eqP => [->//|_]; rewrite setUC.
Qed.

(* The invariant: for every part that is reached there is a matching as large as the pairs that leaves a number of it
   out, and that has changed no pair of U but those whose part is reached. *)
Definition good (R : seq nat) := forall i, i \in R -> i < size parts /\
  exists M x, [/\ matching e T M, #|M| = #|pairing ps|, x \in block i, x \notin cover M &
    forall u w, u \in U -> [set u; w] \in pairing ps -> home w \notin R -> [set u; w] \in M].

(* Then any number of such a part is left out by one. *)
Lemma good_any R i v : good R -> i \in R -> v \in block i ->
  exists M, [/\ matching e T M, #|M| = #|pairing ps|, v \notin cover M &
    forall u w, u \in U -> [set u; w] \in pairing ps -> home w \notin R -> [set u; w] \in M].
Proof.
move=> gR iR vi; have [lt [M [x [m c xi xM keep]]]] := gR i iR.
have tight := parts_tight m c lt; have [N mN cN] := block_critical lt vi.
have BT : block i \subset T by apply/subsetP => y; rewrite !inE => /andP[/andP[]].
have cI : #|N| = #|inside M (block i)|.
  apply: double_inj; apply: succn_inj; rewrite -cN; apply/eqP; rewrite eqn_leq tight /=.
  by have := block_bound e_irr (block i) m; rewrite block_odd // addn1.
have [M' [m' c' vM'] keep'] := shift BT m xi xM tight mN cI.
exists M'; split; rewrite ?c' ?vM' // => u w uU uw nw; apply: keep'; first exact: keep.
by apply/negP => /subsetP/(_ u (set21 u w)); rewrite !inE uU.
Qed.

Lemma good_step R u x : good R -> u \in U -> home x \in R -> e u x -> mate u \in in_parts ->
  good (home (mate u) :: R).
Proof.
move=> gR uU xR ux wP; set w := mate u in wP *; set j := home w.
have weaker i : i \in R -> i < size parts /\
    exists M x, [/\ matching e T M, #|M| = #|pairing ps|, x \in block i, x \notin cover M &
      forall u w, u \in U -> [set u; w] \in pairing ps -> home w \notin j :: R -> [set u; w] \in M].
  move=> iR; have [lt [M [y [m c yi yM keep]]]] := gR i iR; split=> //; exists M, y; split=> // u' w' ? ?.
  by rewrite inE negb_or => /andP[_]; apply: keep.
have wD := in_parts_D wP; have lt : j < size parts by rewrite /j home_found.
have [jR|jR] := boolP (j \in R).
  by move=> i; rewrite inE => /orP[/eqP ->|]; apply: weaker.
move=> i; rewrite inE => /orP[/eqP -> {i}|]; last exact: weaker.
have xP : x \in in_parts by rewrite -home_found; have [] := gR _ xR.
have xD := in_parts_D xP.
have wu : w != u by apply/eqP => E; move: wD; rewrite -/w E inE uU.
have uw0 := mate_pair wu.
have [|M [m c xM keep]] := @good_any R (home x) x gR xR; first by rewrite inE xD eqxx.
have [||M' [m' c' wM'] keep'] := @switch T M u w x m (keep u w uU uw0 jR) _ _ xM ux.
- by rewrite eq_sym.
- by move: xD; rewrite inE => /andP[].
split=> //; exists M', w; split=> //; first by rewrite c'.
  by rewrite inE wD eqxx.
move=> u' w' u'U uw' ; rewrite inE negb_or => /andP[nj nR]; apply: keep'; first exact: keep.
apply/eqP => /setP/(_ w); rewrite !inE eqxx orbT => /orP[/eqP E|/eqP E].
  by move: wD; rewrite E inE u'U.
by rewrite /j E eqxx in nj.
Qed.

Lemma good_begin : good unpaired_parts.
Proof.
move=> i /mapP[v]; rewrite mem_filter => /andP[nv vP] ->; rewrite home_found; split=> //.
have [m _ _] := paired_matching pairs_ok; exists (pairing ps), v; split=> //.
  by rewrite inE in_parts_D // eqxx.
exact: left_out nv (paired_all pairs_ok).
Qed.

Lemma steps_good R s : good R -> steps_on R s -> exists2 R', good R' & forall i, i < size parts -> i \in R'.
Proof.
elim: s R => [|[u x] s IH] R gR /=.
  by move/allP => H; exists R => // i lt; apply: H; rewrite mem_iota.
by case/and5P=> uU xR ux wP; apply: IH; apply: good_step gR uU xR ux wP.
Qed.

(* So whatever is in a part is left out by some maximum matching. *)
Theorem parts_inessential v : steps_on unpaired_parts steps -> v \in in_parts -> inessential e T v.
Proof.
move=> st vP; have [R gR all_in] := steps_good good_begin st.
have lt : home v < size parts by rewrite home_found.
have [|M [m c vM _]] := @good_any R (home v) v gR (all_in _ lt); first by rewrite inE in_parts_D // eqxx.
apply/inessentialP; exists M => //; apply: (barrier_maximum e_irr parts_split m).
by rewrite c parts_balance.
Qed.
End Proved.

(* The certificate, whole: some maximum matching of T leaves v out exactly if v is in a part. *)
Theorem certified_inessential v : certified -> v \in T -> inessential e T v = (v \in in_parts).
Proof.
case/and5P=> pp UT ap /eqP E st vT; apply/idP/idP => [|vP]; last exact: parts_inessential st vP.
by apply: contraLR; apply: parts_essential.
Qed.
End Certified.

(* The picks the verifier lists at c: those that are left, joined to c and in a part. They are the winning ones, and
   there is one exactly if the mover wins. *)
Definition listed_picks S c (parts : seq (part V)) := [seq v <- enum S | e c v & v \in in_parts parts].

Theorem certified_picks S c U ps parts steps : certified S U ps parts steps ->
  (forall v, v \in listed_picks S c parts <-> [/\ v \in S, e c v & lost ((S :\ v, v) : pool e)]) /\
  (won ((S, c) : pool e) <-> listed_picks S c parts != [::]).
Proof.
move=> ok; have H v : v \in listed_picks S c parts <-> [/\ v \in S, e c v & lost ((S :\ v, v) : pool e)].
  rewrite mem_filter mem_enum; split=> [/andP[/andP[cv vP] vS]|[vS cv L]].
    by split=> //; apply/pool_winning; rewrite // (certified_inessential ok).
  by rewrite cv vS -(certified_inessential ok) // andbT; apply/(pool_winning e_sym e_irr).
split=> //; split=> [/won_option[q /pool_optionsP[v [vS cv ->]] L]|].
  by have : v \in listed_picks S c parts by [apply/H]; case: (listed_picks _ _ _).
case E: (listed_picks S c parts) => [//|v s] _.
have /H[vS cv L] : v \in listed_picks S c parts by rewrite E mem_head.
by apply: Won L; apply/pool_optionsP; exists v.
Qed.

(* The same for the first pick, of the whole pool. *)
Definition listed_openings (allowed : {set V}) (parts : seq (part V)) := [seq v <- enum allowed | v \in in_parts parts].

Theorem certified_openings (allowed : {set V}) U ps parts steps : certified setT U ps parts steps ->
  (forall v, v \in listed_openings allowed parts <->
    v \in allowed /\ lost (Some ([set: V] :\ v, v) : duel e allowed)) /\
  (won (None : duel e allowed) <-> listed_openings allowed parts != [::]).
Proof.
move=> ok; have H v : v \in listed_openings allowed parts <->
    v \in allowed /\ lost (Some ([set: V] :\ v, v) : duel e allowed).
  rewrite mem_filter mem_enum; split=> [/andP[vP va]|[va L]].
    by split=> //; apply/opening_winning; rewrite // (certified_inessential ok).
  by rewrite va -(certified_inessential ok) ?inE // andbT; apply/(opening_winning e_sym e_irr allowed).
split=> //; split=> [/won_option[q /mapP[v]]|].
  rewrite mem_enum => va -> L.
  by have : v \in listed_openings allowed parts by [apply/H]; case: (listed_openings _ _).
case E: (listed_openings allowed parts) => [//|v s] _.
have /H[va L] : v \in listed_openings allowed parts by rewrite E mem_head.
by apply: Won L; apply/mapP; exists v; rewrite ?mem_enum.
Qed.
End Parts.
