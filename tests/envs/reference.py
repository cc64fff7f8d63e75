"""Random matches as `Match` plays them, the reference for every adapter.

The facts of a position are cached, so that a hundred thousand matches of a small game cost little more than a hundred.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aliquot
from aliquot.core.game import AnyGame, Penalty
from aliquot.envs.encoding import encode

MOST_POSITIONS = 50_000
"""The size of the cache."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer of `Match` to an illegal action."""

    reason: str
    """The objection."""
    winner: int
    """The winner where it loses the match."""


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """A position, and everything that an adapter must report of it."""

    position: Any
    seat: int
    winner: int
    """The winner, or 0 while the match goes on."""
    mask: bytes
    planes: bytes
    legal: list[int]
    after: "dict[int, PositionFacts | Refusal]" = field(default_factory=dict)
    """The result of each action made so far."""


@dataclass(frozen=True, slots=True)
class Line:
    """A match from the start to its end."""

    penalty: Penalty
    actions: list[int]
    spots: list[PositionFacts]
    """The positions before each action, and the last one."""
    refusals: list[Refusal | None]
    """For each action, the answer if it was illegal."""
    winner: int

    @property
    def is_whole(self) -> bool:
        """True if the rules ended it, and not an illegal action."""
        return self.spots[-1].winner > 0


class ReferenceMatches:
    """Random matches of a game."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.encoding = game, encode(game)
        self.generator = Random(game.id)
        self.spots: dict[Any, PositionFacts] = {}

    def lines(self, count: int, *, legal_only: bool = False) -> Iterator[Line]:
        """Random matches, every other one with some illegal actions, which cost the match or nothing."""
        for number in range(count):
            illegal_rate = 0 if legal_only or number % 4 >= 2 else 0.1
            yield self.line("retry" if number % 2 else "forfeit", illegal_rate)

    def line(self, penalty: Penalty, illegal_rate: float) -> Line:
        """One match."""
        generator, live = self.generator, LiveMatch(self)
        spot = self.spots.get(None) or self._begin()
        actions, spots, refusals = list[int](), [spot], list[Refusal | None]()
        winner = 0
        while not winner:
            among: Sequence[int] = spot.legal
            if illegal_rate and generator.random() < illegal_rate:
                among = [action for action, allowed in enumerate(spot.mask) if not allowed] or among
            action = among[int(generator.random() * len(among))]
            answer = spot.after.get(action)
            if answer is None:
                answer = spot.after[action] = live.ask(action)
            actions.append(action)
            if isinstance(answer, Refusal):
                refusals.append(answer)
                winner = answer.winner if penalty == "forfeit" else 0
            else:
                live.made.append(action)
                refusals.append(None)
                spot, winner = answer, answer.winner
            spots.append(spot)
        return Line(penalty, actions, spots, refusals, winner)

    def _begin(self) -> PositionFacts:
        self.spots[None] = spot = self.look(aliquot.Match(self.game))
        return spot

    def look(self, match: "aliquot.Match[Any, Any]") -> PositionFacts:
        """The facts of the position of a match."""
        position = match.position
        spot = self.spots.get(position)
        if spot is None:
            if len(self.spots) >= MOST_POSITIONS:
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
            self.spots[position] = spot = PositionFacts(position, match.seat, winner, bytes(mask), planes, choices)
        return spot


class LiveMatch:
    """A `Match` that follows a line, and catches up with it when it is asked."""

    def __init__(self, reference: ReferenceMatches) -> None:
        self.reference = reference
        self.match: aliquot.Match[Any, Any] | None = None
        self.made: list[int] = []
        """The legal actions of the line."""

    def ask(self, action: int) -> PositionFacts | Refusal:
        """The result of an action, or the reason why it is illegal."""
        actions = self.reference.encoding.actions
        if self.match is None:
            self.match = aliquot.Match(self.reference.game)
        for made in self.made[len(self.match.moves) :]:
            self.match.play(actions[made])
        turn = self.match.play(actions[action], penalty="forfeit")
        if turn.after is not None:
            # The line goes on with this action, which the match has made already.
            return self.reference.look(self.match)
        assert turn.outcome is not None
        self.match.undo()
        return Refusal(turn.objection, turn.outcome.winner)
