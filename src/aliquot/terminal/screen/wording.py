"""What the screen says about a position: what is asked, what a move would do, how it ended."""

from typing import Any

from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.number import NumberGame
from aliquot.games.sum import Sum
from aliquot.games.swap import WORD as SWAP
from aliquot.games.swap import Swap
from aliquot.games.wrapper import unwrap
from aliquot.terminal.words import LOSSES

_OPENINGS = {"any": "pick any number", "even": "pick any even number", "even-below-50": "pick an even number below 50"}


def ask(game: AnyGame, position: Any) -> str:
    """What the player to move is asked to do."""
    inner, p = unwrap(game, position)
    match inner:
        case PoolDuel() if not p.picks:
            question = _OPENINGS[inner.opening]
        case PoolDuel():
            question = f"pick a divisor or a multiple of {p.picks[-1]}"
        case Sum():
            question = "choose one of the numbers and a divisor of it"
        case NumberGame():
            question = f"choose a divisor of {p.number} to {'divide by' if inner.sign == '/' else 'subtract'}"
        case _:
            question = "choose a move"
    if isinstance(game, Swap) and game.is_open(position):
        if inner.outcome(p) is not None:
            return "take the last move over (w): nothing else can be done"
        return f"{question}, or take the last move over (w)"
    return question


def effect(game: AnyGame, position: Any, text: str, *, loses: bool) -> str:
    """What playing a typed text would do, or why it cannot be played.

    Args:
        game: The game.
        position: Where it would be played.
        text: What has been typed.
        loses: Whether an illegal choice loses the game.
    """
    try:
        move = game.parse(position, text)
        after = game.play(position, move)
    except InvalidMove as problem:
        return str(problem)
    except IllegalMove as problem:
        return f"{problem} Playing it would lose the game." if loses else str(problem)
    return _tell(game, position, move, after)


def consequence(game: AnyGame, position: Any, move: Any) -> str:
    """What a legal move would do."""
    return _tell(game, position, move, game.child(position, move))


def _tell(game: AnyGame, position: Any, move: Any, after: Any) -> str:
    if isinstance(game, Swap) and move == game.swap_move:
        return "Enter takes the last move over"
    if isinstance(unwrap(game)[0], PoolDuel):
        return f"Enter picks {move}"
    return f"Enter plays {game.spell(position, move)}, which leaves {left(game, after)}"


def left(game: AnyGame, position: Any) -> str:
    """What lies on the board, in few words; nothing for a pool, where that is the grid."""
    inner, p = unwrap(game, position)
    match inner:
        case NumberGame():
            return str(p.number)
        case Sum():
            return ", ".join(map(str, p.numbers))
    return ""


def spell(match: Match[Any, Any], number: int) -> tuple[str, str]:
    """A turn as the history shows it: the move, and what it left."""
    turn = match.turns[number]
    text = match.game.spell(turn.before, turn.move)
    return text, "" if turn.after is None or text == SWAP else left(match.game, turn.after)


def conclude(match: Match[Any, Any], names: tuple[str, str]) -> str:
    """How a match ended, in one or two sentences."""
    outcome = match.outcome
    if outcome is None:
        return ""
    winner, loser = names[outcome.winner - 1], names[outcome.loser - 1]
    if outcome.ending is not Ending.NO_MOVES:
        objection = match.turns[-1].objection if match.turns else ""
        return " ".join(filter(None, (objection, LOSSES[outcome.ending].format(loser=loser), f"{winner} wins!")))
    inner, p = unwrap(match.game, match.position)
    match inner:
        case NumberGame():
            why = "1 has no proper divisor" if p.number == 1 else f"{p.number} is prime"
        case PoolDuel():
            why = f"Nothing is left that divides {p.picks[-1]} or that it divides"
        case _:
            why = "None of the numbers has a proper divisor left"
    stuck = names[match.seat - 1]
    if match.game.last_move_wins:
        return f"{why}: {stuck} cannot move. {winner} wins!"
    return f"{why}: {stuck} cannot move, and the last move loses. {winner} wins!"
