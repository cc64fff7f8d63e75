"""Sums, normal and misère, against trying everything; and every claim their reasons make.

All pairs and triples of numbers to 40 are tried, of one rule; of mixtures all pairs to 40 and small triples.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from typing import Any

import pytest

import aliquot.oracle.nim
from aliquot import solve
from aliquot.core.errors import Unsolved
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle.nim import AllStuck, Balanced, MisereOnes, MisereTurn, Unbalanced, Worth, powers
from aliquot.oracle.reasons import OPPONENT, YOU, Claim
from aliquot.oracle.search import evaluate
from aliquot.oracle.verdict import Verdict
from aliquot.oracle.verify import verify

DUELS: dict[str, type[NumberGame]] = {"/": DivideAndConquer, "-": SubtractionDuel}
Table = tuple[tuple[int, str], ...]
"""Numbers with the sign of the rule of each, sorted."""


# --- the second opinion ---------------------------------------------------------------------------


@cache
def proper(number: int) -> tuple[int, ...]:
    return tuple(d for d in range(2, number) if number % d == 0)


@cache
def moves(table: Table) -> dict[tuple[int, int, str], Table]:
    """Every move, as a number, a divisor and a sign, and the table after it."""
    found = {}
    for place, (number, sign) in enumerate(table):
        for divisor in proper(number):
            after = number // divisor if sign == "/" else number - divisor
            found[number, divisor, sign] = tuple(sorted((*table[:place], (after, sign), *table[place + 1 :])))
    return found


@cache
def wins(table: Table, misere: bool) -> bool:
    options = moves(table)
    return any(not wins(after, misere) for after in options.values()) if options else misere


@cache
def grundy(table: Table) -> int:
    taken = {grundy(after) for after in moves(table).values()}
    return next(value for value in range(len(taken) + 1) if value not in taken)


def winning(table: Table, misere: bool) -> list[tuple[int, int, str]]:
    return [move for move, after in moves(table).items() if not wins(after, misere)]


# --- verdicts -------------------------------------------------------------------------------------


def table_of(game: Any, position: Any) -> Table:
    members = game.members if isinstance(game, Sum) else (game,)
    numbers = position.numbers if isinstance(position, SumPosition) else (position.number,)
    return tuple(sorted(zip(numbers, (member.sign for member in members), strict=True)))


def check(game: Any, numbers: tuple[int, ...]) -> Verdict:
    """Compares the verdict about these numbers with trying everything."""
    misere = isinstance(game, Misere)
    inside: Any = game.game if isinstance(game, Misere) else game
    p = SumPosition(numbers)
    table = table_of(inside, p)
    verdict = solve(game, p)
    assert verdict.wins is wins(table, misere), (game.id, numbers)
    mixed = len({member.slug for member in inside.members}) > 1
    expected = sorted((n, -d if mixed and sign == "-" else d) for n, d, sign in winning(table, misere))
    assert list(verdict.winning_moves) == expected, (game.id, numbers)
    assert verdict.grundy == (None if misere else grundy(table)), (game.id, numbers)
    return verdict


SIZES = pytest.mark.parametrize(
    ("count", "numbers"),
    [
        (2, range(1, 41)),
        (3, (1, 4, 6, 7, 8, 9, 12, 16, 18, 24, 30, 36)),
        pytest.param(3, range(1, 41), marks=pytest.mark.deep),
    ],
    ids=["two", "three", "all three"],
)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@SIZES
def test_all_sums_of_division_numbers_to_40(count: int, numbers: Sequence[int], misere: bool) -> None:
    plain = Sum((DivideAndConquer(40),) * count)
    game: Any = Misere(plain) if misere else plain
    for each in combinations_with_replacement(numbers, count):
        check(game, each)


@SIZES
def test_all_sums_of_subtraction_numbers_to_40(count: int, numbers: Sequence[int]) -> None:
    game = Sum((SubtractionDuel(40),) * count)
    for each in combinations_with_replacement(numbers, count):
        check(game, each)


def test_misere_sums_of_subtraction_numbers_are_searched() -> None:
    game = Misere(Sum((SubtractionDuel(40),) * 2))
    for numbers in combinations_with_replacement(range(1, 41), 2):
        p = SumPosition(numbers)
        verdict = solve(game, p)
        assert verdict.wins is wins(table_of(game.game, p), True)
        assert list(verdict.winning_moves) == sorted((n, d) for n, d, _ in winning(table_of(game.game, p), True))
        assert verdict.certificate is None


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
def test_mixtures_equal_numbers_under_both_rules_among_them(misere: bool) -> None:
    def asked() -> Iterator[tuple[Sum, tuple[int, ...]]]:
        pair = Sum((DivideAndConquer(40), SubtractionDuel(40)))
        yield from ((pair, numbers) for numbers in product(range(1, 16 if misere else 41), repeat=2))
        for signs in ("//-", "-/-", "/--"):
            game = Sum(tuple(DUELS[sign](40) for sign in signs))
            yield from ((game, numbers) for numbers in product((1, 4, 6, 8, 9, 12), repeat=3))

    for game, numbers in asked():
        check(Misere(game) if misere else game, numbers)


def test_the_order_of_the_numbers_does_not_matter() -> None:
    game = Sum((DivideAndConquer(40), SubtractionDuel(40), SubtractionDuel(40)))
    for numbers in product((6, 8, 12, 18), repeat=3):
        one, other = solve(game, SumPosition(numbers)), solve(game, SumPosition((numbers[0], *numbers[:0:-1])))
        assert (one.wins, one.grundy, one.winning_moves) == (other.wins, other.grundy, other.winning_moves)


def test_the_two_searches_agree() -> None:
    """So that the search the oracle falls back on is checked as well."""
    for signs, misere in product(("//", "--", "/-"), (False, True)):
        plain = Sum(tuple(DUELS[sign](40) for sign in signs))
        game: Any = Misere(plain) if misere else plain
        known: dict[Any, Any] = {}
        for numbers in product(range(1, 21), repeat=2):
            p = SumPosition(numbers)
            value = evaluate(game, p, values=known)
            assert value.wins is wins(table_of(plain, p), misere)
            if not misere:
                assert value.grundy == grundy(table_of(plain, p))


def test_how_long_it_takes_is_right_wherever_it_is_told() -> None:
    told = 0
    for count, misere in product((1, 2), (False, True)):
        for duel in (DivideAndConquer, SubtractionDuel):
            plain: Any = Sum((duel(40),) * count) if count > 1 else duel(40)
            game: Any = Misere(plain) if misere else plain
            known: dict[Any, Any] = {}
            for numbers in combinations_with_replacement(range(1, 41), count):
                p = SumPosition(numbers) if count > 1 else NumberPosition(numbers[0])
                length = solve(game, p).remoteness
                if length is not None:
                    assert length == evaluate(game, p, values=known).remoteness, (game.id, numbers)
                    told += 1
    assert told > 300


def test_a_single_division_number_where_the_last_move_loses() -> None:
    game = Misere(DivideAndConquer(2))
    for number in range(1, 2001):
        verdict = solve(game, NumberPosition(number))
        table = ((number, "/"),)
        assert verdict.wins is wins(table, True), number
        assert list(verdict.winning_moves) == [d for _, d, _ in winning(table, True)], number


def test_what_is_too_large_to_search_is_not_guessed() -> None:
    for game in (
        Misere(Sum((SubtractionDuel(60), SubtractionDuel(60)))),
        Misere(Sum((SubtractionDuel(60), DivideAndConquer(60), SubtractionDuel(16)))),
    ):
        assert solve(game).wins in (True, False)
        fewer = "is too large to search from here: more than 50 positions can follow"
        with pytest.raises(Unsolved, match=fewer):
            evaluate(game, game.start(), limit=50)


def test_the_largest_numbers_and_the_longest_sums_are_answered() -> None:
    game = Sum((DivideAndConquer(10**18), SubtractionDuel(10**18), DivideAndConquer(2**59)))
    verdict = solve(game)
    assert verdict.grundy == reduce(xor, (35, 18, 58))
    assert verify(verdict.certificate)["wins"] is True
    many = solve(Sum((DivideAndConquer(60),) * 32))
    assert (many.wins, many.winning_moves, many.grundy) == (False, (), 0)


# --- reasons --------------------------------------------------------------------------------------


def inside_of(verdict: Verdict) -> tuple[Any, bool]:
    game = verdict.game
    return (game.game, True) if isinstance(game, Misere) else (game, False)


def facts(verdict: Verdict) -> tuple[tuple[int, ...], Table, bool]:
    """The numbers in their places, the table and whether the last move loses."""
    game, misere = inside_of(verdict)
    numbers = getattr(verdict.position, "numbers", None) or (verdict.position.number,)
    return numbers, table_of(game, verdict.position), misere


def values_of(verdict: Verdict) -> tuple[int, ...]:
    """The Grundy value of each number, by trying everything."""
    game, _ = inside_of(verdict)
    members = game.members if isinstance(game, Sum) else (game,)
    return tuple(grundy(((n, m.sign),)) for n, m in zip(facts(verdict)[0], members, strict=True))


def winning_texts(verdict: Verdict) -> set[str]:
    _, table, misere = facts(verdict)
    return {f"{n}{sign}{d}" for n, d, sign in winning(table, misere)}


def odd_powers(values: tuple[int, ...]) -> list[int]:
    """The powers of two that occur an odd number of times, by counting."""
    return [p for p in (1, 2, 4, 8, 16, 32) if sum(v // p % 2 for v in values) % 2]


def check_worth(claim: Worth, verdict: Verdict) -> None:
    numbers, table, _ = facts(verdict)
    assert claim.numbers == numbers
    assert claim.values == values_of(verdict)
    assert claim.by_factors is all(sign == "/" for _, sign in table)


def check_unbalanced(claim: Unbalanced, verdict: Verdict) -> None:
    assert verdict.wins
    assert claim.values == values_of(verdict)
    assert odd_powers(claim.values)
    assert len(set(claim.moves)) == len(claim.moves)
    assert set(claim.moves) == winning_texts(verdict)
    _, table, misere = facts(verdict)
    after = moves(table)
    assert set(claim.last) == {f"{n}{sign}{d}" for n, d, sign in winning(table, misere) if not moves(after[n, d, sign])}
    assert ("restore" in claim.words(YOU, OPPONENT)) is not bool(claim.last), "nothing is restored after the last move"


def check_balanced(claim: Balanced, verdict: Verdict) -> None:
    assert not verdict.wins
    assert claim.values == values_of(verdict)
    assert odd_powers(claim.values) == []
    assert moves(facts(verdict)[1]), "otherwise nothing can be upset"


def check_all_stuck(claim: AllStuck, verdict: Verdict) -> None:
    numbers, table, misere = facts(verdict)
    assert claim.numbers == numbers
    assert claim.wins is misere is verdict.wins
    assert not moves(table)


@cache
def lengths(table: Table) -> frozenset[int]:
    """How long the game can last, whatever anybody does."""
    options = moves(table)
    return frozenset(1 + n for after in options.values() for n in lengths(after)) if options else frozenset({0})


def check_misere_ones(claim: MisereOnes, verdict: Verdict) -> None:
    _, table, misere = facts(verdict)
    assert misere
    assert lengths(table) == {claim.ones}
    assert verdict.wins is (claim.ones % 2 == 0)


def check_misere_turn(claim: MisereTurn, verdict: Verdict) -> None:
    _, table, misere = facts(verdict)
    assert misere
    assert max(values_of(verdict)) >= 2
    assert set(claim.moves) == winning_texts(verdict)
    assert bool(claim.moves) is verdict.wins
    balanced = [move for move, after in moves(table).items() if not odd_powers(heaps(after)) and max(heaps(after)) > 1]
    ones = [move for move, after in moves(table).items() if max(heaps(after)) <= 1 and sum(heaps(after)) % 2]
    assert {f"{n}{sign}{d}" for n, d, sign in (*balanced, *ones)} == winning_texts(verdict), "as the sentence says"


def heaps(table: Table) -> tuple[int, ...]:
    return tuple(grundy((part,)) for part in table)


CHECKERS: dict[type[Claim], Callable[[Any, Verdict], None]] = {
    Worth: check_worth,
    Unbalanced: check_unbalanced,
    Balanced: check_balanced,
    AllStuck: check_all_stuck,
    MisereOnes: check_misere_ones,
    MisereTurn: check_misere_turn,
}


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    """Verdicts of every kind, small enough to try everything."""
    found: list[Verdict] = []
    for signs in ("//", "--", "/-", "///", "---", "/-/"):
        game = Sum(tuple(DUELS[sign](40) for sign in signs))
        numbers = range(1, 25) if len(signs) == 2 else (1, 2, 4, 7, 8, 9, 12, 16, 18, 24)
        asked = [SumPosition(c) for c in combinations_with_replacement(numbers, len(signs))]
        found += (solve(game, p) for p in asked)
        if "-" not in signs:
            found += (solve(Misere(game), p) for p in asked)
    found += (solve(Misere(DivideAndConquer(2)), NumberPosition(number)) for number in range(1, 200))
    return found


def test_every_kind_of_claim_about_sums_is_checked() -> None:
    kinds = {
        kind
        for kind in vars(aliquot.oracle.nim).values()
        if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == "aliquot.oracle.nim"
    }
    assert kinds == set(CHECKERS)


def test_every_claim_is_true_and_complete(verdicts: list[Verdict]) -> None:
    met = set()
    for verdict in verdicts:
        assert verdict.reason.claims
        for claim in verdict.reason.claims:
            CHECKERS[type(claim)](claim, verdict)
            met.add(type(claim))
    assert met == set(CHECKERS), "each kind came up"


def test_a_won_position_always_names_its_winning_moves(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        named = {move for claim in verdict.reason.claims for move in getattr(claim, "moves", ())}
        if not any(isinstance(claim, MisereOnes | AllStuck) for claim in verdict.reason.claims):
            assert named == winning_texts(verdict)


def numbers_in(value: object) -> set[int]:
    """Every number in a claim's data, those in moves and the powers of the values included."""
    if isinstance(value, Claim):
        return set[int]().union(*(numbers_in(getattr(value, part.name)) for part in fields(value)))  # type: ignore[arg-type]
    if isinstance(value, tuple):
        return set[int]().union(*map(numbers_in, value))
    if isinstance(value, str):
        return {int(n) for n in re.findall(r"\d+", value)}
    return {value, *powers(value)} if type(value) is int else set()


