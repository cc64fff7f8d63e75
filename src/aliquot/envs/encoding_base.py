"""The base classes of encodings and of matches played through them.

An encoding gives a game, or several starts of one game, a fixed and ordered list of actions and a fixed shape of
observation. An action is the index of a move in that list. An observation consists of planes of zeros and ones, which
show the position and do not depend on the seat to move.

An `EncodedMatch` is one match as a learner sees it. It restates the rules for speed and never calls `Match`;
tests/envs/test_against_match.py holds it against `Match` step by step.
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
from aliquot.oracle import solve

Bits: TypeAlias = NDArray[np.int8]
"""Zeros and ones."""

MOST_ACTIONS = 100_000
"""The most actions of a game."""

UNOPENED, OPEN, DECIDED = 0, 1, 2
"""The phases of the pie rule: before the first turn, at the second, and after it."""


@dataclass(frozen=True, slots=True)
class EncodedPosition:
    """A position as numbers."""

    content: tuple[int, ...]
    """The numbers, the picks so far, or the index of the position in a list of all."""
    seat: Literal[1, 2] = 1
    """The seat to move."""
    phase: int = UNOPENED
    """The phase of the pie rule."""
    swapped: bool = False
    """True if the seats were swapped."""


@dataclass(frozen=True, slots=True)
class Codec:
    """The games of an encoding, and how their positions become numbers and back."""

    games: tuple[AnyGame, ...]
    """The game, or its starts."""
    read: Callable[[Any], EncodedPosition]
    """Encodes a position."""
    write: Callable[[EncodedPosition], Any]
    """Decodes a position."""
    swap: bool = False
    """True if the game has the pie rule."""


class Encoding(ABC):
    """The actions and observations of a game, or of several starts of one game."""

    kind: str
    """`rows` (numbers, sums, and games known by their moves alone) or `pool`."""
    shape: tuple[int, int]
    """Planes and width of an observation."""
    planes: tuple[str, ...]
    """A description of each plane."""

    def __init__(self, codec: Codec) -> None:
        """Create the encoding; subclasses call `set_actions`."""
        self.games = codec.games
        self.game = self.games[0]
        self.read, self.write = codec.read, codec.write
        self.misere = not self.game.last_move_wins
        self.swap = codec.swap
        self.penalty: Penalty = self.game.penalty
        self.actions: tuple[Any, ...] = ()

    def __reduce__(self) -> tuple[Any, tuple[AnyGame, ...]]:
        """Pickle the games and encode them again."""
        from aliquot.envs.encoding import encode

        return encode, self.games

    def __deepcopy__(self, memo: object) -> "Encoding":
        """Return the encoding itself, which is immutable."""
        return self

    def __repr__(self) -> str:
        """The game and its size."""
        return f"<Encoding of {self.game.id}: {len(self.actions)} actions, observations {self.shape}>"

    @property
    def max_length(self) -> int:
        """An upper bound on the number of moves of a match."""
        return max(game.max_length for game in self.games)

    def set_actions(self, actions: Sequence[Any], swap_move: Any, planes: tuple[str, ...], width: int) -> None:
        """Fix the actions and the shape, with the swap before all other actions and its plane last.

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
            raise IllegalMove(f"{quote(move)} is not a move of {self.game.id}.") from None

    @abstractmethod
    def new_match(self) -> "EncodedMatch":
        """A new match, to be reset before use."""

    def at(self, position: Any) -> "EncodedMatch":
        """A match at a position."""
        match = self.new_match()
        match.enter(self.read(position))
        return match

    def mask(self, position: Any) -> Bits:
        """1 for every action that is legal in a position."""
        return self.at(position).mask()

    def observe(self, position: Any) -> Bits:
        """The planes of a position."""
        return self.at(position).observe()


def too_large(game: AnyGame, actions: int | None = None) -> InvalidParameter:
    """The error for a game with too many actions."""
    count = (
        f"{actions:,} actions, and {MOST_ACTIONS:,} is the most" if actions else f"more than {MOST_ACTIONS:,} actions"
    )
    return InvalidParameter(f"{game.id} is too large to encode: it has {count}.")


def check_penalty(illegal: object) -> None:
    """Check a penalty for illegal actions.

    Raises:
        InvalidParameter: It is neither a penalty nor None.
    """
    if illegal not in (None, "forfeit", "retry"):
        raise InvalidParameter(f"An illegal action is 'forfeit' or 'retry', not {quote(illegal)}.")


