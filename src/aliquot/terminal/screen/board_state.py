"""The state of a board: a position of a match, without the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.view import NumbersView, View
from aliquot.reports.study import Study


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position with the way to it and, where it is shown, the study of it."""

    view: View
    path: tuple[tuple[int, ...], ...] = ()
    """The numbers from the start to now, in a game of numbers."""
    is_open: bool = False
    """Whether a person may choose a move now."""
    study: Study | None = None
    """The study, while it is shown."""
    conceals: bool = False
    """Whether the prime factors are hidden, because finding them is the exercise."""

    @classmethod
    def at(cls, game: AnyGame, positions: Sequence[Any], **options: Any) -> "BoardState":
        """Return the state at the last of some successive positions."""
        view = game.view(positions[-1])
        path: tuple[tuple[int, ...], ...] = ()
        if isinstance(view, NumbersView):
            views = (game.view(p) for p in positions)
            # Each once: a swap moves nothing on the board.
            path = tuple(n for n, _ in groupby(v.numbers for v in views if isinstance(v, NumbersView)))
        return cls(view, path, **options)

    @classmethod
    def of(cls, match: Match[Any, Any], upto: int | None = None, **options: Any) -> "BoardState":
        """Return the state after so many turns of a match, by default all of them."""
        turns = match.turns[:upto]
        return cls.at(match.game, [match.game.start(), *(t.after for t in turns if t.after is not None)], **options)
