"""The duel of the day: one position for everybody, made from its number alone, that the first idea loses.

Nothing here depends on chance, on the clock or on a machine: positions and replies are drawn from digests, so the same
number is the same duel everywhere and for ever, and tries can be compared.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

from aliquot.arithmetic import factorise
from aliquot.core.errors import IllegalMove, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.oracle.hints import advise
from aliquot.reports.sentences import short_title

FIRST_DAY = date(2026, 1, 1)
"""The day of duel number 1."""
LAST = 1_000_000
"""The last duel there is, some centuries from now."""
FEWEST_MOVES = 6
"""How many moves there are to choose from, at least."""
SHARE = 4
"""Of so many moves at most one wins."""
OWN_MOVES = 3
"""How often one has to move before it is won, at least."""

T = TypeVar("T")


class Draws:
    """Numbers that look like chance and follow from a text."""

    def __init__(self, text: str) -> None:
        """Begins anew; the same text gives the same numbers."""
        self._text, self._count = text, 0

    def below(self, limit: int) -> int:
        """A number from 0 up to a limit, which it does not reach."""
        self._count += 1
        # Of 256 bits, what a remainder favours is nothing that could be noticed.
        return int.from_bytes(sha256(f"{self._text}#{self._count}".encode()).digest()) % limit

    def one(self, things: Sequence[T]) -> T:
        """One of some things."""
        return things[self.below(len(things))]


@dataclass(frozen=True, slots=True)
class DailyDuel:
    """The duel of a day, before the first try."""

    number: int
    game: AnyGame
    given: tuple[str, ...]
    """The moves that lead to it, as records write them."""
    position: Any
    """What one faces: it is won, for whoever finds out how."""

    @property
    def day(self) -> date:
        """The day it belongs to, by universal time."""
        return FIRST_DAY + timedelta(days=self.number - 1)

    @property
    def you(self) -> Seat:
        """The seat of whoever tries it."""
        return self.game.seat(self.position)

    @property
    def name(self) -> str:
        """The position in few words."""
        return short_title(self.game)


def number_of(day: date) -> int:
    """The number of a day's duel.

    >>> number_of(date(2026, 1, 1)), number_of(date(2026, 2, 11))
    (1, 42)
    """
    return (day - FIRST_DAY).days + 1


@lru_cache(maxsize=64)
def duel(number: int) -> DailyDuel:
    """The duel of that number.

    Raises:
        InvalidParameter: There is none.
    """
    if not 1 <= number <= LAST:
        raise InvalidParameter(f"Duels of the day are numbered from 1 to {LAST:,}.")
    draw = _KINDS[number % len(_KINDS)]
    attempt = 0
    while True:
        attempt += 1
        game, given = draw(Draws(f"aliquot daily {number}, {attempt}"))
        found = DailyDuel(number, game, given, _after(game, given))
        if _is_worth_a_day(found):
            return found


def reply(asked: DailyDuel, moves: Sequence[str]) -> str | None:
    """What the perfect opponent answers, the same in every try; None where the game is over.

    Args:
        asked: The duel.
        moves: Every move of this try so far, the opponent's included; the last was one's own.

    Raises:
        InvalidMove: One of them is no move.
        IllegalMove: One of them is against the rules, or it is not the opponent's turn.
    """
    position = _after(asked.game, (*asked.given, *moves))
    if asked.game.outcome(position) is not None:
        return None
    if asked.game.seat(position) == asked.you:
        raise IllegalMove("It is your turn.")
    best = advise(asked.game, position).moves
    # By the position and not by the way to it: who comes back to it meets the same answer.
    chosen = Draws(f"aliquot daily {asked.number}: {asked.game.text(position)}").one(best)
    return asked.game.spell(position, chosen)


def _after(game: AnyGame, moves: Sequence[str]) -> Any:
    """The position after some moves from the start."""
    position = game.start()
    for text in moves:
        position = game.play(position, game.parse(position, text))
    return position


# --- what makes a position worth a day ------------------------------------------------------------------


def first_ideas(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """What people try first: the moves that leave the fewest replies."""
    moves = game.legal_moves(position)
    replies = [game.count_moves(game.child(position, move)) for move in moves]
    return tuple(move for move, count in zip(moves, replies, strict=True) if count == min(replies))


def _is_worth_a_day(found: DailyDuel) -> bool:
    """Whether few of many moves win, none of them a first idea, and the way is not over at once."""
    game, position = found.game, found.position
    if not _is_wide(game, position):
        return False
    winning = solve(game, position).winning_moves
    if not winning or SHARE * len(winning) > game.count_moves(position):
        return False
    return not set(winning) & set(first_ideas(game, position)) and _own_moves(found) >= OWN_MOVES


def _is_wide(game: AnyGame, position: Any) -> bool:
    """Whether there is enough to choose from."""
    return game.count_moves(position) >= FEWEST_MOVES


def _own_moves(found: DailyDuel) -> int:
    """How many moves of one's own it takes, always by the first winning move there is."""
    game, position, moves, own = found.game, found.position, list[str](), 0
    while game.outcome(position) is None:
        if game.seat(position) == found.you:
            move, own = game.spell(position, solve(game, position).winning_moves[0]), own + 1
        else:
            move = reply(found, moves) or ""
        moves.append(move)
        position = game.play(position, game.parse(position, move))
    return own


# --- the kinds of duels, day by day ---------------------------------------------------------------------

Drawn = tuple[AnyGame, tuple[str, ...]]


def _pool(lowest: int, highest: int) -> Callable[[Draws], Drawn]:
    """A pool after one to six picks."""

    def draw(draws: Draws) -> Drawn:
        game = create("divisor-duel-pool", pool=f"1-{lowest + 2 * draws.below((highest - lowest) // 2 + 1)}")
        position, given = game.start(), list[str]()
        for left in reversed(range(1 + draws.below(6))):
            moves = game.legal_moves(position)
            if not left:
                moves = [move for move in moves if _is_wide(game, game.child(position, move))]
            if not moves:
                break
            move = draws.one(moves)
            given.append(game.spell(position, move))
            position = game.child(position, move)
        return game, tuple(given)

    return draw


def _composite(draws: Draws, largest: int) -> int:
    """A number with at least three prime factors."""
    while True:
        number = 8 + draws.below(largest - 7)
        if sum(exponent for _, exponent in factorise(number)) > 2:
            return number


def _numbers(count: int, largest: int, *duels: str, misere: bool = False) -> Callable[[Draws], Drawn]:
    """Several numbers under one rule."""

    def draw(draws: Draws) -> Drawn:
        start = sorted(_composite(draws, largest) for _ in range(count))
        return create(draws.one(duels), start=start, misere=misere), ()

    return draw


def _mixture(draws: Draws) -> Drawn:
    """Two numbers to divide and one to subtract from."""
    divided = sorted(_composite(draws, 120) for _ in range(2))
    parts = [*(f"dividers-duel:{number}" for number in divided), f"divisor-duel-subtract:{_composite(draws, 60)}"]
    return create(f"sum({'+'.join(parts)})"), ()


_KINDS: tuple[Callable[[Draws], Drawn], ...] = (
    _pool(30, 50),
    _numbers(3, 200, "dividers-duel", "divide-and-conquer", "factor-duel"),
    _pool(40, 60),
    _numbers(2, 160, "divisor-duel-subtract"),
    _pool(48, 60),
    _numbers(3, 120, "dividers-duel", "divide-and-conquer", "factor-duel", misere=True),
    _mixture,
)
