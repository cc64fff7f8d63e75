"""The grid: of any length, drawn only where it is seen, with a cursor that never gets lost."""

from collections.abc import Sequence

import pytest

from aliquot.terminal.screen.boards.grid import EMPTY_CELL, Cell, CellKind, Grid, LazyCells

from ..host import Stage, shown, staged, strip_text


class Counted(LazyCells):
    """The numbers from 1 on as cells, made when they are looked at, which is counted."""

    def __init__(self, count: int) -> None:
        self.length, self.looked = count, 0

    def __len__(self) -> int:
        return self.length

    def make(self, place: int) -> Cell:
        self.looked += 1
        return Cell(place + 1, str(place + 1))


def grid_of(cells: Sequence[Cell], **settings: int) -> Grid:
    grid = Grid()
    grid.set_reactive(Grid.cells, cells)
    for name, value in settings.items():
        grid.set_reactive(getattr(Grid, name), value)
    return grid


async def begin(stage: Stage, grid: Grid, cells: Sequence[Cell]) -> None:
    """Puts cells into a grid and the focus on it."""
    grid.cells = cells
    grid.focus()
    await stage.settle()


def in_sight(grid: Grid) -> bool:
    """Whether all lines of the cell the cursor is on are seen."""
    top = grid.cursor // grid.per_row * grid.cell_height
    return grid.scroll_offset.y <= top and top + grid.cell_height <= grid.scroll_offset.y + grid.size.height


def drawn(grid: Grid) -> str:
    """What is seen of a grid."""
    return "\n".join(strip_text(grid.render_line(y)) for y in range(grid.size.height))


@staged
async def test_an_empty_grid_shows_nothing_and_takes_every_key() -> None:
    grid = Grid()
    async with shown(grid) as stage:
        await begin(stage, grid, ())
        await stage.press("left", "right", "up", "down", "pageup", "pagedown", "home", "end")
        grid.choose()
        await stage.click(grid, 0, 0)
        assert not grid.highlight(7)
        assert stage.text.strip() == ""
        assert (grid.cursor, stage.app.chosen, stage.app.highlighted) == (0, [], [])


@staged
async def test_the_only_cell_is_chosen_by_its_key_and_by_a_click() -> None:
    grid = Grid()
    async with shown(grid) as stage:
        await begin(stage, grid, [Cell(7, "7")])
        assert stage.lines[0] == "[7]"
        await stage.press("left", "right", "up", "down", "pageup", "pagedown", "home", "end")
        assert grid.cursor == 0
        grid.choose()
        await stage.click(grid, 1, 0)
        assert stage.app.chosen == [7, 7]


@staged
async def test_the_cursor_is_not_drawn_without_the_focus() -> None:
    grid = grid_of([Cell(7, "7")])
    async with shown(grid, Grid(id="other")) as stage:
        grid.focus()
        await stage.settle()
        assert stage.lines[0] == "[7]"
        stage.app.query_one("#other").focus()
        await stage.settle()
        assert stage.lines[0] == " 7"


@staged
async def test_as_many_cells_stand_in_a_row_as_fit_and_all_are_as_wide_as_the_widest() -> None:
    grid = Grid()
    async with shown(grid, size=(32, 12)) as stage:
        await begin(stage, grid, Counted(49))
        assert (grid.cell_width, grid.per_row, grid.rows) == (4, 6, 9)
        assert stage.lines[0] == "[1]   2    3    4    5    6"
        assert stage.lines[8] == " 49"
        assert grid.virtual_size.height == 9


@staged
async def test_a_row_has_no_more_cells_than_asked_for_and_no_more_than_fit() -> None:
    grid = Grid()
    async with shown(grid, size=(32, 12)) as stage:
        grid.columns, grid.fixed_width = 5, 4
        await begin(stage, grid, Counted(12))
        assert (grid.per_row, grid.rows) == (5, 3)
        grid.columns = 10
        assert grid.per_row == 6
        grid.fixed_width = 40
        assert grid.per_row == 1


