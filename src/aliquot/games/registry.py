"""The registry: every duel, preset and variant by name, and how a game is set up from names and ids.

Our own are listed here. Those of other packages are found through the entry-point groups `aliquot.games` and
`aliquot.variants`, when a name is wanted that none of ours has, or when all of them are listed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.text import listing, quote, shorten
from aliquot.games import longest_chain
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel, pool_rules
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.misere import MISERE
from aliquot.games.number import NumberGame
from aliquot.games.rulebook import AnyBook, RuleBook, RuleText
from aliquot.games.sum import SEVERAL_NUMBERS, Sum
from aliquot.games.swap import PIE_RULE
from aliquot.games.wrapper import Variant, Wrappable


@dataclass(frozen=True, slots=True)
class Preset:
    """A duel with parameters that has a name of its own."""

    slug: str
    title: str
    tagline: str
    """One line that says what the game is."""
    duel: str
    """The slug of the duel."""
    parameters: Mapping[str, str]
    rules: RuleText


REGISTRY: dict[str, AnyBook] = {
    duel.slug: duel for duel in (DividersDuel, DivideAndConquer, FactorDuel, SubtractionDuel, PoolDuel)
}
"""The five duels, by slug. `books` has those of other packages too."""
_AFTER_12 = "After 12 the choices are 1, 2, 3, 4, 6, 24, 36, 48, 60, 72, 84 and 96."
PRESETS: dict[str, Preset] = {
    preset.slug: preset
    for preset in (
        Preset(
            "juniper-green",
            "Juniper Green",
            "The classroom classic: the pool 1–100, opened with an even number.",
            PoolDuel.slug,
            {"pool": "1-100", "opening": "even"},
            pool_rules(
                "Juniper Green",
                "All numbers from 1 to 100 lie in a pool. The first player picks an even number.",
                _AFTER_12,
            ),
        ),
        Preset(
            "factors-and-multiples",
            "Factors and Multiples",
            "The pool 1–100, opened with an even number below 50.",
            PoolDuel.slug,
            {"pool": "1-100", "opening": "even-below-50"},
            pool_rules(
                "Factors and Multiples",
                "All numbers from 1 to 100 lie in a pool. The first player picks an even number below 50.",
                _AFTER_12,
            ),
        ),
    )
}
"""Classroom versions, by slug."""
VARIANTS: dict[str, Variant] = {variant.slug: variant for variant in (SEVERAL_NUMBERS, MISERE, PIE_RULE)}
"""The variants, by slug, in the order in which they are applied. `variants` has those of other packages too."""
GAMES_GROUP, VARIANTS_GROUP = "aliquot.games", "aliquot.variants"
"""The entry-point groups in which other packages name their rule books and their variants."""
REQUIRED = ("slug", "title", "tagline", "penalty", "parameter", "example", "bounds")
"""The attributes every rule book must have."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ID = re.compile(r"(?P<slug>[^()]*)\((?P<options>[^()]*)\)")
T = TypeVar("T")


def books() -> dict[str, AnyBook]:
    """Return every rule book by slug: ours, then those of other packages."""
    return {**REGISTRY, **_other_books()[0]}


def variants() -> dict[str, Variant]:
    """Return every variant by slug: ours, then those of other packages."""
    return {**VARIANTS, **_other_variants()[0]}


def flags() -> dict[str, Variant]:
    """Return the variants that are switched on by a flag."""
    return {slug: variant for slug, variant in variants().items() if variant.wrap is not None}


def problems() -> tuple[str, ...]:
    """Return a sentence for each game or variant of another package that cannot be loaded."""
    return _other_books()[1] + _other_variants()[1]


@cache
def _other_books() -> tuple[dict[str, AnyBook], tuple[str, ...]]:
    return _load(GAMES_GROUP, "The game {name} of another package cannot be loaded: {reason}", _check_book)


@cache
def _other_variants() -> tuple[dict[str, Variant], tuple[str, ...]]:
    return _load(VARIANTS_GROUP, "The variant {name} of another package cannot be loaded: {reason}", _check_variant)


def _load(group: str, sentence: str, check: Callable[[object], T]) -> tuple[dict[str, T], tuple[str, ...]]:
    """Return what other packages offer in a group, by slug, and a sentence about each entry that is broken."""
    from importlib.metadata import entry_points

    accepted: dict[str, T] = {}
    problems = []
    for entry in entry_points(group=group):
        try:
            item = check(entry.load())
            slug: str = getattr(item, "slug", "")
            if slug in accepted:
                raise _taken(slug)
            accepted[slug] = item
        except Exception as error:
            reason = shorten(str(error) or type(error).__name__, 200)
            problems.append(sentence.format(name=quote(entry.name), reason=reason))
    return accepted, tuple(problems)


