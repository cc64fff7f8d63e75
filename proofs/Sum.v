(* Sums: several positions side by side, a move being a move in one of them (Sprague and Grundy). *)
From Coq Require Import Arith.
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Exclusive or of natural numbers, bit by bit: that of Coq's library. *)
Notation xor := Nat.lxor.

Lemma xorA a b c : xor a (xor b c) = xor (xor a b) c.
Proof. by rewrite Nat.lxor_assoc. Qed.

Lemma xorC a b : xor a b = xor b a. Proof. exact: Nat.lxor_comm. Qed.

Lemma xorCA a b c : xor a (xor b c) = xor b (xor a c).
Proof. by rewrite xorA (xorC a) -xorA. Qed.

Lemma xor0 a : xor a 0 = a. Proof. exact: Nat.lxor_0_r. Qed.

Lemma xorK b : involutive (xor^~ b).
Proof. by move=> a; rewrite /= Nat.lxor_assoc Nat.lxor_nilpotent Nat.lxor_0_r. Qed.

Lemma xor_inj b : injective (xor^~ b).
Proof. exact: can_inj (xorK b). Qed.

Lemma xor_eq0 a b : xor a b = 0 -> a = b.
Proof. by move=> E; apply: (@xor_inj b); rewrite E Nat.lxor_nilpotent. Qed.

Lemma oddE n : Nat.odd n = odd n.
Proof. by elim: n => // n IH; rewrite Nat.odd_succ -Nat.negb_odd IH. Qed.

Lemma halfE n : Nat.div2 n = n./2.
Proof.
have [m] := ubnP n; elim: m n => // m IH [|[|n]] //= /ltnW lt.
by rewrite IH.
Qed.

Lemma odd_xor a b : odd (xor a b) = odd a (+) odd b.
Proof. by rewrite -!oddE -!Nat.bit0_odd Nat.lxor_spec; case: (Nat.testbit a 0); case: (Nat.testbit b 0). Qed.

Lemma half_xor a b : (xor a b)./2 = xor a./2 b./2.
Proof. by rewrite -!halfE !Nat.div2_spec Nat.shiftr_lxor. Qed.

Lemma bit_double_lt (d e : bool) x y : x < y -> d + x.*2 < e + y.*2.
Proof.
move=> h; apply: (@leq_trans y.*2); last exact: leq_addl.
apply: (@leq_trans x.+1.*2); last by rewrite leq_double.
by rewrite doubleS; case: d.
Qed.

Lemma half_odd_lt a b : (a < b) = (a./2 < b./2) || ((a./2 == b./2) && (odd a < odd b)).
Proof.
rewrite -{1}(odd_double_half a) -{1}(odd_double_half b).
case: (ltngtP a./2 b./2) => h /=; first by rewrite bit_double_lt.
- by apply/negbTE; rewrite -leqNgt ltnW // bit_double_lt.
- by rewrite h ltn_add2r.
Qed.

(* The heart of Nim: whatever is less than a xor b is reached by making one of a and b less. *)
Lemma xor_lt a b c : c < xor a b -> (xor c b < a) || (xor c a < b).
Proof.
have [n] := ubnP c; elim: n a b c => // n IH a b [|c] lt_n.
  rewrite !Nat.lxor_0_l orbC -neq_ltn; apply: contraTneq => ->.
  by rewrite Nat.lxor_nilpotent.
rewrite half_odd_lt half_xor odd_xor => /orP[h|/andP[/eqP e h]].
  have lt : c.+1./2 < n by rewrite ltnS in lt_n; apply: (leq_trans _ lt_n); rewrite ltnS -ltnS -divn2 ltn_Pdiv.
  have := IH _ _ _ lt h; rewrite -!half_xor => /orP[k|k]; apply/orP; [left|right];
  by rewrite half_odd_lt k.
rewrite (half_odd_lt _ a) (half_odd_lt _ b) !half_xor !odd_xor e.
rewrite xorK (xorC a./2 b./2) xorK !eqxx !ltnn.
by move: (odd a) (odd b) (odd c.+1) h => [] [] [].
Qed.

(* The value of two positions side by side, as a statement about the values of their options. *)
Lemma mex_xor s t :
  mex ([seq xor i (mex t) | i <- s] ++ [seq xor (mex s) j | j <- t]) = xor (mex s) (mex t).
Proof.
apply: mex_unique => [|c].
  rewrite mem_cat negb_or; apply/andP; split; apply/mapP => -[i ii e].
    by have := mex_notin s; rewrite (xor_inj e) ii.
  by have := mex_notin t; move: e; rewrite ![xor (mex s) _]xorC => /xor_inj ->; rewrite ii.
move/xor_lt => /orP[h|h]; rewrite mem_cat; apply/orP; [left|right]; apply/mapP.
  by exists (xor c (mex t)); [apply: below_mex | rewrite xorK].
