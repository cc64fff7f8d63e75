"""Reports at the prompt: reviews and studies as texts and JSON."""

import io
import re
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from aliquot import AnyGame, solve
from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.games import REGISTRY, create, find
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.number import NumberPosition
from aliquot.oracle.search import SearchVerdict, Value
from aliquot.reports.review import review_match
from aliquot.reports.study import Study
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reports import lattice, pairing, show_review, show_study, strip

NAMES = ("Ada", "Emmy")


def printed(name: str, *moves: int, on_terminal: bool = False) -> str:
    match: Match[Any, Any] = Match(create(name))
    for move in moves:
        match.play(move)
    out = StringIO()
    show_review(review_match(match, NAMES), Output(out, on_terminal=on_terminal))
    return out.getvalue()


def test_a_review_of_a_match_worked_by_hand() -> None:
    assert printed("dividers-duel", 2, 5, 3) == (
        "Divider's Duel, Ada against Emmy\n"
        "\n"
        "  1. Ada: 60/2?? (blunder)\n"
        "     60/2 loses. 30 = 2·3·5 is not prime, so Emmy can divide it down to a prime: "
        "by 6, 10 or 15. Winning moves: 60/12, 60/20 and 60/30.\n"
        "  2. Emmy: 30/5?? (blunder)\n"
        "     30/5 loses. 6 = 2·3 is not prime, so Ada can divide it down to a prime: "
        "by 2 or 3. Winning moves: 30/6, 30/10 and 30/15.\n"
        "  3. Ada: 6/3! (best)\n"
        "     6/3 wins. 2 is prime and has no proper divisor. Nobody can move, so Ada has won.\n"
        "\n"
        "Ada   █·██\n"
        "Emmy  ·█··\n"
        "\n"
        "2 is prime: Emmy cannot move. Ada wins!\n"
        "The turning point was move 2: Emmy played 30/5, but 30/6, 30/10 or 30/15 would have won.\n"
        "Ada kept the win in 0 of 1 positions where it could be lost (0%).\n"
        "Emmy kept the win in 0 of 1 positions where it could be lost (0%).\n"
    )


def test_a_hopeless_move_is_not_explained() -> None:
    text = printed("divisor-duel-subtract", 8, 4, 2)
    assert "1. Ada: 16-8! (best)" in text
    assert "2. Emmy: 8-4 (lost)\n  3. Ada: 4-2! (best)" in text


