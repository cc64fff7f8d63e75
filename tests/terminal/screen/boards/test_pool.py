"""The board of the pool: every number in its column, who took what, and as large as pools get."""

from typing import Any

import pytest

from aliquot.core.match import Match
from aliquot.core.view import PoolView
from aliquot.games import create
from aliquot.reports.study import Study
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import BoardState
from aliquot.terminal.screen.boards.grid import EMPTY_CELL, HUES, Cell, CellKind, Grid
from aliquot.terminal.screen.boards.pool import PoolBoard, PoolCells, pair_letter
from tests.effort import deep
from tests.sentences import played

from ..host import Stage, shown, staged

BOARD = (80, 17)
"""What a board has of a terminal of 80×24."""


def pool(low: int, high: int, *picks: str) -> Match[Any, Any]:
    return played(f"divisor-duel-pool(pool={low}-{high})", *picks)


def cells_of(match: Match[Any, Any], columns: int = 10, study: Study | None = None) -> PoolCells:
    view = match.game.view(match.position)
    assert isinstance(view, PoolView)
    return PoolCells(view, study, columns)


def board_for(match: Match[Any, Any], **known: Any) -> PoolBoard:
    board = board_of(BoardState.of(match, is_open=True, **known))
    assert isinstance(board, PoolBoard)
    return board


@pytest.mark.parametrize(("low", "blanks"), [(1, 0), (2, 1), (10, 9), (11, 0), (17, 6), (10**17 + 5, 4)])
def test_as_many_blanks_come_first_as_put_every_number_in_its_column(low: int, blanks: int) -> None:
    cells = cells_of(pool(low, low + 30))
    assert len(cells) == blanks + 31
    assert [cell.move for cell in cells] == [None] * blanks + list(range(low, low + 31))
    assert all(cell is EMPTY_CELL for cell in cells[:blanks])
    for place, cell in enumerate(cells):
        assert cell.move is None or (cell.move - 1) % 10 == place % 10
        assert cell.move is None or cells.index_of(cell.move) == place
    assert cells.index_of(low - 1) is cells.index_of(low + 31) is None
    assert cells[-1].move == low + 30
    with pytest.raises(IndexError):
        cells[len(cells)]


def test_a_cell_says_what_has_become_of_its_number() -> None:
    cells = {cell.move: cell for cell in cells_of(pool(2, 50, "12", "6", "18"))}
    assert cells[12] == Cell(12, "12", CellKind.ONE, "●1")
    assert cells[6] == Cell(6, "6", CellKind.TWO, "○2")
    assert cells[18] == Cell(18, "18", CellKind.CURRENT, "●3")
    assert {move for move, cell in cells.items() if cell.kind is CellKind.MOVE} == {2, 3, 9, 36}
    assert {cell.note for cell in cells.values() if cell.kind is CellKind.MOVE} == {"•"}
    assert cells[24] == Cell(24, "24", CellKind.UNAVAILABLE)


def test_only_what_may_open_a_match_is_lit_at_first() -> None:
    def lit(opening: str) -> list[int]:
        match = played(f"divisor-duel-pool(pool=40-60,opening={opening})")
        return [cell.move for cell in cells_of(match) if cell.kind is CellKind.MOVE]

    assert lit("any") == list(range(40, 61))
    assert lit("even") == list(range(40, 61, 2))
    assert lit("even-below-50") == [40, 42, 44, 46, 48]


def test_a_swap_gives_the_first_pick_to_the_other_player() -> None:
    match = played("divisor-duel-pool(pool=2-50,swap)", "12", "swap", "6")
    cells = {cell.move: cell for cell in cells_of(match)}
    assert cells[12] == Cell(12, "12", CellKind.TWO, "○1")
    assert cells[6] == Cell(6, "6", CellKind.CURRENT, "●2")


def test_a_study_shows_letters_and_partners() -> None:
    match = pool(2, 50, "12")
    study = Study.of(match.game, match.position)
    cells = {cell.move: cell for cell in cells_of(match, study=study)}
    lit = {move: cell for move, cell in cells.items() if cell.kind in (CellKind.WIN, CellKind.LOSS)}
    assert set(lit) == {2, 3, 4, 6, 24, 36, 48}
    for move, cell in lit.items():
        letter = "W" if study.wins_by(move) else "L"
        assert (cell.label, cell.kind) == (f"{move} {letter}", CellKind.WIN if letter == "W" else CellKind.LOSS)
    for place, (one, two) in enumerate(study.pairs):
        for number, partner in ((one, two), (two, one)):
            assert (cells[number].note, cells[number].hue) == (f"{pair_letter(place)} {partner}", place % HUES)
    paired = {number for pair in study.pairs for number in pair}
    assert {number for number, cell in cells.items() if cell.hue is not None} == paired, "and no other number"


