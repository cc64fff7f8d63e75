"""The verifier: whatever it accepts is true, and whatever it is given, it answers or refuses."""

import ast
import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
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
from aliquot.oracle.verify import LARGEST_FILE, Refused, verify, verify_text

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
    *({"odd": True}, {"odd": 1}, {"odd": False}, {"power_of_two": 1}, {"power_of_two": 3}, {"power_of_two": True}),
    *({"factors": []}, {"factors": [[2, 1]]}, {"pairs": [], "barrier": []}, {"pairs": [[2, 4]], "barrier": [2]}),
]
"""What any field is replaced by, wherever it is."""


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a document, itself included."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from paths(value[name], (*path, name))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from paths(value[index], (*path, index))


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


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


def test_no_wrong_certificate_is_accepted(naive: "Naive") -> None:
    kept, refused = 0, 0
    for document in certificates():
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
    assert set(document) == {"format", "version", "game", "position", "wins", "move", "proof"}
    assert (document["format"], repr(document["version"])) == ("aliquot-certificate", "1")
    assert document["game"] in REGISTRY
    assert type(document["wins"]) is bool
    assert type(document["move"]) is (int if document["wins"] else type(None))
    assert naive.holds(document), document
    proof, position = document["proof"], document["position"]
    if document["game"] == "divisor-duel-pool":
        assert set(proof) == {"pairs", "barrier"}
        bounds, _, rest = position.partition("/")
        low, high = map(int, bounds.split("-"))
        picks = [int(pick) for pick in rest.split(",")] if rest else []
        assert position == f"{low}-{high}/{','.join(map(str, picks))}"
        assert all(a % b == 0 or b % a == 0 for a, b in pairwise(picks)), "the picks follow from each other"
        assert len(set(picks)) == len(picks)
        assert set(picks) <= set(range(low, high + 1))
        graph = set(range(low, high + 1)).difference(picks if document["wins"] else picks[:-1])
        numbers = [n for pair in proof["pairs"] for n in pair]
        assert all(type(n) is int for n in (*numbers, *proof["barrier"]))
        assert len(set(numbers)) == len(numbers)
        assert set(numbers) <= graph
        assert all(a % b == 0 or b % a == 0 for a, b in proof["pairs"])
        left_out = document["move"] if document["wins"] else picks[-1] if picks else None
        assert left_out not in numbers
        assert 2 * len(proof["pairs"]) == 2 * largest_matching(frozenset(graph)), "no more pairs can be made"
    elif document["game"] == "divisor-duel-subtract":
        left = int(position) - (document["move"] or 0)
        assert proof == ({"odd": True} if left % 2 else {"power_of_two": left.bit_length() - 1})
        assert all(type(value) is (bool if left % 2 else int) for value in proof.values())
    else:
        assert set(proof) == {"factors"}
        multiplied = 1
        for prime, exponent in proof["factors"]:
            assert type(prime) is type(exponent) is int
            assert exponent > 0
            assert naive.proper_divisors(prime) == []
            assert prime > 1
            multiplied *= prime**exponent
        assert str(multiplied) == position


@cache
def largest_matching(numbers: frozenset[int]) -> int:
    """How many pairs can be made, by trying."""
    if not numbers:
        return 0
    a, rest = max(numbers), numbers - {max(numbers)}
    return max(largest_matching(rest), *(1 + largest_matching(rest - {b}) for b in rest if a % b == 0), 0)


