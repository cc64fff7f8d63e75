"""Misère Subtraction of one number: verdicts and reasons, against trying everything."""

import re
from random import Random
from typing import Any

import pytest

import aliquot.oracle.misere_subtraction as module
from aliquot import solve
from aliquot.arithmetic import divisors, is_prime
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberPosition
from aliquot.oracle.hints import advise, hint
from aliquot.oracle.misere_subtraction import (
    CannotMove,
    LeaveEven,
    LeaveOdd,
    LostPower,
    OddComposite,
    OddExceptions,
    TwiceAPrime,
    winning_moves,
)
from aliquot.oracle.misere_subtraction_table import is_lost, lost_numbers
from aliquot.oracle.reasons import OPPONENT, YOU, Claim
from aliquot.oracle.search import evaluate

from .test_misere_subtraction_table import special_forms

GAME = Misere(SubtractionDuel(2000))
NUMBERS = range(1, 2001)
SPECIAL = [8192, 24576, 24578, 24579, 36867, 2**31, 3 * 2**31, 3 * (2**31 + 1), 3 * 3221225473, 2 * 3221225473, 2**58]
MOST_DIVISORS = 897612484786617600


def tried(number: int) -> tuple[int, ...]:
    return tuple(d for d in divisors(number)[1:-1] if is_lost(number - d))


