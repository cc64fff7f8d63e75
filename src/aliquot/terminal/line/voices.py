"""How each rule book speaks: its own sample games, turned into templates.

A template's `{moves}` and `{available}` are lists of numbers; the page decides how to set them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.number import NumberGame, NumberPosition

Facts = Mapping[str, object]
"""What a template may mention."""


def _number_facts(game: NumberGame, p: NumberPosition) -> Facts:
    return {"number": p.number}


def _pool_facts(game: PoolDuel, p: PoolPosition) -> Facts:
    current = p.picks[-1] if p.picks else None
    return {"turn": len(p.picks) + 1, "current": current, "available": game.available(p)}


@dataclass(frozen=True, slots=True)
class Voice:
    """The words of one rule book."""

    turn: str
    """Announces a turn: `{name}`, `{moves}` and the facts."""
    prompt: str
    """Asks for a choice: `{name}`."""
    stuck: str
    """Ends a game in which the mover cannot move: `{loser}`, `{winner}` and the facts."""
    wins: str
    """Names the winner of a game that ended otherwise: `{winner}`."""
    welcome: str = ""
    """Opens a game: the facts."""
    moved: str = ""
    """Confirms a move: `{before}`, `{move}`, `{after}`."""
    opening: str = ""
    """Announces the first turn, where it differs from the others."""
    choices: str = "divisors"
    """What a player chooses from."""
    facts: Callable[[Any, Any], Facts] = _number_facts
    """What the templates may mention about a position."""


VOICES: dict[str, Voice] = {
    "dividers-duel": Voice(
        welcome="Welcome to Divider's Duel!\nStarting Number: {number}",
        turn="{name}'s turn.\nCurrent Number: {number}\nProper Divisors: {moves}",
        prompt="Enter your chosen divisor: ",
        moved="{before} divided by {move} is {after}.",
        stuck=(
            "{loser}'s turn.\nCurrent Number: {number}\nProper Divisors: None\n"
            "{number} is a prime number. No valid moves left.\n"
            "{loser} cannot make a move. {winner} wins!"
        ),
        wins="{winner} wins!",
    ),
    "divide-and-conquer": Voice(
        welcome="Welcome to Divide and Conquer!\nStarting number: N = {number}",
        turn="{name}'s Turn\nCurrent N is {number}.\nProper divisors are: {moves}",
        prompt="Enter your chosen divisor: ",
        moved="You divided {before} by {move}. New N is {after}.",
        stuck=(
            "{loser}'s Turn\nCurrent N is {number}.\n"
            "No valid moves available. {number} is a prime number.\n"
            "{loser} cannot make a move and loses.\n\nWinner: {winner}"
        ),
        wins="Winner: {winner}",
    ),
    "factor-duel": Voice(
        welcome="Welcome to Factor Duel!\nStarting number (N) is {number}.",
        turn="{name}'s turn.\nCurrent N: {number}\nAvailable factors: {moves}",
        prompt="Enter your chosen factor: ",
        moved="You selected {move}.\nN is now {after}.",
        stuck=(
            "{loser}'s turn.\nCurrent N: {number}\n"
            "No valid factors available. {number} is a prime number.\n"
            "{loser} has no valid moves.\nCongratulations, {winner}! You win the game!"
        ),
        wins="Congratulations, {winner}! You win the game!",
        choices="factors",
    ),
    "divisor-duel-subtract": Voice(
        welcome="Game Start: N = {number}",
        turn="{name}'s Turn\nAvailable divisors of {number}: [{moves}]",
        prompt="Enter the divisor to subtract: ",
        moved="You subtracted {move}. New N is {after}.",
        stuck="{loser}'s Turn\nNo valid moves available. You lose!\n{winner} wins the game.",
        wins="{winner} wins the game.",
    ),
    "divisor-duel-pool": Voice(
        opening="[Turn 1] {name}, select a number from the pool:\n\nAvailable Numbers: {available}",
        turn=(
            "[Turn {turn}] {name}, select a divisor or multiple of {current}:\n\n"
            "Available Numbers: {available}\nValid Choices: {moves}"
        ),
        prompt="{name} selects: ",
        stuck="[Final Turn] {loser}, no valid moves available. You lose!\n{winner} wins!",
        wins="{winner} wins!",
        choices="numbers",
        facts=_pool_facts,
    ),
}
"""One voice per rule book, by slug."""


def voice_of(game: AnyGame) -> Voice:
    """The voice of a game's rule book."""
    return VOICES[game.slug]
