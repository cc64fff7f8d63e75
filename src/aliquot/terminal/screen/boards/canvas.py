"""A canvas of characters: text in cells, lines in Braille dots, and the places of numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

_BRAILLE = 0x2800
"""The character with no dots; each dot adds a bit."""
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a cell, by row from the top and column from the left."""


class Role(StrEnum):
    """The meaning of some characters, which decides their colour."""

    BLANK = "blank"
    EDGE = "edge"
    LIT_EDGE = "lit-edge"
    PATH_EDGE = "path-edge"
    NODE = "node"
    REACHABLE = "reachable"
    PATH = "path"
    CURRENT = "current"
    MARK = "mark"
    NOTE = "note"


_STRENGTH = tuple(Role)
"""The roles by priority: where lines cross in one cell, the later role wins."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters with one role."""

    text: str
    """The characters; each is one column wide."""
    role: Role


@dataclass(frozen=True, slots=True)
class Label:
    """A number as it is written, perhaps with several roles."""

    pieces: tuple[tuple[str, Role], ...]
    """The characters and their roles."""
    lead: int
    """The number of characters before the digits."""
    digits: int
    """The number of digits; one for a dot."""

    @property
    def width(self) -> int:
        """The columns it takes."""
        return sum(len(text) for text, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class Box:
    """The place of a number."""

    row: int
    """Its line, from 0 at the top."""
    column: int
    """Its first column, from 0 at the left."""
    width: int
    """Its number of columns."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing."""

    lines: tuple[tuple[Piece, ...], ...]
    """The lines from top to bottom; blanks at the end of a line are left out."""
    boxes: Mapping[int, Box]
    """The places of the numbers that can be clicked."""

    def at(self, column: int, row: int) -> int | None:
        """Return the number at a place, or None."""
        for number, box in self.boxes.items():
            if box.row == row and box.column <= column < box.column + box.width:
                return number
        return None

    def __str__(self) -> str:
        return "\n".join("".join(piece.text for piece in line) for line in self.lines)


def _between(begin: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the dots of a straight line, by Bresenham's algorithm."""
    (x, y), (to_x, to_y) = begin, end
    across, down = abs(to_x - x), -abs(to_y - y)
    right, below = (1 if x < to_x else -1), (1 if y < to_y else -1)
    error = across + down
    yield x, y
    while (x, y) != end:
        twice = 2 * error
        if twice >= down:
            error += down
            x += right
        if twice <= across:
            error += across
            y += below
        yield x, y


class Canvas:
    """A drawing area; whatever is outside of it is ignored.

    >>> canvas = Canvas(6, 3)
    >>> canvas.line((2, 4), (9, 7), Role.EDGE)
    >>> canvas.write(0, 0, "12", Role.NODE)
    >>> canvas.write(4, 2, "6", Role.NODE)
    >>> print(canvas.finish())
    12
     ⠉⠒⠤⣀
        6
    """

    def __init__(self, width: int, height: int) -> None:
        """Make an empty canvas of so many columns and lines."""
        self.width = width
        self.height = height
        self._dots: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[int, int], Role] = {}
        self._words: dict[tuple[int, int], tuple[str, Role]] = {}
        self._boxes: dict[int, Box] = {}

    def dot(self, x: int, y: int, role: Role) -> None:
        """Set a dot; a character has two columns and four rows of dots."""
        cell = (x // 2, y // 4)
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            return
        self._dots[cell] = self._dots.get(cell, 0) | _BITS[y % 4][x % 2]
        self._lines[cell] = max(self._lines.get(cell, Role.BLANK), role, key=_STRENGTH.index)

    def line(self, begin: tuple[int, int], end: tuple[int, int], role: Role, every: int = 1) -> None:
        """Draw a line between two dots, both included; or only about every nth dot, evenly spaced."""
        dots = list(_between(begin, end))
        steps = len(dots) - 1
        strokes = max(1, round(steps / every))
        for stroke in range(strokes + 1):
            self.dot(*dots[round(stroke * steps / strokes)], role)

    def write(self, column: int, row: int, text: str, role: Role) -> None:
        """Write a text over any dots, with no dots in the columns on either side."""
        for place, character in enumerate(text, start=column):
            if 0 <= place < self.width and 0 <= row < self.height:
                self._words[place, row] = (character, role)
        for place in (column - 1, column + len(text)):
            self._words.setdefault((place, row), (" ", Role.BLANK))

    def put(self, number: int, label: Label, column: int, row: int) -> None:
        """Write a number and note its place."""
        if column >= 0 and column + label.width <= self.width:
            self._boxes[number] = Box(row, column, label.width)
        for text, role in label.pieces:
            self.write(column, row, text, role)
            column += len(text)

    def finish(self) -> Drawing:
        """Return the drawing."""
        return Drawing(tuple(self._row(row) for row in range(self.height)), MappingProxyType(dict(self._boxes)))

    def _row(self, row: int) -> tuple[Piece, ...]:
        cells = [self._cell(column, row) for column in range(self.width)]
        while cells and cells[-1][0] == " ":
            cells.pop()
        return tuple(
            Piece("".join(character for character, _ in run), role)
            for role, run in groupby(cells, key=lambda cell: cell[1])
        )

    def _cell(self, column: int, row: int) -> tuple[str, Role]:
        place = (column, row)
        if place in self._words:
            return self._words[place]
        if place in self._dots:
            return chr(_BRAILLE + self._dots[place]), self._lines[place]
        return " ", Role.BLANK
