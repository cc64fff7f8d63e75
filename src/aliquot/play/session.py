"""A session: one match with its players, clocks, hints and store.

A session plays whole turns, of people and of computers: a user interface calls its methods and shows the events they
return. A session is changed in one thread only; choosing a move and computing a hint may take long, change nothing and
may run in another thread.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, Protocol, TypeAlias

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import AliquotError, IllegalMove
from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.player import HUMAN, Choice, Player
from aliquot.core.record import Record
from aliquot.core.series import LONGEST
from aliquot.play.setup import Participant, Setup

HINTS_OFF = "Hints are off in this game."
"""The refusal of a hint where none are allowed."""
NOT_SAVED = "This game is not being saved: {problem}"
SAVED_AGAIN = "This game is being saved again."


class Store(Protocol):
    """A place to save one match: a file (aliquot.saves.match_file), a database or anything else."""

    @property
    def is_saved(self) -> bool:
        """True if there is something that can be resumed."""
        ...

    def save(self, record: Record) -> None:
        """Save the match as it stands, so that it survives whatever happens next.

        Raises:
            AliquotError: It cannot be saved; what was saved before is unchanged.
        """
        ...

    def close(self) -> None:
        """Release the match, so that others can resume it."""
        ...


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """A move was made, legal or not; a swap is a move too."""

    turn: Turn[Any, Any]


@dataclass(frozen=True, slots=True)
class TakeBackEvent:
    """A player took back to their own last turn."""

    seat: Seat
    turns: int
    """The number of turns removed."""


@dataclass(frozen=True, slots=True)
class ConcessionEvent:
    """The match ended off the board: a player resigned, left, or ran out of time."""

    seat: Seat
    """The loser."""
    ending: Ending
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class HintEvent:
    """A player got a hint."""

    seat: Seat
    step: int
    """The step of the hint, from 1."""
    text: str


Event: TypeAlias = MoveEvent | TakeBackEvent | ConcessionEvent | HintEvent


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint, and the position it is about."""

    position: Any
    step: int
    """The step, from 1."""
    text: str


@dataclass(frozen=True, slots=True)
class SeriesRound:
    """The place of a match in a series."""

    number: int
    """The number of the match, from 1."""
    best_of: int
    score: tuple[int, int] | None = None
    """Matches won before this one by the players in seat 1 and seat 2, if known."""

    @classmethod
    def from_record(cls, record: Record) -> "SeriesRound | None":
        """Return the round of a record, without a score that does not fit; None outside a series."""
        if record.round is None:
            return None
        number, best_of = record.round
        score = record.score
        if score is not None:
            fits = sum(score) == number - 1 and max(score) * 2 <= best_of <= LONGEST and best_of % 2 == 1
            score = score if fits else None
        return cls(number, best_of, score)


