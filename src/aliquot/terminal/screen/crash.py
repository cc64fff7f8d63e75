"""What is done and said when the screen stumbles over a fault of its own."""

import traceback
from datetime import UTC, datetime

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten


def tell(error: BaseException) -> str:
    """Keeps the whole story in a file and returns what the player is told."""
    from platformdirs import user_log_path

    from aliquot import __version__
    from aliquot.saves.archive import store

    now = datetime.now(UTC)
    path = user_log_path("aliquot", appauthor=False) / f"fault-{now:%Y-%m-%d-%H%M%S}.txt"
    story = f"aliquot {__version__}, {now:%Y-%m-%d %H:%M:%S} UTC\n\n{''.join(traceback.format_exception(error))}"
    try:
        store(path, story)
        where = f" The whole story is in {path}."
    except AliquotError:
        where = ""
    what = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
    return (
        f"aliquot: A fault of our own has ended the screen: {what}. "
        f"Whatever was being played is kept; 'aliquot resume' takes it up again.{where}"
    )
