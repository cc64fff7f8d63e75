"""A session: one match with everything that belongs to it besides the rules.

Who plays, how much time they have, which hints they took, and where the match is kept. A session owns the whole turn,
of people and of computers: whoever shows it asks it to do things and follows what happens. It is changed in one thread
only; what may take long (choosing a move, `consider`) changes nothing and may be done in another.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import IllegalMove
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.player import HUMAN, Choice, Player
from aliquot.core.record import Record
from aliquot.play.events import Conceded, Event, Hinted, Moved, Started, TakenBack
from aliquot.play.hint import Hint, work_out
from aliquot.play.keeping import Keeping
from aliquot.play.setup import Party, Setup
from aliquot.play.store import Store
from aliquot.play.writing import HINTS_OFF, Place, further_tags, respelt, with_remarks


class Session:
    """One match and its circumstances, by seat: first seat 1, then seat 2."""

    def __init__(
        self,
        match: Match[Any, Any],
        parties: tuple[Party, Party],
        *,
        seed: int = 0,
        clock: Clock | None = None,
        allows_hints: bool = True,
        place: Place | None = None,
        store: Store | None = None,
    ) -> None:
        """Sits the players down. Nothing is kept and no clock runs before something happens.

        Args:
            match: What they play.
            parties: Who they are.
            seed: What chance goes by.
            clock: Their clocks, if there are any.
            allows_hints: Whether hints are given.
            place: Which game of a series it is, if it is one.
            store: Where the match is kept, if it is.

        Raises:
            InvalidParameter: There is no such player.
        """
        from aliquot.players import create_player

        self.match, self.parties, self.seed, self.clock = match, parties, seed, clock
        self.allows_hints, self.place, self.keeping = allows_hints, place, Keeping(store)
        self.hints = [0, 0]
        """How many hints each seat has been given."""
        self.hint_step = 0
        """Which step of a hint was given last."""
        self.began = datetime.now(UTC)
        self.is_started = False
        self._generator = Random(0)
        self._players = tuple(create_player(party.kind, self._generator) for party in parties)
        self._followers: list[Callable[[Event], object]] = []
        self._taken_up: Record | None = None
        """The record it was taken up from, for the remarks in it."""
        self._hinted_at: Any = None

    @classmethod
    def begin(
        cls, setup: Setup, parties: tuple[Party, Party], place: Place | None = None, store: Store | None = None
    ) -> "Session":
        """A new match as agreed, between these players, of whom the first has seat 1."""
        return cls(
            Match(setup.game, penalty=setup.penalty),
            parties,
            seed=setup.seed,
            clock=Clock(setup.clock) if setup.clock else None,
            allows_hints=setup.hints,
            place=place,
            store=store,
        )

    @classmethod
    def take_up(cls, record: Record, store: Store | None = None) -> "Session":
        """A match taken up where its record leaves it.

        Raises:
            AliquotError: The record cannot be played on.
        """
        from aliquot.games import create

        match: Match[Any, Any] = record.replay(create(record.game))
        clock = None
        if record.clock is not None:
            left, right = record.remaining
            both = (left, right) if left is not None and right is not None else None
            clock = Clock(TimeControl.parse(record.clock), both)
        one, two = (Party(*party) for party in zip(record.names, record.kinds, strict=True))
        session = cls(
            match,
            (one, two),
            seed=record.seed or 0,
            clock=clock,
            allows_hints=HINTS_OFF not in record.extra,
            place=Place.of(record),
            store=store,
        )
        session.hints = list(record.hints)
        session.began = record.date or session.began
        session._taken_up = respelt(record, match)
        return session

    # --- who and what -----------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self.parties[0].name, self.parties[1].name

    @property
    def kinds(self) -> tuple[str, str]:
        """What the players are, as the command line says it."""
        return self.parties[0].kind, self.parties[1].kind

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        return self.parties[seat - 1].name

    def is_human(self, seat: Seat) -> bool:
        """Whether a person sits there."""
        return self.parties[seat - 1].kind == HUMAN

    def player(self, seat: Seat) -> Player | None:
        """The computer in a seat, or None for a person."""
        return self._players[seat - 1]

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match goes on."""
        return self.match.outcome

    @property
    def awaits_person(self) -> bool:
        """Whether a person is to move."""
        return self.outcome is None and self.is_human(self.match.seat)

    def follow(self, follower: Callable[[Event], object]) -> None:
        """Tells somebody of everything that happens from now on, after it has been kept."""
        self._followers.append(follower)

    def _tell(self, event: Event) -> None:
        for follower in tuple(self._followers):
            follower(event)

    def _changed(self, event: Event) -> None:
        """Sees to the clocks, keeps the match, and then tells whoever follows."""
        if self.clock is not None:
            self.clock.stop()
        self.keep()
        if self.clock is not None and self.awaits_person and self.is_started:
            self.clock.start(self.match.seat)  # A computer's runs while it thinks, and nobody's while a disk works.
        self._tell(event)

    # --- what happens -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Lets the match begin, or go on: from here on clocks run."""
        if not self.is_started:
            self.is_started = True
            if self.clock is not None and self.awaits_person:
                self.clock.start(self.match.seat)
            self._tell(Started(self.match.seat))

    def play(self, choice: Any) -> Moved | Conceded:
        """Makes a move for the seat whose turn it is, or ends the match if its time is up.

        Args:
            choice: A move, or a text as it is typed.

        Raises:
            InvalidMove: The text is no move at all.
            IllegalMove: The match is over, or the move is illegal and costs another try.
        """
        self.start()
        if (flagged := self.flag()) is not None:
            return flagged
        seat = self.match.seat
        move = self.match.game.parse(self.match.position, choice) if isinstance(choice, str) else choice
        event = Moved(self.match.play(move))
        if self.clock is not None:
            self.clock.end_turn(seat)
        self._changed(event)
        return event

    def swap(self) -> Moved | Conceded:
        """Takes the first move over.

        Raises:
            IllegalMove: The pie rule does not allow it now.
        """
        offered = self.match.game.view(self.match.position).swap
        if offered is None or self.outcome is not None:
            raise IllegalMove("There is nothing to swap.")
        return self.play(offered.move)

    def concede(self, ending: Ending, seat: Seat | None = None) -> Conceded:
        """Ends the match against a seat, by default the one to move, for a reason off the board.

        Raises:
            IllegalMove: The match is over already.
        """
        loser = seat or self.match.seat
        event = Conceded(loser, ending, self.match.concede(ending, loser))
        self._changed(event)
        return event

    def resign(self, seat: Seat | None = None) -> Conceded:
        """Gives the match up for a seat, by default the one to move."""
        return self.concede(Ending.RESIGNED, seat)

    def flag(self) -> Conceded | None:
        """Ends the match if the time of the person to move is up; None if it is not."""
        if self.clock is None or not self.awaits_person or self.clock.remaining(self.match.seat):
            return None
        return self.concede(Ending.OUT_OF_TIME)

    def take_back_count(self, seat: Seat | None = None) -> int:
        """How many turns a seat, by default the one to move, would take back to be at its own last turn; 0 if none."""
        if self.outcome is not None:
            return 0
        turns = 2 if (seat or self.match.seat) == self.match.seat else 1
        return turns if self.match.ply >= turns else 0

    def take_back(self, seat: Seat | None = None) -> TakenBack:
        """Takes back to the last turn of a seat, by default the one to move.

        Raises:
            IllegalMove: It has no turn to take back.
        """
        who = seat or self.match.seat
        turns = self.take_back_count(who)
        if not turns:
            raise IllegalMove("There is no turn to take back.")
        self.match.undo(turns)
        event = TakenBack(who, turns)
        self._changed(event)
        return event

    # --- computers --------------------------------------------------------------------------------------

    def thinking(self) -> Callable[[], Choice | Ending]:
        """Starts the clock of the computer whose turn it is, and returns how it chooses.

        That may take a while and changes nothing, so it can be done in another thread.

        Raises:
            IllegalMove: The match is over.
        """
        from aliquot.players.turn import think

        if self.outcome is not None:
            raise IllegalMove("The match is over.")
        seat = self.match.seat
        player = self.player(seat)
        if player is None:
            raise ValueError("a person is to move")
        self.start()
        # Seeded anew for every turn, so that a resumed match goes on as it would have.
        place = None if self.place is None else (self.place.number, self.place.best_of)
        self._generator.seed(f"{self.seed}/{place}/{self.match.ply}")
        limit = self.clock.remaining(seat) if self.clock else None
        if self.clock is not None:
            self.clock.start(seat)
        return partial(think, self.match.game, self.match.position, player, limit)

    def settle(self, thought: Choice | Ending) -> Moved | Conceded:
        """Makes the move the computer has thought of; one that misbehaved loses.

        Raises:
            IllegalMove: The match is over.
        """
        from aliquot.players.turn import settle

        seat, before = self.match.seat, self.match.ply
        settle(self.match, thought)
        event: Moved | Conceded
        if self.match.ply > before:
            if self.clock is not None:
                self.clock.end_turn(seat)
            event = Moved(self.match.turns[-1])
        else:
            outcome = self.match.outcome
            if outcome is None:
                raise ValueError("a settled turn leaves a move or an outcome")
            event = Conceded(seat, outcome.ending, outcome)
        self._changed(event)
        return event

    def computer_turn(self) -> Moved | Conceded:
        """Lets the computer whose turn it is choose and move."""
        return self.settle(self.thinking()())

    # --- hints ------------------------------------------------------------------------------------------

    def considering(self) -> Callable[[], Hint]:
        """How the next step of a hint for the player to move is worked out, which changes nothing.

        That may take a while, so it can be done in another thread, or in another process.

        Raises:
            IllegalMove: The match is over, or is played without hints.
        """
        from aliquot.oracle.hints import STEPS

        if self.outcome is not None:
            raise IllegalMove("The match is over.")
        if not self.allows_hints:
            raise IllegalMove("This is a serious game: there are no hints.")
        here = self.match.position
        step = min(self.hint_step + 1, STEPS) if self._hinted_at == here else 1
        return partial(work_out, self.match.game, here, step)

    def consider(self) -> Hint:
        """Works out the next step of a hint; nothing changes.

        Raises:
            IllegalMove: The match is over, or is played without hints.
            Unsolved: The oracle does not know.
        """
        return self.considering()()

    def give(self, hint: Hint) -> Hinted | None:
        """Gives a hint, which is counted; None if the match has gone on meanwhile."""
        if self.outcome is not None or hint.position != self.match.position:
            return None
        seat = self.match.seat
        self.hint_step, self._hinted_at = hint.step, hint.position
        self.hints[seat - 1] += 1
        event = Hinted(seat, hint.step, hint.text)
        self.keep()
        self._tell(event)
        return event

    def hint(self) -> str:
        """The next step of a hint for the player to move."""
        hint = self.consider()
        self.give(hint)
        return hint.text

    # --- how it is kept ---------------------------------------------------------------------------------

    def record(self) -> Record:
        """The match as it is to be written down."""
        one, two = self.hints
        left = (self.clock.remaining(1), self.clock.remaining(2)) if self.clock else (None, None)
        written = Record.of(
            self.match,
            names=self.names,
            kinds=self.kinds,
            date=self.began,
            round=None if self.place is None else (self.place.number, self.place.best_of),
            seed=self.seed,
            clock=str(self.clock.control) if self.clock else None,
            remaining=left,
            hints=(one, two),
            extra=further_tags(self.place, allows_hints=self.allows_hints),
        )
        return written if self._taken_up is None else with_remarks(written, self._taken_up)

    @property
    def is_kept(self) -> bool:
        """Whether the match can be taken up again as it stands, or nearly so."""
        return self.keeping.is_kept

    def keep(self) -> None:
        """Keeps the match as it stands, from the first move on; the later games of a series before it."""
        if not self.keeping.is_open:
            return
        follows = self.place is not None and self.place.number > 1
        begun = self.is_kept or follows or self.match.ply or self.outcome is not None
        if begun and (news := self.keeping.keep(self.record())) is not None:
            self._tell(news)

    def close(self) -> None:
        """Stops the clocks, keeps what has become of the match, and lets others take it up."""
        if self.clock is not None:
            self.clock.stop()
        try:
            if self.is_started:  # A match that was only looked at stays as it was, to the letter.
                self.keep()
        finally:
            self.keeping.close()
