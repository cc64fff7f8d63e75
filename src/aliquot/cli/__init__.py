"""The command `aliquot`. The only place that reads flags, and the only one that ends the program."""

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
from aliquot.interrupt import listen

_LONGEST_PATH = 260
_FEW_CYCLES = 50_000
"""How many more things there must be before it is looked whether some can go: little here refers back to itself, and to
look through a match of 100,000 moves again and again takes as long as to play it."""
DONE, FAILED, MISUSED, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143


def main() -> None:
    """Runs the command line and exits with its code: every refusal is one sentence, never a traceback."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    """Runs the command line and returns its code."""
    listen()
    gc.set_threshold(_FEW_CYCLES)
    with suppress(ValueError):
        # Elsewhere than in the main thread, whoever started that one sees to signals.
        signal.signal(signal.SIGTERM, _terminate)
    _prepare_streams()
    out = sys.stdout
    try:
        code = int(root.main(prog_name="aliquot", standalone_mode=False) or DONE)
        sys.stdout.flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "aliquot"
        code = _refuse(f"{_tame(error.format_message())} (See '{path} --help'.)")
    except (click.ClickException, AliquotError) as error:
        # Ours say what is wrong with which file, in full; what they quote is short already.
        code = _refuse(_tame(str(error), _LONGEST_PATH), FAILED if isinstance(error, Unsolved) else MISUSED)
    except click.Abort:
        # click has ended the line already.
        click.echo("Interrupted.", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        code = BROKEN_PIPE
        _abandon(sys.stdout)
    except SystemExit:
        # click ends with 1 where whoever was reading has seen enough, as with `| head`, and replaces the stream.
        if sys.stdout is out:
            raise
        code = BROKEN_PIPE
    except OSError as error:
        code = _refuse(f"What there is to say cannot be written: {error.strerror}.", FAILED)
        _abandon(sys.stdout)
    return code


def _prepare_streams() -> None:
    """Makes sure that there are streams, and that none of them stumbles over a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A console shows every character, but a pipe on Windows gets a code page of 256 unless told otherwise.
        encoding = "utf-8" if sys.platform == "win32" and not stream.isatty() else None
        stream.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def _abandon(stream: TextIO) -> None:
    """Lets go of a stream that cannot be written to, so that nothing is said about it at the very end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tame(message: str, longest: int = 60) -> str:
    """A message fit to be shown: on one line, printable, no word of it overlong."""
    return " ".join(shorten(word, longest) for word in message.split(" "))


def _refuse(sentence: str, code: int = MISUSED) -> int:
    click.echo(f"aliquot: {sentence}", err=True)
    return code


def _terminate(number: int, frame: FrameType | None) -> None:
    click.echo("\nTerminated.", err=True)
    sys.exit(TERMINATED)
