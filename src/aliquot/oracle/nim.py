"""The theory of sums: every number is worth a Nim heap, its Grundy value.

In normal play a sum is lost exactly if the Grundy values XOR to 0. In misère play that holds for division numbers
too, until every number is worth at most one. Proof: docs/variants.md.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any

from aliquot.arithmetic import omega
from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.text import listing
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import DivisionGame, NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle import follows
from aliquot.oracle.budget import Budget
from aliquot.oracle.reasons import MOST_NAMED, Claim, Reason, Side, name_some
from aliquot.oracle.search import NobodyCanMove, Value, search, search_value
from aliquot.oracle.search_states import has_proved_values
from aliquot.oracle.subtraction_table import grundy
from aliquot.oracle.verdict import Certificate, Verdict, certify, prove_factors


@dataclass(frozen=True, slots=True)
class Worth(Claim):
    """The Grundy value of each number."""

    numbers: tuple[int, ...]
    values: tuple[int, ...]
    by_factors: bool
    """True if all numbers are division numbers."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the numbers and their values."""
        how = "Counting prime factors less one" if self.by_factors else "By their Grundy values"
        if len(self.numbers) > MOST_NAMED:
            counts = sorted(Counter(self.values).items(), reverse=True)
            if len(counts) == 1:
                return f"{how}, each of the {len(self.numbers)} numbers is worth {self.values[0]}."
            parts = [f"{count} {'is' if count == 1 else 'are'} worth {value}" for value, count in counts]
            return f"{how}, of the {len(self.numbers)} numbers {name_some(parts, 'and')}."
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
    """A sentence that splits the values that are not powers of two, or nothing.

    >>> _split((2, 3, 5))
    'Split into powers of two, 3 is 2 + 1 and 5 is 4 + 1. '
    """
    splits = [f"{value} is {' + '.join(map(str, powers(value)))}" for value in sorted(set(values)) if value & value - 1]
    return f"Split into powers of two, {name_some(splits, 'and')}. " if splits else ""


@dataclass(frozen=True, slots=True)
class Unbalanced(Claim):
    """Some power of two occurs an odd number of times in the values, and these moves make all of them even."""

    values: tuple[int, ...]
    moves: tuple[str, ...]
    last: tuple[str, ...]
    """The moves after which nobody can move."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the powers that occur an odd number of times, and the moves."""
        odd = powers(reduce(xor, self.values))
        count = (
            f"{_split(self.values)}Counted over all the numbers, {listing([*map(str, odd)], 'and')} "
            f"{'occurs' if len(odd) == 1 else 'occur'} an odd number of times. "
        )
        if self.last:
            # The moves that win at once are reason enough.
            return f"{count}By {name_some(self.last)} {mover.does('leave')} {other.subject} no move."
        return (
            f"{count}By {name_some(self.moves)} {mover.does('make')} every power occur an even number of times; "
            f"whatever {other.does('do')} then upsets that, and {mover.does('restore')} it."
        )


@dataclass(frozen=True, slots=True)
class Balanced(Claim):
    """Every power of two occurs an even number of times in the values."""

    values: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Say so, and who restores the balance."""
        if not any(self.values):
            zero = "Both values are 0" if len(self.values) == 2 else "Every value is 0"
            return f"{zero}: any move makes one of them larger, and {other.does('make')} it 0 again."
        return (
            f"{_split(self.values)}Counted over all the numbers, every power of two occurs an "
            f"even number of times; whatever {mover.does('do')} upsets that, and {other.does('restore')} it."
        )


@dataclass(frozen=True, slots=True)
class AllStuck(Claim):
    """No number has a move."""

    numbers: tuple[int, ...]
    wins: bool
    """True in misère play, where this wins."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the numbers and the winner."""
        numbers = sorted(set(self.numbers))
        if len(numbers) > MOST_NAMED:
            none = f"None of the {len(self.numbers)} numbers has a"
        elif len(numbers) == 1:
            none = f"{numbers[0]} has no"
        elif len(numbers) == 2:
            none = f"Neither {numbers[0]} nor {numbers[1]} has a"
        else:
            none = f"None of {listing([*map(str, numbers)], 'and')} has a"
        won = f"The last move loses, so {mover.does('have')}" if self.wins else f"So {other.does('have')}"
        return f"{none} proper divisor, and nobody can move. {won} won."


@dataclass(frozen=True, slots=True)
class MisereOnes(Claim):
    """All numbers are worth one or nothing, so every move uses one up."""

    ones: int

    def words(self, mover: Side, other: Side) -> str:
        """Count the moves to the end."""
        moves = "1 move is" if self.ones == 1 else f"{self.ones} moves are"
        last = other if self.ones % 2 == 0 else mover
        return (
            f"Exactly {moves} left, whatever anybody does: {last.does('make')} the last one, and the last move loses."
        )


