"""Perfect play, move by move, beside OpenSpiel's Nim between two random bots."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

import aliquot
from aliquot.players import create_player, take_turn
from benchmarks.harness import Row, duration, within

TITLE = "Play"
SECONDS = 1.0
GAMES = {
    "dividers-duel(start=5040)": 5,
    "divide-and-conquer(start=5040)": 5,
    "factor-duel(start=5040)": 5,
    "divisor-duel-subtract(start=5040)": 5,
    "divisor-duel-pool(pool=2-50)": 0,
}
"""What is played, and how many times slower than the peer it may be; 0 for no aim."""


def _ours(name: str) -> float:
    """Seconds for one move of perfect against perfect, everything proved on the way."""
    game, generator = aliquot.game(name), Random(0)
    players = create_player("perfect", generator), create_player("perfect", generator)
    moves, begun = 0, perf_counter()
    while perf_counter() - begun < SECONDS:
        match = aliquot.Match(game)
        while match.outcome is None:
            player = players[match.seat - 1]
            if player is None:
                raise RuntimeError("perfect is not a person")
            take_turn(match, player)
            moves += 1
    return (perf_counter() - begun) / moves


def _theirs() -> float:
    """Seconds for one move of OpenSpiel's Nim between two of its uniform random bots."""
    import numpy
    import pyspiel
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("nim")
    bots = [uniform_random.UniformRandomBot(seat, numpy.random.RandomState(seat)) for seat in (0, 1)]
    moves, begun = 0, perf_counter()
    while perf_counter() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
            moves += 1
    return (perf_counter() - begun) / moves


def rows() -> Iterator[Row]:
    """The time of a move in each game."""
    try:
        theirs = _theirs()
    except ImportError:
        yield Row("perfect against perfect", "–", "OpenSpiel is not installed", "–", "–", True)
        return
    for name, aim in GAMES.items():
        ours = _ours(name)
        if aim:
            yield within(f"a move of perfect against perfect, {name}", ours, "a move of OpenSpiel's Nim", theirs, aim)
        else:
            ratio = f"{ours / theirs:.3g}× its time"
            yield Row(f"a move of perfect against perfect, {name}", duration(ours), "the same", ratio, "–", True)
