"""Flags and arguments that several commands share, and the sentences that refuse wrong ones."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aliquot import catalogue
from aliquot.core.errors import InvalidParameter
from aliquot.core.series import LONGEST
from aliquot.core.text import listing, parse_whole, quote
from aliquot.games import VARIANTS, flags
from aliquot.games.rulebook import AnyBook
from aliquot.games.wrapper import Variant

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the games whose names begin like this, for the shell."""
    from click.shell_completion import CompletionItem

    titles = catalogue.titles()
    return [CompletionItem(slug, help=title) for slug, title in titles.items() if slug.startswith(incomplete)]


def variant_options(command: F) -> F:
    """Add the options that change the rules of a game, for a command of the class `GameCommand`."""
    openings = listing([choice.value for choice in catalogue.OPENINGS])
    for variant in reversed(VARIANTS.values()):
        if variant.wrap is not None:
            command = click.option(f"--{variant.slug}", is_flag=True, help=variant.line)(command)
    return click.option("--opening", metavar="KIND", help=f"The first pick from a pool: {openings}.")(command)


class GameCommand(click.Command):
    """A command that takes a game, with a flag for every variant.

    The variants of other packages are looked up only when an argument is none of our own flags, or for help and
    completion: the lookup takes longer than everything else before the first prompt.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, variants of other packages included where they may be meant."""
        own = {name for parameter in self.params for name in parameter.opts}
        ctx.meta[__name__] = any(arg.startswith("-") and arg.partition("=")[0] not in own for arg in args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with the flags of other packages after ours where they may be meant."""
        parameters = super().get_params(ctx)
        if not (ctx.meta.get(__name__) or ctx.resilient_parsing):
            return parameters
        names = [parameter.name for parameter in parameters]
        last = max(index for index, name in enumerate(names) if name in VARIANTS)
        others = [_flag(variant) for slug, variant in flags().items() if slug not in names]
        return [*parameters[: last + 1], *others, *parameters[last + 1 :]]


def _flag(variant: Variant) -> click.Option:
    return click.Option([f"--{variant.slug}"], is_flag=True, help=variant.line)


def parameter_text(book: AnyBook) -> str:
    """Return how a book's recommended parameter is typed: as a flag, or in the game's id where there is no flag."""
    if book.parameter in catalogue.SUGGESTIONS:
        return f"--{book.parameter} {book.example}"
    return f"'{book.slug}({book.parameter}={book.example})'"


def nonempty(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None and value is not False}


def seed_from(text: str | None) -> int | None:
    """Return the seed, or None if none was given."""
    if text is None:
        return None
    seed = parse_whole(text)
    if seed is None:
        raise InvalidParameter(f"--seed takes a whole number of at most 19 digits, not {quote(text)}.")
    return seed


def odd(flag: str, text: str) -> int:
    """Return the length of a series."""
    number = parse_whole(text)
    if number is None or number % 2 == 0 or number > LONGEST:
        raise InvalidParameter(f"{flag} takes an odd number from 1 to {LONGEST}, not {quote(text)}.")
    return number


def seconds(flag: str, text: str) -> float:
    """Return a number of seconds, whole or not, of at most an hour."""
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(text) <= 12) or float(text) > 3600:
        raise InvalidParameter(f"{flag} takes a number of seconds, at most 3600, not {quote(text)}.")
    return float(text)
