(* Several numbers at once, some to be divided and some to be subtracted from. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy Sum Division Subtraction SubtractionGrundy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A number with its rule: inl N is a number to divide, inr N one to subtract from. *)
Definition numbers : game := either division subtraction.

(* What a number is worth: its prime factors less one, or the closed form of SubtractionGrundy.v. *)
Definition worth (p : numbers) : nat := match p with inl N => (Omega N).-1 | inr N => value N end.

Theorem worth_grundy (p : numbers) : grundy p = worth p.
Proof. by rewrite either_grundy; case: p => N; [apply: division_grundy | apply: subtraction_grundy]. Qed.

(* A sum of numbers, mixed at will, is lost exactly if what they are worth XORs to 0. *)
Theorem numbers_lost (s : sum numbers) : lost s <-> nim_sum [seq worth p | p <- (s : seq numbers)] = 0.
Proof. by rewrite sum_lost /values (eq_map worth_grundy). Qed.

(* A move in a sum either leaves XOR 0 and wins, or it leaves something else and loses. *)
Theorem numbers_winning (s t : sum numbers) : t \in options s ->
  if nim_sum [seq worth p | p <- (t : seq numbers)] == 0 then lost t /\ won s else won t.
Proof.
move=> ts; case: eqP => [/numbers_lost L|n]; first by split=> //; apply: Won ts L.
by apply/won_not_lost => /numbers_lost.
Qed.

(* Nobody can move exactly if every number is 1 or prime. *)
Definition plain (p : numbers) : nat := match p with inl N => N | inr N => N end.

Theorem numbers_stuck (s : sum numbers) : all (fun p => 0 < plain p) (s : seq numbers) ->
  options s = [::] <-> forall p, p \in (s : seq numbers) -> plain p = 1 \/ prime (plain p).
Proof.
move=> pos.
have stuck (p : numbers) : 0 < plain p -> options p = [::] <-> plain p = 1 \/ prime (plain p).
  move=> p0; rewrite -(moves_none p0); case: p p0 => N _ /=; rewrite /division_options /subtraction_options.
    by case: (moves N).
  by case: (moves N).
elim: s pos => [_|p s IH /= /andP[p0 pos]]; first by split.
split=> [E q|H].
  have [Ep Es] : options p = [::] /\ options (s : sum numbers) = [::].
    have : [seq q :: s | q <- options p] ++ [seq p :: t | t <- options (s : sum numbers)] = [::] := E.
    by case: (options p) => //; case: (options (s : sum numbers)).
  by rewrite inE => /orP[/eqP ->|qs]; [apply/(stuck p p0) | apply: (IH pos).1 qs].
have Ep : options p = [::] by apply/(stuck p p0); apply: H; rewrite mem_head.
have Es : options (s : sum numbers) = [::] by apply: (IH pos).2 => q qs; apply: H; rewrite inE qs orbT.
change ([seq q :: s | q <- options p] ++ [seq p :: t | t <- options (s : sum numbers)] = [::]).
by rewrite Ep Es.
Qed.

(* The rule book's numbers all divided, or all subtracted from, are sums of one game. *)
Theorem division_sum_lost (s : sum division) : lost s <-> nim_sum [seq (Omega N).-1 | N <- (s : seq nat)] = 0.
Proof. by rewrite sum_lost /values (eq_map division_grundy). Qed.

Theorem subtraction_sum_lost (s : sum subtraction) : lost s <-> nim_sum [seq value N | N <- (s : seq nat)] = 0.
Proof. by rewrite sum_lost /values (eq_map subtraction_grundy). Qed.