by exists (xor c (mex s)); [apply: below_mex | rewrite xorC xorK].
Qed.

(* The XOR of a list of values. *)
Definition nim_sum : seq nat -> nat := foldr xor 0.

Lemma nim_sum_cat a v b : nim_sum (a ++ v :: b) = xor v (nim_sum (a ++ b)).
Proof. by elim: a => //= u a ->; rewrite xorCA. Qed.

Section Sum.
Variable G : game.

(* A position of the sum is a list of positions; a move replaces one of them by one of its options. *)
Fixpoint sum_options (s : seq G) : seq (seq G) :=
  if s is p :: s' then [seq q :: s' | q <- options p] ++ [seq p :: t | t <- sum_options s'] else [::].

Lemma sum_rank_drops (s t : seq G) : t \in sum_options s -> sumn (map rank t) < sumn (map rank s).
Proof.
elim: s t => //= p s IH t; rewrite mem_cat => /orP[] /mapP [x xx ->] /=.
  by rewrite ltn_add2r rank_drops.
by rewrite ltn_add2l IH.
Qed.

Definition sum : game := Game sum_rank_drops.

Lemma sum_optionsP (s t : sum) :
  reflect (exists a p q b, [/\ s = a ++ p :: b, q \in options p & t = a ++ q :: b]) (t \in options s).
Proof.
apply: (iffP idP) => [|[a [p [q [b [-> qp ->]]]]]].
  elim: s t => //= p s IH t; rewrite mem_cat => /orP[] /mapP [x xx ->].
    by exists [::], p, x, s.
  by have [a [u [v [b [-> vu ->]]]]] := IH x xx; exists (p :: a), u, v, b.
elim: a => [|u a IH] /=; rewrite mem_cat; apply/orP; [left|right].
  by apply/mapP; exists q.
by apply/mapP; exists (a ++ q :: b).
Qed.

Definition values (s : sum) : seq nat := [seq grundy p | p <- (s : seq G)].

Lemma sum_grundy_cons p (s : seq G) : grundy (p :: s : sum) = xor (grundy p) (grundy (s : sum)).
Proof.
pose f (u : seq G) := if u is p :: s then xor (grundy p) (grundy (s : sum)) else 0.
suff H (u : sum) : grundy u = f u by rewrite H.
elim/game_ind: u => {p s} -[|p s] IH; rewrite grundy_mex //=.
have -> : xor (grundy p) (grundy (s : sum)) =
    mex ([seq xor i (grundy (s : sum)) | i <- [seq grundy q | q <- options p]] ++
         [seq xor (grundy p) j | j <- [seq grundy t | t <- options (s : sum)]]).
  by rewrite (grundy_mex p) (grundy_mex (s : sum)) mex_xor.
rewrite map_cat -!map_comp.
congr (mex (_ ++ _)); apply/eq_in_map => q qp /=; rewrite IH //= mem_cat map_f ?orbT //.
Qed.

(* The value of a sum is the XOR of the values. *)
Theorem sum_grundy (s : sum) : grundy s = nim_sum (values s).
Proof. by elim: s => // p s IH; rewrite sum_grundy_cons IH. Qed.

(* A sum is lost exactly if the values XOR to 0. Read of the position after a move, this says of every move
   whether it wins. *)
Theorem sum_lost (s : sum) : lost s <-> nim_sum (values s) = 0.
Proof. by rewrite -sum_grundy; case: (lost_grundy s). Qed.
End Sum.

(* A sum of one position is that position. *)
Theorem sum_one (G : game) (p : G) : (lost ([:: p] : sum G) <-> lost p) /\ (won ([:: p] : sum G) <-> won p).
Proof. by move: p; apply: (@same_moves_same_outcome G (sum G) (fun p => [:: p])) => p q; rewrite /= cats0. Qed.

(* Two games as one: a position of either, with the moves it has there. A sum of such positions mixes them. *)
Section Either.
Variables G H : game.

Definition either_options (p : G + H) : seq (G + H) :=
  match p with inl g => [seq inl q | q <- options g] | inr h => [seq inr q | q <- options h] end.
Definition either_rank (p : G + H) : nat := match p with inl g => rank g | inr h => rank h end.

Lemma either_rank_drops (p q : sum_eqType G H) : q \in either_options p -> either_rank q < either_rank p.
Proof. by case: p => p /mapP[r rp ->]; apply: rank_drops. Qed.

Definition either : game := Game either_rank_drops.

(* Being one of two games changes no value. *)
Theorem either_grundy (p : either) :
  grundy p = match p with inl g => grundy g | inr h => grundy h end.
Proof.
elim/game_ind: p => -[g|h] IH; rewrite grundy_mex /= -map_comp grundy_mex; congr mex;
  apply/eq_in_map => q qp; apply: IH; exact: map_f.
Qed.
End Either.