def test_a_match_without_moves_can_be_reviewed() -> None:
    text = printed("dividers-duel")
    assert "Ada   █\nEmmy  ·\n" in text
    assert "(best)" not in text


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_every_line_fits(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = printed("divisor-duel-pool", 12, 36, 18, 9, 45, 15, 5, 25, 50, 2, 46, 23, on_terminal=True)
    assert max(map(len, text.splitlines())) <= columns
    assert "turning point" in text


@pytest.mark.parametrize("moves", [0, 1, 9, 10, 11, 99, 12_345])
@pytest.mark.parametrize("width", [10, 20, 78])
def test_the_strip_never_grows_beyond_the_width(moves: int, width: int) -> None:
    leaders: tuple[Seat, ...] = tuple(1 if number % 3 else 2 for number in range(moves + 1))
    rows = strip(leaders, NAMES, width)
    assert len(rows) == 2
    assert len(rows[0]) == len(rows[1]) <= width
    ada, emmy = (row[len("Emmy") + 2 :] for row in rows)
    assert all({one, two} == {"█", "·"} for one, two in zip(ada, emmy, strict=True))
    if moves + 1 <= width - 6:
        assert len(ada) == moves + 1


WIDTHS = (20, 38, 78, 118)


def prime_factors(number: int) -> int:
    return next((1 + prime_factors(number // p) for p in range(2, number + 1) if number % p == 0), 0)


def plain(verdict: Any) -> str:
    out = io.StringIO()
    show_study(Study.from_verdict(verdict), verdict.game, verdict.position, Output(out, on_terminal=False))
    return out.getvalue()


def at_terminal(verdict: Any, columns: int, monkeypatch: pytest.MonkeyPatch, *, colour: bool = False) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = io.StringIO()
    show_study(
        Study.from_verdict(verdict), verdict.game, verdict.position, Output(out, on_terminal=True, colour=colour)
    )
    return out.getvalue()


def test_a_lattice_has_every_divisor_once_in_rows_by_prime_factors() -> None:
    for number in range(4, 400):
        rows = [[int(n) for n in re.findall(r"\d+", line)] for line in lattice(number, (), 200)]
        if not rows:
            assert prime_factors(number) == 1, "only a prime has too few divisors to draw"
            continue
        assert sorted(n for row in rows for n in row) == [d for d in range(1, number + 1) if number % d == 0]
        assert all(row == sorted(row) for row in rows)
        assert [{prime_factors(n) for n in row} for row in rows] == [{rank} for rank in reversed(range(len(rows)))]


def test_the_winning_choices_of_a_lattice_are_in_brackets() -> None:
    for number in range(4, 400):
        for slug in ("dividers-duel", "divisor-duel-subtract"):
            winning = solve(find(slug).create(), NumberPosition(number)).winning_moves
            lines = lattice(number, winning, 200)
            bracketed = sorted(int(n) for line in lines for n in re.findall(r"\[(\d+)\]", line))
            assert bracketed == (list(winning) if lines else [])


@pytest.mark.parametrize("number", [1, 2, 97, 10**18, 963_761_198_400])
def test_a_lattice_too_small_or_too_large_is_not_drawn(number: int) -> None:
    assert lattice(number, (), 78) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_a_lattice_fits_or_is_not_drawn(width: int) -> None:
    drawn = 0
    for number in range(1, 1000):
        lines = lattice(number, (), width)
        drawn += bool(lines)
        assert all(len(line) <= width for line in lines)
        assert all(line == line.rstrip() for line in lines)
    assert drawn > 0


@pytest.mark.parametrize("width", WIDTHS)
def test_pairs_stand_in_columns_that_fit(width: int) -> None:
    generator = Random(width)
    for count in range(1, 60):
        pairs = [(n, n * generator.randint(2, 40)) for n in range(2, 2 + count)]
        heading, *rows = pairing(pairs, width)
        assert heading == "Partners:"
        assert [tuple(map(int, text.split("–"))) for row in rows for text in row.split()] == pairs
        assert all(len(row) <= width for row in rows)
        places = [[found.start() for found in re.finditer(r"\S+", row)] for row in rows]
        assert all(row == places[0][: len(row)] for row in places), "columns are aligned"


def test_no_pairs_are_not_drawn() -> None:
    assert pairing((), 78) == []


@pytest.mark.parametrize("slug", REGISTRY)
def test_the_verdict_comes_first_then_the_reason_then_the_facts(slug: str) -> None:
    game: AnyGame = find(slug).create()
    verdict = solve(game)
    lines = plain(verdict).splitlines()
    assert lines[0] == f"{game.title} at {game.text(game.start())}, player 1 to move"
    assert lines[1:4] == ["", "The player to move wins.", str(verdict.reason)]
    assert lines[4] == ""
    assert lines[5].startswith("Winning moves:")
    assert ("Grundy value: " in plain(verdict)) is (verdict.grundy is not None)
    assert ("Moves to the end" in plain(verdict)) is (verdict.remoteness is not None)
    assert all(a or b for a, b in pairwise(lines)), "no two empty lines"


def test_what_is_not_known_is_not_mentioned() -> None:
    text = plain(solve(find("divisor-duel-subtract").create(), NumberPosition(10**18)))
    assert "Grundy value: 18\n" in text
    assert "Moves to the end" not in text
    assert "None" not in text


def test_a_lost_position_names_no_winning_moves_and_no_empty_block() -> None:
    text = plain(solve(PoolDuel(2, 50), PoolPosition((29,))))
    assert text == (
        "Divisor Duel: Pool at 2-50/29, player 2 to move\n\nThere is no move left: player 1 has won.\n"
        "No divisor and no multiple of 29 is left. Nobody can move, so your opponent has won.\n"
        "\nGrundy value: 0\nMoves to the end: 0\n"
    )


def test_a_game_that_is_no_number_and_no_pool_is_shown_without_a_drawing() -> None:
    game = PoolDuel(2, 6)
    verdict = SearchVerdict(game, game.start(), Value(True, 3, 1), (5,))
    assert plain(verdict).endswith("Winning moves: 5\nGrundy value: 1\nMoves to the end: 3\n")


POSITIONS = [
    ("dividers-duel", NumberPosition(60)),
    ("factor-duel", NumberPosition(5040)),
    ("divisor-duel-subtract", NumberPosition(360)),
    ("divisor-duel-subtract", NumberPosition(963_761_198_400)),
    ("divisor-duel-pool", PoolPosition()),
    ("divisor-duel-pool", PoolPosition((12,))),
    ("divisor-duel-pool", PoolPosition((12, 6))),
]


@pytest.mark.parametrize("columns", [48, 80, 120])
@pytest.mark.parametrize(("slug", "position"), POSITIONS)
def test_no_line_is_wider_than_the_terminal(
    slug: str, position: Any, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = solve(find(slug).create(), position)
    text = at_terminal(verdict, columns, monkeypatch)
    assert all(len(line) <= columns for line in text.splitlines())
    assert "\x1b" not in text
    words = re.sub(r"\s+", " ", text)
    assert str(verdict.reason) in words
    coloured = at_terminal(verdict, columns, monkeypatch, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text
