"""How each rule book speaks: its own sample games, turned into templates.

A template's `{moves…}` and `{available}` are lists of numbers; the page decides how to set them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.games.swap import Swap, SwapPosition

Facts = Mapping[str, object]
"""What a template may mention."""


def _number_facts(game: NumberGame, p: NumberPosition) -> Facts:
    return {"number": p.number}


def _pool_facts(game: PoolDuel, p: PoolPosition) -> Facts:
    current = p.picks[-1] if p.picks else None
    return {"turn": len(p.picks) + 1, "current": current, "available": game.available(p)}


def _nothing(game: Any, p: Any) -> str:
    return ""


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
    aside: Callable[[Any, Any], str] = _nothing
    """What else there is to say before a turn."""


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


_MISERE = "{name}'s turn.\nNo move is left. The last move loses: {winner} wins!"


def voice_of(game: AnyGame) -> Voice:
    """The voice of a game: its rule book's, with what a variant changes about it."""
    match game:
        case Swap():
            return replace(voice_of(game.game), facts=_inside, aside=_swap_aside)
        case Misere():
            return replace(voice_of(game.game), facts=_misere_facts, stuck=_MISERE)
        case Sum():
            return _sum_voice(game)
        case PoolDuel() if game.opening != "any":
            voice = VOICES[game.slug]
            return replace(voice, opening=f"{voice.opening}\nValid Choices: {{moves}}")
    return VOICES[game.slug]


def _inside(game: Swap, p: SwapPosition) -> Facts:
    """The facts of the position inside, the swap not among its moves."""
    return {"moves": game.game.legal_moves(p.inner), **voice_of(game.game).facts(game.game, p.inner)}


def _swap_aside(game: Swap, p: SwapPosition) -> str:
    return "Or type swap: the last move becomes yours, and your opponent goes on." if game.is_open(p) else ""


def _misere_facts(game: Misere, p: Any) -> Facts:
    return voice_of(game.game).facts(game.game, p)


def _sum_voice(game: Sum) -> Voice:
    """Several numbers, each on a line with its own moves."""
    rows = [f"{{number{place}}}: {{moves{place}}}" for place in range(len(game.members))]
    verb = {"/": "divide", "-": "subtract from"}[game.members[0].sign] if game.is_uniform else "move on"
    return Voice(
        welcome=f"Welcome to {game.title}!\nStarting numbers: {{number}}",
        turn="\n".join(["{name}'s turn.", *rows]),
        prompt=f"Enter the number to {verb} and a divisor, as in {{example}}: ",
        moved="{move} leaves {after}.",
        stuck=(
            "{loser}'s turn.\nNo number has a proper divisor left: {number}.\n"
            "{loser} cannot make a move. {winner} wins!"
        ),
        wins="{winner} wins!",
        choices="moves",
        facts=_sum_facts,
    )


def _sum_facts(game: Sum, p: SumPosition) -> Facts:
    facts: dict[str, object] = {"number": ", ".join(map(str, p.numbers))}
    for place, (member, number) in enumerate(zip(game.members, p.numbers, strict=True)):
        facts[f"number{place}"] = number
        facts[f"moves{place}"] = member.legal_moves(game.part(p, place))
    moves = game.legal_moves(p)
    facts["example"] = game.spell(p, moves[0]) if moves else ""
    return facts
