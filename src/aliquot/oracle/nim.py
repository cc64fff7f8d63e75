"""Sums solved: every number is worth a Nim heap, and the heaps are balanced or they are not.

Under normal play a sum is lost exactly if the Grundy values XOR to 0. Under misère play that holds for
division numbers too, until every number is worth at most one. Proof: docs/variants.md.
"""

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any

from aliquot.arithmetic import factorise, omega
from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.numerals import listing
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle.budget import Budget
from aliquot.oracle.grounds import is_known
from aliquot.oracle.reasons import Claim, Reason, Side, name_some
from aliquot.oracle.rules import follows
from aliquot.oracle.search import Value, search, searched_value
from aliquot.oracle.subtraction_table import grundy
from aliquot.oracle.verdict import Certificate, Verdict, certify


def worth(member: NumberGame, number: int, budget: Budget | None = None) -> int:
    """The Grundy value of a number under its own rule: by a theorem, or by a search where there is none.

    Raises:
        Unsolved: There is none, and the budget does not suffice to search it.
    """
    if follows(member, DivisionGame):
        return max(0, omega(number) - 1)
    if follows(member, SubtractionDuel):
        return grundy(number)
    position = NumberPosition(number)
    value = search(member, position, budget).value(position)
    if value is None or value.grundy is None:
        raise Unsolved(f"A number of {member.title} has no Grundy value.")
    return value.grundy


def is_sum(game: Sum) -> bool:
    """Whether every number can be moved on whatever else lies there.

    A move names a number and a divisor, so two equal numbers are told apart only where one is subtracted from and the
    other is not.
    """
    rules: dict[bool, set[object]] = {}
    for member in game.members:
        rules.setdefault(member.sign == "-" and not game.is_uniform, set()).add(_rule(member))
    return all(len(found) == 1 for found in rules.values())


def _rule(member: NumberGame) -> object:
    """What decides how a number is moved on."""
    return next((proved for proved in (DivisionGame, SubtractionDuel) if follows(member, proved)), type(member))


def values_of(game: Sum, position: SumPosition, budget: Budget | None = None) -> tuple[int, ...] | None:
    """What each number is worth, or None if that cannot be found out."""
    try:
        return tuple(worth(member, n, budget) for member, n in zip(game.members, position.numbers, strict=True))
    except Unsolved:
        return None


@dataclass(frozen=True, slots=True)
class Worth(Claim):
    """What each number is worth."""

    numbers: tuple[int, ...]
    values: tuple[int, ...]
    by_factors: bool
    """Whether all of them are division numbers."""

    def words(self, mover: Side, other: Side) -> str:
        """Names the numbers and what they are worth."""
        how = "Counting prime factors less one" if self.by_factors else "By their Grundy values"
        numbers, values = listing([*map(str, self.numbers)], "and"), listing([*map(str, self.values)], "and")
        verb = "is" if len(self.numbers) == 1 else "are"
        return f"{how}, {numbers} {verb} worth {values}."


def powers(value: int) -> list[int]:
    """The powers of two that add up to a value, largest first.

    >>> powers(5), powers(0)
    ([4, 1], [])
    """
    return [1 << bit for bit in reversed(range(value.bit_length())) if value >> bit & 1]


def _split(values: tuple[int, ...]) -> str:
    """A sentence that splits the values which are no powers of two themselves, if there are any.

    >>> _split((2, 3, 5))
    'Split into powers of two, 3 is 2 + 1 and 5 is 4 + 1. '
    """
    splits = [f"{value} is {' + '.join(map(str, powers(value)))}" for value in sorted(set(values)) if value & value - 1]
    return f"Split into powers of two, {listing(splits, 'and')}. " if splits else ""


