"""The theory of misère Subtraction of one number.

A number is lost exactly if it is twice a prime, or odd and composite, or one of some numbers 2^k and 3·2^k; with a few
exceptions. Proof: docs/misere-subtraction.md. The length of play is known only as far as the table of it reaches.
"""

from dataclasses import dataclass
from functools import cached_property

from aliquot.arithmetic import divisors, factorise, product
from aliquot.oracle.misere_subtraction_table import is_lost, remoteness, special_numbers
from aliquot.oracle.reasons import Claim, Factors, Reason, Side, name_some
from aliquot.oracle.verdict import Certificate, Verdict, certify, prove_factors


def _candidates(number: int) -> list[int]:
    """The proper divisors that must be tried; any other wins exactly if it is odd and the number is even.

    Let d be a proper divisor that is not one of these, and M = N - d, which is a multiple of d and not special.
    If M is even, it is not lost: if it were 2p for a prime p, d would be 2, p or 2p, which are 2, N/3 and N/2.
    If M is odd, then N is even and d is odd, and M is lost. If it were prime, d would be M, which is N/2; if it were
    3p for a prime p, d would be 3, p or 3p, which are 3, N/4 and N/2.
    """
    special = special_numbers()
    tries = {2, 3, *(number // part for part in (2, 3, 4) if number % part == 0)}
    tries |= {number - each for each in special.lost | special.odd_won}
    return sorted(divisor for divisor in tries if 1 < divisor < number and number % divisor == 0)


def winning_moves(number: int) -> tuple[int, ...]:
    """Every proper divisor that leaves a lost number when it is subtracted, ascending.

    >>> winning_moves(60), winning_moves(9), winning_moves(51), winning_moves(57)
    ((2, 5, 15), (), (), (19,))
    """
    candidates = _candidates(number)
    winning = [divisor for divisor in candidates if is_lost(number - divisor)]
    if number % 2 == 0:
        # 1, and an odd divisor that is the number itself, do not occur here.
        winning += set(divisors(number // (number & -number))[1:]).difference(candidates)
    return tuple(sorted(winning))


def _shape(number: int) -> str:
    """Write a number that is lost as a product: 2^5, 3·2^13, or by its prime factors."""
    odd = number // (number & -number)
    if number % 4 == 0 and odd in (1, 3) and number > 4:
        return f"{'3·' * (odd == 3)}2^{(number // odd).bit_length() - 1}"
    return product(factorise(number))


def _is_twice_prime(number: int) -> bool:
    """Return whether an even number that is lost is twice a prime."""
    return number == 4 or number % 4 == 2


@dataclass(frozen=True, slots=True)
class CannotMove(Claim):
    """The number has no proper divisor, which wins in misère play."""

    number: int

    def words(self, mover: Side, other: Side) -> str:
        """Name the number and the winner."""
        return (
            f"{self.number} has no proper divisor, so nobody can move. "
            f"The last move loses, so {mover.does('have')} won."
        )


@dataclass(frozen=True, slots=True)
class TwiceAPrime(Claim):
    """The number is 2p, p prime, and lost: subtracting p leaves no move, and 2 has this reply."""

    number: int
    reply: int | None
    """A winning reply after 2 has been subtracted; None for 4."""

    def words(self, mover: Side, other: Side) -> str:
        """Name both moves and what follows."""
        half, rest = self.number // 2, self.number - 2
        text = (
            f"The last move loses, and {self.number} = 2·{half} is twice a prime: by subtracting {half} "
            f"{mover.does('leave')} {half}, which is prime, and {other.subject} cannot move and wins"
        )
        if self.reply is None:
            return f"{text}. There is no other move."
        return (
            f"{text}; by subtracting 2 {mover.does('leave')} {rest}, and by subtracting {self.reply} "
            f"{other.does('leave')} {rest - self.reply} = {_shape(rest - self.reply)}, which is lost."
        )


@dataclass(frozen=True, slots=True)
class OddComposite(Claim):
    """The number is odd, composite and lost: every move leaves an even number that is won."""

    number: int
    exception: tuple[int, int] | None
    """Of three times a prime p for which 2p is won: 2p, and the lost number to leave there."""

    def words(self, mover: Side, other: Side) -> str:
        """The parity argument."""
        text = (
            f"The last move loses, and {self.number} = {product(factorise(self.number))} is odd and not prime: "
            f"whatever {mover.does('subtract')} leaves an even number, and from that {other.does('leave')} an odd "
            f"number that is not prime, or twice a prime"
        )
        if self.exception is None:
            return f"{text}."
        start, left = self.exception
        return f"{text}; from {start} {other.does('get')} to {left} = {_shape(left)}, which is lost too."


@dataclass(frozen=True, slots=True)
class LostPower(Claim):
    """The number is a power of two, or three times one, that is lost."""

    number: int
    reply: int | None
    """Of a power of two, a winning reply after it has been halved."""

    def words(self, mover: Side, other: Side) -> str:
        """Say what can be left after each move."""
        can = f"{other.subject} can leave an odd number that is not prime, or twice a prime"
        text = f"The last move loses, and {self.number} is {_shape(self.number)}"
        if self.reply is None:
            return f"{text}: whatever {mover.does('subtract')}, {can}."
        half = self.number // 2
        return (
            f"{text}: by subtracting {half} {mover.does('leave')} {half} = {_shape(half)}, and by subtracting "
            f"{self.reply} {other.does('leave')} {half - self.reply} = {_shape(half - self.reply)}, which is lost; "
            f"after any other move {can}."
        )


@dataclass(frozen=True, slots=True)
class LeaveOdd(Claim):
    """The number is even, and subtracting any of these leaves an odd composite number that is lost."""

    number: int
    factors: Factors
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the moves."""
        return (
            f"The last move loses. {self.number} = {product(self.factors)} is even: by subtracting "
            f"{name_some(self.moves)} {mover.does('leave')} an odd number that is not prime, which is lost."
        )


@dataclass(frozen=True, slots=True)
class OddExceptions(Claim):
    """Subtracting any of these odd divisors from an even number leaves an odd number that is won."""

    number: int
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the moves and what the opponent has then."""
        return " ".join(f"{move} does not win: {self._answer(self.number - move, other)}." for move in self.moves)

    def _answer(self, left: int, other: Side) -> str:
        replies = winning_moves(left)
        if not replies:
            return f"it leaves {left}, which is prime, and {other.subject} cannot move and wins"
        after = left - replies[0]
        return f"it leaves {left} = {product(factorise(left))}, and {other.does('get')} to {after} = {_shape(after)}"


@dataclass(frozen=True, slots=True)
class LeaveEven(Claim):
    """Subtracting any of these leaves an even number that is lost: twice a prime, or a power of two or thrice one."""

    number: int
    moves: tuple[int, ...]
    first: bool
    """True if no odd number can be left that is lost."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the moves and what they leave."""
        cases = [
            f"{move} (which leaves {left} = {_shape(left)}{', twice a prime' * _is_twice_prime(left)})"
            for move, left in ((move, self.number - move) for move in self.moves)
        ]
        if self.first:
            return f"The last move loses, and {mover.does('win')} at {self.number} by subtracting {name_some(cases)}."
        return f"Subtracting {name_some(cases)} wins too."


@dataclass(frozen=True)
class MisereSubtractionVerdict(Verdict):
    """A verdict by the list of lost numbers."""

    @cached_property
    def wins(self) -> bool:
        """True if the number is not on the list."""
        return not is_lost(self.position.number)

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The moves to numbers on the list."""
        return winning_moves(self.position.number) if self.wins else ()

    @property
    def remoteness(self) -> int | None:
        """The length of play; None beyond the table."""
        return remoteness(self.position.number)

    @property
    def reason(self) -> Reason:
        """The case that applies, and the numbers to leave."""
        number = self.position.number
        if not self.wins:
            return Reason((_loss(number),))
        if not self.winning_moves:
            return Reason((CannotMove(number),))
        odd = tuple(move for move in self.winning_moves if (number - move) % 2)
        even = tuple(move for move in self.winning_moves if (number - move) % 2 == 0)
        claims: list[Claim] = [LeaveOdd(number, factorise(number), odd)] if odd else []
        if number % 2 == 0:
            refuted = tuple(move for move in _candidates(number) if move % 2 and move not in odd)
            claims += [OddExceptions(number, refuted)] if refuted else []
        if even:
            claims.insert(len(odd[:1]), LeaveEven(number, even, first=not odd))
        return Reason(tuple(claims))

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        left = [self.position.number - move for move in self.winning_moves]
        if any(number % 2 for number in left):
            return "One of your moves leaves an odd number that is not prime. Why might that be good?"
        if any(map(_is_twice_prime, left)):
            return "One of your moves leaves twice a prime. What could your opponent do then?"
        return "The win is to leave a power of two, or three times one. Which one can you reach?"

    @property
    def certificate(self) -> Certificate | None:
        """The factors of the number, and of those next to it whose primality matters."""
        number = self.position.number
        numbers = [number]
        if number % 2 == 0 and number > 2:
            numbers += [number - 2, number - 3] if number % 3 == 0 else [number - 2]
        return certify(self, prove_factors(numbers))


def _loss(number: int) -> Claim:
    """The claim about a number that is lost."""
    if number % 4 == 0 and number > 4:
        is_power = number & (number - 1) == 0
        return LostPower(number, winning_moves(number // 2)[0] if is_power else None)
    if number % 2 == 0:
        return TwiceAPrime(number, winning_moves(number - 2)[0] if number > 4 else None)
    twice = number // 3 * 2
    if number % 3 or twice // 2 not in special_numbers().twice_won or number == 9:
        return OddComposite(number, None)
    return OddComposite(number, (twice, twice - winning_moves(twice)[0]))
