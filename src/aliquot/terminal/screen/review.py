"""The review: a match step by step, who was winning when, and the value of each move."""

from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from aliquot.core.errors import AliquotError
from aliquot.core.match import Match
from aliquot.core.outcome import SEATS, Seat
from aliquot.core.text import shorten
from aliquot.games import title_of
from aliquot.reports.review import NO_TURNING_POINT, ReviewTurn, describe_match, review_match
from aliquot.reports.study import Study
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board, BoardState
from aliquot.terminal.screen.match_widgets import COLOURS, MARKS, SIGNS, HistoryList, MatchHeader, MoveEntry
from aliquot.terminal.screen.widgets import KeyBar


class Strip(Widget):
    """A chart of who was winning before each move and at the end: a row for each player, and a pointer."""

    DEFAULT_CSS = """
    Strip { height: 3; padding: 0 1; }
    """

    class Clicked(Message):
        """A step was clicked on."""

        def __init__(self, step: int) -> None:
            """Name the step."""
            super().__init__()
            self.step = step

    names: reactive[tuple[str, str]] = reactive(("", ""))
    leaders: reactive[tuple[Seat, ...]] = reactive(())
    """The seat that was winning at each step."""
    step: reactive[int] = reactive(0)
    """The step shown."""

    @property
    def _label(self) -> int:
        return min(18, max(map(len, self.names))) + 4

    @property
    def _scale(self) -> tuple[int, int]:
        """Return the columns of a step, and how many steps share a column where there are too many."""
        room = max(1, self.size.width - self._label - 2)
        count = max(1, len(self.leaders))
        return (min(4, room // count), 1) if count <= room else (1, -(-count // room))

    def render(self) -> Content:
        """Draw two rows of blocks and the pointer below them."""
        breadth, share = self._scale
        leaders = self.leaders[::share]
        rows = []
        for seat in SEATS:
            name = f"{SIGNS[seat]} {shorten(self.names[seat - 1], 18)}"
            blocks = "".join(("█" if leader == seat else "·") * breadth for leader in leaders)
            rows.append(Content.assemble((name.ljust(self._label), COLOURS[seat]), (blocks, COLOURS[seat])))
        pointer = " " * (self._label + self.step // share * breadth) + "▲" * breadth
        return Content("\n").join([*rows, Content.styled(pointer, "bold $accent")])

    def on_click(self, event: events.Click) -> None:
        """Go to the step clicked on."""
        breadth, share = self._scale
        offset = event.get_content_offset(self)
        step = (offset.x - self._label) // breadth * share if offset is not None else -1
        if 0 <= step < len(self.leaders):
            self.post_message(self.Clicked(step))


class ReviewScreen(BaseScreen):
    """The review of a match, stepped through with the arrow keys."""

    DEFAULT_CSS = """
    ReviewScreen #middle { height: 1fr; }
    ReviewScreen #side { width: 34; padding: 0 1 0 0; display: none; }
    ReviewScreen #verdict { height: auto; min-height: 3; max-height: 7; padding: 0 1; background: $surface; }
    ReviewScreen.-wide #side { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Back", key_display="←", priority=True),
        Binding("right", "go(1)", "Forward", key_display="→", priority=True),
        Binding("home,up", "leap(0)", show=False, priority=True),
        Binding("end,down", "leap(1)", show=False, priority=True),
        Binding("p", "turning_point", "Turning point"),
        Binding("s", "study", "Study"),
        Binding("escape,q", "dismiss", "Close"),
    ]

    arrow_help = (("↑ ↓", "To the start; to the end"),)
    step: reactive[int] = reactive(0, init=False)
    """The number of moves made in the position shown."""

    def __init__(self, match: Match[Any, Any], names: tuple[str, str]) -> None:
        """Open the review of a match.

        Args:
            match: The match, finished or not.
            names: Who played, by seat.
        """
        super().__init__()
        self._match, self._names = match, names
        self._turns = [turn for turn in match.turns if turn.after is not None]
        self._report = describe_match(match, names)
        self._is_judged = False
        self._problem = ""
        self._studies = True
        self._studied: dict[int, Study] = {}
        self._oracle = BackgroundThread()
        self.set_reactive(ReviewScreen.step, len(self._turns))

    def compose(self) -> ComposeResult:
        """Lay out the players, the board, the chart and the verdict on a move."""
        yield MatchHeader()
        with Horizontal(id="middle"):
            with Vertical():
                yield board_of(BoardState.of(self._match))
            with Vertical(id="side"):
                yield HistoryList()
        yield Strip()
        yield Static("", id="verdict")
        yield KeyBar()

    def open(self) -> None:
        """Show the end of the match, and start the analysis."""
        self._show()
        self._judge()

    def on_unmount(self) -> None:
        """Stop the analysis."""
        self._oracle.close()

    @work
    async def _judge(self) -> None:
        try:
            self._report = await self.wait_for(self._oracle.run(lambda: review_match(self._match, self._names)))
            self._is_judged = True
        except AliquotError as problem:
            self._problem = str(problem)
        self._show()
        self._consult()

    @work(exclusive=True, group="study")
    async def _consult(self) -> None:
        """Ask the oracle about the position shown."""
        step = self.step
        position = self._position(step)
        if step in self._studied or self._problem or self._match.game.outcome(position) is not None:
            return
        try:
            self._studied[step] = await self.wait_for(self._oracle.run(lambda: Study.of(self._match.game, position)))
        except AliquotError as problem:
            self._problem = str(problem)
        self._show()

    def _position(self, step: int) -> Any:
        return self._match.game.start() if step == 0 else self._turns[step - 1].after

    def watch_step(self) -> None:
        """Show another position."""
        self._show()
        self._consult()

    def _show(self) -> None:
        study = self._studied.get(self.step) if self._studies else None
        self.query_one(Board).state = BoardState.of(self._match, self.step, study=study)
        players, outcome = self.query_one(MatchHeader), self._match.outcome
        players.title, players.names = f"{title_of(self._match.game)}: review", self._names
        players.status = f"move {self.step} of {len(self._turns)}" if self.step else "before the first move"
        at_end = self.step == len(self._turns)
        players.winner = outcome.winner if outcome is not None and at_end else None
        players.to_move = None if at_end and outcome is not None else self._match.game.seat(self._position(self.step))
        strip = self.query_one(Strip)
        strip.names, strip.step = self._names, self.step
        strip.leaders = self._report.leaders
        history = self.query_one(HistoryList)
        turns = self._report.turns[: len(self._turns)]
        history.entries = [MoveEntry(turn.seat, turn.move, turn.leaves, turn.mark) for turn in turns]
        history.border_subtitle = players.status
        self.query_one("#verdict", Static).update(self._verdict())

    def _verdict(self) -> Content:
        if self._problem:
            return Content.styled(self._problem, "$warning")
        if not self._is_judged:
            return Content.styled("Analysing every move …", "$faint")
        if self.step == 0:
            text = Content("\n".join([self._report.summary, *(each.sentence for each in self._report.accuracy)]))
        else:
            text = self._sentence(self._report.turns[self.step - 1])
        if self.step == len(self._turns) and self._match.outcome is not None:
            return Content.assemble(text, "\n", (self._report.result, "bold $success"))
        return text

    def _sentence(self, turn: ReviewTurn) -> Content:
        sign, colour = MARKS[turn.mark] if turn.mark is not None else ("", "")
        name = (f"{SIGNS[turn.seat]} {self._names[turn.seat - 1]}", COLOURS[turn.seat])
        return Content.assemble(
            name,
            f" {turn.move}",
            (sign, f"bold {colour}".strip()),
            (f" ({turn.mark})  ", "$faint"),
            turn.sentence,
        )

    @on(Strip.Clicked)
    def _go_to(self, event: Strip.Clicked) -> None:
        self.step = event.step

    def action_go(self, by: int) -> None:
        """Go one move forward or back."""
        self.step = min(max(self.step + by, 0), len(self._turns))

    def action_leap(self, end: int) -> None:
        """Go to the start or to the end."""
        self.step = len(self._turns) if end else 0

    def action_turning_point(self) -> None:
        """Go to the move that decided the match."""
        if self._report.turning_point is not None:
            self.step = self._report.turning_point
        elif self._is_judged:
            self.notify(NO_TURNING_POINT)

    def action_study(self) -> None:
        """Show or hide the letters on the board."""
        self._studies = not self._studies
        self._show()
