"""The settings of a match: made from a request or a record, stored as JSON, turned into a session."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

import msgspec

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.match import Match
from aliquot.core.outcome import SEATS, Seat
from aliquot.core.player import HUMAN
from aliquot.core.record import Record
from aliquot.core.series import Series
from aliquot.core.text import listing, quote
from aliquot.core.view import NumbersView, PoolView
from aliquot.games import create, flags
from aliquot.play.session import SeriesRound, Session
from aliquot.play.setup import Participant, Setup, arrange, check_solvable, fresh_seed
from aliquot.players import create_player
from aliquot.reports.live import Choices, Mode
from aliquot.reports.sentences import describe_turns
from aliquot.web.limits import POOL, SUM
from aliquot.web.live.auth import check_name
from aliquot.web.live.protocol import NewMatch
from aliquot.web.store.reader import StoredMatch, StoredSeat
from aliquot.web.store.writer import Write

UNNAMED = ("", "Player 1", "Player 2")
"""The names of players who gave none."""
COMPUTER = "Computer"
"""The name of a computer player; its kind says how strong it is."""
_MOST_HINTS = 1_000
"""The most hints in a record that is uploaded: each becomes an event."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything agreed before the first move. It never changes."""

    game: str
    """The game's id, with all its parameters."""
    version: int
    """The version of its rules."""
    mode: Mode
    kinds: tuple[str, str]
    """The kinds of players, by seat."""
    names: tuple[str, str]
    """The names of the players, by seat, until a player joins with another name."""
    seed: int
    best_of: int = 1
    number: int = 1
    """The number of this match in its series."""
    score: tuple[int, int] = (0, 0)
    """Matches won before this one, by seat."""
    penalty: Penalty | None = None
    clock: str | None = None
    open_book: bool = False
    """True if two people by link have agreed to hints and study."""
    origin: str = ""
    """The id of the first match in a chain of rematches; its seat tokens open all of them."""
    choices: Choices = "shown"
    moves: tuple[str, ...] = ()
    """Moves made before the match began. They count as turns."""
    has_oracle: bool = True
    """False if the server gave no help with positions when the match began."""
    classroom: str = ""
    """The code of the class in which it is played."""

    def to_json(self) -> str:
        """Return the settings as they are stored."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "MatchSettings":
        """Read stored settings."""
        return msgspec.json.decode(text, type=cls)

    @property
    def allows_hints(self) -> bool:
        """True if hints and study are allowed while the match goes on."""
        return self.has_oracle and (self.mode != "link" or self.open_book)

    def match(self) -> Match[Any, Any]:
        """Return the match before the moves that were made before it began."""
        return Match(create(self.game), penalty=self.penalty)

    def play_moves(self, match: Match[Any, Any]) -> Iterator[None]:
        """Make the moves that were made before the match began, one at each step."""
        for text in self.moves:
            match.play(match.game.parse(match.position, text))
            yield

    def session(self, match: Match[Any, Any], names: tuple[str, str]) -> Session:
        """Return the session of a match. It stores nothing: the room does."""
        one, two = (Participant(name, kind) for name, kind in zip(names, self.kinds, strict=True))
        return Session(
            match,
            (one, two),
            seed=self.seed,
            clock=Clock(TimeControl.parse(self.clock)) if self.clock is not None else None,
            hints_allowed=self.allows_hints,
            series_round=SeriesRound(self.number, self.best_of, self.score) if self.best_of > 1 else None,
        )

    def following(self, names: tuple[str, str], winner: Seat) -> "MatchSettings":
        """Return the settings of the match after this one: the next of its series, or of a new series.

        The players change seats.

        Args:
            names: The players' names in this match.
            winner: Who won it.
        """
        one, two = self.score
        series = Series(self.best_of, (one, two) if self.number % 2 else (two, one))
        series.add(winner)
        swapped = replace(self, kinds=self.kinds[::-1], names=names[::-1])
        if series.champion is not None:
            return replace(swapped, number=1, score=(0, 0), seed=fresh_seed())
        one, two = (series.score[player] for player in series.seating)
        return replace(swapped, number=series.number, score=(one, two))


@dataclass(frozen=True, slots=True)
class MatchDraft:
    """A match that is not stored yet."""

    id: str
    settings: MatchSettings
    seats: dict[int, StoredSeat]
    created: int

    def write(self) -> Write:
        """Return its rows."""
        rows = [
            {"seat": seat, "token": holder.token, "visitor": holder.visitor, "name": holder.name}
            for seat, holder in sorted(self.seats.items())
        ]
        match = {"id": self.id, "settings": self.settings.to_json(), "created": self.created}
        return Write(match=match, seats=rows, class_code=self.settings.classroom)

    def stored(self, key: int) -> StoredMatch:
        """Return it as the database has it."""
        return StoredMatch(key, self.id, self.created, self.settings.to_json(), dict(self.seats), [])


def settings_of(request: NewMatch, name: str) -> tuple[MatchSettings, Seat]:
    """Return the settings of a requested match, and the seat of the visitor who requests it.

    Raises:
        AliquotError: There is no such game, or these settings are not allowed.
    """
    seed = fresh_seed()
    if unknown := set(request.variants) - flags().keys():
        raise InvalidParameter(
            f"There is no variant {quote(min(unknown))}. The variants are {listing([*flags()], 'and')}."
        )
    rules: dict[str, Any] = dict.fromkeys(request.variants, True)
    rules |= {key: value for key in ("start", "pool", "opening") if (value := getattr(request, key)) is not None}
    # A game's id says everything already, and may name a sum of different games.
    game = create(request.game, **rules) if "(" in request.game else arrange(request.game, seed, **rules)
    check_offered(game)
    Series(request.best_of)
    computer = request.opponent not in ("link", "device")
    if computer and (request.opponent == HUMAN or create_player(request.opponent, Random(0)) is None):
        raise InvalidParameter("The opponent must be link, device, or a computer such as perfect or skill:0.7.")
    check_moves(game, request.moves)
    setup = Setup(
        game,
        (HUMAN, request.opponent if computer else HUMAN),
        (name, COMPUTER if computer else request.second_name or "Player 2"),
        toss=request.first == "toss",
        seed=seed,
        best_of=request.best_of,
        clock=TimeControl.parse(request.clock) if request.clock is not None else None,
    )
    (one, two), _ = setup.seat_players()
    if request.first == "they":
        one, two = two, one
    mode: Mode = "computer" if computer else "device" if request.opponent == "device" else "link"
    settings = MatchSettings(
        game.id,
        game.version,
        mode,
        (one.kind, two.kind),
        (one.name, two.name),
        seed,
        request.best_of,
        # A slip costs nothing unless agreed, and never where the legal moves are to be found out.
        penalty="retry" if request.choices == "hidden" or request.penalty is None else request.penalty,
        clock=str(setup.clock) if setup.clock is not None else None,
        open_book=request.open_book and mode == "link",
        choices=request.choices,
        moves=tuple(text.strip() for text in request.moves),
    )
    return settings, 1 if (one.name, one.kind) == (name, HUMAN) else 2


def check_offered(game: AnyGame) -> None:
    """Refuse a game that is too large for the server.

    Raises:
        InvalidParameter: It is too large.
    """
    view = game.view(game.start())
    if isinstance(view, PoolView) and view.high - view.low + 1 > POOL:
        raise InvalidParameter(
            f"A pool may have at most {POOL:,} numbers here. {quote(game.id)} has more.",
            code="pool-too-large",
        )
    if isinstance(view, NumbersView) and len(view.heaps) > SUM:
        raise InvalidParameter(
            f"A game may have at most {SUM} numbers here. This one has {len(view.heaps)}.",
            code="sum-too-large",
        )


def check_moves(game: AnyGame, moves: Sequence[str]) -> None:
    """Refuse first moves that are illegal or end the game.

    Raises:
        InvalidParameter: They are; the sentence says which and why.
    """
    position = game.start()
    for number, text in enumerate(moves, 1):
        try:
            position = game.play(position, game.parse(position, text))
        except (IllegalMove, InvalidMove) as problem:
            raise InvalidParameter(f"Move {number}, {quote(text)}, is not possible: {problem}") from None
    if moves and game.outcome(position) is not None:
        raise InvalidParameter("The game is already over after these moves.")


# --- records --------------------------------------------------------------------------------------------


def match_from_record(record: Record) -> tuple[MatchSettings, list[dict[str, Any]]]:
    """Return the settings of a finished match and what happened in it, to be stored like any other match.

    Raises:
        AliquotError: The record cannot be replayed, is not finished, or its game is not offered here.
    """
    session = Session.from_record(record)
    match = session.match
    check_offered(match.game)
    if match.outcome is None:
        raise InvalidParameter("This game is not over. Only finished games can be saved here.", code="not-finished")
    if sum(record.hints) > _MOST_HINTS:
        raise InvalidParameter(f"A game with more than {_MOST_HINTS:,} hints cannot be saved here.", code="many-hints")
    place = session.series_round
    settings = MatchSettings(
        match.game.id,
        match.game.version,
        "link" if not session.hints_allowed else "device" if record.kinds == (HUMAN, HUMAN) else "computer",
        record.kinds,
        (check_name(record.names[0]), check_name(record.names[1])),
        record.seed or 0,
        place.best_of if place is not None else 1,
        place.number if place is not None else 1,
        place.score or (0, 0) if place is not None else (0, 0),
        match.penalty,
        record.clock,
    )
    return settings, _entries(record, session)


def _entries(record: Record, session: Session) -> list[dict[str, Any]]:
    """Return what happened in a match, as far as its record says: all hints first, and only the last times."""
    match = session.match
    entries: list[dict[str, Any]] = [
        {"kind": "hinted", "seat": seat, "step": 1}
        for seat, hints in zip(SEATS, record.hints, strict=True)
        for _ in range(hints)
    ]
    for turn, report in zip(match.turns, describe_turns(match), strict=True):
        text = record.illegal if turn.after is None else report.move
        effect = {"leaves": report.leaves, "numbers": report.numbers, "objection": turn.objection}
        entries.append({"kind": "moved", "seat": turn.seat, "move": text or "", **effect})
    outcome = match.outcome
    if outcome is not None and (match.last is None or match.last.outcome is None):
        entries.append({"kind": "conceded", "seat": outcome.loser, "ending": outcome.ending.value})
    one, two = record.remaining
    if entries and one is not None and two is not None:
        millisecond = timedelta(milliseconds=1)
        entries[-1]["remaining"] = (one // millisecond, two // millisecond)
    return entries


def check_level(game: str, kinds: tuple[str, str]) -> None:
    """Check that a game has the requested players; slow, so call it in a worker.

    Raises:
        InvalidParameter: A perfect player is requested, but the game cannot be solved in time.
    """
    check_solvable(create(game), kinds)
