"""A computer's turn, taken so that a player who misbehaves loses the match and breaks nothing."""

from datetime import timedelta
from queue import Empty, Queue
from threading import Thread
from typing import Any

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
    try:
        choice = _choose(match, player, limit)
        if not isinstance(choice, Choice):
            return match.concede(Ending.ABANDONED)
        turn = match.play(choice.move, penalty="forfeit")
    except Empty:
        return match.concede(Ending.OUT_OF_TIME)
    except Exception:
        return match.concede(Ending.ABANDONED)
    if turn.objection and turn.outcome is not None:
        return turn.outcome
    return choice


def _choose(match: Match[Any, Any], player: Player, limit: timedelta | None) -> object:
    """What the player answers, which should be a choice; Empty if there is no answer in time.

    A player under a limit thinks in a thread of its own, because one that never answers could not be
    stopped otherwise. The thread is a daemon: it does not keep the program alive.
    """
    if limit is None:
        return player.choose(match.game, match.position, None)
    if limit <= timedelta():
        raise Empty
    answers: Queue[object] = Queue()

    def think() -> None:
        try:
            answers.put(player.choose(match.game, match.position, limit))
        except BaseException as error:
            # An error is no choice, which is all that matters; not even SystemExit leaves this thread.
            answers.put(error)

    Thread(target=think, daemon=True, name="player").start()
    return answers.get(timeout=limit.total_seconds())
