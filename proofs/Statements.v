(* The theorems of docs/proved.md once more, each stated in full and outside any section, with the proof that has
   exactly that type. Whoever weakens a theorem, or adds a premise to it, must change this file too, and the page, which
   shows it. Before the theorems stand the rules: what the words in them mean. *)
From Coq Require Import PArith ZArith.
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy Sum Division Subtraction SubtractionGrundy Numbers Remoteness Misere MisereNim.
From Aliquot Require Import MisereSubtraction Pie Pool Partner Openings Certificate Parts DivisorPool Chain Tables.
From Aliquot Require Import Maps Lucas PoolChecker NumbersChecker Exponents MisereSubtractionChecker Checker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---- The rules ---- *)

(* Lost and won. *)
Lemma lost_rule (G : game) (p : G) : lost p <-> forall q, q \in options p -> won q.
Proof. by split=> [[]|]; last exact: Lost. Qed.
Lemma won_rule (G : game) (p : G) : won p <-> exists2 q, q \in options p & lost q.
Proof. by split=> [[{}p q]|[q]]; [exists q | apply: Won]. Qed.
Lemma misere_lost_rule (G : game) (p : G) :
  misere_lost p <-> options p != [::] /\ forall q, q \in options p -> misere_won q.
Proof. by split=> [[]|[]]; last exact: MisereLost. Qed.
Lemma misere_won_rule (G : game) (p : G) :
  misere_won p <-> options p = [::] \/ exists2 q, q \in options p & misere_lost q.
Proof.
split=> [[{}p|{}p q]|[|[q]]]; first by left.
- by right; exists q.
- exact: MisereStuck.
- exact: MisereWon.
Qed.

(* Grundy values, lengths of play, and strategies. *)
Lemma mex_rule (s : seq nat) : mex s \notin s /\ forall i, i < mex s -> i \in s.
Proof. exact: (conj (mex_notin s) (@below_mex s)). Qed.
Lemma grundy_rule (G : game) (p : G) : grundy p = mex [seq grundy q | q <- options p].
Proof. exact: grundy_mex. Qed.
Lemma remoteness_rule (G : game) (p : G) : remoteness p =
  if computed_lost p then foldr maxn 0 [seq (remoteness q).+1 | q <- options p]
  else let s := [seq (remoteness q).+1 | q <- options p & computed_lost q] in foldr minn (head 0 s) (behead s).
Proof. by rewrite remoteness_is /least; case: [seq _ | _ <- _ & _]. Qed.
Lemma computed_lost_rule (G : game) (p : G) : computed_lost p <-> lost p.
Proof. by have [l _] := computed_lostP p; split=> h; apply/l. Qed.
Lemma never_fails_rule (G : game) (answer : G -> G) (p : G) : never_fails answer p <->
  forall r, r \in options p -> answer r \in options r /\ never_fails answer (answer r).
Proof.
split=> [H r rp|H q r].
  split; first exact: H (Begin _ _) rp.
  by move=> q s c; apply: H; apply: course_turn rp c.
have first_turn u : course answer p u -> u = p \/ exists2 t, t \in options p & course answer (answer t) u.
  elim=> [|{}u s _ [->|[t tp c]] su]; first by left.
    by right; exists s; last exact: Begin.
  by right; exists t; last exact: Turn c su.
move/first_turn=> [->|[t tp c]] ro; first by case: (H r ro).
by have [_ nf] := H t tp; apply: nf c ro.
Qed.

(* The moves of each game. *)
Lemma division_rule (N : division) : options N = [seq (N : nat) %/ d | d <- iota 2 (N - 2) & d %| N].
Proof. by []. Qed.
Lemma subtraction_rule (N : subtraction) : options N = [seq (N : nat) - d | d <- iota 2 (N - 2) & d %| N].
Proof. by []. Qed.
Lemma moves_rule (N : nat) : moves N = [seq d <- iota 2 (N - 2) | d %| N].
Proof. by []. Qed.
Lemma numbers_rule (p : numbers) : options p =
  match p with
  | inl N => [seq inl M | M <- options (N : division)]
  | inr N => [seq inr M | M <- options (N : subtraction)]
  end.
Proof. by case: p. Qed.
Lemma sum_rule (G : game) (s t : sum G) :
  t \in options s <-> exists a p q b, [/\ s = a ++ p :: b, q \in options p & t = a ++ q :: b].
Proof. by split=> /sum_optionsP. Qed.
Lemma pie_moves_rule (G : game) (misere : bool) (p : G) :
  [/\ options ((First, p) : pie G misere) = [seq (Open, q) | q <- options p],
      options ((Open, p) : pie G misere) =
        if misere && (options p == [::]) then [::] else (Past, p) :: [seq (Past, q) | q <- options p] &
      options ((Past, p) : pie G misere) = [seq (Past, q) | q <- options p]].
