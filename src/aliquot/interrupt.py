"""Before everything else: while the command is still being loaded, an interruption ends it without a word.

Python would answer Ctrl-C with a traceback through whatever module is half loaded. Only the command is meant: what
somebody's own program does about an interruption while it imports this package is its own affair.
"""

import _signal as signal  # type: ignore[import-not-found]  # What `signal` makes friendlier takes a while to load.
import sys


def is_command() -> bool:
    """Whether it is the command `aliquot` that is starting."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
    if name == "-m":
        given = sys.orig_argv
        return "aliquot" in given[given.index("-m") + 1 :][:1] if "-m" in given else False
    return name in ("aliquot", "aliquot.exe")


def load_quietly() -> None:
    """Lets the system end the program at an interruption, if that is what it would come to anyway."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def listen() -> None:
    """Takes interruptions as exceptions again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


load_quietly()