@dataclass(frozen=True, slots=True)
class Unbalanced(Claim):
    """Some power of two occurs an odd number of times in the values, and these moves make all of them even."""

    values: tuple[int, ...]
    moves: tuple[str, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Names the powers that occur an odd number of times, and the moves."""
        odd = listing([str(power) for power in powers(reduce(xor, self.values))], "and")
        return (
            f"{_split(self.values)}Counted over all the numbers, {odd} "
            f"{'occurs' if len(powers(reduce(xor, self.values))) == 1 else 'occur'} an odd number of times. "
            f"By {name_some(self.moves)} {mover.does('make')} every power occur an even number of times; whatever "
            f"{other.does('do')} then upsets that, and {mover.does('restore')} it."
        )


@dataclass(frozen=True, slots=True)
class Balanced(Claim):
    """Every power of two occurs an even number of times in the values."""

    values: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Says so, and what follows."""
        if not any(self.values):
            return f"None is worth anything; whatever {mover.does('do')} changes that, and {other.does('restore')} it."
        return (
            f"{_split(self.values)}Counted over all the numbers, every power of two occurs an "
            f"even number of times; whatever {mover.does('do')} upsets that, and {other.does('restore')} it."
        )


@dataclass(frozen=True, slots=True)
class AllStuck(Claim):
    """No number can be moved on."""

    numbers: tuple[int, ...]
    wins: bool
    """Whether that wins, as it does where the last move loses."""

    def words(self, mover: Side, other: Side) -> str:
        """Says so."""
        end = f": the last move loses, so {mover.does('have')} won" if self.wins else ""
        numbers = listing([*map(str, self.numbers)], "and")
        none = f"None of {numbers} has a" if len(self.numbers) > 1 else f"{numbers} has no"
        return f"{none} proper divisor, so {mover.does('have')} no move{end}."


@dataclass(frozen=True, slots=True)
class MisereOnes(Claim):
    """Only numbers worth one or nothing are left, so every turn uses one up."""

    ones: int

    def words(self, mover: Side, other: Side) -> str:
        """Counts them."""
        moves = "1 move is" if self.ones == 1 else f"{self.ones} moves are"
        last = other if self.ones % 2 == 0 else mover
        return (
            f"Exactly {moves} left, whatever anybody does: {last.does('make')} the last one, and the last move loses."
        )


@dataclass(frozen=True, slots=True)
class MisereTurn(Claim):
    """These moves win where the last move loses, while some number is worth two or more."""

    moves: tuple[str, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Says how to play on."""
        if not self.moves:
            return (
                f"The last move loses, but as long as some number is worth 2 or more that changes nothing; when "
                f"only ones would be left, {other.does('leave')} an odd number of them."
            )
        return (
            f"The last move loses. Where only ones would be left, {mover.does('leave')} an odd number of them; "
            f"otherwise every power an even number of times. Here that is {name_some(self.moves)}."
        )


@dataclass(frozen=True)
class SumVerdict(Verdict):
    """A verdict by Grundy values, normal play."""

    game: Sum
    position: SumPosition
    values: tuple[int, ...]
    """What each number is worth."""

    @property
    def wins(self) -> bool:
        """Whether the values do not balance."""
        return self.grundy != 0

    @cached_property
    def winning_moves(self) -> tuple[Any, ...]:
        """The moves that balance them."""
        game, total, found = self.game, reduce(xor, self.values), []
        if not total:
            return ()
        for move in game.legal_moves(self.position):
            child = game.child(self.position, move)
            place = next(i for i, (a, b) in enumerate(zip(self.position.numbers, child.numbers, strict=True)) if a != b)
            if worth(game.members[place], child.numbers[place], self.budget) == total ^ self.values[place]:
                found.append(move)
        return tuple(found)

    @property
    def grundy(self) -> int | None:
        """The XOR of the values."""
        return reduce(xor, self.values)

    @property
    def remoteness(self) -> int | None:
        """Known where a search finishes."""
        return None if self._searched is None else self._searched.remoteness

    @cached_property
    def _searched(self) -> Value | None:
        return searched_value(self.game, self.position, self.budget)

    @property
    def reason(self) -> Reason:
        """What the numbers are worth, and whether that balances."""
        numbers, spelt = self.position.numbers, tuple(self.game.spell(self.position, m) for m in self.winning_moves)
        if self.game.outcome(self.position) is not None:
            return Reason((AllStuck(numbers, wins=False),))
        by_factors = all(follows(member, DivisionGame) for member in self.game.members)
        value = Unbalanced(self.values, spelt) if self.wins else Balanced(self.values)
        return Reason((Worth(numbers, self.values, by_factors), value))

    @property
    def nudge(self) -> str:
        """Where the win lies."""
        return "Write what each number is worth as powers of two. Which powers occur an odd number of times?"

    @property
    def certificate(self) -> Certificate | None:
        """What the verifier needs to work the values out again; it knows the rules of the books and no others."""
        if not all(map(is_known, self.game.members)):
            return None
        factors = [
            list(map(list, factorise(n))) if follows(member, DivisionGame) else []
            for member, n in zip(self.game.members, self.position.numbers, strict=True)
        ]
        return certify(self, self.winning_moves[0] if self.wins else None, {"factors": factors})


def as_heaps(game: AnyGame, position: Any) -> "tuple[int, ...] | None":
    """The Nim heaps of a misère game about division numbers, or None if it is another game."""
    inner: Any = game.game if isinstance(game, Misere) else None
    if follows(inner, DivisionGame):
        return (worth(inner, position.number),)
    if follows(inner, Sum) and all(follows(member, DivisionGame) for member in inner.members):
        return tuple(worth(member, n) for member, n in zip(inner.members, position.numbers, strict=True))
    return None


def misere_wins(heaps: tuple[int, ...]) -> bool:
    """Whether the mover wins misère Nim.

    >>> misere_wins((0,)), misere_wins((1,)), misere_wins((2,)), misere_wins((1, 1)), misere_wins((2, 2))
    (True, False, True, True, False)
    """
    if max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@dataclass(frozen=True)
class MisereNimVerdict(Verdict):
    """A verdict by misère Nim, about one division number or several."""

    heaps: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers on the table."""
        return getattr(self.position, "numbers", None) or (self.position.number,)

    @property
    def wins(self) -> bool:
        """By misère Nim."""
        return misere_wins(self.heaps)

    @cached_property
    def winning_moves(self) -> tuple[Any, ...]:
        """The moves to heaps that are lost."""
        game, p = self.game, self.position
        if not self.wins:
            return ()
        return tuple(m for m in game.legal_moves(p) if not misere_wins(as_heaps(game, game.child(p, m)) or (0,)))

    @cached_property
    def remoteness(self) -> int | None:
        """A single number is over in at most two moves; of several it is known where a search finishes."""
        if max(self.heaps) <= 1:
            return sum(self.heaps)
        if len(self.heaps) == 1:
            return 2
        value = searched_value(self.game, self.position, self.budget)
        return None if value is None else value.remoteness

    @property
    def reason(self) -> Reason:
        """What the numbers are worth, and what that means where the last move loses."""
        worths = Worth(self.numbers, self.heaps, by_factors=True)
        if not any(self.heaps):
            return Reason((AllStuck(self.numbers, wins=True),))
        if max(self.heaps) <= 1:
            return Reason((worths, MisereOnes(sum(self.heaps))))
        spelt = tuple(self.game.spell(self.position, move) for move in self.winning_moves)
        return Reason((worths, MisereTurn(spelt)) if spelt else (worths, Balanced(self.heaps), MisereTurn(())))

    @property
    def nudge(self) -> str:
        """Where the win lies."""
        return "Here nobody wants to move last. How many moves will be left after yours?"

    @property
    def certificate(self) -> Certificate | None:
        """The factorisations."""
        move: Any = self.winning_moves[0] if self.winning_moves else None
        factors = [list(map(list, factorise(number))) for number in self.numbers]
        return certify(self, move, {"factors": factors})
