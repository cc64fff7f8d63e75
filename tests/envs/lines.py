"""Random matches as `Match` plays them, written down once for every adapter to be held against.

What `Match` says of a position is asked once and kept, so that a hundred thousand matches of a small game ask it little
more than a hundred would.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aliquot
from aliquot.core.game import AnyGame, Penalty
from aliquot.envs.encoding import encode

MOST_SPOTS = 50_000
"""How many positions are kept."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What `Match` says to an illegal action."""

    reason: str
    """The objection."""
    winner: int
    """Who wins by it where it loses the match."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position, and all that an adapter has to say of it."""

    position: Any
    seat: int
    winner: int
    """Who has won, or 0 while the match goes on."""
    mask: bytes
    planes: bytes
    legal: list[int]
    after: "dict[int, Spot | Refusal]" = field(default_factory=dict)
    """Where each action that was tried has led."""


@dataclass(frozen=True, slots=True)
class Line:
    """A match from the start to its end."""

    penalty: Penalty
    actions: list[int]
    spots: list[Spot]
    """Where each action was made, and where the match ended."""
    refusals: list[Refusal | None]
    """For each action, the answer if it was illegal."""
    winner: int

    @property
    def is_whole(self) -> bool:
        """Whether the rules ended it, and not an illegal action."""
        return self.spots[-1].winner > 0


class Book:
    """Random matches of a game."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.encoding = game, encode(game)
        self.generator = Random(game.id)
        self.spots: dict[Any, Spot] = {}

    def lines(self, count: int, *, legal_only: bool = False) -> Iterator[Line]:
        """So many matches: every other one with an illegal action now and then, which costs the match or nothing."""
        for number in range(count):
            mischief = 0 if legal_only or number % 4 >= 2 else 0.1
            yield self.line("retry" if number % 2 else "forfeit", mischief)

    def line(self, penalty: Penalty, mischief: float) -> Line:
        """One match."""
        generator, teacher = self.generator, Teacher(self)
        spot = self.spots.get(None) or self._begin()
        actions, spots, refusals = list[int](), [spot], list[Refusal | None]()
        winner = 0
        while not winner:
            among: Sequence[int] = spot.legal
            if mischief and generator.random() < mischief:
                among = [action for action, allowed in enumerate(spot.mask) if not allowed] or among
            action = among[int(generator.random() * len(among))]
            answer = spot.after.get(action)
            if answer is None:
                answer = spot.after[action] = teacher.ask(action)
            actions.append(action)
            if isinstance(answer, Refusal):
                refusals.append(answer)
                winner = answer.winner if penalty == "forfeit" else 0
            else:
                teacher.made.append(action)
                refusals.append(None)
                spot, winner = answer, answer.winner
            spots.append(spot)
        return Line(penalty, actions, spots, refusals, winner)

    def _begin(self) -> Spot:
        self.spots[None] = spot = self.look(aliquot.Match(self.game))
        return spot

    def look(self, match: "aliquot.Match[Any, Any]") -> Spot:
        """What a match has come to."""
        position = match.position
        spot = self.spots.get(position)
        if spot is None:
            if len(self.spots) >= MOST_SPOTS:
                self.spots.clear()
            over = match.outcome is not None
            legal = set() if over else set(match.game.legal_moves(position))
            choices = [action for action, move in enumerate(self.encoding.actions) if over or move in legal]
            assert len(choices) == len(legal) or over, "every legal move is an action"
            mask = bytearray(len(self.encoding.actions))
            for action in choices:
                mask[action] = 1
            winner = match.outcome.winner if match.outcome is not None else 0
            planes = self.encoding.observe(position).tobytes()
            self.spots[position] = spot = Spot(position, match.seat, winner, bytes(mask), planes, choices)
        return spot


class Teacher:
    """A real match that follows a line, and catches up with it when there is something to ask."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.match: aliquot.Match[Any, Any] | None = None
        self.made: list[int] = []
        """The legal actions of the line."""

    def ask(self, action: int) -> Spot | Refusal:
        """Where an action leads, or why it may not be made."""
        actions = self.book.encoding.actions
        if self.match is None:
            self.match = aliquot.Match(self.book.game)
        for made in self.made[len(self.match.moves) :]:
            self.match.play(actions[made])
        turn = self.match.play(actions[action], penalty="forfeit")
        if turn.after is not None:
            # It will be followed, and the match is there already.
            return self.book.look(self.match)
        assert turn.outcome is not None
        self.match.undo()
        return Refusal(turn.objection, turn.outcome.winner)
