(* Remoteness: how many moves a game lasts if the winner hurries and the loser delays. *)
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Division Subtraction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The largest and the least of a list; 0 for none. *)
Definition largest (s : seq nat) : nat := foldr maxn 0 s.
Definition least (s : seq nat) : nat := if s is x :: s' then foldr minn x s' else 0.

Lemma largest_ge s x : x \in s -> x <= largest s.
Proof.
elim: s => //= y s IH; rewrite inE => /orP[/eqP ->|/IH le]; first exact: leq_maxl.
exact: leq_trans le (leq_maxr _ _).
Qed.

Lemma least_le s x : x \in s -> least s <= x.
Proof.
case: s => //= y s; elim: s => [|z s IH] /=; first by rewrite !inE => /eqP ->.
rewrite !inE => /or3P[xy|/eqP ->|xs]; rewrite geq_min ?leqnn //.
- by rewrite IH ?orbT // inE xy.
- by rewrite IH ?orbT // inE xs orbT.
Qed.

Lemma least_in s : s != [::] -> least s \in s.
Proof.
case: s => //= y s _; elim: s => [|z s IH] /=; first exact: mem_head.
rewrite /minn; case: ifP => _; first by rewrite !inE eqxx orbT.
by move: IH; rewrite !inE => /orP[->//|->]; rewrite !orbT.
Qed.

Lemma largest_in s : s != [::] -> largest s \in s.
Proof.
elim: s => //= y [|z s] IH _; first by rewrite maxn0 mem_head.
rewrite /maxn; case: ifP => _; last exact: mem_head.
by rewrite inE IH ?orbT.
Qed.

Section Remoteness.
Variable G : game.
Implicit Types p q : G.

Fixpoint remoteness_within n p : nat :=
  if n is n'.+1 then
    if computed_lost p then largest [seq (remoteness_within n' q).+1 | q <- options p]
    else least [seq (remoteness_within n' q).+1 | q <- options p & computed_lost q]
  else 0.
Definition remoteness p := remoteness_within (rank p).+1 p.

Lemma remoteness_within_enough n m p : rank p < n -> rank p < m -> remoteness_within n p = remoteness_within m p.
Proof.
elim: n m p => // n IH [//|m] p pn pm /=.
have E q : q \in options p -> remoteness_within n q = remoteness_within m q.
  by move=> qp; have lt := rank_drops qp; apply: IH; apply: leq_trans lt _.
case: ifP => _; first by congr largest; apply/eq_in_map => q /E ->.
by congr least; apply/eq_in_map => q; rewrite mem_filter => /andP[_ /E ->].
Qed.

(* What it is: one more than that of the longest way from a lost position, and one more than that of the shortest way
   to a lost position from a won one. *)
Theorem remoteness_is p : remoteness p =
  if computed_lost p then largest [seq (remoteness q).+1 | q <- options p]
  else least [seq (remoteness q).+1 | q <- options p & computed_lost q].
Proof.
have E q : q \in options p -> remoteness_within (rank p) q = remoteness q.
  by move=> qp; apply: remoteness_within_enough => //; apply: rank_drops.
rewrite {1}/remoteness [LHS]/=; case: ifP => _; first by congr largest; apply/eq_in_map => q /E ->.
by congr least; apply/eq_in_map => q; rewrite mem_filter => /andP[_ /E ->].
Qed.

Lemma won_has_lost p : ~~ computed_lost p -> [seq q <- options p | computed_lost q] != [::].
Proof.
move/(computed_lostP p).2/won_option => [q qp /(computed_lostP q).1 Lq]; apply/eqP => E.
have : q \in [seq q <- options p | computed_lost q] by rewrite mem_filter Lq.
by rewrite E.
Qed.

(* It is 0 exactly if there is no move, *)
Theorem remoteness0 p : remoteness p = 0 <-> options p = [::].
Proof.
split=> [|E]; last by rewrite remoteness_is computed_lostE E.
rewrite remoteness_is; case: ifP => [_ H|/negbT /won_has_lost ne].
  case E: (options p) H => [//|q s] H.
  by have := @largest_ge [seq (remoteness q).+1 | q <- q :: s] (remoteness q).+1 (mem_head _ _); rewrite H.
have : [seq (remoteness q).+1 | q <- options p & computed_lost q] != [::] by case: [seq _ <- _ | _] ne.
by move/least_in/mapP => [q _ ->].
Qed.

(* and 1 exactly if some move leaves the other none. *)
Theorem remoteness1 p : remoteness p = 1 <-> exists2 q, q \in options p & options q = [::].
Proof.
rewrite remoteness_is; case: ifP => [Lp|/negbT nL].
  split=> [H|[q qp E]]; last first.
    by move: Lp; rewrite computed_lostE => /allP/(_ q qp); rewrite computed_lostE E.
  case E: (options p) H => [//|q s] H.
  have qp : q \in options p by rewrite E mem_head.
  exists q; rewrite ?mem_head //; apply/remoteness0.
  have := @largest_ge [seq (remoteness q).+1 | q <- q :: s] (remoteness q).+1 (mem_head _ _).
  by rewrite H ltnS leqn0 => /eqP.
have ne := won_has_lost nL.
have ne' : [seq (remoteness q).+1 | q <- options p & computed_lost q] != [::] by case: [seq _ <- _ | _] ne.
split=> [H|[q qp E]].
  have /mapP[q] := least_in ne'; rewrite H mem_filter => /andP[_ qp] [/esym /remoteness0 E].
  by exists q.
have r0 : remoteness q = 0 by apply/remoteness0.
have Lq : computed_lost q by rewrite computed_lostE E.
have le : least [seq (remoteness q).+1 | q <- options p & computed_lost q] <= 1.
  by apply: least_le; apply/mapP; exists q; rewrite ?mem_filter ?Lq // r0.
have /mapP[r _ Er] := least_in ne'.
by move: le; rewrite Er ltnS leqn0 => /eqP ->.
Qed.

(* Where there is a move, one of them leads to a remoteness of one less. *)
Lemma remoteness_step p : options p != [::] ->
  exists2 q, q \in options p & remoteness p = (remoteness q).+1.
Proof.
move=> ne; rewrite remoteness_is; case: ifP => [_|/negbT /won_has_lost ne'].
  have : [seq (remoteness q).+1 | q <- options p] != [::] by case: (options p) ne.
  by move/largest_in/mapP => [q qp E]; exists q.
have : [seq (remoteness q).+1 | q <- options p & computed_lost q] != [::] by case: [seq _ <- _ | _] ne'.
by move/least_in/mapP => [q]; rewrite mem_filter => /andP[_ qp] E; exists q.
Qed.

(* Lost positions are an even number of moves from the end, won ones an odd number. *)
Theorem remoteness_parity p : odd (remoteness p) = ~~ computed_lost p.
Proof.
elim/game_ind: p => p IH; rewrite remoteness_is; case: ifP => [Lp|/negbT nL].
  have [E|ne] := eqVneq (options p) [::]; first by rewrite E.
  have : [seq (remoteness q).+1 | q <- options p] != [::] by case: (options p) ne.
  move/largest_in/mapP => [q qp ->]; rewrite /= IH // negbK.
  by move: Lp; rewrite computed_lostE => /allP/(_ q qp)/negbTE.
have : [seq (remoteness q).+1 | q <- options p & computed_lost q] != [::].
  by case: [seq _ <- _ | _] (won_has_lost nL).
by move/least_in/mapP => [q]; rewrite mem_filter => /andP[Lq qp] ->; rewrite /= IH // Lq.
Qed.

(* From a lost position no move leads further from the end than its own remoteness allows. *)
Lemma remoteness_lost_le p q : computed_lost p -> q \in options p -> remoteness q < remoteness p.
Proof.
by move=> Lp qp; rewrite [remoteness p]remoteness_is Lp; apply: largest_ge; apply/mapP; exists q.
Qed.
End Remoteness.

(* Division: 0 for 1 and the primes, 1 for every composite number. *)
Theorem division_remoteness (N : division) : 0 < (N : nat) ->
  remoteness N = if ((N : nat) == 1) || prime N then 0 else 1.
Proof.
move=> N0; have stuck (M : division) : 0 < (M : nat) -> options M = [::] <-> (M : nat) = 1 \/ prime M.
  by move=> M0; rewrite -(moves_none M0) /= /division_options; case: (moves M).
case: ifP => [/orP H|/negbT].
  by apply/remoteness0; apply/stuck => //; case: H => [/eqP|]; [left | right].
rewrite negb_or => /andP[N1 pN]; apply/remoteness1.
have W : won N by apply/won_not_lost => /(division_lost N0)[/eqP|]; [rewrite (negbTE N1) | rewrite (negbTE pN)].
have [M MN LM] := won_option W; exists M => //; have [M1 _ _] := division_optionsP _ _ MN.
by apply/stuck; [apply: ltnW | apply/division_lost => //; apply: ltnW].
Qed.

Lemma subtraction_stuck (M : subtraction) : 0 < (M : nat) -> options M = [::] <-> (M : nat) = 1 \/ prime M.
Proof. by move=> M0; rewrite -(moves_none M0) /= /subtraction_options; case: (moves M). Qed.

(* Subtraction: 0 exactly for 1 and the primes, *)
Theorem subtraction_remoteness0 (N : subtraction) : 0 < (N : nat) ->
  remoteness N = 0 <-> (N : nat) = 1 \/ prime N.
Proof. by move=> N0; rewrite remoteness0; apply: subtraction_stuck. Qed.

(* and 1 exactly for the doubled primes. *)
Theorem subtraction_remoteness1 (N : subtraction) :
  remoteness N = 1 <-> exists2 p, prime p & (N : nat) = 2 * p.
Proof.
rewrite remoteness1; split=> [[M /subtraction_optionsP[d [d1 dN dv ->]] E]|[p pp ->]].
  have M0 : 0 < N - d by rewrite subn_gt0.
  have dM : d %| N - d by rewrite dvdn_sub.
  case/(subtraction_stuck M0): E => [E|pM].
    by rewrite E dvdn1 in dM; rewrite (eqP dM) in d1.
  exists (N - d) => //; case/primeP: (pM) => _ /(_ d dM) /orP[/eqP E|/eqP E]; first by rewrite E in d1.
  by rewrite mul2n -addnn -{2}E subnK // ltnW.
exists p; last by apply/subtraction_stuck; [apply: prime_gt0 | right].
apply/subtraction_optionsP; exists p; rewrite prime_gt1 // dvdn_mull // mul2n -addnn addnK.
by split=> //; rewrite -{1}[p]addn0 ltn_add2l prime_gt0.
Qed.

(* It is 2 exactly for 8 and 9. *)
Theorem subtraction_remoteness2 (N : subtraction) : 0 < (N : nat) ->
  remoteness N = 2 <-> (N : nat) = 8 \/ (N : nat) = 9.
Proof.
move=> N0; split=> [R2|[->|->]]; try by vm_compute.
have L : computed_lost N by have := remoteness_parity N; rewrite R2 => /esym /negbFE.
have doubled d : 1 < d -> d < N -> d %| N -> exists2 p, prime p & N - d = 2 * p.
  move=> d1 dN dv; have MN : (N - d : subtraction) \in options N by apply/subtraction_optionsP; exists d.
  apply/subtraction_remoteness1; have := remoteness_lost_le L MN; rewrite R2.
  have := remoteness_parity (N - d : subtraction).
  have -> : computed_lost (N - d : subtraction) = false.
    by move: L; rewrite computed_lostE => /allP/(_ _ MN)/negbTE.
  by case: (remoteness (N - d : subtraction)) => [|[|]].
have ne : options N != [::] by apply/eqP => /remoteness0; rewrite R2.
have [d [d1 dN dv]] : exists d, [/\ 1 < d, d < N & d %| N].
  case E: (options N) ne => [//|M s] _; have : M \in options N by rewrite E mem_head.
  by case/subtraction_optionsP=> d [d1 dN dv _]; exists d.
have /(subtraction_lost N0)[oN|[k ok E]] : lost N by apply/(computed_lostP N).1.
  right; have third e : 1 < e -> e < N -> e %| N -> (N : nat) = 3 * e.
    move=> e1 eN ev; have [p pp E] := doubled e e1 eN ev.
    have oe := dvdn_odd ev oN; have : e %| 2 * p by rewrite -E dvdn_sub.
    rewrite Gauss_dvdr ?coprimen2 // => ep; case/primeP: (pp) => _ /(_ e ep) /orP[/eqP e1'|/eqP ep'].
      by rewrite e1' in e1.
    by rewrite -(subnK (ltnW eN)) E -ep' -{2}[e]mul1n -mulnDl.
  have E := third d d1 dN dv; have N3 : 3 < N by rewrite E -{1}[3]muln1 ltn_pmul2l.
  by rewrite (third 3) // E dvdn_mulr.
left; case: k ok E => [//|[_ E|[//|[_ E|k ok E]]]].
- by move: dN dv; rewrite E => dN /dvdn_leq; case: (d) d1 dN => [|[|[]]].
- exact: E.
have [] := doubled 4 isT; rewrite ?E.
- by rewrite (@ltn_exp2l 2 2).
- by rewrite (@dvdn_exp2l 2 2).
move=> p pp; have -> : 2 ^ k.+4 - 4 = 2 * (2 * (2 ^ k.+2 - 1)).
  by rewrite mulnA mulnBr muln1 -(@expnD 2 2).
move/eqP; rewrite eqn_pmul2l // => /eqP Ep; move: pp; rewrite -Ep => /primeP[_ /(_ 2)].
rewrite dvdn_mulr // => /(_ isT) /= /eqP; rewrite -{1}[2]muln1 => /eqP; rewrite eqn_pmul2l // => /eqP E1.
by have : 2 ^ 2 <= 2 ^ k.+2 by [rewrite leq_exp2l]; rewrite -(subnK (_ : 1 <= 2 ^ k.+2)) ?expn_gt0 // -E1.
Qed.

(* Beyond that it grows with the number: outside the primes and the doubled primes, N is at most 9 * 2^(R - 2). So no
   line of best play is cut short. *)
Theorem subtraction_remoteness_bound (N : subtraction) : 0 < (N : nat) -> 2 <= remoteness N ->
  N <= 9 * 2 ^ (remoteness N - 2).
Proof.
elim/game_ind: N => N IH N0; rewrite leq_eqVlt => /orP[/eqP R2|R3].
  by rewrite -R2 subnn muln1; case/(subtraction_remoteness2 N0): (esym R2) => ->.
have ne : options N != [::] by apply/eqP => /remoteness0 E; rewrite E in R3.
have [M MN E] := remoteness_step ne; have := MN => /subtraction_optionsP[d [d1 dN dv EM]].
have M0 : 0 < (M : nat) by rewrite EM subn_gt0.
have le : N <= 2 * M.
  have [m Em] := dvdnP dv; have m2 : 1 < m by case: m Em dN => [|[|m]] ->; rewrite ?mul0n ?mul1n ?ltnn.
  have : 2 * d <= N by rewrite Em leq_mul2r m2 orbT.
  by rewrite EM; lia.
apply: leq_trans le _; rewrite E subSn; last by rewrite -ltnS -E.
by rewrite expnS mulnCA leq_mul2l IH // -ltnS -E.
Qed.
