"""The page: where line mode writes, and how it sets words and numbers.

A plain page prints templates as they are. A page on a terminal prints the same words with a margin,
with colour where it is welcome, and with long lists as a block that fits the width.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import Formatter
from textwrap import wrap
from typing import TextIO

LISTS = ("moves", "available")
"""How the names of fields begin that hold lists of numbers."""
ROWS = 8
"""A list that needs more rows than this is summarised."""
HEAD, TAIL = 3, 2
"""How many rows of a summarised list are shown from its beginning and from its end."""

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
    """A player's name, coloured by who they are and not by where they sit."""

    text: str
    style: str

    def __str__(self) -> str:
        """The bare name."""
        return self.text


class Page:
    """Writes templates and their fields to a stream."""

    def __init__(self, out: TextIO, *, on_terminal: bool, colour: bool = False, plain: bool = False) -> None:
        """Opens a page.

        Args:
            out: Where to write.
            on_terminal: Whether a person sits at a terminal.
            colour: Whether colours are welcome there.
            plain: Whether to print bare sentences, for somebody who hears them.
        """
        self._out = out
        self.on_terminal = on_terminal
        self.is_plain = plain
        self._is_set = on_terminal and not plain
        self._colour = colour and self._is_set

    @classmethod
    def for_streams(cls, stdin: TextIO, stdout: TextIO, *, plain: bool = False) -> "Page":
        """A page for these streams: set for a person only if both are terminals."""
        on_terminal = stdin.isatty() and stdout.isatty()
        colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(stdout, on_terminal=on_terminal, colour=colour, plain=plain)

    @property
    def width(self) -> int:
        """How many characters fit on a line, asked anew each time so that resizing works."""
        return max(20, shutil.get_terminal_size().columns - len(_MARGIN))

    def say(self, template: str, facts: Mapping[str, object]) -> None:
        """Prints a template, one or more lines of it."""
        for line in template.split("\n"):
            for text in self._set(line, facts):
                self._write(text + "\n")

    def note(self, text: str, style: str = "") -> None:
        """Prints a text as it is, folded to the width on a terminal, in line with its beginning."""
        indent = " " * (len(text) - len(text.lstrip()))
        for line in wrap(text, self.width, subsequent_indent=indent) if self._is_set else [text]:
            self._write(self.paint(line, style) + "\n")

    def warn(self, text: str) -> None:
        """Prints a message that is no part of the game, on standard error."""
        self._out.flush()
        print(f"aliquot: {text}", file=sys.stderr)  # noqa: T201

    def ask(self, template: str, facts: Mapping[str, object]) -> None:
        """Prints a prompt and leaves the cursor after it."""
        self._write(self._fill(template, facts))
        self._out.flush()

    def gap(self) -> None:
        """Prints an empty line."""
        self._out.write("\n")

    def echo(self, text: str) -> None:
        """Prints what was read after a prompt."""
        self._out.write(f"{text}\n")
        self._out.flush()

    def paint(self, text: str, style: str) -> str:
        """Colours a text, where colours are welcome."""
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self._colour and style and text else text

    def _write(self, text: str) -> None:
        if self._is_set and text.strip():
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

    def _set(self, line: str, facts: Mapping[str, object]) -> Sequence[str]:
        """The printed lines that one line of a template becomes."""
        fields = [field for _, field, _, _ in Formatter().parse(line) if field and field.startswith(LISTS)]
        if not fields:
            return [self._fill(line, facts)]
        field = fields[0]
        before, _, closing = line.partition(f"{{{field}}}")
        numbers = facts[field]
        if not isinstance(numbers, Sequence):
            raise TypeError(f"{field} must be a sequence of numbers")
        label = before.format_map(facts)
        if not self._is_set:
            return [f"{label}{', '.join(map(str, numbers)) or 'none'}{closing}"]
        heading, *block = tidy(label, numbers, closing, self.width)
        # Laid out without colour, which has no width; coloured after.
        kept = label if heading.startswith(label) else label.rstrip(" [")
        painted = self._fill(before, facts)
        return [heading.replace(kept, painted if kept == label else painted.rstrip(" ["), 1), *block]


def fold(text: str, width: int) -> str:
    r"""Folds prose to a width, each stretch of lines with the same indentation as one paragraph.

    >>> print(fold("Rules\n    Choose a\n    divisor of it.\n\nTheory", 20))
    Rules
        Choose a divisor
        of it.
    <BLANKLINE>
    Theory
    """
    folded: list[str] = []
    for indent, lines in groupby(text.split("\n"), key=lambda line: line[: len(line) - len(line.lstrip())]):
        for blank, paragraph in groupby(lines, key=lambda line: not line.strip()):
            prose = " ".join(line.strip() for line in paragraph)
            folded += [""] if blank else wrap(prose, width, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(folded)


def tidy(label: str, numbers: Sequence[object], closing: str, width: int) -> list[str]:
    r"""Sets a list of numbers behind its label if it fits there, else as a block below it.

    >>> tidy("Divisors: [", [2, 4, 8], "]", 40)
    ['Divisors: [2, 4, 8]']
    >>> print(*tidy("Divisors: [", range(2, 12), "]", 24), sep="\n")
    Divisors:
       2   3   4   5   6   7
       8   9  10  11
    """
    # A list of more numbers than columns cannot fit, so a huge one is never written out.
    if len(numbers) <= width:
        line = ", ".join(map(str, numbers)) or "none"
        if len(label) + len(line) + len(closing) <= width:
            return [f"{label}{line}{closing}"]
    label = label.rstrip(" [")
    if len(numbers) <= ROWS * _per_row(numbers[-1], width):
        return [label, *_block(numbers, width)]
    head, tail = HEAD * _per_row(numbers[0], width), TAIL * _per_row(numbers[-1], width)
    head = min(head, len(numbers))
    while head > (fitting := HEAD * _per_row(numbers[head - 1], width)):
        head = fitting
    hidden = len(numbers) - head - tail
    if hidden <= 0:
        return [label, *_block(numbers, width)]
    more = wrap(f"… {hidden:,} more; any of them may be typed …", width, initial_indent="  ", subsequent_indent="  ")
    return [label, *_block(numbers[:head], width), *more, *_block(numbers[-tail:], width)]


def _per_row(largest: object, width: int) -> int:
    return max(1, width // (len(str(largest)) + 2))


def _block(numbers: Sequence[object], width: int) -> list[str]:
    """Rows of right-aligned columns, as many as fit."""
    widest = max(numbers[-1:] if isinstance(numbers[-1], int) else numbers, key=lambda value: len(str(value)))
    cell, per_row = len(str(widest)) + 2, _per_row(widest, width)
    return ["".join(f"{n!s:>{cell}}" for n in numbers[at : at + per_row]) for at in range(0, len(numbers), per_row)]
