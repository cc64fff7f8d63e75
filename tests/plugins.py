"""Games and variants of other packages, offered as if they were installed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from aliquot.games import registry


class Entry:
    """An entry point that loads an object, or fails to if there is none."""

    def __init__(self, name: str, item: object) -> None:
        self.name, self.item = name, item

    def load(self) -> object:
        if self.item is None:
            raise ImportError
        return self.item


@contextmanager
def plugins(*, games: Mapping[str, Any] | None = None, variants: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Offer these objects in the entry-point groups of Aliquot."""
    groups = {registry.GAMES_GROUP: games or {}, registry.VARIANTS_GROUP: variants or {}}

    def entry_points(group: str) -> list[Entry]:
        return [Entry(name, item) for name, item in groups[group].items()]

    with patch("importlib.metadata.entry_points", entry_points):
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """Look other packages up again."""
    registry._other_books.cache_clear()
    registry._other_variants.cache_clear()
