"""`aliquot play`: from flags to a game at the prompt."""

import sys

import click

from aliquot.cli.options import complete_game, odd, seed_from
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import Penalty
from aliquot.games import REGISTRY, Duel, find
from aliquot.terminal.setup import PLAYERS, Setup, parse_names


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--start", metavar="N", help="The number to start from.")
@click.option("--pool", metavar="LO-HI", help="The numbers in the pool, for divisor-duel-pool.")
@click.option("--names", metavar="A,B", help="The players' names; the first moves first.")
@click.option("--toss", is_flag=True, help="Let a coin decide who moves first.")
@click.option("--best-of", metavar="K", default="1", show_default=True, help="Play a series of an odd number of games.")
@click.option("--retry", is_flag=True, help="An illegal choice costs nothing: choose again.")
@click.option("--forfeit", is_flag=True, help="An illegal choice loses the game.")
@click.option("--seed", metavar="S", help="Make everything left to chance repeatable.")
@click.option("--line", is_flag=True, help="Play at the prompt (as it is when the input is not a terminal).")
def play(
    game: str,
    start: str | None,
    pool: str | None,
    names: str | None,
    toss: bool,
    best_of: str,
    retry: bool,
    forfeit: bool,
    seed: str | None,
    line: bool,
) -> int:
    """Play GAME, two people at one keyboard.

    GAME is dividers-duel, divide-and-conquer, factor-duel, divisor-duel-subtract or divisor-duel-pool.
    """
    return _run(
        Setup(
            game=set_up(game, start=start, pool=pool),
            names=parse_names(names) if names is not None else PLAYERS,
            toss=toss,
            seed=seed_from(seed),
            best_of=odd("--best-of", best_of),
            penalty=_penalty(retry, forfeit),
        )
    )


def menu() -> int:
    """Opens the menu, which needs a person."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("The menu needs a terminal; name a game, as in 'aliquot play dividers-duel'.")
    return _run(None)


def set_up(slug: str, **flags: str | None) -> Duel:
    """Sets a game up from the flags that were given, each named like the parameter it fills.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: A flag is not for this game, or its value not acceptable.
    """
    duel = find(slug)
    given = {name: value for name, value in flags.items() if value is not None}
    for name in given:
        if name != duel.parameter:
            takers = ", ".join(other.slug for other in REGISTRY.values() if other.parameter == name)
            raise InvalidParameter(f"--{name} is for {takers}; {slug} takes --{duel.parameter}.")
    return duel.create(**given)


def _run(setup: Setup | None) -> int:
    """Plays at the prompt, and says how things stand if it ends early."""
    from aliquot.terminal.line import evening
    from aliquot.terminal.line.duel import Left
    from aliquot.terminal.line.menu import open_menu
    from aliquot.terminal.line.page import Page
    from aliquot.terminal.line.reader import InputEnded, Reader

    page, reader = Page.for_streams(sys.stdin, sys.stdout), Reader(sys.stdin.fileno())
    try:
        if setup is None:
            open_menu(page, reader)
        else:
            evening.play(setup, page, reader)
    except Left:
        click.echo("The game is left unfinished.", err=True)
    except InputEnded:
        page.gap()
        click.echo("The input ended before the game did: it is unfinished.", err=True)
        return 1
    return 0


def _penalty(retry: bool, forfeit: bool) -> Penalty | None:
    if retry and forfeit:
        raise InvalidParameter("--retry and --forfeit exclude each other: give one of them.")
    return "retry" if retry else "forfeit" if forfeit else None
