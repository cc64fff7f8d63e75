"""Conditions and limits of the verifier: without each, a document here would be judged otherwise."""

import json
from typing import Any

import pytest

from aliquot.oracle import verify as verifier
from aliquot.oracle.verify import Refused

EMPTY: dict[str, Any] = {"pairs": [], "barrier": [], "parts": [], "steps": []}
POOL = "divisor-duel-pool"


def certificate(game: str, position: str, wins: bool, moves: list[Any], proof: dict[str, Any]) -> dict[str, Any]:
    fields = {"format": "aliquot-certificate", "version": 3, "game": game, "position": position}
    return {**fields, "wins": wins, "winning_moves": moves, "proof": proof}


def pool(position: str, moves: list[int], game: str = POOL, **proof: Any) -> dict[str, Any]:
    return certificate(game, position, bool(moves), moves, {**EMPTY, **proof})


# --- the holes that were there ---------------------------------------------------------------------


FALSE = [
    (pool("1-2/", [2], pairs=[[1, 2]], barrier=[1], parts=[[2]], steps=[[1, 2]]), "1 is not a valid step"),
    (pool("1-3/", [], pairs=[[2, 1], [3, 1]]), "3 or 1 is in two pairs"),
    (pool("1-3/", [], pairs=[[1, 2], [1, 3]]), "1 or 3 is in two pairs"),
]


