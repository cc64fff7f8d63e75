"""The review: a finished match step by step, who was winning when, and what each move was worth."""

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
from aliquot.oracle.review import Judgement, Mark, Review, review
from aliquot.reports import sentences
from aliquot.reports.sentences import accuracy, turning_point
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.board_state import BoardState, Study
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.match_widgets import COLOURS, MARKS, SIGNS, HistoryList, MatchHeader, MoveEntry
from aliquot.terminal.screen.widgets import KeyBar


class Strip(Widget):
    """Who was winning before each move and at the end: one row for each player, and a pointer."""

    DEFAULT_CSS = """
    Strip { height: 3; padding: 0 1; }
    """

    class Clicked(Message):
        """A step was clicked on."""

        def __init__(self, step: int) -> None:
            """Names the step."""
            super().__init__()
            self.step = step

    names: reactive[tuple[str, str]] = reactive(("", ""))
    leaders: reactive[tuple[Seat, ...]] = reactive(())
    """Who was winning, step by step."""
    step: reactive[int] = reactive(0)
    """Which step is looked at."""

    @property
    def _label(self) -> int:
        return min(18, max(map(len, self.names))) + 4

    @property
    def _scale(self) -> tuple[int, int]:
        """How many columns a step has, and how many steps share one where there are too many."""
        room = max(1, self.size.width - self._label - 2)
        count = max(1, len(self.leaders))
        return (min(4, room // count), 1) if count <= room else (1, -(-count // room))

    def render(self) -> Content:
        """Two rows of blocks and the pointer below them."""
        breadth, share = self._scale
        shown = self.leaders[::share]
        rows = []
        for seat in SEATS:
            name = f"{SIGNS[seat]} {shorten(self.names[seat - 1], 18)}"
            blocks = "".join(("█" if leader == seat else "·") * breadth for leader in shown)
            rows.append(Content.assemble((name.ljust(self._label), COLOURS[seat]), (blocks, COLOURS[seat])))
        pointer = " " * (self._label + self.step // share * breadth) + "▲" * breadth
        return Content("\n").join([*rows, Content.styled(pointer, "bold $accent")])

    def on_click(self, event: events.Click) -> None:
        """Goes to the step clicked on."""
        breadth, share = self._scale
        offset = event.get_content_offset(self)
        step = (offset.x - self._label) // breadth * share if offset is not None else -1
        if 0 <= step < len(self.leaders):
            self.post_message(self.Clicked(step))


class ReviewScreen(BaseScreen):
    """A match to look back at, with the arrows."""

    DEFAULT_CSS = """
    ReviewScreen #middle { height: 1fr; }
    ReviewScreen #side { width: 34; padding: 0 1 0 0; display: none; }
    ReviewScreen #verdict { height: auto; min-height: 3; max-height: 7; padding: 0 1; background: $surface; }
    ReviewScreen.-wide #side { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Back", key_display="←", priority=True),
        Binding("right", "go(1)", "On", key_display="→", priority=True),
        Binding("home,up", "leap(0)", show=False, priority=True),
        Binding("end,down", "leap(1)", show=False, priority=True),
        Binding("p", "turning_point", "Turning point"),
        Binding("s", "study", "Study"),
        Binding("escape,q", "dismiss", "Close"),
    ]

    arrow_help = (("↑ ↓", "To the start; to the end"),)
    step: reactive[int] = reactive(0, init=False)
    """How many moves have been made at the moment looked at."""

    def __init__(self, match: Match[Any, Any], names: tuple[str, str]) -> None:
        """Looks back at a match.

        Args:
            match: The match, finished or not.
            names: Who played, by seat.
        """
        super().__init__()
        self._match, self._names = match, names
        self._turns = [turn for turn in match.turns if turn.after is not None]
        self._review: Review | None = None
        self._problem = ""
        self._studies = True
        self._studied: dict[int, Study] = {}
        self._oracle = BackgroundThread()
        self.set_reactive(ReviewScreen.step, len(self._turns))

    def compose(self) -> ComposeResult:
        """The players, the board, who was winning, and the verdict on a move."""
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
        """Begins at the end of the match, and asks the oracle."""
        self._show()
        self._judge()

    def on_unmount(self) -> None:
        """Ends the thinking."""
        self._oracle.close()

    @work
    async def _judge(self) -> None:
        try:
            self._review = await self.wait_for(self._oracle.run(lambda: review(self._match)))
        except AliquotError as problem:
            self._problem = str(problem)
        self._show()
        self._consult()

    @work(exclusive=True, group="study")
    async def _consult(self) -> None:
        """Asks the oracle about the position looked at."""
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
        """Shows another moment."""
        self._show()
        self._consult()

    def _show(self) -> None:
        study = self._studied.get(self.step) if self._studies else None
        self.query_one(Board).state = BoardState.of(self._match, self.step, study=study)
        players, outcome = self.query_one(MatchHeader), self._match.outcome
        players.title, players.names = f"{self._match.game.title}: review", self._names
        players.place = f"move {self.step} of {len(self._turns)}" if self.step else "before the first move"
        at_end = self.step == len(self._turns)
        players.winner = outcome.winner if outcome is not None and at_end else None
        players.to_move = None if at_end and outcome is not None else self._match.game.seat(self._position(self.step))
        strip = self.query_one(Strip)
        strip.names, strip.step = self._names, self.step
        strip.leaders = self._review.leaders if self._review is not None else ()
        judged = self._review.judgements if self._review is not None else ()
        history = self.query_one(HistoryList)
        history.entries = [
            MoveEntry(turn.seat, *sentences.spell(self._match.game, turn), judged[number].mark if judged else None)
            for number, turn in enumerate(self._turns)
        ]
        history.border_subtitle = players.place
        self.query_one("#verdict", Static).update(self._verdict())

    def _verdict(self) -> Content:
        if self._problem:
            return Content.styled(self._problem, "$warning")
        if self._review is None:
            return Content.styled("The oracle is looking at every move …", "$faint")
        if self.step == 0:
            lines = [turning_point(self._review, self._names)]
            lines += [accuracy(self._review, seat, self._names) for seat in SEATS]
            text = Content("\n".join(lines))
        elif self.step > len(self._review.judgements):
            return Content("")
        else:
            text = self._tell(self._review.judgements[self.step - 1])
        if self.step == len(self._turns) and self._match.outcome is not None:
            result = sentences.conclude(self._match, self._names)
            return Content.assemble(text, "\n", (result, "bold $success"))
        return text

    def _tell(self, judgement: Judgement) -> Content:
        sign, colour = MARKS[judgement.mark]
        who = (f"{SIGNS[judgement.seat]} {self._names[judgement.seat - 1]}", COLOURS[judgement.seat])
        what = Content.assemble(
            who, f" {judgement.spelt}", (sign, f"bold {colour}".strip()), (f" ({judgement.mark})  ", "$faint")
        )
        if judgement.mark is Mark.LOST:
            return Content.assemble(what, "Nothing could have won.")
        return Content.assemble(what, judgement.tell(self._names))

    @on(Strip.Clicked)
    def _go_to(self, event: Strip.Clicked) -> None:
        self.step = event.step

    def action_go(self, by: int) -> None:
        """Goes a move on or back."""
        self.step = min(max(self.step + by, 0), len(self._turns))

    def action_leap(self, end: int) -> None:
        """Goes to the start or to the end."""
        self.step = len(self._turns) if end else 0

    def action_turning_point(self) -> None:
        """Goes to the move that decided the match."""
        if self._review is not None and self._review.turning_point is not None:
            self.step = self._review.turning_point
        else:
            self.notify("Nobody gave anything away.")

    def action_study(self) -> None:
        """Shows or hides the letters on the board."""
        self._studies = not self._studies
        self._show()
