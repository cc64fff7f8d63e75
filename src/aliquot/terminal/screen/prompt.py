"""The foot of the duel: what is asked, what there is to say, and what is being typed."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from aliquot.terminal.screen.base import is_leaving


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
    """What choosing it would do."""
    is_open: reactive[bool] = reactive(False)
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
        if is_leaving(self):
            return
        self.query_one("#question", Static).update(self.question)
        message = self.query_one("#message", Static)
        message.update(self.message)
        message.display = bool(self.message)
        for tone in ("warning", "good"):
            message.set_class(self.tone == tone, f"-{tone}")
        choice = self.query_one("#choice", Static)
        choice.display = self.is_open
        choice.update(
            Content.assemble(("› ", "bold $primary"), (self.typed, "bold"), ("▏", "$primary"), (self.effect, "$faint"))
        )

    watch_question = watch_message = watch_tone = watch_typed = watch_effect = watch_is_open = _refill
