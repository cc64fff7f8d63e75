(* The Grundy value of every number in Subtraction: the theorem of docs/subtraction-grundy.md.

   A number is 2^k m with m odd; k is its class and m its odd part. The proof is that of the page: odd parts from 17 by
   an argument about upper options, odd parts to 15 by computation for the classes below 10 and by explicit lists
   of values for all others. *)
From mathcomp Require Import all_ssreflect zify.
From Aliquot Require Import Game Grundy Division Subtraction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Part (C): a row for each class k up to 5, the odd parts 1, 3, ..., 15 across. *)
Definition small_values : seq (seq nat) :=
  [:: [:: 0;0;0;0;0;0;0;0]; [:: 0;2;1;1;1;1;1;1]; [:: 1;3;3;2;2;2;2;2];
      [:: 0;4;4;4;4;4;3;4]; [:: 2;3;3;5;5;5;5;5]; [:: 0;6;6;6;6;6;6;6]].
(* The closed form: the value of 2^k m, parts (A), (C) and (B) in turn. *)
Definition value_at k m :=
  if 17 <= m then k else if k <= 5 then nth 0 (nth [::] small_values k) m./2 else
  if m == 1 then (if odd k then 0 else k.-1) else
  if m == 3 then k - 2 else if m == 5 then k + 2 else k + 1.

Lemma logn2_odd q : odd q -> logn 2 q = 0.
Proof. by move=> o; rewrite lognE /= dvdn2 o andbF. Qed.

Lemma logn2E c q : odd q -> logn 2 (2 ^ c * q) = c.
Proof.
move=> o; have q0 : 0 < q by case: q o.
by rewrite lognM ?expn_gt0 // pfactorK // logn2_odd // addn0.
Qed.

(* The value of N by the closed form: logn 2 N is its class, and what is left its odd part. *)
Definition value N := value_at (logn 2 N) (N %/ 2 ^ logn 2 N).
Lemma valueE c q : odd q -> value (2 ^ c * q) = value_at c q.
Proof. by move=> o; rewrite /value logn2E // mulKn // expn_gt0. Qed.

