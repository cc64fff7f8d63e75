"""The computer players by name, and their turns; a player that misbehaves loses the match and nothing else fails."""

from datetime import timedelta
from difflib import get_close_matches
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import Any

from aliquot import catalogue
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import HUMAN, Choice, Player
from aliquot.core.text import quote
from aliquot.players.computer import Greedy, Perfect, RandomPlayer, Skilled

LEVELS = {level.slug: level.kind for level in catalogue.LEVELS}
"""The players behind the levels of the catalogue."""
NAMES = (HUMAN, *LEVELS, "random", "greedy", "skill:0.7")
"""The names of players; the number after `skill:` is any from 0 to 1."""


def create_player(who: str, generator: Random) -> Player | None:
    """Return the player of that name, or None for a human, who chooses elsewhere.

    Raises:
        InvalidParameter: There is no such player.
    """
    who = LEVELS.get(who, who)
    name, _, skill = who.partition(":")
    if name == "skill":
        return Skilled(_parse_skill(skill), generator)
    match who:
        case "human":
            return None
        case "perfect":
            return Perfect(generator)
        case "random":
            return RandomPlayer(generator)
        case "greedy":
            return Greedy(generator)
    near = get_close_matches(who.lower()[:32], NAMES, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else f" Players are {', '.join(NAMES)}."
    raise InvalidParameter(f"There is no player called {quote(who)}.{hint}")


def _parse_skill(text: str) -> float:
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(text) <= 20) or not 0 <= (skill := float(text)) <= 1:
        raise InvalidParameter(f"A skill is a number from 0 to 1, as in skill:0.7, not {quote(text)}.")
    return skill


# --- turns ---------------------------------------------------------------------------------------------


def take_turn(match: Match[Any, Any], player: Player, limit: timedelta | None = None) -> Choice | Outcome:
    """Let a player choose, and make the move.

    An illegal move loses by `illegal_move`, an error or anything but a choice by `abandoned`, and no
    answer within the limit by `out_of_time`.

    Returns:
        The choice, or the outcome of a match the player lost by misbehaving.
    """
    return settle(match, think(match.game, match.position, player, limit))


def think(game: AnyGame, position: Any, player: Player, limit: timedelta | None = None) -> Choice | Ending:
    """Let a player choose without touching a match, so that it can run in another thread.

    Returns:
        The choice, or the ending by which the player loses for not making one.
    """
    try:
        choice = _choose(game, position, player, limit)
    except Empty:
        return Ending.OUT_OF_TIME
    except Exception:
        return Ending.ABANDONED
    return choice if isinstance(choice, Choice) else Ending.ABANDONED


def settle(match: Match[Any, Any], choice: Choice | Ending) -> Choice | Outcome:
    """Apply the result of `think` to the match: make the move, or end the match against the player."""
    if isinstance(choice, Ending):
        return match.concede(choice)
    try:
        turn = match.play(choice.move, penalty="forfeit")
    except Exception:
        # The move is of a type that the rules cannot handle.
        return match.concede(Ending.ABANDONED)
    if turn.objection and turn.outcome is not None:
        return turn.outcome
    return choice


def _choose(game: AnyGame, position: Any, player: Player, limit: timedelta | None) -> object:
    """Return the answer of the player, which should be a choice.

    With a limit the player runs in a daemon thread, because one that never answers could not be
    stopped otherwise.

    Raises:
        Empty: There is no answer in time.
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
            # An error is not a choice, so it loses; not even SystemExit leaves this thread.
            answers.put(error)

    Thread(target=think, daemon=True, name="player").start()
    return answers.get(timeout=limit.total_seconds())
