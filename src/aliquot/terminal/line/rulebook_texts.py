"""How each rule book speaks: its own sample games, turned into templates.

A template's `{moves…}` and `{available}` are lists of numbers; the page decides how to set them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aliquot.core.game import AnyGame
from aliquot.core.view import NumbersView, PoolView, View

Facts = Mapping[str, object]
"""What a template may mention."""


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

    def about(self, *, winner: bool, loser: bool) -> "Voice":
        """The voice at the end: nobody congratulates a computer, or tells it that it has lost.

        Args:
            winner: Whether the winner is a person.
            loser: Whether the loser is one.
        """
        stuck, wins = self.stuck, self.wins
        if not winner:
            stuck, wins = (text.replace(_CONGRATULATIONS, "{winner} wins the game!") for text in (stuck, wins))
        if not loser:
            stuck = stuck.replace("You lose!", "{loser} loses.")
        return replace(self, stuck=stuck, wins=wins)


_CONGRATULATIONS = "Congratulations, {winner}! You win the game!"

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
    ),
}
"""One voice per rule book, by slug."""


PLAIN = Voice(
    welcome="Welcome to {title}!\nStart: {position}",
    turn="{name}'s turn.\nPosition: {position}\nMoves: {moves}",
    prompt="Enter your move: ",
    moved="{move} leaves {after}.",
    stuck="{loser}'s turn.\nNo move is left at {position}.\n{loser} cannot make a move. {winner} wins!",
    wins="{winner} wins!",
    choices="moves",
)
"""The voice of a game that has none of its own."""
_MISERE = "{name}'s turn.\nNo move is left. The last move loses: {winner} wins!"
_PURPOSES = {"/": "divide", "-": "subtract from"}


def voice_of(game: AnyGame) -> Voice:
    """The voice of a game: its rule book's, with what a variant changes about it."""
    view = game.view(game.start())
    voice = VOICES.get(game.slug, PLAIN)
    match view:
        case NumbersView() if len(view.heaps) > 1:
            voice = _voice_of_several(view, game.title)
        case NumbersView() if voice is PLAIN:
            voice = replace(PLAIN, prompt="Enter your chosen divisor: ", choices="divisors")
        case PoolView() if len(view.options) < view.count_available:
            voice = replace(voice, opening=f"{voice.opening}\nValid Choices: {{moves}}")
    return voice if game.last_move_wins else replace(voice, stuck=_MISERE)


def _voice_of_several(view: NumbersView, title: str) -> Voice:
    """Several numbers, each on a line with its own moves."""
    rows = [f"{{number{place}}}: {{moves{place}}}" for place in range(len(view.heaps))]
    verb = _PURPOSES.get(view.heaps[0].sign, "move on") if view.is_uniform else "move on"
    return Voice(
        welcome="Welcome to {title}!\nStarting numbers: {number}",
        turn="\n".join(["{name}'s turn.", *rows]),
        prompt=f"Enter the number to {verb} and a divisor, as in {{example}}: ",
        moved="{move} leaves {after}.",
        stuck=(
            "{loser}'s turn.\nNo number has a proper divisor left: {number}.\n"
            "{loser} cannot make a move. {winner} wins!"
        ),
        wins="{winner} wins!",
        choices="moves",
    )


def terse(voice: Voice, view: View) -> Voice:
    """The same voice for somebody who hears it: of a pool only what has changed, not every number each time."""
    if not isinstance(view, PoolView):
        return voice
    return replace(
        voice,
        opening="{name}: {asks}, from {low} to {high}.",
        turn="{name}: {asks}. There are {count}: {moves}.",
        moved="{name} picks {move}.",
    )


def facts_of(view: View) -> Facts:
    """What the templates may mention about a position."""
    facts: dict[str, object] = {"position": view.left, "moves": view.options.moves, "asks": view.asks}
    match view:
        case NumbersView(heaps=(heap,)):
            facts["number"] = heap.number
        case NumbersView():
            facts["number"] = view.left
            for place, heap in enumerate(view.heaps):
                facts[f"number{place}"], facts[f"moves{place}"] = heap.number, heap.divisors
            facts["example"] = view.options[0].spelt if view.options else ""
        case PoolView():
            facts |= {"turn": len(view.turns) + 1, "current": view.current, "available": view.available}
            facts |= {"low": view.low, "high": view.high, "count": len(view.options)}
        case _:
            facts["moves"] = [option.label for option in view.options]
    return facts
