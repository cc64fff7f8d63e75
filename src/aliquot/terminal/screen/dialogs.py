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


class ConfirmDialog(ModalScreen[bool]):
    """Asks for a yes or a no."""

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

    def __init__(self, question: str, yes: str = "yes", no: str = "no") -> None:
        """Puts a question.

        Args:
            question: What is asked.
            yes: What y means.
            no: What n means.
        """
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """The question and the two answers."""
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
    """Offers a few things, each with a digit; returns the place of the one that is chosen, from 0."""

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

    def __init__(self, question: str, offers: Sequence[tuple[str, str]]) -> None:
        """Puts a question.

        Args:
            question: What is asked.
            offers: The name of each thing, and a line about it.
        """
        super().__init__()
        self._question, self._offers = question, offers

    def compose(self) -> ComposeResult:
        """The question and what is offered."""
        with Vertical():
            yield Static(self._question, markup=False)
            for digit, (title, line) in enumerate(self._offers, 1):
                yield Static(
                    Content.from_markup(
                        f"[@click=screen.pick({digit - 1})][bold $primary]{digit}[/] [bold]$title[/]\n"
                        "  [$faint]$line[/][/]",
                        title=title,
                        line=line,
                    )
                )
            yield Static(Content.from_markup("[@click=screen.dismiss(None)][bold $primary]Esc[/] none of these[/]"))

    def action_pick(self, place: int) -> None:
        """Takes one, if there are so many."""
        if place < len(self._offers):
            self.dismiss(place)


class TextDialog(ModalScreen[None]):
    """A sheet of text over the screen, such as the keys or the rules."""

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
        """Writes a text on the sheet."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """The sheet."""
        with VerticalScroll() as sheet:
            sheet.border_title, sheet.border_subtitle = self._title, "Esc closes"
            yield Static(self._text)


def key_table(rows: Iterable[tuple[str, str]]) -> Content:
    """Keys and what they do, one to the line."""
    lines = [Content.assemble((f"{key:<16}", "bold $primary"), what) for key, what in rows]
    return Content("\n").join(lines)


ENOUGH = Size(64, 20)
"""The smallest terminal everything fits in."""


class TooSmall(ModalScreen[None]):
    """Asks for a larger terminal; whatever was going on waits below."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; background: $background; }
    TooSmall Static { width: auto; max-width: 100%; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """The request."""
        yield Static()

    def on_resize(self) -> None:
        """Says what there is and what is needed."""
        size = self.app.size
        self.query_one(Static).update(
            Content.from_markup(
                "[bold $accent]A little more room, please.[/]\n$now here, $need needed.",
                now=f"{size.width}×{size.height}",
                need=f"{ENOUGH.width}×{ENOUGH.height}",
            )
        )
