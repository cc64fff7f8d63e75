"""Ctrl-C while the command is still being imported: end it silently instead of with a traceback.

This applies only to the command `aliquot`, never to other programs that import this package.
"""

import _signal as signal  # type: ignore[import-not-found]  # The module `signal` takes longer to import.
import sys

TYPE_CHECKING = False  # As in `typing`, which takes longer to import.
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


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
    """Let Ctrl-C raise KeyboardInterrupt again, except while a module is being imported."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, unless_importing(signal.default_int_handler))


def unless_importing(handler: "Callable[[int, FrameType | None], object]") -> "Callable[[int, FrameType | None], None]":
    """Return a signal handler that ends the program silently, as the signal would by itself, during an import.

    An exception raised in there is swallowed, printed with a traceback or taken for a missing module, depending on the
    line that it hits.
    """

    def handle(number: int, frame: "FrameType | None") -> None:
        outer = frame
        while outer is not None:
            if outer.f_code.co_filename.startswith("<frozen importlib"):
                signal.signal(number, signal.SIG_DFL)
                signal.raise_signal(number)
            outer = outer.f_back
        handler(number, frame)

    return handle


end_on_interrupt()
