"""The computer players, by name, and their turns.

Each player draws from the generator it is created with, so that the same seed gives the same match. A player that
misbehaves loses the match, and nothing else fails.
"""

from collections.abc import Iterable
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
from aliquot.oracle.budget import Budget
from aliquot.oracle.hints import advise

LEVELS = {level.slug: level.kind for level in catalogue.LEVELS}
"""The players behind the levels of the catalogue."""
_GRACE = timedelta(seconds=1)
"""Time a search may take beyond the limit, when the caller has stopped waiting."""
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


# --- the players ---------------------------------------------------------------------------------------


class Perfect:
    """A player that never gives a win away, wins fast and loses slowly where the length of play is known.

    Where it is not, it wins by the move that leaves the smallest numbers.
    """

    def __init__(self, generator: Random) -> None:
        """Draw from the generator to choose among equally good moves."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose one of the best moves."""
        # The search stops a little after the limit, when the caller has stopped waiting.
        advice = advise(game, position, None if limit is None else Budget(time=limit + _GRACE))
        info = "winning" if advice.wins else "resisting"
        return Choice(self._generator.choice(advice.moves), info)


class RandomPlayer:
    """A player that chooses uniformly among the legal moves."""

    def __init__(self, generator: Random) -> None:
        """Draw its moves from the generator."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose any legal move."""
        return Choice(self._generator.choice(game.legal_moves(position)), "at random")


class Greedy:
    """A player that leaves the fewest replies, the strategy people try first."""

    def __init__(self, generator: Random) -> None:
        """Draw from the generator to choose among moves that leave equally few."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose a move that leaves the opponent the fewest legal moves."""
        moves = game.legal_moves(position)
        replies = [game.count_moves(game.child(position, move)) for move in moves]
        fewest = min(replies)
        best = [move for move, count in zip(moves, replies, strict=True) if count == fewest]
        return Choice(self._generator.choice(best), f"leaving {fewest}")


class Skilled:
    """A player that plays perfectly with a given probability, and at random otherwise."""

    def __init__(self, skill: float, generator: Random) -> None:
        """Set the level.

        Args:
            skill: The probability of a best move, from 0 (random) to 1 (perfect).
            generator: Decides move by move.

        Raises:
            InvalidParameter: The skill is not from 0 to 1.
        """
        if not 0 <= skill <= 1:
            raise InvalidParameter(f"A skill must be between 0 and 1, not {skill}.")
        self._skill = skill
        self._generator = generator
        self._perfect, self._random = Perfect(generator), RandomPlayer(generator)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose a best move, or any legal one."""
        player = self._perfect if self._generator.random() < self._skill else self._random
        return player.choose(game, position, limit)


class Scripted:
    """A player with a fixed list of moves, legal or not: for tests and replays."""

    def __init__(self, moves: Iterable[Any]) -> None:
        """Take the moves in the order to play them."""
        self._moves = iter(moves)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Return the next move of the list."""
        return Choice(next(self._moves), "as written")


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
