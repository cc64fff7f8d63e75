"""What has been played so far: a list beside the board, or a line below it where there is no room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.oracle.review import SIGNS as REVIEW_SIGNS
from aliquot.oracle.review import Judgement, Mark, judge
from aliquot.reports import sentences
from aliquot.terminal.screen.base import is_leaving
from aliquot.terminal.screen.header import COLOURS, SIGNS

_COLOURS = {Mark.BEST: "$success", Mark.WINS: "$success", Mark.BLUNDER: "$error"}
MARKS = {mark: (sign, _COLOURS.get(mark, "")) for mark, sign in REVIEW_SIGNS.items()}
"""How a judged move is marked, as in records, and in which colour."""


@dataclass(frozen=True, slots=True)
class Line:
    """One move that was made."""

    seat: Seat
    text: str
    """The move, as records write it."""
    left: str = ""
    """What it left on the board, where that says more."""
    mark: Mark | None = None
    """What it was worth, where that may be known."""


class Judged:
    """The moves of a match, and what the oracle has said about them so far."""

    def __init__(self) -> None:
        """Nothing has been said yet."""
        self._known: dict[int, tuple[object, Judgement]] = {}

    def clear(self) -> None:
        """Forgets everything: another match has begun."""
        self._known.clear()

    def missing(self, match: Match[Any, Any]) -> Iterator[int]:
        """The moves the oracle has not been asked about, from 0 on."""
        for number, turn in enumerate(match.turns):
            known = self._known.get(number)
            if turn.after is not None and (known is None or known[0] is not turn):
                yield number

    def add(self, match: Match[Any, Any], number: int) -> None:
        """Asks the oracle what a move was worth, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        turn = match.turns[number]
        self._known[number] = (turn, judge(match.game, number + 1, turn))

    def lines(self, match: Match[Any, Any], *, marked: bool) -> list[Line]:
        """The moves so far, with marks where they are known and may be shown."""
        found = []
        for number, turn in enumerate(match.turns):
            known = self._known.get(number)
            mark = known[1].mark if marked and known is not None and known[0] is turn else None
            found.append(Line(turn.seat, *sentences.spell(match.game, turn), mark))
        return found


def spell(number: int, line: Line) -> Content:
    """One move with its number, its sign and its mark."""
    sign, colour = MARKS[line.mark] if line.mark is not None else ("", "")
    return Content.assemble(
        (f"{number:>3} ", "$faint"),
        (f"{SIGNS[line.seat]} ", COLOURS[line.seat]),
        line.text,
        (sign, f"bold {colour}".strip()),
        (f" → {line.left}" if line.left else "", "$faint"),
    )


class HistoryStrip(Widget):
    """The last moves in one line."""

    DEFAULT_CSS = """
    HistoryStrip { height: 1; padding: 0 1; color: $faint; }
    """

    lines: reactive[Sequence[Line]] = reactive(())
    """The moves."""

    def render(self) -> Content:
        """As many of the last moves as fit."""
        if not self.lines:
            return Content("No move has been made yet.")
        room, shown = self.size.width - 2, Content("")
        for line in reversed(self.lines):
            sign, colour = MARKS[line.mark] if line.mark is not None else ("", "")
            piece = Content.assemble(
                (f"{SIGNS[line.seat]} ", COLOURS[line.seat]),
                (line.text, "$foreground"),
                (sign, f"bold {colour}".strip()),
            )
            if shown.cell_length + piece.cell_length + 4 > room:
                return Content.assemble("… ", shown)
            shown = Content.assemble(piece, "  " if shown else "", shown)
        return shown


class HistoryList(VerticalScroll, can_focus=False):
    """All moves, one to the line, the last one in sight."""

    DEFAULT_CSS = """
    HistoryList {
        height: 1fr; border: round $panel; border-title-color: $faint; padding: 0 1; scrollbar-size-vertical: 1;
    }
    HistoryList Static { height: auto; }
    """
    BORDER_TITLE = "Moves"

    lines: reactive[Sequence[Line]] = reactive(())
    """The moves."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static("")

    def watch_lines(self) -> None:
        """Shows the moves."""
        if self.is_mounted:
            self._write()

    def _write(self) -> None:
        if is_leaving(self):
            return
        rows = [spell(number, line) for number, line in enumerate(self.lines, 1)]
        self.query_one(Static).update(Content("\n").join(rows) if rows else Content.styled("none yet", "$faint"))
        self.scroll_end(animate=False)

    def on_mount(self) -> None:
        """Shows what was given before there was anything to show it with."""
        self._write()
