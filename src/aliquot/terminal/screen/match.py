"""The duel: one match after another on the board, with everything around it."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content

from aliquot.core.errors import AliquotError, IllegalMove
from aliquot.core.match import Match
from aliquot.core.outcome import other
from aliquot.oracle.hints import STEPS
from aliquot.play.series import SeriesSession, is_shallow, offers
from aliquot.play.session import MoveEvent, Session
from aliquot.reports import sentences
from aliquot.reports.study import Study
from aliquot.terminal.screen.analysis import Analysis
from aliquot.terminal.screen.base import BackgroundThread
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.dialogs import ChoiceDialog, ConfirmDialog
from aliquot.terminal.screen.match_widgets import COLOURS, SIGNS, HistoryList, HistoryStrip, JudgementCache, MatchHeader
from aliquot.terminal.screen.move_input import MoveInput, MoveScreen, Prompt
from aliquot.terminal.screen.rules import guide
from aliquot.terminal.screen.widgets import KeyBar

if TYPE_CHECKING:
    from aliquot.terminal.screen.app import AliquotApp

_TICK = 0.1
"""Seconds between two looks at the clock."""


class MatchScreen(MoveScreen):
    """Plays a series of one or more matches, and then another."""

    DEFAULT_CSS = """
    MatchScreen #middle { height: 1fr; }
    MatchScreen #side { width: 34; padding: 0 1 0 0; display: none; }
    MatchScreen.-wide #side { display: block; }
    MatchScreen.-wide HistoryStrip { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("s", "study", "Study"),
        Binding("u", "take_back", "Take back"),
        Binding("w", "swap", "Swap"),
        Binding("x", "resign", "Resign"),
        Binding("n", "again", "Again"),
        Binding("v", "review", "Review"),
        Binding("d", "deeper", "Deeper"),
        Binding("escape", "leave", "Home"),
    ]

    app: "AliquotApp"

    def __init__(self, series_session: SeriesSession) -> None:
        """Shows a series_session."""
        super().__init__()
        self._series_session = series_session
        # Two, so that the computer's move never waits for what somebody wants to know.
        self._oracle, self._computer_thread = BackgroundThread(), BackgroundThread()
        self._hinting = asyncio.Lock()
        """Held while a hint is worked out: the step of the next one follows from it."""
        self._studies = False
        self._study: Study | None = None
        self._judgements = JudgementCache()
        self._followed: Session | None = None

    # --- what is seen -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Players above, the board in the middle, the prompt below."""
        yield MatchHeader()
        with Horizontal(id="middle"):
            with Vertical(id="stage"):
                yield board_of(self._board_state())
            with Vertical(id="side"):
                yield HistoryList()
        yield Analysis()
        yield HistoryStrip()
        yield Prompt()
        yield KeyBar()

    def open(self) -> None:
        """Lets the clocks tick, tells how a coin fell, and lets the first turn begin."""
        self.set_interval(_TICK, self._tick)
        if self._series_session.coin is not None:
            self.show_message(f"The coin shows {self._series_session.coin}: {self._session.name(1)} moves first.")
        self._go_on()

    def on_unmount(self) -> None:
        """Leaves the match where others can take it up."""
        self._oracle.close()
        self._computer_thread.close()
        self._series_session.close()

    @property
    def _session(self) -> Session:
        return self._series_session.session

    @property
    def _match(self) -> Match[Any, Any]:
        return self._series_session.session.match

    @property
    def _is_human(self) -> bool:
        """Whether a person may choose now: not before the clock runs, where there is one."""
        return self._session.awaits_person and not self._waits

    @property
    def _waits(self) -> bool:
        """Whether a clock is to be started by the person whose time it is."""
        session = self._session
        return session.clock is not None and session.awaits_person and not session.is_started

    def _board_state(self) -> BoardState:
        return BoardState.of(self._match, is_open=self._is_human, study=self._study if self._studies else None)

    def _show(self) -> None:
        """Hands everything down to what shows it."""
        match, session = self._match, self._session
        self.query_one(Board).state = self._board_state()
        players = self.query_one(MatchHeader)
        players.title, players.names, players.place = match.game.title, session.names, _place(self._series_session)
        players.to_move = match.seat if match.outcome is None else None
        players.winner = match.outcome.winner if match.outcome is not None else None
        self._show_clocks()
        entries = self._judgements.entries(match, marked=self._studies or match.outcome is not None)
        self.query_one(HistoryList).entries = self.query_one(HistoryStrip).entries = entries
        study = self._study if self._studies else None
        self.query_one(Analysis).tell(f"{study.text} {study.partners_text}".strip() if study is not None else "")
        prompt = self.query_one(Prompt)
        prompt.question, prompt.accepts_input = self._question(), self._is_human
        self.refresh_bindings()

    def _question(self) -> Content:
        match = self._match
        if match.outcome is not None:
            again = "for a rematch" if self._series_session.is_decided else "for the next game"
            back = "   [bold $primary]v[/] to look back at it" if self._series_session.can("review") else ""
            deeper = "   [bold $primary]d[/] for something deeper" if self.can("deeper") else ""
            return Content.from_markup(f"[bold $primary]n[/] {again}{back}{deeper}")
        who = (f"{SIGNS[match.seat]} {self._session.name(match.seat)}", f"bold {COLOURS[match.seat]}")
        if self._waits:
            return Content.assemble(who, ", are you ready?  ", ("Enter", "bold $primary"), " starts the clock.")
        if not self._is_human:
            return Content.assemble(who, " is thinking …")
        return Content.assemble(who, ": ", match.game.view(match.position).asks, ".")

    def _show_clocks(self) -> None:
        if (clock := self._session.clock) is not None:
            self.query_one(MatchHeader).clocks = (
                sentences.format_time(clock.remaining(1)),
                sentences.format_time(clock.remaining(2)),
            )

    # --- how it goes on -----------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Shows where the match stands and lets whoever is to move move."""
        if self._followed is not self._session:
            self._followed = self._session
            self._session.on_save_change = self._show_save_change
            if self._match.turns or not self._session.series_round or self._session.series_round.number == 1:
                self._session.start()  # Later games of a series wait for whoever has the first move.
        self._study = None
        self.clear_typed()
        self._show()
        if self._match.outcome is not None:
            self._conclude()
        elif self._session.awaits_person:
            self.focus_board()
        else:
            self._let_computer_move()
        self._consult()

    def _show_save_change(self, message: str) -> None:
        self.notify(message, severity="warning" if self._session.save_problem else "information", markup=False)

    @work(exclusive=True, group="computer")
    async def _let_computer_move(self) -> None:
        """Waits for the computer while everything else goes on."""
        session, turns = self._session, self._match.ply
        if self._series_session.setup.pace:
            await asyncio.sleep(self._series_session.setup.pace)
        if not self._is_still(session, turns):
            return
        thought = await self.wait_for(self._computer_thread.run(session.prepare_choice()))
        if self._is_still(session, turns):
            name = session.name(session.match.seat)
            event = session.play_choice(thought)
            if isinstance(event, MoveEvent):
                news = f"{self._series_session.notice} " if turns == 0 and self._series_session.notice else ""
                self.show_message(f"{news}{name} played {sentences.turn_texts(session.match.game, event.turn)[0]}.")
            self._go_on()

    def _is_still(self, session: Session, turns: int) -> bool:
        """Whether a match goes on and nothing has happened in it since it had so many turns."""
        return session is self._session and session.outcome is None and session.match.ply == turns

    def _conclude(self) -> None:
        self._series_session.count_result()
        result = sentences.result_sentence(self._match, self._session.names, self._session.kinds)
        if self._series_session.series.best_of > 1 and self._series_session.champion is not None:
            won, lost = max(self._series_session.series.score), min(self._series_session.series.score)
            result = f"{result} {self._series_session.champion.name} wins the series {won} to {lost}."
        self.show_message(result, "good")
        self._show()

    @work(exclusive=True, group="study")
    async def _consult(self) -> None:
        """Asks the oracle about the position and the moves, where that may be shown."""
        match = self._match
        if not (self._studies or match.outcome is not None):
            return
        position, names = match.position, self._session.names
        try:
            if self._studies and match.outcome is None:
                with self.query_one(Analysis).analysing():
                    self._study = await self.wait_for(self._oracle.run(lambda: Study.of(match.game, position, names)))
                self._show()  # What is still missing is no reason to wait with what is there.
            for number in self._judgements.missing(match):
                await self.wait_for(self._oracle.run(partial(self._judgements.add, match, number)))
        except AliquotError as problem:
            if self._studies:
                self.show_message(str(problem), "warning")
        if match is self._match and position == match.position:
            self._show()

    def _tick(self) -> None:
        """Looks at the clock."""
        clock = self._session.clock
        if clock is None or self._match.outcome is not None:
            return
        self._show_clocks()
        if self._session.flag() is not None:
            self._go_on()

    # --- what people do -----------------------------------------------------------------------------

    @property
    def move_input(self) -> MoveInput | None:
        """Where the person to move may choose."""
        match = self._match
        return MoveInput(match.game, match.position, match.penalty == "forfeit") if self._is_human else None

    def play(self, move: Any) -> None:
        """Makes a move for the person to move."""
        try:
            self._session.play(move)
        except IllegalMove as problem:
            self.clear_typed()
            self.show_message(str(problem), "warning")
            return
        self.show_message("")
        self._go_on()

    @work(group="hint")
    async def action_hint(self) -> None:
        """Gives the next step of a hint."""
        session = self._session
        async with self._hinting:
            try:
                with self.query_one(Analysis).analysing():
                    hint = await self.wait_for(self._oracle.run(lambda: session.prepare_hint()()))
            except AliquotError as problem:
                self.show_message(str(problem), "warning")
                return
            if session is self._session and (given := session.add_hint(hint)) is not None:
                more = "   (h again for more)" if given.step < STEPS else ""
                self.show_message(f"Hint {given.step} of {STEPS}: {given.text}{more}")

    def action_study(self) -> None:
        """Shows or hides what the oracle knows."""
        if not self._session.hints_allowed and self._match.outcome is None:
            self.show_message("Hints are off in this game: study it when it is over.", "warning")
            return
        self._studies = not self._studies
        self._show()
        self._consult()

    @work(exclusive=True, group="dialog")
    async def action_take_back(self) -> None:
        """Takes a move back, answered by a computer or not at all; between people, the other is asked."""
        session, taker = self._session, self._series_session.take_back_seat
        if taker is None:
            return
        opponent = other(taker)
        if session.is_human(opponent):
            move, who = sentences.turn_texts(session.match.game, session.match.turns[-1])[0], session.name(taker)
            if not await self.app.push_screen_wait(
                ConfirmDialog(f"{session.name(opponent)}, may {who} take {move} back?", "yes", "no")
            ):
                self.show_message(f"{session.name(opponent)} does not agree.")
                return
        # A computer may have answered in the meantime: then its answer goes, too.
        if session is self._session and session.take_back_count(taker):
            session.take_back(taker)
            self.show_message("Taken back.")
            self._go_on()

    def action_swap(self) -> None:
        """Takes the first move over, where the pie rule allows it."""
        swap = self._match.game.view(self._match.position).swap
        if swap is not None and self._is_human:
            self.play(swap.move)

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Gives the game up, after a question."""
        session = self._session
        seat = session.match.seat if self._is_human else other(session.match.seat)
        name = session.name(seat)
        resigns = await self.app.push_screen_wait(ConfirmDialog(f"{name}, do you want to resign?", "resign", "play on"))
        if resigns and session is self._session and session.outcome is None:
            session.resign(seat)
            self.show_message("")
            self._go_on()

    @work(exclusive=True, group="again")
    async def action_again(self) -> None:
        """Begins the next game of the series, or another match with the seats swapped."""
        self._series_session.advance()
        self._judgements.clear()
        self._studies = self._studies and self._session.hints_allowed
        self.show_message(self._series_session.notice)
        if self._series_session.notice:
            stage = self.query_one("#stage", Vertical)
            await self.wait_for(stage.remove_children())
            await self.wait_for(stage.mount(board_of(self._board_state())))
        self._go_on()

    @work(exclusive=True, group="dialog")
    async def action_deeper(self) -> None:
        """Offers what goes deeper than one number does."""
        offered = offers(self._series_session.setup)
        choice = await self.app.push_screen_wait(
            ChoiceDialog(
                "One number is won in a move, once you know the trick. These are not:",
                [(o.title, o.line) for o in offered],
            )
        )
        if choice is not None:
            self.dismiss()
            self.app.play(offered[choice].setup)

    def help_text(self) -> Content:
        """The rules and the signs."""
        return guide(self._match.game, self._match.game.view(self._match.position))

    def action_review(self) -> None:
        """Opens the review of the finished match."""
        from aliquot.terminal.screen.review import ReviewScreen

        self.app.push_screen(ReviewScreen(self._match, self._session.names))

    def can(self, action: str) -> bool:
        """Offers what can be done now."""
        if action == "deeper":
            return (
                self._series_session.can("again")
                and self._series_session.is_decided
                and is_shallow(self._series_session.setup.game)
            )
        return self._series_session.can(action)

    def action_play(self) -> None:
        """Starts the clock where it waits for that; otherwise plays what was typed or pointed at."""
        if self._waits:
            self._session.start()
            self._go_on()
        else:
            super().action_play()


def _place(series_session: SeriesSession) -> str:
    """Which game of the series it is, and the score; nothing for a single game."""
    if series_session.series.best_of == 1:
        return ""
    (one, two), (won, lost) = series_session.players, series_session.series.score
    number = series_session.session.series_round.number if series_session.session.series_round else 1
    return f"Game {number} of at most {series_session.series.best_of}   {one.name} {won} : {lost} {two.name}"
