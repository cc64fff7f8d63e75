"""Dialogs over a screen: a question, a choice, a text, and the notice that the terminal is too small."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from aliquot.terminal.screen import texts

SMALLEST = Size(64, 20)
"""The smallest terminal in which every screen fits."""


class ConfirmDialog(ModalScreen[bool]):
    """A yes-or-no question; returns True for yes."""

    DEFAULT_CSS = """
    ConfirmDialog { align: center middle; background: $background 60%; }
    ConfirmDialog > Vertical {
        width: 60; max-width: 90%; height: auto; border: round $primary; background: $surface; padding: 1 2;
    }
    ConfirmDialog Static { height: auto; }
    ConfirmDialog #answers { margin: 1 0 0 0; color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str, yes: str = texts.YES, no: str = texts.NO) -> None:
        """Set the question and the labels of its two answers."""
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Yield the question and the two answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield Static(
                Content.from_markup(
                    "[@click=screen.dismiss(True)][bold $primary]y[/] $yes[/]     "
                    "[@click=screen.dismiss(False)][bold $primary]n[/] $no[/]",
                    yes=self._yes,
                    no=self._no,
                ),
                id="answers",
            )


class ChoiceDialog(ModalScreen[int | None]):
    """A choice between a few things, each with a digit; returns the index of the chosen one, or None."""

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; background: $background 60%; }
    ChoiceDialog > Vertical {
        width: 64; max-width: 90%; height: auto; border: round $primary; background: $surface; padding: 1 2;
    }
    ChoiceDialog Static { height: auto; margin: 0 0 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"pick({digit - 1})", show=False) for digit in range(1, 10)),
        Binding("escape,q", "dismiss(None)", "Close"),
    ]

    def __init__(self, question: str, choices: Sequence[tuple[str, str]]) -> None:
        """Set the question, and the title and description of each choice."""
        super().__init__()
        self._question, self._choices = question, choices

    def compose(self) -> ComposeResult:
        """Yield the question and the choices."""
        with Vertical():
            yield Static(self._question, markup=False)
            for digit, (title, description) in enumerate(self._choices, 1):
                yield Static(
                    Content.from_markup(
                        f"[@click=screen.pick({digit - 1})][bold $primary]{digit}[/] [bold]$title[/]\n"
                        "  [$faint]$description[/][/]",
                        title=title,
                        description=description,
                    )
                )
            yield Static(Content.from_markup(f"[@click=screen.dismiss(None)]{texts.NONE_OF_THESE}[/]"))

    def action_pick(self, index: int) -> None:
        """Return a choice, if there are so many."""
        if index < len(self._choices):
            self.dismiss(index)


class TextDialog(ModalScreen[None]):
    """A text to read, such as the keys or the rules."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; background: $background 60%; }
    TextDialog > VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 90%; border: round $primary; background: $surface;
        padding: 1 2; border-title-color: $primary; border-subtitle-color: $faint; scrollbar-size-vertical: 1;
    }
    TextDialog Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "Close"),
    ]

    def __init__(self, title: str, text: Content) -> None:
        """Set the title and the text."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Yield the text in a frame that scrolls."""
        with VerticalScroll() as frame:
            frame.border_title, frame.border_subtitle = self._title, texts.CLOSE
            yield Static(self._text)


def key_table(rows: Iterable[tuple[str, str]]) -> Content:
    """Return keys and what they do, one to a line."""
    lines = [Content.assemble((f"{key:<16}", "bold $primary"), action) for key, action in rows]
    return Content("\n").join(lines)


class TooSmall(ModalScreen[None]):
    """The notice that the terminal is too small; the screens below stay as they are."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; background: $background; }
    TooSmall Static { width: auto; max-width: 100%; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Yield the notice."""
        yield Static()

    def on_resize(self) -> None:
        """Show the size now and the size needed, and the way out where there is room for it."""
        size = self.app.size
        self.query_one(Static).update(
            Content.from_markup(
                texts.TOO_SMALL + (texts.WAY_OUT if size.width >= 40 and size.height >= 6 else ""),
                size=f"{size.width}×{size.height}",
                needed=f"{SMALLEST.width}×{SMALLEST.height}",
            )
        )
