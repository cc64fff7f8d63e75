"""The rules of every game as people read them: a duel's, a preset's, or what a variant changes."""

from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from textwrap import fill

from aliquot.core.text import listing
from aliquot.core.view import PoolView
from aliquot.games import PRESETS, book_of, create

VARIANTS = ("sum", "misere", "swap")
"""The variants that have rules of their own, each in the module of its name."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    heading: str
    paragraphs: tuple[str, ...]


def rules_of(name: str) -> str:
    """The rules of a duel, a preset or a variant, as plain text.

    Raises:
        UnknownGame: There is no such game; the message suggests the nearest name.
    """
    if name in VARIANTS:
        return cleandoc(import_module(f"aliquot.games.{name}").__doc__ or "")
    book = book_of(name)
    return _preset_rules(name) if name in PRESETS else book.rules()


def preset_title(name: str) -> str:
    """The name of a preset for people.

    >>> preset_title("factors-and-multiples")
    'Factors and Multiples'
    """
    return name.replace("-", " ").title().replace(" And ", " and ")


def sections(text: str) -> tuple[str, tuple[Section, ...]]:
    r"""The first line of some rules, and what follows it under its headings; line ends within a paragraph are gone.

    >>> sections("A duel: divide.\n\nRules\n    Divide\n    it.\n\n    Or not.")
    ('A duel: divide.', (Section(heading='Rules', paragraphs=('Divide it.', 'Or not.')),))
    """
    title, *parts = text.split("\n\n")
    found: list[tuple[str, list[str]]] = []
    for part in parts:
        first, _, rest = part.partition("\n")
        if first and not first.startswith(" ") and rest.startswith(" "):
            found.append((first, []))
            part = rest
        if not found:
            found.append(("", []))
        found[-1][1].append(" ".join(part.split()))
    return " ".join(title.split()), tuple(Section(heading, tuple(paragraphs)) for heading, paragraphs in found)


def _preset_rules(name: str) -> str:
    """The rules of the pool, with the pool, the opening and the example of a preset."""
    game = create(name)
    pool = game.view(game.start())
    if not isinstance(pool, PoolView):
        return book_of(name).rules()
    example = listing([str(number) for number in game.legal_moves(game.play(game.start(), 12))], "and")
    first = pool.asks.replace("pick", "picks", 1)
    title, rules, *rest = book_of(name).rules().split("\n\n")
    paragraphs = [
        title.replace("Divisor Duel, Pool:", f"{preset_title(name)}:"),
        f"Rules\n    All numbers from {pool.low} to {pool.high} lie in a pool. The first player {first}. "
        + rules[rules.index("From then on") :].replace("\n   ", ""),
        *(part for part in rest if not part.strip().startswith("After 12")),
    ]
    paragraphs.insert(3, f"    After 12 the choices are {example}.")
    return "\n\n".join(_fold(part) for part in paragraphs)


def _fold(text: str) -> str:
    """A paragraph with lines no longer than the rule books are written in."""
    return "\n".join(
        fill(line, 98, subsequent_indent=line[: len(line) - len(line.lstrip())]) for line in text.split("\n")
    )
