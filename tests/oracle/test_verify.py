"""The verifier: whatever it accepts is true, and whatever it is given, it answers or refuses."""

import ast
import json
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import aliquot.oracle.verify
from aliquot import solve
from aliquot.games import REGISTRY, create, find
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle import verify as verifier_module
from aliquot.oracle.pool import CERTIFICATE_SIZE, PoolVerdict
from aliquot.oracle.verify import LARGEST_FILE, NoCertificate, Refused, verify, verify_text
from aliquot.oracle.verify.pools import LARGEST_POOL
from tests.effort import tries

from .brute_force import paths, replaced, study_json

if TYPE_CHECKING:
    from tests.oracle.conftest import Naive

Document = dict[str, Any]

POSITIONS = [
    *((slug, str(n)) for slug in REGISTRY if slug != "divisor-duel-pool" for n in (1, 2, 7, 8, 9, 12, 16, 30, 45, 60)),
    *(("divisor-duel-subtract", str(n)) for n in (6, 10, 32, 64, 128, 256, 375)),
    *(
        ("divisor-duel-pool", text)
        for text in (
            *("1-1/", "1-2/", "1-2/1", "2-9/", "2-9/2", "2-9/8,4", "1-8/", "1-8/8", "1-12/", "1-12/1,7", "2-12/12"),
            *("2-12/2,6,3", "3-14/6,12", "2-14/", "2-14/14,2,4", "1-13/1", "1-13/6,1,11", "5-5/", "5-5/5", "1-6/1,5"),
        )
    ),
]


@cache
def _certificate(slug: str, position: str) -> str:
    duel = find(slug)
    game = duel.create(pool=position.partition("/")[0]) if slug == "divisor-duel-pool" else duel.create()
    return json.dumps(solve(game, game.position(position)).certificate)


def certificates() -> Iterator[Document]:
    """A certificate of each position above."""
    for slug, position in POSITIONS:
        yield json.loads(_certificate(slug, position))


def refusal_of(check: Callable[[Any], object], document: object) -> str | None:
    """Why a document is refused, or None if it is not. Anything but an answer or a refusal is an error."""
    try:
        check(document)
    except Refused as refusal:
        return str(refusal)
    return None


def accepted(document: object, check: Callable[[Any], object] = verify) -> bool:
    """Whether the verifier accepts a document; if not, it must say why in one line."""
    why = refusal_of(check, document)
    assert why is None or (why.isprintable() and 0 < len(why) < 200), why
    return why is None


def accepted_text(text: str | bytes) -> bool:
    """Whether the verifier accepts a document given as text."""
    return accepted(text, verify_text)


# --- altered certificates -------------------------------------------------------------------------

ODDITIES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 4, 6, 7, 1.0, 2.0, 0.5, float("nan"), float("inf"), -float("inf")),
    *(10**18, 10**18 + 1, 10**19, -(10**18), 2**64, 10**400, 10**5000, -(10**5000)),
    *("", "1", "2", "60", "+2", "02", " 2", "2 ", "２", "1e1", "0x2", "-2", "2.0", "\0", "2\n", "9" * 100_000),
    *("2-9/", "2-9", "2-9/2,2", "2-9/2,3", "2-9/2,10", "2-9/2,", "2-9/,2", "9-2/", "0-5/", "2-9//", "1-1000001/"),
    *("2-9/+2", "2-9/02", "02-9/", "2 -9/", "2-9/2 ", "-2-9/", "2--9/", f"1-{10**18}/", f"2-{'9' * 5000}/"),
    *(slug for slug in REGISTRY),
    *("aliquot-certificate", "chess", [], {}, [[]], [[2]], [[2, 1]], [[4, 1]], [[2, 1], [2, 1]], [2, 4], [[2, 4, 8]]),
    *({"primes": [], "factors": []}, {"primes": [[2, 1, []]], "factors": [[[2, 1]]]}, [4, 3, [3]], [4, 1, [2]]),
    *({"factors": []}, {"factors": [[2, 1]]}, {"factors": [[[2, 1]]]}, {"factors": [[[7, 1]]]}, {"factors": [[]]}),
    *({"pairs": [], "barrier": []}, {"pairs": [], "barrier": [], "parts": [], "steps": []}, [[2, [2, 4, 8, 2]]]),
]
"""What any field is replaced by, wherever it is."""


