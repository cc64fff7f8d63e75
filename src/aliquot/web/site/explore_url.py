"""Where a position is found: the address of its page, and the game and position that an address means."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from aliquot.core.errors import InvalidParameter, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.games import book_of, books, options_of
from aliquot.games.positions import locate
from aliquot.games.rulebook import AnyBook
from aliquot.web.live.settings import check_offered

LONGEST_NAME, LONGEST_POSITION = 300, 10_000
"""Characters in the name of a game and in the text of a position."""
_SAFE = ",:()=~+-"


@dataclass(frozen=True, slots=True)
class Place:
    """A position by name, as an address writes it."""

    name: str
    """A duel, a preset or a game's id."""
    position: str = ""
    """The position; nothing means the start."""
    opening: str = ""
    misere: bool = False
    swap: bool = False
    start: str = ""
    """Where the game began, which decides with the pie rule whether the first move has been made."""

    @property
    def path(self) -> str:
        """The address of the page about it."""
        query: dict[str, str] = {}
        path = f"/explore/{quote(self.name, safe=_SAFE)}"
        text = self.position.removesuffix("/")
        if _fits_path(text):
            path += f"/{quote(text, safe=_SAFE + '/')}"
        elif text:
            query["position"] = text
        query |= {name: value for name in ("start", "opening") if (value := getattr(self, name))}
        query |= {name: "1" for name in ("misere", "swap") if getattr(self, name)}
        return f"{path}?{urlencode(query, safe=_SAFE)}" if query else path

    def find(self) -> tuple[AnyGame, Any]:
        """The game and the position.

        Raises:
            AliquotError: There is no such game or position, or it is too large for everybody's server.
        """
        if len(self.name) > LONGEST_NAME or len(self.start) > LONGEST_NAME:
            raise InvalidParameter(f"The name of a game has at most {LONGEST_NAME} characters.")
        if len(self.position) > LONGEST_POSITION:
            raise InvalidPosition(f"The text of a position has at most {LONGEST_POSITION:,} characters.")
        variant: dict[str, Any] = {name: True for name in ("misere", "swap") if getattr(self, name)}
        if self.opening:
            variant["opening"] = self.opening
        name = self.name
        if self.start:
            flags = "".join(f",{flag}" for flag in variant)
            name, variant = f"{name}(start={self.start.replace(',', '+')}{flags})", {}
        game, position = locate(name, self._text, **variant)
        check_offered(game)
        return game, position

    @property
    def _text(self) -> str | None:
        """The position as its game writes it: picks alone are picks from the pool of the rule book."""
        text = "".join(self.position.split())
        if not text:
            return None
        if "(" not in self.name and text.replace(",", "").isdigit():
            book = book_of(self.name)
            if book.parameter == "pool":
                start = locate(self.name, None)[0]
                return f"{start.text(start.start())}{text}"
        return text

    def at(self, game: AnyGame, position: Any) -> "Place":
        """Another position of the same game, named in the same way."""
        if "(" not in self.name and not _says_all(book_of(self.name)):
            return Place(game.id, _written(game, position))
        needs_start = self.swap and "(" not in self.name and book_of(self.name).is_summable
        start = self.start or (_written(game, game.start()) if needs_start else "")
        return replace(self, position=_written(game, position), start=start)


def place_of(game: AnyGame, position: Any) -> Place:
    """A position by the shortest name there is for it."""
    flags = set(options_of(game.id)[1:])
    openings = [flag for flag in flags if flag.startswith("opening=")]
    book = books().get(game.slug)
    if book is None or not _says_all(book) or not flags <= {"misere", *openings}:
        return Place(game.id, _written(game, position))
    opening = openings[0].partition("=")[2] if openings else ""
    return Place(game.slug, _written(game, position), opening, "misere" in flags)


def _says_all(book: AnyBook) -> bool:
    """Whether the text of a position says where a game of that book starts, so that its name need not."""
    return book.parameter == "pool" or (book.is_summable and book.parameter == "start")


def _written(game: AnyGame, position: Any) -> str:
    """A position as addresses have it: several numbers with commas, which need no second look."""
    text, book = game.text(position), books().get(game.slug)
    # Only a sum of numbers under different rules has no book of its own.
    return text.replace("+", ",") if book is None or book.is_summable else text


def _fits_path(text: str) -> bool:
    """Whether a text survives being part of a path."""
    return bool(text) and all(part not in ("", ".", "..") for part in text.split("/"))