def test_the_partners_that_are_drawn_are_those_of_the_reason() -> None:
    match = pool(2, 50, "12", "24")
    study = Study.of(match.game, match.position)
    assert {(4, 32), (16, 48)} <= set(study.pairs)
    assert "4–32" in study.reason
    assert "16–48" in study.reason
    notes = {cell.move: cell.note for cell in cells_of(match, study=study)}
    assert (notes[4].split()[1], notes[48].split()[1]) == ("32", "16")


def test_where_no_reason_needs_partners_none_are_drawn() -> None:
    match = pool(2, 50)
    study = Study.of(match.game, match.position)
    assert (study.pairs, study.partners_text) == ((), ""), "29 wins at once, and 2 is not answered with 26"


def test_in_a_narrow_cell_partners_have_their_letter_only() -> None:
    match = pool(2, 50, "12", "24")
    view = match.game.view(match.position)
    assert isinstance(view, PoolView)
    cells = list(PoolCells(view, Study.of(match.game, match.position), 10, 3))
    notes = {cell.note for cell in cells if cell.hue is not None}
    assert {"a", "b"} <= notes
    assert {len(note) for note in notes} == {1}


def test_a_million_cells_are_not_made_to_be_looked_at_from_the_side() -> None:
    cells = cells_of(pool(1, 1_000_000, "1"))
    assert len(cells) == 1_000_000
    assert cells[999_999] == Cell(1_000_000, "1000000", CellKind.MOVE, "•")
    assert [cell.kind for cell in cells[:2]] == [CellKind.CURRENT, CellKind.MOVE]


async def numbers_seen(stage: Stage) -> list[int]:
    """The numbers on the screen, without brackets, notes and letters."""
    words = [word.strip("[]").rstrip("•●○") for line in stage.lines for word in line.split()]
    return [int(word) for word in words if word.isascii() and word.isdigit()]


def is_pointed_at(number: int, stage: Stage) -> bool:
    """Whether the cursor is on a number, in sight, with a sign beside it or without."""
    return f"[{number}]" in stage.text or f"[{number}•]" in stage.text


@staged
async def test_the_whole_pool_of_2_to_50_is_seen_at_once_with_who_took_what() -> None:
    match = pool(2, 50, "12", "6", "18")
    board = board_for(match)
    async with shown(board, size=BOARD) as stage:
        grid = board.query_one(Grid)
        assert await numbers_seen(stage) == list(range(2, 51))
        rows = [line.split() for line in stage.lines if line.split() and line.split()[0].strip("[]").isdigit()]
        assert [len(row) for row in rows] == [9, 10, 10, 10, 10]
        assert [row[-1] for row in rows] == ["10", "20", "30", "40", "50"]
        below = {line.index(sign) for line in stage.lines for sign in ("●1", "○2", "●3") if sign in line}
        assert len(below) == 3
        struck = {
            segment.text.strip()
            for y in range(grid.size.height)
            for segment in grid.render_line(y)
            if segment.style is not None and segment.style.strike
        }
        assert struck == {"12", "6"}


@staged
async def test_the_whole_pool_of_1_to_100_is_seen_at_once_with_signs_beside_the_numbers() -> None:
    board = board_for(pool(1, 100, "12", "6", "18"))
    async with shown(board, size=BOARD) as stage:
        assert await numbers_seen(stage) == list(range(1, 101))
        words = {word for line in stage.lines for word in line.split()}
        assert {"12●", "6○", "18●", "7"} <= words
        assert {word for word in words if "•" in word} == {"[1•]", "2•", "3•", "9•", "36•", "54•", "72•", "90•"}


@pytest.mark.parametrize("height", [6, 12, 17, *deep(*(height for height in range(7, 24) if height not in (12, 17)))])
@staged
async def test_a_scroll_bar_is_there_only_where_something_is_out_of_sight(height: int) -> None:
    board = board_for(pool(2, 50))
    async with shown(board, size=(80, height)) as stage:
        grid = board.query_one(Grid)
        seen = await numbers_seen(stage)
        assert (seen == list(range(2, 51))) == (not grid.show_vertical_scrollbar)


