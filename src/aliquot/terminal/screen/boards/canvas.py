"""A canvas of characters: words in cells, lines in Braille dots between them, and where the numbers lie."""

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
    """What a stretch of characters is, for whoever gives it a colour."""

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
"""Where lines of several inks cross in one cell, the later one here is seen."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of characters in one ink."""

    text: str
    """The characters; each is one column wide."""
    ink: Role
    """What they are."""


@dataclass(frozen=True, slots=True)
class Label:
    """A number as it is written, perhaps in several inks."""

    pieces: tuple[tuple[str, Role], ...]
    """The characters and their inks."""
    lead: int
    """How many characters come before the digits."""
    digits: int
    """How many digits there are; one for a dot that stands for them."""

    @property
    def width(self) -> int:
        """The columns it takes."""
        return sum(len(text) for text, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a number lies."""

    row: int
    """Its line, from 0 at the top."""
    column: int
    """Its first column, from 0 at the left."""
    width: int
    """How many columns it takes."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished picture."""

    lines: tuple[tuple[Piece, ...], ...]
    """The lines from top to bottom; blanks at the end of a line are left out."""
    spots: Mapping[int, Spot]
    """Where the numbers lie that can be pointed at."""

    def at(self, column: int, row: int) -> int | None:
        """The number drawn at a place, if there is one."""
        for number, spot in self.spots.items():
            if spot.row == row and spot.column <= column < spot.column + spot.width:
                return number
        return None

    def __str__(self) -> str:
        return "\n".join("".join(piece.text for piece in line) for line in self.lines)


def _between(begin: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The dots of a straight line, by Bresenham's method."""
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
    """Something to draw on; what falls outside is lost.

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
        """An empty canvas of so many columns and lines."""
        self.width = width
        self.height = height
        self._dots: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[int, int], Role] = {}
        self._words: dict[tuple[int, int], tuple[str, Role]] = {}
        self._spots: dict[int, Spot] = {}

    def dot(self, x: int, y: int, ink: Role) -> None:
        """Sets a dot; there are two to a column and four to a line."""
        cell = (x // 2, y // 4)
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            return
        self._dots[cell] = self._dots.get(cell, 0) | _BITS[y % 4][x % 2]
        self._lines[cell] = max(self._lines.get(cell, Role.BLANK), ink, key=_STRENGTH.index)

    def line(self, begin: tuple[int, int], end: tuple[int, int], ink: Role, every: int = 1) -> None:
        """Sets the dots from one to another, both included; or about every so many of them, evenly spaced."""
        dots = list(_between(begin, end))
        steps = len(dots) - 1
        strokes = max(1, round(steps / every))
        for stroke in range(strokes + 1):
            self.dot(*dots[round(stroke * steps / strokes)], ink)

    def write(self, column: int, row: int, text: str, ink: Role) -> None:
        """Writes over whatever dots are there, and keeps them off the columns on either side."""
        for place, character in enumerate(text, start=column):
            if 0 <= place < self.width and 0 <= row < self.height:
                self._words[place, row] = (character, ink)
        for place in (column - 1, column + len(text)):
            self._words.setdefault((place, row), (" ", Role.BLANK))

    def put(self, number: int, label: Label, column: int, row: int) -> None:
        """Writes a number and notes where it lies."""
        if column >= 0 and column + label.width <= self.width:
            self._spots[number] = Spot(row, column, label.width)
        for text, ink in label.pieces:
            self.write(column, row, text, ink)
            column += len(text)

    def finish(self) -> Drawing:
        """The picture."""
        return Drawing(tuple(self._row(row) for row in range(self.height)), MappingProxyType(dict(self._spots)))

    def _row(self, row: int) -> tuple[Piece, ...]:
        cells = [self._cell(column, row) for column in range(self.width)]
        while cells and cells[-1][0] == " ":
            cells.pop()
        return tuple(
            Piece("".join(character for character, _ in run), ink)
            for ink, run in groupby(cells, key=lambda cell: cell[1])
        )

    def _cell(self, column: int, row: int) -> tuple[str, Role]:
        place = (column, row)
        if place in self._words:
            return self._words[place]
        if place in self._dots:
            return chr(_BRAILLE + self._dots[place]), self._lines[place]
        return " ", Role.BLANK
