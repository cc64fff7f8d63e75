(* The partner rule: fix a maximum matching that leaves the mover's number out, and answer every pick with its
   partner. It never fails. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Pool.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Partner.
Variable V : finType.
Variable e : rel V.
Hypothesis e_sym : symmetric e.
Hypothesis e_irr : irreflexive e.
Implicit Types (S T : {set V}) (M K : {set {set V}}) (c v w : V).

(* The partner of v, and the strategy: after a pick, pick its partner. *)
Definition partner M v : V := odflt v [pick w | (w != v) && ([set v; w] \in M)].
Definition answer_partner M (p : pool e) : pool e := (p.1 :\ partner M p.2, partner M p.2).

Lemma partner_unique M v w : trivIset M -> w != v -> [set v; w] \in M -> partner M v = w.
Proof.
move=> /trivIsetP t wv vwM; rewrite /partner; case: pickP => [u /andP[uv vuM]|/(_ w)] /=; last by rewrite wv vwM.
apply/eqP/negPn/negP => uw.
have ne : [set v; u] != [set v; w].
  by apply: contra uw => /eqP/setP/(_ u); rewrite !inE eqxx (negbTE uv) /= eq_sym => <-.
by have := disjointFr (t _ _ vuM vwM ne) (set21 v u); rewrite set21.
Qed.

Lemma removed_in M (E : {set V}) : #|M| = #|M :\ E|.+1 -> E \in M.
Proof. by rewrite (cardsD1 E) -add1n => /addIn; case: (E \in M). Qed.

(* One turn. K is a maximum matching of S and c that leaves c out, and v is picked. Then v has a partner w: otherwise
   K and the pair cv were larger. Without the pair vw, K is a maximum matching of S without v, and leaves w out:
   a larger one, together with cv, would be larger than K. So all is as before, with w in the place of c. *)
Lemma partner_turn S c K v : c \notin S -> maximum e (c |: S) K -> c \notin cover K -> v \in S -> e c v ->
  exists w, [/\ w \in S :\ v, e v w, [set v; w] \in K,
    maximum e (w |: (S :\ v :\ w)) (K :\ [set v; w]) & w \notin cover (K :\ [set v; w])].
Proof.
move=> cS /andP[h /forall_inP best] cK vS cv; have hS := matching_drop cK h.
have vK : v \in cover K.
  apply/negPn/negP => vK; have : matching e (S :\ v) K by apply: (matching_drop vK); rewrite setD1K.
  by case/(matching_add cS vS cv) => /best le E; rewrite E ltnn in le.
have [|w [wS vw h' E]] := matching_del e_sym e_irr vK (_ : matching e (v |: (S :\ v)) K); first by rewrite setD1K.
exists w; split => //.
- exact: removed_in E.
- rewrite setD1K //; apply/andP; split; first by apply: matching_sub h'; apply: subsetDl.
  apply/forall_inP => M' hM'; have [/best le E'] := matching_add cS vS cv hM'.
  by rewrite -ltnS -E -E'.
- by case/and3P: h' => _ _ /subsetP s; apply/negP => /s; rewrite !inE eqxx.
Qed.

(* The rule is played with one matching M throughout; what is left of it, K, stays maximum. *)
Lemma partner_rule_from S c M K : trivIset M -> K \subset M ->
  c \notin S -> maximum e (c |: S) K -> c \notin cover K -> never_fails (answer_partner M) ((S, c) : pool e).
Proof.
move=> t KM cS mK cK.
have turn (S' : {set V}) c' K' v : K' \subset M -> c' \notin S' -> maximum e (c' |: S') K' -> c' \notin cover K' ->
    v \in S' -> e c' v -> exists w, [/\ w \in S' :\ v, e v w, partner M v = w,
      maximum e (w |: (S' :\ v :\ w)) (K' :\ [set v; w]) & w \notin cover (K' :\ [set v; w])].
  move=> sub c'S m n vS cv; have [w [wS vw vwK m' n']] := partner_turn c'S m n vS cv.
  exists w; split => //; apply: partner_unique => //; last exact: subsetP sub _ vwK.
  by move: wS; rewrite !inE => /andP[].
pose good (p : pool e) := exists2 L : {set {set V}}, L \subset M &
  [/\ p.2 \notin p.1, maximum e (p.2 |: p.1) L & p.2 \notin cover L].
have inv p : course (answer_partner M) ((S, c) : pool e) p -> good p.
  elim=> [|[S' c'] r _ [L LM [/= n m k]] /pool_optionsP[v [vS cv ->]]]; first by exists K.
  have [w [wS vw pw m' k']] := turn _ _ _ _ LM n m k vS cv.
  exists (L :\ [set v; w]); first exact: subset_trans (subsetDl _ _) LM.
  by rewrite /answer_partner /= pw !inE eqxx; split.
move=> [S' c'] r /inv[L LM [/= n m k]] /pool_optionsP[v [vS cv ->]].
have [w [wS vw pw _ _]] := turn _ _ _ _ LM n m k vS cv.
by apply/pool_optionsP; exists w; rewrite /answer_partner /= pw.
Qed.

(* Against the mover at c: a maximum matching of S and c that leaves c out answers whatever the mover picks, to the
   end. *)
Theorem partner_rule S c M : c \notin S -> maximum e (c |: S) M -> c \notin cover M ->
  never_fails (answer_partner M) ((S, c) : pool e).
Proof.
by move=> cS m n; apply: (@partner_rule_from S c M M) => //; case/andP: m => /and3P[].
Qed.

(* For the mover at c: where every maximum matching of S and c covers c, take any of them, pick the partner of c, and
   answer with partners from then on. *)
Theorem partner_rule_mover S c M : c \notin S -> won ((S, c) : pool e) -> maximum e (c |: S) M ->
  let w := partner M c in [/\ w \in S, e c w & never_fails (answer_partner M) ((S :\ w, w) : pool e)].
Proof.
move=> cS W m; have cM := (pool_won e_sym e_irr cS).1 W M m; have := m; rewrite maximumE => /andP[h /eqP E].
have t : trivIset M by case/and3P: h.
have [w [wS cw h' E']] := matching_del e_sym e_irr cM h.
have wc : w != c by apply/eqP => wc; rewrite wc e_irr in cw.
have cwM := removed_in E'.
rewrite /= (partner_unique t wc cwM); split => //.
apply: (@partner_rule_from _ _ _ (M :\ [set c; w])) => //.
- exact: subsetDl.
- by rewrite !inE eqxx.
- rewrite setD1K // maximumE (matching_sub _ h') ?subsetDl //= eqn_leq nu_max ?(matching_sub _ h') ?subsetDl //=.
  by rewrite -ltnS -E' E -(pool_won_nu e_sym e_irr cS).
- by case/and3P: h' => _ _ /subsetP s; apply/negP => /s; rewrite !inE eqxx.
Qed.
End Partner.
