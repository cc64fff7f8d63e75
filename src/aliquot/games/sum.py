"""Sums: several numbers at once."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import overload

from aliquot.core.errors import InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.game import Penalty
from aliquot.core.outcome import Seat, other
from aliquot.core.text import listing, quote
from aliquot.core.view import NumbersView, Option, Options
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.rulebook import Rules, RuleText, Section
from aliquot.games.wrapper import Variant

MOST = 32
"""The most numbers a sum may have."""
_TURNS = {"/": "divide it", "-": "subtract one of its divisors from it"}
"""A turn on one of several numbers, by the sign of its rule."""

Move = tuple[int, int]
"""The number moved on, and the divisor; in a mixture of rules, a divisor to be subtracted is negative."""


class Moves(Sequence[Move]):
    """The moves on some of the numbers, one number after the other, calculated only as far as they are read."""

    __slots__ = ("_is_sorted", "_length", "_parts")

    def __init__(self, parts: Sequence[tuple[int, int, Sequence[int]]], *, is_sorted: bool = False) -> None:
        """Take the numbers and their divisors.

        Args:
            parts: Each number, the sign of its divisors in a move, and the divisors, ascending.
            is_sorted: True if negative divisors come in ascending order too, that is, the largest divisor first.
        """
        self._parts, self._is_sorted = parts, is_sorted
        self._length = sum(len(divisors) for _, _, divisors in parts)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        # The range handles negative indices, slices and bounds.
        place = range(self._length)[index]
        if isinstance(place, int):
            return self._between(place, place + 1)[0]
        if place.step == 1:
            return tuple(self._between(place.start, place.stop))
        return tuple([self._between(each, each + 1)[0] for each in place])

    def _between(self, first: int, end: int) -> list[Move]:
        """The moves from one place up to another."""
        moves: list[Move] = []
        for number, sign, divisors in self._parts:
            count = len(divisors)
            low, high = max(first, 0), min(end, count)
            if low < high:
                is_reversed = self._is_sorted and sign < 0
                listed = divisors[count - high : count - low][::-1] if is_reversed else divisors[low:high]
                moves += [(number, sign * divisor) for divisor in listed]
            first, end = first - count, end - count
        return moves

    def __iter__(self) -> Iterator[Move]:
        for number, sign, divisors in self._parts:
            every = tuple(divisors)
            for divisor in every[::-1] if self._is_sorted and sign < 0 else every:
                yield number, sign * divisor

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Moves | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


@dataclass(frozen=True, slots=True)
class SumPosition:
    """The numbers on the table, in their places, and whose turn it is."""

    numbers: tuple[int, ...]
    seat: Seat = 1


@dataclass(frozen=True, slots=True, repr=False)
class Sum(Rules[SumPosition, Move]):
    """Several number duels side by side; move on any one of them."""

    members: tuple[NumberGame, ...]

    def __post_init__(self) -> None:
        """Refuses a sum of too few numbers or too many, and one whose moves would be written alike."""
        if not 2 <= len(self.members) <= MOST:
            raise InvalidParameter(f"A sum has from 2 to {MOST} numbers, not {len(self.members)}.")
        if self.is_uniform:
            return
        rules: dict[str, NumberGame] = {}
        for member in self.members:
            first = rules.setdefault(member.sign, member)
            if member.sign not in "/-" or member.moves_by != first.moves_by:
                raise InvalidParameter(
                    f"{first.title} and {member.title} cannot be mixed: their moves look the same."
                    if member is not first
                    else f"{member.title} cannot be mixed with other duels: a sum allows only / and - as signs."
                )

    @classmethod
    def of(cls, duel: type[NumberGame], values: Sequence[object]) -> "Sum":
        """A sum within one rule book.

        Raises:
            InvalidParameter: There are too many numbers, or one is not a start of that duel.
        """
        if len(values) > MOST:
            raise InvalidParameter(f"A sum has from 2 to {MOST} numbers, not {len(values)}.")
        members = []
        for place, value in enumerate(values, 1):
            try:
                members.append(duel.from_value(value))
            except InvalidParameter as problem:
                raise InvalidParameter(f"Number {place} of the sum, {quote(value)}: {problem}") from None
        return cls(tuple(members))

    @property
    def is_uniform(self) -> bool:
        """True if all the numbers follow the same rule book."""
        slug = self.members[0].slug
        return all(member.slug == slug for member in self.members)

    @property
    def slug(self) -> str:
        """The rule book's own where there is one, else `sum`."""
        return self.members[0].slug if self.is_uniform else "sum"

    @property
    def title(self) -> str:
        """The rule book's title where there is one."""
        return f"{self.members[0].title if self.is_uniform else 'Sum'} with {len(self.members)} numbers"

    @property
    def tagline(self) -> str:
        """A turn in one sentence."""
        return "Choose one of the numbers and move on it. Whoever cannot move on any of them loses."

    @property
    def task(self) -> str:
        """A turn: the same on each number where they follow one rule."""
        turn = _TURNS.get(self.members[0].sign) if self.is_uniform else None
        return f"Choose one of the numbers and {turn or 'move on it'}."

    @property
    def aim(self) -> str:
        """The last move wins."""
        return "If you make the last move, you win."

    @property
    def options(self) -> tuple[str, ...]:
        """The numbers, each with its rule book where they differ."""
        if self.is_uniform:
            return (f"start={'+'.join(member.value for member in self.members)}",)
        return ("+".join(f"{member.slug}:{member.value}" for member in self.members),)

    @property
    def version(self) -> int:
        """The version of the rules of sums."""
        return 1

    @property
    def penalty(self) -> Penalty:
        """That of the first number's rule book."""
        return self.members[0].penalty

    @property
    def max_length(self) -> int:
        """As long as all of them together."""
        return sum(member.max_length for member in self.members)

    def start(self) -> SumPosition:
        """All the starts, with seat 1 to move."""
        return SumPosition(tuple(member.number for member in self.members))

    def seat(self, p: SumPosition) -> Seat:
        """Return the seat to move."""
        return p.seat

    def places(self, p: SumPosition) -> list[int]:
        """Return the places of the numbers that differ in value or rule, ascending; of equal ones, the first."""
        seen: dict[tuple[int, str], int] = {}
        for place, (member, number) in enumerate(zip(self.members, p.numbers, strict=True)):
            seen.setdefault((number, member.sign), place)
        return [place for _, place in sorted(seen.items())]

    def part(self, p: SumPosition, place: int) -> NumberPosition:
        """One of the numbers as a position of its own duel."""
        return NumberPosition(p.numbers[place], p.seat)

    def _parts(self, p: SumPosition, places: Sequence[int]) -> list[tuple[int, int, Sequence[int]]]:
        """The numbers at some places, each with the sign of its divisors in a move and the divisors."""
        return [
            (p.numbers[place], self._sign(place), self.members[place].lazy_moves(self.part(p, place)))
            for place in places
        ]

    def lazy_moves(self, p: SumPosition) -> Moves:
        """The legal moves, ascending, calculated only as far as they are read."""
        return Moves(self._parts(p, self.places(p)), is_sorted=True)

    def _sign(self, place: int) -> int:
        return -1 if self.members[place].sign == "-" and not self.is_uniform else 1

    def _takers(self, p: SumPosition, move: Move) -> list[int]:
        """Return the places where a move is legal: one, or none."""
        return [
            place
            for place in self.places(p)
            if p.numbers[place] == move[0]
            and self.members[place].is_legal(self.part(p, place), self._sign(place) * move[1])
        ]

    def legal_moves(self, p: SumPosition) -> Sequence[Move]:
        """Every divisor of every number."""
        return tuple(self.lazy_moves(p))

    def count_moves(self, p: SumPosition) -> int:
        """Count them without listing them."""
        return len(self.lazy_moves(p))

    def is_legal(self, p: SumPosition, move: Move) -> bool:
        """Return whether the number is there and the divisor a proper one of it."""
        well_formed = type(move) is tuple and len(move) == 2 and type(move[0]) is int and type(move[1]) is int
        return well_formed and bool(self._takers(p, move))

    def is_over(self, p: SumPosition) -> bool:
        """Return whether no number can be moved on."""
        return all(member.is_over(self.part(p, place)) for place, member in enumerate(self.members))

    def child(self, p: SumPosition, move: Move) -> SumPosition:
        """One number changed, the others as they were."""
        number, divisor = move
        place = p.numbers.index(number)
        while self._sign(place) * divisor < 0:
            place = p.numbers.index(number, place + 1)
        numbers = list(p.numbers)
        numbers[place] = self.members[place].reduce(number, abs(divisor))
        return SumPosition(tuple(numbers), other(p.seat))

    def objection(self, p: SumPosition, move: object) -> str:
        """Return why a move is illegal, in one sentence."""
        match move:
            case (int(number), int(divisor)) if type(move) is tuple:
                if number not in p.numbers:
                    return f"{quote(number)} is not one of the numbers {listing(self._names(p), 'and')}."
                there = [place for place in self.places(p) if p.numbers[place] == number]
                # Of equal numbers under two rules, the one whose sign the divisor has.
                place = next((place for place in there if self._sign(place) * divisor > 0), there[0])
                if self.members[place].is_over(self.part(p, place)) and not self.is_over(p):
                    return f"{number} has no proper divisor: move on another number."
                return self.members[place].objection(self.part(p, place), self._sign(place) * divisor)
        return f"{quote(move)} is not a number and a divisor of it."

    def _names(self, p: SumPosition) -> list[str]:
        """The numbers, each once, ascending."""
        return [str(number) for number in sorted(set(p.numbers))]

    def key(self, p: SumPosition) -> Hashable:
        """The numbers with their rules; where they lie does not matter."""
        return tuple(sorted(zip(p.numbers, (member.sign for member in self.members), strict=True)))

    def text(self, p: SumPosition) -> str:
        """The numbers with plus signs between them."""
        return "+".join(map(str, p.numbers))

    def position(self, text: str) -> SumPosition:
        """Reads as many numbers as the sum has, with seat 1 to move."""
        parts = text.strip().split("+")
        if len(parts) != len(self.members):
            raise InvalidPosition(
                f"A position of this game is {len(self.members)} numbers, as in {self.text(self.start())}, "
                f"not {quote(text)}."
            )
        return SumPosition(
            tuple(member.position(part).number for member, part in zip(self.members, parts, strict=True))
        )

    def spell(self, p: SumPosition, move: Move) -> str:
        """The number, the sign of its rule and the divisor."""
        match move:
            case (int(number), int(divisor)):
                sign = self.members[0].sign if self.is_uniform else "-" if divisor < 0 else "/"
                return f"{number}{sign}{abs(divisor)}"
        # An illegal choice, which may be anything, is spelt too, to be recorded.
        return str(move)

    def parse(self, p: SumPosition, text: str) -> Move:
        """Reads a number and a divisor, or a divisor that only one number takes."""
        readings: list[Move] = []
        for place in self.places(p):
            try:
                divisor = self.members[place].parse(self.part(p, place), text)
            except InvalidMove:
                continue
            readings.append((p.numbers[place], self._sign(place) * divisor))
        if not readings:
            example = f"{p.numbers[0]}{self.members[0].sign}2"
            raise InvalidMove(
                f"{quote(text.strip())} is neither a divisor nor one of the numbers with a divisor, as in {example}."
            )
        legal = [move for move in readings if self.is_legal(p, move)]
        if len(legal) > 1:
            takers = listing([str(number) for number, _ in legal], "and")
            raise InvalidMove(
                f"{abs(legal[0][1])} is a divisor of {takers}; type the number too, as in {self.spell(p, legal[0])}."
            )
        return legal[0] if legal else readings[0]

    def view(self, p: SumPosition) -> NumbersView:
        """The numbers side by side."""
        places = self.places(p)
        option = self._describe(p, places)
        heaps = []
        for place, member in enumerate(self.members):
            twin = place not in places
            heap = member.heap(self.part(p, place))
            moves = Moves(() if twin else self._parts(p, (place,)))
            heaps.append(replace(heap, options=Options(moves, option), twin=twin))
        return NumbersView(
            to_move=p.seat,
            options=Options(self.lazy_moves(p), option),
            prompt="choose one of the numbers and a divisor of it",
            no_move_reason="None of the numbers has a proper divisor left" if self.is_over(p) else "",
            summary=", ".join(map(str, p.numbers)),
            heaps=tuple(heaps),
        )

    def _describe(self, p: SumPosition, places: Sequence[int]) -> Callable[[Move], Option]:
        """Return a function that describes a legal move. A server calls it thousands of times for one position."""
        texts = [*map(str, p.numbers)]
        parts = {}
        for place in places:
            number, member = p.numbers[place], self.members[place]
            before, after = (f"{text}, " for text in texts[:place]), (f", {text}" for text in texts[place + 1 :])
            parts[number, self._sign(place)] = member, f"{number}{member.sign}", "".join(before), "".join(after)

        def option(move: Move) -> Option:
            number, divisor = move
            member, stem, before, after = parts[number, -1 if divisor < 0 else 1]
            value = member.reduce(number, abs(divisor))
            text = str(abs(divisor))
            return Option(move, text, stem + text, f"{before}{value}{after}", value)

        return option


SEVERAL_NUMBERS = Variant(
    slug="sum",
    title="Several numbers",
    line="Several numbers at once: move on any one of them.",
    example="dividers-duel(start=60+84)",
    rules=RuleText(
        "Sums: several numbers at once.",
        (
            Section(
                "Rules",
                (
                    "Several numbers lie on the table, each with the rule of its own duel. On your turn choose one of "
                    "them and move on it: divide it by a proper divisor, or subtract one, as its duel says. The others "
                    "stay as they are. Whoever cannot move on any of them loses.",
                    "A move is typed as the number and the divisor, 60/2 or 16-8; the divisor alone is enough where "
                    "only one of the numbers takes it.",
                ),
            ),
            Section(
                "Theory",
                (
                    "Each number is worth its Grundy value, and a sum is lost exactly if the values XOR to 0: the "
                    "theorem of Sprague and Grundy. Division numbers are worth the number of their prime factors less "
                    "one, so a sum of them is the game of Nim.",
                ),
            ),
        ),
        "docs/variants.md",
    ),
)
