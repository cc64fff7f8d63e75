"""Everything that can be chosen before a game begins, in one place, for every door.

Games, presets and variants come from the registry, those of other packages included; levels, clocks, series and
penalties are listed here. Command line, menu, setup screen, pages, protocol and environments read this module, so that
a new entry appears in all of them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aliquot.games import longest_chain
from aliquot.games.divisor_duel_pool import OPENINGS as _OPENINGS
from aliquot.games.registry import PRESETS, REGISTRY, VARIANTS, books, options_of, slug_of, variants
from aliquot.games.rulebook import AnyBook
from aliquot.games.wrapper import Variant


class Choice(NamedTuple):
    """One value of a setting."""

    value: str
    """The value as commands, forms and messages write it."""
    label: str
    """The name for people."""
    line: str = ""
    """An explanation, where the label is not enough."""


class Level(NamedTuple):
    """The strength of a computer player."""

    slug: str
    kind: str
    """The player it is, as the command line calls it."""
    line: str


class GameChoice(NamedTuple):
    """A game to set up, with the settings it begins with."""

    game: str
    """The slug of a duel or a preset."""
    title: str
    line: str
    """The game in one sentence."""
    parameters: Mapping[str, str] = {}
    """The parameters for `create`; a variant that is switched on has the value "1"."""


ON = "1"
"""The value of a variant that is switched on, in forms and addresses."""

LEVELS = (
    Level("beginner", "random", "moves at random"),
    Level("easy", "skill:0.3", "the best move 3 times in 10"),
    Level("medium", "skill:0.6", "the best move 6 times in 10"),
    Level("strong", "skill:0.85", "the best move 17 times in 20"),
    Level("perfect", "perfect", "never gives a win away"),
)
USUAL_LEVEL = "medium"
FIRST = (Choice("you", "you"), Choice("they", "your opponent"), Choice("toss", "a coin decides"))
"""The player who moves first."""
OPENINGS = tuple(Choice(value, label) for value, label in _OPENINGS.items())
"""The rules for the first pick from a pool."""
CLOCKS = (
    Choice("", "no clock"),
    Choice("60+0", "1 minute each"),
    Choice("180+2", "3 minutes each", "and 2 seconds per move"),
    Choice("600+5", "10 minutes each", "and 5 seconds per move"),
)
SERIES = (Choice("1", "one game"), *(Choice(str(length), f"best of {length}") for length in (3, 5, 7, 9)))
PENALTIES = (Choice("forfeit", "loses the game"), Choice("retry", "costs nothing", "you choose again"))
"""The penalty for an illegal choice."""
LEGAL_MOVES = (
    Choice("shown", "always shown"),
    Choice("asked", "shown on request"),
    Choice("hidden", "hidden", "an illegal choice costs nothing"),
)
"""The ways a page treats legal moves."""
SUGGESTIONS: Mapping[str, tuple[Choice, ...]] = {
    "start": (
        Choice("random", "random", "any number from 30 to 300 with a move"),
        Choice("balanced", "balanced", "a number with many moves, few of which win"),
        Choice("balanced:2", "two numbers", "move on either; a coin decides who can win"),
        Choice("balanced:3", "three numbers", "move on any; a coin decides who can win"),
    ),
    "pool": (
        Choice("1-24", "1–24"),
        Choice("1-40", "1–40"),
        Choice("1-100", "1–100"),
        Choice("2-200", "2–200"),
        Choice("1-1000", "1–1000"),
    ),
}
"""Values on offer for a parameter, besides the one the rule book recommends."""
DUELS = tuple(GameChoice(duel.slug, duel.title, duel.tagline) for duel in REGISTRY.values())
DEEPER = (
    GameChoice(
        "dividers-duel",
        "Three numbers",
        "Divide any one of three numbers. It is Nim in disguise.",
        {"start": "balanced:3"},
    ),
    GameChoice(
        "dividers-duel",
        "Misère",
        "Three numbers, but the player who makes the last move loses.",
        {"start": "balanced:3", "misere": ON},
    ),
    GameChoice(
        "divisor-duel-pool",
        "Pool with the pie rule",
        "After the first pick, the second player may take it over.",
        {"swap": ON},
    ),
    *(GameChoice(preset.slug, preset.title, preset.tagline, preset.parameters) for preset in PRESETS.values()),
)
"""More games besides the duels: variants and classroom versions."""
PUZZLES = (
    GameChoice(longest_chain.SLUG, longest_chain.TITLE, longest_chain.TAGLINE, {"limit": str(longest_chain.USUAL)}),
)
"""Games for one player, which are no duels: each has a command and a page of its own."""
CHAIN_LIMITS = tuple(Choice(str(limit), f"1–{limit}") for limit in (20, 30, 50, 100, 200))
"""The numbers on offer for the longest chain."""

QUICK_STARTS: Mapping[str, Mapping[str, str]] = {
    "dividers-duel": {"start": "balanced:2"},
    "divide-and-conquer": {"start": "balanced:3"},
    "factor-duel": {"start": "balanced:2"},
    "divisor-duel-subtract": {"start": "balanced"},
    "divisor-duel-pool": {"pool": "1-40", "opening": "even"},
}
"""The starts of games that begin with one tap, where the rule book's own start is won in one move or by one trick."""
FRIEND: Mapping[str, str] = {"game": "juniper-green", "opponent": "link", "first": "toss"}
"""The game against a friend that begins with one tap: no first pick wins at once, and a coin decides who begins."""


def quick_start(choice: GameChoice) -> Mapping[str, str]:
    """Return the parameters with which a game begins with one tap."""
    return choice.parameters or QUICK_STARTS.get(choice.game, {})


AFTER_DIVISION = (
    GameChoice("", "Several numbers", "Divide any one of them: an old game in disguise."),
    GameChoice("divisor-duel-subtract", "Subtraction", "Take a divisor away instead of dividing by it."),
    GameChoice("divisor-duel-pool", "The pool", "Pick divisors and multiples from 2 to 50."),
)
"""Suggestions after a game in which one number is divided; an empty game means the same duel again."""


def other_games() -> tuple[GameChoice, ...]:
    """Return the games and variants of other packages, each variant shown by its example."""
    games = (GameChoice(book.slug, book.title, book.tagline) for slug, book in books().items() if slug not in REGISTRY)
    wraps = (example_of(variant) for slug, variant in variants().items() if slug not in VARIANTS)
    return (*games, *wraps)


def example_of(variant: Variant) -> GameChoice:
    """Return the game that shows a variant."""
    pairs = (option.partition("=") for option in options_of(variant.example))
    parameters = {name: value if sign else ON for name, sign, value in pairs}
    return GameChoice(slug_of(variant.example), variant.title, variant.line, parameters)


def titles() -> dict[str, str]:
    """Return the title of every duel and preset by slug."""
    return {
        **{slug: book.title for slug, book in books().items()},
        **{slug: preset.title for slug, preset in PRESETS.items()},
    }


def suggestions(book: AnyBook) -> tuple[Choice, ...]:
    """Return the values on offer for a book's parameter, the recommended one first."""
    usual = Choice(book.example, book.example.replace("-", "–"), "as in the rule book")
    return usual, *(choice for choice in SUGGESTIONS.get(book.parameter, ()) if choice.value != usual.value)


def switched_on(values: Mapping[str, object]) -> Iterator[str]:
    """Yield the slugs of the variants that a form, an address or a set of flags switches on."""
    for slug, variant in variants().items():
        if variant.wrap is not None and values.get(slug):
            yield slug
