"""The full screen, with Textual."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aliquot.play.session import Session
    from aliquot.play.setup import Setup


def open_screen(setup: "Setup | None" = None, session: "Session | None" = None) -> int:
    """Run the full screen, at home or with a match, and return the exit code.

    Args:
        setup: A match to start with.
        session: A match to resume.
    """
    from aliquot.terminal.screen.app import AliquotApp
    from aliquot.terminal.screen.shutdown import ShutdownWatcher

    app = AliquotApp(setup, session)
    watcher = ShutdownWatcher()
    watcher.start(app.leave)
    try:
        code = app.run()
    finally:
        watcher.finish()
    return code if code is not None else app.return_code or 0
