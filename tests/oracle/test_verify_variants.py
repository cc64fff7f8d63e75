"""Certificates of variants: each is accepted, and whatever else is accepted is true, by trying everything."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aliquot
from aliquot.core.errors import AliquotError, Unsolved
from aliquot.games import REGISTRY
from aliquot.oracle.search import evaluate
from aliquot.oracle.verify import Refused, verify, verify_text
from tests.effort import tries

from .brute_force import paths, replaced, study_json

Document = dict[str, Any]
POOL, SUBTRACTION = "divisor-duel-pool", "divisor-duel-subtract"
MIXTURE = "sum(factor-duel:12+divisor-duel-subtract:12"

ASKED: list[tuple[str, list[str]]] = [
    ("dividers-duel(start=12+18)", ["12+18", "6+18", "7+5", "1+4"]),
    ("factor-duel(start=8+12+30)", ["8+12+30", "8+6+30"]),
    (f"{SUBTRACTION}(start=16+9)", ["16+9", "8+9", "2+3", "6+6"]),
    (f"{MIXTURE})", ["12+12", "6+12", "2+6", "2+3"]),
    ("sum(dividers-duel:12+divide-and-conquer:12)", ["12+12", "6+12"]),
    ("dividers-duel(start=12,misere)", ["12", "7", "4", "9"]),
    ("dividers-duel(start=12+18,misere)", ["12+18", "6+18", "4+9", "4+7", "7+5"]),
    ("sum(dividers-duel:12+factor-duel:18,misere)", ["12+18", "4+9", "7+5"]),
    (f"{SUBTRACTION}(start=16,misere)", ["16", "12", "9", "10", "34", "51", "57", "60", "7", "4"]),
    (f"{POOL}(pool=1-8,opening=even)", ["1-8/", "1-8/4", "1-8/8,2"]),
    (f"{POOL}(pool=3-8,opening=even-below-50)", ["3-8/", "3-8/6"]),
    (f"{POOL}(pool=1-2,opening=even)", ["1-2/", "1-2/2"]),
    ("dividers-duel(start=12,swap)", ["12", "6~", "3~", "6", "3"]),
    ("dividers-duel(start=7,swap)", ["7"]),
    (f"{SUBTRACTION}(start=16,swap)", ["16", "8~", "12~", "12"]),
    ("factor-duel(start=12+18,swap)", ["12+18", "12+9~", "6+9~", "6+9"]),
    ("factor-duel(start=12+18,misere,swap)", ["12+18", "12+9~", "4+18~", "6+9", "2+3"]),
    ("factor-duel(start=12,misere,swap)", ["12", "4~", "6~", "3", "6"]),
    (f"{MIXTURE},swap)", ["12+12", "6+12~", "12+6~", "6+6"]),
    (f"{POOL}(pool=1-8,swap)", ["1-8/", "1-8/4~", "1-8/6~", "1-8/4", "1-8/6,3"]),
    (f"{POOL}(pool=1-8,opening=even,swap)", ["1-8/", "1-8/4~", "1-8/4"]),
    (f"{POOL}(pool=1-6,opening=even,misere,swap)", ["1-6/"]),
    (f"{SUBTRACTION}(start=16,misere,swap)", ["16", "14~", "12~", "8"]),
    (f"{SUBTRACTION}(start=6+8,misere,swap)", ["6+8"]),
]
"""Games and positions of which there are certificates."""
QUESTIONS = [(name, position) for name, positions in ASKED for position in positions]


@cache
def answer_text(name: str, position: str) -> str:
    """What `aliquot solve --json` prints."""
    game = aliquot.game(name)
    return json.dumps(study_json(aliquot.solve(game, game.position(position))))


def answers() -> Iterator[Document]:
    for question in QUESTIONS:
        yield json.loads(answer_text(*question))


def certificates() -> Iterator[Document]:
    for answer in answers():
        assert answer["certificate"] is not None, answer
        yield answer["certificate"]


def accepted(document: Any) -> bool:
    """Whether the verifier accepts; if not, it must refuse in one line."""
    why = refusal_of(document)
    assert why is None or (why.isprintable() and 0 < len(why) < 200), why
    return why is None


def refusal_of(document: Any) -> str | None:
    try:
        verify(document)
    except Refused as refusal:
        return str(refusal)
    return None


def accepted_text(text: str) -> bool:
    try:
        verify_text(text)
    except Refused:
        return False
    return True


# --- what is true ---------------------------------------------------------------------------------


def game_of(name: str, position: str) -> Any:
    """A game with the variants a certificate names, in which the position occurs; fails if there is none."""
    written = re.fullmatch(r"([a-z-]+)(?:\(([^()]+)\))?", name)
    assert written, name
    slug, options = written[1], written[2].split(",") if written[2] else []
    bare = position.removesuffix("~")
    if slug == POOL:
        start = f"pool={bare.partition('/')[0]}"
    else:
        parts = bare.split("+")
        rules = options.pop(0).split("+") if slug == "sum" else [slug] * len(parts)
        least = [max(int(part), REGISTRY[rule].smallest) for rule, part in zip(rules, parts, strict=True)]  # type: ignore[attr-defined]
        if slug == "sum":
            start = "+".join(f"{rule}:{number}" for rule, number in zip(rules, least, strict=True))
        else:
            start = f"start={'+'.join(map(str, least))}"
    return aliquot.game(f"{slug}({','.join([start, *options])})")


@cache
def wins(name: str, position: str) -> bool:
    game = game_of(name, position)
    return wins_in(game.id, position)


@cache
def wins_in(name: str, position: str) -> bool:
    """Whether the mover wins, by trying everything; by the oracle where that is too much."""
    game = aliquot.game(name)
    p = game.position(position)
    try:
        return evaluate(game, p, limit=5_000).wins
    except Unsolved:
        return aliquot.solve(game, p).wins


def assert_true(document: Document) -> None:
    """Everything an accepted certificate says."""
    name, position, listed = document["game"], document["position"], document["winning_moves"]
    game: Any = game_of(name, position)
    p = game.position(position)
    assert game.text(p) == position, "the position is one, and written as it should be"
    assert wins(name, position) is document["wins"], document
    assert repr(listed) == repr(winning(game.id, position)), document


@cache
def winning(name: str, position: str) -> list[Any]:
    """Every winning move as JSON has it, by trying everything; by the oracle where that is too much."""
    game: Any = aliquot.game(name)
    p = game.position(position)
    found = []
    for move in game.legal_moves(p):
        child = game.child(p, move)
        try:
            lost = not evaluate(game, child, limit=5_000).wins
        except Unsolved:
            lost = not aliquot.solve(game, child).wins
        if lost:
            swap = "swap" in name and move == game.swap_move
            found.append("swap" if swap else list(move) if isinstance(move, tuple) else move)
    return found


# --- certificates as they are ---------------------------------------------------------------------


@pytest.mark.parametrize(("name", "position"), QUESTIONS)
def test_every_answer_is_proved_by_its_certificate(name: str, position: str) -> None:
    text = answer_text(name, position)
    answer = json.loads(text)
    assert verify(answer["certificate"]) == answer["certificate"]
    assert verify_text(text).certificate == answer["certificate"]
    assert_true(answer["certificate"])
    assert answer["wins"] is wins_in(name, position)


def test_a_certificate_names_the_variant_and_not_the_start() -> None:
    named = {name: json.loads(answer_text(name, positions[0]))["certificate"]["game"] for name, positions in ASKED}
    assert named["dividers-duel(start=12+18)"] == "dividers-duel"
    assert named[f"{MIXTURE},swap)"] == "sum(factor-duel+divisor-duel-subtract,swap)"
    assert named["factor-duel(start=12+18,misere,swap)"] == "factor-duel(misere,swap)"
    assert named[f"{POOL}(pool=1-8,opening=even,swap)"] == f"{POOL}(opening=even,swap)"


def test_all_small_sums_are_proved() -> None:
    for slug in ("factor-duel", SUBTRACTION):
        for misere in (False, True) if slug == "factor-duel" else (False,):
            game: Any = aliquot.game(slug, start="30,30", misere=misere)
            for a in range(1, 31):
                for b in range(a, 31):
                    verdict = aliquot.solve(game, game.position(f"{a}+{b}"))
                    assert accepted_text(json.dumps(study_json(verdict))), (slug, a, b, misere)


# --- altered certificates -------------------------------------------------------------------------

NAMES = [
    *REGISTRY,
    *(f"{slug}({variant})" for slug in REGISTRY for variant in ("misere", "swap", "misere,swap", "swap,misere")),
    *(
        f"{POOL}({variant})"
        for variant in ("opening=even", "opening=even,swap", "opening=odd,swap", "opening=even,even")
    ),
    *(f"{POOL}({variant})" for variant in ("opening=even-below-50", "misere,opening=even,swap", "opening=even,misere")),
    *("sum", "sum(swap)", "sum(misere)", "sum(dividers-duel)", "sum(dividers-duel,swap)", "sum(,swap)"),
    *("sum(dividers-duel+divisor-duel-subtract)", "sum(divisor-duel-subtract+factor-duel,misere)"),
    *("sum(divisor-duel-subtract+dividers-duel,swap)", "sum(dividers-duel+divisor-duel-pool,swap)"),
    *("chess(swap)", "dividers-duel(foo,swap)", "dividers-duel(swap,swap)", "dividers-duel()", "dividers-duel(,swap)"),
    *("dividers-duel(misere,misere)", "dividers-duel(misere,misere,swap)", "dividers-duel(start=12,swap)", "(swap)"),
]
POSITIONS = [
    *(position for _, position in QUESTIONS),
    *("12~", "1~", "1", "7~", "12+18~", "~", "+", "12+", "12+18+7", "+".join(["4"] * 32), "+".join(["4"] * 33), "12~~"),
    *("1-8/~", "1-8/4,8~", "1-8/4,2,1~", "1-8/3~", "1-8/3", "1-8/4,8", "3-3/", "7-7/", "1-8", "1-8~", "12-4", "04+9"),
]
ODDITIES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 4, 6, 9, 12, 2.0, "swap", "2", "", [], {}, [[]], 10**18, 10**400),
    *([12, 2], [12, 6], [12, -6], [12, -3], [18, 9], [18, 3], [6, 2], [12, 2, 2], [12], [[12, 2]], [12, True], [9, 3]),
    *([[2, 2], [3, 1]], [[2, 1], [3, 2]], [[3, 1]], [[2, 1]], [[12, 1]], [[[2, 2], [3, 1]]], [[[3, 1]], []]),
    *({"swap": True}, {"swap": 1}, {"swap": False}, {"odd": True}, {"factors": []}, {"factors": [[], []]}),
    *(
        {"factors": [[[2, 2], [3, 1]]]},
        {"factors": [[3, 1]]},
        {"pairs": [], "barrier": []},
        {"swap": True, "odd": True},
    ),
]


def near(value: Any) -> list[Any]:
    if type(value) is bool:
        return [not value, int(value)]
    if type(value) is int:
        return [value + 1, value - 1, 2 * value, -value, float(value), str(value), [value]]
    if isinstance(value, str):
        return [
            value + "~",
            value.removesuffix("~"),
            value + "+4",
            value + " ",
            "+".join(value.split("+")[::-1]),
            [value],
        ]
    if isinstance(value, list):
        return [value[:-1], value[::-1], [*value, *value[:1]], [*value, []], [value], tuple(value)]
    if isinstance(value, dict):
        return [{**value, "extra": 1}, *({k: v for k, v in value.items() if k != name} for name in value)]
    return []


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.deep)])
def test_no_certificate_with_one_thing_altered_proves_anything_false(step: int) -> None:
    kept = refused = 0
    for document in [*certificates()][::step]:
        for path in paths(document):
            inner: Any = document
            for step in path:
                inner = inner[step]
            special = NAMES if path == ("game",) else POSITIONS if path == ("position",) else ()
            for value in (*ODDITIES, *near(inner), *special):
                altered = replaced(document, path, value)
                if accepted(altered):
                    assert_true(altered)
                    kept += 1
                else:
                    refused += 1
    assert refused > 10 * kept > 0


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_no_proof_of_one_thing_is_accepted_for_another_that_is_false(step: int) -> None:
    every = list(certificates())
    for document in every[::step]:
        for other in every:
            for fields in (
                ("proof",),
                ("game",),
                ("position",),
                ("game", "position"),
                ("wins", "winning_moves"),
                ("winning_moves",),
            ):
                crossed = {**document, **{field: other[field] for field in fields}}
                if accepted(crossed):
                    assert_true(crossed)


def test_a_verdict_turned_round_is_refused() -> None:
    moves = [
        None,
        "swap",
        *range(1, 13),
        *([n, s * d] for n in (4, 6, 8, 9, 12, 16, 18) for d in range(2, 10) for s in (1, -1)),
    ]
    for document in certificates():
        for move in moves:
            listed = [] if move is None else [move]
            assert not accepted({**document, "wins": not document["wins"], "winning_moves": listed}), document


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("chess(swap)", "60"),
        ("dividers-duel(foo,swap)", "60"),
        ("dividers-duel(swap,swap)", "60"),
        ("dividers-duel(swap,misere)", "60"),
        ("sum(dividers-duel,swap)", "60"),
        ("sum(dividers-duel,swap)", "60+84"),
        ("dividers-duel(swap)", "7"),
        ("dividers-duel(swap)", "7+5"),
        ("dividers-duel(swap)", "60~"),
        (f"{POOL}(swap)", "2-12/12"),
        (f"{POOL}(opening=even,swap)", "7-7/"),
        (f"{POOL}(opening=odd,swap)", "2-12/"),
        (f"{POOL}(misere,opening=even,swap)", "2-12/"),
        ("dividers-duel", "60"),
        ("dividers-duel(misere)", "60"),
    ],
)
def test_that_the_first_move_loses_is_proved_only_of_a_first_move_of_a_game_with_the_pie_rule(
    game: str, position: str
) -> None:
    first = {"format": "aliquot-certificate", "version": 3, "wins": False, "winning_moves": []}
    number, pool = {**first, "proof": {"swap": True, "divisor": 2}}, {**first, "proof": {"swap": True}}
    assert accepted({**number, "game": "dividers-duel(swap)", "position": "60"})
    assert accepted({**pool, "game": f"{POOL}(opening=even,misere,swap)", "position": "2-12/"})
    assert not accepted({**number, "game": game, "position": position})
    assert not accepted({**pool, "game": game, "position": position})


@pytest.mark.parametrize("divisor", [0, 1, 7, 60, 120, 2.0, True, "2", None, [2], -2])
def test_a_first_move_is_shown_by_a_proper_divisor_of_a_number(divisor: Any) -> None:
    first = {"format": "aliquot-certificate", "version": 3, "wins": False, "winning_moves": []}
    first |= {"game": "dividers-duel(swap)", "position": "60+11"}
    assert accepted({**first, "proof": {"swap": True, "divisor": 30}})
    assert not accepted({**first, "proof": {"swap": True, "divisor": divisor}})


@pytest.mark.parametrize("position", ["2-12/12,6~", "2-12/~", "2-12/12,6,3~", "2-12/7~"])
def test_a_swap_is_proved_of_a_pool_with_one_allowed_pick_only(position: str) -> None:
    game: Any = aliquot.game(POOL, pool="2-12", opening="even", swap=True)
    document = aliquot.solve(game, game.position("2-12/12~")).certificate
    assert accepted(document)
    plain = aliquot.game(POOL, pool="2-12")
    inner = aliquot.solve(plain, plain.position(position[:-1])).certificate
    for proof in (document["proof"], inner["proof"] if inner else {}):  # type: ignore[index]
        for move in ("swap", *range(2, 13)):
            assert not accepted({**document, "position": position, "winning_moves": [move], "proof": proof})  # type: ignore[dict-item]


def test_being_unable_to_move_wins_only_where_it_does() -> None:
    stuck = json.loads(answer_text("dividers-duel(start=12,misere)", "7"))["certificate"]
    assert (stuck["wins"], stuck["winning_moves"]) == (True, [])
    for game in (
        "dividers-duel",
        SUBTRACTION,
        "dividers-duel(misere,swap)",
        "dividers-duel(swap)",
        "x(misere)",
    ):
        assert not accepted({**stuck, "game": game})
    for position in ("4", "12", "7+4", "1-8/"):
        assert not accepted({**stuck, "position": position})
    assert accepted(
        {**stuck, "position": "5", "proof": {"factors": [[[5, 1]]], "primes": [[2, 1, []], [5, 2, [2, 2]]]}}
    )


# --- answers, whose game is named with its start --------------------------------------------------


def test_no_answer_is_proved_by_a_certificate_about_another_game() -> None:
    """Each answer under the name of every other game: it is accepted only if it is true there."""
    names = [name for name, _ in ASKED] + [f"{name[:-1]},swap)" for name, _ in ASKED if not name.endswith("swap)")]
    names += ["dividers-duel(start=012,swap)", "dividers-duel(start= 12,swap)", "dividers-duel(start=18+12,swap)"]
    others = 0
    for answer in answers():
        assert accepted_text(json.dumps(answer))
        for name in names:
            if name != answer["game"] and accepted_text(json.dumps({**answer, "game": name})):
                assert wins_in(name, answer["position"]) is answer["wins"], (name, answer)
                others += 1
    assert others > 0


BORROWINGS = [
    (f"{POOL}(pool=1-8)", "1-8/", f"{POOL}(pool=1-8,swap)"),
    (f"{POOL}(pool=1-8,opening=even)", "1-8/", f"{POOL}(pool=1-8,opening=even,swap)"),
    (f"{POOL}(pool=1-8)", "1-8/", f"{POOL}(pool=1-8,opening=even)"),
    ("sum(factor-duel:12+divisor-duel-subtract:12)", "12+12", "sum(factor-duel:12+divisor-duel-subtract:12,swap)"),
    ("dividers-duel(start=60)", "60", "dividers-duel(start=60,swap)"),
    ("dividers-duel(start=60)", "60", "dividers-duel(start=060,swap)"),
    ("dividers-duel(start=60)", "60", "dividers-duel(start=60,misere)"),
    ("dividers-duel(start=60+12)", "60+12", "dividers-duel(start=60+12,swap)"),
    ("dividers-duel(start=60+12)", "12+60", "dividers-duel(start=60+12,swap)"),
    ("dividers-duel(start=30,swap)", "30", "dividers-duel(start=60,swap)"),
    ("dividers-duel(start=30+7,swap)", "30+7", "dividers-duel(start=60+7,swap)"),
    ("dividers-duel(start=60)", "60", "dividers-duel(start=60+84)"),
    (f"{POOL}(pool=1-8)", "1-8/8", f"{POOL}(pool=1-9)"),
]
"""A game with a position, and another that its certificate does not prove."""


@pytest.mark.parametrize(("proved", "position", "claimed"), BORROWINGS)
def test_an_answer_cannot_borrow_the_certificate_of_a_game_that_differs(
    proved: str, position: str, claimed: str
) -> None:
    answer = json.loads(answer_text(proved, position))
    assert accepted_text(json.dumps(answer))
    assert not accepted_text(json.dumps({**answer, "game": claimed}))


def test_an_answer_with_other_winning_moves_or_another_verdict_is_refused() -> None:
    for answer in answers():
        changes: list[Document] = [{"wins": not answer["wins"]}, {"position": answer["position"] + "~"}, {"wins": None}]
        wrong: list[Any] = [None, "swap", {}, [None], [0], ["x"], [[1]]]
        changes += [{"winning_moves": moves} for moves in wrong]
        if answer["winning_moves"]:
            changes.append({"winning_moves": []})
            changes.append({"winning_moves": answer["winning_moves"][1:]})
            changes.append({"winning_moves": [*answer["winning_moves"], answer["winning_moves"][0]]})
        else:
            changes += [{"winning_moves": [move]} for move in (2, "swap", [12, 2])]
        for change in changes:
            assert not accepted_text(json.dumps({**answer, **change})), (answer, change)


# --- anything at all ------------------------------------------------------------------------------

SMALL = st.integers(-3, 20)
FACTORS = st.lists(st.lists(SMALL, max_size=3), max_size=4)
PRIMES = st.lists(st.tuples(SMALL, SMALL, st.lists(SMALL, max_size=4)).map(list), max_size=4) | st.just(
    [[2, 1, []], [3, 2, [2]], [5, 2, [2, 2]], [7, 3, [2, 3]]]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
CERTIFICATE = st.fixed_dictionaries(
    {
        "format": st.just("aliquot-certificate"),
        "version": st.just(3),
        "game": st.sampled_from(NAMES) | st.sampled_from([c["game"] for c in certificates()]) | ANYTHING,
        "position": st.sampled_from(POSITIONS)
        | st.lists(st.integers(0, 30), max_size=4).map(lambda n: "+".join(map(str, n))),
        "wins": st.booleans(),
        "winning_moves": st.sampled_from([c["winning_moves"] for c in certificates()])
        | st.lists(st.just("swap") | SMALL | st.lists(SMALL, min_size=1, max_size=3), max_size=3)
        | ANYTHING,
        "proof": st.sampled_from([c["proof"] for c in certificates()])
        | st.fixed_dictionaries({"factors": st.lists(FACTORS, max_size=3) | FACTORS | ANYTHING, "primes": PRIMES})
        | st.fixed_dictionaries({"swap": st.just(True), "divisor": SMALL})
        | st.just({"swap": True})
        | ANYTHING,
    }
)


@settings(max_examples=tries(400))
@given(document=CERTIFICATE)
def test_whatever_is_made_up_is_refused_or_true(document: Document) -> None:
    if accepted(document):
        assert_true(document)


@settings(max_examples=tries(300))
@given(
    answer=st.sampled_from(QUESTIONS).map(lambda question: json.loads(answer_text(*question))),
    changes=st.dictionaries(
        st.sampled_from(["game", "position", "wins", "winning_moves", "certificate"]),
        ANYTHING | CERTIFICATE | st.sampled_from([name for name, _ in ASKED]) | st.sampled_from(POSITIONS),
        max_size=2,
    ),
)
def test_whatever_an_answer_is_altered_to_is_refused_or_true(answer: Document, changes: Document) -> None:
    altered = {**answer, **changes}
    if accepted_text(json.dumps(altered)):
        assert_true(altered["certificate"])
        try:
            assert wins_in(altered["game"], altered["position"]) is altered["wins"]
        except AliquotError as error:  # such a game or position there is not
            raise AssertionError(altered) from error
