"""Variants: games made of another game by changing one thing about it."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from aliquot.core.game import Game, Penalty
from aliquot.core.outcome import Seat
from aliquot.core.view import View
from aliquot.games.rulebook import Rules, RuleText


class Wrappable(Game[Any, Any], Protocol):
    """A game that can be wrapped: it explains illegal moves and writes its options into its id."""

    @property
    def options(self) -> tuple[str, ...]:
        """The parameters as the id writes them."""
        ...

    @property
    def goal(self) -> str:
        """The task and the aim, in one line."""
        ...

    @property
    def task(self) -> str:
        """A turn in one sentence; empty where the game does not say."""
        ...

    @property
    def aim(self) -> str:
        """The way to win in one sentence."""
        ...

    def objection(self, p: Any, move: Any) -> str:
        """Return why a move is illegal, in one sentence."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Wrapper(Rules[Any, Any]):
    """Another game, unchanged; a variant overrides what is different in it."""

    game: Wrappable

    def inside(self, p: Any) -> Any:
        """The position of the game inside."""
        return p

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def tagline(self) -> str:
        return self.game.tagline

    @property
    def task(self) -> str:
        return self.game.task

    @property
    def aim(self) -> str:
        return self.game.aim

    @property
    def version(self) -> int:
        return self.game.version

    @property
    def penalty(self) -> Penalty:
        return self.game.penalty

    @property
    def max_length(self) -> int:
        return self.game.max_length

    @property
    def last_move_wins(self) -> bool:
        return self.game.last_move_wins

    @property
    def options(self) -> tuple[str, ...]:
        return self.game.options

    def start(self) -> Any:
        return self.game.start()

    def seat(self, p: Any) -> Seat:
        return self.game.seat(p)

    def legal_moves(self, p: Any) -> Sequence[Any]:
        return self.game.legal_moves(p)

    def count_moves(self, p: Any) -> int:
        return self.game.count_moves(p)

    def is_legal(self, p: Any, move: Any) -> bool:
        return self.game.is_legal(p, move)

    def is_over(self, p: Any) -> bool:
        return self.game.outcome(p) is not None

    def child(self, p: Any, move: Any) -> Any:
        return self.game.child(p, move)

    def objection(self, p: Any, move: Any) -> str:
        return self.game.objection(p, move)

    def key(self, p: Any) -> Hashable:
        return self.game.key(p)

    def text(self, p: Any) -> str:
        return self.game.text(p)

    def position(self, text: str) -> Any:
        return self.game.position(text)

    def spell(self, p: Any, move: Any) -> str:
        return self.game.spell(p, move)

    def parse(self, p: Any, text: str) -> Any:
        return self.game.parse(p, text)

    def view(self, p: Any) -> View:
        return self.game.view(self.inside(p))


def unwrap(game: Game[Any, Any], p: Any = None) -> tuple[Game[Any, Any], Any]:
    """The game inside all wrappers, and the position of it that a position of the wrapped game holds."""
    while isinstance(game, Wrapper):
        p = None if p is None else game.inside(p)
        game = game.game
    return game, p


@dataclass(frozen=True, slots=True)
class Variant:
    """A change to the rules that can be chosen with a game, as every door offers it."""

    slug: str
    """The name on the command line, in ids and in addresses."""
    title: str
    """The name for people."""
    line: str
    """The change in one sentence."""
    rules: RuleText
    example: str
    """The id of a game that shows it."""
    wrap: Callable[[Wrappable], Wrappable] | None = None
    """Makes the variant of a game; None if it is not switched on by a flag, but by how a game is set up."""