def test_a_verdict_turned_round_is_refused(naive: "Naive") -> None:
    for document in certificates():
        moves = [None, *range(1, 15)]
        turned = [{**document, "wins": not document["wins"], "move": move} for move in moves]
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


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"position": "31"}, "the factors multiply to something else"),
        ({"move": 2}, "dividing by 2 leaves no prime"),
        ({"move": 30}, "30 is no proper divisor of 30"),
        ({"move": 1}, "1 is no proper divisor of 30"),
        ({"move": -6}, "a number is not from 1 to 10^18"),
        ({"move": True}, "a number is not from 1 to 10^18"),
        ({"move": 6.0}, "a number is not from 1 to 10^18"),
        ({"move": 10**5000}, "a number is not from 1 to 10^18"),
        ({"move": None}, "there must be a move exactly if the position is won"),
        ({"wins": False}, "there must be a move exactly if the position is won"),
        ({"wins": 1}, "wins must be true or false, and the proof an object"),
        ({"wins": False, "move": None}, "30 is not prime, so it is not lost"),
        ({"version": 2}, "its version is not 1"),
        ({"version": True}, "its version is not 1"),
        ({"version": 1.0}, "its version is not 1"),
        ({"format": "Aliquot-Certificate"}, "it is not in the format aliquot-certificate"),
        ({"game": "chess"}, "it names no game known here"),
        ({"position": 30}, "game and position must be texts"),
        ({"position": "030"}, "the position is no number"),
        ({"position": "３０"}, "the position is no number"),
        ({"position": str(10**18 + 1)}, "a number is not from 1 to 10^18"),
        ({"proof": {"factors": [[6, 1], [5, 1]]}}, "6^1 is no power of a prime"),
        ({"proof": {"factors": [[2, 1], [15, 1]]}}, "15^1 is no power of a prime"),
        ({"proof": {"factors": [[2, 0], [30, 1]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"factors": [[2, -1], [3, 1], [5, 1]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"factors": [[2, 10**18]]}}, "2^1000000000000000000 is no power of a prime"),
        ({"proof": {"factors": [[2, True], [3, 1], [5, 1]]}}, "a number is not from 1 to 10^18"),
        ({"proof": {"factors": [[2, 1], [3, 1]]}}, "the factors multiply to something else"),
        ({"proof": {"factors": [[2, 1, 1], [3, 1], [5, 1]]}}, "a factor is a prime and an exponent"),
        ({"proof": {"factors": {"2": 1}}}, "the proof must be a list of factors"),
        ({"proof": {}}, "the proof must be a list of factors"),
        ({"extra": 1}, "its fields must be format, version, game, position, wins, move, proof"),
    ],
)
def test_the_refusal_says_what_is_wrong(change: Document, reason: str) -> None:
    document = json.loads(_certificate("factor-duel", "30"))
    assert (document["move"], document["wins"]) == (6, True)
    with pytest.raises(Refused) as refusal:
        verify({**document, **change})
    assert str(refusal.value) == reason


POOL_WON: Document = {
    "format": "aliquot-certificate",
    "version": 1,
    "game": "divisor-duel-pool",
    "position": "2-12/12,6",
    "wins": True,
    "move": 3,
    "proof": {"pairs": [[2, 10], [4, 8]], "barrier": [2, 4, 10]},
}
"""Made by hand, to be altered by hand. Among 2, 3, 4, 5, 7, 8, 9, 10 and 11 there is 3–9 too."""