def neighbours(value: Any) -> Iterator[Any]:
    """Values of the same kind as a value, near it."""
    if type(value) is bool:
        yield not value
        yield int(value)
    elif type(value) is int:
        yield from (value + 1, value - 1, value + 2, 2 * value, -value, value // 2, float(value), str(value), [value])
        yield from range(1, 15)
    elif isinstance(value, str):
        yield from (
            value + " ",
            " " + value,
            value + "0",
            value[:-1],
            value.upper(),
            value + "\0",
            value.replace("/", ""),
        )
        yield from (value + "1", value + ",2", value + ",1", value.replace(",", ", "), value.partition(",")[0], [value])
    elif isinstance(value, list):
        yield from (value[:-1], value[1:], value[::-1], [*value, *value[:1]], [*value, 2], [*value, [2, 4]], [value])
        yield from ([*value, n] for n in range(1, 14))
        yield from ([*value, [a, b]] for a in range(1, 8) for b in (2 * a, 3 * a, a, a + 1))
    elif isinstance(value, dict):
        yield from ({k: v for k, v in value.items() if k != name} for name in value)
        yield from ({**value, name: {}} for name in ("extra", "Proof", "", "certificate"))


def alterations(document: Document) -> Iterator[Any]:
    """The document with one thing in it changed, in every way there is here."""
    for path in paths(document):
        for value in (*ODDITIES, *neighbours(at(document, path))):
            yield replaced(document, path, value)


def same(a: Any, b: Any) -> bool:
    """Whether two documents are the same, types included."""
    return not _huge(a) and not _huge(b) and repr(a) == repr(b)


def _huge(value: Any) -> bool:
    """Whether something in it is too large to be written out."""
    if isinstance(value, dict):
        return any(map(_huge, value.values()))
    if isinstance(value, list):
        return any(map(_huge, value))
    return type(value) is int and abs(value) > 10**1000


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.deep)])
def test_no_wrong_certificate_is_accepted(naive: "Naive", step: int) -> None:
    kept, refused = 0, 0
    for document in [*certificates()][::step]:
        assert accepted(document)
        for altered in alterations(document):
            if accepted(altered):
                # It may be another certificate that is right: then all it says must be true.
                assert_proof_is_right(altered, naive)
                kept += 1
            else:
                assert not same(altered, document), document
                refused += 1
    assert refused > 20 * kept > 0


def assert_proof_is_right(document: Document, naive: "Naive") -> None:
    """Works everything in an accepted certificate out anew."""
    assert set(document) == {"format", "version", "game", "position", "wins", "winning_moves", "proof"}
    assert (document["format"], repr(document["version"])) == ("aliquot-certificate", "3")
    assert document["game"] in REGISTRY
    assert type(document["wins"]) is bool
    proof, position = document["proof"], document["position"]
    if document["game"] != "divisor-duel-pool":
        assert variant_holds(document, naive), document
        assert set(proof) == {"factors", "primes"}
        assert all(naive.proper_divisors(row[0]) == [] and row[0] > 1 for row in proof["primes"])
        for number, factors in zip(position.split("+"), proof["factors"], strict=True):
            multiplied = 1
            for prime, exponent in factors:
                assert type(prime) is type(exponent) is int
                assert exponent > 0
                assert naive.proper_divisors(prime) == []
                assert prime > 1
                multiplied *= prime**exponent
            assert str(multiplied) == number
        return
    assert naive.holds(document), document
    assert set(proof) == {"pairs", "barrier", "parts", "steps"}
    bounds, _, rest = position.partition("/")
    low, high = map(int, bounds.split("-"))
    picks = [int(pick) for pick in rest.split(",")] if rest else []
    assert position == f"{low}-{high}/{','.join(map(str, picks))}"
    assert all(a % b == 0 or b % a == 0 for a, b in pairwise(picks)), "the picks follow from each other"
    assert len(set(picks)) == len(picks)
    assert set(picks) <= set(range(low, high + 1))
    graph = frozenset(range(low, high + 1)).difference(picks)
    numbers = [n for pair in proof["pairs"] for n in pair]
    assert all(type(n) is int for n in (*numbers, *proof["barrier"]))
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= graph
    assert all(a % b == 0 or b % a == 0 for a, b in proof["pairs"])
    assert len(proof["pairs"]) == largest_matching(graph), "no more pairs can be made"
    inside = {n for root, *ears in proof["parts"] for n in (root, *(each for ear in ears for each in ear))}
    assert inside == {n for n in graph if largest_matching(graph - {n}) == largest_matching(graph)}


@cache
def largest_matching(numbers: frozenset[int]) -> int:
    """How many pairs can be made, by trying."""
    if not numbers:
        return 0
    a, rest = max(numbers), numbers - {max(numbers)}
    return max(largest_matching(rest), *(1 + largest_matching(rest - {b}) for b in rest if a % b == 0), 0)


def test_a_verdict_turned_round_is_refused(naive: "Naive") -> None:
    for document in certificates():
        lists = [[], document["winning_moves"], *([move] for move in range(1, 15))]
        turned = [{**document, "wins": not document["wins"], "winning_moves": moves} for moves in lists]
        assert not any(map(accepted, turned)), document


def test_a_proof_of_another_position_is_refused_unless_it_is_right(naive: "Naive") -> None:
    every = list(certificates())
    for document in every:
        for other in every:
            crossed = {**document, "proof": other["proof"]}
            if accepted(crossed):
                assert_proof_is_right(crossed, naive)
            crossed = {**document, "game": other["game"], "position": other["position"]}
            if accepted(crossed):
                assert_proof_is_right(crossed, naive)


