"""The output of line mode.

Piped output is the templates, filled in. On a terminal the same words have a margin, colours where the user allows
them, and long lists as a block that fits the width.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from textwrap import wrap
from typing import TextIO

from aliquot.terminal.text import layout_list

LISTS = ("moves", "available")
"""The prefixes of fields that hold lists of numbers."""

_MARGIN = "  "
_STYLES = {
    "number": "1",
    "current": "1",
    "after": "1",
    "move": "1",
    "first": "1;36",
    "second": "1;35",
    "won": "1;32",
    "warn": "33",
    "faint": "2",
}


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name in the colour of the player, not of the seat."""

    text: str
    style: str

    def __str__(self) -> str:
        """Return the name without a colour."""
        return self.text


class Output:
    """A stream for templates and their fields."""

    def __init__(self, out: TextIO, *, on_terminal: bool, colour: bool = False, plain: bool = False) -> None:
        """Set up the output.

        Args:
            out: The stream.
            on_terminal: Whether input and output are a terminal.
            colour: Whether the user allows colours.
            plain: Whether to print bare sentences, for screen readers.
        """
        self._out = out
        self.on_terminal = on_terminal
        self.is_plain = plain
        self._is_formatted = on_terminal and not plain
        self._colour = colour and self._is_formatted
        self._prompt = ""

    @classmethod
    def for_streams(cls, stdin: TextIO, stdout: TextIO, *, plain: bool = False) -> "Output":
        """Return the output for these streams: formatted for a terminal only if both are one."""
        on_terminal = stdin.isatty() and stdout.isatty()
        colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(stdout, on_terminal=on_terminal, colour=colour, plain=plain)

    @property
    def width(self) -> int:
        """The characters that fit on a line, looked up each time so that resizing works."""
        return max(20, shutil.get_terminal_size().columns - len(_MARGIN))

    def say(self, template: str, facts: Mapping[str, object]) -> None:
        """Print a template of one or more lines."""
        for line in template.split("\n"):
            for text in self._layout(line, facts):
                self._write(text + "\n")

    def note(self, text: str, style: str = "") -> None:
        """Print a text as it is, on a terminal folded to the width with the indentation of its first line."""
        indent = " " * (len(text) - len(text.lstrip()))
        for line in wrap(text, self.width, subsequent_indent=indent) if self._is_formatted else [text]:
            self._write(self.paint(line, style) + "\n")

    def warn(self, text: str) -> None:
        """Print a message that is not part of the game, on standard error."""
        self._out.flush()
        print(f"aliquot: {text}", file=sys.stderr)  # noqa: T201

    def ask(self, template: str, facts: Mapping[str, object]) -> None:
        """Print a prompt and leave the cursor after it."""
        self._prompt = self._fill(template, facts)
        self._write(self._prompt)
        self._out.flush()

    def ask_again(self) -> None:
        """Print the last prompt again, on a terminal that shows something else by now."""
        if self.on_terminal:
            self._out.write("\r")
            self._write(self._prompt)
            self._out.flush()

    def gap(self) -> None:
        """Print an empty line."""
        self._out.write("\n")

    def echo(self, text: str) -> None:
        """Print the input after a prompt, where a terminal would have shown it."""
        self._out.write(f"{text}\n")
        self._out.flush()

    def paint(self, text: str, style: str) -> str:
        """Colour a text, if the user allows colours."""
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self._colour and style and text else text

    def _write(self, text: str) -> None:
        if self._is_formatted and text.strip():
            text = _MARGIN + text
        self._out.write(text)

    def _fill(self, template: str, facts: Mapping[str, object]) -> str:
        pieces = []
        for literal, field, _, _ in Formatter().parse(template):
            pieces.append(literal)
            if field:
                value = facts[field]
                style = value.style if isinstance(value, Name) else field if field in _STYLES else ""
                pieces.append(self.paint(str(value), style))
        return "".join(pieces)

    def _layout(self, line: str, facts: Mapping[str, object]) -> Sequence[str]:
        """Return the lines that one line of a template becomes."""
        fields = [field for _, field, _, _ in Formatter().parse(line) if field and field.startswith(LISTS)]
        if not fields:
            return [self._fill(line, facts)]
        field = fields[0]
        before, _, closing = line.partition(f"{{{field}}}")
        numbers = facts[field]
        if not isinstance(numbers, Sequence):
            raise TypeError(f"{field} must be a sequence of numbers")
        label = before.format_map(facts)
        if not self._is_formatted:
            return [f"{label}{', '.join(map(str, numbers)) or 'none'}{closing}"]
        heading, *block = layout_list(label, numbers, closing, self.width)
        # Laid out without colour, which has no width; coloured after.
        plain = label if heading.startswith(label) else label.rstrip(" [")
        painted = self._fill(before, facts)
        return [heading.replace(plain, painted if plain == label else painted.rstrip(" ["), 1), *block]
