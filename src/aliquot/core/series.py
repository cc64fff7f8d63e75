"""A series: best of K games between two players who take the first seat in turn."""

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat

LONGEST = 99
"""The longest series offered."""


class Series:
    """Keeps the score of a series and says who sits where. It plays nothing itself."""

    def __init__(self, players: tuple[str, str], best_of: int = 1) -> None:
        """Sets up a series.

        Args:
            players: The two players; the first has the first move in the first game.
            best_of: An odd number of games; more than half of them wins.

        Raises:
            InvalidParameter: The number of games is not odd, or out of range.
        """
        if not 1 <= best_of <= LONGEST or best_of % 2 == 0:
            raise InvalidParameter(f"A series is the best of an odd number of games, from 1 to {LONGEST}.")
        self.players = players
        self.best_of = best_of
        self._winners: list[str] = []

    @property
    def number(self) -> int:
        """The number of the game being played or about to be, counted from 1."""
        return len(self._winners) + 1

    @property
    def seating(self) -> tuple[str, str]:
        """Who has seat 1 and seat 2 in that game."""
        first, second = self.players
        return (first, second) if self.number % 2 else (second, first)

    @property
    def score(self) -> tuple[int, int]:
        """Games won, in the order of `players`."""
        won = self._winners.count(self.players[0])
        return won, len(self._winners) - won

    @property
    def champion(self) -> str | None:
        """Who has won the series, or None while it goes on."""
        ahead = self.players[0] if self.score[0] > self.score[1] else self.players[1]
        return ahead if max(self.score) * 2 > self.best_of else None

    def add(self, winner: Seat) -> str:
        """Counts a finished game for whoever sat in the winning seat, and returns them.

        Raises:
            InvalidParameter: The series is over.
        """
        if self.champion is not None:
            raise InvalidParameter("The series is over.")
        player = self.seating[winner - 1]
        self._winners.append(player)
        return player