@dataclass(frozen=True, slots=True)
class MisereTurn(Claim):
    """These moves win in misère play while some number is worth two or more."""

    moves: tuple[str, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the moves and the rule behind them."""
        if not self.moves:
            return (
                f"The last move loses, but as long as some number is worth 2 or more that changes nothing; when only "
                f"numbers worth 1 or 0 would be left, {other.does('leave')} an odd number of those worth 1."
            )
        return (
            f"The last move loses. If only numbers worth 1 or 0 would be left, {mover.does('leave')} an odd number of "
            f"those worth 1; otherwise every power of two an even number of times. Here that is "
            f"{name_some(self.moves)}."
        )


@dataclass(frozen=True)
class SumVerdict(Verdict):
    """A verdict by Grundy values, in normal play."""

    game: Sum
    position: SumPosition

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The Grundy value of each number.

        Raises:
            Unsolved: The value of a number without a theory is out of reach of a search.
        """
        members = zip(self.game.members, self.position.numbers, strict=True)
        return tuple(worth(member, number, self.budget) for member, number in members)

    @property
    def wins(self) -> bool:
        """True if the values do not balance."""
        return self.grundy != 0

    @cached_property
    def winning_moves(self) -> tuple[Any, ...]:
        """The moves that balance the values."""
        game, total, winning = self.game, reduce(xor, self.values), []
        if not total:
            return ()
        for move in game.legal_moves(self.position):
            child = game.child(self.position, move)
            place = next(i for i, (a, b) in enumerate(zip(self.position.numbers, child.numbers, strict=True)) if a != b)
            if worth(game.members[place], child.numbers[place], self.budget) == total ^ self.values[place]:
                winning.append(move)
        return tuple(winning)

    @property
    def grundy(self) -> int | None:
        """The XOR of the values."""
        return reduce(xor, self.values)

    @property
    def remoteness(self) -> int | None:
        """The length of play, where a search finishes."""
        return None if self._value is None else self._value.remoteness

    @cached_property
    def _value(self) -> Value | None:
        return search_value(self.game, self.position, self.budget)

    @property
    def reason(self) -> Reason:
        """The values of the numbers, and whether they balance."""
        game, p = self.game, self.position
        if game.outcome(p) is not None:
            return Reason((AllStuck(p.numbers, wins=False) if self._has_proved_values else NobodyCanMove(wins=False),))
        worths = Worth(p.numbers, self.values, all(follows(member, DivisionGame) for member in game.members))
        if not self.wins:
            return Reason((worths, Balanced(self.values)))
        last = [move for move in self.winning_moves if game.outcome(game.child(p, move)) is not None]
        moves, ending = (tuple(game.spell(p, move) for move in some) for some in (self.winning_moves, last))
        return Reason((worths, Unbalanced(self.values, moves, ending)))

    @property
    def _has_proved_values(self) -> bool:
        return all(map(has_proved_values, self.game.members))

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        return "Write what each number is worth as powers of two. Which powers occur an odd number of times?"

    @property
    def certificate(self) -> Certificate | None:
        """The factorisations, from which the verifier computes the values; None for rules it does not know."""
        if not self._has_proved_values:
            return None
        return certify(self, prove_factors(self.position.numbers))


def as_heaps(game: AnyGame, position: Any) -> "tuple[int, ...] | None":
    """The Nim heaps of a misère game about division numbers, or None for any other game."""
    inner: Any = game.game if isinstance(game, Misere) else None
    if follows(inner, DivisionGame):
        return (worth(inner, position.number),)
    if follows(inner, Sum) and all(follows(member, DivisionGame) for member in inner.members):
        return tuple(worth(member, n) for member, n in zip(inner.members, position.numbers, strict=True))
    return None


def misere_wins(heaps: tuple[int, ...]) -> bool:
    """Return whether the player to move wins misère Nim.

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
        """True if the heaps are won in misère Nim."""
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
        """The length of play: at most two for one number; for several, where a search finishes."""
        if max(self.heaps) <= 1:
            return sum(self.heaps)
        if len(self.heaps) == 1:
            return 2
        value = search_value(self.game, self.position, self.budget)
        return None if value is None else value.remoteness

    @property
    def reason(self) -> Reason:
        """The values of the numbers, and what they mean in misère play."""
        worths = Worth(self.numbers, self.heaps, by_factors=True)
        if not any(self.heaps):
            return Reason((AllStuck(self.numbers, wins=True),))
        if max(self.heaps) <= 1:
            return Reason((worths, MisereOnes(sum(self.heaps))))
        texts = tuple(self.game.spell(self.position, move) for move in self.winning_moves)
        return Reason((worths, MisereTurn(texts)) if texts else (worths, Balanced(self.heaps), MisereTurn(())))

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        return "Here nobody wants to move last. How many moves will be left after yours?"

    @property
    def certificate(self) -> Certificate | None:
        """The factorisations."""
        return certify(self, prove_factors(self.numbers))


# --- the worth of one number ---------------------------------------------------------------------------


def worth(member: NumberGame, number: int, budget: Budget | None = None) -> int:
    """Return the Grundy value of a number under its own rule, by a theorem or by a search.

    Raises:
        Unsolved: There is no theorem, and the budget is too small for a search.
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
    """Return whether every number can be moved on independently of the others.

    A move names a number and a divisor, so two equal numbers are told apart only where one is subtracted from and the
    other is not.
    """
    rules: dict[bool, set[object]] = {}
    for member in game.members:
        rules.setdefault(member.sign == "-" and not game.is_uniform, set()).add(_rule(member))
    return all(len(group) == 1 for group in rules.values())


def _rule(member: NumberGame) -> object:
    """Return what identifies the rule of a number."""
    return next((kind for kind in (DivisionGame, SubtractionDuel) if follows(member, kind)), type(member))