@staged
async def test_arrows_go_to_the_neighbours_and_stop_at_the_edges() -> None:
    grid = Grid()
    async with shown(grid, size=(32, 12)) as stage:
        await begin(stage, grid, Counted(15))
        assert grid.per_row == 6
        seen = []
        for key in ("left", "up", "right", "down", "down", "down", "right", "right", "up", "left"):
            await stage.press(key)
            seen.append(grid.cursor)
        await stage.settle()
        assert seen == [0, 0, 1, 7, 13, 13, 14, 14, 8, 7]
        assert stage.app.highlighted[1:] == [2, 8, 14, 15, 9, 8], "each step that is taken is told once"


@staged
async def test_a_step_to_the_left_of_a_row_leads_to_the_end_of_the_row_before() -> None:
    grid = Grid()
    async with shown(grid, size=(32, 12)) as stage:
        await begin(stage, grid, Counted(15))
        grid.cursor = 6
        await stage.press("left")
        assert grid.cursor == 5
        await stage.press("right")
        assert grid.cursor == 6


@staged
async def test_steps_pass_over_blanks() -> None:
    cells = [EMPTY_CELL, EMPTY_CELL, *(Cell(number, str(number)) for number in range(3, 13))]
    grid = grid_of([], columns=4, fixed_width=4)
    async with shown(grid) as stage:
        await begin(stage, grid, cells)
        assert grid.cursor == 2, "the cursor begins where something can be chosen"
        for key in ("left", "up"):
            await stage.press(key)
            assert grid.cursor == 2
        grid.cursor = 4
        await stage.press("up")
        assert grid.cursor == 4, "above it is only a blank"
        for key in ("home", "pageup"):
            grid.cursor = 9
            await stage.press(key)
            assert cells[grid.cursor].kind is not CellKind.BLANK
            assert "[3]" in stage.lines[0]
        await stage.press("end")
        assert grid.cursor == 11


@staged
async def test_page_keys_move_by_what_is_seen_and_the_cursor_stays_in_sight() -> None:
    grid = Grid()
    async with shown(grid, size=(40, 10)) as stage:
        grid.cell_height = 2
        await begin(stage, grid, Counted(1000))
        page = 5 * grid.per_row
        for key, there in (
            ("pagedown", page),
            ("pagedown", 2 * page),
            ("pageup", page),
            ("end", 999),
            ("pagedown", 999),
            ("home", 0),
            ("pageup", 0),
        ):
            await stage.press(key)
            assert grid.cursor == there
            assert in_sight(grid)
            assert f"[{there + 1}]" in stage.text


@staged
async def test_a_million_cells_are_shown_by_making_only_those_that_are_seen() -> None:
    grid, cells = Grid(), Counted(1_000_000)
    async with shown(grid) as stage:
        await begin(stage, grid, cells)
        await stage.press("end", "pageup", "up", "left")
        assert f"[{grid.cursor + 1}]" in stage.text
        assert in_sight(grid)
        assert grid.highlight(500_000)
        await stage.settle()
        assert "[500000]" in stage.text
        # Eight screens of at most 24 rows of 8, each drawn a few times.
        assert cells.looked < 20_000


