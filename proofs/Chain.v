(* The longest chain: tolls and cuts bound the length of every chain of the numbers 1 to N. Of two neighbours in a chain
   one divides the other. A stop, 0, closes a chain to a ring; the tolls and the borders along a ring add up to at most
   0, and a ring through the keeper of a group crosses the border of that group at least twice. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect zify.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Arguments Z.add : simpl never.
Arguments Z.mul : simpl never.

(* ---- Chains, and what a certificate says ---- *)

Definition linked (a b : nat) : bool := (a %| b) || (b %| a).
Definition is_chain (N : nat) (s : seq nat) : bool := [&& uniq s, all (fun v => 0 < v <= N) s & sorted linked s].

(* A group of numbers with its weight and its keeper. *)
Record cut := Cut { weight : Z; keeper : nat; group : pred nat }.

Definition total (T : Type) (f : T -> Z) (s : seq T) : Z := foldr (fun x sum => (f x + sum)%Z) 0%Z s.
Definition paid (on : bool) (w : Z) : Z := if on then w else 0%Z.
Definition crosses (c : cut) (u v : nat) : bool := group c u (+) group c v.

Section Certificate.
Variables (N : nat) (toll : nat -> Z) (cuts : seq cut) (scale : Z).

(* What a link costs: the tolls of its ends and the weights of the borders it crosses. *)
Definition cost (u v : nat) : Z := (toll u + toll v + total (fun c => paid (crosses c u v) (weight c)) cuts)%Z.
Definition price (v : nat) : Z := (toll v + total (fun c => paid (keeper c == v) (weight c)) cuts)%Z.
Definition most : Z := (total (fun v => Z.max 0 (scale - 2 * price v)) (iota 1 N) - 2 * price 0)%Z.

Definition is_cut (c : cut) : Prop := [/\ (0 <= weight c)%Z, group c (keeper c) & ~~ group c 0].
Definition tolls_hold : Prop :=
  [/\ (0 < scale)%Z, forall i, i < size cuts -> is_cut (nth (Cut 0 0 pred0) cuts i),
      forall v, 0 < v <= N -> (cost 0 v <= 0)%Z &
      forall u v, 0 < u -> u < v <= N -> u %| v -> (cost u v <= 0)%Z].

(* ---- Sums ---- *)

Lemma total_add (T : Type) (f g : T -> Z) s : total (fun x => f x + g x)%Z s = (total f s + total g s)%Z.
Proof. by elim: s => //= x s ->; lia. Qed.

Lemma total_eq (T : Type) (f g : T -> Z) s : f =1 g -> total f s = total g s.
Proof. by move=> E; elim: s => //= x s ->; rewrite E. Qed.

Lemma total_swap (S T : Type) (f : S -> T -> Z) (s : seq S) (t : seq T) :
  total (fun x => total (f x) t) s = total (fun y => total (f^~ y) s) t.
Proof.
elim: s => [|x s IH] /=; first by elim: t => //= y t <-.
by rewrite IH -total_add.
Qed.

Lemma total_rem (g : nat -> Z) t x : x \in t -> total g t = (g x + total g (rem x t))%Z.
Proof.
elim: t => //= y t IH; rewrite inE; case: (eqVneq x y) => [-> //|ne] /= xt.
by rewrite /= IH //; lia.
Qed.

Lemma total_least (g : nat -> Z) t : (forall v, (0 <= g v)%Z) -> (0 <= total g t)%Z.
Proof. by move=> g0; elim: t => //= x t IH; have := g0 x; lia. Qed.

Lemma total_subset (g : nat -> Z) s t : (forall v, (0 <= g v)%Z) -> uniq s -> {subset s <= t} ->
  (total g s <= total g t)%Z.
Proof.
move=> g0; elim: s t => [|x s IH] t /=; first by move=> _ _; apply: total_least.
case/andP=> xs us sub; have xt := sub x (mem_head _ _); rewrite (total_rem g xt).
suff : (total g s <= total g (rem x t))%Z by lia.
apply: IH => // y ys; have := sub y; rewrite inE ys orbT => /(_ isT).
by rewrite (perm_mem (perm_to_rem xt)) inE => /orP[/eqP E|//]; rewrite -E ys in xs.
Qed.

(* ---- A walk, and a ring ---- *)

Fixpoint along (f : nat -> nat -> Z) (x : nat) (s : seq nat) : Z :=
  if s is y :: rest then (f x y + along f y rest)%Z else 0%Z.

Lemma along_cat f x s t : along f x (s ++ t) = (along f x s + along f (last x s) t)%Z.
Proof. by elim: s x => //= y s IH x; rewrite IH; lia. Qed.

(* The tolls of a ring: each counts twice. *)
Lemma along_tolls x s : along (fun u v => toll u + toll v)%Z x s = (toll x - toll (last x s) + 2 * total toll s)%Z.
Proof. by elim: s x => [|y s IH] x /=; rewrite ?IH; lia. Qed.

Lemma along_add f g x s : along (fun u v => f u v + g u v)%Z x s = (along f x s + along g x s)%Z.
Proof. by elim: s x => //= y s IH x; rewrite IH; lia. Qed.

Lemma along_total (f : cut -> nat -> nat -> Z) x s :
  along (fun u v => total (fun c => f c u v) cuts) x s = total (fun c => along (f c) x s) cuts.
Proof.
elim: s x => [|y s IH] x /=; first by elim: cuts => //= c cs <-.
by rewrite IH -total_add.
Qed.

(* A walk from inside to outside, or from outside to inside, crosses the border. *)
Lemma along_border c x s : (0 <= weight c)%Z ->
  (paid (crosses c x (last x s)) (weight c) <= along (fun u v => paid (crosses c u v) (weight c)) x s)%Z.
Proof.
move=> w0; elim: s x => [|y s IH] x /=; first by rewrite /crosses addbb.
have := IH y; rewrite /crosses /paid.
by case: (group c x); case: (group c y); case: (group c (last y s)) => /=; lia.
Qed.

Lemma along_keeper c s : is_cut c ->
  (2 * paid (keeper c \in s) (weight c) <=
   along (fun u v => paid (crosses c u v) (weight c)) 0%N (rcons s 0%N))%Z.
Proof.
case=> w0 kin out; case: (boolP (keeper c \in s)) => [|_] /=; last first.
  have := @along_border c 0 (rcons s 0) w0; rewrite last_rcons /crosses addbb /=; lia.
case/path.splitPr=> a b; rewrite -cats1 -catA cat_cons -cat_rcons along_cat last_rcons.
have := @along_border c 0 (rcons a (keeper c)) w0; rewrite last_rcons.
have := @along_border c (keeper c) (b ++ [:: 0]) w0; rewrite last_cat /=.
by rewrite /crosses kin (negbTE out) /=; lia.
Qed.

Lemma total_keeper (c : cut) s : uniq s ->
  total (fun v => paid (keeper c == v) (weight c)) s = paid (keeper c \in s) (weight c).
Proof.
elim: s => //= v s IH /andP[vs us]; rewrite IH // inE; case: eqP => [->|_] //=.
by rewrite (negbTE vs) /=; lia.
Qed.

(* The prices of a chain. *)
Lemma total_price s : uniq s ->
  total price s = (total toll s + total (fun c => paid (keeper c \in s) (weight c)) cuts)%Z.
Proof.
move=> us; rewrite /price total_add (total_swap (fun v c => paid (keeper c == v) (weight c))).
by congr (_ + _)%Z; apply: total_eq => c; apply: total_keeper.
Qed.

(* ---- The argument ---- *)

Hypothesis ok : tolls_hold.

Lemma cost_sym u v : cost u v = cost v u.
Proof.
rewrite /cost (total_eq (g := fun c => paid (crosses c v u) (weight c))); first by lia.
by move=> c; rewrite /crosses addbC.
Qed.

Lemma all_cuts (f g : cut -> Z) : (forall c, is_cut c -> (f c <= g c)%Z) -> (total f cuts <= total g cuts)%Z.
Proof.
case: ok => _ cs _ _ H; elim: cuts cs => //= c s IH cs.
have := H c (cs 0 isT); have : (total f s <= total g s)%Z; last lia.
by apply: IH => i lt; apply: (cs i.+1).
Qed.

Lemma linked_cost u v : 0 < u <= N -> 0 < v <= N -> u != v -> linked u v -> (cost u v <= 0)%Z.
Proof.
case: ok => _ _ _ H /andP[u0 uN] /andP[v0 vN] ne /orP[d|d].
  by apply: H => //; rewrite vN andbT ltn_neqAle ne dvdn_leq.
by rewrite cost_sym; apply: H => //; rewrite uN andbT ltn_neqAle eq_sym ne dvdn_leq.
Qed.

Lemma chain_cost x s : is_chain N (x :: s) -> (along cost x (rcons s 0%N) <= 0)%Z.
Proof.
elim: s x => [|y s IH] x /and3P[/=].
  case: ok => _ _ H _ _ /andP[xN _] _; have := H x xN; rewrite cost_sym; lia.
rewrite inE negb_or => /andP[/andP[ne xs] us] /andP[xN ys] /andP[l p].
have yN : 0 < y <= N by case/andP: ys.
have := linked_cost xN yN ne l; have := IH y; rewrite /is_chain /= us p andbT.
by move: ys => /= ->; move=> /(_ isT); lia.
Qed.

Lemma total_zero (f : cut -> Z) : (forall c, is_cut c -> f c = 0%Z) -> total f cuts = 0%Z.
Proof.
case: ok => _ cs _ _ H; elim: cuts cs => //= c s IH cs.
by rewrite (H c (cs 0 isT)) IH // => i lt; apply: (cs i.+1).
Qed.

(* The prices of a ring add up to at most 0. *)
Lemma ring_price s : s != [::] -> is_chain N s -> (total price s + price 0%N <= 0)%Z.
Proof.
move=> s0 cs; have us : uniq s by case/and3P: cs.
have p0 : price 0 = toll 0.
  rewrite /price total_zero; first by lia.
  by move=> c [_ kin out]; case: eqP => [E|//]; rewrite -E kin in out.
have : (along cost 0%N (rcons s 0%N) <= 0)%Z.
  case: s s0 cs {us} => //= x s _ cs; have := chain_cost cs.
  by case: ok => _ _ H _; case/and3P: cs => _ /= /andP[xN _] _; have := H x xN; lia.
rewrite p0 total_price // /cost along_add along_tolls along_total last_rcons.
have := all_cuts (fun c ok_c => @along_keeper c s ok_c).
have -> : total (fun c => 2 * paid (keeper c \in s) (weight c))%Z cuts =
          (2 * total (fun c => paid (keeper c \in s) (weight c)) cuts)%Z by elim: cuts => //= c t ->; lia.
have -> : total toll (rcons s 0) = (total toll s + toll 0%N)%Z by elim: s {s0 us cs} => /= [|x s ->]; lia.
lia.
Qed.

(* No chain is longer than the bound that tolls and cuts give. *)
Theorem chain_bound s : 0 < N -> is_chain N s -> (Z.of_nat (size s) <= most / scale)%Z.
Proof.
move=> N0; have H t : t != [::] -> is_chain N t -> (Z.of_nat (size t) <= most / scale)%Z.
  move=> t0 ct; have := ring_price t0 ct; have sc : (0 < scale)%Z by case: ok.
  case/and3P: ct => ut /allP tN _ prices; apply: Z.div_le_lower_bound => //.
  have sub : (total (fun v => Z.max 0 (scale - 2 * price v)) t <=
              total (fun v => Z.max 0 (scale - 2 * price v)) (iota 1 N))%Z.
    by apply: total_subset => // [v|v /tN]; [lia | rewrite mem_iota add1n ltnS].
  have each : (scale * Z.of_nat (size t) - 2 * total price t <=
               total (fun v => Z.max 0 (scale - 2 * price v)) t)%Z.
    elim: (t) => [|v u IH]; first by rewrite /= Z.mul_0_r.
    rewrite /= -/(total _ u) -/(total price u) -[Z.pos _]/(Z.of_nat (size u).+1) Nat2Z.inj_succ Z.mul_succ_r.
    move: IH; move: (scale * _)%Z (total price u) (total _ u) => x y z IH; lia.
  rewrite /most; lia.
case: s => [_|x s]; last exact: H.
have := H [:: 1] isT; rewrite /is_chain /= N0 => /(_ isT); lia.
Qed.
End Certificate.
