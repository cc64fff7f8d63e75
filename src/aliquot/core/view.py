"""The view of a position: what somebody needs to draw it, as plain data.

A game makes its own views, and nobody else does. Whoever shows a position (a prompt, a screen, a page, a text for a
language model) goes by the kind of its view and never by the class of its game; a kind that is not known is shown as
a plain list of moves, which every view has.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import filterfalse
from typing import Any, ClassVar, NamedTuple, Self, overload

from aliquot.core.outcome import Seat, other

MOST_WRITTEN = 1_000
"""How many options a view written as JSON names; how many there are is said beside them."""


class Option(NamedTuple):
    """One thing the player to move may do. A server makes some hundred thousand a second of them."""

    move: Any
    """The move."""
    label: str
    """As a button says it: the divisor, the number to pick."""
    spelt: str
    """As a record writes it, such as `60/2`."""
    leaves: str = ""
    """What would lie on the board then, in few words; nothing where a board says it better."""
    value: int | None = None
    """The number it would leave, where it changes one."""
    factors: str = ""
    """What the number on the label is made of, such as `3·5`, where the board does not say it."""


class Options(Sequence[Option]):
    """Options, made when they are looked at: there may be a million."""

    def __init__(self, moves: Sequence[Any], make: Callable[[Any], Option]) -> None:
        """Offers moves.

        Args:
            moves: What may be chosen, ascending.
            make: Describes one of them.
        """
        self.moves = moves
        self.of = make
        """Describes a move, one of these or not."""

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, place: int) -> Option: ...

    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...

    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        return [self.of(move) for move in self.moves[place]] if isinstance(place, slice) else self.of(self.moves[place])

    def __iter__(self) -> Iterator[Option]:
        return map(self.of, self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A position as somebody sees it who has to move in it."""

    kind: ClassVar[str] = "plain"
    """Which board it belongs on."""
    to_move: Seat
    """Whose turn it is."""
    options: Options
    """Every move but a swap, ascending."""
    asks: str
    """What the player to move is asked to do, to follow a name and a colon."""
    stuck: str = ""
    """Why there is no such move, without a full stop; nothing while there is one."""
    left: str = ""
    """What lies on the board, in few words; nothing where that takes a board."""
    swap: Option | None = None
    """The swap of the pie rule, while it is open."""

    def option(self, move: Any) -> Option:
        """What a move is and does, the swap included."""
        return self.swap if self.swap is not None and move == self.swap.move else self.options.of(move)

    def turned(self, to_move: Seat) -> Self:
        """The same position with that seat to move, and everything counted for the other seat if that is new."""
        return replace(self, to_move=to_move)

    def as_json(self) -> dict[str, Any]:
        """The view in the types of JSON, with as many of its options as anybody would read."""
        return {
            "kind": self.kind,
            "to_move": self.to_move,
            "asks": self.asks,
            "stuck": self.stuck,
            "left": self.left,
            "options": _options_json(self.options),
            "count": len(self.options),
            "swap": None if self.swap is None else _options_json([self.swap])[0],
        }


def plain_view(game: Any, p: Any) -> View:
    """The plainest view there is of a position of any game: its text, and what each move would make of that."""

    def option(move: Any) -> Option:
        spelt = game.spell(p, move)
        return Option(move, spelt, spelt, game.text(game.child(p, move)))

    moves = game.legal_moves(p)
    return View(
        to_move=game.seat(p),
        options=Options(moves, option),
        asks="choose a move",
        stuck="" if moves else "There is no move left",
        left=game.text(p),
    )


@dataclass(frozen=True, slots=True)
class Heap:
    """One of the numbers on the table."""

    number: int
    sign: str
    """How a move on it is spelt: number, sign, divisor. `/` divides it, `-` subtracts."""
    rule: str
    """The name of its duel."""
    divisors: Sequence[int]
    """What may be chosen of it, ascending."""
    options: Options
    """The moves on it; none where an equal number lies before it, since they are the same moves."""
    twin: bool = False
    """Whether an equal number under the same rule lies before it."""
    factors: str = ""
    """What the number is made of, such as `2·2·3·5`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersView(View):
    """One number, or several, of which one is changed in a move."""

    kind: ClassVar[str] = "numbers"
    heaps: tuple[Heap, ...]
    """The numbers, in their places."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers alone."""
        return tuple(heap.number for heap in self.heaps)

    @property
    def is_uniform(self) -> bool:
        """Whether all of them follow the same rule book."""
        return len({heap.rule for heap in self.heaps}) == 1

    def as_json(self) -> dict[str, Any]:
        """The view with the numbers and what can be done to each."""
        written = View.as_json(self)
        # What can be done to the only number there is has been written already.
        alone = written["options"] if len(self.heaps) == 1 else None
        heaps = [
            {
                "number": heap.number,
                "text": str(heap.number),
                "factors": heap.factors,
                "sign": heap.sign,
                "rule": heap.rule,
                "twin": heap.twin,
                "options": alone or _options_json(heap.options),
                "count": len(heap.options),
            }
            for heap in self.heaps
        ]
        return {**written, "heaps": heaps}


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView(View):
    """Numbers that are picked one by one."""

    kind: ClassVar[str] = "pool"
    low: int
    """The smallest number of the pool."""
    high: int
    """The largest number of the pool."""
    turns: Mapping[int, int] = field(default_factory=dict)
    """Which numbers are gone: for each the number of the pick, from 1."""
    current: int | None = None
    """The last pick."""
    first: Seat = 1
    """Whose the first pick counts as; the seats pick in turn."""

    def taker(self, number: int) -> tuple[int, Seat] | None:
        """The number of the pick that took a number, and whose it was; None while it lies there."""
        turn = self.turns.get(number)
        return None if turn is None else (turn, self.first if turn % 2 else other(self.first))

    @property
    def available(self) -> list[int]:
        """The numbers that are left, ascending."""
        return [*filterfalse(set(self.turns).__contains__, range(self.low, self.high + 1))]

    @property
    def count_available(self) -> int:
        """How many numbers are left."""
        return self.high - self.low + 1 - len(self.turns)

    def turned(self, to_move: Seat) -> Self:
        """With the picks counted for the other seat as well."""
        return self if to_move == self.to_move else replace(self, to_move=to_move, first=other(self.first))

    def as_json(self) -> dict[str, Any]:
        """The view with the pool and who took what."""
        taken = [
            {
                "number": number,
                "text": str(number),
                "turn": turn,
                "seat": self.first if turn % 2 else other(self.first),
            }
            for number, turn in sorted(self.turns.items(), key=lambda item: item[1])
        ]
        written = View.as_json(self)
        for option in written["options"]:
            option["relation"] = self._relation(option["move"])
        return {
            **written,
            "low": self.low,
            "high": self.high,
            "current": self.current,
            "taken": taken,
            "texts": {
                "low": str(self.low),
                "high": str(self.high),
                "current": None if self.current is None else str(self.current),
            },
        }

    def _relation(self, number: int) -> str:
        """What a number is to the last pick: a `divisor`, a `multiple`, or neither of them."""
        if self.current is None:
            return ""
        return "divisor" if self.current % number == 0 else "multiple" if number % self.current == 0 else ""


def _options_json(options: Sequence[Option]) -> list[dict[str, Any]]:
    """As many options as anybody would read."""
    return [
        {
            "move": list(move) if isinstance(move, tuple) else move,
            "label": label,
            "spelt": spelt,
            "leaves": leaves,
            "value": value,
            "becomes": None if value is None else str(value),
            "factors": factors,
        }
        for move, label, spelt, leaves, value, factors in options[:MOST_WRITTEN]
    ]
