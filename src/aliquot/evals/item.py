"""Items: questions about a position, each with the data that a judge needs and nothing else."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.text import quote
from aliquot.games.positions import locate

ITEM_VERSION = 1
"""Raised whenever the fields of an item, or what they mean, change."""


class Kind(StrEnum):
    """The kinds of question."""

    MOVE = "move"
    """Name one move that wins."""
    MOVES = "moves"
    """Name all moves that win."""
    WINNER = "winner"
    """Say whether the position is won or lost for the player to move."""
    GRUNDY = "grundy"
    """Give the Grundy value of the position."""
    LINE = "line"
    """Play the match to its end, giving no win away."""
    PROOF = "proof"
    """Say whether the position is won or lost, and prove it by a pairing."""
    CHAIN = "chain"
    """Write a longest chain of numbers; not about a duel."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Measures of how hard an item is."""

    moves: int
    """The number of legal moves."""
    winning: int
    """The number of winning moves."""
    size: int
    """The largest number in the position."""
    parts: int = 1
    """The number of numbers that can be moved on; 1 in a pool."""
    depth: int = 0
    """The most moves that can follow; in a pool, if the winner answers with the partners of the oracle's proof."""

    @property
    def share(self) -> float:
        """The share of winning moves, which is the chance that a random move wins."""
        return self.winning / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Item:
    """One question. It is complete: a judge needs the item and the reply."""

    id: str
    """The name of the set, the seed and the number of the item, such as `v1/1/move-pool-easy/7`."""
    kind: Kind
    game: str
    """The game's id."""
    position: str
    """The position, as `Game.text` writes it."""
    prompt: str
    """The whole question, in words."""
    form: str
    """The form of an answer, in one sentence; the prompt contains it."""
    gold: str
    """A right answer, without the tags around it."""
    chance: float
    """The probability that a blind guess of the right form is right."""
    difficulty: Difficulty
    winning_moves: tuple[str, ...] = ()
    """Every winning move, as typed; empty in a lost position."""
    style: str = "plain"
    """The wording of the prompt: `plain`, `renamed` or `story`."""
    lists_moves: bool = True
    """True if the prompt lists the legal moves."""
    prompt_version: int = 1
    certificate: dict[str, Any] | None = field(default=None, hash=False)
    """The proof of the verdict, for `aliquot verify`; None where it was not asked for or rests on a search."""

    @property
    def board(self) -> tuple[AnyGame, Any]:
        """The game and the position of an item about a duel; raises UnknownGame for a chain."""
        return read_board(self.game, self.position)

    @property
    def reply(self) -> str:
        """A reply with the right answer."""
        return wrap(self.gold)

    def as_json(self) -> dict[str, Any]:
        """Return the item in the types of JSON; `from_json` reads it back."""
        values = {name: getattr(self, name) for name in _NAMES}
        values["difficulty"] = {name: getattr(self.difficulty, name) for name in _MEASURES}
        return {"version": ITEM_VERSION, **values, "kind": self.kind.value, "winning_moves": list(self.winning_moves)}

    def line(self) -> str:
        """Return the item as one line of JSON, the same on every machine."""
        return json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":"))

    @property
    def digest(self) -> str:
        """A hash of the whole item."""
        return digest_of(self.line())

    @classmethod
    def from_json(cls, document: Any) -> Self:
        """Read what `as_json` returns.

        Raises:
            InvalidParameter: It is not an item, or of another version.
        """
        if not isinstance(document, dict) or "kind" not in document:
            raise InvalidParameter(f"{quote(document)} is not an item.")
        if document.get("version") != ITEM_VERSION:
            raise InvalidParameter(
                f"Items of version {ITEM_VERSION} can be read, not of version {quote(document.get('version'))}."
            )
        try:
            values = {name: document[name] for name in _NAMES}
            values["kind"] = Kind(document["kind"])
            values["difficulty"] = Difficulty(**document["difficulty"])
            values["winning_moves"] = tuple(document["winning_moves"])
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidParameter(f"The item {quote(document.get('id'))} is damaged: {error}.") from None
        if wrong := next(_faults(values), None):
            raise InvalidParameter(f"The item {quote(values['id'])} is damaged: its {wrong} is of the wrong type.")
        return cls(**values)


_NAMES = tuple(each.name for each in fields(Item))
_MEASURES = tuple(each.name for each in fields(Difficulty))
_TEXTS = ("id", "game", "position", "prompt", "form", "gold", "style")


def _faults(values: dict[str, Any]) -> Iterator[str]:
    """Yield the names of values that are not of the type of their field."""
    yield from (name for name in _TEXTS if not _is_text(values[name]))
    if not all(map(_is_text, values["winning_moves"])):
        yield "winning_moves"
    if type(values["chance"]) not in (int, float) or not 0 <= values["chance"] <= 1:
        yield "chance"
    if not all(type(getattr(values["difficulty"], name)) is int for name in _MEASURES):
        yield "difficulty"


def _is_text(value: Any) -> bool:
    """Return whether a value is text that can be written."""
    return isinstance(value, str) and (value.isascii() or not any("\ud800" <= each <= "\udfff" for each in value))


def digest_of(text: str) -> str:
    """Return the hash by which manifests name a text."""
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def wrap(answer: str) -> str:
    """Return an answer between the tags that the judge looks for."""
    return f"<answer>{answer}</answer>"


@lru_cache(maxsize=4096)
def read_board(game: str, position: str) -> tuple[AnyGame, Any]:
    """Return the game of an id and a position of it.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It cannot be set up like that.
        InvalidPosition: The text describes no position of it.
    """
    return locate(game, position)


def as_typed(game: AnyGame, position: Any, move: Any) -> str:
    """Return a move in the form that prompts ask for: the divisor or the number to pick, in a sum with its number."""
    return str(move) if isinstance(move, int) and move > 0 else game.spell(position, move)


def type_moves(game: AnyGame, position: Any, moves: Sequence[Any]) -> list[str]:
    """Return moves as `as_typed` does, quickly where they are numbers."""
    if moves and isinstance(moves[0], int) and moves[0] > 0:  # A swap is below 0, and comes first.
        return [*map(str, moves)]
    return [as_typed(game, position, move) for move in moves]
