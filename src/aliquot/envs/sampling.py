"""Positions drawn from matches, for datasets and for evaluation.

One position is taken from each match, by one of these schemes:

`random`: both players play any legal move; of the positions a move was made from, each is as likely as the others.
`uniform`: the same play, but every ply is as likely as any other, up to the last that one match in a hundred reaches.
`skill:S`: both players are of that skill; of the positions a move was made from, each is as likely as the others.
"""

from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from aliquot.core.errors import InvalidParameter
from aliquot.core.player import Player
from aliquot.core.text import quote
from aliquot.envs.encoding_base import EncodedMatch, Encoding
from aliquot.envs.playouts import play_out
from aliquot.players import create_player

_PILOT = 2_000
"""The number of matches played to see which plies can be reached."""


class Sampler:
    """Draws positions of a game by one scheme."""

    def __init__(self, encoding: Encoding, scheme: str, seed: int) -> None:
        """Create a sampler.

        Args:
            encoding: The game.
            scheme: `random`, `uniform` or `skill:S`.
            seed: The seed of the pilot matches of `uniform`.

        Raises:
            InvalidParameter: There is no such scheme.
        """
        if scheme not in ("random", "uniform"):
            if not scheme.startswith("skill:"):
                raise InvalidParameter(f"Positions come from random, uniform or skill:S, not {quote(scheme)}.")
            create_player(scheme, Random(0))
        self.encoding, self.scheme, self.seed = encoding, scheme, seed

    @cached_property
    def plies(self) -> int:
        """The number of plies `uniform` draws from: those that one match in a hundred reaches."""
        lengths = play_out(self.encoding, _PILOT, seed=self.seed, threads=1).lengths
        return int(np.sort(lengths)[-max(1, _PILOT // 100)])

    def draw(self, count: int, generator: Random) -> list[tuple[Any, int]]:
        """Draw positions, each from a match of its own and with its ply."""
        player = create_player(self.scheme, generator) if self.scheme.startswith("skill:") else None
        match = self.encoding.new_match()
        return [self._draw_one(match, player, generator) for _ in range(count)]

    def _draw_one(self, match: EncodedMatch, player: Player | None, generator: Random) -> tuple[Any, int]:
        wanted = generator.randrange(self.plies) if self.scheme == "uniform" else -1
        while True:
            match.reset()
            chosen, ply = None, 0
            while not match.is_over:
                # The newest of k positions is chosen with probability 1/k, which makes all equally likely in the end.
                if ply == wanted or (wanted < 0 and generator.randrange(ply + 1) == 0):
                    chosen = match.position(), ply
                    if wanted >= 0:
                        break
                match.play(_choose(match, player, generator))
                ply += 1
            if chosen is not None:
                return chosen


def _choose(match: EncodedMatch, player: Player | None, generator: Random) -> int:
    if player is not None:
        return int(match.encoding.index(player.choose(match.encoding.game, match.position(), None).move))
    return int(generator.choice(np.flatnonzero(match.mask())))
