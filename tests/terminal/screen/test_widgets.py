"""Cards, selectors and the bar of keys."""

from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid as Table
from textual.screen import Screen
from textual.widgets import Static

from aliquot.catalogue import Choice
from aliquot.terminal.screen.widgets import Card, KeyBar, Selector, move_focus

from .host import Stage, shown, staged


@staged
async def test_a_card_shows_its_key_its_title_and_its_line() -> None:
    async with shown(
        Card("Divider's Duel", "Divide until [nothing] is left.", "dividers", "1"), Card("Two", "", 2)
    ) as stage:
        assert stage.lines[0].endswith(" 1 Divider's Duel ◀")
        assert stage.lines[1].endswith(" Divide until [nothing] is left.")
        assert stage.lines[3].endswith(" Two")


@staged
async def test_enter_and_a_click_open_it() -> None:
    one, two = Card("One", "the first", "one"), Card("Two", "the second", "two")
    async with shown(one, two) as stage:
        two.focus()
        await stage.press("enter")
        await stage.click_text("the first")
        await stage.press("enter")
        assert stage.app.opened == ["two", "one", "one"]


def cards(count: int, columns: int) -> tuple[Table, list[Card]]:
    made = [Card(f"Card {number}", "", number) for number in range(count)]
    table = Table(*made)
    table.styles.grid_size_columns = columns
    table.styles.grid_size_rows = -(-count // columns)
    return table, made


def focused(stage: Stage) -> int | None:
    return stage.app.focused.value if isinstance(stage.app.focused, Card) else None


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("begin", "across", "down", "end"),
    [
        (0, 1, 0, 1),
        (1, 1, 0, 2),
        (2, 1, 0, 2),
        (0, -1, 0, 0),
        (4, -1, 0, 3),
        (0, 0, 1, 3),
        (1, 0, 1, 4),
        (3, 0, 1, 6),
        (6, 0, 1, 6),
        (7, 0, -1, 4),
        (4, 0, -1, 1),
        (1, 0, -1, 1),
        (5, 0, 1, 7),
    ],
)
@staged
async def test_a_step_leads_to_the_nearest_card_in_its_direction(begin: int, across: int, down: int, end: int) -> None:
    table, made = cards(8, 3)
    async with shown(table) as stage:
        made[begin].focus()
        await stage.settle()
        move_focus(stage.app.screen, "Card", across, down)
        await stage.settle()
        assert focused(stage) == end


@staged
async def test_a_step_from_elsewhere_leads_to_the_first_card_that_is_there() -> None:
    table, made = cards(4, 2)
    async with shown(table) as stage:
        made[0].display = False
        stage.app.set_focus(None)
        await stage.settle()
        move_focus(stage.app.screen, "Card", 0, 1)
        await stage.settle()
        assert focused(stage) == 1


@staged
async def test_a_step_where_there_are_no_cards_leads_nowhere() -> None:
    async with shown(Static("nothing here")) as stage:
        move_focus(stage.app.screen, "Card", 0, 1)
        assert stage.app.focused is None


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


class BaseScreen(Screen[None]):
    """A screen with keys, one of which can be taken away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "note('a')", "First"),
        Binding("b", "note('b')", "Second"),
        Binding("c", "hide", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []
        self.hides = False

    def compose(self) -> ComposeResult:
        yield KeyBar()

    def action_note(self, key: str) -> None:
        self.noted.append(key)

    def action_hide(self) -> None:
        self.hides = True
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (self.hides and parameters == ("b",))


@staged
async def test_it_names_the_keys_of_the_moment_and_a_click_presses_one() -> None:
    async with shown() as stage:
        room = BaseScreen()
        await stage.app.push_screen(room)
        await stage.settle()
        assert stage.lines[-1].startswith(" a First  b Second")
        await stage.click_text("Second")
        await stage.click_text("a First")
        assert room.noted == ["b", "a"]
        await stage.press("c")
        assert "Second" not in stage.lines[-1]
        assert "First" in stage.lines[-1]


@staged
async def test_what_does_not_fit_whole_is_left_out() -> None:
    async with shown(size=(16, 5)) as stage:
        await stage.app.push_screen(BaseScreen())
        await stage.settle()
        assert stage.lines[-1].rstrip() == " a First"
