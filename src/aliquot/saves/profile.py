"""A player's profile: what the saved games say about somebody's play."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.outcome import SEATS, Seat, other
from aliquot.core.player import HUMAN
from aliquot.core.record import Record
from aliquot.games import create, slug_of
from aliquot.saves.index import Accuracy, Summary


@dataclass(slots=True)
class Tally:
    """Games won and lost."""

    won: int = 0
    lost: int = 0


@dataclass(slots=True)
class Profile:
    """What the finished games of one player add up to."""

    total: Tally = field(default_factory=Tally)
    by_opponent: dict[str, Tally] = field(default_factory=dict)
    """By what the opponent was: a kind of computer, or the name of a person."""
    by_game: dict[str, Tally] = field(default_factory=dict)
    """By the rule book's slug."""
    accuracies: list[float] = field(default_factory=list)
    """For each game in which a choice mattered, oldest first: how often the win was kept."""
    longest_streak: int = 0
    """The most games won in a row."""
    hints: int = 0


def profile(games: Iterable[Summary], name: str | None = None) -> Profile:
    """Adds up the finished games of a player.

    Args:
        games: The games, oldest first.
        name: Whose games; unless given, those of people against computers, and of games between two people those of
            whoever has played most.
    """
    games = list(games)
    most = people(games).most_common(1)
    found, streak = Profile(), 0
    for record in games:
        seat = _seat_of(record, name, most[0][0] if most else "")
        if seat is None or record.outcome is None:
            continue
        won = record.outcome.winner == seat
        opponent = other(seat) - 1
        rival = record.kinds[opponent] if record.kinds[opponent] != HUMAN else record.names[opponent]
        for tally in (
            found.total,
            found.by_opponent.setdefault(rival, Tally()),
            found.by_game.setdefault(slug_of(record.game), Tally()),
        ):
            tally.won += won
            tally.lost += not won
        streak = streak + 1 if won else 0
        found.longest_streak = max(found.longest_streak, streak)
        found.hints += record.hints[seat - 1]
        kept, choices = record.accuracy[seat - 1] if record.accuracy else (0, 0)
        if choices:
            found.accuracies.append(kept / choices)
    return found


def people(games: Iterable[Summary]) -> Counter[str]:
    """How many games each person has played."""
    return Counter(
        name for record in games for name, kind in zip(record.names, record.kinds, strict=True) if kind == HUMAN
    )


def _seat_of(record: Summary, name: str | None, usual: str) -> Seat | None:
    """Where somebody sat: of that name, or if none is given, the only person there or the one who usually plays."""
    humans = [seat for seat in SEATS if record.kinds[seat - 1] == HUMAN]
    if name is None and len(humans) > 1:
        name = usual
    if name is not None:
        humans = [seat for seat in humans if record.names[seat - 1].casefold() == name.casefold()]
    return humans[0] if len(humans) == 1 else None


def accuracy(record: Record) -> Accuracy:
    """How often each seat kept a win it could have lost, and how often it could have; empty if that is not known."""
    from aliquot.oracle.review import accuracies

    try:
        game: AnyGame = create(record.game)
        return accuracies(record.replay(game))
    except AliquotError:
        return ()
