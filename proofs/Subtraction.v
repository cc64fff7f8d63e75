(* Subtraction: from N a move subtracts a divisor d with 1 < d < N, and leaves N - d. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Division.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition subtraction_options (N : nat) : seq nat := [seq N - d | d <- moves N].

Lemma subtraction_optionsP N M :
  reflect (exists d, [/\ 1 < d, d < N, d %| N & M = N - d]) (M \in subtraction_options N).
Proof.
apply: (iffP mapP) => [[d]|[d [d1 dN dv ->]]].
  by rewrite mem_moves => /and3P[d1 dN dv] ->; exists d.
by exists d; rewrite // mem_moves d1 dN dv.
Qed.

Lemma subtraction_rank_drops N M : M \in subtraction_options N -> M < N.
Proof.
by case/subtraction_optionsP=> d [d1 dN _ ->]; rewrite ltn_subrL (ltnW d1) (leq_trans _ dN).
Qed.

Definition subtraction : game := @Game nat_eqType subtraction_options id subtraction_rank_drops.

(* The lost numbers; logn 2 N is how often 2 divides N. *)
Definition power_of_two N := N == 2 ^ logn 2 N.
Definition lost_number N := odd N || (power_of_two N && odd (logn 2 N)).

Lemma power_of_twoP N : reflect (exists k, N = 2 ^ k) (power_of_two N).
Proof.
apply: (iffP eqP) => [->|[k ->]]; first by exists (logn 2 N).
by rewrite pfactorK.
Qed.

(* A power of two has no odd divisor but 1. *)
Lemma odd_divides_power d k : odd d -> d %| 2 ^ k -> d = 1.
Proof. by move=> od /dvdn_pfactor -[] // [|m] // _ E; rewrite E oddX in od. Qed.

Lemma lost_numberP N : reflect (odd N \/ exists2 k, odd k & N = 2 ^ k) (lost_number N).
Proof.
apply: (iffP orP) => -[]; [by left | case/andP => /eqP E o; right; by exists (logn 2 N) | by left |].
by case=> k ok ->; right; rewrite pfactorK // ok andbT; apply/power_of_twoP; exists k.
Qed.

(* A number is lost exactly if it is odd, or two to an odd power. *)
Theorem subtraction_lost (N : subtraction) :
  0 < (N : nat) -> lost N <-> odd N \/ exists2 k, odd k & (N : nat) = 2 ^ k.
Proof.
move=> N0.
suff [H _] : (lost N <-> lost_number N) /\ (won N <-> ~~ lost_number N).
  by rewrite H; split => /lost_numberP.
apply: (@lost_set subtraction lost_number (fun N : nat => 0 < N)) N0 => {N} /=.
- by move=> N M N0 /subtraction_optionsP[d [d1 dN dv ->]]; rewrite subn_gt0.
- move=> N M N0 /lost_numberP LN /subtraction_optionsP[d [d1 dN dv ->]]; apply/negP => /lost_numberP.
  have dvM : d %| N - d by rewrite dvdn_sub.
  case: LN => [oN|[k ok E]].
    have od := dvdn_odd dv oN.
    case=> [|[i _ Ei]]; first by rewrite oddB ?(ltnW dN) // oN od.
    by rewrite Ei in dvM; rewrite (odd_divides_power od dvM) in d1.
  have [j jk Ej] : exists2 j, j <= k & d = 2 ^ j by apply/dvdn_pfactor; rewrite // -E.
  have j0 : 0 < j by case: j Ej {jk} d1 => // ->.
  have jk' : j < k by move: dN; rewrite E Ej ltn_exp2l.
  have EM : N - d = 2 ^ j * (2 ^ (k - j) - 1) by rewrite mulnBr -expnD subnKC // muln1 E Ej.
  rewrite EM oddM oddX eqn0Ngt j0 /=.
  case=> // -[i oi Ei].
  have : 2 ^ (k - j) - 1 %| 2 ^ i by rewrite -Ei dvdn_mull.
  have o1 : odd (2 ^ (k - j) - 1) by rewrite oddB ?expn_gt0 // oddX eqn0Ngt subn_gt0 jk'.
  move/(odd_divides_power o1) => E1; rewrite E1 muln1 in Ei.
  have {}E1 : 2 ^ (k - j) = 2 ^ 1 by rewrite -(subnK (_ : 1 <= 2 ^ (k - j))) ?E1 // expn_gt0.
  have /eqP : k - j == 1 by rewrite -(@eqn_exp2l 2) // E1.
  have /eqP : j == i by rewrite -(@eqn_exp2l 2) // Ei.
  move=> ji kj; move: ok; rewrite -(subnK jk) kj addnC addn1 /= ji oi //.
- move=> N N0; rewrite negb_or => /andP[eN].
  have [/eqP E /= ek|nE _] := boolP (power_of_two N).
    have k0 : 0 < logn 2 N by rewrite lt0n; apply/eqP => k0; rewrite E k0 in eN.
    exists (2 ^ (logn 2 N).-1); last first.
      apply/lost_numberP; right; exists (logn 2 N).-1 => //.
      by case: (logn 2 N) k0 ek => //= k _; rewrite negbK.
    have EN : N = 2 ^ (logn 2 N).-1 * 2 by rewrite -expnSr prednK.
    have K1 : 1 < 2 ^ (logn 2 N).-1.
      by rewrite -{1}(expn0 2) ltn_exp2l //; case: (logn 2 N) k0 ek => [|[|k]].
    apply/subtraction_optionsP; move: (2 ^ _) EN K1 => K -> K1; exists K; split => //.
    - by rewrite -{1}[K]muln1 ltn_pmul2l // ltnW.
    - exact: dvdn_mulr.
    - by rewrite muln2 -addnn addnK.
  have [m odm Em] : exists2 m, odd m & N = m * 2 ^ logn 2 N.
    exists N`_2^'; last by rewrite mulnC -p_part partnC.
    by rewrite -(coprime2n) coprime_sym; apply: (@pnat_coprime 2^'); rewrite ?part_pnat // /pnat.
  have k0 : 0 < logn 2 N by rewrite lt0n; apply/eqP => k0; move: eN; rewrite Em k0 muln1 odm.
  have m1 : 1 < m.
    by case: m odm Em => [|[|m]] // _ Em; move: nE; rewrite /power_of_two {1}Em mul1n eqxx.
  have mN : m < N by rewrite Em -{1}[m]muln1 ltn_pmul2l ?(ltnW m1) // -{1}(expn0 2) ltn_exp2l.
  have mdv : m %| N by rewrite Em dvdn_mulr.
  exists (N - m); first by apply/subtraction_optionsP; exists m.
  by rewrite /lost_number oddB ?(ltnW mN) // odm (negbTE eN).
Qed.

(* A move on a won number wins exactly if it subtracts an odd divisor or leaves two to an odd power. *)
Theorem subtraction_winning (N : subtraction) (d : nat) : ~~ odd N -> d \in moves N ->
  lost (N - d : subtraction) <-> odd d \/ exists2 k, odd k & N - d = 2 ^ k.
Proof.
move=> eN; rewrite mem_moves => /and3P[d1 dN dv].
rewrite subtraction_lost ?subn_gt0 // oddB ?(ltnW dN) // (negbTE eN) /=; by [].
Qed.

(* A number lost has no winning move, and of two to an even power halving is the only one. *)
Theorem subtraction_lost_has_none (N : subtraction) (d : nat) : 0 < (N : nat) ->
  lost N -> d \in moves N -> ~ lost (N - d : subtraction).
Proof.
move=> N0 LN dm Ld; apply: (lost_not_won LN); apply: Won Ld.
by apply/mapP; exists d.
Qed.

Theorem subtraction_winning_power (k d : nat) : ~~ odd k -> d \in moves (2 ^ k) ->
  lost (2 ^ k - d : subtraction) <-> d = 2 ^ k.-1.
Proof.
move=> ek dm; move: (dm); rewrite mem_moves => /and3P[d1 dN dv].
have [j jk Ej] : exists2 j, j <= k & d = 2 ^ j by apply/dvdn_pfactor.
have j0 : 0 < j by case: j Ej {jk} d1 => // ->.
have jk' : j < k by move: dN; rewrite Ej ltn_exp2l.
have k0 : 0 < k by apply: leq_trans jk'.
have EK : 2 ^ k - 2 ^ k.-1 = 2 ^ k.-1 by rewrite -{1}(prednK k0) expnS mul2n -addnn addnK.
rewrite subtraction_winning //; last by rewrite oddX eqn0Ngt k0.
split=> [[od|[i oi Ei]]|->]; last first.
- by right; exists k.-1; [case: k k0 ek {EK dm dN dv jk jk'} => //= k _; rewrite negbK | exact: EK].
- have EM : 2 ^ k - d = 2 ^ j * (2 ^ (k - j) - 1) by rewrite mulnBr -expnD subnKC // muln1 Ej.
  have o1 : odd (2 ^ (k - j) - 1) by rewrite oddB ?expn_gt0 // oddX eqn0Ngt subn_gt0 jk'.
  have : 2 ^ (k - j) - 1 %| 2 ^ i by rewrite -Ei EM dvdn_mull.
  move/(odd_divides_power o1) => E1.
  have {}E1 : 2 ^ (k - j) = 2 ^ 1 by rewrite -(subnK (_ : 1 <= 2 ^ (k - j))) ?E1 // expn_gt0.
  have /eqP kj : k - j == 1 by rewrite -(@eqn_exp2l 2) // E1.
  by rewrite Ej -(subnK jk) kj.
- by move: od; rewrite Ej oddX eqn0Ngt j0.
Qed.

(* The winning moves are exactly those the oracle lists: of an even number the odd divisors above 1, and the divisors
   that leave two to an odd power. *)
Definition odd_power N := power_of_two N && odd (logn 2 N).
Definition subtraction_winning_moves (N : nat) : seq nat :=
  if lost_number N then [::] else [seq d <- moves N | odd d || odd_power (N - d)].

Theorem subtraction_winning_listed (N : subtraction) (d : nat) : 0 < (N : nat) ->
  d \in subtraction_winning_moves N <-> d \in moves N /\ lost (N - d : subtraction).
Proof.
move=> N0; rewrite /subtraction_winning_moves; case: ifP => LN.
  have L : lost N by apply/subtraction_lost => //; apply/lost_numberP.
  by split=> // -[dm w]; case: (subtraction_lost_has_none N0 L dm w).
have eN : ~~ odd N by move: LN; rewrite /lost_number => /negbT; rewrite negb_or => /andP[].
rewrite mem_filter; split=> [/andP[w dm]|[dm w]].
  split=> //; apply/subtraction_winning => //; case/orP: w => [|/andP[/eqP E o]]; [by left | right].
  by exists (logn 2 (N - d)).
rewrite dm andbT; case/(subtraction_winning eN dm): w => [->//|[k ok E]].
by rewrite orbC /odd_power /power_of_two E pfactorK // eqxx ok.
Qed.
