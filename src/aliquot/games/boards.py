"""Boards: positions without everything that does not change their verdict, so that equal ones are recognised."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games import book_of, books
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum
from aliquot.games.wrapper import unwrap


@dataclass(frozen=True, slots=True)
class Board:
    """A position without everything that does not change its verdict, such as the start of the game."""

    rules: Hashable
    """The rules, except those of single numbers."""
    key: Hashable
    """The position. Of numbers: each that can be moved on, with its rule; of a pool: the last pick and all picks."""

    def leads_to(self, other: "Board") -> bool:
        """Return whether one move leads to another board. Of games of other packages that is not known."""
        if self.rules != other.rules or not isinstance(self.rules, tuple):
            return False
        if self.rules[0] == PoolDuel.slug:
            return self._picks_lead_to(other)
        return self._numbers_lead_to(other)

    def _picks_lead_to(self, other: "Board") -> bool:
        (last, picks), (pick, later) = _parts(self.key), _parts(other.key)
        if len(later) != len(picks) + 1 or not picks < later or picks & {*pick}:
            return False
        return not last or pick[0] % last[0] == 0 or last[0] % pick[0] == 0

    def _numbers_lead_to(self, other: "Board") -> bool:
        before, after = Counter(_parts(self.key)), Counter(_parts(other.key))
        gone, new = [*(before - after).elements()], [*(after - before).elements()]
        if not after or len(gone) != 1 or len(new) > 1:
            return False
        # A number on which nothing can be moved any more is on no board.
        if not new:
            return True
        (rule, number), (new_rule, wanted) = gone[0], new[0]
        return rule == new_rule and _can_become(rule, number, wanted)


def _parts(key: Hashable) -> Any:
    return key


@cache
def _rule(duel: type[NumberGame]) -> str:
    """Return the first rule book with the same moves."""
    own = duel(duel.smallest).moves_by
    number_games = (book for book in books().values() if issubclass(book, NumberGame))
    return next((book.slug for book in number_games if book(book.smallest).moves_by == own), duel.slug)


def _can_become(rule: str, number: int, wanted: int) -> bool:
    """Return whether a move of a rule book makes one number of another."""
    book = book_of(rule)
    if not issubclass(book, NumberGame):
        raise ValueError(f"{rule} is not about numbers")
    game, position = book(book.smallest), NumberPosition(number)
    # A move is a divisor: the quotient, the difference or the number itself, whatever the rule does with it.
    moves = {number // wanted, number - wanted, wanted}
    return any(game.is_legal(position, move) and game.reduce(number, move) == wanted for move in moves)


def board_of(game: AnyGame, position: Any) -> Board:
    """Return the board of a position. Whether the pie rule is in use makes no difference."""
    inner, at = unwrap(game, position)
    if isinstance(inner, PoolDuel):
        return Board((inner.slug, inner.value, game.last_move_wins), inner.key(at))
    if isinstance(inner, NumberGame | Sum):
        members = (inner,) if isinstance(inner, NumberGame) else inner.members
        numbers = (at.number,) if isinstance(inner, NumberGame) else at.numbers
        parts = [
            (_rule(type(member)), number)
            for member, number in zip(members, numbers, strict=True)
            if not member.is_over(NumberPosition(number))
        ]
        return Board(("numbers", game.last_move_wins), tuple(sorted(parts)))
    return Board(game.id, game.key(position))