Proof. by []. Qed.
Lemma pool_rule (V : finType) (e : rel V) (S : {set V}) (c : V) :
  options ((S, c) : pool e) = [seq (S :\ v, v) | v <- enum [set v in S | e c v]].
Proof. by []. Qed.
Lemma duel_rule (V : finType) (e : rel V) (allowed : {set V}) :
  options (None : duel e allowed) = [seq Some ([set: V] :\ v, v) | v <- enum allowed] /\
  forall p : pool e, options (Some p : duel e allowed) = [seq Some q | q <- options p].
Proof. by []. Qed.
Lemma divisor_rule (low n : nat) (allowed : {set 'I_n}) :
  let e (i j : 'I_n) := (low + i != low + j) && ((low + i %| low + j) || (low + j %| low + i)) in
  divisor_pool low n = pool e /\ divisor_duel low allowed = duel e allowed.
Proof. by []. Qed.

Lemma subtraction_winning_rule (N : nat) : subtraction_winning_moves N =
  let lost M := odd M || ((M == 2 ^ logn 2 M) && odd (logn 2 M)) in
  if lost N then [::] else [seq d <- moves N | odd d || ((N - d == 2 ^ logn 2 (N - d)) && odd (logn 2 (N - d)))].
Proof. by []. Qed.
Lemma products_rule (p : nat) (s : seq nat) : products [::] = [:: (1, 0)] /\
  products (p :: s) = products s ++ [seq (d.1 * p, d.2.+1) | d <- products s].
Proof. by []. Qed.

(* What numbers are worth. *)
Lemma Omega_rule (N : nat) : Omega N = \sum_(1 <= p < N.+1 | prime p) logn p N.
Proof. by []. Qed.
Lemma worth_rule (p : numbers) : worth p = match p with inl N => (Omega N).-1 | inr N => value N end.
Proof. by []. Qed.
Lemma value_rule (k m : nat) : odd m -> value (2 ^ k * m) =
  if 17 <= m then k else
  if k <= 5 then nth 0 (nth [::]
    [:: [:: 0;0;0;0;0;0;0;0]; [:: 0;2;1;1;1;1;1;1]; [:: 1;3;3;2;2;2;2;2];
        [:: 0;4;4;4;4;4;3;4]; [:: 2;3;3;5;5;5;5;5]; [:: 0;6;6;6;6;6;6;6]] k) m./2 else
  if m == 1 then (if odd k then 0 else k.-1) else
  if m == 3 then k - 2 else if m == 5 then k + 2 else k + 1.
Proof. exact: valueE. Qed.
Lemma nim_sum_rule (s : seq nat) : nim_sum s = foldr Nat.lxor 0 s.
Proof. by []. Qed.
Lemma misere_balanced_rule (s : seq nat) :
  misere_balanced s = if all (fun v => v <= 1) s then odd (sumn s) else nim_sum s == 0.
Proof. by []. Qed.
Lemma exponents_rule (k : nat) :
  in_B k = [&& 2 < k, prime (2 ^ k - 1) & ~~ prime (3 * 2 ^ (k - 1) - 1)] /\
  in_A k = if k < 4 then k == 2 else [&& ~~ in_A (k - 1), ~~ in_B (k - 2) & ~~ prime (2 ^ (k - 1) - 1)].
Proof. by case: k => [|[|[|[|k]]]] //; rewrite [in_A _]/= !subn1 subn2. Qed.
Lemma lost_twice_rule (p : nat) : lost_twice p =
  [/\ prime p, p <> 3, ~ (exists2 k, (2 < k) && in_A k & p = 2 ^ (k - 1) + 1)
    & ~ (exists2 k, in_B k & p = 3 * 2 ^ (k - 1) + 1)].
Proof. by []. Qed.
Lemma lost_odd_rule (N : nat) : lost_odd N =
  [/\ odd N, 1 < N, ~~ prime N, ~ (exists2 p, lost_twice p & N = 3 * p)
    & ~ (exists2 k, in_B k & N = 3 * (2 ^ k + 1))].
Proof. by []. Qed.

(* Matchings, and what a certificate of a pool must satisfy. *)
Lemma maximum_rule (V : finType) (e : rel V) (S : {set V}) (M : {set {set V}}) :
  matching e S M =
    [&& [forall E in M, exists x, exists y, e x y && (E == [set x; y])], trivIset M & cover M \subset S] /\
  maximum e S M = matching e S M && [forall M', matching e S M' ==> (#|M'| <= #|M|)].
Proof. by []. Qed.
Lemma inessential_rule (V : finType) (e : rel V) (T : {set V}) (v : V) :
  inessential e T v = [exists M, maximum e T M && (v \notin cover M)].
Proof. by []. Qed.

Lemma partner_rules (V : finType) (e : rel V) (M : {set {set V}}) (v : V) (p : pool e) :
  partner M v = odflt v [pick w | (w != v) && ([set v; w] \in M)] /\
  answer_partner M p = (p.1 :\ partner M p.2, partner M p.2).
Proof. by []. Qed.
Lemma split_rule (V : finType) (e : rel V) (T U : {set V}) (P : {set {set V}}) :
  split_by e T U P = [&& U \subset T, partition P (T :\: U) &
    [forall B in P, forall C in P, (B != C) ==> [forall x in B, forall y in C, ~~ e x y]]] /\
  odd_blocks P = [set B in P | odd #|B|].
Proof. by []. Qed.
Lemma pairable_rule (V : finType) (e : rel V) (s : seq V) : pairable e s <->
  exists2 ps : seq (V * V), all (fun p => e p.1 p.2) ps & perm_eq (flatten [seq [:: p.1; p.2] | p <- ps]) s.
Proof. by []. Qed.
Lemma ear_rule (V : finType) (e : rel V) (A : seq V) (a b : V) (new : seq V) :
  is_ear e A (a :: rcons new b) = [&& a \in A, b \in A, path e a (rcons new b) & ~~ odd (size new)].
Proof. by rewrite /is_ear /= last_rcons size_rcons. Qed.
Lemma part_rule (V : finType) (e : rel V) (p : part V) (A : seq V) (ears : seq (seq V)) :
  let new ear := if ear is x :: s then behead (belast x s) else [::] in
  [/\ members p = p.1 :: flatten [seq new ear | ear <- p.2],
      is_part e p = grows e [:: p.1] p.2 &
      grows e A ears = if ears is ear :: rest then is_ear e A ear && grows e (A ++ new ear) rest else true].
Proof. by split=> //; case: ears. Qed.
Lemma home_rule (V : finType) (ps : seq (V * V)) (parts : seq (part V)) (v : V) :
  [/\ in_parts parts = flatten [seq members p | p <- parts],
      home parts v = find (fun p => v \in members p) parts,
      mate ps v = head v [seq if p.1 == v then p.2 else p.1 | p <- ps & v \in [:: p.1; p.2]] &
      unpaired_parts ps parts = [seq home parts v | v <- in_parts parts & v \notin ends ps]].
Proof. by []. Qed.

Lemma certified_rule (V : finType) (e : rel V) (T U : {set V}) ps parts steps : certified e T U ps parts steps =
  [&& paired e T ps, U \subset T, apart e T U parts, #|T| + #|U| == size (ends ps) + size parts &
      steps_on e U ps parts [seq home parts v | v <- in_parts parts & v \notin ends ps] steps].
Proof. by []. Qed.
Lemma paired_rule (V : finType) (e : rel V) (T : {set V}) ps :
  ends ps = flatten [seq [:: p.1; p.2] | p <- ps] /\
  paired e T ps = [&& all (fun p => e p.1 p.2) ps, uniq (ends ps) & all (fun x => x \in T) (ends ps)].
Proof. by []. Qed.
Lemma apart_rule (V : finType) (e : rel V) (T U : {set V}) parts : apart e T U parts =
  let D := T :\: U in
  [&& all (is_part e) parts, uniq (in_parts parts), all (fun v => v \in D) (in_parts parts) &
      [forall x in D, forall y in D, e x y ==> (home parts x == home parts y)]].
Proof. by []. Qed.
Lemma steps_rule (V : finType) (e : rel V) (U : {set V}) ps parts R steps : steps_on e U ps parts R steps =
  if steps is (u, x) :: rest then
    [&& u \in U, home parts x \in R, e u x, mate ps u \in in_parts parts &
        steps_on e U ps parts (home parts (mate ps u) :: R) rest]
  else all (fun i => i \in R) (iota 0 (size parts)).
Proof. by case: steps. Qed.

(* The checker: the duel as the picks so far; the first picks a rule allows; a number as a place of a sum, and what is
   left of it by a move. *)
Lemma picks_rule (low high : nat) (allowed : pred nat) (p q : duel_by_picks low high allowed) : q \in options p <->
  exists v : nat, [/\ low <= v < low + (high - low).+1, v \notin (p : seq nat),
    (if (p : seq nat) is first :: rest then joined (last first rest) v else allowed v) = true & q = rcons p v].
Proof.
split=> [/picks_optionsP[v [vl m E]]|[v [h n m E]]].
  move: vl; rewrite /left_after mem_filter mem_iota => /andP[n h].
  by exists v; split.
by apply/picks_optionsP; exists v; split=> //; rewrite /left_after mem_filter mem_iota n.
Qed.
Lemma joined_rule (a b : nat) : joined a b = (a != b) && ((a %| b) || (b %| a)).
Proof. by []. Qed.
Lemma played_rule (low high : nat) (allowed : pred nat) (q : duel_by_picks low high allowed) :
  played q <-> q = [::] \/ exists2 p, played p & q \in options p.
Proof.
split=> [[|p {}q pp qp]|[->|[p pp qp]]]; first by left.
- by right; exists p.
- exact: Start.
- exact: Next pp qp.
Qed.
Lemma allowed_rule (o : opening) (v : nat) : PoolChecker.allowed o v =
  match o with Any => true | Even => ~~ odd v | EvenTo b => ~~ odd v && (v <= Pos.to_nat b) end.
Proof. by []. Qed.
Lemma place_rule (i : item) (d : nat) :
  place i = (if takes i then inr (Pos.to_nat (num i)) else inl (Pos.to_nat (num i))) /\
  left_by i d = (if takes i then inr (Pos.to_nat (num i) - d) else inl (Pos.to_nat (num i) %/ d)).
Proof. by []. Qed.
Lemma placed_rule (x : bool * BinNums.positive) :
  placed x = (if x.1 then inr (Pos.to_nat x.2) else inl (Pos.to_nat x.2)).
Proof. by []. Qed.
Lemma all_prime_rule (known : pmap) : all_prime known = forall p, has_key known p -> prime (Pos.to_nat p).
Proof. by []. Qed.

(* Chains of 1 to N, and what tolls and cuts must satisfy; the stop that closes a chain to a ring is 0. *)
Lemma chain_rule (N : nat) (s : seq nat) :
  is_chain N s = [&& uniq s, all (fun v => 0 < v <= N) s & sorted (fun a b => (a %| b) || (b %| a)) s].
Proof. by []. Qed.
Lemma total_rule (T : Type) (f : T -> Z) (x : T) (s : seq T) :
  Chain.total f [::] = 0%Z /\ Chain.total f (x :: s) = (f x + Chain.total f s)%Z.
Proof. by []. Qed.
Lemma cost_rule (toll : nat -> Z) (cuts : seq cut) (u v : nat) : cost toll cuts u v =
  (toll u + toll v + Chain.total (fun c => if group c u (+) group c v then weight c else 0) cuts)%Z.
Proof. by []. Qed.
Lemma price_rule (toll : nat -> Z) (cuts : seq cut) (v : nat) : price toll cuts v =
  (toll v + Chain.total (fun c => if keeper c == v then weight c else 0) cuts)%Z.
Proof. by []. Qed.
Lemma most_rule (N : nat) (toll : nat -> Z) (cuts : seq cut) (scale : Z) : most N toll cuts scale =
  (Chain.total (fun v => Z.max 0 (scale - 2 * price toll cuts v)) (iota 1 N) - 2 * price toll cuts 0)%Z.
Proof. by []. Qed.
Lemma tolls_rule (N : nat) (toll : nat -> Z) (cuts : seq cut) (scale : Z) : tolls_hold N toll cuts scale <->
  [/\ (0 < scale)%Z,
      forall i, i < size cuts -> let c := nth (Cut 0 0 pred0) cuts i in
        [/\ (0 <= weight c)%Z, group c (keeper c) & ~~ group c 0],
      forall v, 0 < v <= N -> (cost toll cuts 0 v <= 0)%Z &
      forall u v, 0 < u -> u < v <= N -> u %| v -> (cost toll cuts u v <= 0)%Z].
Proof. by []. Qed.

(* ---- The theorems ---- *)

(* Game.v, Grundy.v, Sum.v *)
Definition determined : forall (G : game) (p : G),
  (lost p \/ won p) /\ ~ (lost p /\ won p)
:= @Game.determined.

Definition never_fails_lost : forall (G : game) (answer : G -> G) (p : G),
  never_fails answer p -> lost p
:= @Game.never_fails_lost.

Definition lost_grundy : forall (G : game) (p : G),
  (lost p <-> grundy p = 0) /\ (won p <-> grundy p <> 0)
:= @Grundy.lost_grundy.

Definition sum_grundy : forall (G : game) (s : sum G),
  grundy s = nim_sum [seq grundy p | p <- (s : seq G)]
:= @Sum.sum_grundy.

Definition sum_one : forall (G : game) (p : G),
  (lost ([:: p] : sum G) <-> lost p) /\ (won ([:: p] : sum G) <-> won p)
:= @Sum.sum_one.

(* Division.v *)
Definition Omega_factors : forall s : seq nat,
  all prime s -> Omega (\prod_(p <- s) p) = size s
:= @Division.Omega_factors.

Definition division_grundy : forall N : division,
  grundy N = (Omega N).-1
:= @Division.division_grundy.

Definition division_grundy_after : forall (N : division) (d : nat),
  d \in moves N -> grundy (N %/ d : division) = grundy N - Omega d
:= @Division.division_grundy_after.

Definition division_lost : forall N : division,
  0 < (N : nat) -> lost N <-> (N : nat) = 1 \/ prime N
:= @Division.division_lost.

Definition division_winning : forall (N : division) (d : nat),
  d \in moves N -> lost (N %/ d : division) <-> prime (N %/ d)
:= @Division.division_winning.

Definition division_winning_listed : forall (N : division) (d : nat),
  0 < (N : nat) ->
  d \in (if prime N then [::] else [seq N %/ p | p <- primes N]) <-> d \in moves N /\ lost (N %/ d : division)
:= @Division.division_winning_listed.

Definition divisors_listed : forall (s : seq nat) (d c : nat),
  all prime s ->
  (d, c) \in [seq x <- products s | 0 < x.2 < size s] <-> d \in moves (\prod_(p <- s) p) /\ c = Omega d
:= @Division.divisors_listed.

(* Subtraction.v, SubtractionGrundy.v *)
Definition subtraction_lost : forall N : subtraction,
  0 < (N : nat) -> lost N <-> odd N \/ exists2 k, odd k & (N : nat) = 2 ^ k
:= @Subtraction.subtraction_lost.

Definition subtraction_winning_power : forall k d : nat,
  ~~ odd k -> d \in moves (2 ^ k) -> lost (2 ^ k - d : subtraction) <-> d = 2 ^ k.-1
:= @Subtraction.subtraction_winning_power.

Definition subtraction_winning_listed : forall (N : subtraction) (d : nat),
  0 < (N : nat) -> d \in subtraction_winning_moves N <-> d \in moves N /\ lost (N - d : subtraction)
:= @Subtraction.subtraction_winning_listed.

Definition subtraction_grundy : forall N : subtraction,
  grundy N = value N
:= @SubtractionGrundy.subtraction_grundy.

(* Numbers.v *)
Definition worth_grundy : forall p : numbers,
  grundy p = worth p
:= @Numbers.worth_grundy.

Definition numbers_lost : forall s : sum numbers,
  lost s <-> nim_sum [seq worth p | p <- (s : seq numbers)] = 0
:= @Numbers.numbers_lost.

Definition numbers_winning : forall s t : sum numbers,
  t \in options s -> if nim_sum [seq worth p | p <- (t : seq numbers)] == 0 then lost t /\ won s else won t
:= @Numbers.numbers_winning.

Definition numbers_stuck : forall s : sum numbers,
  let plain (p : numbers) : nat := match p with inl N => N | inr N => N end in
  all (fun p => 0 < plain p) (s : seq numbers) ->
  options s = [::] <-> forall p, p \in (s : seq numbers) -> plain p = 1 \/ prime (plain p)
:= @Numbers.numbers_stuck.

(* Remoteness.v *)
Definition remoteness0 : forall (G : game) (p : G),
  remoteness p = 0 <-> options p = [::]
:= @Remoteness.remoteness0.

Definition remoteness_parity : forall (G : game) (p : G),
  odd (remoteness p) = ~~ computed_lost p
:= @Remoteness.remoteness_parity.

Definition division_remoteness : forall N : division,
  0 < (N : nat) -> remoteness N = if ((N : nat) == 1) || prime N then 0 else 1
:= @Remoteness.division_remoteness.

Definition subtraction_remoteness0 : forall N : subtraction,
  0 < (N : nat) -> remoteness N = 0 <-> (N : nat) = 1 \/ prime N
:= @Remoteness.subtraction_remoteness0.

Definition subtraction_remoteness1 : forall N : subtraction,
  remoteness N = 1 <-> exists2 p, prime p & (N : nat) = 2 * p
:= @Remoteness.subtraction_remoteness1.

Definition subtraction_remoteness2 : forall N : subtraction,
  0 < (N : nat) -> remoteness N = 2 <-> (N : nat) = 8 \/ (N : nat) = 9
:= @Remoteness.subtraction_remoteness2.

Definition subtraction_remoteness_bound : forall N : subtraction,
  0 < (N : nat) -> 2 <= remoteness N -> N <= 9 * 2 ^ (remoteness N - 2)
:= @Remoteness.subtraction_remoteness_bound.

(* Misere.v, MisereNim.v, MisereSubtraction.v *)
Definition misere_determined : forall (G : game) (p : G),
  (misere_lost p \/ misere_won p) /\ ~ (misere_lost p /\ misere_won p)
:= @Misere.misere_determined.

Definition misere_division_lost : forall s : sum division,
  misere_lost s <-> misere_balanced [seq (Omega N).-1 | N <- (s : seq nat)]
:= @MisereNim.misere_division_lost.

Definition misere_division_won : forall s : sum division,
  misere_won s <-> ~~ misere_balanced [seq (Omega N).-1 | N <- (s : seq nat)]
:= @MisereNim.misere_division_won.

Definition misere_division_stuck : forall s : sum division,
  all (fun N => (Omega N).-1 == 0) (s : seq nat) -> options s = [::] /\ misere_won s
:= @MisereNim.misere_division_stuck.

Definition misere_division_one : forall N : division,
  misere_lost ([:: N] : sum division) <-> misere_lost N
:= @MisereNim.misere_division_one.

Definition misere_subtraction_lost : forall N : subtraction,
  misere_lost N <->
  [\/ exists2 p, lost_twice p & (N : nat) = 2 * p,
      lost_odd N,
      exists2 k, in_A k & (N : nat) = 2 ^ k
    | exists2 k, in_B k & (N : nat) = 3 * 2 ^ k]
:= @MisereSubtraction.misere_subtraction_lost.

Definition misere_subtraction_won : forall N : subtraction,
  misere_won N <->
  ~ [\/ exists2 p, lost_twice p & (N : nat) = 2 * p,
        lost_odd N,
        exists2 k, in_A k & (N : nat) = 2 ^ k
      | exists2 k, in_B k & (N : nat) = 3 * 2 ^ k]
:= @MisereSubtraction.misere_subtraction_won.

(* Pie.v *)
Definition pie_rule : forall (G : game) (p : G),
  let pie := pie G false in
  [/\ lost ((First, p) : pie), won ((Open, p) : pie) & lost ((Past, p) : pie) <-> lost p]
:= @Pie.pie_rule.

Definition misere_pie_rule : forall (G : game) (p : G),
  let pie := pie G true in
  [/\ options p != [::] -> misere_lost ((First, p) : pie), misere_won ((Open, p) : pie) &
      misere_lost ((Past, p) : pie) <-> misere_lost p]
:= @Pie.misere_pie_rule.

(* Pool.v, Partner.v, Openings.v: on any graph *)
Definition pool_lost : forall (V : finType) (e : rel V), symmetric e -> irreflexive e -> forall (S : {set V}) (c : V),
  c \notin S -> lost ((S, c) : pool e) <-> exists2 M, maximum e (c |: S) M & c \notin cover M
:= @Pool.pool_lost.

Definition pool_winning : forall (V : finType) (e : rel V), symmetric e -> irreflexive e ->
  forall (S : {set V}) (v : V),
  v \in S -> lost ((S :\ v, v) : pool e) <-> inessential e S v
:= @Pool.pool_winning.

Definition partner_rule : forall (V : finType) (e : rel V), symmetric e -> irreflexive e ->
  forall (S : {set V}) (c : V) M,
  c \notin S -> maximum e (c |: S) M -> c \notin cover M -> never_fails (answer_partner M) ((S, c) : pool e)
:= @Partner.partner_rule.

Definition partner_rule_mover : forall (V : finType) (e : rel V), symmetric e -> irreflexive e ->
  forall (S : {set V}) (c : V) M,
  c \notin S -> won ((S, c) : pool e) -> maximum e (c |: S) M ->
  let w := partner M c in [/\ w \in S, e c w & never_fails (answer_partner M) ((S :\ w, w) : pool e)]
:= @Partner.partner_rule_mover.

Definition openings_stuck : forall (V : finType) (e : rel V) (allowed : {set V}),
  options (None : duel e allowed) = [::] <-> allowed = set0
:= @Openings.openings_stuck.

Definition opening_winning : forall (V : finType) (e : rel V), symmetric e -> irreflexive e ->
  forall (allowed : {set V}) (v : V),
  lost (Some ([set: V] :\ v, v) : duel e allowed) <-> inessential e [set: V] v
:= @Openings.opening_winning.

Definition openings_lost : forall (V : finType) (e : rel V), symmetric e -> irreflexive e -> forall allowed : {set V},
  lost (None : duel e allowed) <-> forall v, v \in allowed -> ~~ inessential e [set: V] v
:= @Openings.openings_lost.

(* Certificate.v, Parts.v *)
Definition barrier_maximum : forall (V : finType) (e : rel V), irreflexive e ->
  forall (T U : {set V}) (P M : {set {set V}}),
  split_by e T U P -> matching e T M -> #|M|.*2 + #|odd_blocks P| = #|T| + #|U| -> maximum e T M
:= @Certificate.barrier_maximum.

Definition part_critical : forall (V : finType) (e : rel V) (p : part V) (v : V),
  is_part e p -> v \in members p -> pairable e (rem v (members p))
:= @Parts.part_critical.

Definition parts_essential : forall (V : finType) (e : rel V), irreflexive e ->
  forall (T U : {set V}) (ps : seq (V * V)) (parts : seq (part V)),
  paired e T ps -> U \subset T -> apart e T U parts -> #|T| + #|U| = size (ends ps) + size parts ->
  forall v, v \in T -> v \notin in_parts parts -> ~~ inessential e T v
:= @Parts.parts_essential.

Definition parts_inessential : forall (V : finType) (e : rel V), irreflexive e ->
  forall (T U : {set V}) (ps : seq (V * V)) (parts : seq (part V)) (steps : seq (V * V)),
  paired e T ps -> U \subset T -> apart e T U parts -> #|T| + #|U| = size (ends ps) + size parts ->
  forall v, steps_on e U ps parts (unpaired_parts ps parts) steps -> v \in in_parts parts -> inessential e T v
:= @Parts.parts_inessential.

(* DivisorPool.v *)
Definition divisor_pool_lost : forall (low n : nat) (S : {set 'I_n}) (c : 'I_n),
  c \notin S ->
  lost ((S, c) : divisor_pool low n) <-> exists2 M, maximum (@related low n) (c |: S) M & c \notin cover M
:= @DivisorPool.divisor_pool_lost.

Definition divisor_pool_winning : forall (low n : nat) (S : {set 'I_n}) (c v : 'I_n),
  v \in S -> related low c v ->
  (S :\ v, v) \in options ((S, c) : divisor_pool low n) /\
  (lost ((S :\ v, v) : divisor_pool low n) <-> inessential (@related low n) S v)
:= @DivisorPool.divisor_pool_winning.

Definition divisor_duel_openings : forall (low n : nat) (allowed : {set 'I_n}),
  lost (None : divisor_duel low allowed) <-> forall v, v \in allowed -> ~~ inessential (@related low n) setT v
:= @DivisorPool.divisor_duel_openings.

Definition divisor_pool_certified : forall (low n : nat) (S U : {set 'I_n}) (c : 'I_n) ps parts steps,
  certified (@related low n) S U ps parts steps ->
  let picks := [seq v <- enum S | related low c v & v \in in_parts parts] in
  (forall v, v \in picks <-> [/\ v \in S, related low c v & lost ((S :\ v, v) : divisor_pool low n)]) /\
  (won ((S, c) : divisor_pool low n) <-> picks != [::])
:= @DivisorPool.divisor_pool_certified.

Definition divisor_duel_certified : forall (low n : nat) (allowed U : {set 'I_n}) ps parts steps,
  certified (@related low n) setT U ps parts steps ->
  let picks := [seq v <- enum allowed | v \in in_parts parts] in
  (forall v, v \in picks <-> v \in allowed /\ lost (Some ([set: 'I_n] :\ v, v) : divisor_duel low allowed)) /\
  (won (None : divisor_duel low allowed) <-> picks != [::])
:= @DivisorPool.divisor_duel_certified.

(* Chain.v *)
Definition chain_bound : forall (N : nat) (toll : nat -> Z) (cuts : seq cut) (scale : Z),
  tolls_hold N toll cuts scale -> forall s : seq nat,
  0 < N -> is_chain N s -> (Z.of_nat (size s) <= most N toll cuts scale / scale)%Z
:= @Chain.chain_bound.

(* Tables.v *)
Definition division_table_grundy : forall n : nat,
  division_table n = rev [seq grundy (N : division) | N <- iota 0 n]
:= @Tables.division_table_grundy.

Definition subtraction_table_grundy : forall n : nat,
  subtraction_table n = rev [seq grundy (N : subtraction) | N <- iota 0 n]
:= @Tables.subtraction_table_grundy.

Definition try_lost :
  [/\ forall s, lost (s : sum numbers) <-> numbers_try s,
      forall t s, lost ((t, s) : pie (sum numbers) false) <-> pie_try t s,
      forall s, misere_lost (s : sum numbers) <-> misere_try s &
      forall t s, misere_lost ((t, s) : pie (sum numbers) true) <-> misere_pie_try t s]
:= @Tables.try_lost.

Definition pool_try_lost : forall (low n : nat) (S : {set 'I_n}) (c : 'I_n),
  lost ((S, c) : divisor_pool low n) <-> pool_try [seq low + nat_of_ord i | i <- enum S] (low + c)
:= @Tables.pool_try_lost.

(* Exponents.v *)
Definition exponents_listed : forall k : nat, k < 60 ->
  in_A k = (k \in
    [:: 2; 5; 7; 9; 11; 13; 16; 21; 23; 25; 27; 29; 31; 34; 36; 38; 40; 42; 44; 46; 48; 50; 52; 54; 56; 58]) /\
  in_B k = (k \in [:: 13; 17; 31])
:= @Exponents.exponents_listed.

(* Lucas.v, PoolChecker.v, NumbersChecker.v, MisereSubtractionChecker.v, Checker.v *)
Definition proved_primes : forall ws known,
  prove_primes none ws = Some known -> all_prime known
:= @Lucas.proved_primes.

Definition check_pool_sound : forall low high o picks c (wins : bool) moves,
  check_pool low high o picks c wins moves ->
  let G := duel_by_picks (Pos.to_nat low) (Pos.to_nat high) (PoolChecker.allowed o) in
  let p : G := map Pos.to_nat picks in
  [/\ played p,
      forall v : nat, v \in map Pos.to_nat moves <-> (rcons p v : G) \in options p /\ lost (rcons p v : G),
      sorted ltn (map Pos.to_nat moves) &
      if wins then won p else lost p]
:= @PoolChecker.check_pool_sound.

Definition check_numbers_sound : forall ws items (wins : bool),
  check_numbers ws false items wins ->
  let s : sum numbers := map place items in
  (if wins then won s else lost s) /\
  forall a i b, items = a ++ i :: b -> forall d, d \in map Pos.to_nat (says i) <->
    d \in moves (Pos.to_nat (num i)) /\ lost (map place a ++ left_by i d :: map place b : sum numbers)
:= @NumbersChecker.check_numbers_sound.

Definition check_numbers_grundy : forall ws items wins,
  check_numbers ws false items wins -> grundy (map place items : sum numbers) = grundy_value items
:= @NumbersChecker.check_numbers_grundy.

Definition check_numbers_misere_sound : forall ws items (wins : bool),
  check_numbers ws true items wins ->
  let n i : nat := Pos.to_nat (num i) in
  let s : sum division := map n items in
  [/\ all (fun i => ~~ takes i) items,
      if wins then misere_won s else misere_lost s &
      forall a i b, items = a ++ i :: b -> forall d, d \in map Pos.to_nat (says i) <->
        d \in moves (n i) /\ misere_lost (map n a ++ n i %/ d :: map n b : sum division)]
:= @NumbersChecker.check_numbers_misere_sound.

Definition check_misere_subtraction_sound : forall ws n fss said (wins : bool),
  check_misere_subtraction ws n fss said wins ->
  let N : subtraction := Pos.to_nat n in
  (if wins then misere_won N else misere_lost N) /\
  forall d, d \in map Pos.to_nat said <-> d \in moves N /\ misere_lost ((N : nat) - d : subtraction)
:= @MisereSubtractionChecker.check_misere_subtraction_sound.

Definition check_pool_first_sound : forall low high o,
  check_pool_first low high o ->
  let G := duel_by_picks (Pos.to_nat low) (Pos.to_nat high) (PoolChecker.allowed o) in
  [/\ options ([::] : G) != [::], lost ((First, [::]) : pie G false) & misere_lost ((First, [::]) : pie G true)]
:= @Checker.check_pool_first_sound.

Definition check_pool_open_sound : forall low high o pick c (swap : bool) moves,
  check_pool_open low high o pick c swap moves ->
  let G := duel_by_picks (Pos.to_nat low) (Pos.to_nat high) (PoolChecker.allowed o) in
  let p : G := [:: Pos.to_nat pick] in
  [/\ played p, won ((Open, p) : pie G false), swap <-> lost ((Past, p) : pie G false) &
      forall v : nat, v \in map Pos.to_nat moves <->
        (rcons p v : G) \in options p /\ lost ((Past, rcons p v) : pie G false)]
:= @Checker.check_pool_open_sound.

Definition check_numbers_first_sound : forall ns d,
  check_numbers_first ns d ->
  let s : sum numbers := map placed ns in
  [/\ options s != [::], lost ((First, s) : pie (sum numbers) false) &
      misere_lost ((First, s) : pie (sum numbers) true)]
:= @Checker.check_numbers_first_sound.

Definition check_numbers_open_sound : forall ws items (swap : bool),
  check_numbers_open ws false items swap ->
  let s : sum numbers := map place items in
  [/\ won ((Open, s) : pie (sum numbers) false), swap <-> lost ((Past, s) : pie (sum numbers) false) &
      forall a i b, items = a ++ i :: b -> forall d, d \in map Pos.to_nat (says i) <->
        d \in moves (Pos.to_nat (num i)) /\
        lost ((Past, map place a ++ left_by i d :: map place b) : pie (sum numbers) false)]
:= @Checker.check_numbers_open_sound.

Definition check_numbers_open_misere_sound : forall ws items (swap : bool),
  check_numbers_open ws true items swap ->
  let n i : nat := Pos.to_nat (num i) in
  let s : sum division := map n items in
  [/\ misere_won ((Open, s) : pie (sum division) true), swap <-> misere_lost ((Past, s) : pie (sum division) true) &
      forall a i b, items = a ++ i :: b -> forall d, d \in map Pos.to_nat (says i) <-> d \in moves (n i) /\
        misere_lost ((Past, map n a ++ n i %/ d :: map n b) : pie (sum division) true)]
:= @Checker.check_numbers_open_misere_sound.

Definition check_misere_subtraction_open_sound : forall ws n fss said (swap : bool),
  check_misere_subtraction_open ws n fss said swap ->
  let N : subtraction := Pos.to_nat n in
  [/\ misere_won ((Open, N) : pie subtraction true), swap <-> misere_lost ((Past, N) : pie subtraction true) &
      forall d, d \in map Pos.to_nat said <->
        d \in moves N /\ misere_lost ((Past, (N : nat) - d : subtraction) : pie subtraction true)]
:= @MisereSubtractionChecker.check_misere_subtraction_open_sound.
