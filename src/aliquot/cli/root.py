"""The root command and its family."""

import click

from aliquot import __version__
from aliquot.cli.about import games, rules
from aliquot.cli.play import menu, play


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="aliquot", message="%(prog)s %(version)s")
@click.pass_context
def root(context: click.Context) -> int | None:
    """The home of divisor games: five number duels, played at a prompt.

    Without a command, opens the menu.
    """
    return menu() if context.invoked_subcommand is None else None


for command in (play, games, rules):
    root.add_command(command)
