"""The full screen, with Textual."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aliquot.play.session import Session
    from aliquot.play.setup import Setup


def open_screen(setup: "Setup | None" = None, session: "Session | None" = None, chain: int = 0) -> int:
    """Run the full screen, at home or with a match, and return the exit code.

    Args:
        setup: A match to start with.
        session: A match to resume.
        chain: The limit of a chain to write; 0 for none.
    """
    from aliquot.terminal.screen.shutdown import ShutdownWatcher

    # Before the imports, which take so long that a window may be closed meanwhile.
    watcher = ShutdownWatcher()
    watcher.start()
    try:
        from aliquot.terminal.screen.app import AliquotApp

        app = AliquotApp(setup, session, chain)
        watcher.leave = app.leave
        code = app.run()
    finally:
        watcher.finish()
    return code if code is not None else app.return_code or 0