PRIMES = [[2, 1, []], [3, 2, [2]], [5, 2, [2, 2]]]
"""The primes to 5, proved."""
WITHOUT_NEED = "a prime is listed without need, or twice"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"position": "31"}, "the factors multiply to something else"),
        ({"winning_moves": [6, 10]}, "15 wins too, and is not listed"),
        ({"winning_moves": [2, 6, 10, 15]}, "2 does not win, or the moves are listed twice or out of order"),
        ({"winning_moves": [6, 10, 15, 15]}, "a move does not win, or the moves are listed twice or out of order"),
        ({"winning_moves": [15, 10, 6]}, "a move does not win, or the moves are listed twice or out of order"),
        ({"winning_moves": []}, "6 wins too, and is not listed"),
        ({"winning_moves": [True, 10, 15]}, "the winning moves are not valid moves"),
        ({"winning_moves": [6.0, 10, 15]}, "the winning moves are not valid moves"),
        ({"winning_moves": [10**5000]}, "the winning moves are not valid moves"),
        ({"winning_moves": None}, "the moves must be a list, and the proof an object"),
        ({"wins": False}, "the position is won"),
        ({"wins": 1}, "game, position and wins are of the wrong type"),
        ({"wins": False, "winning_moves": []}, "6 wins too, and is not listed"),
        ({"version": 1}, "its version is not 3"),
        ({"version": True}, "its version is not 3"),
        ({"version": 3.0}, "its version is not 3"),
        ({"format": "Aliquot-Certificate"}, "it is not in the format aliquot-certificate"),
        ({"game": "chess"}, "the game is unknown to the verifier"),
        ({"position": 30}, "game, position and wins are of the wrong type"),
        ({"position": "030"}, "the position is not a number"),
        ({"position": "３０"}, "the position is not a number"),
        ({"position": str(10**18 + 1)}, "a number is not from 1 to 10^18"),
        ({"proof": {"primes": PRIMES, "factors": [[[6, 1], [5, 1]]]}}, "6 is not shown to be prime"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, 1], [15, 1]]]}}, "15 is not shown to be prime"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, 0], [30, 1]]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, -1], [3, 1], [5, 1]]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, 10**18]]]}}, "the factors multiply to something else"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, True], [3, 1], [5, 1]]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"primes": PRIMES, "factors": [[[2, 1], [3, 1]]]}}, "the factors multiply to something else"),
        (
            {"proof": {"primes": PRIMES, "factors": [[[2, 1, 1], [3, 1], [5, 1]]]}},
            "a factor is a prime and an exponent",
        ),
        ({"proof": {"primes": PRIMES, "factors": [{"2": 1}]}}, "the proof must be a list of factors"),
        ({"proof": {"primes": PRIMES, "factors": []}}, "every number needs its factors"),
        ({"proof": {"primes": PRIMES, "factors": {"2": 1}}}, "factors and primes must be lists"),
        ({"proof": {}}, "the proof must be factors and primes"),
        ({"proof": {"primes": [*PRIMES, [7, 3, [2, 3]]], "factors": [[[2, 1], [3, 1], [5, 1]]]}}, WITHOUT_NEED),
        ({"proof": {"primes": [*PRIMES, PRIMES[0]], "factors": [[[2, 1], [3, 1], [5, 1]]]}}, WITHOUT_NEED),
        ({"extra": 1}, "its fields must be format, version, game, position, wins, winning_moves, proof"),
    ],
)
def test_the_refusal_says_what_is_wrong(change: Document, reason: str) -> None:
    document = json.loads(_certificate("factor-duel", "30"))
    assert (document["winning_moves"], document["wins"]) == ([6, 10, 15], True)
    with pytest.raises(Refused) as refusal:
        verify({**document, **change})
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"pairs": [[4, 8], [3, 9]]}, "the proof does not show that there are no more pairs"),
        ({"pairs": [[2, 10], [2, 8]]}, "2 or 8 is in two pairs"),
        ({"pairs": [[2, 6]]}, "2 and 6 cannot be paired"),
        ({"pairs": [[2, 14]]}, "2 and 14 cannot be paired"),
        ({"pairs": [[4, 10]]}, "4 and 10 cannot be paired"),
        ({"pairs": [[5, 5]]}, "5 and 5 cannot be paired"),
        ({"pairs": [[2, 10, 5]]}, "a pair has two numbers"),
        ({"pairs": [[2, 10.0]]}, "a number is not from 1 to 10^18"),
        ({"pairs": [2, 10]}, "a pair has two numbers"),
        ({"pairs": "2-10"}, "pairs, barrier, parts and steps must be lists"),
        ({"barrier": [2, 2]}, "the barrier is not a set of numbers left"),
        ({"barrier": [6]}, "the barrier is not a set of numbers left"),
        ({"barrier": [13]}, "the barrier is not a set of numbers left"),
        ({"barrier": [True]}, "a number is not from 1 to 10^18"),
        ({"barrier": {"2": 1}}, "pairs, barrier, parts and steps must be lists"),
        ({"parts": [7, 11]}, "a part is a number and its ears"),
        ({"parts": [[]]}, "a part is a number and its ears"),
        ({"parts": [[7], [7]]}, "7 is in two parts, or not left"),
        ({"parts": [[6]]}, "6 is in two parts, or not left"),
        ({"parts": [[2, 4]]}, "an ear has an odd number of lines"),
        ({"parts": [[2, [2, 4]]]}, "an ear has an odd number of lines"),
        ({"parts": [[2, [2, 4, 8]]]}, "an ear has an odd number of lines"),
        ({"parts": [[2, [2, 4, 5, 2]]]}, "an ear has a line that does not exist"),
        ({"parts": [[2, [2, 4, 8, 4]]]}, "an ear does not end in its part"),
        ({"parts": [[2, [2, 4, 8, 2], [2, 8, 4, 2]]]}, "8 is in two parts, or not left"),
        ({"parts": [[7], [11], [2]]}, "2 joins two parts"),
        ({"parts": [[7], [11], [3], [9]]}, "3 joins two parts"),
        ({"parts": [[7], [11]]}, "the proof does not show that there are no more pairs"),
        ({"steps": [[2, 7]]}, "2 is not a valid step"),
        ({"steps": [[10, 7]]}, "10 is not a valid step"),
        ({"steps": []}, "some part is not reached"),
        ({"steps": [2]}, "a step has two numbers"),
        ({"steps": [[2, 4.0]]}, "a number is not from 1 to 10^18"),
    ],
)
def test_the_refusal_says_what_is_wrong_with_a_pairing(change: Document, reason: str) -> None:
    # Left are 2, 3, 4, 5, 7, 8, 9, 10 and 11. Without 10, 7, 11, 5 and the three of 2, 4 and 8 are apart.
    document = json.loads(_certificate("divisor-duel-pool", "2-12/12,6"))
    assert document["winning_moves"] == [2]
    parts = [[7], [11], [5], [2, [2, 4, 8, 2]]]
    proof = {"pairs": [[3, 9], [4, 8], [5, 10]], "barrier": [10], "parts": parts, "steps": [[10, 2]]}
    assert accepted({**document, "proof": proof})
    with pytest.raises(Refused) as refusal:
        verify({**document, "proof": {**proof, **change}})
    assert str(refusal.value) == reason


