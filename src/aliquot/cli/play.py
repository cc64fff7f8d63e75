"""`aliquot play`: from flags to a game in line mode or on the full screen."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from aliquot import catalogue
from aliquot.cli.options import (
    GameCommand,
    complete_game,
    nonempty,
    odd,
    parameter_text,
    seconds,
    seed_from,
    variant_options,
)
from aliquot.cli.root import plain_option
from aliquot.core.clock import TimeControl
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.player import HUMAN
from aliquot.core.text import listing, quote
from aliquot.games import PRESETS, REGISTRY, book_of, books, longest_chain
from aliquot.play.setup import Setup, arrange, check_solvable, fresh_seed, parse_names

if TYPE_CHECKING:
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reader import Reader

UNFINISHED = "The game is unfinished."
UNFINISHED_AND_SAVED = "The game is unfinished. Resume it with 'aliquot resume'."
INPUT_ENDED = "The input ended, and the game is unfinished."


_HELP = f"""Play GAME: {listing([*REGISTRY])}.

The classroom versions {listing([*PRESETS], "and")} are played on the pool 1-100.

WHO is human, {listing([level.slug for level in catalogue.LEVELS])}; or random, greedy, or skill:S with S from 0 to 1,
the probability of a best move.
"""


@click.command(cls=GameCommand, help=_HELP, short_help="Play a game.")
@click.argument("game", shell_complete=complete_game)
@click.argument("begin", metavar="[START|POOL]", required=False)
@click.option(
    "--start", metavar="N", help="The number to start from; several (60,84,90); random[:LO-HI]; balanced[:K]."
)
@click.option("--pool", metavar="LO-HI", help="The numbers in the pool, for divisor-duel-pool.")
@variant_options
@click.option("--one", metavar="WHO", default=HUMAN, show_default=True, help="Who plays first.")
@click.option("--two", metavar="WHO", default=HUMAN, show_default=True, help="Who plays second.")
@click.option("--names", metavar="A,B", help="The names of the players, in that order.")
@click.option("--toss", is_flag=True, help="Let a coin decide who moves first.")
@click.option("--best-of", metavar="K", default="1", show_default=True, help="Play a series of an odd number of games.")
@click.option("--clock", metavar="S+I", help="Seconds for each player, and seconds added per move, as in 60+2.")
@click.option("--no-hints", is_flag=True, help="Switch hints off.")
@click.option("--retry", is_flag=True, help="An illegal choice costs nothing: choose again.")
@click.option("--forfeit", is_flag=True, help="An illegal choice loses the game.")
@click.option("--pace", metavar="S", default="0", help="Seconds a computer waits before it moves, for watching.")
@click.option("--seed", metavar="N", help="The seed for everything random: the same seed gives the same choices.")
@click.option("--no-save", is_flag=True, help="Do not save the game.")
@plain_option
@click.option("--line", is_flag=True, help="Play in line mode (the default).")
@click.option("--screen", is_flag=True, help="Play on the full screen; in line mode where there is no terminal.")
def play(
    game: str,
    begin: str | None,
    *,
    one: str,
    two: str,
    names: str | None,
    toss: bool,
    best_of: str,
    clock: str | None,
    no_hints: bool,
    retry: bool,
    forfeit: bool,
    pace: str,
    seed: str | None,
    no_save: bool,
    plain: bool,
    line: bool,
    screen: bool,
    **rules: Any,
) -> int:
    """Play a game with the rules that the remaining options describe."""
    if longest_chain.names(game):
        raise InvalidParameter(f"{longest_chain.TITLE} is for one player: run 'aliquot chain'.")
    given_seed = seed_from(seed)
    number = fresh_seed() if given_seed is None else given_seed
    kinds = (_kind(one), _kind(two))
    duel = set_up(game, number, **_with_start(game, begin, rules))
    check_solvable(duel, kinds)
    setup = Setup(
        game=duel,
        kinds=kinds,
        names=parse_names(names) if names is not None else None,
        toss=toss,
        seed=number,
        best_of=odd("--best-of", best_of),
        penalty=_penalty(retry, forfeit),
        hints=not no_hints,
        clock=TimeControl.parse(clock) if clock is not None else None,
        pace=seconds("--pace", pace),
        save=not no_save,
    )
    if on_screen(screen=screen, line=line):
        from aliquot.terminal.screen import open_screen

        return open_screen(setup)
    from aliquot.terminal.line import series_loop

    return at_prompt(lambda page, reader: series_loop.play(setup, page, reader), plain=plain)


def _with_start(game: str, begin: str | None, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules with the start or the pool that was given without a flag."""
    if begin is None:
        return rules
    parameter = book_of(game).parameter
    if rules.get(parameter) is not None:
        raise InvalidParameter(f"Give the {parameter} once: {quote(begin)} or --{parameter}, not both.")
    return {**rules, parameter: begin}


