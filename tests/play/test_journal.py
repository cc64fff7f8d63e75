"""A session made again from what was written down of it is the same session."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from aliquot.core.clock import TimeControl
from aliquot.core.errors import IllegalMove
from aliquot.games import create
from aliquot.play.journal import Entry, enter, entry_of, remaining
from aliquot.play.session import Event, Session
from aliquot.play.setup import Setup


def begin(game: str, **settings: Any) -> Session:
    setup = Setup(create(game), names=("Ada", "Emmy"), **settings)
    return Session.from_setup(setup, setup.participants)


def stored(session: Session, event: Event | None) -> Entry:
    """An event as it is stored and read again."""
    assert event is not None
    entry = entry_of(session, event)
    assert entry is not None
    read: Entry = json.loads(json.dumps(entry))
    return read


@pytest.mark.parametrize(
    "game",
    [
        "dividers-duel(start=5040)",
        "divisor-duel-pool(pool=2-30,swap)",
        "factor-duel(start=60+84,misere)",
        "sum(dividers-duel:60+divisor-duel-subtract:16)",
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_a_journal_leads_to_where_the_match_is(game: str, seed: int) -> None:
    session, again, generator = begin(game), begin(game), Random(seed)
    entries = []
    while session.outcome is None:
        event: Event | None
        if session.take_back_count() and generator.random() < 0.2:
            event = session.take_back()
        elif generator.random() < 0.1:
            event = session.add_hint(session.prepare_hint()())
        else:
            event = session.play(generator.choice(session.match.game.legal_moves(session.match.position)))
        entries.append(stored(session, event))
    for entry in entries:
        enter(again, entry)
    assert again.match.position == session.match.position
    assert list(again.match.moves) == list(session.match.moves)
    assert (again.outcome, again.hints) == (session.outcome, session.hints)


def test_a_resignation_and_an_illegal_choice_are_entered() -> None:
    acts: list[Callable[[Session], Event]] = [lambda one: one.resign(2), lambda one: one.play("7")]
    for act in acts:
        session, again = begin("dividers-duel(start=60)"), begin("dividers-duel(start=60)")
        enter(again, stored(session, act(session)))
        assert again.outcome == session.outcome is not None
        assert again.record().illegal == session.record().illegal


def test_clocks_stand_as_they_stood_and_run_only_when_the_match_does() -> None:
    control = TimeControl(100, 5)
    session, again = begin("dividers-duel(start=60)", clock=control), begin("dividers-duel(start=60)", clock=control)
    enter(again, {"kind": "moved", "seat": 1, "move": "60/2", "remaining": (42_000, 99_500)})
    assert remaining(again) == (42_000, 99_500), "nobody has come back yet, so no clock runs"
    enter(session, {"kind": "moved", "seat": 1, "move": "60/2"})
    assert remaining(session) == (100_000, 100_000)
    assert remaining(begin("dividers-duel(start=60)")) is None


def test_what_cannot_have_happened_is_refused() -> None:
    with pytest.raises(IllegalMove):
        enter(begin("dividers-duel(start=60)"), {"kind": "taken_back", "seat": 1, "turns": 3})


@pytest.mark.parametrize("move", ["60/7", "61/2", "bread"])
def test_an_illegal_move_is_refused_where_it_cannot_have_lost(move: str) -> None:
    session = begin("dividers-duel(start=60)", penalty="retry")
    with pytest.raises(IllegalMove):
        enter(session, {"kind": "moved", "seat": 1, "move": move})
    assert session.outcome is None


def test_a_move_of_the_other_seat_is_refused() -> None:
    with pytest.raises(IllegalMove):
        enter(begin("dividers-duel(start=60)"), {"kind": "moved", "seat": 2, "move": "60/2"})
