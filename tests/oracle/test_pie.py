"""The pie rule against trying everything, on small games of every kind."""

import re
from typing import Any

import pytest

import aliquot
import aliquot.oracle.pie
from aliquot import explain, solve
from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.oracle.pie import AfterSwap, PlayingOnWins, SecondPlayerChooses, SwapWins
from aliquot.oracle.reasons import OPPONENT, YOU, Claim
from aliquot.oracle.search import Value, evaluate
from aliquot.oracle.verdict import Verdict

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
IDS = [
    *(f"{slug}(start={n}{m},swap)" for slug in DIVISION for n in (7, 12, 60) for m in ("", ",misere")),
    *(f"divisor-duel-subtract(start={n}{m},swap)" for n in (2, 9, 16, 24, 30, 48) for m in ("", ",misere")),
    *(f"factor-duel(start={n}{m},swap)" for n in ("4+9", "12+18", "8+12+30", "7+5") for m in ("", ",misere")),
    *(f"divisor-duel-subtract(start={n}{m},swap)" for n in ("9+15", "8+12", "6+8+9") for m in ("", ",misere")),
    *(f"sum(factor-duel:12+divisor-duel-subtract:12{m},swap)" for m in ("", ",misere")),
    *(
        f"divisor-duel-pool(pool={pool}{opening}{m},swap)"
        for pool in ("1-2", "1-7", "2-9", "3-8")
        for opening in ("", ",opening=even", ",opening=even-below-50")
        for m in ("", ",misere")
    ),
]
EVERY_GAME = pytest.mark.parametrize("name", IDS)


def reachable(game: AnyGame) -> list[Any]:
    """One position for each key."""
    found, queue = {game.key(game.start()): game.start()}, [game.start()]
    for p in queue:
        for move in game.legal_moves(p):
            child = game.child(p, move)
            if game.key(child) not in found:
                found[game.key(child)] = child
                queue.append(child)
    return queue


@EVERY_GAME
def test_every_position_by_trying_everything(name: str) -> None:
    game = aliquot.game(name)
    known: dict[Any, Value] = {}
    for p in reachable(game):
        truth, verdict = evaluate(game, p, values=known), solve(game, p)
        winning = [m for m in game.legal_moves(p) if not evaluate(game, game.child(p, m), values=known).wins]
        assert verdict.wins is truth.wins, game.text(p)
        assert list(verdict.winning_moves) == winning, game.text(p)
        if verdict.grundy is not None:
            assert verdict.grundy == truth.grundy, game.text(p)
        if verdict.remoteness is not None:
            assert verdict.remoteness == truth.remoteness, game.text(p)


@EVERY_GAME
def test_the_second_player_wins_every_game_that_has_a_first_move(name: str) -> None:
    game = aliquot.game(name)
    if game.legal_moves(game.start()):
        assert not solve(game).wins
    else:
        assert solve(game).wins is not game.last_move_wins


@EVERY_GAME
def test_a_position_read_from_its_text_is_judged_alike(name: str) -> None:
    game = aliquot.game(name)
    for p in reachable(game):
        one, again = solve(game, p), solve(game, game.position(game.text(p)))
        assert (one.wins, one.winning_moves, one.reason) == (again.wins, again.winning_moves, again.reason)


def test_what_is_not_known_without_the_rule_is_not_known_with_it() -> None:
    with pytest.raises(Unsolved):
        solve(aliquot.game("divisor-duel-subtract(start=200000+300000,misere,swap)"))


# --- reasons --------------------------------------------------------------------------------------


def check_claims(game: Any, p: Any, verdict: Verdict, known: dict[Any, Value]) -> set[type[Claim]]:
    """Everything the reason says about the swap, by trying."""
    first, *rest = verdict.reason.claims
    inside = solve(game.game, p.inner).reason.claims
    if isinstance(first, SecondPlayerChooses):
        assert rest == []
        assert p == game.start()
        for move in game.legal_moves(p):
            assert evaluate(game, game.child(p, move), values=known).wins, "the opponent chooses the better side"
    elif isinstance(first, SwapWins):
        assert game.swap_move in game.legal_moves(p)
        assert not evaluate(game.game, p.inner).wins
        assert rest == [AfterSwap(claim) for claim in inside]
    elif isinstance(first, PlayingOnWins):
        assert game.swap_move in game.legal_moves(p)
        assert evaluate(game.game, p.inner).wins
        assert rest == list(inside)
    else:
        assert game.swap_move not in game.legal_moves(p)
        assert verdict.reason.claims == inside
    return {type(claim) for claim in verdict.reason.claims}


