"""`aliquot chain`: the longest chain in line mode or on the full screen."""

import click

from aliquot.cli.play import at_prompt, on_screen
from aliquot.cli.root import plain_option
from aliquot.games.longest_chain import BOUNDS, SLUG, USUAL, parse_limit

_HELP = f"""Write the longest chain of numbers from 1 to N in which neighbours divide one another.

N is {BOUNDS}, by default {USUAL}. The chain is saved, and continued the next time.

'aliquot solve {SLUG} N' shows a longest chain and, with --json, the certificate that none is longer.
"""


@click.command(help=_HELP, short_help="Write the longest chain: a puzzle for one.")
@click.argument("limit", metavar="[N]", default=str(USUAL))
@click.option("--no-save", is_flag=True, help="Begin with an empty chain, and do not save it.")
@plain_option
@click.option("--line", is_flag=True, help="Play in line mode (the default).")
@click.option("--screen", is_flag=True, help="Play on the full screen; in line mode where there is no terminal.")
def chain(limit: str, no_save: bool, plain: bool, line: bool, screen: bool) -> int:
    """Write a chain."""
    number = parse_limit(limit)
    if on_screen(screen=screen, line=line):
        from aliquot.terminal.screen import open_screen

        return open_screen(chain=number)
    from aliquot.terminal.line import chain as chain_loop

    return at_prompt(
        lambda page, reader: chain_loop.play(number, page, reader, save=not no_save), plain=plain, quietly=True
    )
