"""What can be played: the five duels as their books have them, and the variants that go deeper."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from aliquot.games import REGISTRY, books


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to set up, with what is already settled about it."""

    name: str
    """The duel or preset, as the command line calls it."""
    title: str
    line: str
    """What it is, in a line."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The settings it begins with, by the name of the row that shows them."""


DUELS = tuple(Plan(duel.slug, duel.title, duel.tagline) for duel in REGISTRY.values())
VARIANTS = (
    Plan(
        "dividers-duel",
        "Three numbers",
        "Divide any one of three numbers. Nim, in a very thin disguise.",
        {"start": "balanced:3"},
    ),
    Plan(
        "dividers-duel",
        "Misère",
        "Three numbers, but the last move loses: nobody wants to make it.",
        {"start": "balanced:3", "misere": "yes"},
    ),
    Plan(
        "divisor-duel-pool",
        "Pool with the pie rule",
        "After the first pick, the second player may take it over.",
        {"swap": "yes"},
    ),
    Plan(
        "juniper-green",
        "Juniper Green",
        "The classroom classic: the pool 1–100, opened with an even number.",
        {"pool": "1-100", "opening": "even"},
    ),
    Plan(
        "factors-and-multiples",
        "Factors and Multiples",
        "The pool 1–100, opened with an even number below 50.",
        {"pool": "1-100", "opening": "even-below-50"},
    ),
)


def others() -> tuple[Plan, ...]:
    """The games of other packages, as their books have them."""
    return tuple(Plan(book.slug, book.title, book.tagline) for slug, book in books().items() if slug not in REGISTRY)
