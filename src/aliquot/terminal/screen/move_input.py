"""Entering a move: by typing it, with the cursor or with the mouse, with a preview of what it does."""

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.game import AnyGame
from aliquot.reports.sentences import move_sentence
from aliquot.terminal.screen.base import BaseScreen, is_closing
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import Grid, MoveChosen, MoveHighlighted

MOVE_CHARACTERS = "0123456789/-"
"""What choices are typed with."""
_LONGEST = 40
"""More than this cannot be typed as one choice."""


@dataclass(frozen=True, slots=True)
class MoveInput:
    """Where somebody may choose."""

    game: AnyGame
    position: Any
    loses: bool = False
    """Whether an illegal choice loses the game."""

    def consequence(self, move: Any) -> str:
        """What a legal move would do."""
        view = self.game.view(self.position)
        return move_sentence("Enter", view, view.option(move))

    def weigh(self, text: str) -> str:
        """What playing a typed text would do, or why it cannot be played."""
        try:
            move = self.game.parse(self.position, text)
            self.game.play(self.position, move)
        except InvalidMove as problem:
            return str(problem)
        except IllegalMove as problem:
            return f"{problem} Playing it would lose the game." if self.loses else str(problem)
        return self.consequence(move)


class MoveScreen(BaseScreen):
    """A screen with a board and a prompt, on which moves are chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play the choice", show=False, key_display="Enter"),
        Binding("backspace", "erase", "Erase what is typed", show=False, key_display="Backspace"),
    ]

    @property
    def move_input(self) -> MoveInput | None:
        """Where somebody may choose now, or None."""
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Takes a choice, legal or not."""
        raise NotImplementedError

    def show_message(self, message: str, tone: str = "") -> None:
        """Says something above the prompt."""
        prompt = self.query_one(Prompt)
        prompt.message, prompt.tone = message, tone

    def focus_board(self) -> None:
        """Puts the cursor on the board."""
        grids = [grid for grid in self.query(Grid) if grid.display]
        if grids and self.focused not in grids:
            grids[0].focus()

    def on_key(self, event: events.Key) -> None:
        """Collects what is typed."""
        if (
            self.is_ready
            and self.move_input is not None
            and event.character is not None
            and event.character in MOVE_CHARACTERS
        ):
            event.stop()
            self.type_character(event.character)

    def type_character(self, character: str) -> None:
        """Takes a character of a choice in the making."""
        prompt = self.query_one(Prompt)
        if len(prompt.typed) < _LONGEST:
            prompt.typed += character
            self._weigh_typed()

    def clear_typed(self) -> None:
        """Clears what was typed."""
        prompt = self.query_one(Prompt)
        prompt.typed = prompt.effect = ""
        self._weigh_pointed()

    def _weigh_typed(self) -> None:
        """Says what the typed choice would do, and points at it."""
        prompt, here = self.query_one(Prompt), self.move_input
        if not prompt.typed or here is None:
            self.clear_typed()
            return
        prompt.effect = f"   {here.weigh(prompt.typed)}"
        try:
            move = here.game.parse(here.position, prompt.typed)
        except InvalidMove:
            return
        if here.game.is_legal(here.position, move):
            for board in self.query(Board):  # In a hurry, what is typed may come before the board.
                board.point(move)

    @on(MoveHighlighted)
    def _follow(self, event: MoveHighlighted) -> None:
        """Goes by where the cursor is now: of several grids, only one has it."""
        event.stop()
        self._weigh_pointed()

    def on_descendant_focus(self) -> None:
        """Goes by the cursor of another grid."""
        if self.is_ready:
            self._weigh_pointed()

    def _weigh_pointed(self) -> None:
        """Says what the choice under the cursor would do."""
        here, prompt = self.move_input, self.query_one(Prompt)
        if prompt.typed or here is None:
            return
        for board in self.query(Board):
            move = board.pointed
            legal = move is not None and here.game.is_legal(here.position, move)
            prompt.effect = here.consequence(move) if legal else ""

    @on(MoveChosen)
    def _choose(self, event: MoveChosen) -> None:
        """Plays what was chosen on the board; what cannot be chosen there is explained, and never costs a game."""
        event.stop()
        here = self.move_input
        if here is None:
            return
        try:
            here.game.play(here.position, event.move)
        except IllegalMove as problem:
            self.show_message(str(problem), "warning")
        else:
            self.play(event.move)

    def action_play(self) -> None:
        """Plays what was typed, or what the cursor is on."""
        prompt, here = self.query_one(Prompt), self.move_input
        if here is None:
            return
        if not prompt.typed:
            for board in self.query(Board):
                board.choose()
            return
        try:
            move = here.game.parse(here.position, prompt.typed)
        except InvalidMove as problem:
            self.show_message(str(problem), "warning")
            self.clear_typed()
        else:
            self.play(move)

    def action_erase(self) -> None:
        """Takes the last typed character back."""
        prompt = self.query_one(Prompt)
        prompt.typed = prompt.typed[:-1]
        self._weigh_typed()

    def action_leave(self) -> None:
        """Clears what is typed, or goes back to where one came from; whatever is being played is kept."""
        if self.query_one(Prompt).typed:
            self.clear_typed()
        else:
            self.dismiss()


class Prompt(Vertical):
    """Three parts, one below the other: a message if there is one, the question, and the choice in the making."""

    DEFAULT_CSS = """
    Prompt { height: auto; min-height: 2; padding: 0 1; background: $surface; }
    Prompt Static { height: auto; width: 1fr; }
    Prompt #message { color: $foreground; max-height: 5; }
    Prompt #message.-warning { color: $warning; }
    Prompt #message.-good { color: $success; text-style: bold; }
    """

    question: reactive[Content] = reactive(Content(""))
    """What is asked, or what is going on."""
    message: reactive[str] = reactive("")
    """A hint, a warning, a result."""
    tone: reactive[str] = reactive("")
    """How the message is set: warning, good, or as it is."""
    typed: reactive[str] = reactive("")
    """What has been typed so far."""
    effect: reactive[str] = reactive("")
    """What move_input it would do."""
    accepts_input: reactive[bool] = reactive(False)
    """Whether anything can be chosen."""

    def compose(self) -> ComposeResult:
        """The three parts."""
        yield Static(id="message", markup=False)
        yield Static(id="question")
        yield Static(id="choice")

    def on_mount(self) -> None:
        """Fills the parts."""
        self._fill()

    def _refill(self) -> None:
        """Fills the parts anew whenever something about them changes."""
        if self.is_mounted:
            self._fill()

    def _fill(self) -> None:
        if is_closing(self):
            return
        self.query_one("#question", Static).update(self.question)
        message = self.query_one("#message", Static)
        message.update(self.message)
        message.display = bool(self.message)
        for tone in ("warning", "good"):
            message.set_class(self.tone == tone, f"-{tone}")
        choice = self.query_one("#choice", Static)
        choice.display = self.accepts_input
        choice.update(
            Content.assemble(("› ", "bold $primary"), (self.typed, "bold"), ("▏", "$primary"), (self.effect, "$faint"))
        )

    watch_question = watch_message = watch_tone = watch_typed = watch_effect = watch_accepts_input = _refill
