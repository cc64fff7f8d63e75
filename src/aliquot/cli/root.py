"""The root command. Each subcommand is imported only when it is called."""

from importlib import import_module

import click

from aliquot import __version__

COMMANDS = {
    "play": "play",
    "chain": "chain",
    "games": "games",
    "rules": "games",
    "learn": "play",
    "solve": "solve",
    "verify": "solve",
    "table": "table",
    "dataset": "table",
    "suite": "evals",
    "measure": "evals",
    "sequence": "sequence",
    "history": "history",
    "resume": "history",
    "replay": "history",
    "review": "history",
    "export": "history",
    "stats": "history",
    "serve": "serve",
    "export-site": "site",
}
"""Every command and its module in this package, in the order of the help text."""


plain_option = click.option(
    "--plain/--no-plain",
    envvar="ALIQUOT_PLAIN",
    help="Short sentences and no drawings, for screen readers; ALIQUOT_PLAIN=1 makes it the default.",
)
"""The flag of every command that talks to people in line mode."""


class LazyGroup(click.Group):
    """A group that imports the module of a command when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = vars(import_module(f"aliquot.cli.{COMMANDS[cmd_name]}"))[cmd_name.replace("-", "_")]
        return command


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="aliquot", message="%(prog)s %(version)s")
@click.option("--line", is_flag=True, help="Open the menu in line mode instead of the full screen.")
@plain_option
@click.pass_context
def root(context: click.Context, line: bool, plain: bool) -> int | None:
    """Five duels with divisors: play them, learn them and solve them.

    Without a command, opens the full screen.
    """
    if context.invoked_subcommand is not None:
        return None
    from aliquot.cli.play import menu

    return menu(line=line, plain=plain)