@pytest.mark.parametrize(
    ("pairs", "barrier", "reason"),
    [
        ([[2, 10], [4, 8]], [], "the pairs are not shown to be as many as possible"),
        ([[3, 9], [2, 10], [4, 8]], [], "3 is paired, which proves nothing"),
        ([[2, 10], [2, 8]], [], "2 or 8 is in two pairs"),
        ([[2, 10], [5, 10]], [], "5 or 10 is in two pairs"),
        ([[2, 10], [8, 4], [4, 8]], [], "4 or 8 is in two pairs"),
        ([[2, 6]], [], "2 and 6 cannot be paired"),
        ([[2, 14]], [], "2 and 14 cannot be paired"),
        ([[4, 10]], [], "4 and 10 cannot be paired"),
        ([[5, 5]], [], "5 and 5 cannot be paired"),
        ([[2, 10, 5]], [], "a pair has two numbers"),
        ([[2, 10.0]], [], "a number is not from 1 to 10^18"),
        ([2, 10], [], "a pair has two numbers"),
        ([[2, 10]], [2, 2], "the barrier is not a set of numbers in the pool"),
        ([[2, 10]], [6], "the barrier is not a set of numbers in the pool"),
        ([[2, 10]], [13], "the barrier is not a set of numbers in the pool"),
        ([[2, 10]], [True], "a number is not from 1 to 10^18"),
        ([[2, 10]], {"2": 1}, "pairs and barrier must be lists"),
        ("2-10", [], "pairs and barrier must be lists"),
    ],
)
def test_the_refusal_says_what_is_wrong_with_a_pairing(pairs: object, barrier: object, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        verify({**POOL_WON, "proof": {"pairs": pairs, "barrier": barrier}})
    assert str(refusal.value) == reason


def test_of_all_that_could_be_written_about_small_numbers_only_what_is_right_is_accepted(naive: "Naive") -> None:
    """Every move and every proof, whether they fit together or not."""
    shapes: list[Document] = [{"odd": True}, *({"power_of_two": k} for k in range(8))]
    found = 0
    for number in range(1, 65):
        factors = json.loads(_certificate("factor-duel", str(number)))["proof"]
        proofs = {"divisor-duel-subtract": shapes, "factor-duel": [factors, {"factors": [[number, 1]]}]}
        for game, move in product(proofs, (None, *range(1, number + 1))):
            for proof in proofs[game]:
                claims = {"game": game, "position": str(number), "wins": move is not None, "move": move}
                document = {**POOL_WON, **claims, "proof": proof}
                if accepted(document):
                    assert_proof_is_right(document, naive)
                    found += 1
    won = sum(
        len(naive.number(game, n).winning) for game in ("divisor-duel-subtract", "factor-duel") for n in range(1, 65)
    )
    assert found >= won, "each winning move can be proved"


def test_of_every_way_to_pair_and_to_cut_a_small_pool_only_right_proofs_are_accepted(naive: "Naive") -> None:
    """Everything that could be written as pairs and barrier, for a pool small enough."""
    edges = [[a, b] for a in range(1, 7) for b in range(2 * a, 7, a)]
    matchings: list[list[list[int]]] = [[]]
    for edge in edges:
        matchings += [[*m, edge] for m in matchings if not {n for pair in m for n in pair} & set(edge)]
    cuts = [[n for n in range(1, 7) if bits >> n & 1] for bits in range(0, 128, 2)]
    found = 0
    for position in ("1-6/", "1-6/5", "1-6/1", "1-6/4,2", "1-6/3,6", "1-6/4,5", "1-6/3,4", "1-6/2,1,2", "1-6/7,1"):
        for wins, move in [(False, None), *((True, n) for n in range(1, 7))]:
            base = {**POOL_WON, "position": position, "wins": wins, "move": move}
            for pairs in matchings:
                for cut in cuts:
                    document = {**base, "proof": {"pairs": pairs, "barrier": cut}}
                    if accepted(document):
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
    return wins_sum(rules, numbers, misere), moves, movable


def variant_holds(document: Document, naive: "Naive") -> bool:
    """Whether what an accepted certificate about a variant says is true, types of the move included."""
    game, position, wins, move = (document[name] for name in ("game", "position", "wins", "move"))
    if not game.endswith("swap)"):
        won, moves, movable = inner_truth(game, position, naive)
        return won is wins and (repr(move) in map(repr, moves) if wins and movable else move is None)
    game = game.replace("(swap)", "").replace(",swap)", ")")
    won, moves, movable = inner_truth(game, position.removesuffix("~"), naive)
    if not position.endswith("~"):
        return wins is False and move is None and movable
    return wins is True and (repr(move) in map(repr, moves) if won else move == "swap")


def variant_certificates() -> Iterator[Document]:
    for name in VARIANTS:
        game: Any = create(name)
        first = game.start()
        for p in (first, *(game.child(first, move) for move in game.legal_moves(first))):
            document = solve(game, p).certificate
            if document is not None:
                yield json.loads(json.dumps(document))


def test_no_wrong_certificate_about_a_variant_is_accepted(naive: "Naive") -> None:
    found = 0
    for number, document in enumerate(variant_certificates()):
        assert accepted(document), document
        assert variant_holds(document, naive), document
        found += 1
        if number % 4:
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
@pytest.mark.parametrize("field", ["format", "version", "game", "position", "wins", "move", "proof"])
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
    assert LARGEST_FILE == 64 * 2**20


@pytest.mark.parametrize("field", ["wins", "move", "proof"])
def test_a_field_given_twice_is_refused_even_if_it_says_the_same(field: str) -> None:
    text = _certificate("factor-duel", "30")
    again = f'"{field}": {json.dumps(json.loads(text)[field])}'
    assert again in text
    with pytest.raises(Refused, match=r"^a field is given twice$"):
        verify_text(text.replace(again, f"{again}, {again}"))


def test_numbers_of_more_than_19_digits_are_refused() -> None:
    text = _certificate("factor-duel", "30")
    with pytest.raises(Refused, match=r"^a number is too large$"):
        verify_text(text.replace('"move": 6', f'"move": {"9" * 20}'))
    with pytest.raises(Refused, match=r"^a number is not from 1 to 10\^18$"):
        verify_text(text.replace('"move": 6', f'"move": {"9" * 19}'))
    with pytest.raises(Refused, match=r"^a number is too large$"):
        verify_text(text.replace('"move": 6', f'"move": {"9" * 100_000}'))


HUGE = st.sampled_from([1, -1]).map(lambda sign: sign * 10**5000)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | HUGE,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
SMALL = st.integers(-1, 13)
PROOF = st.one_of(
    st.fixed_dictionaries({"factors": st.lists(st.lists(SMALL, max_size=3), max_size=4) | JSON}),
    st.fixed_dictionaries({"odd": st.booleans() | JSON}),
    st.fixed_dictionaries({"power_of_two": st.integers(-1, 70) | JSON}),
    st.fixed_dictionaries(
        {
            "pairs": st.lists(st.lists(SMALL, max_size=3), max_size=6) | JSON,
            "barrier": st.lists(SMALL, max_size=4) | JSON,
        }
    ),
    JSON,
)
CERTIFICATE = st.fixed_dictionaries(
    {
        "format": st.just("aliquot-certificate") | JSON,
        "version": st.just(1) | JSON,
        "game": st.sampled_from(sorted(REGISTRY)) | JSON,
        "position": st.integers(0, 300).map(str)
        | st.sampled_from([p for _, p in POSITIONS])
        | st.text(max_size=8)
        | JSON,
        "wins": st.booleans() | JSON,
        "move": st.none() | st.integers(0, 30) | JSON,
        "proof": PROOF,
    }
)


@settings(deadline=None, max_examples=300)
@given(document=CERTIFICATE)
def test_whatever_is_made_up_is_refused_or_true(document: Document, naive: "Naive") -> None:
    if accepted(document):
        assert_proof_is_right(document, naive)


@settings(deadline=None, max_examples=300)
@given(document=JSON)
def test_no_json_makes_it_do_anything_but_refuse(document: object) -> None:
    assert not accepted(document)
    assert not accepted({"certificate": document})


@settings(deadline=None, max_examples=300)
@given(text=st.text() | st.binary() | st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\'))
@example(text="[" * 3000)
def test_no_text_makes_it_do_anything_but_refuse(text: str | bytes) -> None:
    assert not accepted_text(text)


# --- documents that `aliquot solve --json` prints -------------------------------------------------


def answers() -> Iterator[Document]:
    for game in (duel.create() for duel in REGISTRY.values()):
        yield json.loads(json.dumps(solve(game).as_dict()))
    for picks in ((12,), (12, 6), (50,), (29,)):
        yield json.loads(json.dumps(solve(PoolDuel(2, 50), PoolPosition(picks)).as_dict()))
    yield json.loads(json.dumps(solve(find("dividers-duel").create(start=7)).as_dict()))


def test_an_answer_of_the_oracle_is_accepted_by_its_certificate() -> None:
    for answer in answers():
        assert verify_text(json.dumps(answer)) == answer["certificate"]


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
            wrong = [move for move in answer["winning_moves"] if move != answer["certificate"]["move"]]
            values += [wrong, [], [*map(float, answer["winning_moves"])], [*map(str, answer["winning_moves"])]]
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
    answer = solve(find("dividers-duel").create(start=60)).as_dict()
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
    answer = solve(PoolDuel(2, 50), PoolPosition(picks)).as_dict()
    assert accepted_text(json.dumps({**answer, "game": game})) is agrees


def test_an_answer_need_not_list_the_winning_moves() -> None:
    for answer in answers():
        del answer["winning_moves"]
        assert accepted_text(json.dumps(answer))


# --- the program itself ---------------------------------------------------------------------------

SOURCE = Path(aliquot.oracle.verify.__file__)


def test_it_imports_nothing_but_the_standard_library() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module
            imported.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "eval", "exec", "open"}
    assert imported
    assert imported <= sys.stdlib_module_names
    assert not imported & {"importlib", "ctypes", "pickle", "subprocess", "os"}


def test_it_runs_without_the_package(tmp_path: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "verifier_alone"}
    exec(compile(SOURCE.read_text("utf-8"), str(SOURCE), "exec"), namespace)
    for document in certificates():
        assert namespace["verify"](document) == document


def test_its_primality_test_is_right() -> None:
    is_prime = vars(verifier_module)["_is_prime"]
    sieve = [n > 1 and all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(20_000)]
    assert [is_prime(n) for n in range(20_000)] == sieve
    carmichael = [561, 1105, 6601, 8911, 825265, 321197185, 5394826801, 232250619601, 9746347772161]
    strong = [3215031751, 3474749660383, 341550071728321, 3825123056546413051]
    assert not any(map(is_prime, (*carmichael, *strong, 999_999_937**2, 10**18)))
    assert all(map(is_prime, (999_999_999_999_999_989, 999_999_937, 2**31 - 1)))
