"""A sitting: one match with everything that belongs to it besides the rules.

Who plays, how much time they have, which hints they took, and the file the match is kept in. Line mode and
the full screen both play sittings; neither adds anything a record would miss.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.player import HUMAN, Choice, Player
from aliquot.terminal.setup import Setup

if TYPE_CHECKING:
    from aliquot.core.record import Record
    from aliquot.saves.archive import Archive
    from aliquot.saves.lock import Lock

_SEATS: tuple[Seat, Seat] = (1, 2)
_ROUND = 2
"""How many turns are taken back at once: one's own, and the answer to it."""


@dataclass(slots=True)
class Sitting:
    """One match and its circumstances, by seat: first seat 1, then seat 2."""

    match: Match[Any, Any]
    names: tuple[str, str] = ("Player 1", "Player 2")
    kinds: tuple[str, str] = (HUMAN, HUMAN)
    seed: int = 0
    clock: Clock | None = None
    allows_hints: bool = True
    hints: list[int] = field(default_factory=lambda: [0, 0])
    round: tuple[int, int] | None = None
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    archive: "Archive | None" = None
    path: Path | None = None
    keeps: bool = True
    """Whether it is kept on disk."""
    _generator: Random = field(default_factory=Random)
    _players: dict[Seat, Player | None] = field(default_factory=dict)
    _lock: "Lock | None" = None
    _taken_up: "Record | None" = None
    """The record it was taken up from, for the remarks in it."""
    _hinted_at: Any = None
    """The position the last hint was asked for in."""
    hint_step: int = 0
    """Which step of a hint was given last."""

    @classmethod
    def begin(cls, setup: Setup, names: tuple[str, str], place: tuple[int, int] | None = None) -> "Sitting":
        """A new match between these players, of whom the first has seat 1."""
        kinds = setup.kinds if names == setup.players else setup.kinds[::-1]
        return cls(
            Match(setup.game, penalty=setup.penalty),
            names,
            kinds,
            setup.seed,
            Clock(setup.clock) if setup.clock else None,
            setup.hints,
            round=place,
            keeps=setup.save,
        )

    @classmethod
    def resume(cls, path: Path) -> "Sitting":
        """A match taken up where its record file leaves it.

        Raises:
            AliquotError: The record cannot be read or played, or is being played elsewhere.
        """
        from aliquot.saves.archive import load
        from aliquot.saves.lock import Lock

        load(path)  # What is no record is refused before a lock is laid beside it.
        lock = Lock(path)
        try:
            # Read under the lock: whoever held it until now may have moved.
            return cls._take_up(load(path), path, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _take_up(cls, record: "Record", path: Path, lock: "Lock") -> "Sitting":
        from aliquot.core.record import Record
        from aliquot.games import create
        from aliquot.saves.archive import Archive

        game: AnyGame = create(record.game)
        match = record.replay(game)
        clock = None
        if record.clock is not None:
            one, two = record.remaining
            left = (one, two) if one is not None and two is not None else None
            clock = Clock(TimeControl.parse(record.clock), left)
        sitting = cls(match, record.names, record.kinds, record.seed or 0, clock, ("Hints", "off") not in record.extra)
        sitting.hints = list(record.hints)
        sitting.round, sitting.archive, sitting.path, sitting._lock = record.round, Archive(path.parent), path, lock
        sitting.began = record.date or sitting.began
        # Spelt as this sitting will spell them, so that the remarks find their moves again.
        spelt = zip(record.moves, Record.of(match).moves, strict=True)
        sitting._taken_up = replace(record, moves=tuple(replace(old, text=new.text) for old, new in spelt))
        for seat in _SEATS:
            sitting.player(seat)
        return sitting

    def player(self, seat: Seat) -> Player | None:
        """The computer in a seat, or None for a person."""
        if seat not in self._players:
            from aliquot.players import create_player

            self._players[seat] = create_player(self.kinds[seat - 1], self._generator)
        return self._players[seat]

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        return self.names[seat - 1]

    def computer_turn(self) -> Choice | Outcome:
        """Lets the computer whose turn it is choose and move; one that misbehaves loses."""
        return self.settle(self.think())

    def think(self) -> Choice | Ending:
        """Lets the computer whose turn it is choose; the match stays as it is."""
        from aliquot.players.turn import think

        seat, player = self.match.seat, self.player(self.match.seat)
        if player is None:
            raise ValueError("a person is to move")
        # Seeded anew for every turn, so that a resumed match goes on as it would have.
        self._generator.seed(f"{self.seed}/{self.round}/{len(self.match.turns)}")
        limit = self.clock.remaining(seat) if self.clock else None
        if self.clock:
            self.clock.start(seat)
        return think(self.match.game, self.match.position, player, limit)

    def settle(self, thought: Choice | Ending) -> Choice | Outcome:
        """Makes the move the computer has thought of."""
        from aliquot.players.turn import settle

        seat = self.match.seat
        result = settle(self.match, thought)
        if self.clock:
            self.clock.moved(seat)
        return result

    @property
    def can_take_back(self) -> bool:
        """Whether the player to move has a turn to take back."""
        return self.match.outcome is None and len(self.match.turns) >= _ROUND

    def take_back(self) -> None:
        """Takes back to the last turn of the player to move."""
        self.match.undo(_ROUND)

    def hint(self) -> str:
        """The next step of a hint for the player to move, counted."""
        from aliquot.oracle.coach import STEPS, hint

        here = self.match.position
        self.hint_step = min(self.hint_step + 1, STEPS) if self._hinted_at == here else 1
        self._hinted_at = here
        self.hints[self.match.seat - 1] += 1
        return hint(self.match.game, self.match.position, self.hint_step)

    def record(self) -> "Record":
        """The match as it is to be written down."""
        from aliquot.core.record import Record

        left = (self.clock.remaining(1), self.clock.remaining(2)) if self.clock else (None, None)
        written = Record.of(
            self.match,
            names=self.names,
            kinds=self.kinds,
            date=self.began,
            round=self.round,
            seed=self.seed,
            clock=str(self.clock.control) if self.clock else None,
            remaining=left,
            hints=(self.hints[0], self.hints[1]),
            extra=() if self.allows_hints else (("Hints", "off"),),
        )
        if (earlier := self._taken_up) is None:
            return written
        same = takewhile(lambda moves: moves[0].text == moves[1].text, zip(earlier.moves, written.moves, strict=False))
        kept = tuple(old for old, _ in same)
        return replace(written, extra=earlier.extra, comment=earlier.comment, moves=kept + written.moves[len(kept) :])

    def save(self) -> None:
        """Puts the match on disk as it stands, from the first move on.

        Raises:
            SaveError: It cannot be kept; the sitting stops trying.
        """
        begun = self.path is not None or self.match.turns or self.match.outcome is not None
        if not self.keeps or not begun:
            return
        from aliquot.saves.archive import Archive
        from aliquot.saves.lock import Lock

        record = self.record()
        try:
            self.archive = self.archive or Archive()
            if self.path is None:
                self.path = self.archive.new_path(record)
                self._lock = Lock(self.path)
            self.archive.save(self.path, record)
        except AliquotError:
            self.keeps = False
            raise

    def close(self) -> None:
        """Lets others take the match up."""
        if self._lock is not None:
            self._lock.release()