@pytest.mark.parametrize("count", [1, 2, 49, 1000, 1_000_000])
@staged
async def test_pointing_finds_every_cell_and_nothing_else(count: int) -> None:
    grid = Grid()
    async with shown(grid) as stage:
        await begin(stage, grid, Counted(count))
        for move in {1, 2, count // 3, count // 2, count - 1, count} & set(range(1, count + 1)):
            assert grid.highlight(move)
            assert grid.cells[grid.cursor].move == move
            assert in_sight(grid)
        before = grid.cursor
        for move in (-5, 0, count + 1, 10**30):
            assert not grid.highlight(move)
        assert grid.cursor == before


@staged
async def test_pointing_finds_moves_that_descend() -> None:
    grid = Grid()
    moves = [(16, -2), (16, -4), (16, -8)]
    async with shown(grid) as stage:
        await begin(stage, grid, [Cell(move, str(-move[1])) for move in moves])
        for place, move in enumerate(moves):
            assert grid.highlight(move)
            assert grid.cursor == place
        for missing in ((16, -16), (16, -3), (16, 2), (12, -2), (20, -2)):
            assert not grid.highlight(missing)


@pytest.mark.deep
@staged
async def test_a_click_chooses_what_is_under_it_and_nothing_in_the_gaps() -> None:
    grid = Grid()
    async with shown(grid, size=(32, 12)) as stage:
        grid.cell_height = 2
        await begin(stage, grid, Counted(15))
        width = grid.cell_width
        for column in range(3):
            for row in range(2):
                for x in (0, width - 1):
                    await stage.click(grid, column * (width + 1) + x, 2 * row)
                    assert stage.app.chosen.pop() == row * grid.per_row + column + 1
                await stage.click(grid, column * (width + 1) + width, 2 * row)
        await stage.click(grid, 0, 5)
        assert stage.app.chosen.pop() == 13, "the note below a number belongs to it"
        await stage.click(grid, 3 * (width + 1), 4)
        await stage.click(grid, 0, 7)
        await stage.click(grid, 31, 0)
        assert stage.app.chosen == []


@staged
async def test_a_click_hits_the_right_cell_when_scrolled() -> None:
    grid = Grid()
    async with shown(grid, size=(40, 10)) as stage:
        grid.cell_height = 2
        await begin(stage, grid, Counted(1000))
        grid.scroll_to(y=101, animate=False)
        await stage.settle()
        seen = strip_text(grid.render_line(1)).split()
        await stage.click(grid, 1, 1)
        await stage.click(grid, grid.cell_width + 1, 2)
        assert stage.app.chosen == [int(seen[0]), int(seen[1])]


@staged
async def test_what_cannot_be_chosen_is_pointed_at_by_a_click_and_no_more() -> None:
    grid = Grid()
    cells = [
        EMPTY_CELL,
        Cell(2, "2", CellKind.UNAVAILABLE),
        Cell(3, "3", CellKind.ONE),
        Cell(4, "4"),
        Cell(5, "5", CellKind.CURRENT),
    ]
    async with shown(grid) as stage:
        await begin(stage, grid, cells)
        assert grid.cursor == 3
        step = grid.cell_width + 1
        for place, there in ((0, 3), (1, 1), (2, 2), (4, 4), (0, 4)):
            await stage.click(grid, place * step, 0)
            assert grid.cursor == there
        assert stage.app.chosen == []
        assert stage.app.highlighted == [4]


@pytest.mark.parametrize("tone", [CellKind.MOVE, CellKind.WIN, CellKind.LOSS])
@staged
async def test_the_cursor_goes_to_the_nearest_cell_that_can_be_chosen(tone: CellKind) -> None:
    grid = Grid()
    async with shown(grid) as stage:
        quiet = [Cell(number, str(number), CellKind.UNAVAILABLE) for number in range(100)]
        await begin(stage, grid, quiet)
        assert grid.cursor == 0
        grid.cursor = 50
        grid.cells = [*quiet[:30], Cell(30, "30", tone), *quiet[31:90], Cell(90, "90", tone), *quiet[91:]]
        assert grid.cursor == 30
        grid.cells = [*quiet[:30], Cell(30, "30", tone), *quiet[31:40], Cell(40, "40", tone), *quiet[41:]]
        assert grid.cursor == 30, "where it can be chosen it stays"
        grid.cells = [Cell(0, "0", tone)]
        assert grid.cursor == 0


@staged
async def test_the_cursor_comes_back_when_the_cells_become_fewer() -> None:
    grid = Grid()
    async with shown(grid, size=(40, 10)) as stage:
        await begin(stage, grid, Counted(1000))
        await stage.press("end")
        grid.cells = Counted(3)
        await stage.settle()
        assert grid.cursor == 2
        assert grid.scroll_offset.y == 0
        assert stage.lines[0] == " 1   2  [3]"
        grid.cells = ()
        await stage.settle()
        assert stage.text.strip() == ""
        grid.choose()
        grid.cells = Counted(1000)
        await stage.settle()
        assert in_sight(grid)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("depth", [1, 2, 3])
@staged
async def test_a_change_of_size_keeps_the_cursor_in_sight(depth: int) -> None:
    grid = Grid()
    async with shown(grid, size=(100, 30)) as stage:
        grid.cell_height = depth
        await begin(stage, grid, Counted(1000))
        grid.highlight(700)
        await stage.settle()
        for size in ((30, 30), (30, 6), (120, 6), (8, 40), (100, 30)):
            await stage.resize(*size)
            assert grid.cursor == 699
            assert in_sight(grid)
            assert "[700]" in stage.text


@pytest.mark.parametrize("width", range(30, 37))
@staged
async def test_a_scroll_bar_never_hides_a_cell(width: int) -> None:
    grid = Grid()
    async with shown(grid, size=(width, 5)) as stage:
        await begin(stage, grid, Counted(99))
        numbers = [int(word.strip("[]")) for line in stage.lines for word in line.split() if word[0] in "[0123456789"]
        assert numbers == list(range(1, 5 * grid.per_row + 1))
        assert grid.virtual_size.height == grid.rows
        await stage.press("end")
        assert "[99]" in stage.text
        assert f" {grid.per_row * (grid.rows - 1)}" in stage.text


@staged
async def test_a_number_stands_above_its_note_and_only_numbers_are_struck_out() -> None:
    grid = grid_of([], cell_height=3, columns=3, fixed_width=6)
    cells = [
        Cell(1, "12", CellKind.ONE, "●1"),
        Cell(2, "24", CellKind.TWO, "○2"),
        Cell(3, "36", CellKind.CURRENT, "●3"),
        Cell(4, "48", CellKind.MOVE, "•"),
        Cell(5, "50 W", CellKind.WIN, "–25"),
        Cell(6, "52 L", CellKind.LOSS, "–26 and more"),
    ]
    async with shown(grid) as stage:
        await begin(stage, grid, cells)
        assert [line.rstrip() for line in drawn(grid).split("\n")][:6] == [
            "  12     24     36",
            "  ●1     ○2     ●3",
            "",
            " [48]   50 W   52 L",
            "  •     –25   –26 an",
            "",
        ]
        struck = {
            segment.text.strip()
            for y in range(6)
            for segment in grid.render_line(y)
            if segment.style is not None and segment.style.strike
        }
        assert struck == {"12", "24"}


@staged
async def test_what_the_cursor_is_on_is_told_when_the_grid_gets_the_focus_and_not_before() -> None:
    one, two = grid_of([]), grid_of([])
    async with shown(one, two) as stage:
        await begin(stage, one, [Cell(2, "2"), Cell(3, "3")])
        two.cells = [Cell(5, "5"), Cell(7, "7")]
        await stage.settle()
        assert stage.app.highlighted[-1] == 2
        await stage.press("tab")
        assert stage.app.highlighted[-1] == 5
        await stage.press("right")
        assert stage.app.highlighted[-1] == 7
        one.cells = [Cell(11, "11")]
        await stage.settle()
        assert stage.app.highlighted[-1] == 7


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("height", "depth"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (20, 2)])
@staged
async def test_rows_stand_apart_where_there_is_room_for_it_and_only_there(height: int, depth: int) -> None:
    grid = Grid()
    grid.spaced = True
    async with shown(grid, size=(20, height)) as stage:
        await begin(stage, grid, Counted(12))
        assert (grid.rows, grid.cell_height) == (3, depth)
        assert grid.show_vertical_scrollbar == (height < 3)
        await stage.press("end")
        assert "[12]" in stage.text
        await stage.click(grid, 1, 0)
        assert stage.app.chosen == [1 if height >= 3 else 5]