def test_of_all_that_could_be_written_about_small_numbers_only_what_is_right_is_accepted(naive: "Naive") -> None:
    """Every list of up to two moves with every proof, whether they fit together or not."""
    found = 0
    for number in range(1, 25):
        factors = json.loads(_certificate("factor-duel", str(number)))["proof"]
        for game in ("divisor-duel-subtract", "factor-duel"):
            lists = [[], *([a] for a in range(1, number + 1)), *([a, b] for a in range(2, 12) for b in range(2, 21))]
            lists.append(list(naive.number(game, number).winning))
            for moves, proof in product(lists, (factors, {**factors, "factors": [[[number, 1]]]})):
                claims = {"game": game, "position": str(number), "wins": bool(moves), "winning_moves": moves}
                document = {**json.loads(_certificate("factor-duel", "30")), **claims, "proof": proof}
                if accepted(document):
                    assert_proof_is_right(document, naive)
                    found += 1
    assert found >= 48, "the whole list can be proved of each number"


@pytest.mark.parametrize("widest", [1, pytest.param(6, marks=pytest.mark.deep)])
def test_of_every_way_to_pair_and_to_cut_a_small_pool_only_right_proofs_are_accepted(
    naive: "Naive", widest: int
) -> None:
    """Everything that could be written as pairs, barrier and parts of one number, for a pool small enough."""
    edges = [[a, b] for a in range(1, 7) for b in range(2 * a, 7, a)]
    matchings: list[list[list[int]]] = [[]]
    for edge in edges:
        matchings += [[*m, edge] for m in matchings if not {n for pair in m for n in pair} & set(edge)]
    subsets = [[n for n in range(1, 7) if bits >> n & 1] for bits in range(0, 128, 2)]
    found = 0
    for position in ("1-6/", "1-6/5", "1-6/1", "1-6/4,2")[: 2 * widest]:
        picks = tuple(map(int, position[4:].split(","))) if position[4:] else ()
        right = list(naive.pool(1, 6).winning(picks))
        base = json.loads(_certificate("divisor-duel-pool", "1-6/1,5"))
        for moves, pairs, cut in product((right, right[1:], [*right, 6]), matchings, subsets):
            if len(cut) > widest:
                continue
            for singles in subsets:
                steps = [[over, near] for over in cut for near in singles if max(over, near) % min(over, near) == 0]
                proof = {"pairs": pairs, "barrier": cut, "parts": [[n] for n in singles], "steps": steps}
                claims = {"position": position, "wins": bool(moves), "winning_moves": moves, "proof": proof}
                if accepted(document := {**base, **claims}):
                    assert_proof_is_right(document, naive)
                    found += 1
    assert found > 0


# --- variants -------------------------------------------------------------------------------------

