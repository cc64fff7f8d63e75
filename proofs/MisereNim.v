(* Misere Nim: sums of division numbers when the last move loses (Bouton's rule). *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Grundy Sum Misere Division.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The rule: while some value is 2 or more, a sum is lost exactly if the XOR is 0, as in normal play; once all are
   0 or 1, exactly if the number of ones is odd. *)
Definition misere_balanced (vs : seq nat) : bool :=
  if all (fun v => v <= 1) vs then odd (sumn vs) else nim_sum vs == 0.

(* The XOR of zeros and ones is 1 if the ones are odd in number, and 0 otherwise. *)
Lemma nim_sum_ones vs : all (fun v => v <= 1) vs -> nim_sum vs = odd (sumn vs).
Proof.
by elim: vs => //= v vs IH /andP[v1 /IH ->]; case: v v1 => [|[]] //= _; case: (odd _).
Qed.

Section MisereNim.
Variable G : game.
(* Every position is a Nim heap: no move raises the value. (Subtraction is not like that.) *)
Hypothesis heap : forall p q : G, q \in options p -> grundy q < grundy p.

Lemma stuck_values (s : sum G) : options s = [::] -> sumn (values s) = 0.
Proof.
elim: s => //= p s IH; case E: (options p) => [|q r] //= H; rewrite IH; last first.
  by move: H; case: (sum_options s).
by rewrite grundy_mex E.
Qed.

Lemma can_move_values (s : sum G) : options s != [::] -> 0 < sumn (values s).
Proof.
case E: (options s) => [//|t r] _; have : t \in options s by rewrite E mem_head.
case/sum_optionsP=> a [p [q [b [-> qp _]]]]; rewrite /values map_cat sumn_cat /=.
by rewrite addnCA ltn_addr // (leq_ltn_trans _ (heap qp)).
Qed.

(* Misere play of a sum of Nim heaps. Read of the position after a move, this says of every move whether it wins. *)
Theorem misere_nim (s : sum G) :
  (misere_lost s <-> misere_balanced (values s)) /\ (misere_won s <-> ~~ misere_balanced (values s)).
Proof.
apply: (@misere_lost_set _ (fun s : sum G => misere_balanced (values s))) => {}s => [E|t|ne].
- have Z := stuck_values E; rewrite /misere_balanced Z.
  suff -> : all (fun v => v <= 1) (values s) by [].
  by elim: (values s) Z => //= v vs IH /eqP; rewrite addn_eq0 => /andP[/eqP -> /eqP /IH].
- move=> L /sum_optionsP[a [p [q [b [Es qp Et]]]]]; have lt := heap qp.
  move: L; rewrite Es Et /misere_balanced /values !map_cat /= !nim_sum_cat !all_cat /= !sumn_cat /=.
  set A := map _ a; set B := map _ b.
  have nim : all (fun v => v <= 1) A -> all (fun v => v <= 1) B -> nim_sum (A ++ B) = odd (sumn A + sumn B).
    by move=> a1 b1; rewrite nim_sum_ones ?all_cat ?a1 // sumn_cat.
  case a1: (all _ A) nim => nim; case b1: (all _ B) nim => nim; rewrite ?andbF /=;
    try by move=> /eqP /xor_eq0 Ex; apply/eqP => /xor_eq0 Ey; rewrite Ex Ey ltnn in lt.
  rewrite !andbT nim //; case: (leqP (grundy p) 1) => p1.
    have [-> ->] : grundy p = 1 /\ grundy q = 0.
      by move: lt p1; case: (grundy p) => [|[|]] //; case: (grundy q).
    by rewrite /= addnCA add1n add0n.
  move=> /eqP /xor_eq0 Ex; rewrite Ex in p1.
  by case: (odd _) p1.
- move=> nL; have pos := can_move_values ne.
  have [small|big] := boolP (all (fun v => v <= 1) (values s)).
    move: nL; rewrite /misere_balanced small => ev.
    have [p ps p1] : exists2 p, p \in (s : seq G) & grundy p = 1.
      elim: s small pos {ne ev} => //= p s IH /andP[p1 s1].
      case E: (grundy p) p1 => [|[|]] //= _; last by exists p; rewrite ?mem_head.
      by case/(IH s1) => r rs; exists r; rewrite // inE rs orbT.
    have [|q qp q0] := @grundy_reaches G p 0; first by rewrite p1.
    case/path.splitPr: ps small ev => a b; rewrite /values !map_cat !all_cat /= p1 => /and3P[a1 _ b1].
    rewrite !sumn_cat /= => ev; exists (a ++ q :: b); first by apply/sum_optionsP; exists a, p, q, b.
    rewrite map_cat all_cat /= a1 q0 b1 /= sumn_cat /= add0n; move: ev.
    by rewrite addnCA add1n /= negbK.
  move: nL; rewrite /misere_balanced (negbTE big) => nz.
  have [|t ts t0] := @grundy_reaches (sum G) s 0; first by rewrite sum_grundy lt0n.
  have [small|still] := boolP (all (fun v => v <= 1) (values t)); last first.
    by exists t; rewrite // (negbTE still) -sum_grundy t0.
  move: ts big small => /sum_optionsP[a [p [q [b [-> qp ->]]]]].
  rewrite /values !map_cat !all_cat /= => big /and3P[a1 _ b1].
  move: big; rewrite a1 b1 andbT /= -ltnNge => p2.
  have [|r rp r0] := @grundy_reaches G p (~~ odd (sumn (map (@grundy G) a) + sumn (map (@grundy G) b))).
    by apply: leq_trans p2; case: (odd _).
  exists (a ++ r :: b); first by apply/sum_optionsP; exists a, p, r, b.
  rewrite map_cat all_cat /= a1 b1 r0 sumn_cat /= andbT.
  by rewrite leq_b1 addnCA [in X in odd X]addnC oddD oddb; case: (odd _).
Qed.
End MisereNim.

Lemma division_heap (N M : division) : M \in options N -> grundy M < grundy N.
Proof.
case/division_optionsP=> M1 MN dv; have N0 : 0 < (N : nat) by apply: leq_trans MN.
rewrite !division_grundy; have := Omega_dvd N0 dv MN; have := Omega_gt0 M1.
by case: (Omega M) => // m _; case: (Omega N).
Qed.

(* Sums of division numbers when the last move loses: the rule of misere Nim, on the numbers of prime factors less
   one. *)
Theorem misere_division_lost (s : sum division) :
  misere_lost s <-> misere_balanced [seq (Omega N).-1 | N <- (s : seq nat)].
Proof.
rewrite (misere_nim division_heap s).1 /values.
by have -> : [seq grundy N | N <- (s : seq division)] = [seq (Omega N).-1 | N <- (s : seq nat)]
  by apply: eq_map => N; apply: division_grundy.
Qed.

Theorem misere_division_won (s : sum division) :
  misere_won s <-> ~~ misere_balanced [seq (Omega N).-1 | N <- (s : seq nat)].
Proof.
rewrite (misere_nim division_heap s).2 /values.
by have -> : [seq grundy N | N <- (s : seq division)] = [seq (Omega N).-1 | N <- (s : seq nat)]
  by apply: eq_map => N; apply: division_grundy.
Qed.

(* Where every value is 0 nobody can move, and whoever is to move has won. *)
Theorem misere_division_stuck (s : sum division) :
  all (fun N => (Omega N).-1 == 0) (s : seq nat) -> options s = [::] /\ misere_won s.
Proof.
move=> H; suff E : options s = [::] by split=> //; apply: MisereStuck.
case E: (options s) => [//|t r]; have : t \in options s by rewrite E mem_head.
case/sum_optionsP=> a [p [q [b [Es qp _]]]]; have := division_heap qp.
move/allP: H => /(_ p); rewrite Es mem_cat mem_head orbT => /(_ isT) /eqP.
by rewrite (division_grundy p) => ->.
Qed.

(* A single number is a sum of one. *)
Theorem misere_division_one (N : division) : misere_lost ([:: N] : sum division) <-> misere_lost N.
Proof.
apply: (misere_same_moves_same_outcome (f := fun N => [:: N] : sum division) _ N).1 => M q.
by rewrite /= cats0.
Qed.