def test_every_number_told_is_in_the_claim(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        for claim in verdict.reason.claims:
            for sides in ((YOU, OPPONENT), (OPPONENT, YOU)):
                text = re.sub(
                    r"[\d,]+ others|worth 2 or more|worth 1 or 0|those worth 1|values? (?:is|are) 0|it 0 again",
                    "",
                    claim.words(*sides),
                )
                told = {int(n) for n in re.findall(r"\d+", text)}
                assert told <= numbers_in(claim), text


WRONG = re.compile(
    r"your opponent (?:have|do|make|restore|leave|win|lose)\b|\byou (?:has|does|makes|restores|leaves|wins|loses)\b"
    r"|\b([a-z]+) \1\b|  |[{}<>_]|\b1 others\b|, or |, and (?!your|you|the last|nobody)|,\.|: [,.]"
    r"|\b1 moves\b|By (?:you|your)\b"
    r"|None of \d+ (?:and \d+ )?has|is (?:worth )?\d+ and|\d are worth \d+\.|: [^.]*: "
)


def test_every_telling_is_grammatical(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        for text in (verdict.reason.tell(YOU, OPPONENT), verdict.reason.tell(OPPONENT, YOU)):
            assert not WRONG.search(text), text
            assert text.endswith(".")
            assert text.isprintable()
            assert "you" in text


@pytest.mark.parametrize(
    ("duel", "misere", "position", "sentences"),
    [
        (
            "/",
            False,
            "60+84+90",
            "Counting prime factors less one, 60, 84 and 90 are worth 3, 3 and 3. Split into powers of two, 3 is "
            "2 + 1. "
            "Counted over all the numbers, 2 and 1 occur an odd number of times. By 60/12, 60/20, 60/30, 84/12, 84/28, "
            "84/42, 90/18, 90/30 or 90/45 you make every power occur an even number of times; whatever your opponent "
            "does then upsets that, and you restore it.",
        ),
        (
            "/",
            False,
            "12+18",
            "Counting prime factors less one, 12 and 18 are worth 2 and 2. Counted over "
            "all the numbers, every power of two occurs an even number of times; whatever you do upsets that, and your "
            "opponent restores it.",
        ),
        (
            "-",
            False,
            "9+15",
            "By their Grundy values, 9 and 15 are worth 0 and 0. Both values are 0: any move makes one of them larger, "
            "and your opponent makes it 0 again.",
        ),
        ("/", False, "7+5", "Neither 5 nor 7 has a proper divisor, and nobody can move. So your opponent has won."),
        (
            "/",
            True,
            "7+5",
            "Neither 5 nor 7 has a proper divisor, and nobody can move. The last move loses, so you have won.",
        ),
        ("/", True, "7", "7 has no proper divisor, and nobody can move. The last move loses, so you have won."),
        (
            "/",
            True,
            "4+9",
            "Counting prime factors less one, 4 and 9 are worth 1 and 1. Exactly 2 moves are left, whatever anybody "
            "does: your opponent makes the last one, and the last move loses.",
        ),
        (
            "/",
            True,
            "4",
            "Counting prime factors less one, 4 is worth 1. Exactly 1 move is left, whatever anybody does: you make "
            "the last one, and the last move loses.",
        ),
        (
            "/",
            True,
            "4+12",
            "Counting prime factors less one, 4 and 12 are worth 1 and 2. The last move loses. If only numbers "
            "worth 1 or 0 would be left, you leave an odd number of those worth 1; otherwise every power of two an "
            "even number of times. Here that is 12/4 or 12/6.",
        ),
        (
            "/",
            True,
            "12+12",
            "Counting prime factors less one, 12 and 12 are worth 2 and 2. Counted over "
            "all the numbers, every power of two occurs an even number of times; whatever you do upsets that, and your "
            "opponent restores it. The last move loses, but as long as some number is worth 2 or more that changes "
            "nothing; when only numbers worth 1 or 0 would be left, your opponent leaves an odd number of those worth "
            "1.",
        ),
    ],
)
def test_it_reads_well(duel: str, misere: bool, position: str, sentences: str) -> None:
    count = position.count("+") + 1
    plain: Any = Sum((DUELS[duel](40),) * count) if count > 1 else DUELS[duel](40)
    game: Any = Misere(plain) if misere else plain
    assert str(solve(game, game.position(position)).reason) == sentences


def test_told_of_the_opponent_the_sides_change_places() -> None:
    reason = solve(Sum((DivideAndConquer(4), DivideAndConquer(6)))).reason
    assert reason.tell(OPPONENT, YOU).endswith("whatever your opponent does upsets that, and you restore it.")


def test_a_nudge_says_where_to_look_and_not_what_to_play(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        assert verdict.nudge.endswith("?")
        assert not re.search(r"\d", verdict.nudge)
