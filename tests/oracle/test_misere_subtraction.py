"""Misère Subtraction of one number: the table against trying everything, and what is said about it."""

import re
from typing import Any

import pytest

import aliquot.oracle.misere_subtraction as module
from aliquot import solve
from aliquot.core.errors import Unsolved
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberPosition
from aliquot.oracle.misere_subtraction import REACH, CannotMove, TableClaim, is_lost, remoteness
from aliquot.oracle.reasons import OPPONENT, YOU, Claim
from aliquot.oracle.search import evaluate

GAME = Misere(SubtractionDuel(2000))
NUMBERS = range(1, 2001)


def proper(number: int) -> list[int]:
    return [d for d in range(2, number // 2 + 1) if number % d == 0]


@pytest.fixture(scope="module")
def winning() -> dict[int, tuple[int, ...]]:
    """The winning moves from each number; None of a number that cannot be moved on, which is won."""
    won: dict[int, bool] = {}
    found: dict[int, tuple[int, ...]] = {}
    for number in NUMBERS:
        found[number] = tuple(d for d in proper(number) if not won[number - d])
        won[number] = bool(found[number]) or not proper(number)
    return found


def test_every_number_to_2000_by_trying(winning: dict[int, tuple[int, ...]]) -> None:
    for number in NUMBERS:
        verdict = solve(GAME, NumberPosition(number))
        assert verdict.winning_moves == winning[number], number
        assert verdict.wins is (bool(winning[number]) or not proper(number)) is not is_lost(number), number
        assert verdict.grundy is None
        assert verdict.certificate is None


def test_every_number_to_2000_by_the_search_of_the_house() -> None:
    known: dict[Any, Any] = {}
    for number in NUMBERS:
        searched = evaluate(GAME, NumberPosition(number), values=known)
        assert searched.wins is not is_lost(number), number
        assert searched.remoteness == solve(GAME, NumberPosition(number)).remoteness, number


def test_the_end_of_the_table_follows_from_what_is_before_it() -> None:
    for number in range(REACH - 60, REACH + 1):
        moves = proper(number)
        assert is_lost(number) is (bool(moves) and not any(is_lost(number - d) for d in moves)), number
        lengths = [remoteness(number - d) for d in moves if is_lost(number) or is_lost(number - d)]
        best = (max if is_lost(number) else min)(lengths, default=-1)
        assert remoteness(number) == 1 + best, number


def test_past_the_table_it_is_not_known() -> None:
    assert solve(GAME, NumberPosition(REACH)).wins in (True, False)
    for number in (REACH + 1, 10**18):
        with pytest.raises(Unsolved, match=r"^Misère Subtraction is solved only up to 131,072"):
            solve(GAME, NumberPosition(number))
        with pytest.raises(Unsolved):
            solve(Misere(SubtractionDuel(number)))


def test_every_kind_of_claim_is_checked_and_true(winning: dict[int, tuple[int, ...]]) -> None:
    kinds = {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == module.__name__
    }
    met = set()
    for number in NUMBERS:
        (claim,) = solve(GAME, NumberPosition(number)).reason.claims
        met.add(type(claim))
        if isinstance(claim, CannotMove):
            assert claim.number == number
            assert proper(number) == []
        else:
            assert isinstance(claim, TableClaim)
            assert proper(number), "otherwise there is nothing to subtract"
            assert (claim.number, claim.moves) == (number, winning[number])
        for text in (claim.words(YOU, OPPONENT), claim.words(OPPONENT, YOU)):
            told = {int(n) for n in re.findall(r"\d+", re.sub(r"\d+ others", "", text))}
            assert told <= {number, *getattr(claim, "moves", ())}, text
            assert text.endswith(".")
            assert not re.search(r"you (?:has|wins)|opponent (?:have|win)\b|  |\b1 others", text), text
    assert met == kinds == {TableClaim, CannotMove}


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (7, "7 has no proper divisor, so nobody can move. The last move loses, so you have won."),
        (
            8,
            "The last move loses. Working up from small numbers, you win at 8 by subtracting 4: what is left is lost "
            "for whoever faces it.",
        ),
        (
            9,
            "The last move loses. Working up from small numbers, every divisor you can subtract from 9 leaves a number "
            "that is won for whoever faces it.",
        ),
    ],
)
def test_it_reads_well(number: int, sentence: str) -> None:
    reason = solve(GAME, NumberPosition(number)).reason
    assert str(reason) == sentence
    assert "your opponent" in reason.tell(OPPONENT, YOU)
