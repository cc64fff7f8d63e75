"""What stands around a board: the header with players and clocks, and the list of moves."""

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
from aliquot.core.text import shorten
from aliquot.oracle.review import SIGNS as REVIEW_SIGNS
from aliquot.oracle.review import Judgement, Mark, judge
from aliquot.reports import sentences
from aliquot.terminal.screen.base import is_closing

_COLOURS = {Mark.BEST: "$success", Mark.WINS: "$success", Mark.BLUNDER: "$error"}
MARKS = {mark: (sign, _COLOURS.get(mark, "")) for mark, sign in REVIEW_SIGNS.items()}
"""How a judged move is marked, as in records, and in which colour."""


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One move that was made."""

    seat: Seat
    text: str
    """The move, as records write it."""
    left: str = ""
    """What it left on the board, where that says more."""
    mark: Mark | None = None
    """What it was worth, where that may be known."""


class JudgementCache:
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

    def entries(self, match: Match[Any, Any], *, marked: bool) -> list[MoveEntry]:
        """The moves so far, with marks where they are known and may be shown."""
        found = []
        for number, turn in enumerate(match.turns):
            known = self._known.get(number)
            mark = known[1].mark if marked and known is not None and known[0] is turn else None
            found.append(MoveEntry(turn.seat, *sentences.turn_texts(match.game, turn), mark))
        return found


def spell(number: int, entry: MoveEntry) -> Content:
    """One move with its number, its sign and its mark."""
    sign, colour = MARKS[entry.mark] if entry.mark is not None else ("", "")
    return Content.assemble(
        (f"{number:>3} ", "$faint"),
        (f"{SIGNS[entry.seat]} ", COLOURS[entry.seat]),
        entry.text,
        (sign, f"bold {colour}".strip()),
        (f" → {entry.left}" if entry.left else "", "$faint"),
    )


class HistoryStrip(Widget):
    """The last moves in one entry."""

    DEFAULT_CSS = """
    HistoryStrip { height: 1; padding: 0 1; color: $faint; }
    """

    entries: reactive[Sequence[MoveEntry]] = reactive(())
    """The moves."""

    def render(self) -> Content:
        """As many of the last moves as fit."""
        if not self.entries:
            return Content("No move has been made yet.")
        room, shown = self.size.width - 2, Content("")
        for entry in reversed(self.entries):
            sign, colour = MARKS[entry.mark] if entry.mark is not None else ("", "")
            piece = Content.assemble(
                (f"{SIGNS[entry.seat]} ", COLOURS[entry.seat]),
                (entry.text, "$foreground"),
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

    entries: reactive[Sequence[MoveEntry]] = reactive(())
    """The moves."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static("")

    def watch_entries(self) -> None:
        """Shows the moves."""
        if self.is_mounted:
            self._write()

    def _write(self) -> None:
        if is_closing(self):
            return
        rows = [spell(number, entry) for number, entry in enumerate(self.entries, 1)]
        self.query_one(Static).update(Content("\n").join(rows) if rows else Content.styled("none yet", "$faint"))
        self.scroll_end(animate=False)

    def on_mount(self) -> None:
        """Shows what was given before there was anything to show it with."""
        self._write()


SIGNS: dict[Seat, str] = {1: "●", 2: "○"}
"""The sign of each seat."""
COLOURS: dict[Seat, str] = {1: "$one", 2: "$two"}
"""The colour of each seat."""
_TITLE, _LONGEST = 10, 26
"""How many columns are kept for the title, and the most a name gets."""


class MatchHeader(Widget):
    """The top of the duel: what is played, and by whom."""

    DEFAULT_CSS = """
    MatchHeader { height: 2; padding: 0 1; background: $surface; }
    """

    title: reactive[str] = reactive("")
    """What is played."""
    place: reactive[str] = reactive("")
    """Which game of a series it is, and the score."""
    names: reactive[tuple[str, str]] = reactive(("", ""))
    """Who sits in seat 1 and in seat 2."""
    clocks: reactive[tuple[str, str]] = reactive(("", ""))
    """The time each has left, if there are clocks."""
    to_move: reactive[Seat | None] = reactive(None)
    """Whose turn it is, or None if the game is over."""
    winner: reactive[Seat | None] = reactive(None)
    """Who has won."""

    def render(self) -> Content:
        """The title and the series; the two players."""
        width = max(20, self.size.width)
        place = Content.styled(self.place, "$faint").truncate(width - _TITLE, ellipsis=True)
        title = Content.styled(self.title, "bold $primary").truncate(width - place.cell_length - 2, ellipsis=True)
        first = Content.assemble(title, " " * (width - title.cell_length - place.cell_length), place)
        taken = sum(len(f"  {clock}") for clock in self.clocks if clock) + len("▶ ● ● ○   to move  ")
        longest = max(4, min(_LONGEST, (width - taken) // 2))
        left, right = self._player(1, longest), self._player(2, longest)
        gap = max(2, width - left.cell_length - right.cell_length)
        return Content.assemble(first, "\n", left, " " * gap, right)

    def _player(self, seat: Seat, longest: int) -> Content:
        name = Content(shorten(self.names[seat - 1], longest)).truncate(longest, ellipsis=True).plain
        clock = self.clocks[seat - 1]
        moves, won = self.to_move == seat, self.winner == seat
        style = f"{'bold ' if moves or won else ''}{COLOURS[seat]}"
        state = "  to move" if moves else "  wins" if won else ""
        return Content.assemble(
            (f"{'▶' if moves else '★' if won else ' '} {SIGNS[seat]} {name}", style),
            (f"  {clock}" if clock else "", "bold" if moves else "$faint"),
            (state, "bold $success" if won else "$faint"),
        )
