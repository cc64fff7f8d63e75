"""The command `aliquot`. Only this package reads options and ends the program."""

import gc
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TextIO

import click

from aliquot.cli.root import root
from aliquot.core.errors import AliquotError, Unsolved
from aliquot.core.text import shorten
from aliquot.interrupt import raise_on_interrupt, unless_importing

_LONGEST_PATH = 260
_FEW_CYCLES = 50_000
"""The threshold of the garbage collector: few objects here form cycles, and with the default the collector takes as
long over a match of 100,000 moves as the match itself."""
DONE, FAILED, MISUSED, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143


def main() -> None:
    """Run the command line and exit with its code. Every error is one sentence, never a traceback."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    """Run the command line and return its exit code."""
    raise_on_interrupt()
    gc.set_threshold(_FEW_CYCLES)
    with suppress(ValueError):
        # Only the main thread may handle signals.
        signal.signal(signal.SIGTERM, unless_importing(_terminate))
    _prepare_streams()
    out = sys.stdout
    try:
        code = int(root.main(prog_name="aliquot", standalone_mode=False) or DONE)
        sys.stdout.flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "aliquot"
        code = _refuse(f"{_tame(error.format_message())} (See '{path} --help'.)")
    except (click.ClickException, AliquotError) as error:
        # Our own errors name files in full; other quotations in them are short already.
        code = _refuse(_tame(str(error), _LONGEST_PATH), FAILED if isinstance(error, Unsolved) else MISUSED)
    except click.Abort:
        # click has ended the line already.
        click.echo("Interrupted.", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        code = BROKEN_PIPE
        _abandon(sys.stdout)
    except SystemExit:
        # After a broken pipe, as with `| head`, click exits with 1 and replaces the stream.
        if sys.stdout is out:
            raise
        code = BROKEN_PIPE
    except OSError as error:
        code = _refuse(f"Cannot write the output: {error.strerror}.", FAILED)
        _abandon(sys.stdout)
    return code


def _prepare_streams() -> None:
    """Make sure that all streams exist and that the output accepts every character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A console accepts every character, but on Windows a pipe has a code page of 256 by default.
        encoding = "utf-8" if sys.platform == "win32" and not stream.isatty() else None
        stream.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def _abandon(stream: TextIO) -> None:
    """Redirect a stream that cannot be written to, so that Python prints no error about it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tame(message: str, longest: int = 60) -> str:
    """Return a message on one line, printable and without overlong words."""
    return " ".join(shorten(word, longest) for word in message.split(" "))


def _refuse(sentence: str, code: int = MISUSED) -> int:
    click.echo(f"aliquot: {sentence}", err=True)
    return code


def _terminate(number: int, frame: FrameType | None) -> None:
    click.echo("\nTerminated.", err=True)
    sys.exit(TERMINATED)
