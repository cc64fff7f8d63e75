(* Certificates of the pool: pairs and a barrier prove that the pairs are as many as possible (the easy half of Tutte
   and Berge), and that every maximum matching covers certain numbers. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Pool.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Certificate.
Variable V : finType.
Variable e : rel V.
Hypothesis e_irr : irreflexive e.
Implicit Types (S T U B : {set V}) (M P : {set {set V}}).

(* The barrier U is taken out of T, and P splits the rest into blocks with no line between two of them: components, or
   unions of components. *)
Definition split_by T U P :=
  [&& U \subset T, partition P (T :\: U) &
      [forall B in P, forall C in P, (B != C) ==> [forall x in B, forall y in C, ~~ e x y]]].

(* The blocks of odd size. *)
Definition odd_blocks P := [set B in P | odd #|B|].

(* The pairs of M that lie in a block. *)
Definition inside M B := [set E in M | E \subset B].

Lemma edge_card E : edge e E -> #|E| = 2.
Proof.
case/existsP=> x /existsP[y /andP[xy /eqP ->]]; rewrite cards2.
by case: eqVneq xy => // ->; rewrite e_irr.
Qed.

Lemma cover_card T M : matching e T M -> #|cover M| = #|M|.*2.
Proof.
case/and3P=> /forall_inP h /eqP <- _.
by rewrite (eq_bigr (fun=> 2)) => [|E /h/edge_card //]; rewrite sum_nat_const muln2.
Qed.

Lemma inside_matching T M B : matching e T M -> matching e B (inside M B).
Proof.
case/and3P=> /forall_inP h t _; apply/and3P; split.
- by apply/forall_inP => E; rewrite inE => /andP[/h].
- by apply: trivIsetS t; apply/subsetP => E; rewrite inE => /andP[].
- by apply/bigcupsP => E; rewrite inE => /andP[].
Qed.

(* A block of odd size has a number whose partner is not in it. *)
Lemma block_bound T M B : matching e T M -> #|inside M B|.*2 + odd #|B| <= #|B|.
Proof.
move=> h; have h' := inside_matching B h.
have le : #|inside M B|.*2 <= #|B|.
  by rewrite -(cover_card h'); apply: subset_leq_card; case/and3P: h'.
have [o|] := boolP (odd #|B|); last by rewrite addn0.
rewrite addn1 ltn_neqAle le andbT; apply: contraTneq o => <-; by rewrite odd_double.
Qed.

(* The pairs of M that meet U: at most one for each number of U. *)
Definition meeting M U := [set E in M | E :&: U != set0].

Lemma meeting_bound T M U : matching e T M -> #|meeting M U| <= #|U|.
Proof.
case/and3P=> _ t _.
have [->|[u0 _]] := set_0Vmem U.
  rewrite cards0 leqn0 cards_eq0; apply/eqP/setP => E.
  by rewrite !inE setI0 eqxx andbF.
pose f (E : {set V}) : V := odflt u0 [pick u in E :&: U].
have fP E : E \in meeting M U -> (f E \in E) && (f E \in U).
  rewrite inE => /andP[_ /set0Pn[u uu]]; rewrite /f; case: pickP => [v|/(_ u)] /=.
    by rewrite inE.
  by rewrite uu.
rewrite -(@card_in_imset _ _ f) => [|E F EM FM eq].
  by apply: subset_leq_card; apply/subsetP => x /imsetP[E /fP/andP[_ h] ->].
apply/eqP; apply: contraTT isT => ne.
have /andP[fE _] := fP E EM; have /andP[fF _] := fP F FM.
move: EM FM; rewrite !inE => /andP[EM _] /andP[FM _].
by have := disjointFr (trivIsetP t E F EM FM ne) fE; rewrite eq fF.
Qed.

(* Every pair of a matching meets U or lies inside a block. *)
Lemma edge_cases T U P M E : split_by T U P -> matching e T M -> E \in M ->
  (E \in meeting M U) || [exists B in P, E \in inside M B].
Proof.
case/and3P=> _ /and3P[/eqP cP _ _] /forall_inP noedge /and3P[/forall_inP h _ /bigcupsP s] EM.
have /existsP[x /existsP[y /andP[xy /eqP EE]]] := h E EM.
rewrite !inE EM /=; have [//|/negPn/eqP dis] := boolP (E :&: U != set0) => /=.
have inP z : z \in E -> exists2 B, B \in P & z \in B.
  move=> zE; have : z \in cover P.
    rewrite cP inE (subsetP (s E EM)) // andbT; apply/negP => zU.
    by have := in_set0 z; rewrite -dis inE zE zU.
  by case/bigcupP => B BP zB; exists B.
have [|B BP xB] := inP x; first by rewrite EE !inE eqxx.
have [|C CP yC] := inP y; first by rewrite EE !inE eqxx orbT.
apply/exists_inP; exists B => //; rewrite inE EM EE subUset !sub1set xB /=.
have [-> //|ne] := eqVneq B C.
have /forall_inP/(_ C CP)/implyP/(_ ne)/forall_inP/(_ x xB)/forall_inP/(_ y yC) := noedge B BP.
by rewrite xy.
Qed.

(* How many numbers of a block are not paired inside it. *)
Definition slack M B := #|B| - #|inside M B|.*2.

Lemma inside_le T M B : matching e T M -> #|inside M B|.*2 <= #|B|.
Proof. by move=> h; apply: leq_trans (block_bound B h); apply: leq_addr. Qed.

Lemma barrier_slack T U P M : split_by T U P -> matching e T M ->
  #|M|.*2 + \sum_(B in P) slack M B <= #|T| + #|U|.
Proof.
move=> sp h.
have UT : U \subset T by case/and3P: sp.
have cT : #|T| = #|U| + \sum_(B in P) #|B|.
  case/and3P: sp => _ pP _; rewrite -(card_partition pP) (cardsD T U) (setIidPr UT).
  by rewrite subnKC // subset_leq_card.
have cM : #|M| <= #|meeting M U| + \sum_(B in P) #|inside M B|.
  have sub : M \subset meeting M U :|: \bigcup_(B in P) inside M B.
    apply/subsetP => E EM; rewrite inE; case/orP: (edge_cases sp h EM) => [->//|/exists_inP[B BP iB]].
    by apply/orP; right; apply/bigcupP; exists B.
  apply: leq_trans (subset_leq_card sub) _; apply: leq_trans (leq_card_setU _ _) _.
  rewrite leq_add2l; elim/big_rec2: _ => [|B n A _ le]; first by rewrite cards0.
  by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l.
have cB : (\sum_(B in P) #|inside M B|).*2 + \sum_(B in P) slack M B = \sum_(B in P) #|B|.
  rewrite -muln2 big_distrl -big_split; apply: eq_bigr => B _ /=.
  by rewrite muln2 /slack subnKC // (inside_le B h).
have mU := meeting_bound U h.
apply: (@leq_trans ((#|U| + \sum_(B in P) #|inside M B|).*2 + \sum_(B in P) slack M B)).
  by rewrite leq_add2r leq_double; apply: leq_trans cM _; rewrite leq_add2r.
by rewrite doubleD -[#|U|.*2]addnn -addnA cB cT [X in _ <= X]addnAC leqnn.
Qed.

Lemma odd_slack T M B : matching e T M -> odd #|B| <= slack M B.
Proof. by move=> h; rewrite leq_subRL ?(inside_le B h) // (block_bound B h). Qed.

Lemma odd_blocksE P : #|odd_blocks P| = \sum_(B in P) odd #|B|.
Proof.
rewrite -sum1_card big_mkcond [RHS]big_mkcond; apply: eq_bigr => B _.
by rewrite inE; case: (B \in P); case: (odd _).
Qed.

(* The inequality of Tutte and Berge: 2|M| + odd(T - U) is at most |T| + |U|. *)
Theorem barrier_bound T U P M : split_by T U P -> matching e T M ->
  #|M|.*2 + #|odd_blocks P| <= #|T| + #|U|.
Proof.
move=> sp h; apply: leq_trans (barrier_slack sp h).
by rewrite leq_add2l odd_blocksE; apply: leq_sum => B _; apply: odd_slack h.
Qed.

(* Where the two sides are equal there is no freedom: every maximum matching covers U and the blocks of even size. *)
Lemma restrict_split T U P v : v \in U -> split_by T U P -> split_by (T :\ v) (U :\ v) P.
Proof.
move=> vU /and3P[UT pP ne]; apply/and3P; split => //; first exact: setSD.
suff -> : (T :\ v) :\: (U :\ v) = T :\: U by [].
apply/setP => x; rewrite !inE; case: eqVneq => //= -> ; by rewrite vU.
Qed.

Theorem barrier_covers_U T U P M v : split_by T U P -> matching e T M ->
  #|M|.*2 + #|odd_blocks P| = #|T| + #|U| -> v \in U -> v \in cover M.
Proof.
move=> sp h E vU; apply/negPn/negP => vM.
have vT : v \in T by case/and3P: sp => /subsetP UT _ _; apply: UT.
have h' : matching e (T :\ v) M by apply: (@matching_drop _ _ _ v); rewrite ?setD1K.
have := barrier_bound (restrict_split vU sp) h'; rewrite E (cardsD1 v T) (cardsD1 v U) vT vU.
by rewrite leqNgt !add1n addnS addSn ltnS leqW.
Qed.

Theorem barrier_covers_even T U P M B v : split_by T U P -> matching e T M ->
  #|M|.*2 + #|odd_blocks P| = #|T| + #|U| -> B \in P -> ~~ odd #|B| -> v \in B -> v \in cover M.
Proof.
move=> sp h E BP eB vB; apply/negPn/negP => vM.
have := barrier_slack sp h; rewrite -E leq_add2l odd_blocksE leqNgt => /negP; apply.
rewrite (bigD1 B) //= [X in _ < X](bigD1 B) //= (negbTE eB) add0n -add1n leq_add //.
  rewrite subn_gt0; have h' := inside_matching B h; rewrite -(cover_card h').
  apply: proper_card; case/and3P: h' => _ _ s; apply/properP; split => //; exists v => //.
  apply: contra vM => /bigcupP[F]; rewrite inE => /andP[FM _] vF; apply/bigcupP; by exists F.
by apply: leq_sum => C _; apply: odd_slack h.
Qed.

(* Equality shows the matching maximum. *)
Theorem barrier_maximum T U P M : split_by T U P -> matching e T M ->
  #|M|.*2 + #|odd_blocks P| = #|T| + #|U| -> maximum e T M.
Proof.
move=> sp h E; rewrite /maximum h; apply/forall_inP => M' h'.
by rewrite -leq_double -(leq_add2r #|odd_blocks P|) E; apply: barrier_bound sp h'.
Qed.

Theorem barrier_essential T U P M v : split_by T U P -> matching e T M ->
  #|M|.*2 + #|odd_blocks P| = #|T| + #|U| ->
  (v \in U) || [exists B in P, ~~ odd #|B| && (v \in B)] -> ~~ inessential e T v.
Proof.
move=> sp h E cv; apply/negP => /inessentialP[M' /andP[h' /forall_inP/(_ M h) le]]; apply/negP/negPn.
have E' : #|M'|.*2 + #|odd_blocks P| = #|T| + #|U|.
  by apply/eqP; rewrite eqn_leq barrier_bound //= -E leq_add2r leq_double.
case/orP: cv => [vU|/exists_inP[B BP /andP[eB vB]]].
  exact: barrier_covers_U sp h' E' vU.
exact: barrier_covers_even sp h' E' BP eB vB.
Qed.

(* What a certificate holds is a list of pairs: each joined, no number twice, all in T. *)
Definition ends (ps : seq (V * V)) : seq V := flatten [seq [:: p.1; p.2] | p <- ps].
Definition paired T ps := [&& all (fun p => e p.1 p.2) ps, uniq (ends ps) & all (fun x => x \in T) (ends ps)].
Definition pairing (ps : seq (V * V)) : {set {set V}} := [set [set p.1; p.2] | p in ps].

(* Such a list is a matching of so many pairs, and pairs no other numbers. *)
Lemma paired_matching T ps : paired T ps ->
  [/\ matching e T (pairing ps), #|pairing ps|.*2 = size (ends ps) & cover (pairing ps) \subset ends ps].
Proof.
case/and3P=> j u sub.
suff [m E] : matching e [set x in ends ps] (pairing ps) /\ #|pairing ps| = size ps.
  split.
  - by apply: matching_sub m; apply/subsetP => x; rewrite inE => /(allP sub).
  - by rewrite E {j u sub m E}; elim: ps => //= p ps; rewrite doubleS => ->.
  - by case/and3P: m => _ _ /subsetP s; apply/subsetP => x /s; rewrite inE.
elim: ps j u {sub} => [_ _|[a b] ps IH /= /andP[ab j] /and3P[]].
  have -> : pairing [::] = set0 by apply/setP => E; rewrite inE; apply/imsetP => -[].
  by rewrite cards0; split => //; apply: matching0.
rewrite inE negb_or => /andP[anb aE] bE u.
have [m E] := IH j u.
have EQ : pairing ((a, b) :: ps) = [set a; b] |: pairing ps.
  apply/setP => E'; rewrite in_setU1; apply/imsetP/orP => [[q]|[/eqP ->|/imsetP[q qq ->]]].
  - by rewrite inE => /orP[/eqP -> ->|qq ->]; [left | right; apply/imsetP; exists q].
  - by exists (a, b); rewrite ?mem_head.
  - by exists q; rewrite // inE qq orbT.
have [|||m' E'] := @matching_add _ e (b |: [set x in ends ps]) a b (pairing ps) _ _ ab.
- by rewrite !inE negb_or anb.
- by rewrite !inE eqxx.
- rewrite setU1K // inE //.
rewrite EQ E' E; split => //; apply: matching_sub m'.
by apply/subsetP => x; rewrite !inE.
Qed.

Lemma left_out ps v : v \notin ends ps -> paired setT ps -> v \notin cover (pairing ps).
Proof. by move=> n /paired_matching[_ _ /subsetP s]; apply: contra n; apply: s. Qed.

Lemma paired_all T ps : paired T ps -> paired setT ps.
Proof. by case/and3P=> j u _; apply/and3P; split => //; apply/allP => x; rewrite inE. Qed.

End Certificate.
