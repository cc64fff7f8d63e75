"""The longest chain on the full screen: typed, clicked, undone, hinted, and taken up again."""

import pytest

from aliquot.saves.chains import ChainFile
from aliquot.terminal.screen.chain import ChainScreen
from tests.effort import deep

from .conftest import LARGE, SMALL, Drive, Driver


async def open_chain(screen: Driver) -> None:
    await screen.sees("The five duels")
    screen.app.write_chain(30)
    await screen.sees("The Longest Chain  1–30  0 of 26")


@pytest.mark.parametrize("size", [SMALL, *deep((LARGE,))], ids=["80x24", "160x50"])
def test_a_chain_is_written_by_keys_and_mouse(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_chain(screen)
        await screen.type("6")
        await screen.sees("1 of 26")
        await screen.type("12")
        await screen.sees("12 added on the right.")
        await screen.type("7")
        await screen.sees("Neither of 12 and 7 divides the other.")
        await screen.click("18", after="0")
        await screen.sees("18 added on the left.")
        await screen.press("u")
        await screen.sees("2 of 26")
        await screen.press("s")
        await screen.sees("12 taken back.")
        await screen.press("h")
        await screen.sees("on the right")
        await screen.press("n")
        await screen.sees("1–50  0 of 41")
        assert ChainFile(30).chain.numbers == (6,)
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script, size=size)


def test_a_chain_is_taken_up_again_and_finished(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("c: The Longest Chain")
        await screen.press("c")
        await screen.sees("1–100  0 of 77")
        await screen.press("escape")
        await screen.sees("The five duels")
        screen.app.write_chain(5)
        for number in ("3", "1", "2", "4"):
            await screen.type(number)
        await screen.sees("4 numbers: no chain of 1–5 is longer, and that is proved.")
        await screen.press("escape")
        await screen.sees("The five duels")
        screen.app.write_chain(5)
        await screen.sees("4 of 4")
        assert isinstance(screen.app.screen, ChainScreen)

    drive(script, size=SMALL)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("size", "below"),
    [pytest.param(SMALL, ["41", "42", "43"], id="80x24"), pytest.param(LARGE, ["›", "8", "11"], id="160x50")],
)
def test_places_are_shown_only_where_a_line_is_free_for_them(
    size: tuple[int, int], below: list[str], drive: Drive
) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        screen.app.write_chain(100)
        for number in ("12", "6", "3", "9", "27", "54", "18", "36", "4", "20", "40", "10", "5"):
            await screen.type(number)
        await screen.sees("13 of 77")
        await screen.sees("↔")
        lines = [line.split() for line in screen.text.splitlines()]
        row = next(place for place, line in enumerate(lines) if line[:2] == ["31", "32"])
        assert [cell.rstrip("›") for cell in lines[row]] == [str(number) for number in range(31, 41)]
        assert lines[row + 1][:3] == below

    drive(script, size=size)
