"""The match screen: the matches of a series, one after the other, with board, history, hints and study."""

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
from aliquot.games import title_of
from aliquot.oracle.hints import STEPS
from aliquot.play.series import SeriesSession, is_shallow, offers
from aliquot.play.session import MoveEvent, Session
from aliquot.reports import sentences
from aliquot.reports.study import Study
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.base import BackgroundThread
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board, BoardState
from aliquot.terminal.screen.dialogs import ChoiceDialog, ConfirmDialog
from aliquot.terminal.screen.match_widgets import (
    COLOURS,
    SIGNS,
    Analysis,
    HistoryList,
    HistoryStrip,
    JudgementCache,
    MatchHeader,
    guide,
)
from aliquot.terminal.screen.move_input import MoveInput, MoveScreen, Prompt
from aliquot.terminal.screen.widgets import KeyBar

if TYPE_CHECKING:
    from aliquot.terminal.screen.app import AliquotApp

_TICK = 0.1
"""Seconds between two updates of the clocks."""


class MatchScreen(MoveScreen):
    """A series of one or more matches, and its rematches."""

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
        """Show the matches of a series."""
        super().__init__()
        self._series_session = series_session
        # Two threads, so that the computer's move never waits for a hint or a study.
        self._oracle, self._computer_thread = BackgroundThread(), BackgroundThread()
        self._hint_lock = asyncio.Lock()
        """Held while a hint is computed: the next hint depends on how many there were."""
        self._is_studying = False
        self._study: Study | None = None
        self._judgements = JudgementCache()
        self._shown_session: Session | None = None

    # --- display ------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the players, the board with the history beside it, and the prompt."""
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
        """Start the clocks, name the result of the toss, and begin the first turn."""
        self.set_interval(_TICK, self._tick)
        if self._series_session.coin is not None:
            self.show_message(texts.COIN.format(side=self._series_session.coin, name=self._session.name(1)))
        self._go_on()

    def on_unmount(self) -> None:
        """Release the match, so that it can be resumed elsewhere."""
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
        """True if a person may move now; not before their clock runs."""
        return self._session.awaits_person and not self._clock_is_waiting

    @property
    def _clock_is_waiting(self) -> bool:
        """True if the player to move has yet to start the clock."""
        session = self._session
        return session.clock is not None and session.awaits_person and not session.is_started

    def _board_state(self) -> BoardState:
        return BoardState.of(self._match, is_open=self._is_human, study=self._study if self._is_studying else None)

    def _show(self) -> None:
        """Update all widgets from the state of the match."""
        match, session = self._match, self._session
        self.query_one(Board).state = self._board_state()
        header = self.query_one(MatchHeader)
        header.title, header.names, header.status = (
            title_of(match.game),
            session.names,
            _series_status(self._series_session),
        )
        header.to_move = match.seat if match.outcome is None else None
        header.winner = match.outcome.winner if match.outcome is not None else None
        self._show_clocks()
        entries = self._judgements.entries(match, marked=self._is_studying or match.outcome is not None)
        self.query_one(HistoryList).entries = self.query_one(HistoryStrip).entries = entries
        study = self._study if self._is_studying else None
        self.query_one(Analysis).show_text(f"{study.text} {study.partners_text}".strip() if study is not None else "")
        prompt = self.query_one(Prompt)
        prompt.question, prompt.accepts_input = self._question(), self._is_human
        self.refresh_bindings()

    def _question(self) -> Content:
        match = self._match
        if match.outcome is not None:
            lines = [texts.REMATCH if self._series_session.is_decided else texts.NEXT_GAME]
            lines += [texts.REVIEW] if self._series_session.can("review") else []
            lines += [texts.DEEPER] if self.can("deeper") else []
            return Content("   ").join(map(Content.from_markup, lines))
        who = Content.styled(f"{SIGNS[match.seat]} {self._session.name(match.seat)}", f"bold {COLOURS[match.seat]}")
        if self._clock_is_waiting:
            return Content.from_markup(texts.READY, who=who)
        if not self._is_human:
            return Content.from_markup(texts.THINKING, who=who)
        return Content.from_markup(texts.ASK_MOVE, who=who, request=match.game.view(match.position).prompt)

    def _show_clocks(self) -> None:
        if (clock := self._session.clock) is not None:
            self.query_one(MatchHeader).clocks = (
                sentences.format_time(clock.remaining(1)),
                sentences.format_time(clock.remaining(2)),
            )

    # --- turns --------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Show the position and begin the turn of the player to move, or end the match."""
        if self._shown_session is not self._session:
            self._shown_session = self._session
            self._session.report_saving_to(self._show_save_change)
            if self._match.turns or not self._session.series_round or self._session.series_round.number == 1:
                self._session.start()  # Later games of a series wait until the first player is ready.
        self._study = None
        self.clear_typed()
        self._show()
        if self._match.outcome is not None:
            self._conclude()
        elif self._session.awaits_person:
            self.focus_board()
        else:
            self._let_computer_move()
        self._update_study()

    def _show_save_change(self, message: str) -> None:
        self.notify(message, severity="warning" if self._session.save_problem else "information", markup=False)

    @work(exclusive=True, group="computer")
    async def _let_computer_move(self) -> None:
        """Play the computer's move when it is ready; the screen stays usable."""
        session, turns = self._session, self._match.ply
        if self._series_session.setup.pace:
            await asyncio.sleep(self._series_session.setup.pace)
        if not self._is_unchanged(session, turns):
            return
        choice = await self.wait_for(self._computer_thread.run(session.prepare_choice()))
        if self._is_unchanged(session, turns):
            name = session.name(session.match.seat)
            event = session.play_choice(choice)
            if isinstance(event, MoveEvent):
                notice = self._series_session.notice if turns == 0 else ""
                move = sentences.turn_texts(session.match.game, event.turn)[0]
                template = texts.NOTICE_PLAYED if notice else texts.PLAYED
                self.show_message(template.format(notice=notice, name=name, move=move))
            self._go_on()

    def _is_unchanged(self, session: Session, turns: int) -> bool:
        """Return whether a match goes on and still has so many turns."""
        return session is self._session and session.outcome is None and session.match.ply == turns

    def _conclude(self) -> None:
        self._series_session.count_result()
        result = sentences.result_sentence(self._match, self._session.names, self._session.kinds)
        if self._series_session.series.best_of > 1 and self._series_session.champion is not None:
            lost, won = sorted(self._series_session.series.score)
            result = texts.SERIES_WON.format(result=result, name=self._series_session.champion.name, won=won, lost=lost)
        self.show_message(result, "good")
        self._show()

    @work(exclusive=True, group="study")
    async def _update_study(self) -> None:
        """Ask the oracle about the position and the moves, if study is on or the match is over."""
        match = self._match
        if not (self._is_studying or match.outcome is not None):
            return
        position, names = match.position, self._session.names
        try:
            if self._is_studying and match.outcome is None:
                with self.query_one(Analysis).analysing():
                    self._study = await self.wait_for(self._oracle.run(lambda: Study.of(match.game, position, names)))
                self._show()  # The verdict is shown before the marks of the moves are known.
            for number in self._judgements.missing(match):
                await self.wait_for(self._oracle.run(partial(self._judgements.add, match, number)))
        except AliquotError as problem:
            if self._is_studying:
                self.show_message(str(problem), "warning")
        if match is self._match and position == match.position:
            self._show()

    def _tick(self) -> None:
        """Update the clocks and end the match when one has run out."""
        clock = self._session.clock
        if clock is None or self._match.outcome is not None:
            return
        self._show_clocks()
        if self._session.flag() is not None:
            self._go_on()

    # --- actions ------------------------------------------------------------------------------------

    @property
    def move_input(self) -> MoveInput | None:
        """The position in which a person may move now, or None."""
        match = self._match
        return MoveInput(match.game, match.position, match.penalty == "forfeit") if self._is_human else None

    def play(self, move: Any) -> None:
        """Play a move for the player to move; explain it if it is illegal."""
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
        """Show the next step of a hint."""
        session = self._session
        async with self._hint_lock:
            try:
                with self.query_one(Analysis).analysing():
                    hint = await self.wait_for(self._oracle.run(lambda: session.prepare_hint()()))
            except AliquotError as problem:
                self.show_message(str(problem), "warning")
                return
            if session is self._session and (step := session.add_hint(hint)) is not None:
                template = texts.HINT_MORE if step.step < STEPS else texts.HINT
                self.show_message(template.format(step=step.step, steps=STEPS, text=step.text))

    def action_study(self) -> None:
        """Show or hide the verdict of the oracle."""
        if not self._session.hints_allowed and self._match.outcome is None:
            self.show_message(texts.NO_STUDY, "warning")
            return
        self._is_studying = not self._is_studying
        self._show()
        self._update_study()

    @work(exclusive=True, group="dialog")
    async def action_take_back(self) -> None:
        """Take back the last move of a person; a human opponent is asked first."""
        session, taker = self._session, self._series_session.take_back_seat
        if taker is None:
            return
        opponent = other(taker)
        if session.is_human(opponent):
            move = sentences.turn_texts(session.match.game, session.match.turns[-1])[0]
            names = {"opponent": session.name(opponent), "name": session.name(taker)}
            if not await self.app.push_screen_wait(ConfirmDialog(texts.ASK_TAKE_BACK.format(**names, move=move))):
                self.show_message(texts.TAKE_BACK_REFUSED.format(**names))
                return
        # A computer may have replied in the meantime: then its move is taken back, too.
        if session is self._session and session.take_back_count(taker):
            session.take_back(taker)
            self.show_message(texts.TAKEN_BACK)
            self._go_on()

    def action_swap(self) -> None:
        """Take over the first move, if the pie rule allows it."""
        swap = self._match.game.view(self._match.position).swap
        if swap is not None and self._is_human:
            self.play(swap.move)

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Resign after a question."""
        session = self._session
        seat = session.match.seat if self._is_human else other(session.match.seat)
        question = texts.ASK_RESIGN.format(name=session.name(seat))
        resigns = await self.app.push_screen_wait(ConfirmDialog(question, texts.RESIGN, texts.PLAY_ON))
        if resigns and session is self._session and session.outcome is None:
            session.resign(seat)
            self.show_message("")
            self._go_on()

    @work(exclusive=True, group="again")
    async def action_again(self) -> None:
        """Start the next game of the series, or a rematch with the seats swapped."""
        self._series_session.advance()
        self._judgements.clear()
        self._is_studying = self._is_studying and self._session.hints_allowed
        self.show_message(self._series_session.notice)
        if self._series_session.notice:
            stage = self.query_one("#stage", Vertical)
            await self.wait_for(stage.remove_children())
            await self.wait_for(stage.mount(board_of(self._board_state())))
        self._go_on()

    @work(exclusive=True, group="dialog")
    async def action_deeper(self) -> None:
        """Offer games that are deeper than one number."""
        games = offers(self._series_session.setup)
        choices = [(game.title, game.line) for game in games]
        index = await self.app.push_screen_wait(ChoiceDialog(texts.DEEPER_TITLE, choices))
        if index is not None:
            self.dismiss()
            self.app.play(games[index].setup)

    def help_text(self) -> Content:
        """Return the rules and the signs on the board."""
        return guide(self._match.game, self._match.game.view(self._match.position))

    def action_review(self) -> None:
        """Open the review of the finished match."""
        from aliquot.terminal.screen.review import ReviewScreen

        self.app.push_screen(ReviewScreen(self._match, self._session.names))

    def can(self, action: str) -> bool:
        """Return whether an action is available now."""
        if action == "deeper":
            return (
                self._series_session.can("again")
                and self._series_session.is_decided
                and is_shallow(self._series_session.setup.game)
            )
        return self._series_session.can(action)

    def action_play(self) -> None:
        """Start the clock if it is waiting, otherwise play the move that is typed or under the cursor."""
        if self._clock_is_waiting:
            self._session.start()
            self._go_on()
        else:
            super().action_play()


def _series_status(series_session: SeriesSession) -> str:
    """Return the number of the game in the series and the score; nothing for a single game."""
    if series_session.series.best_of == 1:
        return ""
    (one, two), (won, lost) = series_session.players, series_session.series.score
    number = series_session.session.series_round.number if series_session.session.series_round else 1
    return texts.SERIES.format(
        number=number, length=series_session.series.best_of, one=one.name, won=won, lost=lost, two=two.name
    )
