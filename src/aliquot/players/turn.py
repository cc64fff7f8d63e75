"""A computer's turn, taken so that a player who misbehaves loses the match and breaks nothing."""

from datetime import timedelta
from queue import Empty, Queue
from threading import Thread
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import Choice, Player


def take_turn(match: Match[Any, Any], player: Player, limit: timedelta | None = None) -> Choice | Outcome:
    """Lets a player choose and makes the move.

    Choosing an illegal move loses by `illegal_move`, raising an error or answering with anything but a
    choice by `abandoned`, and not answering within the limit by `out_of_time`.

    Returns:
        The choice that was made, or the outcome of a match the player lost by misbehaving.
    """
    return settle(match, think(match.game, match.position, player, limit))


def think(game: AnyGame, position: Any, player: Player, limit: timedelta | None = None) -> Choice | Ending:
    """Lets a player choose and touches nothing, so that it can be done elsewhere while a match waits.

    Returns:
        The choice, or what the player loses by for not making one.
    """
    try:
        choice = _choose(game, position, player, limit)
    except Empty:
        return Ending.OUT_OF_TIME
    except Exception:
        return Ending.ABANDONED
    return choice if isinstance(choice, Choice) else Ending.ABANDONED


def settle(match: Match[Any, Any], thought: Choice | Ending) -> Choice | Outcome:
    """Makes the move a player has thought of, or ends the match against one who has not."""
    if isinstance(thought, Ending):
        return match.concede(thought)
    try:
        turn = match.play(thought.move, penalty="forfeit")
    except Exception:
        # A move so strange that the rules cannot even say what is wrong with it.
        return match.concede(Ending.ABANDONED)
    if turn.objection and turn.outcome is not None:
        return turn.outcome
    return thought


def _choose(game: AnyGame, position: Any, player: Player, limit: timedelta | None) -> object:
    """What the player answers, which should be a choice; Empty if there is no answer in time.

    A player under a limit thinks in a thread of its own, because one that never answers could not be
    stopped otherwise. The thread is a daemon: it does not keep the program alive.
    """
    if limit is None:
        return player.choose(game, position, None)
    if limit <= timedelta():
        raise Empty
    answers: Queue[object] = Queue()

    def think() -> None:
        try:
            answers.put(player.choose(game, position, limit))
        except BaseException as error:
            # An error is no choice, which is all that matters; not even SystemExit leaves this thread.
            answers.put(error)

    Thread(target=think, daemon=True, name="player").start()
    return answers.get(timeout=limit.total_seconds())
