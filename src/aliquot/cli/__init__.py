"""The command `aliquot`. The only place that reads flags, and the only one that ends the program."""

import signal
import sys
from types import FrameType

import click

from aliquot.cli.root import root
from aliquot.core.errors import AliquotError

DONE, FAILED, MISUSED, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143


def main() -> None:
    """Runs the command line and exits with its code: every refusal is one sentence, never a traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark, not a crash.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = root.main(prog_name="aliquot", standalone_mode=False)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "aliquot"
        code = _refuse(f"{error.format_message()} (See '{path} --help'.)")
    except (click.ClickException, AliquotError) as error:
        code = _refuse(str(error))
    except click.Abort:
        # click has ended the line already.
        click.echo("Interrupted.", err=True)
        code = INTERRUPTED
    sys.exit(code)


def _refuse(sentence: str) -> int:
    click.echo(f"aliquot: {sentence}", err=True)
    return MISUSED


def _terminate(number: int, frame: FrameType | None) -> None:
    click.echo("\nTerminated.", err=True)
    sys.exit(TERMINATED)