def check_labels(encoding: Encoding) -> None:
    """Check that the oracle can decide a game from each of its starts: the limit of labels in every adapter.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    for game in encoding.games:
        _ = solve(game).wins


class EncodedMatch(ABC):
    """One match as a learner sees it."""

    __slots__ = ("encoding", "is_over", "phase", "seat", "swapped")

    def __init__(self, encoding: Encoding) -> None:
        """Create a match; `reset` or `enter` must follow."""
        self.encoding: Any = encoding
        self.seat: Literal[1, 2] = 1
        self.phase = UNOPENED
        self.swapped = False
        self.is_over = False

    def reset(self, start: int = 0) -> None:
        """Go to the start, or to one of the starts."""
        self.seat, self.phase, self.swapped = 1, UNOPENED, False
        self._begin(start)
        # `encode` rejects games that are over at the start.
        self.is_over = False

    def enter(self, encoded: EncodedPosition) -> None:
        """Go to a position."""
        self.seat, self.phase, self.swapped = encoded.seat, encoded.phase, encoded.swapped
        self._enter(encoded)
        self.is_over = self._is_stuck() and not self._swap_is_open()

    def position(self) -> Any:
        """The position of the game."""
        return self.encoding.write(EncodedPosition(self._content(), self.seat, self.phase, self.swapped))

    @property
    def winner(self) -> Literal[1, 2]:
        """The winner of a finished match: a player who cannot move has lost, or won in misère play."""
        return self.seat if self.encoding.misere else 2 if self.seat == 1 else 1

    def _swap_is_open(self) -> bool:
        encoding = self.encoding
        return encoding.swap and self.phase == OPEN and not (encoding.misere and self._is_stuck())

    def is_legal(self, action: int) -> bool:
        """Return whether an action in range is legal."""
        return bool(self.legal()[action])

    def play(self, action: int) -> bool:
        """Make an action in range if it is legal, and return whether it was."""
        swap = self.encoding.swap
        if not swap:
            if not self._move(action):
                return False
        else:
            if not (self._move(action - 1) if action else self._swap_is_open()):
                return False
            self.swapped = self.swapped or action == 0
            self.phase = OPEN if self.phase == UNOPENED else DECIDED
        self.seat = 2 if self.seat == 1 else 1
        self.is_over = self._is_stuck() and not (swap and self._swap_is_open())
        return True

    def mask(self) -> Bits:
        """A new array with 1 for every legal action."""
        mask = self.legal()
        return mask if mask.flags.writeable else mask.copy()

    def legal(self) -> Bits:
        """The same as `mask`, but possibly shared and then read-only."""
        if not self.encoding.swap:
            return self._mask()
        mask = np.empty(len(self.encoding.actions), np.int8)
        mask[0], mask[1:] = self._swap_is_open(), self._mask()
        return mask

    def observe(self) -> Bits:
        """The planes, as a new array."""
        if not self.encoding.swap:
            return self._observe()
        planes = np.empty(self.encoding.shape, np.int8)
        planes[:-1], planes[-1] = self._observe(), self._swap_is_open()
        return planes

    @abstractmethod
    def _begin(self, start: int) -> None: ...

    @abstractmethod
    def _enter(self, encoded: EncodedPosition) -> None: ...

    @abstractmethod
    def _content(self) -> tuple[int, ...]: ...

    @abstractmethod
    def _is_stuck(self) -> bool: ...

    @abstractmethod
    def _move(self, action: int) -> bool: ...

    @abstractmethod
    def _mask(self) -> Bits: ...

    @abstractmethod
    def _observe(self) -> Bits: ...


# --- exact labels of one match -------------------------------------------------------------------------


class OracleInfo:
    """The optimal actions of a match's position, and the regret of an action there, by the oracle."""

    def __init__(self, encoding: Encoding) -> None:
        """Check that the oracle can decide the game; see `check_labels`."""
        check_labels(encoding)

    def optimal(self, match: EncodedMatch) -> Bits:
        """1 for every action that keeps the value: those that win, or all legal ones in a lost position."""
        verdict = solve(match.encoding.game, match.position())
        if not verdict.wins:
            return match.mask()
        optimal = np.zeros(len(match.encoding.actions), np.int8)
        optimal[[match.encoding.index(move) for move in verdict.winning_moves]] = 1
        return optimal

    def regret(self, match: EncodedMatch, action: int) -> int:
        """The loss of value by an action: 2 if it turns a win into a loss, otherwise 0."""
        won = solve(match.encoding.game, match.position()).wins
        return 2 if won and not self.optimal(match)[action] else 0


def objection(match: EncodedMatch, action: int) -> str:
    """The reason why an action is illegal, as the rules give it."""
    move = match.encoding.actions[action]
    try:
        match.encoding.game.play(match.position(), move)
    except IllegalMove as error:
        return str(error)
    return f"{quote(move)} is not legal here."