def _kind(who: str) -> str:
    """Return the name of a player, if there is such a player."""
    if who != HUMAN:
        from random import Random

        from aliquot.players import create_player

        create_player(who, Random(0))
    return who


def menu(*, line: bool = False, plain: bool = False) -> int:
    """Open the home screen, or the menu in line mode if that or plain sentences are wanted; both need a terminal."""
    if not _is_terminal():
        raise click.UsageError("The menu needs a terminal; name a game, as in 'aliquot play dividers-duel'.")
    line = line or plain
    if on_screen(screen=not line, line=line):
        from aliquot.terminal.screen import open_screen

        return open_screen()
    from aliquot.terminal.line.menu import open_menu

    return at_prompt(open_menu, plain=plain)


def on_screen(*, screen: bool, line: bool) -> bool:
    """Return whether to play on the full screen: it is wanted, and there is a terminal that can show it.

    Raises:
        InvalidParameter: Both ways were asked for.
    """
    if screen and line:
        raise InvalidParameter("Give either --line or --screen, not both.")
    return screen and _is_terminal() and os.environ.get("TERM", "dumb") != "dumb"


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def set_up(name: str, seed: int, **flags: Any) -> AnyGame:
    """Set a game up from the flags that were given, each named like the parameter it fills.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: A flag is not for this game, or its value not acceptable.
    """
    book = book_of(name)
    options = nonempty(flags)
    for flag in options.keys() & {"start", "pool", "opening"}:
        wanted = "start" if flag == "start" else "pool"
        if book.parameter != wanted:
            takers = ", ".join(other.slug for other in books().values() if other.parameter == wanted)
            own = f"--{book.parameter}"
            if book.parameter not in catalogue.SUGGESTIONS:
                own = f"its {book.parameter} as in {parameter_text(book)}"
            raise InvalidParameter(f"--{flag} is for {takers}; {name} takes {own}.")
    return arrange(name, seed, **options)


def at_prompt(work: "Callable[[Output, Reader], object]", *, plain: bool = False, quietly: bool = False) -> int:
    """Do something in line mode, and return the exit code.

    Args:
        work: The function to call.
        plain: True to print short sentences even on a terminal.
        quietly: True to say nothing about an unfinished game if the player quits or the input ends.
    """
    from aliquot.terminal.line.match_loop import PlayerQuit
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reader import InputEnded, Reader

    page = Output.for_streams(sys.stdin, sys.stdout, plain=plain)
    reader = Reader(sys.stdin.fileno(), page.ask_again)
    try:
        work(page, reader)
    except PlayerQuit as left:
        if not quietly:
            click.echo(UNFINISHED_AND_SAVED if left.saved else UNFINISHED, err=True)
    except InputEnded:
        page.gap()
        if not quietly:
            click.echo(INPUT_ENDED, err=True)
            return 1
    return 0


def _penalty(retry: bool, forfeit: bool) -> Penalty | None:
    if retry and forfeit:
        raise InvalidParameter("Give either --retry or --forfeit, not both.")
    return "retry" if retry else "forfeit" if forfeit else None


@click.command(short_help="Take a lesson in line mode.")
@click.argument("lesson", required=False)
@click.option("--exercises", is_flag=True, help="Go directly to the exercises.")
@plain_option
def learn(lesson: str | None, exercises: bool, plain: bool) -> int:
    """Take a LESSON in line mode.

    The lessons are dividers-duel, divisor-duel-subtract, divisor-duel-pool, several-numbers,
    misere-subtraction and longest-chain.

    Without a name, lists the lessons and your progress. The full screen has the same lessons.
    """
    from aliquot.lessons import lesson as find_lesson
    from aliquot.saves.progress import Progress
    from aliquot.terminal.line import lesson as lessons

    if lesson is None:
        return at_prompt(lessons.choose, plain=plain, quietly=True)
    course = find_lesson(lesson)

    def work(page: "Output", reader: "Reader") -> None:
        if exercises:
            lessons.exercise(course, Progress.load(), page, reader)
        else:
            lessons.take(course, page, reader)

    return at_prompt(work, plain=plain, quietly=True)
