"""`aliquot dataset`: positions with exact labels, as a Parquet file with a data card."""

import sys
from pathlib import Path
from typing import Any

import click

from aliquot.cli.options import GameCommand, complete_game, nonempty, seed_from, variant_options
from aliquot.core.errors import InvalidParameter
from aliquot.core.text import parse_whole, quote
from aliquot.games import create

_WRITTEN = "{count:,} positions are in {path}, described in {card}."
_NOTHING_TO_DO = "Nothing to do: {count:,} positions are in {path}, described in {card}."


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=complete_game)
@click.option("--start", metavar="N", help="The starting number, or several separated by commas.")
@click.option("--pool", metavar="LO-HI", help="The pool of divisor-duel-pool.")
@variant_options
@click.option("--count", metavar="N", required=True, help="The number of positions.")
@click.option("--seed", metavar="S", required=True, help="The seed; the same seed gives the same file.")
@click.option("--out", metavar="FILE", required=True, help="A file ending in .parquet; its data card is FILE.md.")
@click.option(
    "--from",
    "scheme",
    metavar="SCHEME",
    default="random",
    show_default=True,
    help="The source of positions: random (random play), uniform (every ply equally likely), or skill:S.",
)
def dataset(game: str, count: str, seed: str, out: str, scheme: str, **flags: Any) -> None:
    """Write positions of GAME with encodings, masks, values and optimal moves.

    Run the same command again to continue an interrupted run.
    """
    path, positions = Path(out), parse_whole(count)
    if positions is None:
        raise InvalidParameter(f"--count takes a whole number, not {quote(count)}.")
    if path.suffix != ".parquet":
        raise InvalidParameter(f"--out takes a file ending in .parquet, not {quote(out)}.")
    chosen = create(game, **nonempty(flags))
    try:
        from aliquot.envs.dataset import Plan, write
    except ImportError:
        raise InvalidParameter("A dataset needs the extra 'envs': pip install 'aliquot[envs]'.") from None
    plan = Plan(chosen.id, positions, seed_from(seed) or 0, scheme)
    if sys.stderr.isatty():
        with click.progressbar(length=plan.count, label="Labelling", file=sys.stderr) as bar:
            done = write(plan, path, bar.update)
    else:
        done = write(plan, path)
    template = _WRITTEN if done else _NOTHING_TO_DO
    click.echo(template.format(count=plan.count, path=path, card=f"{path.name}.md"), err=True)