class Session:
    """One match and its circumstances. Pairs are by seat: first seat 1, then seat 2."""

    def __init__(
        self,
        match: Match[Any, Any],
        participants: tuple[Participant, Participant],
        *,
        seed: int = 0,
        clock: Clock | None = None,
        hints_allowed: bool = True,
        series_round: SeriesRound | None = None,
        store: Store | None = None,
    ) -> None:
        """Set up a session. Nothing is saved and no clock runs before something happens.

        Args:
            match: The match.
            participants: The players.
            seed: The seed of everything random.
            clock: The clocks, if there are any.
            hints_allowed: Whether players may ask for hints.
            series_round: The place of the match in a series, if it is part of one.
            store: Where to save the match, if anywhere.

        Raises:
            InvalidParameter: There is no such player.
        """
        from aliquot.players import create_player

        self.match, self.participants, self.seed, self.clock = match, participants, seed, clock
        self.hints_allowed, self.series_round, self.store = hints_allowed, series_round, store
        self.hints = [0, 0]
        """The number of hints each seat has taken."""
        self.hint_step = 0
        """The step of the last hint."""
        self.began = datetime.now(UTC)
        self.is_started = False
        self.save_problem = ""
        """The reason why the match is not being saved, if saving fails."""
        self.on_save_change: Callable[[str], object] | None = None
        """Called with a sentence for the players when saving begins to fail, and when it works again."""
        self._is_store_open = store is not None
        self._generator = Random(0)
        self._players = tuple(create_player(participant.kind, self._generator) for participant in participants)
        self._source: Record | None = None
        """The record the session was resumed from, for its comments and variations."""
        self._hint_position: Any = None

    @classmethod
    def from_setup(
        cls,
        setup: Setup,
        participants: tuple[Participant, Participant] | None = None,
        series_round: SeriesRound | None = None,
        store: Store | None = None,
    ) -> "Session":
        """Begin a new match; the first participant has seat 1, by default the first of the setup."""
        return cls(
            Match(setup.game, penalty=setup.penalty),
            participants or setup.participants,
            seed=setup.seed,
            clock=Clock(setup.clock) if setup.clock else None,
            hints_allowed=setup.hints,
            series_round=series_round,
            store=store,
        )

    @classmethod
    def from_record(cls, record: Record, store: Store | None = None) -> "Session":
        """Resume a match from its record.

        Raises:
            AliquotError: The record cannot be continued.
        """
        from aliquot.games import create

        match: Match[Any, Any] = record.replay(create(record.game))
        clock = None
        if record.clock is not None:
            one, two = record.remaining
            clock = Clock(TimeControl.parse(record.clock), None if one is None or two is None else (one, two))
        first, second = (Participant(*pair) for pair in zip(record.names, record.kinds, strict=True))
        session = cls(
            match,
            (first, second),
            seed=record.seed or 0,
            clock=clock,
            hints_allowed=record.hints_allowed,
            series_round=SeriesRound.from_record(record),
            store=store,
        )
        session.hints = list(record.hints)
        session.began = record.date or session.began
        session._source = _respell(record, match)
        return session

    # --- players ----------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return self.participants[0].name, self.participants[1].name

    @property
    def kinds(self) -> tuple[str, str]:
        """The players' kinds, as the command line names them."""
        return self.participants[0].kind, self.participants[1].kind

    def name(self, seat: Seat) -> str:
        """Return the name of the player in a seat."""
        return self.participants[seat - 1].name

    def is_human(self, seat: Seat) -> bool:
        """Return whether a person has this seat."""
        return self.participants[seat - 1].kind == HUMAN

    def player(self, seat: Seat) -> Player | None:
        """Return the computer player in a seat, or None for a person."""
        return self._players[seat - 1]

    @property
    def _round_numbers(self) -> tuple[int, int] | None:
        return None if self.series_round is None else (self.series_round.number, self.series_round.best_of)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match goes on."""
        return self.match.outcome

    @property
    def awaits_person(self) -> bool:
        """True if it is a person's turn."""
        return self.outcome is None and self.is_human(self.match.seat)

    # --- moves ------------------------------------------------------------------------------------------

    def start(self, elapsed: timedelta = timedelta()) -> None:
        """Begin or resume play, unless the match is over: from here on clocks run.

        Args:
            elapsed: The time for which the clock of the person to move has been running already.
        """
        if not self.is_started and self.outcome is None:
            self.is_started = True
            if self.clock is not None and self.awaits_person:
                self.clock.start(self.match.seat, elapsed)

    def play(self, choice: Any) -> MoveEvent | ConcessionEvent:
        """Make a move for the seat whose turn it is, or end the match if its time is up.

        Args:
            choice: A move, or a text as a person types it.

        Raises:
            InvalidMove: The text cannot be read as a move.
            IllegalMove: The match is over, or the move is illegal and may be tried again.
        """
        self.start()
        if (time_up := self.flag()) is not None:
            return time_up
        seat = self.match.seat
        move = self.match.game.parse(self.match.position, choice) if isinstance(choice, str) else choice
        event = MoveEvent(self.match.play(move))
        if self.clock is not None:
            self.clock.end_turn(seat)
        self._finish_change()
        return event

    def swap(self) -> MoveEvent | ConcessionEvent:
        """Take over the first move.

        Raises:
            IllegalMove: The swap rule does not allow it now.
        """
        swap = self.match.game.view(self.match.position).swap
        if swap is None or self.outcome is not None:
            raise IllegalMove("There is nothing to swap.")
        return self.play(swap.move)

    def concede(self, ending: Ending, seat: Seat | None = None) -> ConcessionEvent:
        """End the match against a seat, by default the one to move, for a reason off the board.

        Raises:
            IllegalMove: The match is already over.
        """
        loser = seat or self.match.seat
        event = ConcessionEvent(loser, ending, self.match.concede(ending, loser))
        self._finish_change()
        return event

    def resign(self, seat: Seat | None = None) -> ConcessionEvent:
        """Resign for a seat, by default the one to move."""
        return self.concede(Ending.RESIGNED, seat)

    def flag(self) -> ConcessionEvent | None:
        """End the match if the person to move has run out of time; return None otherwise."""
        if self.clock is None or not self.awaits_person or self.clock.remaining(self.match.seat):
            return None
        return self.concede(Ending.OUT_OF_TIME)

    def take_back_count(self, seat: Seat | None = None) -> int:
        """Return how many turns a seat, by default the one to move, would take back to return to its own last turn."""
        if self.outcome is not None:
            return 0
        turns = 2 if (seat or self.match.seat) == self.match.seat else 1
        return turns if self.match.ply >= turns else 0

    def take_back(self, seat: Seat | None = None) -> TakeBackEvent:
        """Take back to the last turn of a seat, by default the one to move.

        Raises:
            IllegalMove: That seat has no turn to take back.
        """
        taker = seat or self.match.seat
        turns = self.take_back_count(taker)
        if not turns:
            raise IllegalMove("There is no turn to take back.")
        self.match.undo(turns)
        self._finish_change()
        return TakeBackEvent(taker, turns)

    def _finish_change(self) -> None:
        """Save the match, then start the clock of the person to move."""
        if self.clock is not None:
            self.clock.stop()
        self.save()
        if self.clock is not None and self.awaits_person and self.is_started:
            # The clock of a computer runs only while it chooses, and no clock runs while the match is saved.
            self.clock.start(self.match.seat)

    # --- computer players -------------------------------------------------------------------------------

    def prepare_choice(self) -> Callable[[], Choice | Ending]:
        """Start the clock of the computer to move and return the function that chooses its move.

        The function may take long and changes nothing, so it can run in another thread.

        Raises:
            IllegalMove: The match is over.
        """
        from aliquot.players import think

        if self.outcome is not None:
            raise IllegalMove("The match is over.")
        seat = self.match.seat
        player = self.player(seat)
        if player is None:
            raise ValueError("a person is to move")
        self.start()
        # Seeded anew for every turn, so that a resumed match continues as it would have.
        self._generator.seed(f"{self.seed}/{self._round_numbers}/{self.match.ply}")
        limit = self.clock.remaining(seat) if self.clock else None
        if self.clock is not None:
            self.clock.start(seat)
        return partial(think, self.match.game, self.match.position, player, limit)

    def play_choice(self, choice: Choice | Ending) -> MoveEvent | ConcessionEvent:
        """Make the move a computer has chosen; a computer that failed loses.

        Raises:
            IllegalMove: The match is over.
        """
        from aliquot.players import settle

        seat, before = self.match.seat, self.match.ply
        settle(self.match, choice)
        event: MoveEvent | ConcessionEvent
        if self.match.ply > before:
            if self.clock is not None:
                self.clock.end_turn(seat)
            event = MoveEvent(self.match.turns[-1])
        else:
            outcome = self.match.outcome
            if outcome is None:
                raise ValueError("a computer's turn leaves a move or an outcome")
            event = ConcessionEvent(seat, outcome.ending, outcome)
        self._finish_change()
        return event

    def computer_turn(self) -> MoveEvent | ConcessionEvent:
        """Let the computer to move choose and play."""
        return self.play_choice(self.prepare_choice()())

    # --- hints ------------------------------------------------------------------------------------------

    def prepare_hint(self) -> Callable[[], Hint]:
        """Return the function that computes the next step of a hint for the player to move.

        The function may take long and changes nothing, so it can run in another thread or process.

        Raises:
            IllegalMove: The match is over, or hints are off.
        """
        from aliquot.oracle.hints import STEPS

        if self.outcome is not None:
            raise IllegalMove("The match is over.")
        if not self.hints_allowed:
            raise IllegalMove(HINTS_OFF)
        position = self.match.position
        step = min(self.hint_step + 1, STEPS) if self._hint_position == position else 1
        return partial(_compute_hint, self.match.game, position, step)

    def add_hint(self, hint: Hint) -> HintEvent | None:
        """Count a hint and return its event; None if it is about an earlier position."""
        if self.outcome is not None or hint.position != self.match.position:
            return None
        seat = self.match.seat
        self.hint_step, self._hint_position = hint.step, hint.position
        self.hints[seat - 1] += 1
        self.save()
        return HintEvent(seat, hint.step, hint.text)

    def hint(self) -> str:
        """Compute, count and return the next step of a hint for the player to move.

        Raises:
            IllegalMove: The match is over, or hints are off.
            Unsolved: The oracle does not know.
        """
        hint = self.prepare_hint()()
        self.add_hint(hint)
        return hint.text

    # --- saving -----------------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the record of the match as it stands."""
        one, two = self.hints
        record = Record.of(
            self.match,
            names=self.names,
            kinds=self.kinds,
            date=self.began,
            round=self._round_numbers,
            seed=self.seed,
            clock=str(self.clock.control) if self.clock else None,
            remaining=(self.clock.remaining(1), self.clock.remaining(2)) if self.clock else (None, None),
            hints=(one, two),
            score=None if self.series_round is None else self.series_round.score,
            hints_allowed=self.hints_allowed,
        )
        return record if self._source is None else _with_remarks(record, self._source)

    @property
    def is_saved(self) -> bool:
        """True if there is something that can be resumed: the match as it stands, unless saving fails."""
        return self.store is not None and self.store.is_saved

    @property
    def has_open_store(self) -> bool:
        """True if changes of the match are saved."""
        return self._is_store_open

    def save(self) -> None:
        """Save the match from its first move on, the later matches of a series before it.

        A failure is reported to `on_save_change` once and retried at the next change; so is the success after it.
        """
        if self.store is None or not self._is_store_open:
            return
        follows = self.series_round is not None and self.series_round.number > 1
        if not (self.is_saved or follows or self.match.ply or self.outcome is not None):
            return
        earlier, self.save_problem = self.save_problem, ""
        try:
            self.store.save(self.record())
        except AliquotError as error:
            self.save_problem = str(error)
        if self.on_save_change is not None and bool(earlier) != bool(self.save_problem):
            self.on_save_change(NOT_SAVED.format(problem=self.save_problem) if self.save_problem else SAVED_AGAIN)

    def report_saving_to(self, report: Callable[[str], object]) -> None:
        """Call a function with a sentence whenever saving begins to fail or works again; now, if it fails already."""
        self.on_save_change = report
        if self.save_problem:
            report(NOT_SAVED.format(problem=self.save_problem))

    def close(self) -> None:
        """Stop the clocks, save the match and release it for others. Afterwards nothing is saved."""
        if self.clock is not None:
            self.clock.stop()
        try:
            if self.is_started:  # A match nobody has played on stays as it was, to the letter.
                self.save()
        finally:
            if self.store is not None and self._is_store_open:
                self._is_store_open = False
                self.store.close()


def _compute_hint(game: AnyGame, position: Any, step: int) -> Hint:
    """Compute one step of a hint for the player to move.

    Raises:
        Unsolved: The oracle does not know.
    """
    from aliquot.oracle.hints import hint

    return Hint(position, step, hint(game, position, step))


def _respell(record: Record, match: Match[Any, Any]) -> Record:
    """Return a record with its moves as the game spells them, so that its comments can be matched to them later."""
    # An illegal choice that lost is a turn, but not one of the moves.
    spellings = (match.game.spell(turn.before, turn.move) for turn in match.turns)
    moves = tuple(
        old if old.text == text else replace(old, text=text) for old, text in zip(record.moves, spellings, strict=False)
    )
    return record if moves == record.moves else replace(record, moves=moves)


def _with_remarks(record: Record, source: Record) -> Record:
    """Return a record with the tags of its source, and with its comments and variations on the moves they share."""
    pairs = zip(source.moves, record.moves, strict=False)
    shared = tuple(old for old, _ in takewhile(lambda pair: pair[0].text == pair[1].text, pairs))
    return replace(
        record,
        score=source.score,
        hints_allowed=source.hints_allowed,
        extra=source.extra,
        comment=source.comment,
        moves=shared + record.moves[len(shared) :],
    )
