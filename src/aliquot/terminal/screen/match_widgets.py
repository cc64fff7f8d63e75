"""Widgets around a board: the header with players and clocks, the moves, the study, and the help of a game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from aliquot.core.errors import UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.core.text import shorten
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.games import book_of
from aliquot.oracle.review import SIGNS as REVIEW_SIGNS
from aliquot.oracle.review import Judgement, Mark, judge
from aliquot.reports import sentences
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.base import is_closing
from aliquot.terminal.text import fold

SIGNS: dict[Seat, str] = {1: "●", 2: "○"}
"""The sign of each seat."""
COLOURS: dict[Seat, str] = {1: "$one", 2: "$two"}
"""The colour of each seat."""
_TITLE_WIDTH, _LONGEST_NAME = 10, 26
"""The columns reserved for the title, and the most for a name."""
_MARK_COLOURS = {Mark.BEST: "$success", Mark.WINS: "$success", Mark.BLUNDER: "$error"}
MARKS = {mark: (sign, _MARK_COLOURS.get(mark, "")) for mark, sign in REVIEW_SIGNS.items()}
"""The sign and the colour of each mark; the signs are those of records."""


class MatchHeader(Widget):
    """The game and its players, in two lines."""

    DEFAULT_CSS = """
    MatchHeader { height: 2; padding: 0 1; background: $surface; }
    """

    title: reactive[str] = reactive("")
    """The name of the game."""
    status: reactive[str] = reactive("")
    """The number of the game in a series and the score, or the move of a review."""
    names: reactive[tuple[str, str]] = reactive(("", ""))
    """The names of the players, by seat."""
    clocks: reactive[tuple[str, str]] = reactive(("", ""))
    """The remaining time of each player, if there are clocks."""
    to_move: reactive[Seat | None] = reactive(None)
    """The seat to move, or None if the match is over."""
    winner: reactive[Seat | None] = reactive(None)
    """The seat that has won."""

    def render(self) -> Content:
        """Return the title and the status; the two players."""
        width = max(20, self.size.width)
        status = Content.styled(self.status, "$faint").truncate(width - _TITLE_WIDTH, ellipsis=True)
        title = Content.styled(self.title, "bold $primary").truncate(width - status.cell_length - 2, ellipsis=True)
        first = Content.assemble(title, " " * (width - title.cell_length - status.cell_length), status)
        taken = sum(len(f"  {clock}") for clock in self.clocks if clock) + len(f"▶ ● ● ○   {texts.TO_MOVE}  ")
        longest = max(4, min(_LONGEST_NAME, (width - taken) // 2))
        left, right = self._player(1, longest), self._player(2, longest)
        gap = max(2, width - left.cell_length - right.cell_length)
        return Content.assemble(first, "\n", left, " " * gap, right)

    def _player(self, seat: Seat, longest: int) -> Content:
        name = Content(shorten(self.names[seat - 1], longest)).truncate(longest, ellipsis=True).plain
        clock = self.clocks[seat - 1]
        moves, won = self.to_move == seat, self.winner == seat
        style = f"{'bold ' if moves or won else ''}{COLOURS[seat]}"
        state = f"  {texts.TO_MOVE}" if moves else f"  {texts.WINS}" if won else ""
        return Content.assemble(
            (f"{'▶' if moves else '★' if won else ' '} {SIGNS[seat]} {name}", style),
            (f"  {clock}" if clock else "", "bold" if moves else "$faint"),
            (state, "bold $success" if won else "$faint"),
        )


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One move in the history."""

    seat: Seat
    text: str
    """The move, as records write it."""
    remaining: str = ""
    """The numbers on the board after it, if that says more than the move."""
    mark: Mark | None = None
    """The judgement of the move, if it may be shown."""


