"""The selector: turned with keys and clicks, as far as it goes."""

import pytest

from aliquot.catalogue import Choice
from aliquot.terminal.screen.widgets import Selector

from .host import shown, staged

COLOURS = [Choice("r", "red", "like fire"), Choice("g", "green", "like grass"), Choice("b", "blue")]


def selector(value: str = "", *, slider: bool = False) -> Selector:
    return Selector("colour", COLOURS, value, slider=slider)


@pytest.mark.parametrize(("given", "value"), [("", "r"), ("r", "r"), ("b", "b"), ("purple", "r")])
def test_it_begins_with_what_is_given_or_the_first(given: str, value: str) -> None:
    one = selector(given)
    assert (one.value, one.id) == (value, "colour")
    assert one.label == {"r": "red", "b": "blue"}[value]


@staged
async def test_the_value_stands_between_arrows_that_show_where_it_can_be_turned() -> None:
    one = selector()
    async with shown(one) as stage:
        assert stage.lines[0] == "▶   red ▸  like fire"
        one.index = 1
        await stage.settle()
        assert stage.lines[0] == "▶ ◂ green ▸  like grass"
        one.index = 2
        await stage.settle()
        assert stage.lines[0] == "▶ ◂ blue"


@staged
async def test_a_slider_shows_all_its_places() -> None:
    one = selector("g", slider=True)
    async with shown(one) as stage:
        assert stage.lines[0] == "▶ ○─●─○  green      like grass"


@pytest.mark.parametrize("slider", [False, True])
@staged
async def test_keys_turn_it_as_far_as_it_goes_and_each_turn_is_told_once(slider: bool) -> None:
    one = selector(slider=slider)
    async with shown(one) as stage:
        one.focus()
        await stage.settle()
        assert stage.app.turned == []
        await stage.press("left", "right", "space", "right", "left", "left", "left")
        assert stage.app.turned == ["g", "b", "g", "r"]


@staged
async def test_a_click_turns_it_on_and_around() -> None:
    one = selector()
    async with shown(one) as stage:
        for x in (5, 5, 5, 0, 0, 0):
            await stage.click(one, x, 0)
        assert stage.app.turned == ["g", "b", "r", "g", "r", "g"], "where there is an arrow back, it turns it back"


@staged
async def test_a_click_on_the_track_sets_the_slider() -> None:
    one = selector("g", slider=True)
    async with shown(one) as stage:
        for x, value in ((2, "r"), (6, "b"), (4, "g"), (3, "r"), (7, "b"), (5, "g"), (22, "b"), (22, "r")):
            await stage.click(one, x, 0)
            assert one.value == value


@staged
async def test_a_dial_with_one_value_stays_where_it_is() -> None:
    one = Selector("only", COLOURS[:1])
    async with shown(one) as stage:
        one.focus()
        await stage.press("left", "right")
        await stage.click(one, 3, 0)
        assert (one.value, stage.app.turned, stage.lines[0]) == ("r", [], "▶   red    like fire")
