"""The score of a series: best of K matches between two players who take the first seat in turn."""

from typing import Literal

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat

LONGEST = 99
"""The longest series offered."""

Player = Literal[0, 1]
"""A player of a series: 0 moves first in the first match, 1 in the second. Not a name: two people may share one."""


class Series:
    """The score of a series and the seating of its matches.

    >>> series = Series(best_of=3)
    >>> series.add(1), series.seating, series.score
    (0, (1, 0), (1, 0))
    >>> series.add(2), series.champion
    (0, 0)
    """

    def __init__(self, best_of: int = 1, score: tuple[int, int] = (0, 0)) -> None:
        """Start a series, or resume one.

        Args:
            best_of: An odd number of matches; more than half of them wins.
            score: The matches won so far by each player.

        Raises:
            InvalidParameter: The number of matches is even or out of range, or the score is impossible.
        """
        if not 1 <= best_of <= LONGEST or best_of % 2 == 0:
            raise InvalidParameter(f"A series is the best of an odd number of games, from 1 to {LONGEST}.")
        if min(score) < 0 or max(score) > best_of // 2 + 1 or sum(score) > best_of:
            raise InvalidParameter(f"A best of {best_of} cannot have the score {score[0]} to {score[1]}.")
        self.best_of = best_of
        self._won = list(score)

    @property
    def number(self) -> int:
        """The number of the current or next match, from 1."""
        return sum(self._won) + 1

    @property
    def seating(self) -> tuple[Player, Player]:
        """The players in seat 1 and seat 2 of that match."""
        return (0, 1) if self.number % 2 else (1, 0)

    @property
    def score(self) -> tuple[int, int]:
        """The matches won by each player."""
        return self._won[0], self._won[1]

    @property
    def champion(self) -> Player | None:
        """The winner of the series, or None while it goes on."""
        if max(self._won) * 2 <= self.best_of:
            return None
        return 0 if self._won[0] > self._won[1] else 1

    def add(self, winner: Seat) -> Player:
        """Count a finished match for the player in the winning seat, and return that player.

        Raises:
            InvalidParameter: The series is over.
        """
        if self.champion is not None:
            raise InvalidParameter("The series is over.")
        player = self.seating[winner - 1]
        self._won[player] += 1
        return player
