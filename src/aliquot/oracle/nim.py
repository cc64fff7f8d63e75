"""Sums solved: every number is worth a Nim heap, and the heaps are balanced or they are not.

Under normal play a sum is lost exactly if the Grundy values XOR to 0. Under misère play that holds for
division numbers too, until every number is worth at most one. Proof: docs/variants.md.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any

from aliquot.arithmetic import factorise
from aliquot.core.game import AnyGame
from aliquot.core.text import listing
from aliquot.games.division import DivisionGame
from aliquot.games.misere import Misere
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle.grundy import worth
from aliquot.oracle.reasons import MOST_NAMED, Claim, Reason, Side, name_some
from aliquot.oracle.scope import follows
from aliquot.oracle.search import Over, Value, searched_value
from aliquot.oracle.search_states import is_known
from aliquot.oracle.verdict import Certificate, Verdict, certify


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
    """A sentence that splits the values which are no powers of two themselves, if there are any.

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
    """Those of the moves after which nobody can move."""

    def words(self, mover: Side, other: Side) -> str:
        """Names the powers that occur an odd number of times, and the moves."""
        odd = powers(reduce(xor, self.values))
        found = (
            f"{_split(self.values)}Counted over all the numbers, {listing([*map(str, odd)], 'and')} "
            f"{'occurs' if len(odd) == 1 else 'occur'} an odd number of times. "
        )
        if self.last:
            # The quickest of them say enough.
            return f"{found}By {name_some(self.last)} {mover.does('leave')} {other.subject} no move."
        return (
            f"{found}By {name_some(self.moves)} {mover.does('make')} every power occur an even number of times; "
            f"whatever {other.does('do')} then upsets that, and {mover.does('restore')} it."
        )


@dataclass(frozen=True, slots=True)
class Balanced(Claim):
    """Every power of two occurs an even number of times in the values."""

    values: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Says so, and what follows."""
        if not any(self.values):
            none = "Neither is" if len(self.values) == 2 else "None is" if len(self.values) > 2 else "It is not"
            return f"{none} worth anything; whatever {mover.does('do')} changes that, and {other.does('restore')} it."
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
        """Says so, and who has won."""
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

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What each number is worth.

        Raises:
            Unsolved: That of a number without a theory cannot be found out.
        """
        members = zip(self.game.members, self.position.numbers, strict=True)
        return tuple(worth(member, number, self.budget) for member, number in members)

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
        game, p = self.game, self.position
        if game.outcome(p) is not None:
            return Reason((AllStuck(p.numbers, wins=False) if self._is_of_books else Over(wins=False),))
        worths = Worth(p.numbers, self.values, all(follows(member, DivisionGame) for member in game.members))
        if not self.wins:
            return Reason((worths, Balanced(self.values)))
        last = [move for move in self.winning_moves if game.outcome(game.child(p, move)) is not None]
        moves, ending = (tuple(game.spell(p, move) for move in some) for some in (self.winning_moves, last))
        return Reason((worths, Unbalanced(self.values, moves, ending)))

    @property
    def _is_of_books(self) -> bool:
        """Whether every number follows the rule of a book."""
        return all(map(is_known, self.game.members))

    @property
    def nudge(self) -> str:
        """Where the win lies."""
        return "Write what each number is worth as powers of two. Which powers occur an odd number of times?"

    @property
    def certificate(self) -> Certificate | None:
        """What the verifier needs to work the values out again; it knows the rules of the books and no others."""
        if not self._is_of_books:
            return None
        return certify(self, {"factors": [[*map(list, factorise(number))] for number in self.position.numbers]})


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
        return certify(self, {"factors": [[*map(list, factorise(number))] for number in self.numbers]})
