"""Ctrl-C while the command is still being imported: end it silently instead of with a traceback.

This applies only to the command `aliquot`, never to other programs that import this package.
"""

import _signal as signal  # type: ignore[import-not-found]  # The module `signal` takes longer to import.
import sys


def is_command() -> bool:
    """Return whether the running program is the command `aliquot`."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
    if name == "-m":
        arguments = sys.orig_argv
        return "aliquot" in arguments[arguments.index("-m") + 1 :][:1] if "-m" in arguments else False
    return name in ("aliquot", "aliquot.exe")


def end_on_interrupt() -> None:
    """Let Ctrl-C end the program silently, unless another handler is installed."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_on_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


end_on_interrupt()
