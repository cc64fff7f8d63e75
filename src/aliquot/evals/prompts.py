"""Prompts: the rules, the position, the question and the form of an answer, in words.

The wording is versioned: the same item has the same prompt as long as `PROMPT_VERSION` is the same. `plain` takes the
rules from the rule book. `renamed` and `story` say the same without a name or a phrase that can be looked up.
"""

from collections.abc import Sequence
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.evals.item import Kind, type_moves
from aliquot.games import goal_of, options_of, rules_of

PROMPT_VERSION = 1
"""Raised whenever a sentence below, or a rule text it uses, changes what a prompt says."""
STYLES = ("plain", "renamed", "story")
"""The wordings of a prompt."""
MOST_LISTED = 200
"""The most legal moves a prompt lists; of more it says how many there are."""
SEVERAL, MISERE, PIE_RULE = "sum", "misere", "swap"
"""The slugs of the variants whose rules are added to those of the book."""
_PROPER = "A proper divisor of a number is any of its divisors except 1 and the number itself."

_TASKS = {
    Kind.MOVE: "Name one move that wins, however the other player replies.",
    Kind.MOVES: "Name every move that wins, however the other player replies.",
    Kind.WINNER: "With best play by both, do you win this position or lose it?",
    Kind.GRUNDY: "What is the Grundy value (nimber) of this position?",
    Kind.LINE: (
        "Write down all the moves from here to the end of the game, yours and the other player's in turn. Whoever can "
        "force a win must never give it away; the other may play any legal move."
    ),
    Kind.PROOF: (
        "Decide whether you win or lose this position with best play, and prove it by a pairing. The winner answers "
        "every pick of the loser with its partner. If you lose, pair numbers that are left so that each pick you can "
        "ever make has a partner to be answered with. If you win, name your first pick, and pair the numbers that are "
        "left after it in the same way against the other player. Of the two numbers of a pair one divides the other, "
        "and no number is in two pairs. Numbers that cannot be reached need no partner."
    ),
}
_FORMS = {
    Kind.MOVE: "The answer is one move: {move}.",
    Kind.MOVES: "The answer is the moves in any order with commas between them; each move is {move}.",
    Kind.WINNER: "The answer is one word: won or lost.",
    Kind.GRUNDY: "The answer is one whole number.",
    Kind.LINE: "The answer is the moves in order with commas between them; each move is {move}.",
    Kind.PROOF: "The answer is `lost: A-B, C-D, …` or `won M: A-B, C-D, …`, where M is your pick and A-B is a pair.",
}
TAGS = (
    "Put the answer between <answer> and </answer>, exactly once. You may reason before it; a reply with no answer or "
    "with several scores nothing."
)
"""The last paragraph of every prompt."""
_MATCH = (
    "You play a match against another player, one move in each reply. A reply without a legal move may lose the match."
)

# --- the rules in other words --------------------------------------------------------------------------

_RENAMED = {
    "/": "Zor is played with a shared integer. A turn replaces it by integer / d, for some d that divides it and is "
    "neither 1 nor the integer itself.",
    "-": "Vek is played with a shared integer. A turn replaces it by integer - d, for some d that divides it and is "
    "neither 1 nor the integer itself.",
    "several": "Several integers are on the table. A turn changes exactly one of them: {signs}. In each case d divides "
    "the integer and is neither 1 nor the integer itself.",
    "pool": "Mip is played with cards numbered {low} to {high}. A turn takes one card for good. After the first turn, "
    "the card must be a factor or a multiple of the card taken just before.",
}
_STORY = {
    "/": "Two potters share a kiln load of {number} identical tiles. On a turn, a potter splits the load into d equal "
    "stacks, keeps one stack in the kiln and takes the others away. The number of stacks d must be at least 2, and "
    "each stack must hold at least 2 tiles.",
    "-": "Two bakers share a tray of {number} rolls. On a turn, a baker takes d rolls off the tray, where the rolls on "
    "it could be laid out in several rows of exactly d; d is at least 2, and at least one whole row must stay.",
    "several": "Two farmers share several heaps of apples. On a turn, a farmer chooses one heap and {signs}. In each "
    "case d is at least 2, divides the heap evenly and is not the whole heap.",
    "pool": "Two gardeners pull numbered stakes {low} to {high} out of the ground, one each turn, and never put one "
    "back. After the first, a stake may be pulled only if its number divides the number of the stake pulled just "
    "before, or is divided by it.",
}
_SIGNS = {
    "renamed": {
        "/": "it is replaced by integer / d",
        "-": "it is replaced by integer - d",
        "/-": "one marked (divide) is replaced by integer / d, one marked (subtract) by integer - d",
    },
    "story": {
        "/": "divides it by d, leaving heap / d apples",
        "-": "takes d apples from it, leaving heap - d",
        "/-": "divides it by d if it is marked (divide), leaving heap / d apples, or takes d apples from it if it is "
        "marked (subtract), leaving heap - d",
    },
}
_ENDS = {True: "Whoever cannot take a turn loses.", False: "Whoever cannot take a turn wins."}