Lemma class_and_odd_part N : 0 < N -> exists k m, odd m /\ N = 2 ^ k * m.
Proof.
move=> N0; exists (logn 2 N), N`_2^'; split; last by rewrite -p_part partnC.
by rewrite -coprime2n; apply: (@pnat_coprime 2); rewrite ?part_pnat // pnat_id.
Qed.

(* A move on 2^k m subtracts some 2^j e, where j is at most k and e divides m, but neither 1 nor the number. *)
Lemma optionsP k m M : odd m ->
  M \in subtraction_options (2 ^ k * m) <->
  exists j e, [/\ j <= k, e %| m, (j != 0) || (e != 1), (j != k) || (e != m) & M = 2 ^ k * m - 2 ^ j * e].
Proof.
move=> om; have m0 : 0 < m by case: m om.
have N0 : 0 < 2 ^ k * m by rewrite muln_gt0 expn_gt0 m0.
split => [/subtraction_optionsP[d [d1 dN dv ->]]|[j [e [jk em n1 n2 ->]]]].
  have [j [e [oe Ed]]] := class_and_odd_part (ltnW d1); exists j, e; rewrite -Ed; split => //.
  - have : 2 ^ j %| 2 ^ k * m by apply: dvdn_trans dv; rewrite Ed dvdn_mulr.
    by rewrite Gauss_dvdl ?dvdn_Pexp2l // coprimeXl // coprime2n.
  - have : e %| 2 ^ k * m by apply: dvdn_trans dv; rewrite Ed dvdn_mull.
    by rewrite Gauss_dvdr // coprime_sym coprimeXl // coprime2n.
  - by rewrite -negb_and; apply: contraTN d1 => /andP[/eqP j0 /eqP e1]; rewrite Ed j0 e1.
  - by rewrite -negb_and; apply: contraTN dN => /andP[/eqP j0 /eqP e1]; rewrite Ed j0 e1 ltnn.
have oe := dvdn_odd em om.
have dv : 2 ^ j * e %| 2 ^ k * m by rewrite dvdn_mul // dvdn_exp2l.
apply/subtraction_optionsP; exists (2 ^ j * e); split => //.
- have [j0|jp] := posnP j; first by move: n1; rewrite j0 mul1n /=; case: (e) oe => [|[|e']].
  apply: (@leq_trans (2 ^ j)); first by rewrite -{1}(expn1 2) leq_exp2l.
  by apply: leq_pmulr; case: (e) oe.
- rewrite ltn_neqAle dvdn_leq // andbT; apply/eqP => E.
  have jk' : j = k by rewrite -(logn2E j oe) E logn2E.
  by move: n2; rewrite jk' eqxx /=; move/eqP: E; rewrite jk' eqn_pmul2l ?expn_gt0 // => ->.
Qed.

(* Lower options, j < k: of class j, with odd part 2^(k-j) m - e. *)
Lemma lower k m j e : odd m -> e %| m -> j < k ->
  odd (2 ^ (k - j) * m - e) /\ value (2 ^ k * m - 2 ^ j * e) = value_at j (2 ^ (k - j) * m - e).
Proof.
move=> om em jk; have oe := dvdn_odd em om; have m0 : 0 < m by case: m om {em}.
have le : e <= 2 ^ (k - j) * m.
  by apply: leq_trans (dvdn_leq m0 em) _; rewrite leq_pmull // expn_gt0.
have o : odd (2 ^ (k - j) * m - e).
  by rewrite oddB // oe oddM oddX eqn0Ngt subn_gt0 jk.
split => //; have -> : 2 ^ k * m - 2 ^ j * e = 2 ^ j * (2 ^ (k - j) * m - e); last by rewrite valueE.
by rewrite mulnBr mulnA -expnD subnKC // ltnW.
Qed.

(* Upper options, j = k: of a class k + t above k. *)
Lemma upper k m e : odd m -> e %| m -> e < m -> exists t q,
  [/\ odd q, 0 < t, m - e = 2 ^ t * q & value (2 ^ k * m - 2 ^ k * e) = value_at (k + t) q].
Proof.
move=> om em lt; have oe := dvdn_odd em om.
have [|t [q [oq E]]] := @class_and_odd_part (m - e); first by rewrite subn_gt0.
exists t, q; split => //; last by rewrite -mulnBr E mulnA -expnD valueE.
rewrite lt0n; apply/eqP => t0.
have : odd (m - e) by rewrite E t0 mul1n.
by rewrite oddB ?(ltnW lt) // om oe.
Qed.

(* At 2^k m the closed form is the mex of its values at the options. *)
Definition agrees k m := mex [seq value M | M <- subtraction_options (2 ^ k * m)] = value_at k m.

(* If it is so everywhere, the closed form is the Grundy value. *)
Lemma reduction : (forall k m, odd m -> agrees k m) -> forall N : subtraction, 0 < (N : nat) -> grundy N = value N.
Proof.
move=> H; elim/game_ind => N IH N0; have [k [m [om E]]] := class_and_odd_part N0.
rewrite E valueE // -(H k m om) -E grundy_mex; congr mex; apply/eq_in_map => M MN; apply: IH => //.
by case/subtraction_optionsP: MN => d [_ dN _ ->]; rewrite subn_gt0.
Qed.

(* Bounds on the values, all read off the formula: by odd parts from 7, 5, 3 and 1. *)
Lemma table_bounds : [/\
  all (fun c => all (fun q => c <= nth 0 (nth [::] small_values c) q) (iota 3 5)) (iota 0 6),
  all (fun c => c.-1 <= nth 0 (nth [::] small_values c) 2) (iota 0 6),
  all (fun c => c.-2 <= nth 0 (nth [::] small_values c) 1) (iota 0 6) &
  all (fun c => (nth 0 (nth [::] small_values c) 0 == 0) || (c.-2 <= nth 0 (nth [::] small_values c) 0)) (iota 0 6)].
Proof. by []. Qed.

Lemma from_seven c q : odd q -> 7 <= q -> c <= value_at c q.
Proof.
move=> oq q7; rewrite /value_at; case: leqP => // q17.
have [c5|c5] := leqP c 5.
  have [/allP/(_ c) H _ _ _] := table_bounds; have := H; rewrite mem_iota => /(_ c5)/allP/(_ q./2); apply.
  by rewrite mem_iota; lia.
by rewrite !ifF; lia.
Qed.

Lemma at_five c : c.-1 <= value_at c 5.
Proof. by do 6 (case: c => [//|c]); rewrite /value_at /=; lia. Qed.
Lemma at_three c : c.-2 <= value_at c 3.
Proof. by do 6 (case: c => [//|c]); rewrite /value_at /=; lia. Qed.
Lemma at_one c : value_at c 1 = 0 \/ c.-2 <= value_at c 1.
Proof.
do 6 (case: c => [|c]; first by [left|right]).
have -> : value_at c.+2.+4 1 = if odd c then 0 else c.+2.+3 by rewrite /value_at /= !negbK.
by case: odd; [left|right; lia].
Qed.
(* No value is 0 but in class 0 and at powers of two. *)
Lemma positive c q : odd q -> 0 < c -> 3 <= q -> 0 < value_at c q.
Proof.
move=> oq c0 q3; have [q7|q7] := leqP 7 q; first exact: leq_trans (from_seven c oq q7).
have [->|->] : q = 3 \/ q = 5 by lia.
  by do 6 (case: c c0 => [//|c] c0 //); rewrite /value_at /=; lia.
by do 6 (case: c c0 => [//|c] c0 //); rewrite /value_at /=; lia.
Qed.

(* Part (A): the lower options have the values 0, ..., k - 1, and no upper option has the value k. *)
Lemma odd_parts_from_17 k m : odd m -> 17 <= m -> agrees k m.
Proof.
move=> om m17; have m0 : 0 < m by apply: leq_trans m17.
have gk : value_at k m = k by rewrite /value_at m17.
rewrite /agrees gk; apply: mex_unique; last first.
  move=> i ik; apply/mapP.
  have [e [em ne]] : exists e, e %| m /\ (i != 0) || (e != 1).
    by have [i0|i0] := posnP i; [exists m | exists 1]; split; rewrite ?dvdnn ?dvd1n //; lia.
  exists (2 ^ k * m - 2 ^ i * e); first by apply/optionsP => //; exists i, e; split => //; lia.
  have [o ->] := lower om em ik; rewrite /value_at ifT //.
  have em' := dvdn_leq m0 em; have : 2 * m <= 2 ^ (k - i) * m; last by lia.
  by rewrite leq_pmul2r // -{1}(expn1 2) leq_exp2l // subn_gt0.
apply/mapP => -[M /(optionsP _ _ om) [j [e [jk em n1 n2 ->]]]].
have em' := dvdn_leq m0 em; move: jk; rewrite leq_eqVlt => /orP[/eqP jk|jk]; last first.
  have [o ->] := lower om em jk; rewrite /value_at ifT; first by lia.
  have : 2 * m <= 2 ^ (k - j) * m; last by lia.
  by rewrite leq_pmul2r // -{1}(expn1 2) leq_exp2l // subn_gt0.
rewrite jk; have lt : e < m by lia.
have [t [q [oq t0 E ->]]] := upper k om em lt; have oe := dvdn_odd em om.
have [x Ex] := dvdnP em.
have ox : odd x by move: om; rewrite Ex oddM => /andP[].
have x3 : 3 <= x by case: x ox Ex => [|[|[|x]]] //; lia.
have m12 : 12 <= m - e by have : 3 * e <= m; [rewrite Ex leq_pmul2r //; lia | lia].
have [q7|q7] := leqP 7 q; first by have := from_seven (k + t) oq q7; lia.
have [k0|k0] := posnP k.
  have e3 : 3 <= e by case: (e) oe n1 => [|[|[|?]]] //; rewrite jk k0.
  have : e %| 2 ^ t * q by rewrite -E dvdn_sub.
  rewrite Gauss_dvdr; last by rewrite coprimeXr // coprimen2.
  move=> /dvdn_leq; have q0 : 0 < q by case: (q) oq.
  move/(_ q0) => eq; have := positive (c := k + t) oq; lia.
have [q1|[q3|q5]] : q = 1 \/ q = 3 \/ q = 5 by lia.
- move: E; rewrite q1; have [->|h] := at_one (k + t); first lia.
  by do 3 (case: t t0 h => [//|t] t0 h; rewrite ?expn0 ?expn1 //; try lia).
- have h := at_three (k + t); have [t2|[t1|t3]] : t = 2 \/ t = 1 \/ 2 < t by lia.
  + have : e %| 2 ^ t * q by rewrite -E dvdn_sub.
    rewrite Gauss_dvdr; last by rewrite coprimeXr // coprimen2.
    by move/dvdn_leq; move: E; rewrite q3 t2; lia.
  + by move: E; rewrite q3 t1; lia.
  + by rewrite q3; lia.
- have h := at_five (k + t); have [t1|t2] : t = 1 \/ 1 < t by lia.
  + by move: E; rewrite q5 t1; lia.
  + by rewrite q5; lia.
Qed.

(* Odd parts to 15: the values of the options as explicit lists, those of the lower and those of the upper ones. *)
Definition divs m := [seq e <- iota 1 m | e %| m].
Lemma mem_divs m e : 0 < m -> (e \in divs m) = (e %| m).
Proof.
move=> m0; rewrite mem_filter mem_iota; case em: (e %| m) => //=.
by have := dvdn_leq m0 em; have := dvdn_gt0 m0 em; lia.
Qed.

Definition lower_values k m := flatten
  [seq [seq value_at j (2 ^ (k - j) * m - e) | e <- divs m & (j != 0) || (e != 1)] | j <- iota 0 k].
Definition upper_values k m := [seq value (2 ^ k * (m - e)) | e <- divs m & (e < m) && ((k != 0) || (e != 1))].

Lemma lower_valuesP k m x : 0 < m ->
  reflect (exists j e, [/\ j < k, e %| m, (j != 0) || (e != 1) & x = value_at j (2 ^ (k - j) * m - e)])
    (x \in lower_values k m).
Proof.
move=> m0; apply: (iffP flattenP) => [[s /mapP[j]]|[j [e [jk em n ->]]]].
  rewrite mem_iota => /= jk -> /mapP[e]; rewrite mem_filter mem_divs // => /andP[n em] ->.
  by exists j, e.
exists [seq value_at j (2 ^ (k - j) * m - e) | e <- divs m & (j != 0) || (e != 1)].
  by apply/mapP; exists j; rewrite ?mem_iota.
by apply/mapP; exists e; rewrite // mem_filter n mem_divs.
Qed.

(* The two lists hold all the values there are, so their mex is what counts. *)
Lemma agrees_by_lists k m : odd m -> mex (lower_values k m ++ upper_values k m) = value_at k m -> agrees k m.
Proof.
move=> om; rewrite /agrees => <-; have m0 : 0 < m by case: m om.
apply: mex_same_members => x; rewrite mem_cat; apply/mapP/orP => [[M /(optionsP _ _ om)]|].
  case=> j [e [jk em n1 n2 ->]] ->.
  move: jk; rewrite leq_eqVlt => /orP[/eqP jk|jk]; [right|left].
    apply/mapP; exists e; last by rewrite jk mulnBr.
    by rewrite mem_filter mem_divs // em andbT -jk n1 andbT; have := dvdn_leq m0 em; lia.
  by apply/lower_valuesP => //; exists j, e; split => //; case: (lower om em jk).
case=> [/(lower_valuesP _ _ m0)[j [e [jk em n ->]]]|/mapP[e]].
  exists (2 ^ k * m - 2 ^ j * e); last by case: (lower om em jk).
  by apply/optionsP => //; exists j, e; split => //; lia.
rewrite mem_filter mem_divs // => /andP[/andP[lt n] em] ->.
exists (2 ^ k * m - 2 ^ k * e); last by rewrite mulnBr.
by apply/optionsP => //; exists k, e; split => //; lia.
Qed.

Definition odds := [:: 1; 3; 5; 7; 9; 11; 13; 15].

(* 2^k x for an even x of at most 14. *)
Definition upper_value k x := nth 0
  [:: 0; 0; value_at k.+1 1; 0; value_at k.+2 1; 0; value_at k.+1 3; 0; value_at k.+3 1; 0; value_at k.+1 5; 0;
      value_at k.+2 3; 0; value_at k.+1 7] x.
Lemma upper_valueE k x : 0 < x -> ~~ odd x -> x < 15 -> value (2 ^ k * x) = upper_value k x.
Proof.
have H c q t : odd q -> value (2 ^ c * (2 ^ t * q)) = value_at (c + t) q by move=> o; rewrite mulnA -expnD valueE.
move=> x0 ox x15.
have [->|[->|[->|[->|[->|[->|->]]]]]] : x = 2 \/ x = 4 \/ x = 6 \/ x = 8 \/ x = 10 \/ x = 12 \/ x = 14 by lia.
- by rewrite (H k 1 1) // addn1.
- by rewrite (H k 1 2) // addn2.
- by rewrite (H k 3 1) // addn1.
- by rewrite (H k 1 3) // addn3.
- by rewrite (H k 5 1) // addn1.
- by rewrite (H k 3 2) // addn2.
- by rewrite (H k 7 1) // addn1.
Qed.

Definition upper_values_listed k m := [seq upper_value k (m - e) | e <- divs m & (e < m) && ((k != 0) || (e != 1))].
Lemma upper_values_listedP k m : odd m -> m <= 15 -> upper_values k m = upper_values_listed k m.
Proof.
move=> om m15; have m0 : 0 < m by case: m om m15.
apply/eq_in_map => e; rewrite mem_filter mem_divs // => /andP[/andP[lt _] em].
apply: upper_valueE; first lia; last by have := dvdn_gt0 m0 em; lia.
by rewrite oddB ?(ltnW lt) // om (dvdn_odd em om).
Qed.

(* The base, computed by Coq from the lists. *)
Lemma base_table :
  all (fun m => all (fun k => mex (lower_values k m ++ upper_values_listed k m) == value_at k m) (iota 0 10)) odds.
Proof. by vm_compute. Qed.

(* Odd parts to 15, classes below 10. *)
Lemma small_classes k m : odd m -> m <= 15 -> k < 10 -> agrees k m.
Proof.
move=> om m15 k10; apply: agrees_by_lists => //; rewrite upper_values_listedP //.
have /allP/(_ m) := base_table; have -> : m \in odds by rewrite !inE; lia.
by move=> /(_ isT)/allP/(_ k); rewrite mem_iota => /(_ k10)/eqP.
Qed.

(* The class k = n + 10: the lower options of the steps 1 to 4 one by one, and for the classes j = k - 5, k - 6, ...
   the value j, for there the odd part is at least 17. *)
Definition steps n := [:: (n.+4.+4.+1, 1); (n.+4.+4, 2); (n.+4.+3, 3); (n.+4.+2, 4)].
Definition near_values n m := flatten [seq [seq value_at js.1 (2 ^ js.2 * m - e) | e <- divs m] | js <- steps n].

Lemma big_step k m j e : 0 < m -> e %| m -> j + 5 <= k -> value_at j (2 ^ (k - j) * m - e) = j.
Proof.
move=> m0 em jk; rewrite /value_at ifT //; have := dvdn_leq m0 em.
have : 32 * m <= 2 ^ (k - j) * m; last by lia.
by rewrite leq_pmul2r // (@leq_exp2l 2 5) //; lia.
Qed.

Lemma lower_values_large n m x : 0 < m ->
  (x \in lower_values n.+4.+4.+2 m) = (x \in near_values n m) || ((x <= n.+4.+1) && ((x != 0) || (m != 1))).
Proof.
move=> m0; apply/lower_valuesP/orP => // [[j [e [jk em ne ->]]]|].
  have [j5|j5] := leqP j n.+4.+1.
    right; rewrite big_step //; last by lia.
    rewrite j5 /=; case/orP: ne => [->//|e1]; apply/orP; right.
    by apply: contra e1 => /eqP m1; rewrite m1 dvdn1 in em.
  left; apply/flattenP; exists [seq value_at j (2 ^ (n.+4.+4.+2 - j) * m - e) | e <- divs m]; last first.
    by apply/mapP; exists e; rewrite ?mem_divs.
  apply/mapP; exists (j, n.+4.+4.+2 - j) => //.
  have [->|[->|[->|->]]] : j = n.+4.+4.+1 \/ j = n.+4.+4 \/ j = n.+4.+3 \/ j = n.+4.+2 by lia.
  - have -> : n.+4.+4.+2 - n.+4.+4.+1 = 1 by lia.
    by rewrite /steps !inE eqxx ?orbT.
  - have -> : n.+4.+4.+2 - n.+4.+4 = 2 by lia.
    by rewrite /steps !inE eqxx ?orbT.
  - have -> : n.+4.+4.+2 - n.+4.+3 = 3 by lia.
    by rewrite /steps !inE eqxx ?orbT.
  - have -> : n.+4.+4.+2 - n.+4.+2 = 4 by lia.
    by rewrite /steps !inE eqxx ?orbT.
case=> [/flattenP[s /mapP[js jss ->] /mapP[e]]|/andP[x5 ne]].
  rewrite mem_divs // => em ->; exists js.1, e.
  have [E lt] : js.2 = n.+4.+4.+2 - js.1 /\ 0 < js.1 < n.+4.+4.+2.
    by move: jss; rewrite /steps !inE => /or4P[] /eqP -> /=; lia.
  by rewrite -E; split => //; lia.
exists x, (if x == 0 then m else 1); split.
- by lia.
- by case: ifP => // _; rewrite dvd1n.
- by case: (x == 0) ne.
- by rewrite big_step //; [case: ifP => // _; rewrite dvd1n | lia].
Qed.

Lemma odds_cases m : m \in odds ->
  m = 1 \/ m = 3 \/ m = 5 \/ m = 7 \/ m = 9 \/ m = 11 \/ m = 13 \/ m = 15.
Proof. by rewrite !inE; lia. Qed.

(* So for each odd part the values are known as expressions in n, and the mex is found by linear arithmetic. *)
Lemma large_step n m : m \in odds ->
  mex (lower_values n.+4.+4.+2 m ++ upper_values_listed n.+4.+4.+2 m) = value_at n.+4.+4.+2 m.
Proof.
move=> mo; have m0 : 0 < m by move: mo; rewrite !inE; lia.
apply: mex_unique => [|i]; rewrite mem_cat lower_values_large // {m0}.
{ case/odds_cases: mo => [->|[->|[->|[->|[->|[->|[->|->]]]]]]].
  all: rewrite /near_values /steps /upper_values_listed /divs /upper_value /value_at /=
    ?inE ?in_nil ?orbF ?negbK ?subSS ?subn0 /=.
  all: try by case: (odd n) => //=; lia.
  all: lia. }
{ case/odds_cases: mo => [->|[->|[->|[->|[->|[->|[->|->]]]]]]].
  all: rewrite /near_values /steps /upper_values_listed /divs /upper_value /value_at /=
    ?inE ?in_nil ?orbF ?negbK ?subSS ?subn0 /=.
  all: try by case: (odd n) => //=; lia.
  all: lia. }
Qed.

(* Odd parts to 15, classes from 10. *)
Lemma large_classes n m : odd m -> m <= 15 -> agrees n.+4.+4.+2 m.
Proof.
move=> om m15; apply: agrees_by_lists => //; rewrite upper_values_listedP //; apply: large_step.
by rewrite !inE; lia.
Qed.

(* Theorem (A), (B) and (C): the Grundy value of every number. *)
Theorem subtraction_grundy (N : subtraction) : grundy N = value N.
Proof.
have [->//|N0] := posnP (N : nat).
move: N0; apply: reduction => k m om; have [m17|m17] := leqP 17 m; first exact: odd_parts_from_17.
have m15 : m <= 15 by lia.
have [k10|k10] := leqP 10 k; last exact: small_classes.
have -> : k = (k - 10).+4.+4.+2 by lia.
exact: large_classes.
Qed.