class JudgementCache:
    """The oracle's judgements of the moves of one match, as far as they are computed."""

    def __init__(self) -> None:
        """Start without judgements."""
        self._judgements: dict[int, tuple[object, Judgement]] = {}

    def clear(self) -> None:
        """Forget all judgements, for another match."""
        self._judgements.clear()

    def missing(self, match: Match[Any, Any]) -> Iterator[int]:
        """Yield the indexes of the moves without a judgement."""
        for number, turn in enumerate(match.turns):
            cached = self._judgements.get(number)
            if turn.after is not None and (cached is None or cached[0] is not turn):
                yield number

    def add(self, match: Match[Any, Any], number: int) -> None:
        """Judge a move, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        turn = match.turns[number]
        self._judgements[number] = (turn, judge(match.game, number + 1, turn))

    def entries(self, match: Match[Any, Any], *, marked: bool) -> list[MoveEntry]:
        """Return the moves of a match, with the marks that are known if they may be shown."""
        entries = []
        for number, turn in enumerate(match.turns):
            cached = self._judgements.get(number)
            mark = cached[1].mark if marked and cached is not None and cached[0] is turn else None
            entries.append(MoveEntry(turn.seat, *sentences.turn_texts(match.game, turn), mark))
        return entries


def format_entry(number: int, entry: MoveEntry) -> Content:
    """Return a move with its number, its sign and its mark."""
    sign, colour = MARKS[entry.mark] if entry.mark is not None else ("", "")
    return Content.assemble(
        (f"{number:>3} ", "$faint"),
        (f"{SIGNS[entry.seat]} ", COLOURS[entry.seat]),
        entry.text,
        (sign, f"bold {colour}".strip()),
        (f" → {entry.remaining}" if entry.remaining else "", "$faint"),
    )


class HistoryStrip(Widget):
    """The last moves in one line."""

    DEFAULT_CSS = """
    HistoryStrip { height: 1; padding: 0 1; color: $faint; }
    """

    entries: reactive[Sequence[MoveEntry]] = reactive(())

    def render(self) -> Content:
        """Return as many of the last moves as fit."""
        if not self.entries:
            return Content(texts.NO_MOVES_YET)
        room, line = self.size.width - 2, Content("")
        for entry in reversed(self.entries):
            sign, colour = MARKS[entry.mark] if entry.mark is not None else ("", "")
            move = Content.assemble(
                (f"{SIGNS[entry.seat]} ", COLOURS[entry.seat]),
                (entry.text, "$foreground"),
                (sign, f"bold {colour}".strip()),
            )
            if line.cell_length + move.cell_length + 4 > room:
                return Content.assemble("… ", line)
            line = Content.assemble(move, "  " if line else "", line)
        return line


class HistoryList(VerticalScroll, can_focus=False):
    """All moves, one to a line, scrolled to the last one."""

    DEFAULT_CSS = """
    HistoryList {
        height: 1fr; border: round $panel; border-title-color: $faint; padding: 0 1; scrollbar-size-vertical: 1;
    }
    HistoryList Static { height: auto; }
    """
    BORDER_TITLE = texts.MOVES_TITLE

    entries: reactive[Sequence[MoveEntry]] = reactive(())

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield Static("")

    def watch_entries(self) -> None:
        """Show the moves."""
        if self.is_mounted:
            self._write()

    def _write(self) -> None:
        if is_closing(self):
            return
        rows = [format_entry(number, entry) for number, entry in enumerate(self.entries, 1)]
        text = Content("\n").join(rows) if rows else Content.styled(texts.NO_MOVES_YET, "$faint")
        self.query_one(Static).update(text)
        self.scroll_end(animate=False)

    def on_mount(self) -> None:
        """Show the moves that were set before the widget was mounted."""
        self._write()


_DELAY = 0.3
"""Seconds before the panel says that the oracle is analysing."""


class Analysis(Static):
    """A few lines below the board, visible only while there is text."""

    DEFAULT_CSS = """
    Analysis { height: auto; max-height: 6; padding: 0 1; background: $panel 40%; display: none; }
    """

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)
        self._text = ""

    def show_text(self, text: str) -> None:
        """Show a text; an empty one hides the panel."""
        self._text = text
        self._put(text)

    def _put(self, text: str) -> None:
        self.display = bool(text)
        if text:
            self.update(text)

    @contextmanager
    def analysing(self) -> Iterator[None]:
        """Say after a short delay that the oracle is analysing; at the end show the text from before."""
        timer = self.set_timer(_DELAY, lambda: self._put(texts.ANALYSING))
        try:
            yield
        finally:
            timer.stop()
            self._put(self._text)


# --- the help of a game: its rules without the theory, and the meaning of every sign ----------------------

_BREADTH = 68
"""The width of the rules in columns."""
_PLAYERS = (
    ("▶  ★", "whose turn it is; who has won"),
    ("●  ○", "whoever moved first; whoever moved second"),
)
_LATTICE = (
    ("[30]", "the number now"),
    ("(60)", "where it has been"),
    ("15", "what one move can leave"),
    ("₁₂", "what is out of reach"),
    ("◉ ○ • ·", "the same four, where there is no room for digits"),
)
_DESCENT = (("● ○ ▴", "on the line: now, before, and where it can go"),)
_POOL = (
    ("12•", "you may pick it"),
    ("●1  ○2", "gone: who picked it, and at which turn"),
    ("[12]", "the cursor; Enter picks what it is on"),
)
_STUDY = (("W  L", "studying: a move that wins; a move that loses"),)
_LEADS = (("12→5 W", "dividing by 12 leaves 5 and wins; the lattice marks the 5"),)
_PAIRS = (("a 26", "studying: its partner is 26, and both have the letter a"),)
_HISTORY = (("!  ??", "a move that kept the win; one that gave it away"),)


def rules_of(game: AnyGame) -> str:
    """Return the rules of a game, without the theory.

    >>> from aliquot.games import create
    >>> "leave a prime" in rules_of(create("dividers-duel"))
    False
    """
    try:
        return "\n\n".join([game.tagline, *book_of(game.id).rules.rules])
    except UnknownGame:
        return game.tagline


def signs_of(view: View) -> Iterator[tuple[str, str]]:
    """Yield every sign a board may show for a view, and what it means."""
    yield from _PLAYERS
    match view:
        case NumbersView(heaps=(heap,)):
            yield from _LATTICE
            if heap.sign == "/":
                yield from _LEADS
            else:
                yield from _DESCENT
        case PoolView():
            yield from (*_POOL, *_PAIRS)
    yield from (*_STUDY, *_HISTORY)


def guide(game: AnyGame, view: View) -> Content:
    """Return the rules and the signs for a sheet."""
    rows = [Content.assemble((f"{sign:<10}", "bold $accent"), meaning) for sign, meaning in signs_of(view)]
    return Content("\n").join(
        [
            Content.styled("The rules", "bold $primary"),
            Content(fold(rules_of(game), _BREADTH)),
            Content(""),
            Content.styled("The signs", "bold $primary"),
            *rows,
        ]
    )
