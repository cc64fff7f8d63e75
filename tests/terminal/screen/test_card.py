"""Cards: opened by Enter and by clicks, and reached with the arrows."""

import pytest
from textual.containers import Grid as Table
from textual.widgets import Static

from aliquot.terminal.screen.widgets import Card, move_focus

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