def test_every_claim_about_the_swap_is_true_and_every_kind_comes_up() -> None:
    met = set[type[Claim]]()
    for name in IDS:
        game: Any = aliquot.game(name)
        known: dict[Any, Value] = {}
        for p in reachable(game):
            met |= check_claims(game, p, solve(game, p), known)
    kinds = {
        kind
        for kind in vars(aliquot.oracle.pie).values()
        if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == "aliquot.oracle.pie"
    }
    assert kinds == {SecondPlayerChooses, SwapWins, PlayingOnWins, AfterSwap}
    assert kinds <= met


WRONG = re.compile(
    r"your opponent (?:have|swap|play|choose|hand|win|lose)\b|\byou (?:has|swaps|plays|chooses|hands|wins|loses)\b"
    r"|\b([a-z]+) \1\b|  |[{}<>_]|,\.|: [,.]|: [^.]*: "
)


def test_both_tellings_are_grammatical_and_exchange_the_sides() -> None:
    for name in IDS:
        game: Any = aliquot.game(name)
        for p in reachable(game)[:40]:
            reason = solve(game, p).reason
            for text in (reason.tell(YOU, OPPONENT), reason.tell(OPPONENT, YOU)):
                assert not WRONG.search(text), text
                assert text.endswith(".")


@pytest.mark.parametrize(
    ("name", "position", "sentences"),
    [
        (
            "dividers-duel(start=60,swap)",
            "60",
            "Whatever you play, your opponent gets the better side: if the position is then won for the player to "
            "move, your opponent plays on; if it is lost, your opponent swaps, and you have to move.",
        ),
        (
            "dividers-duel(start=60,swap)",
            "2~",
            "Whoever must move here loses, so you swap, and your opponent has to move. 2 is prime and has no proper "
            "divisor. Nobody can move, so you have won.",
        ),
        (
            "dividers-duel(start=60,swap)",
            "30~",
            "Whoever must move here wins, so you play on and the swap is left alone. 30 = 2·3·5 is not prime, so you "
            "can divide it down to a prime: by 6, 10 or 15.",
        ),
        (
            "factor-duel(start=4+9,misere,swap)",
            "2+9~",
            "Whoever must move here loses, so you swap, and your opponent has to move. Counting prime factors less "
            "one, 2 and 9 are worth 0 and 1. Exactly 1 move is left, whatever anybody does: your opponent makes the "
            "last one, and the last move loses.",
        ),
    ],
)
def test_it_reads_well(name: str, position: str, sentences: str) -> None:
    game = aliquot.game(name)
    assert str(solve(game, game.position(position)).reason) == sentences


def test_a_swap_is_explained_like_any_move() -> None:
    game: Any = aliquot.game("dividers-duel", start=60, swap=True)
    lost, won = game.position("2~"), game.position("30~")
    swap = explain(game, lost, game.swap_move)
    assert swap.wins
    assert swap.text == "swap wins. 2 is prime and has no proper divisor. Nobody can move, so you have won."
    wrong = explain(game, won, game.swap_move)
    assert not wrong.wins
    assert wrong.replies == (6, 10, 15)
    assert wrong.text.startswith("swap loses. 30 = 2·3·5 is not prime, so your opponent can divide it")


def test_a_nudge_before_the_second_turn_is_the_question_of_the_pie() -> None:
    game = aliquot.game("dividers-duel", start=60, swap=True)
    assert solve(game, game.position("30~")).nudge == "Would you rather move from here, or have your opponent do it?"
    assert "prime" in solve(game, game.position("30")).nudge
