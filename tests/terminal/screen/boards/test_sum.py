"""The board of a sum: two numbers or thirty-two, equal ones, and numbers with rules of their own."""

from typing import Any

import pytest
from textual.widgets import Static

from aliquot.core.match import Match
from aliquot.core.view import NumbersView
from aliquot.reports.study import Study
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.number import HeapPanel, SumBoard
from tests.effort import deep

from ..host import Stage, played, shown, staged

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


async def move_on(stage: Stage, board: SumBoard, match: Match[Any, Any], *moves: str) -> None:
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
        await move_on(stage, board, match, "18/9")
        assert numbers(board) == ["12", "2", "7"]
        assert rests(board) == ["", texts.NO_MOVES_HERE, texts.NO_MOVES_HERE]
        await move_on(stage, board, match, "12/4")
        assert rests(board) == [texts.NO_MOVES_HERE] * 3


@staged
async def test_of_equal_numbers_only_the_first_has_keys_until_they_differ() -> None:
    match = played("dividers-duel(start=60+60+60+7+7)")
    board = board_for(match)
    async with shown(board, size=(160, 17)) as stage:
        same = texts.TWIN
        assert rests(board) == ["", same, same, texts.NO_MOVES_HERE, texts.NO_MOVES_HERE]
        await move_on(stage, board, match, "60/2")
        assert numbers(board)[:3] == ["30", "60", "60"]
        assert rests(board)[:3] == ["", "", same]
        match.undo(1)
        await move_on(stage, board, match)
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
        await move_on(stage, board, match, "8/2")
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
        await move_on(stage, board, match, "8/4")
        assert board.highlighted == (12, 2), "what has become a prime has lost the cursor"
        board.choose()
        await stage.settle()
        assert stage.app.chosen == [(12, 2)]
        await move_on(stage, board, match, "12/6")
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