@staged
async def test_the_whole_pool_of_2_to_50_is_seen_at_once_with_letters_too() -> None:
    match = pool(2, 50, "12", "6", "18")
    board = board_for(match, study=Study.of(match.game, match.position))
    async with shown(board, size=BOARD) as stage:
        depth = board.query_one(Grid).cell_height
        words = [word.strip("[]") for line in stage.lines[1::depth] for word in line.split()]
        assert [int(word) for word in words if word.isdecimal()] == list(range(2, 51))
        for number in (2, 3, 9, 36):
            assert f"{number} W" in stage.text or f"{number} L" in stage.text


@pytest.mark.parametrize("size", [BOARD, *deep(((64, 13),), ((126, 42),))], ids=str)
@pytest.mark.parametrize(
    ("low", "high", "pick"),
    [
        (1, 1, 1),
        (1, 1000, 500),
        *deep((2, 50, 24), (1, 100, 50), (1, 1_000_000, 1), (1, 1_000_000, 499_979)),
        (999_999_999_999_000_001, 10**18, 999_999_999_999_500_000),
    ],
)
@staged
async def test_pools_of_every_length_are_shown_at_every_size(
    low: int, high: int, pick: int, size: tuple[int, int]
) -> None:
    match = pool(low, high)
    board = board_for(match)
    async with shown(board, size=size) as stage:
        grid = board.query_one(Grid)
        grid.focus()
        await stage.settle()
        assert is_pointed_at(low, stage)
        seen = await numbers_seen(stage)
        assert seen == list(range(low, low + len(seen))), "all that is seen is in order and whole"
        await stage.press("end")
        assert is_pointed_at(high, stage)
        board.highlight(pick)
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [pick]
        assert is_pointed_at(pick, stage)
        match.play(pick)
        board.state = BoardState.of(match, is_open=True)
        await stage.settle()
        assert "●1" in stage.text or grid.cells[grid.cursor].kind is CellKind.MOVE


@staged
async def test_multiples_stand_below_one_another_whatever_the_width() -> None:
    board = board_for(pool(3, 1000))
    async with shown(board, size=(160, 30)) as stage:
        grid = board.query_one(Grid)
        for width, columns in ((160, 20), (80, 10), (50, 5), (20, 2), (12, 1)):
            await stage.resize(width, 30)
            assert grid.columns == grid.per_row == columns
            for place in (*range(2, 40), 500, 900):
                move = grid.cells[place].move
                assert move is None or (move - 1) % columns == place % columns


@pytest.mark.deep
@staged
async def test_a_change_of_size_keeps_the_cursor_on_its_number() -> None:
    board = board_for(pool(2, 1000))
    async with shown(board, size=(126, 42)) as stage:
        grid = board.query_one(Grid)
        grid.focus()
        board.highlight(777)
        await stage.settle()
        for size in (BOARD, (64, 13), (40, 20), (126, 42)):
            await stage.resize(*size)
            assert grid.cells[grid.cursor].move == 777
            assert "[777]" in stage.text


@staged
async def test_a_finished_pool_is_shown_without_anything_to_choose() -> None:
    board = board_for(pool(2, 10, "7"))
    async with shown(board, size=BOARD) as stage:
        board.query_one(Grid).focus()
        await stage.settle()
        assert await numbers_seen(stage) == list(range(2, 11))
        assert stage.app.highlighted == []


@staged
async def test_pointing_at_what_is_not_in_the_pool_changes_nothing() -> None:
    board = board_for(pool(2, 50))
    async with shown(board, size=BOARD):
        board.highlight(7)
        before = board.query_one(Grid).cursor
        for move in (1, 51, 10**18):
            board.highlight(move)
        assert board.query_one(Grid).cursor == before


def test_the_largest_pool_there_is_can_be_made() -> None:
    game = create("divisor-duel-pool(pool=999999999999000001-1000000000000000000)")
    cells = cells_of(Match[Any, Any](game), columns=2)
    assert len(cells) == 1_000_000
    assert cells[len(cells) - 1].label == "1000000000000000000"


@staged
async def test_the_cursor_finds_what_can_be_picked_however_far_away_it_is() -> None:
    match = pool(1, 100_000)
    board = board_for(match)
    async with shown(board, size=BOARD) as stage:
        grid = board.query_one(Grid)
        grid.focus()
        board.highlight(49_999)
        await stage.settle()
        match.play(49_999)
        board.state = BoardState.of(match, is_open=True)
        await stage.settle()
        assert grid.cells[grid.cursor].move in (1, 99_998)
