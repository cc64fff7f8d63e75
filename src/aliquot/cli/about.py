"""`aliquot games` and `aliquot rules`: what there is to play, and how."""

import shutil
import sys
from importlib import import_module
from inspect import cleandoc
from textwrap import fill

import click

from aliquot.cli.options import complete_game
from aliquot.core.numerals import listing
from aliquot.core.view import PoolView
from aliquot.games import PRESETS, book_of, books, create, problems


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
    if game in VARIANTS:
        _print(cleandoc(import_module(f"aliquot.games.{game}").__doc__ or ""))
        return
    duel = book_of(game)
    if game in PRESETS:
        slug, parameters = PRESETS[game]
        _print(_preset_rules(game))
        flags = " ".join(f"--{name} {value}" for name, value in parameters.items())
        click.echo(f"\n{game} is {slug} with {flags}.")
    else:
        _print(duel.rules())
        click.echo(f"\nVariants\n{_VARIANTS.get(duel.parameter, _BOTH)}")


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
        title.replace("Divisor Duel, Pool:", f"{name.replace('-', ' ').title()}:"),
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


def _print(text: str) -> None:
    """Prints prose, folded if the terminal is narrower than it was written."""
    if sys.stdout.isatty():
        from aliquot.terminal.line.page import fold

        text = fold(text, min(100, shutil.get_terminal_size().columns))
    click.echo(text)


VARIANTS = ("sum", "misere", "swap")
"""The variants that have rules of their own, each in the module of its name."""

_BOTH = """\
    --misere             the last move loses ('aliquot rules misere')
    --swap               the pie rule ('aliquot rules swap')"""
_VARIANTS = {
    "start": f"    --start 60,84,90     several numbers at once ('aliquot rules sum')\n{_BOTH}",
    "pool": f"    --opening even       what the first pick may be: any, even, even-below-50\n{_BOTH}",
}
