"""The lattice as a widget: in the middle of its room, drawn anew when anything changes, and clicked on."""

from collections.abc import Mapping

import pytest

from aliquot.terminal.screen.boards.lattice import Lattice, draw

from ..host import shown, staged


def lattice_of(*path: int, marks: Mapping[int, str] | None = None) -> Lattice:
    lattice = Lattice()
    lattice.set_reactive(Lattice.path, path)
    lattice.set_reactive(Lattice.marks, marks or {})
    return lattice


@pytest.mark.sampled(8)
@pytest.mark.parametrize("size", [(60, 20), (40, 9), (30, 5), (200, 60)], ids=str)
@pytest.mark.parametrize("path", [(60,), (60, 30, 6), (7,), (1,), (720720, 5040), (10**18,)], ids=str)
@staged
async def test_the_drawing_stands_in_the_middle_of_its_room(path: tuple[int, ...], size: tuple[int, int]) -> None:
    async with shown(lattice_of(*path), size=size) as stage:
        drawing = str(draw(path[0], path, *size)).split("\n")
        top = (size[1] - len(drawing)) // 2
        assert stage.lines == [*[""] * top, *drawing, *[""] * (size[1] - top - len(drawing))]


@staged
async def test_a_step_and_letters_change_the_drawing() -> None:
    lattice = lattice_of(60)
    async with shown(lattice, size=(60, 20)) as stage:
        assert "[60]" in stage.text
        lattice.path = (60, 30)
        await stage.settle()
        assert "(60)" in stage.text
        assert "[30]" in stage.text
        lattice.marks = {15: "W", 10: "L"}
        await stage.settle()
        assert "15W" in stage.text
        assert "10L" in stage.text
        lattice.marks = {15: "L"}
        await stage.settle()
        assert "15L" in stage.text
        assert "10L" not in stage.text


@staged
async def test_a_change_of_size_changes_the_drawing() -> None:
    lattice = lattice_of(60)
    async with shown(lattice, size=(60, 20)) as stage:
        for size in ((100, 40), (30, 8), (12, 3), (60, 20)):
            await stage.resize(*size)
            assert stage.text.strip("\n") == str(draw(60, (60,), *size)).strip("\n")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(60, 20), (60, 23), (44, 9)], ids=str)
@staged
async def test_a_click_on_a_number_tells_the_number_and_any_other_nothing(size: tuple[int, int]) -> None:
    lattice = lattice_of(60, 30, marks={15: "W"})
    async with shown(lattice, size=size) as stage:
        drawing = draw(60, (60, 30), *size, {15: "W"})
        top = (size[1] - len(drawing.lines)) // 2
        spots = dict(drawing.boxes)
        assert len(spots) == 12
        for number, spot in spots.items():
            await stage.click(lattice, spot.column + spot.width - 1, top + spot.row)
            assert stage.app.clicked.pop() == number
        spot = spots[60]
        for x, y in ((spot.column - 1, spot.row), (spot.column + spot.width, spot.row), (spot.column, spot.row + 1)):
            await stage.click(lattice, x, top + y)
        assert stage.app.clicked == []
