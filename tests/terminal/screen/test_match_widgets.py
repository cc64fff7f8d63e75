"""The header and the history of a match."""

from typing import Any

import pytest
from textual.widgets import Static

from aliquot.core.errors import Unsolved
from aliquot.core.match import Match
from aliquot.oracle.review import Mark
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.match_widgets import (
    HistoryList,
    HistoryStrip,
    JudgementCache,
    MatchHeader,
    MoveEntry,
    format_entry,
)
from tests.sentences import played

from .host import shown, staged

MOVES = [
    MoveEntry(1, "60/2", "30", Mark.BLUNDER),
    MoveEntry(2, "30/15", "2", Mark.BEST),
    MoveEntry(1, "2/7"),
    MoveEntry(2, "swap", "", Mark.FINE),
    MoveEntry(1, "12", "", Mark.LOST),
]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (MOVES[0], "  7 ● 60/2?? → 30"),
        (MOVES[1], "  7 ○ 30/15! → 2"),
        (MOVES[2], "  7 ● 2/7"),
        (MOVES[3], "  7 ○ swap"),
        (MOVES[4], "  7 ● 12"),
    ],
)
def test_a_move_is_told_with_its_number_its_player_its_mark_and_what_it_left(line: MoveEntry, text: str) -> None:
    assert format_entry(7, line).plain == text
    assert format_entry(107, line).plain == text.replace("  7", "107", 1)


@staged
async def test_without_moves_both_say_so() -> None:
    async with shown(HistoryStrip(), HistoryList()) as stage:
        assert texts.NO_MOVES_YET in stage.lines[0]
        assert texts.NO_MOVES_YET in stage.text


@staged
async def test_the_list_shows_what_it_was_given_before_and_after() -> None:
    moves = HistoryList()
    moves.set_reactive(HistoryList.entries, MOVES[:1])
    async with shown(moves) as stage:
        assert "1 ● 60/2?? → 30" in stage.text
        moves.entries = MOVES[:2]
        await stage.settle()
        assert "2 ○ 30/15! → 2" in stage.text
        moves.entries = []
        await stage.settle()
        assert "60/2" not in stage.text
        assert texts.NO_MOVES_YET in stage.text


@staged
async def test_the_last_move_of_a_long_list_is_in_sight() -> None:
    moves = HistoryList()
    many = [MoveEntry(1 if number % 2 else 2, f"{number}") for number in range(1, 201)]
    async with shown(moves, size=(34, 12)) as stage:
        for count in (5, 50, 200):
            moves.entries = many[:count]
            await stage.until(lambda count=count: f"{count:>3} " in stage.text)  # type: ignore[misc]
        assert "200 ○ 200" in stage.text
        moves.entries = many[:3]
        await stage.until(lambda: "  1 ● 1" in stage.text)


@staged
async def test_the_line_shows_the_last_moves_and_says_that_there_were_others() -> None:
    strip = HistoryStrip()
    many = [MoveEntry(1 if number % 2 else 2, f"{number}") for number in range(1, 201)]
    async with shown(strip, size=(40, 3)) as stage:
        strip.entries = many[:3]
        await stage.settle()
        assert stage.lines[0] == " ● 1  ○ 2  ● 3"
        strip.entries = many
        await stage.settle()
        shown_line = stage.lines[0]
        assert shown_line.startswith(" … ")
        assert shown_line.endswith("● 199  ○ 200")
        assert len(shown_line) <= 40
        assert stage.lines[1] == ""


@pytest.mark.parametrize("width", [8, 20, 30, 31, 32, 33, 34, 60])
@staged
async def test_the_line_never_breaks(width: int) -> None:
    strip = HistoryStrip()
    huge = [
        MoveEntry(1, "897612484786617600/448806242393308800", "2", Mark.BLUNDER),
        MoveEntry(2, "60/2", "30", Mark.BEST),
    ]
    async with shown(strip, Static("below"), size=(width, 3)) as stage:
        for lines in (huge, huge[::-1], MOVES, MOVES * 10):
            strip.entries = lines
            await stage.settle()
            assert stage.lines[1] == "below"
            plain = strip.render().plain
            assert len(plain) <= width - 2 or plain == "… "
            assert plain.startswith("… ") or len(lines) * 2 == len(plain.split())


@staged
async def test_marks_stand_in_the_line_too() -> None:
    strip = HistoryStrip()
    async with shown(strip) as stage:
        strip.entries = MOVES
        await stage.settle()
        assert stage.lines[0] == " ● 60/2??  ○ 30/15!  ● 2/7  ○ swap  ● 12"


def judged(match: Match[Any, Any], *numbers: int) -> JudgementCache:
    found = JudgementCache()
    for number in numbers:
        found.add(match, number)
    return found


def test_moves_are_told_with_their_marks_once_they_are_judged_and_may_be_seen() -> None:
    match = played("dividers-duel", "60/2", "30/15")
    assert JudgementCache().entries(match, marked=True) == [MoveEntry(1, "60/2", "30"), MoveEntry(2, "30/15", "2")]
    assert list(JudgementCache().missing(match)) == [0, 1]
    assert list(judged(match, 0).missing(match)) == [1]
    found = judged(match, 0, 1)
    assert [line.mark for line in found.entries(match, marked=True)] == [Mark.BLUNDER, Mark.BEST]
    assert [line.mark for line in found.entries(match, marked=False)] == [None, None]
    assert list(found.missing(match)) == []
    found.clear()
    assert list(found.missing(match)) == [0, 1]


def test_what_is_taken_back_and_played_anew_is_judged_anew() -> None:
    match = played("dividers-duel(start=360)", "2", "2", "3")
    found = judged(match, 0, 1, 2)
    match.undo(2)
    assert list(found.missing(match)) == []
    for move in (3, 2):
        match.play(move)
    assert list(found.missing(match)) == [1, 2]
    assert [line.mark is None for line in found.entries(match, marked=True)] == [False, True, True]


def test_an_illegal_choice_that_lost_is_told_and_not_judged() -> None:
    match = played("dividers-duel", "2", "7", penalty="forfeit")
    assert list(JudgementCache().missing(match)) == [0]
    assert JudgementCache().entries(match, marked=True)[1] == MoveEntry(2, "30/7")


def test_what_the_oracle_does_not_know_is_said() -> None:
    with pytest.raises(Unsolved):
        judged(played("divisor-duel-subtract(start=1000000+720720,misere)", "720720-2"), 0)


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
