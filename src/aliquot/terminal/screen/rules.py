"""The rules of a game without the theory, and the meaning of every sign on its board."""

from collections.abc import Iterator

from textual.content import Content

from aliquot.core.errors import UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.games import book_of
from aliquot.terminal.text import fold

_BREADTH = 68
"""How wide the rules are set."""
_PLAYERS = (
    ("▶  ★", "whose turn it is; who has won"),
    ("●  ○", "whoever moved first; whoever moved second"),
)
_LATTICE = (
    ("[30]", "the number now"),
    ("(60)", "where it has been"),
    ("15", "what one move can leave"),
    ("₁₂", "what is out of reach"),
    ("◉ ○ • ·", "the same four, where there is no room for digits"),
)
_DESCENT = (("● ○ ▴", "on the line: now, before, and where it can go"),)
_POOL = (
    ("12•", "you may pick it"),
    ("●1  ○2", "gone: who picked it, and at which turn"),
    ("[12]", "the cursor; Enter picks what it is on"),
)
_STUDY = (("W  L", "studying: a move that wins; a move that loses"),)
_LEADS = (("12→5 W", "dividing by 12 leaves 5 and wins; the lattice marks the 5"),)
_PAIRS = (
    ("a 26", "studying: its partner is 26, and both have the letter a"),
    ("alone", "studying: it has no partner"),
)
_HISTORY = (("!  ??", "a move that kept the win; one that gave it away"),)


def rules_of(game: AnyGame) -> str:
    """Return the rules of a game, without the theory.

    >>> from aliquot.games import create
    >>> "leave a prime" in rules_of(create("dividers-duel"))
    False
    """
    try:
        return "\n\n".join([game.tagline, *book_of(game.id).rules.rules])
    except UnknownGame:
        return game.tagline


def signs_of(view: View) -> Iterator[tuple[str, str]]:
    """Yield every sign a board may show for a view, and what it means."""
    yield from _PLAYERS
    match view:
        case NumbersView(heaps=(heap,)):
            yield from _LATTICE
            if heap.sign == "/":
                yield from _LEADS
            else:
                yield from _DESCENT
        case PoolView():
            yield from (*_POOL, *_PAIRS)
    yield from (*_STUDY, *_HISTORY)


def guide(game: AnyGame, view: View) -> Content:
    """Return the rules and the signs for a sheet."""
    rows = [Content.assemble((f"{sign:<10}", "bold $accent"), meaning) for sign, meaning in signs_of(view)]
    return Content("\n").join(
        [
            Content.styled("The rules", "bold $primary"),
            Content(fold(rules_of(game), _BREADTH)),
            Content(""),
            Content.styled("The signs", "bold $primary"),
            *rows,
        ]
    )
