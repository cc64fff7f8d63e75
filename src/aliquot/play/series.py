"""A series session: one session after another between the same players, the score, and what to play next."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from aliquot import catalogue
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat, other
from aliquot.core.player import HUMAN
from aliquot.core.series import Series
from aliquot.core.view import NumbersView
from aliquot.games import book_of, create, options_of
from aliquot.play.session import SeriesRound, Session, Store
from aliquot.play.setup import Participant, Setup, arrange, fresh_seed

NewStore = Callable[[], Store]
"""A function that makes a store for another match."""
THREE_NUMBERS = "Three numbers this time: with one, the first move can end the game."
EVEN_OPENING = "The first pick must be even this time: otherwise it can end the game."


class SeriesSession:
    """A series with the session being played and the next one. Make one with `start` or `from_session`."""

    def __init__(
        self,
        setup: Setup,
        players: tuple[Participant, Participant],
        series: Series,
        session: Session,
        *,
        coin: str | None = None,
        new_store: NewStore | None = None,
    ) -> None:
        """Set up a series.

        Args:
            setup: The setup of further matches.
            players: The players; the first one moves first in the first match.
            series: The score before the session.
            session: The match being played.
            coin: The side the coin showed, if one was tossed.
            new_store: Makes stores for further matches, if they are saved.
        """
        self.setup, self.players, self.series, self.session, self.coin = setup, players, series, session, coin
        self.notice = ""
        """A sentence about how this series differs from the last one; empty if it does not."""
        self._new_store = new_store
        self._next: Session | None = None
        self._is_counted = False

    @classmethod
    def start(cls, setup: Setup, new_store: NewStore | None = None) -> "SeriesSession":
        """Start a new series; `new_store` makes a store for each match, if they are saved."""
        players, coin = setup.seat_players()
        series, new_store = Series(setup.best_of), new_store if setup.save else None
        session = _new_session(setup, players, series, new_store)
        return cls(setup, players, series, session, coin=coin, new_store=new_store)

    @classmethod
    def from_session(
        cls, session: Session, new_store: NewStore | None = None, *, vary_rematches: bool = False
    ) -> "SeriesSession":
        """Continue the series of a resumed match; a match without a known score is a series of one."""
        match, series_round = session.match, session.series_round
        (one, two), series, seed = session.participants, Series(), fresh_seed()
        if series_round is not None and series_round.score is not None:
            score, seed = series_round.score, session.seed
            if series_round.number % 2 == 0:
                one, two, score = two, one, (score[1], score[0])
            series = Series(series_round.best_of, score)
        setup = Setup(
            match.game,
            (one.kind, two.kind),
            (one.name, two.name),
            seed=seed,
            best_of=series.best_of,
            penalty=match.penalty,
            hints=session.hints_allowed,
            clock=session.clock.control if session.clock is not None else None,
            save=session.has_open_store,
            vary_rematches=vary_rematches,
        )
        return cls(setup, (one, two), series, session, new_store=new_store if session.has_open_store else None)

    @property
    def is_decided(self) -> bool:
        """True if the series is over."""
        return self.series.champion is not None

    @property
    def champion(self) -> Participant | None:
        """The winner of the series, or None while it goes on."""
        return None if self.series.champion is None else self.players[self.series.champion]

    def can(self, action: str) -> bool:
        """Return whether an action is possible now; unknown actions always are."""
        session, match = self.session, self.session.match
        match action:
            case "again":
                return session.outcome is not None
            case "review":
                return session.outcome is not None and bool(match.turns)
            case "hint":
                return session.awaits_person
            case "take_back":
                return self.take_back_seat is not None
            case "resign":
                return session.outcome is None and HUMAN in session.kinds
            case "swap":
                return session.awaits_person and match.game.view(match.position).swap is not None
        return True

    @property
    def take_back_seat(self) -> Seat | None:
        """The seat that may take a move back now: the person who moved last, or the one a computer has answered."""
        session = self.session
        seats = other(session.match.seat), session.match.seat
        # Between people it is always the last move that is taken back, before the other answers.
        people = [seat for seat in seats if session.is_human(seat)][:1]
        return next((seat for seat in people if session.take_back_count(seat)), None)

    def count_result(self) -> None:
        """Count the finished match, once, and save the next one, so that the series survives anything."""
        if self._is_counted or self.session.outcome is None:
            return
        self._is_counted = True
        self.series.add(self.session.outcome.winner)
        if not self.is_decided:
            self._next = _new_session(self.setup, self.players, self.series, self._new_store)
            self._next.save()

    def advance(self) -> None:
        """Go on to the next match of the series, or to another series with the seats swapped."""
        self.count_result()
        self.session.close()
        self.notice = ""
        if self._next is None:
            two, one = self.session.participants
            self.setup = replace(
                self.setup, kinds=(one.kind, two.kind), names=(one.name, two.name), seed=fresh_seed(), toss=False
            )
            if self.setup.vary_rematches:
                self.setup, self.notice = vary_rematch(self.setup)
            self.players, self.coin = self.setup.seat_players()
            self.series = Series(self.setup.best_of)
            self._next = _new_session(self.setup, self.players, self.series, self._new_store)
        self.session, self._next, self._is_counted = self._next, None, False

    def close(self) -> None:
        """Release the current match and the next one, so that others can resume them."""
        self.session.close()
        if self._next is not None:
            self._next.close()


def _new_session(
    setup: Setup, players: tuple[Participant, Participant], series: Series, new_store: NewStore | None
) -> Session:
    """Begin the next match of a series."""
    one, two = series.seating
    series_round = None
    if series.best_of > 1:
        series_round = SeriesRound(series.number, series.best_of, (series.score[one], series.score[two]))
    store = new_store() if new_store is not None else None
    return Session.from_setup(setup, (players[one], players[two]), series_round, store)


# --- rematches -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """Another game to play, between the same players."""

    title: str
    line: str
    """A description in one line."""
    setup: Setup


def can_end_at_once(game: AnyGame) -> bool:
    """Return whether the first move can end a game.

    >>> can_end_at_once(create("dividers-duel")), can_end_at_once(create("dividers-duel(start=60+84+90)"))
    (True, False)
    """
    start = game.start()
    # The last ones first: the largest divisors leave primes, and the largest numbers of a pool have no neighbours.
    return any(game.outcome(game.child(start, move)) is not None for move in reversed(game.legal_moves(start)))


def vary_rematch(setup: Setup) -> tuple[Setup, str]:
    """Change a rematch in which the computer's first move could end the game, so that the person gets to play.

    Returns:
        The setup, played with several numbers or opened with an even one, and a sentence that says so; the same setup
        and no sentence if nothing has to change.
    """
    if not (setup.kinds[0] != HUMAN == setup.kinds[1]) or not can_end_at_once(setup.game):
        return setup, ""
    rules = _parameters(setup.game)
    book = book_of(setup.game.id)
    if book.is_summable:
        game = arrange(book.slug, setup.seed, **{**rules, "start": "balanced:3"})
        notice = THREE_NUMBERS
    elif "pool" in rules:
        game = create(book.slug, **{**rules, "opening": "even"})
        notice = EVEN_OPENING
    else:
        return setup, ""
    return (replace(setup, game=game), notice) if not can_end_at_once(game) else (setup, "")


def is_shallow(game: AnyGame) -> bool:
    """Return whether a game divides a single number, which anybody who knows the trick wins in one move."""
    view = game.view(game.start())
    single = isinstance(view, NumbersView) and len(view.heaps) == 1 and view.heaps[0].sign == "/"
    return single and book_of(game.id).is_summable


def offers(setup: Setup) -> tuple[Offer, ...]:
    """Return deeper games than a shallow one, between the same players."""
    book, seed = book_of(setup.game.id), fresh_seed()
    again = replace(setup, seed=seed, toss=False)
    start = "balanced:3" if Random(seed).random() < 0.5 else "balanced:2"
    several, *others = catalogue.AFTER_DIVISION
    return (
        Offer(several.title, several.line, replace(again, game=arrange(book.slug, seed, start=start))),
        *(
            Offer(choice.title, choice.line, replace(again, game=create(choice.game), penalty=None))
            for choice in others
        ),
    )


def _parameters(game: AnyGame) -> dict[str, Any]:
    """Return the parameters of a game as `create` takes them."""
    pairs = (option.partition("=") for option in options_of(game.id))
    return {name: value if sign else True for name, sign, value in pairs}