def test_every_number_to_2000_by_trying() -> None:
    won: dict[int, bool] = {}
    for number in NUMBERS:
        moves = [d for d in range(2, number // 2 + 1) if number % d == 0]
        winning = tuple(d for d in moves if not won[number - d])
        won[number] = bool(winning) or not moves
        verdict = solve(GAME, NumberPosition(number))
        assert (verdict.wins, verdict.winning_moves) == (won[number], winning), number
        assert verdict.grundy is None


def test_every_number_to_2000_by_the_search_of_the_house() -> None:
    known: dict[Any, Any] = {}
    for number in NUMBERS:
        searched = evaluate(GAME, NumberPosition(number), values=known)
        assert searched.wins is not is_lost(number), number
        assert searched.remoteness == solve(GAME, NumberPosition(number)).remoteness, number


def test_winning_moves_to_20000_are_all_that_lead_to_a_lost_number() -> None:
    lost = lost_numbers(20_000)
    for number in range(1, 20_001):
        assert winning_moves(number) == tuple(d for d in divisors(number)[1:-1] if lost[number - d]), number


def test_winning_moves_of_special_numbers_to_10_18() -> None:
    for number in [*special_forms(), *(Random(7).randrange(1, 10**18) for _ in range(200))]:
        if len(divisors(number)) < 1000:
            assert winning_moves(number) == tried(number), number


def test_the_number_with_the_most_divisors() -> None:
    winning = solve(GAME, NumberPosition(MOST_DIVISORS)).winning_moves
    assert len(winning) == 11518
    sample = {3, *divisors(MOST_DIVISORS)[1:-1:97]}
    assert sample & set(winning) == {d for d in sample if is_lost(MOST_DIVISORS - d)}


def test_a_length_beyond_the_table_is_not_claimed() -> None:
    assert solve(GAME, NumberPosition(131_072)).remoteness is not None
    for number in (131_073, 10**18):
        assert solve(GAME, NumberPosition(number)).remoteness is None


# --- reasons ---------------------------------------------------------------------------------------


def is_plain(number: int) -> bool:
    """Whether a number is odd and composite, or twice a prime."""
    return is_prime(number // 2) if number % 2 == 0 else not is_prime(number) and number > 1


def check(claim: Claim, number: int) -> None:
    """Hold a claim against what the moves really lead to."""
    assert claim.number == number  # type: ignore[attr-defined]
    moves = divisors(number)[1:-1]
    match claim:
        case CannotMove():
            assert not moves
        case TwiceAPrime(reply=reply):
            assert moves == ((2, number // 2) if number > 4 else (2,))
            assert is_prime(number // 2)
            assert (reply is None) is (number == 4)
            assert reply is None or reply in tried(number - 2)
        case OddComposite(exception=exception):
            for move in moves:
                left = number - move
                answers = [left - reply for reply in tried(left)]
                assert left % 2 == 0
                assert any(map(is_plain, answers)) or exception in [(left, answer) for answer in answers]
            assert exception is None or exception[0] in [number - move for move in moves]
        case LostPower(reply=reply):
            others = [move for move in moves if reply is None or move != number // 2]
            assert reply is None or reply in tried(number // 2)
            for move in others:
                assert any(is_plain(number - move - answer) for answer in tried(number - move)), move
        case LeaveOdd(moves=winning):
            assert winning == tuple(d for d in tried(number) if d % 2)
            assert number % 2 == 0
        case LeaveEven(moves=winning, first=first):
            assert winning == tuple(d for d in tried(number) if (number - d) % 2 == 0)
            assert first is (winning == tried(number))
        case OddExceptions(moves=losing):
            assert losing == tuple(d for d in moves if d % 2 and d not in tried(number))
            assert number % 2 == 0
        case _:
            pytest.fail(f"{claim} is not checked")


def test_every_kind_of_claim_is_checked_and_true() -> None:
    kinds = {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == module.__name__
    }
    met = set()
    for number in [*NUMBERS, *SPECIAL]:
        verdict = solve(GAME, NumberPosition(number))
        named: list[int] = []
        for claim in verdict.reason.claims:
            met.add(type(claim))
            check(claim, number)
            named += claim.moves if isinstance(claim, LeaveOdd | LeaveEven) else ()
            for text in (claim.words(YOU, OPPONENT), claim.words(OPPONENT, YOU)):
                assert text.endswith(".")
                assert not re.search(r"you (?:has|wins|leaves|gets)|opponent (?:have|win|leave|get)\b|  ", text), text
        assert tuple(sorted(named)) == verdict.winning_moves, "the reason names every winning move"
    assert met == kinds


def test_every_product_in_a_reason_is_right() -> None:
    for number in [*range(1, 400), *SPECIAL]:
        text = str(solve(GAME, NumberPosition(number)).reason)
        for value, shape in re.findall(r"(\d+) (?:=|is) (\d[\d·^]*)", text):
            assert int(value) == eval(shape.replace("·", "*").replace("^", "**")), text


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (7, "7 has no proper divisor, so nobody can move. The last move loses, so you have won."),
        (
            8,
            "The last move loses, and you win at 8 by subtracting 4 (which leaves 4 = 2·2, twice a prime).",
        ),
        (
            9,
            "The last move loses, and 9 = 3·3 is odd and not prime: whatever you subtract leaves an even number, and "
            "from that your opponent leaves an odd number that is not prime, or twice a prime.",
        ),
        (
            10,
            "The last move loses, and 10 = 2·5 is twice a prime: by subtracting 5 you leave 5, which is prime, and "
            "your opponent cannot move and wins; by subtracting 2 you leave 8, and by subtracting 4 your opponent "
            "leaves 4 = 2·2, which is lost.",
        ),
        (
            36,
            "The last move loses. 36 = 2·2·3·3 is even: by subtracting 9 you leave an odd number that is not prime, "
            "which is lost. Subtracting 4 (which leaves 32 = 2^5) wins too. 3 does not win: it leaves 33 = 3·11, and "
            "your opponent gets to 22 = 2·11.",
        ),
    ],
)
def test_it_reads_well(number: int, sentence: str) -> None:
    reason = solve(GAME, NumberPosition(number)).reason
    assert str(reason) == sentence
    assert "your opponent" in reason.tell(OPPONENT, YOU)


# --- hints -----------------------------------------------------------------------------------------


def test_hints_at_a_large_number_name_a_move_that_wins() -> None:
    number = 10**18 - 4
    position = NumberPosition(number)
    assert hint(GAME, position, 1) == solve(GAME, position).nudge
    move = int(hint(GAME, position, 2).split()[0].partition("-")[2])
    assert is_lost(number - move)
    assert hint(GAME, position, 3) == str(solve(GAME, position).reason)


@pytest.mark.parametrize(("number", "word"), [(12, "odd number"), (16, "twice a prime"), (34, "power of two")])
def test_the_nudge_fits_what_can_be_left(number: int, word: str) -> None:
    assert word in solve(GAME, NumberPosition(number)).nudge


def test_in_a_large_lost_position_a_move_is_still_advised() -> None:
    number = 3**20 * 5**10
    assert is_lost(number)
    advice = advise(GAME, NumberPosition(number))
    assert not advice.wins
    assert all(number % move == 0 for move in advice.moves)
