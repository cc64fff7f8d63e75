"""Views: the data needed to draw a position.

A game makes its own views. Code that shows a position (a prompt, a screen, a page, a text for a language model)
dispatches on the kind of the view, never on the class of the game; an unknown kind is shown as a plain list of moves,
which every view has.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import filterfalse
from typing import Any, ClassVar, NamedTuple, Self, overload

from aliquot.core.outcome import Seat, other

MOST_OPTIONS = 1_000
"""The most options listed in the JSON of a view; `count` gives their number."""


class Option(NamedTuple):
    """One legal move, described. A named tuple because a server makes some hundred thousand a second."""

    move: Any
    """The move."""
    label: str
    """The text of a button: the divisor, or the number to pick."""
    notation: str
    """The move in the notation of records, such as `60/2`."""
    leaves: str = ""
    """The position after the move in few words; empty where a board shows it better."""
    value: int | None = None
    """The number after the move, where it changes one."""
    factors: str = ""
    """The factorisation of the number on the label, such as `3·5`, where the board does not show it."""


class Options(Sequence[Option]):
    """A sequence of options, made on access: there may be a million."""

    def __init__(self, moves: Sequence[Any], make: Callable[[Any], Option]) -> None:
        """Create the sequence.

        Args:
            moves: The legal moves, ascending.
            make: Returns the option of a move.
        """
        self.moves = moves
        self.of = make
        """Returns the option of any move, listed here or not."""

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
    """A position as the player to move sees it."""

    kind: ClassVar[str] = "plain"
    """The kind of board that shows it."""
    to_move: Seat
    """The seat to move."""
    options: Options
    """All legal moves but a swap, ascending."""
    prompt: str
    """The prompt for the player to move, to follow a name and a colon."""
    no_move_reason: str = ""
    """The reason why there is no move, without a full stop; empty while there is one."""
    summary: str = ""
    """The position in few words; empty where that takes a board."""
    swap: Option | None = None
    """The swap of the pie rule, while it is allowed."""

    @property
    def number_texts(self) -> tuple[str, ...]:
        """The numbers on the board as text; empty where it has none that a move changes."""
        return ()

    def option(self, move: Any) -> Option:
        """The option of a move, the swap included."""
        return self.swap if self.swap is not None and move == self.swap.move else self.options.of(move)

    def for_seat(self, to_move: Seat) -> Self:
        """The same position with that seat to move; if that is new, the seats trade places throughout."""
        return replace(self, to_move=to_move)

    def only(self, is_allowed: Callable[[Any], bool], no_move_reason: str) -> Self:
        """The same position with only the allowed moves, and the reason to give if that leaves none."""
        moves = [move for move in self.options.moves if is_allowed(move)]
        return replace(
            self,
            options=Options(moves, self.options.of),
            no_move_reason="" if moves else self.no_move_reason or no_move_reason,
        )

    def as_json(self) -> dict[str, Any]:
        """The view in the types of JSON, with at most `MOST_OPTIONS` options."""
        return {
            "kind": self.kind,
            "to_move": self.to_move,
            "prompt": self.prompt,
            "no_move_reason": self.no_move_reason,
            "summary": self.summary,
            "options": _options_json(self.options),
            "count": len(self.options),
            "swap": None if self.swap is None else _options_json([self.swap])[0],
        }


def plain_view(game: Any, p: Any) -> View:
    """A view of a position of any game: its text, and the text after each move."""

    def option(move: Any) -> Option:
        notation = game.spell(p, move)
        return Option(move, notation, notation, game.text(game.child(p, move)))

    moves = game.legal_moves(p)
    return View(
        to_move=game.seat(p),
        options=Options(moves, option),
        prompt="choose a move",
        no_move_reason="" if moves else "There is no move left",
        summary=game.text(p),
    )


@dataclass(frozen=True, slots=True)
class Heap:
    """One of the numbers on the table."""

    number: int
    sign: str
    """The sign between number and divisor in notation: `/` divides, `-` subtracts."""
    rule: str
    """The name of its rule book."""
    divisors: Sequence[int]
    """Its divisors that are legal moves, ascending."""
    options: Options
    """The moves on it; none where an equal number comes before it, since they are the same moves."""
    twin: bool = False
    """True if an equal number under the same rule comes before it."""
    factors: str = ""
    """The factorisation of the number, such as `2·2·3·5`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersView(View):
    """One number or several, of which a move changes one."""

    kind: ClassVar[str] = "numbers"
    heaps: tuple[Heap, ...]
    """The numbers, in their places."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers alone."""
        return tuple(heap.number for heap in self.heaps)

    @property
    def is_uniform(self) -> bool:
        """True if all numbers follow the same rule book."""
        return len({heap.rule for heap in self.heaps}) == 1

    def only(self, is_allowed: Callable[[Any], bool], no_move_reason: str) -> Self:
        """The same position with some of the moves, on each of the numbers."""
        heaps: list[Heap] = []
        divisors: dict[tuple[int, str], set[int]] = {}
        for heap in self.heaps:
            moves = [move for move in heap.options.moves if is_allowed(move)]
            allowed = {abs(move[-1]) if isinstance(move, tuple) else move for move in moves}
            # The moves on a twin are those on the number before it.
            allowed = divisors.setdefault((heap.number, heap.sign), allowed)
            rest = [divisor for divisor in heap.divisors if divisor in allowed]
            heaps.append(replace(heap, divisors=rest, options=Options(moves, heap.options.of)))
        return replace(View.only(self, is_allowed, no_move_reason), heaps=tuple(heaps))

    @property
    def number_texts(self) -> tuple[str, ...]:
        """The numbers as text, since they may be larger than JavaScript can hold."""
        return tuple(map(str, self.numbers))

    def as_json(self) -> dict[str, Any]:
        """The view with the numbers and the moves on each; several numbers share `MOST_OPTIONS` evenly."""
        base = View.as_json(self)
        # The moves on a single number are all the moves.
        alone = base["options"] if len(self.heaps) == 1 else None
        known = dict(zip(self.options.moves[:MOST_OPTIONS], base["options"], strict=False))
        share = MOST_OPTIONS // max(1, sum(not heap.twin for heap in self.heaps))
        heaps = [
            {
                "number": heap.number,
                "text": str(heap.number),
                "factors": heap.factors,
                "sign": heap.sign,
                "rule": heap.rule,
                "twin": heap.twin,
                "options": alone or _heap_json(heap.options, share, known),
                "count": len(heap.options),
            }
            for heap in self.heaps
        ]
        return {**base, "heaps": heaps}


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView(View):
    """Numbers that are picked one by one."""

    kind: ClassVar[str] = "pool"
    low: int
    """The smallest number of the pool."""
    high: int
    """The largest number of the pool."""
    turns: Mapping[int, int] = field(default_factory=dict)
    """The numbers picked so far, each with the number of its pick, from 1."""
    current: int | None = None
    """The last pick."""
    first: Seat = 1
    """The seat of the first pick; the seats pick in turn."""

    def taker(self, number: int) -> tuple[int, Seat] | None:
        """The number of the pick that took a number, and its seat; None while the number is available."""
        turn = self.turns.get(number)
        return None if turn is None else (turn, self.first if turn % 2 else other(self.first))

    @property
    def available(self) -> list[int]:
        """The remaining numbers, ascending."""
        return [*filterfalse(set(self.turns).__contains__, range(self.low, self.high + 1))]

    @property
    def count_available(self) -> int:
        """The number of remaining numbers."""
        return self.high - self.low + 1 - len(self.turns)

    def for_seat(self, to_move: Seat) -> Self:
        """The same position with that seat to move; if that is new, the picks change seats too."""
        return self if to_move == self.to_move else replace(self, to_move=to_move, first=other(self.first))

    def as_json(self) -> dict[str, Any]:
        """The view with the pool and the seat of every pick."""
        picks = [
            {
                "number": number,
                "text": str(number),
                "turn": turn,
                "seat": self.first if turn % 2 else other(self.first),
            }
            for number, turn in sorted(self.turns.items(), key=lambda item: item[1])
        ]
        base = View.as_json(self)
        for option in base["options"]:
            option["relation"] = self._relation(option["move"])
        return {
            **base,
            "low": self.low,
            "high": self.high,
            "current": self.current,
            "picks": picks,
            "texts": {
                "low": str(self.low),
                "high": str(self.high),
                "current": None if self.current is None else str(self.current),
            },
        }

    def _relation(self, number: int) -> str:
        """The relation of a number to the last pick: `divisor`, `multiple` or empty."""
        if self.current is None:
            return ""
        return "divisor" if self.current % number == 0 else "multiple" if number % self.current == 0 else ""


def _heap_json(options: Options, most: int, known: Mapping[Any, dict[str, Any]]) -> list[dict[str, Any]]:
    """The first options of one number; those of all numbers together are known already."""
    moves = options.moves[:most]
    new = [move for move in moves if move not in known]
    more = dict(zip(new, _options_json([options.of(move) for move in new]), strict=True))
    return [known[move] if move in known else more[move] for move in moves]


def _options_json(options: Sequence[Option], most: int = MOST_OPTIONS) -> list[dict[str, Any]]:
    """The first options in the types of JSON."""
    return [
        {
            "move": list(move) if isinstance(move, tuple) else move,
            "label": label,
            "notation": notation,
            "leaves": leaves,
            "value": value,
            "value_text": None if value is None else str(value),
            "factors": factors,
        }
        for move, label, notation, leaves, value, factors in options[:most]
    ]
