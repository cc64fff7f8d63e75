(* The pie rule: instead of making the second move, a player may take over the first and have the other go on.

   It can be played with any game, whether the last move wins or loses in it. *)
From mathcomp Require Import all_ssreflect.
From Aliquot Require Import Game Misere.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Before the first move; after it, while the swap is open; and once the second turn is past. *)
Inductive stage := First | Open | Past.

Definition stage_number t := match t with First => 2 | Open => 1 | Past => 0 end.
Definition numbered_stage n := match n with 2 => First | 1 => Open | _ => Past end.
Lemma stage_numberK : cancel stage_number numbered_stage. Proof. by case. Qed.
Definition stage_eqMixin := CanEqMixin stage_numberK.
Canonical stage_eqType := EqType stage stage_eqMixin.

Section Pie.
Variable G : game.
Variable misere : bool. (* Whether the last move loses. *)
Implicit Types p q : G.

(* Seen from the player to move, a swap hands the same position to the other. Where the last move loses, a player who
   cannot move has won already, and there is nothing to swap. *)
Definition pie_options (x : stage * G) : seq (stage * G) :=
  match x with
  | (First, p) => [seq (Open, q) | q <- options p]
  | (Open, p) => if misere && (options p == [::]) then [::] else (Past, p) :: [seq (Past, q) | q <- options p]
  | (Past, p) => [seq (Past, q) | q <- options p]
  end.

Definition pie_rank (x : stage * G) : nat := stage_number x.1 + rank x.2.

Lemma pie_rank_drops (x y : prod_eqType stage_eqType G) : y \in pie_options x -> pie_rank y < pie_rank x.
Proof.
case: x => -[] p /=.
- by case/mapP=> q qp ->; rewrite /pie_rank /= -addnS leq_add // rank_drops.
- case: ifP => // _; rewrite inE => /orP[/eqP -> //|/mapP[q qp ->]].
  by rewrite /pie_rank /= add0n add1n ltnS ltnW // rank_drops.
- by case/mapP=> q qp ->; rewrite /pie_rank /= !add0n rank_drops.
Qed.

Definition pie : game := Game pie_rank_drops.
End Pie.

Section NormalPie.
Variable G : game.
Implicit Types p q : G.
Let game := pie G false.

(* Once the second turn is past, it is the game inside. So while the swap is open, playing on to q wins exactly if q
   is lost, and swapping p wins exactly if p is. *)
Lemma pie_past p : (lost ((Past, p) : game) <-> lost p) /\ (won ((Past, p) : game) <-> won p).
Proof. by move: p; apply: (@same_moves_same_outcome G game (pair Past)). Qed.

(* While the swap is open, whoever is to move wins: by swapping what is lost, and by playing on otherwise. *)
Lemma pie_second_won p : won ((Open, p) : game).
Proof.
have [[L|/won_option[q qp L]] _] := determined p.
  by apply: (@Won game _ (Past, p)); [apply: mem_head | apply: (pie_past p).1.2].
apply: (@Won game _ (Past, q)); last exact: (pie_past q).1.2.
by rewrite inE map_f ?orbT.
Qed.

(* So the first move loses, whatever the game. *)
Lemma pie_first_lost p : lost ((First, p) : game).
Proof. by apply: Lost => _ /mapP[q _ ->]; apply: pie_second_won. Qed.

(* The pie rule, whole: the first move loses, whoever may swap wins, and by what is as in the game inside. *)
Theorem pie_rule p :
  [/\ lost ((First, p) : game), won ((Open, p) : game) & lost ((Past, p) : game) <-> lost p].
Proof. by split; [apply: pie_first_lost | apply: pie_second_won | apply: (pie_past p).1]. Qed.
End NormalPie.

Section MiserePie.
Variable G : game.
Implicit Types p q : G.
Let game := pie G true.

(* The same where the last move loses. *)
Lemma misere_pie_past p :
  (misere_lost ((Past, p) : game) <-> misere_lost p) /\ (misere_won ((Past, p) : game) <-> misere_won p).
Proof. by move: p; apply: (@misere_same_moves_same_outcome G game (pair Past)). Qed.

Lemma misere_pie_second_won p : misere_won ((Open, p) : game).
Proof.
have [E|ne] := eqVneq (options p) [::]; first by apply: MisereStuck; rewrite /= E eqxx.
have opts : options ((Open, p) : game) = (Past, p) :: [seq (Past, q) | q <- options p].
  by rewrite /= (negbTE ne).
have [[L|/misere_won_option[E|[q qp L]]] _] := misere_determined p.
- by apply: (@MisereWon game _ (Past, p)); [rewrite opts mem_head | apply: (misere_pie_past p).1.2].
- by rewrite E in ne.
apply: (@MisereWon game _ (Past, q)); last exact: (misere_pie_past q).1.2.
by rewrite opts inE map_f ?orbT.
Qed.

(* Here there must be a first move: a player who cannot make one has won. *)
Lemma misere_pie_first_lost p : options p != [::] -> misere_lost ((First, p) : game).
Proof.
move=> ne; apply: MisereLost => [|_ /mapP[q _ ->]]; last exact: misere_pie_second_won.
by move: ne; rewrite /=; case: (options p).
Qed.

Theorem misere_pie_rule p :
  [/\ options p != [::] -> misere_lost ((First, p) : game), misere_won ((Open, p) : game) &
      misere_lost ((Past, p) : game) <-> misere_lost p].
Proof. by split; [apply: misere_pie_first_lost | apply: misere_pie_second_won | apply: (misere_pie_past p).1]. Qed.
End MiserePie.