SUBTRACT = "divisor-duel-subtract"
VARIANTS = [
    *("dividers-duel(start=12+18)", "factor-duel(start=8+9+30)", "divisor-duel-subtract(start=12+10)"),
    *("sum(dividers-duel:12+divisor-duel-subtract:12)", "sum(divisor-duel-subtract:6+factor-duel:8+factor-duel:8)"),
    *("dividers-duel(start=12,misere)", "dividers-duel(start=7,misere)", "dividers-duel(start=6,misere)"),
    *("factor-duel(start=6+10+4,misere)", "factor-duel(start=12+8,misere)", "factor-duel(start=12+12,misere)"),
    *("dividers-duel(start=12,swap)", "divisor-duel-subtract(start=6+9,swap)", "divisor-duel-pool(pool=2-8,swap)"),
    *("divisor-duel-pool(pool=2-9,opening=even)", "divisor-duel-pool(pool=1-8,opening=even)"),
    *("divisor-duel-pool(pool=1-10,opening=even-below-50)", "divisor-duel-pool(pool=1-7,opening=even,swap)"),
]
VARIANT_ODDITIES: list[Any] = [
    *("swap", [12, 2], [12, -2], [12, True], [12, 10**5000], [10**5000, 2], ["12", "2"], [12, 2, 2], {"swap": True}),
    *("dividers-duel(misere)", "dividers-duel(swap)", "dividers-duel(misere,swap)", "dividers-duel(swap,misere)"),
    *("chess(swap)", "chess(misere)", "sum(swap)", "sum(misere)", "sum()", "dividers-duel()", "dividers-duel(x,swap)"),
    *("sum(dividers-duel+factor-duel)", "sum(dividers-duel+divisor-duel-subtract)", "divisor-duel-pool(misere)"),
    *(
        "divisor-duel-pool(opening=even)",
        "divisor-duel-pool(opening=odd)",
        "divisor-duel-pool(swap)",
        SUBTRACT + "(misere)",
    ),
    *(
        "12+18",
        "12",
        "12~",
        "12+18~",
        "12~~",
        "12+",
        "+12",
        "1+1",
        "7+2",
        "2-9/~",
        "2-9/4~",
        "1-8/1",
        "1-8/7",
        "8+9+30",
    ),
    *("+".join(["4"] * 33), "+".join(["2"] * 33), "0+12", "12+018"),
]


@cache
def winning_in_sum(rules: tuple[str, ...], numbers: tuple[int, ...], misere: bool) -> tuple[tuple[int, int], ...]:
    """The winning moves, as the place and the divisor, by trying."""
    moves = [(place, d) for place, n in enumerate(numbers) for d in range(2, n) if n % d == 0]
    return tuple(move for move in moves if not wins_sum(rules, after(rules, numbers, move), misere))


