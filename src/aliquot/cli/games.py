"""`aliquot games` and `aliquot rules`: the list of games, and the rules of each."""

import shutil
import sys
from collections.abc import Iterator

import click

from aliquot import catalogue
from aliquot.cli.options import complete_game, parameter_text
from aliquot.core.text import listing
from aliquot.games import PRESETS, VARIANTS, Preset, book_of, books, flags, problems, rules_of, variants
from aliquot.games.rulebook import AnyBook


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def games(as_json: bool) -> None:
    """List the games, including those of other packages."""
    for problem in problems():
        click.echo(f"aliquot: {problem}", err=True)
    if as_json:
        import json

        facts = [
            {
                "slug": duel.slug,
                "title": duel.title,
                "tagline": duel.tagline,
                "version": duel.version,
                "penalty": duel.penalty,
                "parameter": duel.parameter,
                "default": duel.example,
                "bounds": duel.bounds,
            }
            for duel in books().values()
        ]
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for duel in books().values():
        click.echo(f"{duel.slug:<24}{duel.title} ({parameter_text(duel)})")
        click.echo(f"    {duel.tagline}")
    for preset in PRESETS.values():
        click.echo(f"{preset.slug:<24}{preset.duel} {_options(preset)}")
    for puzzle in catalogue.PUZZLES:
        click.echo(f"{puzzle.game:<24}{puzzle.title} (for one: aliquot chain {puzzle.parameters['limit']})")
        click.echo(f"    {puzzle.line}")


_HELP = f"""Print the rules of GAME, and how it differs from the others.

GAME may also be a variant: {listing([*VARIANTS])}; or a puzzle for one: {catalogue.PUZZLES[0].game}.
"""


@click.command(help=_HELP)
@click.argument("game", shell_complete=complete_game)
def rules(game: str) -> None:
    """Print the rules of a game or a variant."""
    _print(rules_of(game).text())
    if preset := PRESETS.get(game):
        click.echo(f"\n{preset.slug} is {preset.duel} with {_options(preset)}.")
    elif game not in {*variants(), *(puzzle.game for puzzle in catalogue.PUZZLES)}:
        click.echo("\nVariants")
        for example, line in _variants(book_of(game)):
            click.echo(f"    {example:<21}{line}")


def _options(preset: Preset) -> str:
    return " ".join(f"--{name} {value}" for name, value in preset.parameters.items())


def _variants(book: AnyBook) -> Iterator[tuple[str, str]]:
    """Yield the ways to set a game up that its rules do not name, each with an explanation."""
    if book.parameter not in catalogue.SUGGESTIONS:
        yield parameter_text(book), f"another {book.parameter}: {book.bounds}"
    if book.is_summable and book.parameter == "start":
        yield "--start 60,84,90", "Several numbers at once. ('aliquot rules sum')"
    if book.parameter == "pool":
        openings = listing([choice.value for choice in catalogue.OPENINGS])
        yield "--opening even", f"The first pick: {openings}."
    for variant in flags().values():
        yield f"--{variant.slug}", f"{variant.line} ('aliquot rules {variant.slug}')"


def _print(text: str) -> None:
    """Print prose, folded to the width of a terminal."""
    if sys.stdout.isatty():
        from aliquot.terminal.text import fold

        text = fold(text, min(100, shutil.get_terminal_size().columns))
    click.echo(text)