def _check_book(book: object) -> AnyBook:
    """Return a rule book of another package, checked: it can be set up and has a slug of its own."""
    if not (isinstance(book, type) and issubclass(book, RuleBook)):
        raise InvalidParameter("it is not a class that extends aliquot.games.rulebook.RuleBook.")
    missing = [name for name in REQUIRED if not hasattr(book, name)]
    if missing:
        raise InvalidParameter(f"it has no {listing(missing)}.")
    _check_slug(book.slug)
    book.create()
    return book


def _check_variant(variant: object) -> Variant:
    """Return a variant of another package, checked: it has a slug of its own."""
    if not isinstance(variant, Variant):
        raise InvalidParameter("it is not an aliquot.games.wrapper.Variant.")
    if variant.wrap is None:
        raise InvalidParameter("it has no wrap: a class that makes the variant of a game.")
    _check_slug(variant.slug)
    if not variant.slug.isalnum() or variant.slug in _other_books()[0]:
        raise _taken(variant.slug)
    return variant


def _check_slug(slug: str) -> None:
    names = (*REGISTRY, *PRESETS, *VARIANTS, *(book.parameter for book in REGISTRY.values()), "opening")
    if not _SLUG.fullmatch(slug) or slug in names:
        raise _taken(slug)


def _taken(slug: str) -> InvalidParameter:
    return InvalidParameter(f"its slug {quote(slug)} is taken, or has other characters than a-z, 0-9 and -.")


def book_of(name: str) -> AnyBook:
    """Return the rule book behind a duel's name, a preset's or a game's id.

    Raises:
        UnknownGame: There is none; the message suggests the nearest name.
    """
    return find(slug_of(name))


def rules_of(name: str) -> RuleText:
    """Return the rules of a duel, a preset, a variant or the longest chain.

    Raises:
        UnknownGame: There is no such game; the message suggests the nearest name.
    """
    if name == longest_chain.SLUG:
        return longest_chain.TEXT
    if name in VARIANTS:
        return VARIANTS[name].rules
    try:
        full = full_name(slug_of(name))
    except UnknownGame:
        if variant := variants().get(name):
            return variant.rules
        raise
    return PRESETS[full].rules if full in PRESETS else find(full).rules


def title_of(game: AnyGame) -> str:
    """Return a game's name for people: that of the preset it is, in another pool too.

    >>> title_of(create("juniper-green")), title_of(create("juniper-green", swap=True))
    ('Juniper Green', 'Juniper Green, with the pie rule')
    >>> title_of(create("juniper-green", pool="1-40"))
    'Juniper Green 1–40'
    """
    book = REGISTRY.get(game.slug)
    options = options_of(game.id)
    for preset in PRESETS.values():
        pool, *others = (f"{key}={value}" for key, value in preset.parameters.items())
        if game.slug == preset.duel and {*others} <= {*options}:
            own = next((option for option in options if option.startswith("pool=")), pool)
            name = preset.title if own == pool else f"{preset.title} {own.partition('=')[2].replace('-', '–')}"
            return f"{name}{game.title.removeprefix(book.title if book else game.title)}"
    return game.title


def goal_of(game: AnyGame) -> str:
    """Return what to do and how to win in one line: a game's goal, or its tagline where it has none.

    >>> goal_of(create("dividers-duel"))
    'Divide the number. If you leave a prime, you win.'
    """
    return str(getattr(game, "goal", game.tagline))


def slug_of(game: str) -> str:
    """Return the slug that a game's id begins with.

    >>> slug_of("dividers-duel(start=84)")
    'dividers-duel'
    """
    return game.partition("(")[0]


def options_of(game: str) -> list[str]:
    """Return the options between the brackets of a game's id, the start first.

    >>> options_of("dividers-duel(start=60+84,misere)")
    ['start=60+84', 'misere']
    """
    return game.partition("(")[2].removesuffix(")").split(",")


def other_variants_of(game: str) -> list[str]:
    """Return the variants of other packages in a game's id; nothing written for our rules holds with them.

    >>> other_variants_of("dividers-duel(start=60,heavy,misere)")
    ['heavy']
    """
    return [option for option in options_of(game)[1:] if "=" not in option and option not in VARIANTS]


def find(name: str) -> AnyBook:
    """Return the rule book of that name, of the preset of that name, or the only one with that word in its name.

    >>> find("pool").slug
    'divisor-duel-pool'

    Raises:
        UnknownGame: There is none, or more than one; the message names the candidates.
    """
    full = full_name(name)
    if full in PRESETS:
        full = PRESETS[full].duel
    return REGISTRY.get(full) or books()[full]


