"""The boards of numbers: one number, its number line, and several numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.widgets import Static

from aliquot.core.match import Match
from aliquot.core.view import NumbersView, Option, Options
from aliquot.games import create
from aliquot.reports.study import Study
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import BoardState, MoveCells
from aliquot.terminal.screen.boards.grid import Cell, CellKind, Grid
from aliquot.terminal.screen.boards.lattice import Lattice
from aliquot.terminal.screen.boards.number import HeapPanel, LargeNumber, NumberBoard, NumberLine, SumBoard, factors
from tests.effort import deep
from tests.sentences import played

from ..host import Stage, shown, staged

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


def descent_of(path: tuple[int, ...], ahead: tuple[int, ...] = ()) -> NumberLine:
    descent = NumberLine()
    descent.set_reactive(NumberLine.path, path)
    descent.set_reactive(NumberLine.reachable, ahead)
    return descent


@staged
async def test_the_way_down_stands_on_the_line_and_the_ways_on_below_it() -> None:
    async with shown(descent_of((16, 12, 8), (6, 4)), size=(34, 3)) as stage:
        labels, line, below = stage.lines
        assert labels.split() == ["8", "12", "16"]
        assert (line.index("●"), line.count("○")) == (16, 2)
        assert [x for x, sign in enumerate(line) if sign == "○"] == [24, 32]
        assert [x for x, sign in enumerate(below) if sign == "▴"] == [8, 12]
        assert len(line) == 34


@staged
async def test_a_number_stands_above_its_place() -> None:
    async with shown(descent_of((100, 50)), size=(60, 3)) as stage:
        labels, line, _ = stage.lines
        assert abs(labels.index("50") - line.index("●")) <= 1
        assert labels.endswith("100")


@staged
async def test_at_the_start_there_is_one_number_and_at_the_end_another() -> None:
    descent = descent_of((16,), (14, 12, 8))
    async with shown(descent, size=(40, 3)) as stage:
        assert stage.lines[0].split() == ["16"]
        assert "○" not in stage.text
        descent.path, descent.reachable = (16, 8, 4, 2, 1), ()
        await stage.settle()
        assert stage.lines[0].split()[0] == "1"
        assert "▴" not in stage.text
        assert stage.lines[1].index("●") == 2


@staged
async def test_without_a_number_nothing_is_drawn() -> None:
    async with shown(descent_of(()), size=(40, 3)) as stage:
        assert stage.text.strip() == ""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [1, 7, 8, 9, 18, 19, 20, 40, 200])
@staged
async def test_enormous_numbers_never_break_the_line(width: int) -> None:
    top = 10**18
    path = (top, top - 2, top - 1000, top // 2, top // 3, 7, 1)
    for upto in range(1, len(path) + 1):
        descent = descent_of(path[:upto], tuple(path[upto - 1] // n for n in (2, 3, 5, 10**6)))
        async with shown(descent, size=(width, 3)):
            drawn = descent.render().plain.split("\n")
            if width < 8:
                assert drawn == [""]
                continue
            assert [len(line) for line in drawn] == [width] * 3
            assert drawn[1].count("●") == 1
            for label in drawn[0].split():
                assert int(label) in path[:upto], "a number is written out whole or not at all"


@staged
async def test_what_stands_at_one_place_is_written_once() -> None:
    top = 10**18
    async with shown(descent_of((top, top - 2, top - 4)), size=(60, 3)) as stage:
        assert stage.lines[0].split() == [str(top - 4)]
        assert (stage.lines[1].count("●"), stage.lines[1].count("○")) == (1, 1)


BOARD = (80, 17)
MIXED = "sum(dividers-duel:60+divisor-duel-subtract:16)"


def board_for(match: Match[Any, Any], **known: Any) -> SumBoard:
    board = board_of(BoardState.of(match, is_open=True, **known))
    assert isinstance(board, SumBoard)
    return board


def numbers(board: SumBoard) -> list[str]:
    return [str(heap.query_one(".figure--small", Static).content) for heap in board.query(HeapPanel)]


def keys(board: SumBoard) -> list[list[str]]:
    """The labels at each number."""
    return [[cell.label for cell in heap.query_one(Grid).cells] for heap in board.query(HeapPanel)]


def rests(board: SumBoard) -> list[str]:
    """What is said at each number where there are no keys."""
    texts = [heap.query_one(".heap--rest", Static) for heap in board.query(HeapPanel)]
    return [str(text.content) if text.display else "" for text in texts]


async def play_on_sum(stage: Stage, board: SumBoard, match: Match[Any, Any], *moves: str) -> None:
    for text in moves:
        match.play(match.game.parse(match.position, text))
    board.state = BoardState.of(match, is_open=True)
    await stage.settle()


@staged
async def test_numbers_stand_side_by_side_each_with_its_own_moves() -> None:
    match = played("dividers-duel(start=12+18+7)")
    board = board_for(match)
    async with shown(board, size=BOARD) as stage:
        assert numbers(board) == ["12", "18", "7"]
        assert keys(board) == [["2", "3", "4", "6"], ["2", "3", "6", "9"], []]
        assert rests(board) == ["", "", texts.NO_MOVES_HERE]
        assert "= 2·2·3" in stage.text
        assert "= 2·3·3" in stage.text
        assert "a prime" in stage.text
        await play_on_sum(stage, board, match, "18/9")
        assert numbers(board) == ["12", "2", "7"]
        assert rests(board) == ["", texts.NO_MOVES_HERE, texts.NO_MOVES_HERE]
        await play_on_sum(stage, board, match, "12/4")
        assert rests(board) == [texts.NO_MOVES_HERE] * 3


@staged
async def test_of_equal_numbers_only_the_first_has_keys_until_they_differ() -> None:
    match = played("dividers-duel(start=60+60+60+7+7)")
    board = board_for(match)
    async with shown(board, size=(160, 17)) as stage:
        same = texts.TWIN
        assert rests(board) == ["", same, same, texts.NO_MOVES_HERE, texts.NO_MOVES_HERE]
        await play_on_sum(stage, board, match, "60/2")
        assert numbers(board)[:3] == ["30", "60", "60"]
        assert rests(board)[:3] == ["", "", same]
        match.undo(1)
        await play_on_sum(stage, board, match)
        assert rests(board)[:3] == ["", same, same], "and again after a take-back"


@staged
async def test_equal_numbers_under_different_rules_both_have_keys() -> None:
    board = board_for(played("sum(dividers-duel:12+divisor-duel-subtract:12+divide-and-conquer:12)"))
    async with shown(board, size=(126, 20)) as stage:
        assert keys(board) == [["2", "3", "4", "6"], ["2", "3", "4", "6"], []]
        for title in ("Divider's Duel", "Divisor Duel: Subtraction", "Divide and Conquer"):
            assert title in stage.text


@staged
async def test_the_rule_of_a_number_is_named_only_where_rules_differ() -> None:
    async with shown(board_for(played(MIXED)), size=BOARD) as stage:
        assert "Divider's Duel" in stage.text
        assert "Divisor Duel: Subtraction" in stage.text
    async with shown(board_for(played("dividers-duel(start=60+16)")), size=BOARD) as stage:
        assert "Divider" not in stage.text


@pytest.mark.deep
@pytest.mark.parametrize("move", [(60, 30), (16, -4), *deep(((60, 2),), ((16, -2),), ((16, -8),))])
@staged
async def test_every_move_of_a_mixture_is_found_and_chosen(move: tuple[int, int]) -> None:
    board = board_for(played(MIXED))
    async with shown(board, size=BOARD) as stage:
        board.highlight(move)
        await stage.settle()
        assert f"[{abs(move[1])}]" in stage.text
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [move]
        assert stage.app.highlighted[-1] == move


@staged
async def test_what_enter_means_is_what_was_told_last() -> None:
    match = played("dividers-duel(start=12+18+8)")
    board = board_for(match)
    async with shown(board, size=BOARD) as stage:
        heaps = list(board.query(HeapPanel))
        heaps[0].query_one(Grid).focus()
        await stage.settle()
        assert stage.app.highlighted[-1] == (12, 2)
        await stage.press("tab")
        assert stage.app.highlighted[-1] == (18, 2)
        await play_on_sum(stage, board, match, "8/2")
        assert stage.app.highlighted[-1] == (18, 2)
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [(18, 2)]


@staged
async def test_enter_means_something_wherever_something_can_be_chosen() -> None:
    match = played("dividers-duel(start=7+12+8)")
    board = board_for(match)
    async with shown(board, size=BOARD) as stage:
        stage.app.set_focus(None)
        await stage.settle()
        assert board.highlighted == (12, 2), "without the focus it is the first that can be"
        list(board.query(HeapPanel))[2].query_one(Grid).focus()
        await stage.settle()
        assert board.highlighted == (8, 2)
        await play_on_sum(stage, board, match, "8/4")
        assert board.highlighted == (12, 2), "what has become a prime has lost the cursor"
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [(12, 2)]
        await play_on_sum(stage, board, match, "12/6")
        assert board.highlighted is None
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [(12, 2)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "name", [MIXED, "divisor-duel-subtract(start=60+16)", "dividers-duel(start=60+16,misere,swap)"]
)
@staged
async def test_letters_stand_on_every_key(name: str) -> None:
    match = played(name)
    study = Study.of(match.game, match.position)
    view = match.game.view(match.position)
    assert isinstance(view, NumbersView)
    board = board_for(match, study=study)
    async with shown(board, size=BOARD) as stage:
        told = [
            f"{option.label} {'W' if study.wins_by(option.move) else 'L'}"
            for heap in view.heaps
            for option in heap.options
        ]
        assert [label for labels in keys(board) for label in labels] == told
        assert all(label in stage.text for label in told)


@pytest.mark.parametrize(
    ("count", "size"), [(3, (64, 13)), *deep((2, BOARD), (3, BOARD), (10, (160, 40)), (32, BOARD))], ids=str
)
@staged
async def test_all_numbers_are_there_and_the_focus_brings_each_in_sight(count: int, size: tuple[int, int]) -> None:
    values = [4 * (place + 2) for place in range(count)]
    board = board_for(played(f"dividers-duel(start={'+'.join(map(str, values))})"))
    async with shown(board, size=size) as stage:
        assert numbers(board) == [str(value) for value in values]
        heaps = list(board.query(HeapPanel))
        widths = {heap.region.width for heap in heaps}
        assert len(widths) == 1
        assert 26 <= min(widths) <= 44
        seen = sum(heap.region.x >= 0 and heap.region.right <= size[0] for heap in heaps)
        assert seen >= min(count, (size[0] - 2) // 26), "as many side by side as fit"
        for heap in (heaps[-1], heaps[count // 2], heaps[0]):
            heap.query_one(Grid).focus()
            await stage.until(lambda heap=heap: 0 <= heap.region.x < heap.region.right <= size[0])  # type: ignore[misc]


@pytest.mark.deep
@staged
async def test_the_longest_divisors_and_their_letters_fit() -> None:
    huge = 10**18
    match = played(f"dividers-duel(start={huge}+{huge - 2}+{huge - 4}+{huge - 6}+{huge - 8})")
    study = Study.unknown(match.game, match.position, "")
    board = board_for(match, study=study)
    async with shown(board, size=BOARD) as stage:
        for heap in board.query(HeapPanel):
            grid = heap.query_one(Grid)
            grid.focus()
            await stage.press("end")
            label = grid.cells[len(grid.cells) - 1].label
            assert len(label) == 20
            await stage.until(lambda label=label: label in stage.text)  # type: ignore[misc]


@staged
async def test_a_click_chooses_from_the_number_it_falls_on() -> None:
    board = board_for(played("dividers-duel(start=12+18)"))
    async with shown(board, size=BOARD) as stage:
        for heap in board.query(HeapPanel):
            grid = heap.query_one(Grid)
            await stage.click(grid, 1, 0)
        assert stage.app.chosen == [(12, 2), (18, 2)]
