(* Division: from N a move divides by a divisor d with 1 < d < N, and leaves N/d.

   These are the moves of Divider's Duel, Divide and Conquer and Factor Duel. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The moves at N: the divisors d with 2 <= d <= N - 1. *)
Definition moves (N : nat) : seq nat := [seq d <- iota 2 (N - 2) | d %| N].

Lemma mem_moves N d : (d \in moves N) = [&& 1 < d, d < N & d %| N].
Proof.
rewrite mem_filter mem_iota andbC; case: (leqP 2 N) => h; first by rewrite subnKC // andbA.
case: N h => [|[|//]] _; rewrite ?subn0 /= ?addn0; by case: d => [|[|d]].
Qed.

(* The options of N: what the moves leave. They are the divisors of N other than 1 and N, read the other way. *)
Definition division_options (N : nat) : seq nat := [seq N %/ d | d <- moves N].

Lemma division_optionsP N M : reflect [/\ 1 < M, M < N & M %| N] (M \in division_options N).
Proof.
apply: (iffP mapP) => [[d] | [M1 MN dv]].
  rewrite mem_moves => /and3P[d1 dN dv] ->.
  have d0 : 0 < d by apply: ltnW. have N0 : 0 < N by apply: leq_trans dN.
  split; [| exact: ltn_Pdiv | by apply/dvdnP; exists d; rewrite mulnC divnK].
  by rewrite ltn_divRL // mul1n.
have M0 : 0 < M by apply: ltnW. have N0 : 0 < N by apply: leq_trans MN.
exists (N %/ M); last by rewrite divnA // mulKn.
rewrite mem_moves ltn_divRL // mul1n MN ltn_Pdiv //=.
by apply/dvdnP; exists M; rewrite mulnC divnK.
Qed.

Lemma division_rank_drops N M : M \in division_options N -> M < N.
Proof. by case/division_optionsP. Qed.

Definition division : game := @Game nat_eqType division_options id division_rank_drops.

(* The number of prime factors, counted with multiplicity. *)
Definition Omega (N : nat) : nat := \sum_(1 <= p < N.+1 | prime p) logn p N.

(* The sum may run further than it needs to. *)
Lemma Omega_widen K N : 0 < N -> N <= K -> Omega N = \sum_(1 <= p < K.+1 | prime p) logn p N.
Proof.
move=> N0 NK; rewrite (@big_cat_nat _ _ _ N.+1) //= [X in _ = _ + X]big1_seq ?addn0 //.
move=> p /andP[_]; rewrite mem_index_iota => /andP[Np _].
by rewrite lognE N0 /= (gtnNdvd N0 Np) andbF.
Qed.

(* Prime factors of a product are those of its factors together. *)
Lemma OmegaM m n : 0 < m -> 0 < n -> Omega (m * n) = Omega m + Omega n.
Proof.
move=> m0 n0; rewrite (@Omega_widen (m * n) m) ?(@Omega_widen (m * n) n) ?leq_pmulr ?leq_pmull //.
by rewrite -big_split; apply: eq_bigr => p _; rewrite lognM.
Qed.

Lemma Omega_prime p : prime p -> Omega p = 1.
Proof.
move=> pp; rewrite /Omega big_mkcond big_nat_recr ?prime_gt0 //= pp logn_prime // eqxx big1_seq //.
move=> q /andP[_]; rewrite mem_index_iota => /andP[_ qp]; case: ifP => // pq.
by rewrite logn_prime // ltn_eqF.
Qed.

Lemma Omega1 : Omega 1 = 0.
Proof. by rewrite /Omega unlock. Qed.

Lemma Omega_gt0 N : 1 < N -> 0 < Omega N.
Proof.
move=> N1; have pp := pdiv_prime N1; have p0 := prime_gt0 pp.
have q0 : 0 < N %/ pdiv N by rewrite divn_gt0 // dvdn_leq ?pdiv_dvd // ltnW.
by rewrite -(divnK (pdiv_dvd N)) OmegaM // (Omega_prime pp) addn1.
Qed.

(* A proper divisor has fewer prime factors, *)
Lemma Omega_dvd M N : 0 < N -> M %| N -> M < N -> Omega M < Omega N.
Proof.
move=> N0 dv MN; have M0 := dvdn_gt0 N0 dv.
have q1 : 1 < N %/ M by rewrite ltn_divRL // mul1n.
by rewrite -(divnK dv) OmegaM ?(ltnW q1) // -[X in X < _]add0n ltn_add2r Omega_gt0.
Qed.

(* and there is a divisor with every smaller number of them. *)
Lemma Omega_exists N j : 0 < N -> j <= Omega N -> exists2 d, d %| N & Omega d = j.
Proof.
have [n] := ubnP N; elim: n N => // n IH N; rewrite ltnS => Nn N0.
rewrite leq_eqVlt => /orP[/eqP ->|lt]; first by exists N.
have N1 : 1 < N by case: N N0 lt {Nn} => [//|[|//]] _; rewrite Omega1.
have pp := pdiv_prime N1; have dv := pdiv_dvd N.
have q0 : 0 < N %/ pdiv N by rewrite divn_gt0 ?prime_gt0 // dvdn_leq.
have qN : N %/ pdiv N < N by rewrite ltn_Pdiv // prime_gt1.
have [|//||d dd <-] := IH (N %/ pdiv N); first exact: leq_trans Nn.
  by move: lt; rewrite -[in Omega N](divnK dv) OmegaM ?(prime_gt0 pp) // (Omega_prime pp) addn1.
by exists d => //; apply: dvdn_trans dd _; apply/dvdnP; exists (pdiv N); rewrite mulnC divnK.
Qed.

(* The factors of a certificate: a list of primes whose product is N has as many members as Omega says. *)
Theorem Omega_factors (s : seq nat) : all prime s -> Omega (\prod_(p <- s) p) = size s.
Proof.
elim: s => [|p s IH] /=; first by rewrite big_nil Omega1.
case/andP=> pp ps; rewrite big_cons OmegaM ?(prime_gt0 pp) ?(Omega_prime pp) ?IH //.
by rewrite big_seq; apply: prodn_cond_gt0 => q /(allP ps)/prime_gt0.
Qed.

(* The Grundy value of a number is the number of its prime factors less one (0 for 1). *)
Theorem division_grundy (N : division) : grundy N = (Omega N).-1.
Proof.
elim/game_ind: N => N IH; rewrite grundy_mex; apply: mex_unique.
  apply/mapP => -[M MN]; rewrite IH //.
  case/division_optionsP: MN => M1 MN dv; have N0 : 0 < (N : nat) by apply: leq_trans MN.
  have := Omega_dvd N0 dv MN; have := Omega_gt0 M1.
  by case: (Omega M) => // m _; case: (Omega N) => //= n; rewrite ltnS => lt e; rewrite e ltnn in lt.
move=> i lt; have ltN : i.+1 < Omega N by case: (Omega N) lt.
have N0 : 0 < (N : nat) by case: (N : nat) ltN => //; rewrite /Omega big_geq.
have [d dv Od] := Omega_exists N0 (ltnW ltN).
have d0 := dvdn_gt0 N0 dv.
have d1 : 1 < d by case: d d0 Od {dv} => [//|[|//]] _; rewrite Omega1.
have dN : d < N.
  rewrite ltn_neqAle dvdn_leq // andbT; apply/eqP => E; by rewrite -Od E ltnn in ltN.
have dopt : (d : division) \in options (N : division) by apply/division_optionsP.
by apply/mapP; exists d => //; rewrite IH // Od.
Qed.

(* What a move does to the value: dividing by d takes as much away as d has prime factors. *)
Theorem division_grundy_after (N : division) (d : nat) :
  d \in moves N -> grundy (N %/ d : division) = grundy N - Omega d.
Proof.
rewrite mem_moves => /and3P[d1 dN dv]; have d0 := ltnW d1.
have q0 : 0 < N %/ d by rewrite divn_gt0 // ltnW.
by rewrite !division_grundy -[in RHS](divnK dv) OmegaM // -!subn1 subnAC addnK.
Qed.

(* A number is lost exactly if it is 1 or prime. *)
Theorem division_lost (N : division) : 0 < (N : nat) -> lost N <-> (N : nat) = 1 \/ prime N.
Proof.
move=> N0; rewrite (lost_grundy N).1 division_grundy //; split=> [E|[->|/Omega_prime ->]]; rewrite ?Omega1 //.
have [->|N1] := eqVneq (N : nat) 1; [by left | right].
have {}N1 : 1 < (N : nat) by rewrite ltn_neqAle eq_sym N1.
apply/primeP; split => // d dv; have d0 := dvdn_gt0 N0 dv.
have [->|dne] := eqVneq d N; first by rewrite orbT.
have dN : d < N by rewrite ltn_neqAle dne dvdn_leq.
have [//|d1'] := eqVneq d 1; have d1 : 1 < d by rewrite ltn_neqAle eq_sym d1'.
have := Omega_dvd N0 dv dN.
by have := Omega_gt0 d1; move: E; case: (Omega N) => [|[|n]] //; case: (Omega d).
Qed.

(* Who cannot move? Exactly whoever faces 1 or a prime: in this game every lost number is a dead end. *)
Theorem moves_none (N : nat) : 0 < N -> moves N = [::] <-> N = 1 \/ prime N.
Proof.
move=> N0; split=> [E|H].
  have : lost (N : division) by apply: Lost => q; rewrite /= /division_options E.
  by move/(division_lost N0).
have {}H : lost (N : division) by apply/division_lost.
have E0 : Omega N <= 1.
  by move/(lost_grundy _).1: H; rewrite division_grundy; case: (Omega N) => [|[|n]].
case E: (moves N) => [//|d s]; have : d \in moves N by rewrite E mem_head.
rewrite mem_moves => /and3P[d1 dN dv].
by have := Omega_dvd N0 dv dN; have := Omega_gt0 d1; case: (Omega d) E0 => // n; case: (Omega N) => [|[|]].
Qed.

(* A move wins exactly if it leaves a prime. *)
Theorem division_winning (N : division) (d : nat) :
  d \in moves N -> lost (N %/ d : division) <-> prime (N %/ d).
Proof.
rewrite mem_moves => /and3P[d1 dN dv]; have d0 := ltnW d1.
have q1 : 1 < N %/ d by rewrite ltn_divRL // mul1n.
rewrite division_lost ?(ltnW q1) //; split => [[E|//]|]; last by right.
by rewrite E in q1.
Qed.

(* The winning moves are exactly those the oracle lists: N/p for each prime p that divides N, unless N is itself
   prime. *)
Definition division_winning_moves (N : nat) : seq nat :=
  if prime N then [::] else [seq N %/ p | p <- primes N].

Theorem division_winning_listed (N : division) (d : nat) : 0 < (N : nat) ->
  d \in division_winning_moves N <-> d \in moves N /\ lost (N %/ d : division).
Proof.
move=> N0; rewrite /division_winning_moves; case: ifP => [pN|pN].
  split => // -[]; rewrite mem_moves => /and3P[d1 dN dv] _; case/primeP: pN => _ /(_ d dv).
  by case/orP=> /eqP E; rewrite E ?ltnn in d1 dN.
split=> [/mapP[p]|[dm]].
  rewrite mem_primes => /and3P[pp _ dv] E.
  have p0 := prime_gt0 pp; have p1 := prime_gt1 pp.
  have pN' : p < N.
    rewrite ltn_neqAle dvdn_leq // andbT; apply/eqP => E'; by rewrite -E' pp in pN.
  have dm : d \in moves N.
    rewrite mem_moves E ltn_divRL // mul1n pN' ltn_Pdiv //=.
    by apply/dvdnP; exists p; rewrite mulnC divnK.
  by split => //; apply/division_winning; rewrite // E divnA // mulKn.
move/(division_winning dm) => pq.
move: dm; rewrite mem_moves => /and3P[d1 dN dv].
apply/mapP; exists (N %/ d); last by rewrite divnA // mulKn.
by rewrite mem_primes pq N0 /=; apply/dvdnP; exists d; rewrite mulnC divnK.
Qed.

(* The divisors of a number from its primes, each with how many primes it has: with every prime, what was found so far
   and that times the prime. *)
Fixpoint products (s : seq nat) : seq (nat * nat) :=
  if s is p :: s' then products s' ++ [seq (d.1 * p, d.2.+1) | d <- products s'] else [:: (1, 0)].

Lemma dvdn_prime_mul p m d : prime p -> d %| p * m -> d %| m \/ exists2 d', d' %| m & d = d' * p.
Proof.
move=> pp; have [/dvdnP[d' ->]|nd] := boolP (p %| d).
  by rewrite mulnC dvdn_pmul2l ?prime_gt0 // => h; right; exists d'; rewrite // mulnC.
have cp : coprime d p by rewrite coprime_sym prime_coprime.
by rewrite (Gauss_dvdr _ cp); left.
Qed.

Lemma products_divisors (s : seq nat) d c : all prime s ->
  (d, c) \in products s <-> d %| \prod_(p <- s) p /\ c = Omega d.
Proof.
elim: s d c => [|p s IH] d c.
  rewrite big_nil dvdn1 inE xpair_eqE => _; split=> [/andP[/eqP -> /eqP ->]|[/eqP -> ->]]; first by rewrite Omega1.
  by rewrite Omega1.
case/andP=> pp ps; rewrite big_cons /= mem_cat; have p0 := prime_gt0 pp.
have N0 : 0 < \prod_(q <- s) q by rewrite big_seq; apply: prodn_cond_gt0 => q /(allP ps)/prime_gt0.
split=> [/orP[/(IH _ _ ps)[h ->]|/mapP[[d' c'] /(IH _ _ ps)[h ->] [-> ->]]]|[/(dvdn_prime_mul pp)[h ->|[d' h ->] ->]]].
- by rewrite dvdn_mull.
- by rewrite mulnC dvdn_pmul2l // OmegaM ?(dvdn_gt0 N0 h) // (Omega_prime pp) add1n.
- by apply/orP; left; apply/IH.
apply/orP; right; apply/mapP; exists (d', Omega d'); first by apply/IH.
by rewrite /= OmegaM ?(dvdn_gt0 N0 h) // (Omega_prime pp) addn1.
Qed.

(* The moves at N are those of them that have fewer primes than N, and at least one. *)
Theorem divisors_listed (s : seq nat) d c : all prime s ->
  (d, c) \in [seq x <- products s | 0 < x.2 < size s] <-> d \in moves (\prod_(p <- s) p) /\ c = Omega d.
Proof.
move=> ps; set N := \prod_(p <- s) p.
have N0 : 0 < N by rewrite /N big_seq; apply: prodn_cond_gt0 => q /(allP ps)/prime_gt0.
rewrite mem_filter mem_moves -(Omega_factors ps) -/N; split.
  case/andP=> /andP[c0 cN] /(products_divisors _ _ ps)[dv E]; split=> //; apply/and3P; split=> //.
    rewrite ltn_neqAle (dvdn_gt0 N0 dv) andbT; apply: contraTneq c0 => E1.
    by rewrite /= E -E1 Omega1.
  rewrite ltn_neqAle (dvdn_leq N0 dv) andbT; apply: contraTneq cN => EN.
  by rewrite /= E EN ltnn.
case=> /and3P[d1 dN dv] ->; rewrite /= (Omega_gt0 d1) (Omega_dvd N0 dv dN) /=.
by apply/(products_divisors _ _ ps).
Qed.
