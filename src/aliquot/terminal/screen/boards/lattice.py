"""The divisors of a number as a lattice: the number at the top, 1 at the bottom, a line for every prime between.

The path of the match is a double line from `(60)` to the current number `[30]`. Numbers that can still be reached have
solid lines; the others have small digits and dotted lines, so no colour is needed. The places of the numbers depend
only on the start and the size, so the picture stays the same during a match.

A lattice that does not fit is simplified: fewer lines, no lines, dots for numbers, and at last a profile, which counts
the divisors of each rank and never lists them. The rank of a divisor is its number of prime factors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from types import MappingProxyType
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from aliquot.arithmetic import divisors, factorise, omega
from aliquot.lattice import by_rank, count_ranks, parallel, place_divisors
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.boards.canvas import Canvas, Drawing, Label, Piece, Role

_DEEPEST = 6
"""The most lines from one rank to the next."""
_FLATTEST = 4
"""The most columns an edge leads aside for every line it leads down."""
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""Digits for numbers out of reach."""
_FRAMES = {Role.CURRENT: ("[", "]"), Role.PATH: ("(", ")")}
"""The frame of a number, by its role."""
_DOTS = {Role.NODE: "·", Role.REACHABLE: "•", Role.CURRENT: "◉", Role.PATH: "○"}
"""The sign of a number where its digits do not fit."""
_THICKEST = 1.7
"""The most columns that all edges together lead aside, for every character there is; more are too thick to follow."""
_SHORTEST_BAR, _LONGEST_BAR = (3, 15), 61
"""The least length of the longest bar of a profile, without and with counts next to it; the most length."""
_SPARSE = 3
"""Of a dotted edge, only every so many dots are set."""
_NO_MARKS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _LatticeState:
    """The numbers to draw."""

    start: int
    """The number at the top."""
    path: tuple[int, ...]
    """The visited numbers, from the start to the current number."""
    marks: Mapping[int, str]
    """A letter for some of the divisors."""

    @property
    def current(self) -> int:
        """The number the match has come to."""
        return self.path[-1]

    def role(self, number: int) -> Role:
        """Return the role of a divisor of the start."""
        if number in self.path:
            return Role.CURRENT if number == self.current else Role.PATH
        return Role.REACHABLE if number > 1 and self.current % number == 0 else Role.NODE

    def label(self, number: int, width: int | None = None) -> Label:
        """Return a number as written, with its mark; only a sign if the width is too small."""
        role = self.role(number)
        digits = str(number).translate(_SMALL) if role is Role.NODE else str(number)
        mark = ((self.marks[number], Role.MARK),) if number in self.marks else ()
        opening, closing = _FRAMES.get(role, ("", ""))
        framed = ((closing, role),) if closing else ()
        label = Label(((opening + digits, role), *mark, *framed), len(opening), len(digits))
        if width is None or label.width <= width:
            return label
        return Label(((f"{opening}…{closing}", role),), len(opening), 1)

    def dot(self, number: int) -> Label:
        """Return the sign for a number: its mark, if it is reachable and has one, or a dot."""
        role = self.role(number)
        if role is Role.REACHABLE and number in self.marks:
            return Label(((self.marks[number], Role.MARK),), 0, 1)
        return Label(((_DOTS[role], role),), 0, 1)