def compose(
    game: AnyGame, position: Any, view: View, kind: Kind, *, style: str = "plain", lists_moves: bool = True
) -> str:
    """Return the prompt of a question about a position, given with its view."""
    parts = [_rules(game, view, style), _describe(game, view, position)]
    if lists_moves:
        parts.append(_moves(game, position))
    return "\n\n".join((*parts, f"{_TASKS[kind]} {form_of(view, kind, style)}", TAGS))


def form_of(view: View, kind: Kind, style: str = "plain") -> str:
    """Return the form of an answer in one sentence, in the words of the style's rules."""
    move = _move_form(view, style)
    return _FORMS[kind].format(move=move if view.swap is None else f"{move}, or {view.swap.notation}")


def match_prompt(game: AnyGame, position: Any, *, lists_moves: bool = True) -> str:
    """Return the first prompt of a match: the rules, and the request for a move."""
    rules = _rules(game, game.view(position), "plain")
    return f"{rules}\n\n{_MATCH}\n\n{turn_prompt(game, position, lists_moves=lists_moves)}"


def turn_prompt(game: AnyGame, position: Any, *, lists_moves: bool = True) -> str:
    """Return the position and the request for a move, for the turns of a match whose rules are known."""
    view = game.view(position)
    parts = [_describe(game, view, position)]
    if lists_moves:
        parts.append(_moves(game, position))
    return "\n".join((*parts, f"Your move? {form_of(view, Kind.MOVE)}", TAGS))


def _move_form(view: View, style: str) -> str:
    """The form of a move. The disguised rules speak of a number d, and of no divisor."""
    is_plain = style == "plain"
    if isinstance(view, NumbersView):
        if len(view.heaps) > 1:
            name, words = ("D", "the divisor D") if is_plain else ("d", "d")
            forms = {heap.sign: f"{heap.number}{heap.sign}{name}" for heap in reversed(view.heaps)}
            return f"the number, the sign and {words}, such as {listing([forms[sign] for sign in sorted(forms)])}"
        return "the divisor alone" if is_plain else "the number d alone"
    if isinstance(view, PoolView):
        return "the number picked" if is_plain else "the number taken"
    return "as listed"


def _rules(game: AnyGame, view: View, style: str) -> str:
    if style == "plain":
        return _book_rules(game, view)
    texts = _RENAMED if style == "renamed" else _STORY
    opening = "Two players take turns; nobody may pass."
    return f"{opening} {_disguise(view, texts, style)} {_ENDS[game.last_move_wins]}"


def _book_rules(game: AnyGame, view: View) -> str:
    """The rules of the book and of the variants, without penalties and theory."""
    rules = [(rules_of(game.slug).rules or (goal_of(game),))[0]]
    if isinstance(view, NumbersView) and len(view.heaps) > 1:
        rules.append(_PROPER if game.slug == SEVERAL else rules_of(SEVERAL).rules[0])
    if not game.last_move_wins:
        rules.append(rules_of(MISERE).rules[0])
    if PIE_RULE in options_of(game.id):
        rules.append(rules_of(PIE_RULE).rules[0])
    return f"{game.title}. " + "\n".join(rules)


def _disguise(view: View, texts: dict[str, str], style: str) -> str:
    if isinstance(view, PoolView):
        return texts["pool"].format(low=view.low, high=view.high)
    if isinstance(view, NumbersView):
        if len(view.heaps) == 1:
            return texts[view.heaps[0].sign].format(number=view.heaps[0].number)
        return texts["several"].format(signs=_SIGNS[style][view.heaps[0].sign if view.is_uniform else "/-"])
    return view.prompt


def _describe(game: AnyGame, view: View, position: Any) -> str:
    """The position and whose turn it is."""
    if isinstance(view, PoolView):
        if view.current is None:
            return f"The numbers are {view.low} to {view.high}, and none is taken yet. You begin: {view.prompt}."
        gone = sorted(view.turns, key=view.turns.__getitem__)
        return (
            f"The numbers are {view.low} to {view.high}. Taken so far, in order: {_join(gone)}. The last was "
            f"{view.current}. It is your turn."
        )
    if isinstance(view, NumbersView):
        if len(view.heaps) == 1:
            return f"The number is now {view.heaps[0].number}. It is your turn."
        if view.is_uniform:
            return f"The numbers are now {_join(view.numbers)}. It is your turn."
        named = (f"{heap.number} ({'divide' if heap.sign == '/' else 'subtract'})" for heap in view.heaps)
        return f"The numbers are now {', '.join(named)}. It is your turn."
    return f"The position is {game.text(position)}. It is your turn."


def _moves(game: AnyGame, position: Any) -> str:
    count = game.count_moves(position)
    if count > MOST_LISTED:
        return f"You have {count:,} legal moves."
    return f"Legal moves: {', '.join(type_moves(game, position, game.legal_moves(position)))}."


def _join(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
