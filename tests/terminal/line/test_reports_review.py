"""The review as it is printed."""

from io import StringIO
from typing import Any

import pytest

from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.games import create
from aliquot.reports.review import review_match
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reports import show_review, strip

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
