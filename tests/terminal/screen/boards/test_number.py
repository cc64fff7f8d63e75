"""The board of one number: small and enormous ones, divided and subtracted from."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.widgets import Static

from aliquot.core.match import Match
from aliquot.core.view import Option, Options
from aliquot.games import create
from aliquot.reports.study import Study
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import MoveCells
from aliquot.terminal.screen.boards.grid import Cell, CellKind, Grid
from aliquot.terminal.screen.boards.lattice import Lattice
from aliquot.terminal.screen.boards.number import LargeNumber, NumberBoard, NumberLine, factors
from tests.effort import deep

from ..host import Stage, played, shown, staged

RICHEST = 897_612_484_786_617_600
"""It has 103,680 divisors."""


def studied(match: Match[Any, Any]) -> BoardState:
    return BoardState.of(match, is_open=True, study=Study.of(match.game, match.position))


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, "1 has no proper divisor"),
        (2, "a prime"),
        (999_999_999_999_999_989, "a prime"),
        (4, "= 2·2"),
        (60, "= 2·2·3·5"),
        (720720, "= 2^4·3^2·5·7·11·13"),
        (10**18, "= 2^18·5^18"),
    ],
)
def test_a_number_is_taken_apart_in_a_line(number: int, line: str) -> None:
    assert factors(number).plain.replace("\N{NO-BREAK SPACE}", " ") == line


def test_keys_are_cells_in_order_with_letters_where_the_oracle_has_spoken() -> None:
    options = Options((2, 3, 6), lambda move: Option(move, str(move), ""))
    plain = MoveCells(options)
    assert list(plain) == [Cell(2, "2"), Cell(3, "3"), Cell(6, "6")]
    assert (len(plain), plain[-1], plain[1:]) == (3, Cell(6, "6"), [Cell(3, "3"), Cell(6, "6")])
    game = create("dividers-duel")
    lettered = MoveCells(options, replace(Study.unknown(game, game.start(), ""), winning_moves=(6,)))
    assert [(cell.move, cell.label, cell.kind) for cell in lettered] == [
        (2, "2 L", CellKind.LOSS),
        (3, "3 L", CellKind.LOSS),
        (6, "6 W", CellKind.WIN),
    ]
    with pytest.raises(IndexError):
        plain[3]


def test_keys_are_made_only_when_they_are_looked_at() -> None:
    written: list[int] = []

    def describe(move: int) -> Option:
        written.append(move)
        return Option(move, str(move), "")

    keys = MoveCells(Options(range(100_000), describe))
    assert (len(keys), keys[7].label, [cell.label for cell in keys[-1:]]) == (100_000, "7", ["99999"])
    assert written == [7, 99_999]


async def move_on(stage: Stage, board: NumberBoard, match: Match[Any, Any], *moves: int, **known: Any) -> None:
    for move in moves:
        match.play(move)
    board.state = BoardState.of(match, is_open=True, **known)
    await stage.settle()


def labels(cells: Sequence[Cell]) -> list[str]:
    return [cell.label for cell in cells]


@staged
async def test_sixty_is_shown_large_with_its_divisors_and_its_lattice() -> None:
    board = board_of(BoardState.of(played("dividers-duel"), is_open=True))
    async with shown(board) as stage:
        text = stage.text
        assert " ╭─╴╭─╮\n ├─╮│ │" in "\n".join(line[:8] for line in stage.lines)
        assert "= 2·2·3·5" in text
        assert labels(board.query_one(Grid).cells) == ["2", "3", "4", "5", "6", "10", "12", "15", "20", "30"]
        assert "[60]" in text
        lattice, descent = board.query_one(Lattice), board.query_one(NumberLine)
        assert (lattice.path, dict(lattice.marks), descent.display) == ((60,), {}, False)


@staged
async def test_a_move_shows_the_way_that_was_gone_and_puts_the_cursor_first() -> None:
    match = played("dividers-duel")
    board = board_of(BoardState.of(match, is_open=True))
    assert isinstance(board, NumberBoard)
    async with shown(board) as stage:
        grid = board.query_one(Grid)
        board.highlight(10)
        assert grid.cells[grid.cursor].move == 10
        await move_on(stage, board, match, study=Study.of(match.game, match.position))
        assert grid.cells[grid.cursor].move == 10, "the same moves with letters are the same moves"
        await move_on(stage, board, match, 2)
        assert (grid.cursor, labels(grid.cells)) == (0, ["2", "3", "5", "6", "10", "15"])
        assert board.query_one(Lattice).path == (60, 30)
        assert "(60)" in stage.text
        assert "[30]" in stage.text
        await move_on(stage, board, match, 3, 5)
        assert (board.query_one(Lattice).path, labels(grid.cells)) == ((60, 30, 10, 2), [])
        assert "a prime" in stage.text
        board.choose()
        await stage.settle()
        assert stage.app.chosen == []


@staged
async def test_where_numbers_are_subtracted_the_lattice_is_the_numbers_own() -> None:
    match = played("divisor-duel-subtract(start=16)")
    board = board_of(BoardState.of(match, is_open=True))
    assert isinstance(board, NumberBoard)
    async with shown(board) as stage:
        lattice, descent = board.query_one(Lattice), board.query_one(NumberLine)
        assert (lattice.path, descent.path, descent.reachable, descent.display) == ((16,), (16,), (14, 12, 8), True)
        await move_on(stage, board, match, 2, 7)
        assert (lattice.path, descent.path, descent.reachable) == ((7,), (16, 14, 7), ())
        assert "[7]" in stage.text


@staged
async def test_letters_stand_on_the_keys_and_where_each_key_leads() -> None:
    board = board_of(studied(played("dividers-duel")))
    async with shown(board, size=(100, 24)) as stage:
        assert labels(board.query_one(Grid).cells)[-4:] == ["12→5 W", "15→4 L", "20→3 W", "30→2 W"]
        marks = board.query_one(Lattice).marks
        assert marks == {2: "W", 3: "W", 5: "W", 4: "L", 6: "L", 10: "L", 12: "L", 15: "L", 20: "L", 30: "L"}
        for number, letter in marks.items():
            assert f"{number}{letter}" in stage.text


@staged
async def test_where_numbers_are_subtracted_letters_stand_on_what_is_taken_away() -> None:
    board = board_of(studied(played("divisor-duel-subtract(start=16)")))
    async with shown(board):
        keys = {cell.move: cell.label[-1] for cell in board.query_one(Grid).cells}
        assert keys == dict(board.query_one(Lattice).marks)
        assert set(keys) == {2, 4, 8}
        assert set(keys.values()) == {"W", "L"}


@staged
async def test_letters_go_when_the_study_ends() -> None:
    match = played("dividers-duel")
    board = board_of(studied(match))
    assert isinstance(board, NumberBoard)
    async with shown(board) as stage:
        assert "12→5 W" in stage.text
        await move_on(stage, board, match)
        assert "5 W" not in stage.text
        assert "30L" not in stage.text


@pytest.mark.deep
@pytest.mark.parametrize("slug", ["divisor-duel-subtract", *deep("dividers-duel", "divide-and-conquer", "factor-duel")])
@pytest.mark.parametrize("size", [(80, 17), *deep(((64, 14),), ((160, 40),))], ids=str)
@staged
async def test_every_number_duel_is_shown_at_every_size(slug: str, size: tuple[int, int]) -> None:
    for number in (10, 720_720, 999_999_999_999_999_989, 10**18, RICHEST):
        match = played(f"{slug}(start={number})")
        board = board_of(BoardState.of(match, is_open=True))
        async with shown(board, size=size) as stage:
            grid = board.query_one(Grid)
            assert len(grid.cells) == len(match.game.legal_moves(match.position))
            written = str(board.query_one(".figure--small", Static).content)
            assert written == str(number)
            large = not board.query_one(LargeNumber).has_class("-small")
            assert large or written in stage.text
            if grid.cells:
                grid.focus()
                await stage.press("end")
                assert f"[{grid.cells[len(grid.cells) - 1].label}]" in stage.text


@staged
async def test_the_number_is_as_large_as_it_fits() -> None:
    board = board_of(BoardState.of(played("dividers-duel(start=720720)"), is_open=True))
    async with shown(board, size=(80, 20)) as stage:
        figure = board.query_one(LargeNumber)
        assert not figure.has_class("-small")
        await stage.resize(44, 20)
        assert figure.has_class("-small")
        assert "720720" in stage.text
        await stage.resize(80, 20)
        assert not figure.has_class("-small")


@staged
async def test_a_number_with_a_hundred_thousand_divisors_is_walked_through() -> None:
    board = board_of(studied(played(f"dividers-duel(start={RICHEST})")))
    async with shown(board) as stage:
        grid = board.query_one(Grid)
        assert (len(grid.cells), len(board.query_one(Lattice).marks)) == (103_678, 103_678)
        board.highlight(RICHEST // 37)
        await stage.settle()
        assert f"[{RICHEST // 37}→37 W]" in stage.text
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [RICHEST // 37]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "clicks", "moves"),
    [
        ("dividers-duel", ["30", "20", "2"], [2, 3, 30]),
        ("dividers-duel", ["[60]", "₁"], []),
        ("divisor-duel-subtract(start=16)", ["8", "2", "[16]", "₁"], [8, 2]),
    ],
)
@staged
async def test_a_click_on_the_lattice_means_going_there_or_taking_it_away(
    name: str, clicks: list[str], moves: list[int]
) -> None:
    board = board_of(BoardState.of(played(name), is_open=True))
    async with shown(board, size=(100, 26)) as stage:
        left = board.query_one(Lattice).region.x
        for text in clicks:
            y, line = next((y, line) for y, line in enumerate(stage.lines) if text in line[left:].split())
            await stage.pilot.click(offset=(line.index(text, left), y))
            await stage.settle()
        assert stage.app.chosen == moves
        assert stage.app.clicked == [], "what was clicked on is the board's own affair"


@staged
async def test_a_click_on_what_was_passed_or_cannot_be_reached_is_nothing() -> None:
    match = played("dividers-duel", "2")
    board = board_of(BoardState.of(match, is_open=True))
    async with shown(board, size=(100, 26)) as stage:
        for text in ("(60)", "₁₂", "₂₀"):
            await stage.click_text(text)
        assert stage.app.chosen == []
        await stage.click_text("15")
        assert stage.app.chosen != []


@staged
async def test_a_swap_leaves_the_lattice_as_it_was() -> None:
    match = played("dividers-duel(start=60,swap)", "2", "swap", "3")
    board = board_of(BoardState.of(match, is_open=True))
    async with shown(board) as stage:
        assert board.query_one(Lattice).path == (60, 30, 10)
        assert "[10]" in stage.text
