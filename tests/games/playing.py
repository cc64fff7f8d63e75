"""A game played by a script and written down, for reviewed playthroughs."""

from collections.abc import Callable, Iterable
from typing import Any

from aliquot.core.game import AnyGame


def playthrough(game: AnyGame, script: list[str], about: Iterable[str], shown: Callable[[Any], Iterable[str]]) -> str:
    """Plays a script and writes down every position.

    Args:
        game: The game.
        script: The moves, as they are typed.
        about: What the file says of the game.
        shown: What it says of a position.
    """
    written = [f"game: {game.id}", f"script: {' '.join(script)}", "", *about]
    p = game.start()
    for typed in [*script, None]:
        written += ["", *shown(p)]
        if typed is not None:
            move = game.parse(p, typed)
            written.append(f"played: {game.spell(p, move)}")
            p = game.play(p, move)
    outcome = game.outcome(p)
    written.append(f"outcome: seat {outcome.winner} wins, {outcome.ending}" if outcome else "outcome: none yet")
    return "\n".join(written) + "\n"
