(* What the checkers of certificates compute with: binary numbers, and maps from them to each other. *)
From Coq Require Import PeanoNat PArith NArith FMapPositive.
From mathcomp Require Import all_ssreflect zify.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition pos_eqMixin := EqMixin Pos.eqb_spec.
Canonical pos_eqType := Eval hnf in EqType positive pos_eqMixin.

Definition pmap := PositiveMap.t positive.
Definition look (m : pmap) (x : positive) : option positive := PositiveMap.find x m.
Definition has_key (m : pmap) (x : positive) : bool := if look m x is Some _ then true else false.
Definition none : pmap := PositiveMap.empty positive.
Definition put (x a : positive) (m : pmap) : pmap := PositiveMap.add x a m.

(* Enters the keys with their values, unless one is there already. *)
Fixpoint enter (m : pmap) (xs : seq (positive * positive)) : option pmap :=
  if xs is (x, a) :: rest then if has_key m x then None else enter (put x a m) rest else Some m.

Lemma look_none x : look none x = None.
Proof. exact: PositiveMap.gempty. Qed.

Lemma look_put x a m y : look (put x a m) y = if y == x then Some a else look m y.
Proof.
case: eqP => [->|/eqP ne]; first exact: PositiveMap.gss.
by apply: PositiveMap.gso; apply/eqP.
Qed.

Lemma has_put x a m y : has_key (put x a m) y = (y == x) || has_key m y.
Proof. by rewrite /has_key look_put; case: eqP. Qed.

Lemma has_none x : has_key none x = false.
Proof. by rewrite /has_key look_none. Qed.

Lemma enter_look m xs m' : enter m xs = Some m' ->
  [/\ uniq (unzip1 xs), all (fun x => ~~ has_key m x) (unzip1 xs),
      forall x a, (x, a) \in xs -> look m' x = Some a &
      forall x, look m' x = (if x \in unzip1 xs then look m' x else look m x)].
Proof.
elim: xs m => [|[x a] xs IH] m /=.
  by case=> <-; split.
case H: (has_key m x) => // /IH[u n i k]; split.
- rewrite u andbT; apply/negP => xin; have := allP n x xin; by rewrite has_put eqxx.
- by apply/allP => y yin; have := allP n y yin; rewrite has_put negb_or => /andP[].
- move=> y b; rewrite inE => /orP[/eqP[-> ->]|/i //].
  rewrite k; case: ifP => [xin|_]; last by rewrite look_put eqxx.
  by have := allP n x xin; rewrite has_put eqxx.
- move=> y; rewrite inE; case: ifP => // /negbT; rewrite negb_or => /andP[ne yn].
  by rewrite k (negbTE yn) look_put (negbTE ne).
Qed.

(* What enter gives of an empty map is the list. *)
Lemma enterP xs m : enter none xs = Some m ->
  [/\ uniq (unzip1 xs), forall x a, (look m x = Some a) <-> ((x, a) \in xs) &
      forall x, has_key m x = (x \in unzip1 xs)].
Proof.
move/enter_look=> [u _ i k].
have H x a : look m x = Some a <-> (x, a) \in xs.
  split=> [E|]; last exact: i.
  have xin : x \in unzip1 xs by apply/negPn/negP => nx; move: E; rewrite k (negbTE nx) look_none.
  case/mapP: xin => -[y b] yin /= xy; rewrite -{}xy in yin.
  by have := i x b yin; rewrite E => -[->].
split=> // x; rewrite /has_key; apply/idP/idP.
  by case E: (look m x) => [a|//] _; apply/mapP; exists (x, a) => //; apply/H.
by case/mapP=> -[y b] /H E /= ->; rewrite E.
Qed.

Lemma has_fold (A : pmap) xs x : has_key (foldl (fun m x => put x x m) A xs) x = (x \in xs) || has_key A x.
Proof. by elim: xs A => [//|y xs IH] A /=; rewrite IH has_put inE orbCA orbA. Qed.

(* Division of binary numbers is that of the others. *)
Lemma dvdp a b : N.eqb (N.modulo (Npos b) (Npos a)) 0 = (Pos.to_nat a %| Pos.to_nat b).
Proof.
apply/N.eqb_spec/dvdnP => [/N.mod_divide H|[k E]].
  have [//|k E] := H; exists (N.to_nat k); lia.
by apply/N.mod_divide => //; exists (N.of_nat k); lia.
Qed.
