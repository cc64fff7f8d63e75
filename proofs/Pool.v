(* Pool: walk along the lines of a graph and never step on a point twice ("undirected vertex geography").

   In the duel the points are the numbers of the pool, and two are joined if one divides the other; the theorem holds
   for any finite graph. The proof goes by nu, the size of a maximum matching, and needs no augmenting paths. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Pool.
Variable V : finType. (* the points *)
Variable e : rel V.   (* e x y: x and y are joined *)
Hypothesis e_sym : symmetric e.
Hypothesis e_irr : irreflexive e.
Implicit Types (S T U : {set V}) (M : {set {set V}}) (c v : V).

(* A position is (S, c): S the numbers still in the pool, c the last pick. A move picks a v in S joined to c. *)
Definition pool_options (p : {set V} * V) : seq ({set V} * V) :=
  [seq (p.1 :\ v, v) | v <- enum [set v in p.1 | e p.2 v]].

Lemma pool_rank_drops (p q : {set V} * V) : q \in pool_options p -> #|q.1| < #|p.1|.
Proof.
case/mapP=> v; rewrite mem_enum inE => /andP[vp _] -> /=.
by rewrite [X in _ < X](cardsD1 v) vp.
Qed.

Definition pool : game := Game pool_rank_drops.

Lemma pool_optionsP S c q :
  reflect (exists v, [/\ v \in S, e c v & q = (S :\ v, v)]) (q \in options ((S, c) : pool)).
Proof.
apply: (iffP mapP) => [[v]|[v [vS cv ->]]].
  by rewrite mem_enum inE => /andP[vS cv] ->; exists v.
by exists v; rewrite // mem_enum inE /= vS.
Qed.

(* A matching on S: a set of pairs {x, y}, each joined, no number in two of them, all in S. It is maximum if none on S
   has more pairs; nu S is how many that is. cover M is the set of the numbers that are paired. *)
Definition edge (E : {set V}) := [exists x, exists y, e x y && (E == [set x; y])].
Definition matching S M := [&& [forall E in M, edge E], trivIset M & cover M \subset S].
Definition maximum S M := matching S M && [forall M', matching S M' ==> (#|M'| <= #|M|)].
Definition nu S := \max_(M | matching S M) #|M|.

Lemma matching0 S : matching S set0.
Proof.
apply/and3P; split; last by rewrite /cover big_set0 sub0set.
  by apply/forall_inP => E; rewrite inE.
by apply/trivIsetP => A B; rewrite inE.
Qed.

Lemma matching_sub S T M : S \subset T -> matching S M -> matching T M.
Proof. by move=> ST /and3P[h t c]; apply/and3P; split => //; apply: subset_trans ST. Qed.

Lemma nu_max S M : matching S M -> #|M| <= nu S.
Proof. by move=> h; apply: (@leq_bigmax_cond _ (matching S) (fun M => #|M|)). Qed.

Lemma nu_attained S : exists2 M, matching S M & #|M| = nu S.
Proof.
have [|M h E] := @eq_bigmax_cond _ (matching S) (fun M => #|M|).
  by apply/card_gt0P; exists set0; apply: matching0.
by exists M => //; rewrite /nu E.
Qed.

Lemma nu_sub S T : S \subset T -> nu S <= nu T.
Proof. by move=> ST; have [M h <-] := nu_attained S; apply/nu_max/(matching_sub ST h). Qed.

Lemma maximumE S M : maximum S M = matching S M && (#|M| == nu S).
Proof.
apply/andP/andP => -[h b]; split => //.
  have [M' h' E] := nu_attained S; rewrite eqn_leq nu_max // -E.
  by move/forall_inP: b; apply.
by rewrite (eqP b); apply/forall_inP => M' /nu_max.
Qed.

(* A matching that leaves c out does without c. *)
Lemma matching_drop S c M : c \notin cover M -> matching (c |: S) M -> matching S M.
Proof.
move=> cM /and3P[h t s]; apply/and3P; split => //; apply/subsetP => x xM.
have := subsetP s x xM; rewrite !inE => /orP[/eqP E|//]; by rewrite -E xM in cM.
Qed.

Lemma edge_neq0 E : edge E -> E != set0.
Proof. by case/existsP=> x /existsP[y /andP[_ /eqP ->]]; apply/set0Pn; exists x; rewrite !inE eqxx. Qed.

(* Adding the pair cv. *)
Lemma matching_add S c v M : c \notin S -> v \in S -> e c v -> matching (S :\ v) M ->
  matching (c |: S) ([set c; v] |: M) /\ #|[set c; v] |: M| = #|M|.+1.
Proof.
move=> cS vS cv /and3P[/forall_inP h t /subsetP s].
have dis : {in M, forall B : {set V}, [disjoint [set c; v] & B]}.
  move=> B BM; apply/pred0P => x; apply/negbTE/negP => /andP[xA xB].
  have : x \in cover M by apply/bigcupP; exists B.
  move/s; rewrite !inE => /andP[xv xS]; move: xA; rewrite !inE (negbTE xv) orbF => /eqP E.
  by rewrite -E xS in cS.
have [|t' n] := trivIsetU1 dis t; first by apply/negP => /h /edge_neq0; rewrite eqxx.
split; last by rewrite cardsU1 n.
apply/and3P; split => //.
  apply/forall_inP => E; rewrite !inE => /orP[/eqP ->|/h //].
  by apply/existsP; exists c; apply/existsP; exists v; rewrite cv eqxx.
apply/subsetP => x /bigcupP[B]; rewrite !inE => /orP[/eqP ->|BM xB].
  by rewrite !inE => /orP[/eqP ->|/eqP ->]; rewrite ?eqxx ?vS ?orbT.
have : x \in cover M by apply/bigcupP; exists B.
by move/s; rewrite !inE => /andP[_ ->]; rewrite orbT.
Qed.

(* Taking the pair of c away. *)
Lemma matching_del S c M : c \in cover M -> matching (c |: S) M ->
  exists v, [/\ v \in S, e c v, matching (S :\ v) (M :\ [set c; v]) & #|M| = #|M :\ [set c; v]|.+1].
Proof.
case/bigcupP=> E EM cE /and3P[/forall_inP h t /subsetP s].
have [v cv EE] : exists2 v, e c v & E = [set c; v].
  case/existsP: (h E EM) => x /existsP[y /andP[xy /eqP EE]].
  move: cE; rewrite EE !inE => /orP[] /eqP ->; first by exists y.
  by exists x; [rewrite e_sym | rewrite setUC].
have vc : v != c by apply/eqP => vc; rewrite vc e_irr in cv.
have inS x : x \in cover M -> x != c -> x \in S by move/s; rewrite !inE => /orP[->|].
have vS : v \in S by apply: inS => //; apply/bigcupP; exists E; rewrite // EE !inE eqxx orbT.
exists v; rewrite -EE; split => //; last by rewrite [LHS](cardsD1 E) EM.
apply/and3P; split.
- by apply/forall_inP => F; rewrite !inE => /andP[_ /h].
- by apply: trivIsetS t; apply: subsetDl.
apply/subsetP => x /bigcupP[F]; rewrite !inE => /andP[FE FM] xF.
have xM : x \in cover M by apply/bigcupP; exists F.
have := disjointFr (trivIsetP t F E FM EM FE) xF; rewrite EE !inE => /negbT.
by rewrite negb_or => /andP[xc xv]; rewrite xv inS.
Qed.

(* The heart: c raises nu exactly if c has a neighbour v that S can do without. From left to right, take the pair cv
   away from a maximum matching of S and c; from right to left, add it. *)
Lemma nu_step S c : c \notin S ->
  (nu S < nu (c |: S)) = [exists v in S, e c v && (nu (S :\ v) == nu S)].
Proof.
move=> cS; apply/idP/exists_inP => [lt|[v vS /andP[cv /eqP E]]].
  have [M h EM] := nu_attained (c |: S).
  have cM : c \in cover M.
    by apply: contraLR lt => /matching_drop/(_ h)/nu_max; rewrite EM -leqNgt.
  have [v [vS cv h' E]] := matching_del cM h; exists v; rewrite // cv /=.
  rewrite eqn_leq nu_sub ?subsetDl //=; apply: leq_trans (nu_max h').
  by rewrite -ltnS -E EM.
have [M h EM] := nu_attained (S :\ v).
have [h' Eh] := matching_add cS vS cv h.
by have := nu_max h'; rewrite Eh EM E.
Qed.

Lemma nu_le S c : nu S <= nu (c |: S). Proof. exact/nu_sub/subsetUr. Qed.

(* So nu obeys the recursion of the game: lost if c does not raise it, won if c does. *)
Lemma pool_nu (p : pool) : p.2 \notin p.1 ->
  (lost p <-> nu (p.2 |: p.1) == nu p.1) /\ (won p <-> nu (p.2 |: p.1) != nu p.1).
Proof.
move: p; apply: (@lost_set pool (fun p => nu (p.2 |: p.1) == nu p.1) (fun p => p.2 \notin p.1)).
- by move=> [S c] q _ /mapP[v _ ->] /=; rewrite !inE eqxx.
- move=> [S c] q /= cS L /mapP[v]; rewrite mem_enum inE /= => /andP[vS cv] -> /=.
  rewrite setD1K //; apply: contraTneq L => E.
  rewrite eqn_leq nu_le andbT -ltnNge nu_step //; apply/exists_inP; exists v => //.
  by rewrite cv /= E.
- move=> [S c] /= cS; rewrite eqn_leq nu_le andbT -ltnNge nu_step // => /exists_inP[v vS /andP[cv E]].
  exists (S :\ v, v); last by rewrite /= setD1K // eq_sym.
  by apply/mapP; exists v; rewrite // mem_enum inE /= vS.
Qed.

(* The mover at c has lost exactly if some maximum matching of S and c leaves c out; *)
Theorem pool_lost S c : c \notin S ->
  lost ((S, c) : pool) <-> exists2 M, maximum (c |: S) M & c \notin cover M.
Proof.
move=> cS; have [-> _] := @pool_nu (S, c) cS; split => [/eqP /= E|[M]].
  have [M h EM] := nu_attained S; exists M.
    by rewrite maximumE (matching_sub _ h) ?subsetUr //= EM E.
  by case/and3P: h => _ _ /subsetP s; apply: contra cS; apply: s.
rewrite maximumE => /andP[h /eqP E] /matching_drop/(_ h)/nu_max le.
by rewrite /= eqn_leq nu_le andbT -E.
Qed.

(* and has won exactly if every one of them covers c. *)
Theorem pool_won S c : c \notin S ->
  won ((S, c) : pool) <-> forall M, maximum (c |: S) M -> c \in cover M.
Proof.
move=> cS; have [D nD] := determined ((S, c) : pool); have L := pool_lost cS; split => [W M h|H].
  by apply/negPn/negP => cM; apply: nD; split; rewrite ?L //; exists M.
by case: D => // /L[M h]; rewrite (H M h).
Qed.

(* The same without matchings of S and c: the mover at c has won exactly if c raises nu. *)
Theorem pool_won_nu S c : c \notin S -> won ((S, c) : pool) <-> nu S < nu (c |: S).
Proof. by move=> cS; rewrite (@pool_nu (S, c) cS).2 ltn_neqAle nu_le andbT eq_sym. Qed.

(* The numbers that some maximum matching of T leaves out: the set D of Gallai and Edmonds. *)
Definition inessential T v := [exists M, maximum T M && (v \notin cover M)].

Lemma inessentialP T v : reflect (exists2 M, maximum T M & v \notin cover M) (inessential T v).
Proof.
by apply: (iffP existsP) => [[M /andP[]]|[M h n]]; exists M; rewrite // h.
Qed.

(* The winning picks at c are exactly the neighbours of c that are inessential in S: all of them, and no other. *)
Theorem pool_winning S v : v \in S -> lost ((S :\ v, v) : pool) <-> inessential S v.
Proof.
move=> vS; rewrite pool_lost ?setD1K // ?inE ?eqxx //; split => [H|/inessentialP //].
exact/inessentialP.
Qed.

End Pool.