def after(rules: tuple[str, ...], numbers: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
    place, divisor = move
    left = numbers[place] - divisor if rules[place] == SUBTRACT else numbers[place] // divisor
    return (*numbers[:place], left, *numbers[place + 1 :])


def wins_sum(rules: tuple[str, ...], numbers: tuple[int, ...], misere: bool) -> bool:
    if all(len([d for d in range(1, n + 1) if n % d == 0]) < 3 for n in numbers):
        return misere
    return bool(winning_in_sum(rules, numbers, misere))


def inner_truth(game: str, position: str, naive: "Naive") -> tuple[bool, list[Any], bool]:
    """Whether whoever must move wins, by which moves, and whether there is a move, with the swap left aside."""
    name, _, written = game.rstrip(")").partition("(")
    options = written.split(",") if written else []
    if name == "divisor-duel-pool":
        bounds, _, rest = position.partition("/")
        low, high = map(int, bounds.split("-"))
        picks = tuple(map(int, rest.split(","))) if rest else ()
        assert set(options) <= {"opening=even", "opening=even-below-50"}
        assert len(options) < 2
        truth = naive.pool(low, high)
        allowed = [n for n in truth.options(picks) if picks or not options or n % 2 == 0]
        assert not options or not picks or picks[0] % 2 == 0
        won = [n for n in truth.winning(picks) if n in allowed]
        return bool(won), won, bool(allowed)
    numbers = tuple(map(int, position.split("+")))
    rules = tuple(options.pop(0).split("+")) if name == "sum" else (name,) * len(numbers)
    assert set(rules) <= set(REGISTRY) - {"divisor-duel-pool"}
    assert options in ([], ["misere"])
    misere, mixed = bool(options), len(set(rules)) > 1
    found = winning_in_sum(rules, numbers, misere)
    moves: list[Any] = [
        d if len(numbers) == 1 else [numbers[i], -d if mixed and rules[i] == SUBTRACT else d] for i, d in found
    ]
    movable = any(n % d == 0 for n in numbers for d in range(2, n))
    unique = [json.loads(text) for text in {json.dumps(move) for move in moves}]
    return wins_sum(rules, numbers, misere), sorted(unique), movable


def variant_holds(document: Document, naive: "Naive") -> bool:
    """Whether what an accepted certificate about a variant says is true, types of the moves included."""
    game, position, wins, listed = (document[name] for name in ("game", "position", "wins", "winning_moves"))
    if not game.endswith("swap)"):
        won, moves, movable = inner_truth(game, position, naive)
        return won is wins and repr(listed) == repr(moves)
    game = game.replace("(swap)", "").replace(",swap)", ")")
    won, moves, movable = inner_truth(game, position.removesuffix("~"), naive)
    if not position.endswith("~"):
        return wins is False and listed == [] and movable
    return wins is True and repr(listed) == repr(moves if won else ["swap"])


def variant_certificates() -> Iterator[Document]:
    for name in VARIANTS:
        game: Any = create(name)
        first = game.start()
        for p in (first, *(game.child(first, move) for move in game.legal_moves(first))):
            document = solve(game, p).certificate
            if document is not None:
                yield json.loads(json.dumps(document))


@pytest.mark.parametrize("step", [12, pytest.param(4, marks=pytest.mark.deep)])
def test_no_wrong_certificate_about_a_variant_is_accepted(naive: "Naive", step: int) -> None:
    found = 0
    for number, document in enumerate(variant_certificates()):
        assert accepted(document), document
        assert variant_holds(document, naive), document
        found += 1
        if number % step:
            continue
        for path in paths(document):
            for value in (*VARIANT_ODDITIES, *neighbours(at(document, path)), *ODDITIES[:20]):
                altered = replaced(document, path, value)
                if accepted(altered):
                    assert variant_holds(altered, naive), altered
    assert found > 60


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


# --- documents as text ----------------------------------------------------------------------------


def test_every_beginning_of_a_document_is_refused() -> None:
    for slug, position in POSITIONS[::5]:
        text = _certificate(slug, position)
        assert accepted_text(text)
        assert accepted_text(text.encode())
        assert not any(accepted_text(text[:end]) for end in range(len(text)))


def test_every_byte_of_a_document_altered_leaves_a_true_one_or_none(naive: "Naive") -> None:
    for slug, position in [("factor-duel", "30"), ("divisor-duel-subtract", "12"), ("divisor-duel-pool", "2-9/2")]:
        text = _certificate(slug, position).encode()
        for at in range(len(text)):
            for byte in b'0123456789",:[]{} -/tfn\\\x00\xff':
                changed = text[:at] + bytes([byte]) + text[at + 1 :]
                if accepted_text(changed):
                    assert_proof_is_right(json.loads(changed), naive)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "null",
            "true",
            "1",
            '"x"',
            "[]",
            "{}",
            "NaN",
            "Infinity",
            "-Infinity",
            "[NaN]",
            "nan",
            "{",
            "]",
            "\0",
        ),
        *(
            '{"format": NaN}',
            '{"a": 1, "a": 1}',
            '{"certificate": null}',
            '{"certificate": {}}',
            "1" * 5000,
            "-" * 5000,
        ),
        *("[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"certificate":' * 500 + "1" + "}" * 500),
        *("1e400", "[1e400]", '"\\ud800"', "\ufeff{}", "'a'", "// a", "[1,]"),
        *(b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf{}", b"\x00\x00\x00{", b'"\xff"', b"\x80" * 1000),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_what_is_no_certificate_is_refused(text: str | bytes) -> None:
    assert not accepted_text(text)


@pytest.mark.parametrize("depth", [10, 500, 900, 5000, 200_000])
@pytest.mark.parametrize("field", ["format", "version", "game", "position", "wins", "winning_moves", "proof"])
def test_deep_nesting_anywhere_is_refused(field: str, depth: int) -> None:
    text = _certificate("factor-duel", "30")
    document = json.loads(text)
    deep = text.replace(f'"{field}": {json.dumps(document[field])}', f'"{field}": {"[" * depth}{"]" * depth}')
    assert deep != text
    assert not accepted_text(deep)
    assert not accepted_text(f'{{"game": {"[" * depth}{"]" * depth}, "certificate": {text}}}')


def test_what_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = _certificate("factor-duel", "30")
    monkeypatch.setattr(verifier_module, "LARGEST_FILE", len(text))
    assert accepted_text(text)
    with pytest.raises(Refused, match=r"^the document is too large$"):
        verify_text(text + " ")
    assert LARGEST_FILE <= 64 * 2**20


@pytest.mark.parametrize("field", ["wins", "winning_moves", "proof"])
def test_a_field_given_twice_is_refused_even_if_it_says_the_same(field: str) -> None:
    text = _certificate("factor-duel", "30")
    again = f'"{field}": {json.dumps(json.loads(text)[field])}'
    assert again in text
    with pytest.raises(Refused, match=r"^a field is given twice$"):
        verify_text(text.replace(again, f"{again}, {again}"))


def test_numbers_of_more_than_19_digits_are_refused() -> None:
    text = _certificate("factor-duel", "30")
    with pytest.raises(Refused, match=r"^a number is too large$"):
        verify_text(text.replace("[6, 10", f"[{'9' * 20}, 10"))
    with pytest.raises(Refused, match=r"^the winning moves are not valid moves$"):
        verify_text(text.replace("[6, 10", f"[{'9' * 19}, 10"))
    with pytest.raises(Refused, match=r"^a number is too large$"):
        verify_text(text.replace("[6, 10", f"[{'9' * 100_000}, 10"))


HUGE = st.sampled_from([1, -1]).map(lambda sign: sign * 10**5000)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | HUGE,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
SMALL = st.integers(-1, 13)
PROOF = st.one_of(
    st.fixed_dictionaries(
        {
            "factors": st.lists(st.lists(st.lists(SMALL, max_size=3), max_size=4), max_size=2) | JSON,
            "primes": st.just(PRIMES) | st.lists(st.tuples(SMALL, SMALL, st.lists(SMALL, max_size=3)).map(list)) | JSON,
        }
    ),
    st.fixed_dictionaries(
        {
            "pairs": st.lists(st.lists(SMALL, max_size=3), max_size=6) | JSON,
            "barrier": st.lists(SMALL, max_size=4) | JSON,
            "parts": st.lists(st.lists(SMALL | st.lists(SMALL, max_size=6), max_size=3), max_size=4) | JSON,
            "steps": st.lists(st.lists(SMALL, max_size=3), max_size=4) | JSON,
        }
    ),
    JSON,
)
CERTIFICATE = st.fixed_dictionaries(
    {
        "format": st.just("aliquot-certificate") | JSON,
        "version": st.just(3) | JSON,
        "game": st.sampled_from(sorted(REGISTRY)) | JSON,
        "position": st.integers(0, 300).map(str)
        | st.sampled_from([p for _, p in POSITIONS])
        | st.text(max_size=8)
        | JSON,
        "wins": st.booleans() | JSON,
        "winning_moves": st.lists(st.integers(0, 30), max_size=3) | JSON,
        "proof": PROOF,
    }
)


@settings(max_examples=tries(300))
@given(document=CERTIFICATE)
def test_whatever_is_made_up_is_refused_or_true(document: Document, naive: "Naive") -> None:
    if accepted(document):
        assert_proof_is_right(document, naive)


@settings(max_examples=tries(300))
@given(document=JSON)
def test_no_json_makes_it_do_anything_but_refuse(document: object) -> None:
    assert not accepted(document)
    assert not accepted({"certificate": document})


@settings(max_examples=tries(300))
@given(text=st.text() | st.binary() | st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\'))
@example(text="[" * 3000)
def test_no_text_makes_it_do_anything_but_refuse(text: str | bytes) -> None:
    assert not accepted_text(text)


# --- documents that `aliquot solve --json` prints -------------------------------------------------


def answers() -> Iterator[Document]:
    for game in (duel.create() for duel in REGISTRY.values()):
        yield json.loads(json.dumps(study_json(solve(game))))
    for picks in ((12,), (12, 6), (50,), (29,)):
        yield json.loads(json.dumps(study_json(solve(PoolDuel(2, 50), PoolPosition(picks)))))
    yield json.loads(json.dumps(study_json(solve(find("dividers-duel").create(start=7)))))


def test_an_answer_of_the_oracle_is_accepted_by_its_certificate() -> None:
    for answer in answers():
        assert verify_text(json.dumps(answer)).certificate == answer["certificate"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("field", ["game", "position", "wins", "winning_moves"])
def test_an_answer_that_says_something_else_than_its_certificate_is_refused(field: str) -> None:
    for answer in answers():
        values: list[Any] = [
            *ODDITIES,
            "dividers-duel(start=",
            "divisor-duel-poolx(pool=2-50)",
            0.0,
            [1],
            [[6]],
            [None],
        ]
        if answer["winning_moves"]:
            values += [
                answer["winning_moves"][1:],
                answer["winning_moves"][:-1],
                [],
                [*map(float, answer["winning_moves"])],
                [*map(str, answer["winning_moves"])],
            ]
        else:
            values += [[2], [False], {}]
        for value in values:
            altered = {**answer, field: value}
            if _huge(value) or same(altered, answer):
                continue
            assert not accepted_text(json.dumps(altered)), (field, value, answer["game"])


@pytest.mark.parametrize(
    "variant",
    [
        "dividers-duel",
        "dividers-duel(start=60,misere)",
        "dividers-duel(start=60+84)",
        "dividers-duel(start=60)x",
        "dividers-duel(start=)",
        "dividers-duel(start=60)\n",
        "factor-duel(start=60)",
    ],
)
def test_an_answer_about_a_variant_is_not_proved_by_a_certificate_about_the_game(variant: str) -> None:
    answer = study_json(solve(find("dividers-duel").create(start=60)))
    assert accepted_text(json.dumps(answer))
    assert not accepted_text(json.dumps({**answer, "game": variant}))


@pytest.mark.parametrize(
    ("game", "picks", "agrees"),
    [
        ("divisor-duel-pool(pool=2-50)", (), True),
        ("divisor-duel-pool(pool=2-50)", (12,), True),
        ("divisor-duel-pool(pool=2-51)", (12,), False),
        ("divisor-duel-pool(pool=2-5)", (12,), False),
        ("divisor-duel-pool(pool=2-50,misere)", (12,), False),
        ("divisor-duel-pool(pool=2-50,opening=even)", (12,), False),
        ("divisor-duel-pool(pool=2-50,opening=even)", (), False),
        ("divisor-duel-pool(pool=2-50,opening=even,misere)", (12,), False),
    ],
)
def test_the_pool_an_answer_names_must_be_that_of_the_position(game: str, picks: tuple[int, ...], agrees: bool) -> None:
    answer = study_json(solve(PoolDuel(2, 50), PoolPosition(picks)))
    assert accepted_text(json.dumps({**answer, "game": game})) is agrees


def test_an_answer_need_not_list_the_winning_moves() -> None:
    for answer in answers():
        del answer["winning_moves"]
        assert accepted_text(json.dumps(answer))


# --- the program itself ---------------------------------------------------------------------------

SOURCE = Path(aliquot.oracle.verify.__file__).parent


def test_it_imports_nothing_but_the_standard_library_and_itself() -> None:
    imported = set()
    for path in SOURCE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                assert node.module
                if not node.module.startswith("aliquot.oracle.verify."):
                    imported.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Name):
                assert node.id not in {"__import__", "eval", "exec", "open"}
    assert imported
    assert imported <= sys.stdlib_module_names
    assert not imported & {"importlib", "ctypes", "pickle", "subprocess", "os"}


def test_it_runs_without_the_rest_of_the_package(tmp_path: Path) -> None:
    alone = tmp_path / "aliquot" / "oracle"
    alone.mkdir(parents=True)
    for folder in (alone.parent, alone):
        (folder / "__init__.py").write_text("", "utf-8")
    shutil.copytree(SOURCE, alone / "verify", ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        "import json, sys\n"
        "from aliquot.oracle.verify import verify\n"
        "for line in sys.stdin:\n"
        "    assert verify(json.loads(line)) == json.loads(line)\n"
        "print(sorted(name for name in sys.modules if name.startswith('aliquot')))\n"
    )
    typed = "\n".join(json.dumps(document) for document in certificates())
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], input=typed, capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.count("aliquot.oracle.verify.") == len([*SOURCE.glob("*.py")]) - 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "document",
    [
        b"[" * LARGEST_FILE,
        b"[" + b"[]," * (LARGEST_FILE // 3 - 2) + b"[]]",
        b"[" + b"{}," * (LARGEST_FILE // 3 - 2) + b"{}]",
        b"[" + b"1," * (LARGEST_FILE // 2 - 2) + b"1]",
        b'["' + b"a" * (LARGEST_FILE - 4) + b'"]',
        b'{"certificate": ' + b"[1]," * 100_000,
        b" " * LARGEST_FILE,
        b"1" * LARGEST_FILE,
        b"-" * LARGEST_FILE,
    ],
    ids=["open", "lists", "objects", "numbers", "text", "half", "blank", "digits", "minus"],
)
def test_a_hostile_document_is_refused_with_little_memory(document: bytes) -> None:
    tracemalloc.start()
    try:
        assert not accepted_text(document)
        assert tracemalloc.get_traced_memory()[1] < 300 * 2**20
    finally:
        tracemalloc.stop()


def test_the_largest_pool_it_reads_is_the_largest_that_gets_a_certificate() -> None:
    assert LARGEST_POOL == CERTIFICATE_SIZE
    game = PoolDuel(1, CERTIFICATE_SIZE + 1)
    assert PoolVerdict(game, game.start()).certificate is None
    with pytest.raises(Refused, match="too large"):
        verify({**json.loads(_certificate("divisor-duel-pool", "1-2/")), "position": f"1-{CERTIFICATE_SIZE + 1}/"})


def test_an_answer_without_a_certificate_is_not_called_wrong() -> None:
    answer = study_json(solve(create("divisor-duel-subtract", start="16,9", misere=True)))
    assert answer["certificate"] is None
    with pytest.raises(NoCertificate, match="without a certificate"):
        verify_text(json.dumps(answer))


NEVER_CHECKED = ("winning_texts", "gaps", "summary", "pairs", "alone", "stacks", "proved")
"""Fields that no certificate proves."""


@pytest.mark.parametrize(
    ("name", "unchecked"),
    [
        ("factor-duel(start=30)", ("to_move", "reason")),
        ("factor-duel(start=7)", ("to_move", "reason")),
        ("divisor-duel-subtract(start=16)", ("to_move", "remoteness", "reason")),
        ("divisor-duel-subtract(start=10)", ("to_move", "reason")),
        ("divisor-duel-subtract(start=4)", ("to_move", "reason")),
        ("factor-duel(start=12+18)", ("to_move", "remoteness", "reason")),
        ("factor-duel(start=4+9,misere)", ("to_move", "reason")),
        ("factor-duel(start=30,misere)", ("to_move", "reason")),
        ("divisor-duel-subtract(start=60,misere)", ("to_move", "remoteness", "reason")),
        ("divisor-duel-subtract(start=7,misere)", ("to_move", "reason")),
        ("divisor-duel-pool(pool=2-50)", ("reason",)),
        ("divisor-duel-pool(pool=2-12)", ("grundy", "remoteness", "reason")),
        ("divisor-duel-pool(pool=2-12,swap)", ("to_move", "reason")),
    ],
)
def test_what_could_not_be_checked_is_named(name: str, unchecked: tuple[str, ...]) -> None:
    answer = study_json(solve(create(name)))
    found = verify_text(json.dumps(answer))
    assert found.unchecked == tuple(name for name in answer if name in (*unchecked, *NEVER_CHECKED))
    present = {field for field, value in answer.items() if value is not None} - {"certificate"}
    assert {*found.checked, *found.unchecked} == present | {"stacks"}


def test_every_measure_that_is_checked_is_refused_if_it_is_wrong() -> None:
    names = ["factor-duel(start=30)", "factor-duel(start=12+18)", "divisor-duel-subtract(start=12)"]
    names += ["factor-duel(start=30,misere)", "divisor-duel-pool(pool=2-12)", "divisor-duel-pool(pool=2-50)"]
    for answer in (study_json(solve(create(name))) for name in names):
        found = verify_text(json.dumps(answer))
        for field in ("grundy", "remoteness", "to_move"):
            right = answer[field]
            for value in (0, 1, 2, 3, 4, -1, True, 1.0, "1", [1]):
                altered = {**answer, field: value}
                if repr(value) != repr(right) and accepted_text(json.dumps(altered)):
                    assert field not in found.checked, (answer["game"], field, value)
