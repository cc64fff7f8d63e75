"""What has been played, as a list and as a line: the last moves are always there."""

import pytest
from textual.widgets import Static

from aliquot.oracle.review import Mark
from aliquot.terminal.screen.history import HistoryList, HistoryStrip, Line, spell

from .host import shown, staged

MOVES = [
    Line(1, "60/2", "30", Mark.BLUNDER),
    Line(2, "30/15", "2", Mark.BEST),
    Line(1, "2/7"),
    Line(2, "swap", "", Mark.FINE),
    Line(1, "12", "", Mark.LOST),
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
def test_a_move_is_told_with_its_number_its_player_its_mark_and_what_it_left(line: Line, text: str) -> None:
    assert spell(7, line).plain == text
    assert spell(107, line).plain == text.replace("  7", "107", 1)


@staged
async def test_without_moves_both_say_so() -> None:
    async with shown(HistoryStrip(), HistoryList()) as stage:
        assert "No move has been made yet." in stage.lines[0]
        assert "none yet" in stage.text


@staged
async def test_the_list_shows_what_it_was_given_before_and_after() -> None:
    moves = HistoryList()
    moves.set_reactive(HistoryList.lines, MOVES[:1])
    async with shown(moves) as stage:
        assert "1 ● 60/2?? → 30" in stage.text
        moves.lines = MOVES[:2]
        await stage.settle()
        assert "2 ○ 30/15! → 2" in stage.text
        moves.lines = []
        await stage.settle()
        assert "60/2" not in stage.text
        assert "none yet" in stage.text


@staged
async def test_the_last_move_of_a_long_list_is_in_sight() -> None:
    moves = HistoryList()
    many = [Line(1 if number % 2 else 2, f"{number}") for number in range(1, 201)]
    async with shown(moves, size=(34, 12)) as stage:
        for count in (5, 50, 200):
            moves.lines = many[:count]
            await stage.until(lambda count=count: f"{count:>3} " in stage.text)  # type: ignore[misc]
        assert "200 ○ 200" in stage.text
        moves.lines = many[:3]
        await stage.until(lambda: "  1 ● 1" in stage.text)


@staged
async def test_the_line_shows_the_last_moves_and_says_that_there_were_others() -> None:
    strip = HistoryStrip()
    many = [Line(1 if number % 2 else 2, f"{number}") for number in range(1, 201)]
    async with shown(strip, size=(40, 3)) as stage:
        strip.lines = many[:3]
        await stage.settle()
        assert stage.lines[0] == " ● 1  ○ 2  ● 3"
        strip.lines = many
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
    huge = [Line(1, "897612484786617600/448806242393308800", "2", Mark.BLUNDER), Line(2, "60/2", "30", Mark.BEST)]
    async with shown(strip, Static("below"), size=(width, 3)) as stage:
        for lines in (huge, huge[::-1], MOVES, MOVES * 10):
            strip.lines = lines
            await stage.settle()
            assert stage.lines[1] == "below"
            plain = strip.render().plain
            assert len(plain) <= width - 2 or plain == "… "
            assert plain.startswith("… ") or len(lines) * 2 == len(plain.split())


@staged
async def test_marks_stand_in_the_line_too() -> None:
    strip = HistoryStrip()
    async with shown(strip) as stage:
        strip.lines = MOVES
        await stage.settle()
        assert stage.lines[0] == " ● 60/2??  ○ 30/15!  ● 2/7  ○ swap  ● 12"
