"""A series session: one session after another between the same players, and the score. It shows nothing."""

from collections.abc import Callable
from dataclasses import replace

from aliquot.core.outcome import Seat, other
from aliquot.core.player import HUMAN
from aliquot.core.series import Series
from aliquot.play.session import Session
from aliquot.play.setup import Party, Setup, fresh_seed
from aliquot.play.store import Store
from aliquot.play.writing import Place

NewStore = Callable[[], Store]
"""Makes a place to keep another match in."""


class SeriesSession:
    """Knows which session is being played and which comes next."""

    def __init__(self, setup: Setup, new_store: NewStore | None = None) -> None:
        """Sits the players down.

        Args:
            setup: What has been agreed.
            new_store: Where the matches are kept, if they are.
        """
        self.setup = setup
        self.players, self.coin = setup.seated()
        """The players, whoever moves first in the first game first; and how the coin fell, if one was tossed."""
        self.series = Series(setup.best_of)
        self._new_store = new_store if setup.save else None
        self.news = ""
        """What is different about this series from the last one, if anything is."""
        self._next: Session | None = None
        self._counted = False
        self.session = self._begin()

    @classmethod
    def resume(cls, session: Session, new_store: NewStore | None = None, *, lively: bool = False) -> "SeriesSession":
        """A series_session that goes on from a match taken up again, with the series it is part of.

        Where its record does not say how that series stands, the match is one by itself.
        """
        place, match = session.place, session.match
        known = place is not None and place.score is not None
        one, two = session.parties
        series_session = cls.__new__(cls)
        series_session.players, series_session.coin, series_session.series = (one, two), None, Series()
        if place is not None and place.score is not None:
            won, lost = place.score
            if place.number % 2 == 0:
                series_session.players, won, lost = (two, one), lost, won
            series_session.series = Series(place.best_of, (won, lost))
        first, second = series_session.players
        series_session.setup = Setup(
            match.game,
            (first.kind, second.kind),
            (first.name, second.name),
            seed=session.seed if known else fresh_seed(),
            best_of=series_session.series.best_of,
            penalty=match.penalty,
            hints=session.allows_hints,
            clock=session.clock.control if session.clock is not None else None,
            save=session.keeping.is_open,
            lively=lively,
        )
        series_session._new_store = new_store if session.keeping.is_open else None
        series_session.news, series_session._next, series_session._counted, series_session.session = (
            "",
            None,
            False,
            session,
        )
        return series_session

    def _begin(self) -> Session:
        """The next game of the series."""
        series, place = self.series, None
        seats: tuple[Party, Party] = (self.players[series.seating[0]], self.players[series.seating[1]])
        if series.best_of > 1:
            score = series.score[series.seating[0]], series.score[series.seating[1]]
            place = Place(series.number, series.best_of, score)
        return Session.begin(self.setup, seats, place, self._new_store() if self._new_store is not None else None)

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won the series."""
        return self.series.champion is not None

    @property
    def champion(self) -> Party | None:
        """Who has won the series, or None while it goes on."""
        return None if self.series.champion is None else self.players[self.series.champion]

    def can(self, action: str) -> bool:
        """Whether something can be done now; what is not known here can always be done."""
        session, played = self.session, self.session.match
        match action:
            case "again":
                return played.outcome is not None
            case "review":
                return played.outcome is not None and bool(played.turns)
            case "hint":
                return session.awaits_person
            case "take_back":
                return self.taker is not None
            case "resign":
                return played.outcome is None and HUMAN in session.kinds
            case "swap":
                return session.awaits_person and played.game.view(played.position).swap is not None
        return True

    @property
    def taker(self) -> Seat | None:
        """Who may take a move back now: the person who has just moved, or the one whose computer has answered."""
        session = self.session
        seats = other(session.match.seat), session.match.seat
        # Between people it is always the last move that is taken back, before the other answers.
        people = [seat for seat in seats if session.is_human(seat)][:1]
        return next((seat for seat in people if session.take_back_count(seat)), None)

    def conclude(self) -> None:
        """Counts the finished match, once, and keeps a place for the next one, so that the series survives anything."""
        if self._counted or self.session.outcome is None:
            return
        self._counted = True
        self.series.add(self.session.outcome.winner)
        if not self.is_decided:
            self._next = self._begin()
            self._next.keep()

    def go_on(self) -> None:
        """Goes on to the next game of the series, or to another series in which the seats are swapped."""
        self.conclude()
        self.session.close()
        self.news = ""
        if self._next is None:
            two, one = self.session.parties
            self.setup = replace(
                self.setup, kinds=(one.kind, two.kind), names=(one.name, two.name), seed=fresh_seed(), toss=False
            )
            if self.setup.lively:
                from aliquot.play.rematch import liven

                self.setup, self.news = liven(self.setup)
            self.players, self.coin = self.setup.seated()
            self.series = Series(self.setup.best_of)
        self.session = self._next or self._begin()
        self._next, self._counted = None, False

    def close(self) -> None:
        """Lets others take up what is being played, or what would be next."""
        self.session.close()
        if self._next is not None:
            self._next.close()
