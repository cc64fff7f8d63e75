"""Who plays: two lines that stay two lines, whatever the names."""

from typing import Any

import pytest
from textual.widgets import Static

from aliquot.terminal.screen.match_widgets import MatchHeader

from .host import shown, staged

LONG = ("Adalbert Maximilian von Habsburg", "Emmy Noether of Erlangen, Goetti")
WIDE = ("算術算術算術算術算術算術算術算術", "約数約数約数約数約数約数約数約数")


def players(**settings: Any) -> MatchHeader:
    widget = MatchHeader()
    for name, value in ({"title": "Divider's Duel", "names": ("Ada", "Emmy")} | settings).items():
        widget.set_reactive(getattr(MatchHeader, name), value)
    return widget


@staged
async def test_the_player_to_move_is_marked() -> None:
    widget = players(to_move=1)
    async with shown(widget) as stage:
        assert stage.lines[0].strip() == "Divider's Duel"
        assert stage.lines[1].startswith(" ▶ ● Ada  to move")
        assert stage.lines[1].endswith("   ○ Emmy")
        widget.to_move = 2
        await stage.settle()
        assert stage.lines[1].startswith("   ● Ada  ")
        assert stage.lines[1].endswith("▶ ○ Emmy  to move")


@staged
async def test_the_winner_is_marked() -> None:
    async with shown(players(winner=2)) as stage:
        assert stage.lines[1].endswith("★ ○ Emmy  wins")
        assert "to move" not in stage.text


@staged
async def test_clocks_and_the_series_are_shown_where_there_are_any() -> None:
    widget = players(to_move=1, clocks=("1:00", "0:59.5"), status="Game 2 of at most 3   Ada 1 : 0 Emmy")
    async with shown(widget) as stage:
        assert stage.lines[0].startswith(" Divider's Duel   ")
        assert stage.lines[0].endswith("   Game 2 of at most 3   Ada 1 : 0 Emmy")
        assert stage.lines[1].startswith(" ▶ ● Ada  1:00  to move")
        assert stage.lines[1].endswith("○ Emmy  0:59.5")


@pytest.mark.sampled(12)
@pytest.mark.parametrize("width", [64, 80, 160])
@pytest.mark.parametrize("names", [("Ada", "Emmy"), LONG, WIDE], ids=["short", "long", "wide"])
@pytest.mark.parametrize("state", [{"to_move": 1}, {"to_move": 2}, {"winner": 1}, {"winner": 2}], ids=str)
@staged
async def test_there_are_two_lines_and_no_more(state: dict[str, Any], names: tuple[str, str], width: int) -> None:
    widget = players(
        title="Divisor Duel: Subtraction with 12 numbers, misère, with the pie rule",
        names=names,
        clocks=("166:39", "166:39"),
        status=f"Game 99 of at most 99   {names[0]} 49 : 49 {names[1]}",
        **state,
    )
    async with shown(widget, Static("below"), size=(width, 4)) as stage:
        assert [line.cell_length for line in widget.render().split("\n")] == [width - 2, width - 2]
        assert stage.lines[2] == "below"
        line = widget.render().plain.split("\n")[1]
        assert line.count("166:39") == 2
        for seat, name in enumerate(names):
            assert f"{'●○'[seat]} {name[:4]}" in line
        assert ("to move" in line) == ("to_move" in state)
        assert ("wins" in line) == ("winner" in state)


@staged
async def test_names_that_fit_are_written_out() -> None:
    names = ("Adalbert von Habsburg", "Emmy Noether of Erlangen")
    async with shown(players(names=names, to_move=1)) as stage:
        for name in names:
            assert name in stage.lines[1]


@staged
async def test_a_name_from_a_strange_file_cannot_break_the_line() -> None:
    async with shown(players(names=("A\nda", "\x1b[31mEmmy")), Static("below")) as stage:
        assert stage.lines[2] == "below"
