"""What flags and arguments may be, and the sentences that refuse the rest."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aliquot.core.errors import InvalidParameter
from aliquot.core.series import LONGEST
from aliquot.core.text import parse_whole, quote
from aliquot.games import PRESETS, books

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The games whose names begin like this, for the shell."""
    from click.shell_completion import CompletionItem

    titles = {slug: duel.title for slug, duel in books().items()} | dict.fromkeys(
        PRESETS, "Divisor Duel: Pool on 1-100"
    )
    return [CompletionItem(slug, help=title) for slug, title in titles.items() if slug.startswith(incomplete)]


def variant_options(command: F) -> F:
    """The flags that change the rules of a game."""
    for option in (
        click.option("--swap", is_flag=True, help="After the first move the second player may take it over."),
        click.option("--misere", is_flag=True, help="The last move loses."),
        click.option("--opening", metavar="KIND", help="What the pool's first pick may be: any, even, even-below-50."),
    ):
        command = option(command)
    return command


def given(flags: dict[str, Any]) -> dict[str, Any]:
    """The flags that were given."""
    return {name: value for name, value in flags.items() if value is not None and value is not False}


def seed_from(text: str | None) -> int | None:
    """The seed, or None where there is none."""
    if text is None:
        return None
    seed = parse_whole(text)
    if seed is None:
        raise InvalidParameter(f"--seed takes a whole number of at most 19 digits, not {quote(text)}.")
    return seed


def odd(flag: str, text: str) -> int:
    """The length of a series."""
    number = parse_whole(text)
    if number is None or number % 2 == 0 or number > LONGEST:
        raise InvalidParameter(f"{flag} takes an odd number from 1 to {LONGEST}, not {quote(text)}.")
    return number


def seconds(flag: str, text: str) -> float:
    """A number of seconds, whole or not, of at most an hour."""
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(text) <= 12) or float(text) > 3600:
        raise InvalidParameter(f"{flag} takes a number of seconds, at most 3600, not {quote(text)}.")
    return float(text)
