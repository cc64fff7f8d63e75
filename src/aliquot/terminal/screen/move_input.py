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
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.base import BaseScreen, is_closing
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import Grid, MoveChosen, MoveHighlighted

MOVE_CHARACTERS = "0123456789/-"
"""The characters of typed moves."""
_LONGEST = 40
"""The most characters of a typed move."""


@dataclass(frozen=True, slots=True)
class MoveInput:
    """A position in which somebody may move now."""

    game: AnyGame
    position: Any
    illegal_loses: bool = False
    """Whether an illegal move loses the match."""

    def describe_move(self, move: Any) -> str:
        """Say what a legal move does."""
        view = self.game.view(self.position)
        return move_sentence("Enter", view, view.option(move))

    def describe_text(self, text: str) -> str:
        """Say what a typed move does, or why it cannot be played."""
        try:
            move = self.game.parse(self.position, text)
            self.game.play(self.position, move)
        except InvalidMove as problem:
            return str(problem)
        except IllegalMove as problem:
            return texts.ILLEGAL_LOSES.format(problem=problem) if self.illegal_loses else str(problem)
        return self.describe_move(move)


class Prompt(Vertical):
    """The lines below a board: a message if there is one, the question, and the move being typed."""

    DEFAULT_CSS = """
    Prompt { height: auto; min-height: 2; padding: 0 1; background: $surface; }
    Prompt Static { height: auto; width: 1fr; }
    Prompt #message { color: $foreground; max-height: 5; }
    Prompt #message.-warning { color: $warning; }
    Prompt #message.-good { color: $success; text-style: bold; }
    """

    question: reactive[Content] = reactive(Content(""))
    """The request to the player to move, or the state of the match."""
    message: reactive[str] = reactive("")
    """A hint, a warning or a result."""
    tone: reactive[str] = reactive("")
    """The style of the message: "warning", "good" or none."""
    typed: reactive[str] = reactive("")
    """The characters typed so far."""
    preview: reactive[str] = reactive("")
    """The effect of the move, shown before it is played."""
    accepts_input: reactive[bool] = reactive(False)
    """Whether a move can be entered."""

    def compose(self) -> ComposeResult:
        """Yield the three parts."""
        yield Static(id="message", markup=False)
        yield Static(id="question")
        yield Static(id="choice")

    def on_mount(self) -> None:
        """Fill the parts."""
        self._fill()

    def _refill(self) -> None:
        """Fill the parts again after a change."""
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
            Content.assemble(("› ", "bold $primary"), (self.typed, "bold"), ("▏", "$primary"), (self.preview, "$faint"))
        )

    watch_question = watch_message = watch_tone = watch_typed = watch_preview = watch_accepts_input = _refill


class MoveScreen(BaseScreen):
    """A screen with a board and a prompt, on which moves are entered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play this move", show=False, key_display="Enter"),
        Binding("backspace", "erase", "Delete the last character", show=False, key_display="Backspace"),
    ]

    @property
    def move_input(self) -> MoveInput | None:
        """The position in which somebody may move now, or None."""
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Play a move, legal or not."""
        raise NotImplementedError

    def show_message(self, message: str, tone: str = "") -> None:
        """Show a message above the question, or none."""
        prompt = self.query_one(Prompt)
        prompt.message, prompt.tone = message, tone

    def focus_board(self) -> None:
        """Put the cursor on the board."""
        grids = [grid for grid in self.query(Grid) if grid.display]
        if grids and self.focused not in grids:
            grids[0].focus()

    def on_key(self, event: events.Key) -> None:
        """Add typed characters to the move."""
        if not self.is_ready or self.move_input is None or event.character is None:
            return
        if event.character in MOVE_CHARACTERS:
            event.stop()
            self.type_character(event.character)

    def type_character(self, character: str) -> None:
        """Add a character to the typed move."""
        prompt = self.query_one(Prompt)
        if len(prompt.typed) < _LONGEST:
            prompt.typed += character
            self._preview_typed()

    def clear_typed(self) -> None:
        """Delete what was typed."""
        prompt = self.query_one(Prompt)
        prompt.typed = prompt.preview = ""
        self._preview_highlighted()

    def _preview_typed(self) -> None:
        """Say what the typed move would do, and move the cursor to it."""
        prompt, here = self.query_one(Prompt), self.move_input
        if not prompt.typed or here is None:
            self.clear_typed()
            return
        prompt.preview = f"   {here.describe_text(prompt.typed)}"
        try:
            move = here.game.parse(here.position, prompt.typed)
        except InvalidMove:
            return
        if here.game.is_legal(here.position, move):
            for board in self.query(Board):  # Fast typing may come before the board is mounted.
                board.highlight(move)

    @on(MoveHighlighted)
    def _on_highlight(self, event: MoveHighlighted) -> None:
        event.stop()
        self._preview_highlighted()

    def on_descendant_focus(self) -> None:
        """Preview the move under the cursor of another grid."""
        if self.is_ready:
            self._preview_highlighted()

    def _preview_highlighted(self) -> None:
        """Say what the move under the cursor would do, unless a move is being typed."""
        here, prompt = self.move_input, self.query_one(Prompt)
        if prompt.typed or here is None:
            return
        for board in self.query(Board):
            move = board.highlighted
            legal = move is not None and here.game.is_legal(here.position, move)
            prompt.preview = here.describe_move(move) if legal else ""

    @on(MoveChosen)
    def _on_choice(self, event: MoveChosen) -> None:
        """Play a move chosen on the board; an illegal one is explained there and never loses the match."""
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
        """Play the typed move, or the one under the cursor."""
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
        """Delete the last typed character."""
        prompt = self.query_one(Prompt)
        prompt.typed = prompt.typed[:-1]
        self._preview_typed()

    def action_leave(self) -> None:
        """Delete what is typed, or go back; the match stays saved."""
        if self.query_one(Prompt).typed:
            self.clear_typed()
        else:
            self.dismiss()
