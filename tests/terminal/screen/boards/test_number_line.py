"""The number line: everything in its place, however large the numbers and however little the room."""

import pytest

from aliquot.terminal.screen.boards.number import NumberLine

from ..host import shown, staged


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
