"""`aliquot games` and `aliquot rules`: what there is to play, and how."""

import shutil
import sys

import click

from aliquot.cli.options import complete_game
from aliquot.games import PRESETS, book_of, books, problems
from aliquot.games.manual import VARIANTS, rules_of


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def games(as_json: bool) -> None:
    """List the games, those of other packages included."""
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
        click.echo(f"{duel.slug:<24}{duel.title} (--{duel.parameter} {duel.example})")
        click.echo(f"    {duel.tagline}")
    for name, (slug, parameters) in PRESETS.items():
        flags = " ".join(f"--{parameter} {value}" for parameter, value in parameters.items())
        click.echo(f"{name:<24}{slug} {flags}")


@click.command()
@click.argument("game", shell_complete=complete_game)
def rules(game: str) -> None:
    """Print the rules of GAME, and how it differs from the others.

    GAME may also be a variant: sum, misere or swap.
    """
    _print(rules_of(game))
    if game in PRESETS:
        slug, parameters = PRESETS[game]
        flags = " ".join(f"--{name} {value}" for name, value in parameters.items())
        click.echo(f"\n{game} is {slug} with {flags}.")
    elif game not in VARIANTS:
        click.echo(f"\nVariants\n{_VARIANTS.get(book_of(game).parameter, _BOTH)}")


def _print(text: str) -> None:
    """Prints prose, folded if the terminal is narrower than it was written."""
    if sys.stdout.isatty():
        from aliquot.terminal.text import fold

        text = fold(text, min(100, shutil.get_terminal_size().columns))
    click.echo(text)


_BOTH = """\
    --misere             the last move loses ('aliquot rules misere')
    --swap               the pie rule ('aliquot rules swap')"""
_VARIANTS = {
    "start": f"    --start 60,84,90     several numbers at once ('aliquot rules sum')\n{_BOTH}",
    "pool": f"    --opening even       what the first pick may be: any, even, even-below-50\n{_BOTH}",
}
