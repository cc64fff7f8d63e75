"""What was agreed about a game, as it is stored, and the session that is made of it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.match import Match
from aliquot.core.player import HUMAN
from aliquot.core.series import Series
from aliquot.core.text import quote
from aliquot.core.view import NumbersView, PoolView
from aliquot.games import create
from aliquot.play.series import SeriesSession
from aliquot.play.session import SeriesRound, Session
from aliquot.play.setup import Participant, Setup, arrange, fresh_seed
from aliquot.players import create_player
from aliquot.web.limits import POOL, SUM
from aliquot.web.live.protocol import NewMatch

Mode: TypeAlias = Literal["computer", "device", "link"]
"""Against a computer, two people on one device, or two people by link."""
Choices: TypeAlias = Literal["shown", "asked", "hidden"]
"""Whether a page shows what may be chosen: always, when somebody asks, or never."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything that was settled before the first move. It never changes."""

    game: str
    """The game's id, with all its parameters."""
    version: int
    """The version of its rules."""
    mode: Mode
    kinds: tuple[str, str]
    """Who plays, by seat."""
    names: tuple[str, str]
    """What they are called, by seat, until somebody who takes a seat says otherwise."""
    seed: int
    best_of: int = 1
    number: int = 1
    """Which game of the series it is."""
    score: tuple[int, int] = (0, 0)
    """Games won before it, by seat."""
    penalty: Penalty | None = None
    clock: str | None = None
    open_book: bool = False
    """Whether two people by link have agreed to hints and study."""
    origin: str = ""
    """The id of the first game of the evening; the players keep the tokens they got for it."""
    choices: Choices = "shown"
    moves: tuple[str, ...] = ()
    """What had been played when the game began. They count as turns like any others."""

    def as_json(self) -> str:
        """As it is stored."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "MatchSettings":
        """As it was stored."""
        rows = {name: tuple(facts.get(name, ())) for name in ("kinds", "names", "score", "moves")}
        return cls(**{**facts, **rows})

    @property
    def allows_hints(self) -> bool:
        """Whether hints and study are given while the game goes on."""
        return self.mode != "link" or self.open_book

    def session(self, names: tuple[str, str]) -> Session:
        """The match before its first move, with nothing kept: the server does that itself."""
        one, two = (Participant(name, kind) for name, kind in zip(names, self.kinds, strict=True))
        match: Match[Any, Any] = Match(create(self.game), penalty=self.penalty)
        for text in self.moves:
            match.play(match.game.parse(match.position, text))
        return Session(
            match,
            (one, two),
            seed=self.seed,
            clock=Clock(TimeControl.parse(self.clock)) if self.clock is not None else None,
            hints_allowed=self.allows_hints,
            series_round=SeriesRound(self.number, self.best_of, self.score) if self.best_of > 1 else None,
        )


def agree(asked: NewMatch, name: str) -> tuple[MatchSettings, int]:
    """What somebody who sets up a game asks for, and the seat they get.

    Raises:
        AliquotError: There is no such game, or it is not offered like that.
    """
    seed = fresh_seed()
    rules: dict[str, Any] = {"misere": asked.misere, "swap": asked.swap}
    rules |= {key: value for key in ("start", "pool", "opening") if (value := getattr(asked, key)) is not None}
    rules = {key: value for key, value in rules.items() if value is not False}
    # A game's id says everything already, and may name a sum of different duels.
    game = create(asked.game, **rules) if "(" in asked.game else arrange(asked.game, seed, **rules)
    check_offered(game)
    Series(asked.best_of)
    computer = asked.opponent not in ("link", "device")
    if computer and (asked.opponent == HUMAN or create_player(asked.opponent, Random(0)) is None):
        raise InvalidParameter("An opponent is link, device, or a computer such as perfect or skill:0.7.")
    check_moves(game, asked.moves)
    other = asked.opponent if computer else asked.second_name or "Player 2"
    setup = Setup(
        game,
        (HUMAN, asked.opponent if computer else HUMAN),
        (name, other),
        toss=asked.first == "toss",
        seed=seed,
        best_of=asked.best_of,
        clock=TimeControl.parse(asked.clock) if asked.clock is not None else None,
    )
    (one, two), _ = setup.seat_players()
    if asked.first == "they":
        one, two = two, one
    mine = 1 if (one.name, one.kind) == (name, HUMAN) else 2
    mode: Mode = "computer" if computer else "device" if asked.opponent == "device" else "link"
    settings = MatchSettings(
        game.id,
        game.version,
        mode,
        (one.kind, two.kind),
        (one.name, two.name),
        seed,
        asked.best_of,
        # Whoever has to find out what may be chosen does not lose by looking for it.
        penalty="retry" if asked.choices == "hidden" else asked.penalty,
        clock=str(setup.clock) if setup.clock is not None else None,
        open_book=asked.open_book and mode == "link",
        choices=asked.choices,
        moves=tuple(text.strip() for text in asked.moves),
    )
    return settings, mine


def check_offered(game: AnyGame) -> None:
    """Refuses what is too large for everybody's server.

    Raises:
        InvalidParameter: It is; the sentence says what is offered.
    """
    view = game.view(game.start())
    if isinstance(view, PoolView) and view.high - view.low + 1 > POOL:
        raise InvalidParameter(f"A pool on the web has at most {POOL:,} numbers, and {quote(game.id)} has more.")
    if isinstance(view, NumbersView) and len(view.heaps) > SUM:
        raise InvalidParameter(f"A sum on the web has at most {SUM} numbers, and this one has {len(view.heaps)}.")


def check_moves(game: AnyGame, moves: Sequence[str]) -> None:
    """Refuses moves that cannot have been made, and those after which there is nothing left to play.

    Raises:
        InvalidParameter: They are like that; the sentence says which and why.
    """
    p = game.start()
    for number, text in enumerate(moves, 1):
        try:
            p = game.play(p, game.parse(p, text))
        except (IllegalMove, InvalidMove) as problem:
            raise InvalidParameter(f"Move {number} cannot be {quote(text)}: {problem}") from None
    if moves and game.outcome(p) is not None:
        raise InvalidParameter("After these moves the game is over already.")


def next_settings(settings: MatchSettings, session: Session) -> MatchSettings:
    """What is agreed about the game after a finished one: the next of its series, or another series; seats swapped."""
    series_session = SeriesSession.from_session(session)
    series_session.advance()
    following = series_session.session
    place = following.series_round
    return MatchSettings(
        settings.game,
        settings.version,
        settings.mode,
        following.kinds,
        following.names,
        following.seed,
        settings.best_of,
        place.number if place is not None else 1,
        place.score if place is not None and place.score is not None else (0, 0),
        settings.penalty,
        settings.clock,
        settings.open_book,
        settings.origin,
        settings.choices,
        settings.moves,
    )
