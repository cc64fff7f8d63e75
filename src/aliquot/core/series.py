"""A series: best of K games between two players who take the first seat in turn."""

from typing import Literal

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat

LONGEST = 99
"""The longest series offered."""

Player = Literal[0, 1]
"""A player of a series: 0 has the first move in the first game, 1 in the second. What they are called is nobody's
business here: two people may well have the same name."""


class Series:
    """Keeps the score of a series and says who sits where. It plays nothing itself.

    >>> series = Series(best_of=3)
    >>> series.add(1), series.seating, series.score
    (0, (1, 0), (1, 0))
    >>> series.add(2), series.champion
    (0, 0)
    """

    def __init__(self, best_of: int = 1, score: tuple[int, int] = (0, 0)) -> None:
        """Sets up a series, or takes one up.

        Args:
            best_of: An odd number of games; more than half of them wins.
            score: Games won so far by either player.

        Raises:
            InvalidParameter: The number of games is not odd, or out of range, or the score cannot be.
        """
        if not 1 <= best_of <= LONGEST or best_of % 2 == 0:
            raise InvalidParameter(f"A series is the best of an odd number of games, from 1 to {LONGEST}.")
        if min(score) < 0 or max(score) > best_of // 2 + 1 or sum(score) > best_of:
            raise InvalidParameter(f"A best of {best_of} cannot stand at {score[0]} to {score[1]}.")
        self.best_of = best_of
        self._won = list(score)

    @property
    def number(self) -> int:
        """The number of the game being played or about to be, counted from 1."""
        return sum(self._won) + 1

    @property
    def seating(self) -> tuple[Player, Player]:
        """Who has seat 1 and seat 2 in that game."""
        return (0, 1) if self.number % 2 else (1, 0)

    @property
    def score(self) -> tuple[int, int]:
        """Games won by either player."""
        return self._won[0], self._won[1]

    @property
    def champion(self) -> Player | None:
        """Who has won the series, or None while it goes on."""
        if max(self._won) * 2 <= self.best_of:
            return None
        return 0 if self._won[0] > self._won[1] else 1

    def add(self, winner: Seat) -> Player:
        """Counts a finished game for whoever sat in the winning seat, and returns them.

        Raises:
            InvalidParameter: The series is over.
        """
        if self.champion is not None:
            raise InvalidParameter("The series is over.")
        player = self.seating[winner - 1]
        self._won[player] += 1
        return player
