"""The duel: one match after another on the board, with everything around it."""

import asyncio
from functools import partial
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from aliquot.core.errors import AliquotError, IllegalMove
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, other
from aliquot.core.player import HUMAN
from aliquot.games.swap import Swap
from aliquot.oracle.coach import STEPS
from aliquot.terminal.screen import wording
from aliquot.terminal.screen.background import Thinker
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.choosing import Choosing, ChoosingScreen
from aliquot.terminal.screen.contest import Contest
from aliquot.terminal.screen.dialog import Ask
from aliquot.terminal.screen.history import HistoryList, HistoryStrip
from aliquot.terminal.screen.players import COLOURS, SIGNS, Players
from aliquot.terminal.screen.prompt import Prompt
from aliquot.terminal.screen.scene import Scene, Study
from aliquot.terminal.sitting import Sitting
from aliquot.terminal.words import tell_time

_TICK = 0.1
"""Seconds between two looks at the clock."""


class DuelScreen(ChoosingScreen):
    """Plays a series of one or more matches, and then another."""

    DEFAULT_CSS = """
    DuelScreen #middle { height: 1fr; }
    DuelScreen #side { width: 34; padding: 0 1 0 0; display: none; }
    DuelScreen #study { height: auto; max-height: 6; padding: 0 1; background: $panel 40%; display: none; }
    DuelScreen.-wide #side { display: block; }
    DuelScreen.-wide HistoryStrip { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("s", "study", "Study"),
        Binding("u", "take_back", "Take back"),
        Binding("w", "swap", "Swap"),
        Binding("x", "resign", "Resign"),
        Binding("n", "again", "Again"),
        Binding("v", "review", "Review"),
        Binding("escape", "leave", "Home"),
    ]

    def __init__(self, contest: Contest) -> None:
        """Shows a contest."""
        super().__init__()
        self._contest = contest
        # Two, so that the computer's move never waits for what somebody wants to know.
        self._thinker, self._computer = Thinker(), Thinker()
        self._studies = False
        self._study: Study | None = None

    # --- what is seen -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Players above, the board in the middle, the prompt below."""
        yield Players()
        with Horizontal(id="middle"):
            with Vertical(id="stage"):
                yield board_of(self._scene())
            with Vertical(id="side"):
                yield HistoryList()
        yield Static(id="study", markup=False)
        yield HistoryStrip()
        yield Prompt()
        yield Footer(show_command_palette=False)

    def open(self) -> None:
        """Begins."""
        self.set_interval(_TICK, self._tick)
        if self._contest.coin is not None:
            self.say(f"The coin shows {self._contest.coin}: {self._sitting.name(1)} moves first.")
        self._go_on()

    def on_unmount(self) -> None:
        """Leaves the match where others can take it up."""
        self._thinker.close()
        self._computer.close()
        self._save()
        self._sitting.close()

    @property
    def _sitting(self) -> Sitting:
        return self._contest.sitting

    @property
    def _match(self) -> Match[Any, Any]:
        return self._contest.sitting.match

    @property
    def _is_human(self) -> bool:
        return self._contest.is_human

    def _scene(self) -> Scene:
        return Scene.of(self._match, is_open=self._is_human, study=self._study if self._studies else None)

    def _show(self) -> None:
        """Hands everything down to what shows it."""
        match, sitting = self._match, self._sitting
        self.query_one(Board).scene = self._scene()
        players = self.query_one(Players)
        players.title, players.names, players.place = match.game.title, sitting.names, self._contest.place
        players.to_move = match.seat if match.outcome is None else None
        players.winner = match.outcome.winner if match.outcome is not None else None
        self._show_clocks()
        lines = self._contest.lines(marked=self._studies or match.outcome is not None)
        self.query_one(HistoryList).lines = self.query_one(HistoryStrip).lines = lines
        study = self.query_one("#study", Static)
        study.display = self._studies and self._study is not None
        if self._study is not None:
            study.update(f"{'W' if self._study.wins else 'L'} for {sitting.name(match.seat)}. {self._study.reason}")
        prompt = self.query_one(Prompt)
        prompt.question, prompt.is_open = self._question(), self._is_human
        self.refresh_bindings()

    def _question(self) -> Content:
        match = self._match
        if match.outcome is not None:
            again = "for a rematch with seats swapped" if self._contest.is_decided else "for the next game"
            back = "   [bold $primary]v[/] to look back at it" if self._contest.can("review") else ""
            return Content.from_markup(f"[bold $primary]n[/] {again}{back}")
        who = (f"{SIGNS[match.seat]} {self._sitting.name(match.seat)}", f"bold {COLOURS[match.seat]}")
        if not self._is_human:
            return Content.assemble(who, " is thinking …")
        return Content.assemble(who, ": ", wording.ask(match.game, match.position), ".")

    def _show_clocks(self) -> None:
        if (clock := self._sitting.clock) is not None:
            self.query_one(Players).clocks = (tell_time(clock.remaining(1)), tell_time(clock.remaining(2)))

    # --- how it goes on -----------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Shows where the match stands and lets whoever is to move move."""
        self._study = None
        self.forget_typed()
        self._save()
        self._show()
        if self._match.outcome is not None:
            self._conclude()
        elif not self._is_human:
            self._let_computer_move()
        else:
            self.focus_board()
            if self._sitting.clock is not None:
                self._sitting.clock.start(self._match.seat)
        self._consult()

    def _save(self) -> None:
        try:
            self._sitting.save()
        except AliquotError as problem:
            self.notify(f"This game is not being saved: {problem}", severity="warning", markup=False)

    @work(exclusive=True, group="computer")
    async def _let_computer_move(self) -> None:
        """Waits for the computer while everything else goes on."""
        sitting, turns = self._sitting, len(self._match.turns)
        if self._contest.setup.pace:
            await asyncio.sleep(self._contest.setup.pace)
        thought = await self.wait_for(self._computer.ask(sitting.think))
        if sitting is self._sitting and sitting.match.outcome is None and len(sitting.match.turns) == turns:
            name = sitting.name(sitting.match.seat)
            sitting.settle(thought)
            if len(sitting.match.turns) > turns:
                self.say(f"{name} played {wording.spell(sitting.match, turns)[0]}.")
            self._go_on()

    def _conclude(self) -> None:
        self.say(self._contest.conclude(), "good")
        self._show()

    @work(exclusive=True, group="study")
    async def _consult(self) -> None:
        """Asks the oracle about the position and the moves, where that may be shown."""
        match = self._match
        if not (self._studies or match.outcome is not None):
            return
        position = match.position
        try:
            if self._studies and match.outcome is None:
                self._study = await self.wait_for(self._thinker.ask(lambda: Study.of(match.game, position)))
            for number in self._contest.unjudged():
                await self.wait_for(self._thinker.ask(partial(self._contest.judge, number)))
        except AliquotError as problem:
            if self._studies:
                self.say(str(problem), "warning")
        if match is self._match and position == match.position:
            self._show()

    def _tick(self) -> None:
        """Looks at the clock."""
        clock = self._sitting.clock
        if clock is None or self._match.outcome is not None:
            return
        self._show_clocks()
        if self._is_human and not clock.remaining(self._match.seat):
            self._match.concede(Ending.OUT_OF_TIME)
            self._go_on()

    # --- what people do -----------------------------------------------------------------------------

    @property
    def choosing(self) -> Choosing | None:
        """Where the person to move may choose."""
        match = self._match
        return Choosing(match.game, match.position, match.penalty == "forfeit") if self._is_human else None

    def play(self, move: Any) -> None:
        """Makes a move for the person to move."""
        seat = self._match.seat
        try:
            self._match.play(move)
        except IllegalMove as problem:
            self.forget_typed()
            self.say(str(problem), "warning")
            return
        if self._sitting.clock is not None:
            self._sitting.clock.moved(seat)
        self.say("")
        self._go_on()

    @work(group="hint")
    async def action_hint(self) -> None:
        """Gives the next step of a hint."""
        sitting = self._sitting
        if not sitting.allows_hints:
            self.say("This is a serious game: there are no hints.", "warning")
            return
        turns = len(sitting.match.turns)
        try:
            told = await self.wait_for(self._thinker.ask(sitting.hint))
        except AliquotError as problem:
            self.say(str(problem), "warning")
            return
        if sitting is self._sitting and turns == len(sitting.match.turns):
            more = "   (h again for more)" if sitting.hint_step < STEPS else ""
            self.say(f"Hint {sitting.hint_step} of {STEPS}: {told}{more}")
            self._save()

    def action_study(self) -> None:
        """Shows or hides what the oracle knows."""
        if not self._sitting.allows_hints and self._match.outcome is None:
            self.say("This is a serious game: there is no study until it is over.", "warning")
            return
        self._studies = not self._studies
        self._show()
        self._consult()

    @work(exclusive=True, group="dialog")
    async def action_take_back(self) -> None:
        """Takes back to the last turn of whoever is to move; between people, the other is asked."""
        sitting = self._sitting
        opponent = other(sitting.match.seat)
        if sitting.kinds[opponent - 1] == HUMAN and not await self.app.push_screen_wait(
            Ask(f"{sitting.name(opponent)}, do you agree to take back both your last moves?", "agree", "do not")
        ):
            self.say(f"{sitting.name(opponent)} does not agree.")
            return
        if sitting.can_take_back and sitting is self._sitting:
            sitting.take_back()
            self.say("Taken back.")
            self._go_on()

    def action_swap(self) -> None:
        """Takes the first move over, where the pie rule allows it."""
        if isinstance(self._match.game, Swap) and self._contest.can("swap"):
            self.play(self._match.game.swap_move)

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Gives the game up, after a question."""
        sitting = self._sitting
        seat = sitting.match.seat if self._is_human else other(sitting.match.seat)
        name = sitting.name(seat)
        resigns = await self.app.push_screen_wait(Ask(f"{name}, do you give up this game?", "resign", "play on"))
        if resigns and sitting is self._sitting and sitting.match.outcome is None:
            sitting.match.concede(Ending.RESIGNED, seat)
            self.say("")
            self._go_on()

    def action_again(self) -> None:
        """Begins the next game of the series, or another match with the seats swapped."""
        self._contest.again()
        self._studies = self._studies and self._sitting.allows_hints
        self.say("")
        self._go_on()

    def action_review(self) -> None:
        """Opens the review of the finished match."""
        from aliquot.terminal.screen.review import ReviewScreen

        self.app.push_screen(ReviewScreen(self._match, self._sitting.names))

    def can(self, action: str) -> bool:
        """Offers what can be done now."""
        return self._contest.can(action)