def draw(start: int, path: Sequence[int], width: int, height: int, marks: Mapping[int, str] = _NO_MARKS) -> Drawing:
    """Draw the divisors of a number.

    Args:
        start: The number at the top.
        path: The visited numbers in order: the start first, the current number last.
        width: The columns available.
        height: The lines available; fewer are used if fewer suffice.
        marks: A letter to write after some of the divisors.

    Raises:
        ValueError: If the path does not lead from the start, from number to smaller divisor.

    >>> print(draw(12, (12, 6), 20, 7))
            (12)
      ⡀⠠ ⠄⠐ ⠂⠈⠙⠒⠦⢤⣀
      ₄          [6]
      ⠁⠐⠠ ⣀⡠⠤⠤⠔⠒⠒⠉⠉⠒⠤⢄⡀
          2           3
          ⠉⠒⠤⢄⣀⡠⠤⠤⠔⠒⠒⠉⠁
              ₁
    """
    if width < 1 or height < 1:
        return Drawing((), {})
    if not path or path[0] != start or any(a % b or a == b for a, b in pairwise(path)):
        raise ValueError("A path leads from the start, from number to smaller divisor.")
    state = _LatticeState(start, tuple(path), marks)
    counts = count_ranks(start)
    if len(counts) > height or 2 * max(counts) - 1 > width:
        return _profile(state, counts, width, height)
    ranks = by_rank(divisors(start))
    apart = 2 if marks else 1
    labelled = all(sum(len(str(number)) + apart for number in rank) < width for rank in ranks)
    pitch = min(_DEEPEST, (height - 1) // max(1, len(ranks) - 1))
    return _lattice(state, _Layout(ranks, width, pitch, labelled))


# --- where the numbers lie --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Layout:
    """The places of the divisors."""

    ranks: Sequence[Sequence[int]]
    """The divisors by rank, from the start down to 1."""
    width: int
    """The columns available."""
    pitch: int
    """The lines from one rank to the next."""
    labelled: bool
    """Whether numbers are written as digits and not as dots."""

    def middles(self) -> dict[int, float]:
        """Return the middle of each number, in columns."""
        slanted = self._slanted()
        return slanted if slanted and all(self._clear(rank, slanted) for rank in self.ranks) else self._even()

    def _breadth(self, number: int) -> int:
        """Return the columns a number takes."""
        return len(str(number)) if self.labelled else 1

    def _clear(self, rank: Sequence[int], middles: Mapping[int, float]) -> bool:
        """Return whether there is room between the numbers of a rank."""
        return all(
            middles[b] - middles[a] >= (self._breadth(a) + self._breadth(b)) / 2 + 2
            for a, b in pairwise(sorted(rank, key=middles.__getitem__))
        )

    def _slanted(self) -> dict[int, float]:
        """Return middles that make all edges of a prime parallel; none if there are too many primes."""
        start = self.ranks[0][0]
        slants = parallel(start)
        if not slants and start > 1:
            return {}
        places = place_divisors(start, chain.from_iterable(self.ranks), slants)
        least, most = min(places.values()), max(places.values())
        steepest = max([1, *map(abs, slants)])
        step = _FLATTEST * max(2, self.pitch)
        unit = min(step / steepest, (self.width - self._breadth(start) - 2) / max(1, most - least))
        return {number: self.width / 2 + (place - (least + most) / 2) * unit for number, place in places.items()}

    def _even(self) -> dict[int, float]:
        """Return middles that spread each rank evenly."""
        places = place_divisors(self.ranks[0][0], chain.from_iterable(self.ranks))
        middles = {}
        for rank in self.ranks:
            step = min(_FLATTEST * max(2, self.pitch), self.width / len(rank))
            for at, number in enumerate(sorted(rank, key=lambda number: (places[number], number))):
                middles[number] = self.width / 2 + (at - (len(rank) - 1) / 2) * step
        return middles


# --- numbers and edges ------------------------------------------------------------------------------


def _lattice(state: _LatticeState, layout: _Layout) -> Drawing:
    """Draw every divisor, and the edges if there are lines for them."""
    middles = layout.middles()
    canvas = Canvas(layout.width, (len(layout.ranks) - 1) * layout.pitch + 1)
    ends: dict[int, tuple[int, int]] = {}
    for at, rank in enumerate(layout.ranks):
        row, numbers = at * layout.pitch, sorted(rank, key=middles.__getitem__)
        labels = [state.label(number) if layout.labelled else state.dot(number) for number in numbers]
        columns = _columns(labels, [middles[number] for number in numbers], layout.width)
        for number, label, column in zip(numbers, labels, columns, strict=True):
            ends[number] = (2 * (column + label.lead) + label.digits - 1, row)
        if not layout.labelled:
            _name(state, numbers, labels, columns, layout.width)
        for number, label, column in zip(numbers, labels, columns, strict=True):
            canvas.put(number, label, column, row)
    if layout.pitch > 1:
        _join(canvas, state, ends)
    return canvas.finish()


def _name(state: _LatticeState, numbers: Sequence[int], labels: list[Label], columns: list[int], width: int) -> None:
    """Write the visited number of a rank instead of its dot, if there is room between the dots next to it."""
    for at, number in enumerate(numbers):
        label = state.label(number)
        left = columns[at - 1] + 2 if at else 0
        right = (columns[at + 1] - 1 if at + 1 < len(columns) else width) - label.width
        if number in state.path and left <= right:
            labels[at], columns[at] = label, max(left, min(right, columns[at] - label.width // 2))


def _columns(labels: Sequence[Label], middles: Sequence[float], width: int) -> list[int]:
    """Return where labels begin: digits around the middles, a blank between labels, all within the width."""
    columns: list[int] = []
    free = 0
    for label, middle in zip(labels, middles, strict=True):
        columns.append(max(free, int(middle - label.digits / 2 + 0.5) - label.lead))
        free = columns[-1] + label.width + 1
    free = width
    for at in reversed(range(len(labels))):
        columns[at] = min(columns[at], free - labels[at].width)
        free = columns[at] - 1
    return columns


def _join(canvas: Canvas, state: _LatticeState, ends: Mapping[int, tuple[int, int]]) -> None:
    """Draw the edges and the path: all edges if they are not too dense, else the reachable ones, else the next ones."""

    def line(number: int, divisor: int, aside: int = 0) -> tuple[tuple[int, int], tuple[int, int]]:
        (x, row), (to_x, to_row) = ends[number], ends[divisor]
        x = to_x if abs(to_x - x) == 1 else x  # numbers one above the other have their middles half a column apart
        return (x + aside, 4 * row + 4), (to_x + aside, 4 * to_row - 1)

    primes = [prime for prime, _ in factorise(state.start)]
    every = [(number, number // prime) for number in ends for prime in primes if number % prime == 0]
    lit = [edge for edge in every if state.current % edge[0] == 0]
    most = _THICKEST * canvas.width * canvas.height
    thin = (edges for edges in (every, lit) if sum(abs(ends[a][0] - ends[b][0]) for a, b in edges) <= most)
    for edge in next(thin, [edge for edge in lit if edge[0] == state.current]):
        canvas.line(*line(*edge), *((Role.EDGE, _SPARSE) if state.current % edge[0] else (Role.LIT_EDGE, 1)))
    for number, divisor in pairwise(state.path):
        for shift in (0, 1):
            canvas.line(*line(number, divisor, shift), Role.PATH_EDGE)


# --- the profile ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Profile:
    """A table of ranks and the widths of its columns; a column that does not fit has width 0."""

    state: _LatticeState
    """The numbers to draw."""
    counts: Sequence[int]
    """The number of divisors of the start in each rank."""
    reached: Sequence[int]
    """The number of them that can still be reached, with the current number."""
    named: Mapping[int, int]
    """The number to be written out in a rank."""
    bar: int
    """For the longest bar: an odd number, so that all bars have the same middle."""
    text: int
    """For a number, or for how many there are."""
    count: int
    """For how many there are, if that has a column of its own."""

    def indent(self, width: int) -> int:
        """Return the first column of the centred table."""
        columns = [len(str(len(self.counts) - 1)), *filter(None, (self.bar, self.text, self.count))]
        return max(0, width - sum(columns) - len(columns) + 1) // 2

    def draw(self, canvas: Canvas, rank: int, row: int) -> None:
        """Draw the line of a rank."""
        column, digits = self.indent(canvas.width), len(str(len(self.counts) - 1))
        canvas.write(column, row, f"{rank:{digits}}", Role.NOTE)
        column += digits + 1
        if self.bar:
            self._draw_bar(canvas, rank, column, row)
            column += self.bar + 1
        if rank in self.named:
            label = self.state.label(self.named[rank], self.text)
            begin = min(column + 1 - label.lead, column + self.text - label.width)
            canvas.put(self.named[rank], label, begin, row)
        if self.count or rank not in self.named:
            reached, count = self.reached[rank], self.counts[rank]
            text = texts.REACHABLE.format(reachable=reached, count=count) if 0 < reached < count else f"{count}"
            canvas.write(column + (self.text + 1 if self.count else 1), row, text, Role.NOTE)

    def _draw_bar(self, canvas: Canvas, rank: int, column: int, row: int) -> None:
        """Draw a centred bar, and in its middle the part that can be reached."""
        reached, count = self.reached[rank], self.counts[rank]
        half = round((self.bar // 2) * count / max(self.counts))
        inner = min(round(half * reached / count), half - int(half > 0 and reached < count))
        middle = column + self.bar // 2
        canvas.write(middle - half, row, "─" * (2 * half + 1), Role.NODE)
        if reached:
            role = Role.CURRENT if rank == omega(self.state.current) else Role.REACHABLE
            canvas.write(middle - inner, row, "━" * (2 * inner + 1), role)


def _profile(state: _LatticeState, counts: Sequence[int], width: int, height: int) -> Drawing:
    """Draw a bar for every rank, in proportion to its divisors; the reachable part is heavy."""
    primes = [prime for prime, _ in factorise(state.start)]
    named = {0: 1} if len(primes) > 1 else {rank: primes[0] ** rank for rank in range(len(counts))}
    named |= {omega(number): number for number in state.path}
    reached = [0, *count_ranks(state.current)[1:], *(0 for _ in counts)]
    profile = _Profile(state, counts, reached, named, *_widths(state, counts, width))
    canvas, ranks = Canvas(width, min(height, len(counts))), range(len(counts) - 1, -1, -1)
    first, stop = _window(len(ranks), ranks.index(omega(state.current)), height)
    for row in range(canvas.height):
        if row == 0 and first and height > 2:
            canvas.write(profile.indent(width), row, texts.MORE_ABOVE.format(count=first), Role.NOTE)
        elif row == height - 1 and stop < len(ranks) and height > 2:
            canvas.write(profile.indent(width), row, texts.MORE_BELOW.format(count=len(ranks) - stop), Role.NOTE)
        else:
            profile.draw(canvas, ranks[first + row - (1 if first and height > 2 else 0)], row)
    return canvas.finish()


def _widths(state: _LatticeState, counts: Sequence[int], width: int) -> tuple[int, int, int]:
    """Return the widths of bars, numbers and counts in a profile; a prime power needs only numbers."""
    free = width - len(str(len(counts) - 1)) - 1
    label = min(free, len(str(state.start)) + (3 if state.marks else 2))
    count = len(f"{max(counts)} of {max(counts)}")
    if max(counts) == 1:
        return 0, label, 0
    for text, extra in ((label, count + 1), (max(label, count + 1), 0)):
        bar = min(_LONGEST_BAR, free - text - extra - 1)
        if bar >= _SHORTEST_BAR[bool(extra)]:
            return bar - 1 + bar % 2, text, max(0, extra - 1)
    return 0, free, 0


def _window(count: int, current: int, height: int) -> tuple[int, int]:
    """Return the first and the end of the visible lines, if there is room for notes on the others above and below.

    >>> _window(10, 0, 12), _window(30, 0, 12), _window(30, 15, 12), _window(30, 29, 12)
    ((0, 10), (0, 11), (10, 20), (19, 30))
    """
    first = max(0, min(current - height // 2, count - height))
    stop = min(count, first + height)
    return first + int(height > 2 and first > 0), stop - int(height > 2 and stop < count)


class Lattice(Widget):
    """The divisors of a start, the visited numbers, and those that can still be reached."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lattice--{role}" for role in Role} | {"lattice--win", "lattice--loss"}
    DEFAULT_CSS = """
    Lattice {
        height: 1fr; width: 1fr;
        & > .lattice--node { color: $ghost; }
        & > .lattice--edge { color: $ghost 60%; }
        & > .lattice--reachable { color: $foreground; text-style: bold; }
        & > .lattice--lit-edge { color: $secondary; }
        & > .lattice--path { color: $accent; }
        & > .lattice--path-edge { color: $accent; }
        & > .lattice--current { color: $background; background: $accent; text-style: bold; }
        & > .lattice--note { color: $faint; }
        & > .lattice--win { color: $success; text-style: bold; }
        & > .lattice--loss { color: $error; }
    }
    """

    class Clicked(Message):
        """A number was clicked."""

        def __init__(self, number: int) -> None:
            """Set the number."""
            super().__init__()
            self.number = number

    path: reactive[tuple[int, ...]] = reactive((1,))
    """The visited numbers, from the start, whose divisors are drawn, to the current one."""
    marks: reactive[Mapping[int, str]] = reactive(dict)
    """Letters beside numbers."""

    _drawing: Drawing | None = None
    _drawing_key: object = None

    def _draw(self) -> Drawing:
        key = (self.path, self.marks, self.size)
        if self._drawing is None or self._drawing_key != key:
            self._drawing = draw(self.path[0], self.path, self.size.width, self.size.height, self.marks)
            self._drawing_key = key
        return self._drawing

    def render_line(self, y: int) -> Strip:
        """Return a line of the drawing, which is centred vertically."""
        drawing, bare, width = self._draw(), self.rich_style, self.size.width
        y -= self._top
        if not 0 <= y < len(drawing.lines):
            return Strip.blank(width, bare)
        segments = [Segment(piece.text, self._style(piece)) for piece in drawing.lines[y]]
        return Strip(segments).adjust_cell_length(width, bare)

    def _style(self, piece: Piece) -> Style:
        if piece.role is Role.BLANK:
            return self.rich_style
        name = piece.role if piece.role is not Role.MARK else "win" if piece.text == "W" else "loss"
        return self.get_component_rich_style(f"lattice--{name}")

    @property
    def _top(self) -> int:
        return max(0, (self.size.height - len(self._draw().lines)) // 2)

    def on_click(self, event: events.Click) -> None:
        """Report which number was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and (number := self._draw().at(offset.x, offset.y - self._top)) is not None:
            self.post_message(self.Clicked(number))
