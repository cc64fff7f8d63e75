"""Boards: positions without everything that does not change their verdict, so that equal ones are recognised."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games import books
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum
from aliquot.games.wrapper import unwrap


@dataclass(frozen=True)
class Board:
    """A position without everything that does not change its verdict, such as the start of the game."""

    rules: Hashable
    """The rules, except those of single numbers."""
    key: Any
    """The position; it can be hashed."""

    def leads_to(self, _other: "Board") -> bool:
        """Return whether one move leads to another board. Of games of other packages that is not known."""
        return False


@dataclass(frozen=True)
class PoolBoard(Board):
    """A board of a pool."""

    key: tuple[tuple[int, ...], frozenset[int]]
    """The last pick, if there is one, and all picks."""

    def leads_to(self, other: Board) -> bool:
        """Return whether one pick leads to another board."""
        if not isinstance(other, PoolBoard) or other.rules != self.rules:
            return False
        (last, picks), (pick, later) = self.key, other.key
        if len(later) != len(picks) + 1 or not picks < later or picks & {*pick}:
            return False
        return not last or pick[0] % last[0] == 0 or last[0] % pick[0] == 0


@dataclass(frozen=True)
class NumbersBoard(Board):
    """A board of numbers."""

    key: tuple[tuple[type[NumberGame], int], ...]
    """Each number that can be moved on, with its rule book."""

    def leads_to(self, other: Board) -> bool:
        """Return whether one move leads to another board."""
        if not isinstance(other, NumbersBoard) or other.rules != self.rules:
            return False
        before, after = Counter(self.key), Counter(other.key)
        gone, new = [*(before - after).elements()], [*(after - before).elements()]
        if not after or len(gone) != 1 or len(new) > 1:
            return False
        # A number on which nothing can be moved any more is on no board.
        return not new or (new[0][0] is gone[0][0] and _can_become(*gone[0], new[0][1]))


@cache
def _first_book(duel: type[NumberGame]) -> type[NumberGame]:
    """Return the first rule book with the same moves."""
    own = duel(duel.smallest).moves_by
    number_games = (book for book in books().values() if issubclass(book, NumberGame))
    return next((book for book in number_games if book(book.smallest).moves_by == own), duel)


def _can_become(duel: type[NumberGame], number: int, wanted: int) -> bool:
    """Return whether a move of a rule book makes one number of another."""
    game, position = duel(duel.smallest), NumberPosition(number)
    # A move is a divisor: the quotient, the difference or the number itself, whatever the rule does with it.
    moves = {number // wanted, number - wanted, wanted}
    return any(game.is_legal(position, move) and game.reduce(number, move) == wanted for move in moves)


def board_of(game: AnyGame, position: Any) -> Board:
    """Return the board of a position. Whether the pie rule is in use makes no difference."""
    inner, at = unwrap(game, position)
    if isinstance(inner, PoolDuel):
        key: Any = inner.key(at)
        return PoolBoard((inner.slug, inner.value, game.last_move_wins), key)
    if isinstance(inner, NumberGame | Sum):
        members = (inner,) if isinstance(inner, NumberGame) else inner.members
        numbers = (at.number,) if isinstance(inner, NumberGame) else at.numbers
        parts = [
            (_first_book(type(member)), number)
            for member, number in zip(members, numbers, strict=True)
            if not member.is_over(NumberPosition(number))
        ]
        return NumbersBoard(game.last_move_wins, tuple(sorted(parts, key=lambda part: (part[0].slug, part[1]))))
    return Board(game.id, game.key(position))
