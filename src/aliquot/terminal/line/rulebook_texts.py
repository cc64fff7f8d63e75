"""The texts of line mode: the words of each rule book's sample game, as templates.

The fields `{moves…}` and `{available}` of a template are lists of numbers; the output decides how to lay them out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aliquot.core.game import AnyGame
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.games import other_variants_of

Facts = Mapping[str, object]
"""The fields of a template."""


@dataclass(frozen=True, slots=True)
class RuleBookTexts:
    """The texts of one rule book."""

    turn: str
    """The announcement of a turn: `{name}`, `{moves}` and the facts."""
    prompt: str
    """The prompt for a move: `{name}`."""
    stuck: str
    """The end of a game in which the player to move has no move: `{loser}`, `{winner}` and the facts."""
    wins: str
    """The winner of a game that ended otherwise: `{winner}`."""
    welcome: str = ""
    """The beginning of a game: the facts."""
    moved: str = ""
    """The confirmation of a move: `{before}`, `{move}`, `{after}`."""
    opening: str = ""
    """The announcement of the first turn, where it differs from the others."""
    choices: str = "divisors"
    """The noun for what a player chooses from."""

    def for_result(self, *, winner: bool, loser: bool) -> "RuleBookTexts":
        """Return the texts for the end of a game, which do not congratulate or address a computer.

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

TEXTS: dict[str, RuleBookTexts] = {
    "dividers-duel": RuleBookTexts(
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
    "divide-and-conquer": RuleBookTexts(
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
    "factor-duel": RuleBookTexts(
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
    "divisor-duel-subtract": RuleBookTexts(
        welcome="Game Start: N = {number}",
        turn="{name}'s Turn\nAvailable divisors of {number}: [{moves}]",
        prompt="Enter the divisor to subtract: ",
        moved="You subtracted {move}. New N is {after}.",
        stuck="{loser}'s Turn\nNo valid moves available. You lose!\n{winner} wins the game.",
        wins="{winner} wins the game.",
    ),
    "divisor-duel-pool": RuleBookTexts(
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
"""The texts of each rule book, by slug."""


DEFAULT_TEXTS = RuleBookTexts(
    welcome="Welcome to {title}!\nStart: {position}",
    turn="{name}'s turn.\nPosition: {position}\nMoves: {moves}",
    prompt="Enter your move: ",
    moved="{move} leaves {after}.",
    stuck="{loser}'s turn.\nNo move is left at {position}.\n{loser} cannot make a move. {winner} wins!",
    wins="{winner} wins!",
    choices="moves",
)
"""The texts of a game that has none of its own."""
_MISERE = "{name}'s turn.\nNo move is left. The last move loses: {winner} wins!"
_SUM_PROMPTS = {
    "/": "Enter the number to divide and a divisor, as in {example}: ",
    "-": "Enter the number to subtract from and a divisor, as in {example}: ",
}
_MIXED_SUM_PROMPT = "Enter the number to move on and a divisor, as in {example}: "


def texts_of(game: AnyGame) -> RuleBookTexts:
    """Return the texts of a game: those of its rule book, with the changes of its variants."""
    view = game.view(game.start())
    texts = TEXTS.get(game.slug, DEFAULT_TEXTS)
    match view:
        case NumbersView() if len(view.heaps) > 1:
            texts = _texts_of_several(view, game.title)
        case NumbersView() if texts is DEFAULT_TEXTS:
            texts = replace(DEFAULT_TEXTS, prompt="Enter your chosen divisor: ", choices="divisors")
        case PoolView() if len(view.options) < view.count_available:
            texts = replace(texts, opening=f"{texts.opening}\nValid Choices: {{moves}}")
    if other_variants_of(game.id):
        texts = replace(texts, stuck=DEFAULT_TEXTS.stuck)
    return texts if game.last_move_wins else replace(texts, stuck=_MISERE)


def _texts_of_several(view: NumbersView, title: str) -> RuleBookTexts:
    """Return the texts of a sum: each number has a line with its own moves."""
    rows = [f"{{number{place}}}: {{moves{place}}}" for place in range(len(view.heaps))]
    sign = view.heaps[0].sign if view.is_uniform else ""
    return RuleBookTexts(
        welcome="Welcome to {title}!\nStarting numbers: {number}",
        turn="\n".join(["{name}'s turn.", *rows]),
        prompt=_SUM_PROMPTS.get(sign, _MIXED_SUM_PROMPT),
        moved="{move} leaves {after}.",
        stuck=(
            "{loser}'s turn.\nNo number has a proper divisor left: {number}.\n"
            "{loser} cannot make a move. {winner} wins!"
        ),
        wins="{winner} wins!",
        choices="moves",
    )


def shorten_texts(texts: RuleBookTexts, view: View) -> RuleBookTexts:
    """Shorten the texts for screen readers: of a pool only what has changed, not every number each time."""
    if not isinstance(view, PoolView):
        return texts
    return replace(
        texts,
        opening="{name}: {prompt}, from {low} to {high}.",
        turn="{name}: {prompt}. There are {count}: {moves}.",
        moved="{name} picks {move}.",
    )


def facts_of(view: View) -> Facts:
    """Return the fields that templates may use about a position."""
    facts: dict[str, object] = {"position": view.summary, "moves": view.options.moves, "prompt": view.prompt}
    match view:
        case NumbersView(heaps=(heap,)):
            facts["number"] = heap.number
        case NumbersView():
            facts["number"] = view.summary
            for place, heap in enumerate(view.heaps):
                facts[f"number{place}"], facts[f"moves{place}"] = heap.number, heap.divisors
            facts["example"] = view.options[0].notation if view.options else ""
        case PoolView():
            facts |= {"turn": len(view.turns) + 1, "current": view.current, "available": view.available}
            facts |= {"low": view.low, "high": view.high, "count": len(view.options)}
        case _:
            facts["moves"] = [option.label for option in view.options]
    return facts