@pytest.mark.parametrize(("document", "reason"), FALSE)
def test_a_false_verdict_that_one_condition_keeps_out_is_refused(document: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        verifier.verify(document)
    assert str(refusal.value) == reason


# --- limits ----------------------------------------------------------------------------------------


def of_sum(count: int) -> dict[str, Any]:
    """A sum of so many fours to divide, which is lost or won by halving any."""
    won = count % 2 == 1
    moves: list[Any] = [2] if count == 1 else [[4, 2]]
    proof = {"factors": [[[2, 2]]] * count, "primes": [[2, 1, []]]}
    return certificate("factor-duel", "+".join(["4"] * count), won, moves if won else [], proof)


LIMITS = {
    "32 numbers": of_sum(32),
    "33 numbers": of_sum(33),
    "10^18": certificate(
        "factor-duel",
        str(10**18),
        True,
        [10**18 // 5, 10**18 // 2],
        {"factors": [[[2, 18], [5, 18]]], "primes": [[2, 1, []], [5, 2, [2, 2]]]},
    ),
    "2^59": certificate(
        "divisor-duel-subtract", str(2**59), False, [], {"factors": [[[2, 59]]], "primes": [[2, 1, []]]}
    ),
    "2^60": certificate(
        "divisor-duel-subtract", str(2**60), True, [2**59], {"factors": [[[2, 60]]], "primes": [[2, 1, []]]}
    ),
    "a pool of one": pool(f"{10**18}-{10**18}/", [10**18], parts=[[10**18]]),
    "beyond 10^18": pool(f"{10**18}-{10**18 + 1}/", [10**18, 10**18 + 1], parts=[[10**18], [10**18 + 1]]),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_where_it_is_said_to_be(name: str) -> None:
    try:
        verifier.verify(LIMITS[name])
    except Refused:
        assert name in ("33 numbers", "2^60", "beyond 10^18")
    else:
        assert name in ("32 numbers", "10^18", "2^59", "a pool of one")


# --- conditions ------------------------------------------------------------------------------------

TWO, THREE = [2, 1, []], [3, 2, [2]]
SEVEN = [TWO, THREE, [7, 3, [2, 3]]]
EVEN, MIXTURE = f"{POOL}(opening=even)", "sum(factor-duel+divisor-duel-subtract,misere)"


def first(game: str, position: str) -> dict[str, Any]:
    """The first move with the pie rule."""
    return certificate(game, position, False, [], {"swap": True, "divisor": 2})


def factored(game: str, position: str, moves: list[Any], factors: list[Any], *primes: Any) -> dict[str, Any]:
    return certificate(game, position, bool(moves), moves, {"factors": factors, "primes": [*primes]})


RIGHT = {
    "a pair with 10^18": factored(
        "factor-duel",
        f"{10**18}+4",
        [[10**18, 10**18 // 25], [10**18, 10**18 // 10], [10**18, 10**18 // 4]],
        [[[2, 18], [5, 18]], [[2, 2]]],
        TWO,
        [5, 2, [2, 2]],
    ),
    "three equal numbers": of_sum(3),
    "all four rule books": factored(
        "sum(dividers-duel+divide-and-conquer+factor-duel+divisor-duel-subtract)",
        "3+3+3+3",
        [],
        [[[3, 1]]] * 4,
        TWO,
        THREE,
    ),
    "4 to subtract from": factored("divisor-duel-subtract", "4", [2], [[[2, 2]]], TWO),
    "a start of three": first("dividers-duel(swap)", "3+4"),
    "a start of three, factors": first("factor-duel(swap)", "3+4"),
    "an even start at 10^18": pool(f"{10**18}-{10**18}/", [10**18], EVEN, parts=[[10**18]]),
    "no start above 49": pool("50-50/", [], f"{POOL}(opening=even-below-50)", parts=[[50]]),
    "the lowest pick": pool("1-3/1", [2, 3], parts=[[2], [3]]),
    "the highest pick": pool("1-3/3", [], pairs=[[1, 2]]),
    "an ear": pool("1-4/3", [1], pairs=[[1, 2]], parts=[[1, [1, 2, 4, 1]]]),
    "a start of two to subtract from": first("divisor-duel-subtract(swap)", "2+4"),
    "the first pick, where the last move loses": certificate(f"{POOL}(misere,swap)", "1-6/", False, [], {"swap": True}),
    "the only pick": certificate(f"{POOL}(swap)", "5-5/", False, [], {"swap": True}),
    "an odd pick after an even one": pool("1-3/2,1", [3], EVEN, parts=[[3]]),
}
WRONG = {
    "an exponent of 0": factored("factor-duel", "4", [2], [[[2, 2], [2, 0]]], TWO),
    "digits of another script": factored("factor-duel", "\uff14", [2], [[[2, 2]]], TWO),
    "a start of two": first("dividers-duel(swap)", "2+4"),
    "a start of two, factors": first("factor-duel(swap)", "2+4"),
    "a start of one": first("divisor-duel-subtract(swap)", "1+4"),
    "33 numbers to begin with": first("factor-duel(swap)", "+".join(["4"] * 33)),
    "a first pick after a pick": certificate(f"{POOL}(swap)", "2-12/12", False, [], {"swap": True}),
    "no even opening, where the last move loses": certificate(
        f"{POOL}(opening=even,misere,swap)", "3-3/", False, [], {"swap": True}
    ),
    "a swap after two picks": certificate(f"{POOL}(swap)", "1-3/2,1~", True, [3], {**EMPTY, "parts": [[3]]}),
    "neither a swap nor a move": certificate(
        "factor-duel(swap)", "7~", True, [], {"factors": [[[7, 1]]], "primes": SEVEN}
    ),
    "a swap when all is over": certificate(
        "factor-duel(misere,swap)", "7~", True, [], {"factors": [[[7, 1]]], "primes": SEVEN}
    ),
    "two numbers to subtract from, where the last move loses": certificate(
        "divisor-duel-subtract(misere)", "2+3", True, [], {"factors": [[[2, 1]], [[3, 1]]], "primes": [TWO, THREE]}
    ),
    "two options": pool("1-1/", [1], f"{POOL}(opening=even,toads)", parts=[[1]]),
    "misere with subtraction": certificate(
        MIXTURE, "2+3", True, [], {"factors": [[[2, 1]], [[3, 1]]], "primes": [TWO, THREE]}
    ),
    "an odd first pick": pool("1-3/3", [], EVEN, pairs=[[1, 2]]),
    "a swap twice": factored("factor-duel(swap,swap)", "4~~", [2], [[[2, 2]]], TWO),
    "a sum of one": factored("sum(factor-duel)", "4", [2], [[[2, 2]]], TWO),
    "a sum of two by three rules": factored(
        "sum(factor-duel+factor-duel+factor-duel)", "4+4", [], [[[2, 2]], [[2, 2]]], TWO
    ),
    "an unknown variant": factored("factor-duel(toads)", "4", [2], [[[2, 2]]], TWO),
    "an unknown opening": pool("1-1/", [1], f"{POOL}(opening=odd)", parts=[[1]]),
    "two openings": certificate(f"{POOL}(opening=even,toads,swap)", "1-2/", False, [], {"swap": True}),
    "no even opening": certificate(f"{POOL}(opening=even,swap)", "3-3/", False, [], {"swap": True}),
    "a pair of one number": pool("1-1/", [], pairs=[[1, 1]]),
    "three bounds": pool("1-1-9/", [1], parts=[[1]]),
    "a pick beyond the pool": pool("1-3/2,6,3", [1], parts=[[1]]),
    "no slash": pool("1-1", [1], parts=[[1]]),
    "an empty pool": pool("2-1/", []),
    "a pick twice": pool("1-3/2,1,2", [], parts=[[3]]),
    "a pick that does not follow": pool("1-4/3,2", [], pairs=[[1, 4]]),
    "an even ear": pool("1-3/", [1, 2, 3], pairs=[[1, 2]], parts=[[1, [1, 2, 1], [1, 3, 1]]]),
    "an ear without a line": pool("1-3/", [1, 2, 3], pairs=[[1, 2]], parts=[[1, [1, 2, 3, 1]]]),
    "an ear beyond the pool": pool("1-3/", [1, 2, 3], pairs=[[1, 2]], parts=[[1, [1, 2, 4, 1], [1, 3, 6, 1]]]),
    "an ear twice": pool("1-4/3", [1], pairs=[[1, 2]], parts=[[1, [1, 2, 4, 1], [1, 2, 4, 1]]]),
    "a line to a number in no part": pool("1-3/", [3], pairs=[[1, 2]], parts=[[3]]),
    "a line from the third part": pool("3-9/", [5, 7, 9], pairs=[[3, 6], [4, 8]], parts=[[5], [7], [9]]),
    "a line between parts": pool("1-2/", [1, 2], parts=[[1], [2]]),
    "a prime that is not needed": factored("factor-duel", "4", [2], [[[2, 2]]], TWO, THREE),
    "a prime twice": factored("factor-duel", "4", [2], [[[2, 2]]], TWO, TWO),
    "a huge exponent": factored("factor-duel", "4", [2], [[[2, 10**18]]], TWO),
    "primes out of order": factored("factor-duel", "6", [2, 3], [[[2, 1], [3, 1]]], THREE, TWO),
    "a prime that is not proved": factored("factor-duel", "9", [3], [[[3, 2]]], TWO),
    "9 by the factor 8": factored("factor-duel", "9", [], [[[9, 1]]], TWO, [9, 8, [8]]),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_a_stricter_condition_would_refuse_is_accepted(name: str) -> None:
    assert verifier.verify(RIGHT[name]) == RIGHT[name]


@pytest.mark.parametrize("name", WRONG)
def test_what_a_looser_condition_would_accept_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        verifier.verify(WRONG[name])


# --- texts -----------------------------------------------------------------------------------------

SMALL = json.dumps(of_sum(1))
ANSWER = {"game": "factor-duel(start=4)", "position": "4", "wins": True, "certificate": of_sum(1), "reason": ""}


def answer(character: str, count: int) -> str:
    """An answer in which a character occurs so often, most of them in its reason."""
    written = json.dumps(ANSWER)
    return json.dumps({**ANSWER, "reason": character * (count - written.count(character) - written.count("{"))})


ACCEPTED: dict[str, str | bytes] = {
    "bytes": SMALL.encode(),
    "16 MiB": SMALL.ljust(16 * 2**20),
    "650,000 values": json.dumps({**ANSWER, "reason": "," * (650_000 - json.dumps(ANSWER).count(","))}),
    "250,000 lists": answer("[", 250_000),
}
REFUSED: dict[str, str | bytes] = {
    "more than 16 MiB": SMALL.ljust(16 * 2**20 + 1),
    "650,001 values": json.dumps({**ANSWER, "reason": "," * (650_001 - json.dumps(ANSWER).count(","))}),
    "250,001 lists": answer("[", 250_001),
    "a field twice": SMALL.replace('"version"', '"wins": true, "version"'),
    "no document": "[]",
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_text_at_a_limit_is_accepted(name: str) -> None:
    assert verifier.verify_text(ACCEPTED[name]).certificate == of_sum(1)


@pytest.mark.parametrize("name", REFUSED)
def test_a_text_beyond_a_limit_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        verifier.verify_text(REFUSED[name])


def documents() -> list[Any]:
    """Return every document of this module."""
    return [*LIMITS.values(), *RIGHT.values(), *WRONG.values(), *(document for document, _ in FALSE)]


def texts() -> list[str | bytes]:
    """Return every text of this module."""
    return [*ACCEPTED.values(), *REFUSED.values()]
