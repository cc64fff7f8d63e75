"""The chains that a player has begun, one for each limit, and the best length of each, in one readable file."""

import json
from pathlib import Path
from typing import Any

from aliquot.core.errors import AliquotError
from aliquot.games.longest_chain import LARGEST, Chain
from aliquot.saves.files import SaveError, read_bytes, write_file

_LARGEST_TEXT = 1 << 20


class ChainFile:
    """The chain of one limit and its place in the file. A damaged file is ignored, since little is lost with it."""

    def __init__(self, limit: int, folder: Path | None = None) -> None:
        """Read the chain of a limit, from the user's own folder by default."""
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("aliquot", appauthor=False)
        self._path, self._limit = folder / "chains.json", limit
        self.problem = ""
        """The reason why the last change was not stored; empty if it was."""
        entry = _entries(self._path).get(str(limit), {})
        self.chain, self.best = Chain(limit), 0
        try:
            if isinstance(entry, dict):
                self.chain = Chain(limit, tuple(entry.get("numbers", ())))
                self.best = min(LARGEST, max(0, int(entry.get("best", 0))))
        except (AliquotError, TypeError, ValueError, OverflowError):
            self.chain = Chain(limit)

    def store(self, chain: Chain, best: int) -> None:
        """Store the chain and the best length; the chains of other limits stay as they are."""
        entries = _entries(self._path)
        entries[str(self._limit)] = {"numbers": [*chain.numbers], "best": best}
        try:
            write_file(self._path, json.dumps(entries) + "\n")
            self.problem = ""
        except SaveError as problem:
            self.problem = str(problem)


def _entries(path: Path) -> dict[str, Any]:
    """Return what the file says by limit; nothing if it cannot be read."""
    try:
        document = json.loads(read_bytes(path, _LARGEST_TEXT).decode())
    except (OSError, SaveError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
