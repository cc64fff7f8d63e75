"""What every encoding is, and what a match looks like through it.

An encoding gives a game, or several starts of one game, a fixed and ordered list of actions and a fixed shape of
observation. An action is the index of a move in that list. An observation consists of planes of zeros and ones, the
same whoever is to move: they show the position as the mover sees it, and in these games that is all there is to see.

A `Walk` is one match as a learner sees it: quicker than `Match`, and the same step by step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aliquot.core.errors import IllegalMove, InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.text import quote

Bits: TypeAlias = NDArray[np.int8]
"""Zeros and ones."""

MOST_ACTIONS = 100_000
"""A game with more actions than this is refused."""

UNOPENED, OPEN, DECIDED = 0, 1, 2
"""Of the pie rule: before the first turn, at the second, and after it."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A position as numbers alone."""

    content: tuple[int, ...]
    """The numbers on the table, or the picks so far, or the place in a list of all positions."""
    seat: Literal[1, 2] = 1
    """Whose turn it is."""
    phase: int = UNOPENED
    """How far the pie rule is."""
    swapped: bool = False
    """Whether the seats have changed places."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an encoding comes from: what only the one module that knows the games can say."""

    games: tuple[AnyGame, ...]
    """The game, or its starts."""
    read: Callable[[Any], Plain]
    """Makes a position plain."""
    write: Callable[[Plain], Any]
    """Makes a position of what is plain."""
    swap: bool = False
    """Whether the game has the pie rule."""


class Encoding(ABC):
    """Actions and observations of a game, or of several starts of one game."""

    kind: str
    """`rows` (numbers, sums, and games known by their moves alone) or `pool`."""
    shape: tuple[int, int]
    """Planes and width of an observation."""
    planes: tuple[str, ...]
    """What each plane shows."""

    def __init__(self, origin: Origin) -> None:
        """Takes what is known of the games."""
        self.games = origin.games
        self.game = self.games[0]
        self.read, self.write = origin.read, origin.write
        self.misere = not self.game.last_move_wins
        self.swap = origin.swap
        self.penalty: Penalty = self.game.penalty
        self.actions: tuple[Any, ...] = ()

    def __reduce__(self) -> tuple[Any, tuple[AnyGame, ...]]:
        """An encoding travels as its games."""
        from aliquot.envs.encoding import encode

        return encode, self.games

    def __deepcopy__(self, memo: object) -> "Encoding":
        """An encoding never changes, so a copy is the thing itself."""
        return self

    def __repr__(self) -> str:
        """The game and its measure."""
        return f"<Encoding of {self.game.id}: {len(self.actions)} actions, observations {self.shape}>"

    @property
    def max_length(self) -> int:
        """No match has more moves than this."""
        return max(game.max_length for game in self.games)

    def settle(self, actions: Sequence[Any], swap_move: Any, planes: tuple[str, ...], width: int) -> None:
        """Fixes the actions and the shape, with the swap before all other actions and its plane last.

        Raises:
            InvalidParameter: There are too many actions, or none.
        """
        actions = (swap_move, *actions) if self.swap else tuple(actions)
        if len(actions) > MOST_ACTIONS:
            raise too_large(self.game, len(actions))
        self.actions = tuple(actions)
        self.planes = (*planes, "the swap is open") if self.swap else planes
        self.shape = (len(self.planes), width)
        self._index = {move: index for index, move in enumerate(self.actions)}

    def index(self, move: Any) -> int:
        """The action that stands for a move.

        Raises:
            IllegalMove: No position of the game has such a move.
        """
        try:
            return self._index[move]
        except (KeyError, TypeError):
            raise IllegalMove(f"{quote(move)} is no move of {self.game.id}.") from None

    @abstractmethod
    def walk(self) -> "Walk":
        """A match through this encoding, before its start."""

    def at(self, position: Any) -> "Walk":
        """A match that has come to a position."""
        walk = self.walk()
        walk.enter(self.read(position))
        return walk

    def mask(self, position: Any) -> Bits:
        """1 for every action that is legal in a position."""
        return self.at(position).mask()

    def observe(self, position: Any) -> Bits:
        """The planes of a position."""
        return self.at(position).observe()


