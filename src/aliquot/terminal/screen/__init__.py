"""The full screen: the duels as a place to be, in any terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aliquot.play.setup import Setup
    from aliquot.play.sitting import Sitting


def open_screen(setup: "Setup | None" = None, sitting: "Sitting | None" = None) -> int:
    """Opens the screen at home, or with a game, and returns the program's exit code.

    Args:
        setup: A game to begin with.
        sitting: A game to take up again.
    """
    from aliquot.terminal.screen.app import AliquotApp

    app = AliquotApp(setup, sitting)
    code = app.run()
    return code if code is not None else app.return_code or 0
