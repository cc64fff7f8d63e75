"""A player's statistics over the saved matches."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.outcome import SEATS, Seat, other
from aliquot.core.player import HUMAN
from aliquot.core.record import Record
from aliquot.games import create, slug_of
from aliquot.reports.scale import PHASES, Decision, phase_of, size_of
from aliquot.saves.index import Accuracy, Choice, Choices, Summary

_ILLEGAL = 2
"""The result of an illegal choice in `Choices`."""


@dataclass(slots=True)
class Tally:
    """Matches won and lost."""

    won: int = 0
    lost: int = 0


@dataclass(slots=True)
class Profile:
    """Statistics of the finished matches of one player."""

    total: Tally = field(default_factory=Tally)
    by_opponent: dict[str, Tally] = field(default_factory=dict)
    """By opponent: a kind of computer, or the name of a person."""
    by_game: dict[str, Tally] = field(default_factory=dict)
    """By the rule book's slug."""
    accuracies: list[float] = field(default_factory=list)
    """For each match in which a choice mattered, oldest first: the share of choices that kept the win."""
    decisions: list[Decision] = field(default_factory=list)
    """Every decision, for the scale; those in which nothing was at stake are only counted."""
    longest_streak: int = 0
    """The most matches won in a row."""
    hints: int = 0


def profile(games: Iterable[Summary], name: str | None = None) -> Profile:
    """Add up the finished matches of a player.

    Args:
        games: The matches, oldest first.
        name: The player; by default the only person in a match, and in a match between two people the one who has
            finished most matches.
    """
    games = list(games)
    most = people(record for record in games if record.outcome is not None).most_common(1)
    result, streak = Profile(), 0
    for number, record in enumerate(games):
        seat = _seat_of(record, name, most[0][0] if most else "")
        if seat is None or record.outcome is None:
            continue
        won = record.outcome.winner == seat
        opponent = other(seat) - 1
        rival = record.kinds[opponent] if record.kinds[opponent] != HUMAN else record.names[opponent]
        for tally in (
            result.total,
            result.by_opponent.setdefault(rival, Tally()),
            result.by_game.setdefault(slug_of(record.game), Tally()),
        ):
            tally.won += won
            tally.lost += not won
        streak = streak + 1 if won else 0
        result.longest_streak = max(result.longest_streak, streak)
        result.hints += record.hints[seat - 1]
        wins, choices = record.accuracy[seat - 1] if record.accuracy else (0, 0)
        if choices:
            result.accuracies.append(wins / choices)
        result.decisions += _decisions(record, seat, str(number))
    return result


def _decisions(record: Summary, seat: Seat, match: str) -> Iterable[Decision]:
    """Return the decisions of a seat in a match that was reviewed."""
    if not record.choices:
        return ()
    choices = record.choices[seat - 1]
    idle = max(0, (record.moves + (seat == 1)) // 2 - len(choices))
    return [
        *(
            Decision(winning, moves, result == 1, match, size, PHASES[phase], result != _ILLEGAL)
            for winning, moves, result, size, phase in choices
        ),
        *[Decision(0, 0, False, match)] * idle,
    ]


def people(games: Iterable[Summary]) -> Counter[str]:
    """Count the matches of each person."""
    return Counter(
        name for record in games for name, kind in zip(record.names, record.kinds, strict=True) if kind == HUMAN
    )


def _seat_of(record: Summary, name: str | None, usual: str) -> Seat | None:
    """Return the seat of the player of that name; without a name, of the only person or of the usual player."""
    humans = [seat for seat in SEATS if record.kinds[seat - 1] == HUMAN]
    if name is None and len(humans) > 1:
        name = usual
    if name is not None:
        humans = [seat for seat in humans if record.names[seat - 1].casefold() == name.casefold()]
    return humans[0] if len(humans) == 1 else None


def judge_choices(record: Record) -> Choices:
    """Return the decisions of each seat in won positions that mattered; empty if the game cannot be solved."""
    from aliquot.oracle.review import weigh

    choices: tuple[list[Choice], list[Choice]] = [], []
    try:
        game: AnyGame = create(record.game)
        weights = [*weigh(record.replay(game))]
        for number, weight in enumerate(weights):
            if weight.matters:
                result = _ILLEGAL if weight.turn.after is None else int(weight.keeps_win)
                size, phase = size_of(game.view(weight.turn.before)), PHASES.index(phase_of(number, len(weights)))
                choices[weight.turn.seat - 1].append((weight.winning, weight.moves, result, size, phase))
    except AliquotError:
        return ()
    return tuple(map(tuple, choices))


def accuracy_of(choices: Choices) -> Accuracy:
    """Return how often each seat kept a win it could have lost, and how often it could have; empty if unknown.

    An illegal choice says nothing about accuracy.
    """
    legal = ([result for _, _, result, *_ in seat if result != _ILLEGAL] for seat in choices)
    return tuple((sum(each), len(each)) for each in legal)