def too_large(game: AnyGame, actions: int | None = None) -> InvalidParameter:
    """The refusal of a game, by name and with the reason."""
    count = (
        f"{actions:,} actions, and {MOST_ACTIONS:,} is the most" if actions else f"more than {MOST_ACTIONS:,} actions"
    )
    return InvalidParameter(f"{game.id} is too large to encode: it has {count}.")


def check_penalty(illegal: object) -> None:
    """Refuses what an illegal action cannot cost.

    Raises:
        InvalidParameter: It is neither a penalty nor None.
    """
    if illegal not in (None, "forfeit", "retry"):
        raise InvalidParameter(f"An illegal action is 'forfeit' or 'retry', not {quote(illegal)}.")


class Walk(ABC):
    """One match as a learner sees it."""

    __slots__ = ("encoding", "is_over", "phase", "seat", "swapped")

    def __init__(self, encoding: Encoding) -> None:
        """Stands nowhere until it is reset."""
        self.encoding: Any = encoding
        self.seat: Literal[1, 2] = 1
        self.phase = UNOPENED
        self.swapped = False
        self.is_over = False

    def reset(self, start: int = 0) -> None:
        """Goes to the start, or to one of the starts."""
        self.seat, self.phase, self.swapped = 1, UNOPENED, False
        self._begin(start)
        # No game that is over before the first move is ever encoded.
        self.is_over = False

    def enter(self, plain: Plain) -> None:
        """Goes to a position."""
        self.seat, self.phase, self.swapped = plain.seat, plain.phase, plain.swapped
        self._enter(plain)
        self.is_over = self._is_stuck() and not self._swap_is_open()

    def position(self) -> Any:
        """The position as the game has it."""
        return self.encoding.write(Plain(self._content(), self.seat, self.phase, self.swapped))

    @property
    def winner(self) -> Literal[1, 2]:
        """Who has won, once it is over: the mover who cannot move has lost, or won if the last move loses."""
        return self.seat if self.encoding.misere else 2 if self.seat == 1 else 1

    def _swap_is_open(self) -> bool:
        encoding = self.encoding
        return encoding.swap and self.phase == OPEN and not (encoding.misere and self._is_stuck())

    def is_legal(self, action: int) -> bool:
        """Whether an action, which is in range, is legal."""
        if not self.encoding.swap:
            return self._takes(action)
        return self._swap_is_open() if action == 0 else self._takes(action - 1)

    def play(self, action: int) -> None:
        """Makes a legal action."""
        if not self.encoding.swap:
            self._move(action)
            self.seat = 2 if self.seat == 1 else 1
            self.is_over = self._is_stuck()
            return
        if action == 0:
            self.swapped = True
        else:
            self._move(action - 1)
        self.phase = OPEN if self.phase == UNOPENED else DECIDED
        self.seat = 2 if self.seat == 1 else 1
        self.is_over = self._is_stuck() and not self._swap_is_open()

    def attempt(self, action: int) -> bool:
        """Makes an action, which is in range, if it is legal; tells whether it was."""
        if not self.is_legal(action):
            return False
        self.play(action)
        return True

    def mask(self) -> Bits:
        """1 for every legal action; new each time."""
        if not self.encoding.swap:
            return self._mask()
        mask = np.empty(len(self.encoding.actions), np.int8)
        mask[0], mask[1:] = self._swap_is_open(), self._mask()
        return mask

    def legal(self) -> Bits:
        """As `mask`, to be looked at only: it may be shared."""
        return self.mask()

    def observe(self) -> Bits:
        """The planes; new each time."""
        if not self.encoding.swap:
            return self._observe()
        planes = np.empty(self.encoding.shape, np.int8)
        planes[:-1], planes[-1] = self._observe(), self._swap_is_open()
        return planes

    @abstractmethod
    def _begin(self, start: int) -> None: ...

    @abstractmethod
    def _enter(self, plain: Plain) -> None: ...

    @abstractmethod
    def _content(self) -> tuple[int, ...]: ...

    @abstractmethod
    def _is_stuck(self) -> bool: ...

    @abstractmethod
    def _takes(self, action: int) -> bool: ...

    @abstractmethod
    def _move(self, action: int) -> None: ...

    @abstractmethod
    def _mask(self) -> Bits: ...

    @abstractmethod
    def _observe(self) -> Bits: ...
