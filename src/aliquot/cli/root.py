"""The root command and its family, each member loaded only when it is called."""

from importlib import import_module

import click

from aliquot import __version__

COMMANDS = {
    "play": "play",
    "games": "games",
    "rules": "games",
    "learn": "learn",
    "solve": "solve",
    "verify": "solve",
    "table": "table",
    "dataset": "dataset",
    "history": "history",
    "resume": "history",
    "replay": "history",
    "review": "history",
    "export": "history",
    "stats": "history",
    "serve": "serve",
}
"""Every command, and the module of this package it stands in; in the order help lists them."""


class Family(click.Group):
    """A group that imports a command's module when the command is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = vars(import_module(f"aliquot.cli.{COMMANDS[cmd_name]}"))[cmd_name]
        return command


@click.group(cls=Family, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="aliquot", message="%(prog)s %(version)s")
@click.option("--line", is_flag=True, help="Open the menu at the prompt instead of the full screen.")
@click.pass_context
def root(context: click.Context, line: bool) -> int | None:
    """The home of divisor games: five number duels to play, learn from and have solved.

    Without a command, opens the full screen.
    """
    if context.invoked_subcommand is not None:
        return None
    from aliquot.cli.play import menu

    return menu(line=line)
