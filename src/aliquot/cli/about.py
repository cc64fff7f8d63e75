"""`aliquot games` and `aliquot rules`: what there is to play, and how."""

import click

from aliquot.cli.options import complete_game
from aliquot.games import REGISTRY, find


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def games(as_json: bool) -> None:
    """List the games."""
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
            for duel in REGISTRY.values()
        ]
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for duel in REGISTRY.values():
        click.echo(f"{duel.slug:<24}{duel.title} (--{duel.parameter} {duel.example})")
        click.echo(f"{'':<24}{duel.tagline}")


@click.command()
@click.argument("game", shell_complete=complete_game)
def rules(game: str) -> None:
    """Print the rules of GAME, and how it differs from the others."""
    click.echo(find(game).rules())
