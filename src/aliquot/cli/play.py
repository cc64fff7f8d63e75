"""`aliquot play`: from flags to a game at the prompt."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from aliquot.cli.options import complete_game, given, odd, seconds, seed_from, variant_options
from aliquot.core.clock import TimeControl
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.player import HUMAN
from aliquot.games import book_of, books
from aliquot.games.rulebook import AnyBook
from aliquot.play.setup import Setup, arrange, check_solvable, fresh_seed, parse_names

if TYPE_CHECKING:
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reader import Reader


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--start", metavar="N", help="The number to start from; several (60,84,90); random[:LO-HI]; balanced[:K]."
)
@click.option("--pool", metavar="LO-HI", help="The numbers in the pool, for divisor-duel-pool.")
@variant_options
@click.option("--one", metavar="WHO", default=HUMAN, show_default=True, help="Who plays first.")
@click.option("--two", metavar="WHO", default=HUMAN, show_default=True, help="Who plays second.")
@click.option("--names", metavar="A,B", help="What they are called, in that order.")
@click.option("--toss", is_flag=True, help="Let a coin decide who moves first.")
@click.option("--best-of", metavar="K", default="1", show_default=True, help="Play a series of an odd number of games.")
@click.option("--clock", metavar="S+I", help="Seconds for each player, and seconds added per move, as in 60+2.")
@click.option("--no-hints", is_flag=True, help="A serious game: no hints.")
@click.option("--retry", is_flag=True, help="An illegal choice costs nothing: choose again.")
@click.option("--forfeit", is_flag=True, help="An illegal choice loses the game.")
@click.option("--pace", metavar="S", default="0", help="Seconds a computer waits before it moves, for watching.")
@click.option("--seed", metavar="N", help="Make everything left to chance repeatable.")
@click.option("--no-save", is_flag=True, help="Do not keep the game on disk.")
@click.option("--plain", is_flag=True, help="Bare sentences and only what has changed: for screen readers.")
@click.option("--line", is_flag=True, help="Play at the prompt, which is what happens unless --screen is given.")
@click.option("--screen", is_flag=True, help="Play on the full screen; at the prompt where there is no terminal.")
def play(game: str, **flags: Any) -> int:
    """Play GAME: dividers-duel, divide-and-conquer, factor-duel, divisor-duel-subtract or divisor-duel-pool.

    The classroom games juniper-green and factors-and-multiples are played on the pool 1-100.

    WHO is human, beginner, easy, medium, strong or perfect; or random, greedy, or skill:S with S from 0 to 1, the
    probability of a best move.
    """
    asked_seed = seed_from(flags["seed"])
    seed = fresh_seed() if asked_seed is None else asked_seed
    rules = {name: flags[name] for name in ("start", "pool", "opening", "misere", "swap")}
    kinds = (_kind(flags["one"]), _kind(flags["two"]))
    duel = set_up(game, seed, **rules)
    check_solvable(duel, kinds)
    setup = Setup(
        game=duel,
        kinds=kinds,
        names=parse_names(flags["names"]) if flags["names"] is not None else None,
        toss=flags["toss"],
        seed=seed,
        best_of=odd("--best-of", flags["best_of"]),
        penalty=_penalty(flags["retry"], flags["forfeit"]),
        hints=not flags["no_hints"],
        clock=TimeControl.parse(flags["clock"]) if flags["clock"] is not None else None,
        pace=seconds("--pace", flags["pace"]),
        save=not flags["no_save"],
    )
    if on_screen(screen=flags["screen"], line=flags["line"]):
        from aliquot.terminal.screen import open_screen

        return open_screen(setup)
    from aliquot.terminal.line import series_loop

    return at_prompt(lambda page, reader: series_loop.play(setup, page, reader), plain=flags["plain"])


def _kind(who: str) -> str:
    """The name of a player, if there is such a player."""
    if who != HUMAN:
        from random import Random

        from aliquot.players import create_player

        create_player(who, Random(0))
    return who


def menu(*, line: bool = False) -> int:
    """Opens the screen at home, or the menu at the prompt; both need a person."""
    if not _is_terminal():
        raise click.UsageError("The menu needs a terminal; name a game, as in 'aliquot play dividers-duel'.")
    if on_screen(screen=not line, line=line):
        from aliquot.terminal.screen import open_screen

        return open_screen()
    from aliquot.terminal.line.menu import open_menu

    return at_prompt(open_menu)


def on_screen(*, screen: bool, line: bool) -> bool:
    """Whether to play on the full screen: where it is wanted and there is a terminal that can show it.

    Raises:
        InvalidParameter: Both ways were asked for.
    """
    if screen and line:
        raise InvalidParameter("--line and --screen exclude each other: give one of them.")
    return screen and _is_terminal() and os.environ.get("TERM", "dumb") != "dumb"


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def set_up(name: str, seed: int, **flags: Any) -> AnyGame:
    """Sets a game up from the flags that were given, each named like the parameter it fills.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: A flag is not for this game, or its value not acceptable.
    """
    book = book_of(name)
    asked = given(flags)
    for flag in asked.keys() & {"start", "pool", "opening"}:
        wanted = "start" if flag == "start" else "pool"
        if book.parameter != wanted:
            takers = ", ".join(other.slug for other in books().values() if other.parameter == wanted)
            raise InvalidParameter(f"--{flag} is for {takers}; {name} takes {_flag(book)}.")
    return arrange(name, seed, **asked)


def _flag(book: AnyBook) -> str:
    """How a rule book's parameter is given at the command line: by a flag of its own, or in the game's id."""
    if book.parameter in ("start", "pool"):
        return f"--{book.parameter}"
    return f"its {book.parameter} as in '{book.slug}({book.parameter}={book.example})'"


def at_prompt(
    work: "Callable[[Output, Reader], object]", *, plain: bool = False, leaving: str = "The game is left unfinished"
) -> int:
    """Does something at the prompt, and says how things stand if it ends early.

    Args:
        work: What to do.
        plain: Whether to print bare sentences even on a terminal.
        leaving: What is said of whoever leaves; nothing where leaving leaves nothing undone.
    """
    from aliquot.terminal.line.match_loop import PlayerQuit
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reader import InputEnded, Reader

    page, reader = Output.for_streams(sys.stdin, sys.stdout, plain=plain), Reader(sys.stdin.fileno())
    try:
        work(page, reader)
    except PlayerQuit as left:
        later = "; 'aliquot resume' takes it up again." if left.saved else "."
        if leaving:
            click.echo(f"{leaving}{later}", err=True)
    except InputEnded:
        page.gap()
        if leaving:
            click.echo("The input ended before the game did: it is unfinished.", err=True)
            return 1
    return 0


def _penalty(retry: bool, forfeit: bool) -> Penalty | None:
    if retry and forfeit:
        raise InvalidParameter("--retry and --forfeit exclude each other: give one of them.")
    return "retry" if retry else "forfeit" if forfeit else None