def full_name(name: str) -> str:
    """Return the duel or preset of that name, or the only one with that word in its name."""
    if name in REGISTRY or name in PRESETS or name in _other_books()[0]:
        return name
    names = [*books(), *PRESETS]
    candidates = [each for each in names if f"-{name}-" in f"-{each}-"]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UnknownGame(f"'{shorten(name, 40)}' is ambiguous: it could be {listing(candidates)}.")
    from difflib import get_close_matches

    # Long nonsense is not compared: it resembles nothing, and comparing takes quadratic time.
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.4) if len(name) <= 64 else []
    hint = f"Did you mean '{near[0]}'?" if near else f"The games are {', '.join(names)}."
    raise UnknownGame(f"There is no game called '{shorten(name, 40)}'. {hint}")


def create(name: str, **parameters: object) -> AnyGame:
    """Set a game up by name and parameters, or by id alone.

    Args:
        name: A duel, a preset, or a game's id.
        parameters: The duel's own (several numbers in `start` make a sum), and the slugs of variants, which are
            switched on by anything true.

    >>> create("dividers-duel", start=84).id
    'dividers-duel(start=84)'
    >>> create("factor-duel", start="60,84", misere=True).id
    'factor-duel(start=60+84,misere)'
    >>> create("divisor-duel-pool(pool=2-20,opening=even)")
    <Game divisor-duel-pool(pool=2-20,opening=even)>

    Raises:
        UnknownGame: There is no such duel.
        InvalidParameter: It cannot be set up like that.
    """
    if match := _ID.fullmatch(name):
        if any(value is not False for value in parameters.values()):
            raise InvalidParameter("The game's id already contains its parameters: do not give them twice.")
        return _from_id(match["slug"], match["options"].split(","))
    name = full_name(name)
    preset = PRESETS.get(name)
    book = find(name)
    own, switched = split_parameters(book, parameters)
    return apply_variants(_set_up(book, {**(preset.parameters if preset else {}), **own}), switched)


def split_parameters(book: AnyBook, parameters: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Return a book's own parameters, and the slugs of the variants that are switched on."""
    own, switched = {}, []
    for key, value in parameters.items():
        if key in VARIANTS or (key not in (book.parameter, "opening") and key in _other_variants()[0]):
            if value:
                switched.append(key)
        else:
            own[key] = value
    return own, switched


def apply_variants(game: Wrappable, slugs: Sequence[str]) -> Wrappable:
    """Return a game with these variants, those of other packages inside, and ours around them in their order.

    Raises:
        InvalidParameter: One of them is not a variant, or cannot be combined with the rest.
    """
    ours = list(VARIANTS)
    for slug in sorted(slugs, key=lambda slug: ours.index(slug) if slug in VARIANTS else -1):
        game = _wrap(game, slug)
    return game


def _wrap(game: Wrappable, slug: str) -> Wrappable:
    variant = VARIANTS.get(slug) or _other_variants()[0].get(slug)
    if variant is None or variant.wrap is None:
        names = listing([*flags()], "and")
        raise InvalidParameter(f"There is no variant '{shorten(slug)}'. The variants are {names}.")
    return variant.wrap(game)


def _set_up(duel: AnyBook, parameters: Mapping[str, object]) -> Wrappable:
    start = parameters.get("start")
    values = re.split("[,+]", start) if isinstance(start, str) and not start.startswith("+") else start
    if issubclass(duel, NumberGame) and isinstance(values, list | tuple) and len(values) != 1:
        for name in parameters.keys() - {"start"}:
            return duel.create(**{name: None})
        return Sum.of(duel, values)
    return duel.create(**parameters)


def _from_id(slug: str, options: list[str]) -> Wrappable:
    if slug == SEVERAL_NUMBERS.slug and "=" not in options[0]:
        game: Wrappable = Sum(tuple(_member(part) for part in options.pop(0).split("+")))
    else:
        parameters = dict(option.split("=", 1) for option in options if "=" in option)
        game = _set_up(find(slug), parameters)
    for flag in (option for option in options if "=" not in option):
        game = _wrap(game, flag)
    return game


def _member(text: str) -> NumberGame:
    """Return one number of a mixture, written like `dividers-duel:60`."""
    slug, _, value = text.partition(":")
    duel = find(slug)
    if not issubclass(duel, NumberGame):
        raise InvalidParameter(f"{duel.title} cannot be part of a sum: it is not played with a number.")
    return duel.from_value(value)


def defaults() -> tuple[RuleBook[Any, Any], ...]:
    """Return every duel as its rule book recommends it, those of other packages included."""
    return tuple(book.create() for book in books().values())
