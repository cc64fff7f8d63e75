"""The full screen: the duels as a place to be, in any terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aliquot.play.session import Session
    from aliquot.play.setup import Setup


def open_screen(setup: "Setup | None" = None, session: "Session | None" = None) -> int:
    """Opens the screen at home, or with a game, and returns the program's exit code.

    Args:
        setup: A game to begin with.
        session: A game to take up again.
    """
    from aliquot.terminal.screen.app import AliquotApp
    from aliquot.terminal.screen.shutdown import ShutdownWatcher

    app = AliquotApp(setup, session)
    ending = ShutdownWatcher()
    ending.listen(app.leave)
    try:
        code = app.run()
    finally:
        ending.finish()
    return code if code is not None else app.return_code or 0
