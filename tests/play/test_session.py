"""A session: hints, clocks, chance and the file, as they are kept and taken up again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import AliquotError, IllegalMove, InvalidParameter, UnknownGame, Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.notation import read, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import Choice
from aliquot.core.record import Record, RecordError
from aliquot.games import REGISTRY, create
from aliquot.oracle.hints import hint
from aliquot.play.session import (
    HINTS_OFF,
    NOT_SAVED,
    SAVED_AGAIN,
    ConcessionEvent,
    HintEvent,
    MoveEvent,
    SeriesRound,
    Session,
    TakeBackEvent,
)
from aliquot.play.setup import Setup
from aliquot.saves.archive import Archive, load
from aliquot.saves.files import SaveError
from aliquot.saves.match_file import MatchFile, resume

Begin = Callable[..., Session]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins sessions that are kept in a folder of the test's own, and closes them."""
    begun: list[Session] = []

    def start(name: str = "dividers-duel", **agreed: Any) -> Session:
        series_round = agreed.pop("series_round", None)
        setup = Setup(create(name), **agreed)
        store = MatchFile(Archive(tmp_path / "games")) if setup.save else None
        session = Session.from_setup(setup, setup.participants, series_round, store)
        begun.append(session)
        return session

    yield start
    for session in begun:
        session.close()


def path_of(session: Session) -> Path:
    assert isinstance(session.store, MatchFile)
    assert session.store.path is not None
    return session.store.path


def close_and_resume(session: Session) -> Session:
    session.close()
    return resume(path_of(session))


def on_disk(session: Session) -> Record:
    return load(path_of(session))


@pytest.mark.parametrize("slug", REGISTRY)
def test_hints_come_step_by_step_and_start_again_after_a_move(slug: str, begin: Begin) -> None:
    session = begin(slug)
    game: AnyGame = session.match.game
    first, p = game.legal_moves(game.start())[0], game.start()
    assert [session.hint() for _ in range(4)] == [hint(game, p, step) for step in (1, 2, 3, 3)]
    session.play(first)
    p = session.match.position
    assert [session.hint() for _ in range(2)] == [hint(game, p, step) for step in (1, 2)]
    assert session.record().hints == (4, 2)


def test_hints_start_again_in_another_position_after_as_many_turns(begin: Begin) -> None:
    session = begin()
    for move in (2, 2):
        session.play(move)
    session.hint()
    session.take_back()
    for move in (3, 2):
        session.play(move)
    assert session.hint() == hint(session.match.game, session.match.position, 1)


def test_hints_stay_counted_after_a_take_back(begin: Begin) -> None:
    session = begin()
    session.play(2)
    session.hint()
    session.play(2)
    session.take_back()
    assert session.record().hints == (0, 1)
    assert session.record().moves == ()


def test_nothing_is_written_before_the_first_move(begin: Begin, tmp_path: Path) -> None:
    session = begin()
    session.hint()
    assert not session.is_saved
    assert not (tmp_path / "games").exists()


def test_what_is_on_disk_is_the_record(begin: Begin) -> None:
    session = begin(names=("Ada", "Emmy"), seed=7, hints=False, penalty="retry")
    session.play(2)
    record = on_disk(session)
    assert record == session.record()
    assert [move.text for move in record.moves] == ["60/2"]
    assert (record.names, record.seed, record.penalty) == (("Ada", "Emmy"), 7, "retry")
    assert not record.hints_allowed
    session.resign()
    assert on_disk(session).outcome == Outcome(1, Ending.RESIGNED)


def test_the_record_after_a_take_back_has_the_moves_that_are_left(begin: Begin) -> None:
    session = begin()
    for move in (2, 2):
        session.play(move)
    assert len(on_disk(session).moves) == 2
    session.take_back()
    assert on_disk(session).moves == ()


def test_a_match_that_is_not_to_be_kept_leaves_no_file(begin: Begin, tmp_path: Path) -> None:
    session = begin(save=False)
    session.play(2)
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_it_is_said_once_and_tried_again(tmp_path: Path, begin: Begin) -> None:
    obstacle = tmp_path / "games"
    obstacle.touch()
    session = begin("dividers-duel(start=720)")
    messages: list[str] = []
    session.on_save_change = messages.append
    for move in (2, 3):
        session.play(move)
    (message,) = messages  # The problem is reported once.
    assert message.startswith(NOT_SAVED.format(problem=""))
    assert session.save_problem
    assert not session.is_saved, "nobody is promised that it can be resumed"
    obstacle.unlink()
    session.play(2)
    session.play(2)
    assert messages[1:] == [SAVED_AGAIN]
    assert (session.save_problem, session.is_saved) == ("", True)
    assert [move.text for move in on_disk(session).moves] == ["720/2", "360/3", "120/2", "60/2"]


def test_every_change_is_returned_as_an_event_after_it_is_saved(begin: Begin) -> None:
    session = begin("dividers-duel(start=720,swap)", kinds=("human", "greedy"), seed=4)
    session.start()
    session.start()
    assert not session.is_saved
    assert isinstance(session.play("2"), MoveEvent)
    assert len(on_disk(session).moves) == 1
    assert isinstance(session.play_choice(Choice(3)), MoveEvent)
    assert len(on_disk(session).moves) == 2
    hint = session.prepare_hint()()
    assert session.add_hint(hint) == HintEvent(1, 1, hint.text)
    assert on_disk(session).hints == (1, 0)
    assert session.take_back() == TakeBackEvent(1, 2)
    assert on_disk(session).moves == ()
    assert session.resign() == ConcessionEvent(1, Ending.RESIGNED, Outcome(2, Ending.RESIGNED))
    assert on_disk(session).outcome == Outcome(2, Ending.RESIGNED)


def test_a_hint_that_is_refused_is_not_counted(begin: Begin) -> None:
    strict = begin(hints=False)
    with pytest.raises(IllegalMove, match=HINTS_OFF):
        strict.hint()
    unknown = begin("divisor-duel-pool(pool=1-300,misere)")
    with pytest.raises(Unsolved):
        unknown.hint()
    assert (strict.hints, unknown.hints) == ([0, 0], [0, 0])


def test_a_hint_that_comes_too_late_is_not_given(begin: Begin) -> None:
    session = begin()
    late = session.prepare_hint()()
    session.play(2)
    assert session.add_hint(late) is None
    assert session.hints == [0, 0]


def test_the_clock_of_whoever_is_to_move_runs_from_the_start_on(begin: Begin) -> None:
    seconds = 0.0
    session = begin("dividers-duel(start=720)")
    session.clock = Clock(TimeControl(60, 2), now=lambda: seconds)
    seconds += 100
    session.start()
    seconds += 10
    session.play(2)
    seconds += 5
    session.play(3)
    assert [session.clock.remaining(seat) for seat in (1, 2)] == [timedelta(seconds=52), timedelta(seconds=57)]
    session.resign()
    seconds += 100
    assert session.clock.remaining(1) == timedelta(seconds=52), "after the end no clock runs"


def test_time_that_is_up_ends_the_match_at_the_next_look_or_move(begin: Begin) -> None:
    for how in (Session.flag, lambda session: session.play(2)):
        seconds = 0.0
        session = begin()
        session.clock = Clock(TimeControl(60), now=lambda: seconds)  # noqa: B023, called at once
        session.start()
        assert session.flag() is None
        seconds += 61
        assert how(session) == ConcessionEvent(1, Ending.OUT_OF_TIME, Outcome(2, Ending.OUT_OF_TIME))
        assert session.flag() is None, "a match is lost once"


def test_resigning_while_the_computer_has_yet_to_think_leaves_its_clock_alone(begin: Begin) -> None:
    seconds = 0.0
    session = begin(kinds=("perfect", "human"))
    session.clock = Clock(TimeControl(60), now=lambda: seconds)
    session.start()
    seconds += 10
    session.resign(2)
    with pytest.raises(IllegalMove, match="The match is over"):
        session.prepare_choice()
    seconds += 10
    assert session.clock.remaining(1) == timedelta(seconds=60)


def test_one_who_has_just_moved_takes_back_that_move_alone(begin: Begin) -> None:
    session = begin("dividers-duel(start=720720)")
    assert (session.take_back_count(1), session.take_back_count(2)) == (0, 0)
    session.play(2)
    assert (session.take_back_count(1), session.take_back_count(2)) == (1, 0)
    session.play(3)
    assert (session.take_back_count(1), session.take_back_count(2)) == (2, 1)
    assert session.take_back(2) == TakeBackEvent(2, 1)
    assert (session.match.moves, session.match.seat) == ((2,), 2)
    with pytest.raises(IllegalMove, match="no turn to take back"):
        session.take_back(2)


def test_a_swap_is_made_where_the_rule_allows_it(begin: Begin) -> None:
    session = begin("dividers-duel(start=60,swap)")
    with pytest.raises(IllegalMove, match="nothing to swap"):
        session.swap()
    session.play(2)
    assert isinstance(session.swap(), MoveEvent)
    assert session.match.seat == 1


@pytest.mark.parametrize("clock", ["60.5", "0.25+1.125", "999999+0"])
def test_every_clock_a_record_may_have_can_be_taken_up(clock: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.duel"
    path.write_text(f'[Game "dividers-duel(start=60)"]\n[Clock "{clock}"]\n60/2 *\n')
    session = resume(path)
    session.play(2)
    session.close()
    again = load(path)
    assert again.clock is not None
    assert TimeControl.parse(again.clock) == TimeControl.parse(clock)


def test_hints_names_rules_and_round_are_as_they_were_when_taken_up_again(begin: Begin) -> None:
    session = begin(names=("Ada", "Emmy"), seed=7, hints=False, penalty="retry", series_round=SeriesRound(2, 3, (1, 0)))
    session.play(2)
    session.hints = [3, 1]
    before = session.record()
    again = close_and_resume(session)
    assert again.record() == before
    assert not again.hints_allowed
    assert again.match.penalty == "retry"
    assert again.match.moves == (2,)
    again.close()


def test_the_clocks_go_on_with_what_was_left(begin: Begin) -> None:
    session = begin(clock=TimeControl(60, 2))
    seconds = 0.0
    session.clock = Clock(TimeControl(60, 2), now=lambda: seconds)
    session.start()
    seconds += 10.25
    session.play(2)
    seconds += 5
    again = close_and_resume(session)
    assert again.clock is not None
    assert again.clock.control == TimeControl(60, 2)
    assert (again.clock.remaining(1), again.clock.remaining(2)) == (timedelta(seconds=51.75), timedelta(seconds=55))
    again.close()


@pytest.mark.parametrize("kinds", [("random", "random"), ("skill:0.5", "perfect"), ("greedy", "skill:0.2")])
def test_the_same_seed_gives_the_same_match_even_if_it_is_taken_up_again_after_every_move(
    kinds: tuple[str, str], begin: Begin
) -> None:
    def finish(seed: int, *, interrupted: bool) -> tuple[Any, ...]:
        session = begin("divisor-duel-pool(pool=2-30)", kinds=kinds, seed=seed)
        while session.match.outcome is None:
            assert isinstance(session.computer_turn(), MoveEvent)
            if interrupted and session.match.outcome is None:
                session = close_and_resume(session)
        session.close()
        return tuple(session.match.moves)

    games = [finish(seed, interrupted=False) for seed in range(6)]
    assert games == [finish(seed, interrupted=True) for seed in range(6)]
    assert len(set(games)) > 1


def test_the_games_of_a_series_differ_under_one_seed(begin: Begin) -> None:
    def opening(number: int) -> Any:
        session = begin("divisor-duel-pool", kinds=("random", "random"), seed=1, series_round=SeriesRound(number, 9))
        session.computer_turn()
        return session.match.moves[0]

    assert len({opening(number) for number in range(1, 10)}) > 1


def test_a_computer_out_of_time_loses_and_the_record_says_so(begin: Begin) -> None:
    session = begin(kinds=("perfect", "random"))
    session.clock = Clock(TimeControl(60), (timedelta(), timedelta(seconds=60)))
    assert session.computer_turn() == ConcessionEvent(1, Ending.OUT_OF_TIME, Outcome(2, Ending.OUT_OF_TIME))
    assert on_disk(session).outcome == Outcome(2, Ending.OUT_OF_TIME)


def test_a_person_is_not_moved_for(begin: Begin) -> None:
    with pytest.raises(ValueError, match="a person is to move"):
        begin().computer_turn()


def test_a_match_is_taken_up_in_one_place_at_a_time(begin: Begin) -> None:
    session = begin()
    session.play(2)
    again = close_and_resume(session)
    with pytest.raises(SaveError, match="is being played in another window"):
        resume(path_of(again))
    again.close()
    resume(path_of(again)).close()


def test_a_match_that_is_begun_is_held_from_its_first_save_on(begin: Begin) -> None:
    session = begin()
    session.play(2)
    with pytest.raises(SaveError, match="is being played in another window"):
        resume(path_of(session))


REMARKED = """[Game "dividers-duel(start=720)"]
[Event "Friday night"]

{A quiet opening.} 1. 2! {Slow, but sound} (1. 720/360 {wins at once}) 360/3?? 2. 120/2 *
"""


def test_remarks_variations_and_strange_tags_survive_being_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "friday.duel"
    path.write_text(REMARKED)
    session = resume(path)
    session.play(2)
    session.close()
    record = load(path)
    assert record.comment == "A quiet opening."
    assert ("Event", "Friday night") in record.extra
    assert [move.text for move in record.moves] == ["720/2", "360/3", "120/2", "60/2"]
    assert [move.annotation for move in record.moves] == ["!", "??", "", ""]
    assert record.moves[0].comment == "Slow, but sound"
    assert record.moves[0].variations[0][0].comment == "wins at once"


def test_what_was_said_about_a_move_that_is_taken_back_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "friday.duel"
    path.write_text(REMARKED)
    session = resume(path)
    session.take_back()
    session.play(2)
    session.play(2)
    session.close()
    moves = load(path).moves
    assert [move.text for move in moves] == ["720/2", "360/2", "180/2"]
    assert [move.annotation for move in moves] == ["!", "", ""]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"game": "dividers-duel(start=2)"}, InvalidParameter),
        ({"version": 99}, RecordError),
        ({"kinds": ("human", "grandmaster")}, InvalidParameter),
        ({"kinds": ("skill:2", "human")}, InvalidParameter),
    ],
    ids=str,
)
def test_what_cannot_be_taken_up_is_refused_and_left_as_it_was(
    change: dict[str, Any], error: type[AliquotError], tmp_path: Path
) -> None:
    path = tmp_path / "strange.duel"
    path.write_text(write(replace(read('[Game "dividers-duel(start=60)"] 60/2 *'), **change)))
    before = path.read_bytes()
    with pytest.raises(error):
        resume(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "no lock is left beside it"


def test_nothing_is_made_where_there_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        resume(tmp_path / "folder" / "missing.duel")
    assert list(tmp_path.iterdir()) == []


# --- thinking, settling and taking back -------------------------------------------------------------


def test_a_computer_thinks_without_moving_and_moves_when_it_is_settled(begin: Begin) -> None:
    session = begin(kinds=("perfect", "random"))
    thought = session.prepare_choice()()
    assert isinstance(thought, Choice)
    assert session.match.turns == ()
    assert isinstance(session.play_choice(thought), MoveEvent)
    assert session.match.moves == (thought.move,)


def test_thinking_and_settling_is_the_same_as_a_turn_at_once(begin: Begin) -> None:
    def finish(*, apart: bool) -> tuple[Any, ...]:
        session = begin("divisor-duel-pool(pool=2-30)", kinds=("random", "skill:0.5"), seed=5)
        while session.match.outcome is None:
            if apart:
                session.prepare_choice()()  # A thought that nobody settles changes nothing, not even chance.
                session.play_choice(session.prepare_choice()())
            else:
                session.computer_turn()
        return tuple(session.match.moves)

    assert finish(apart=True) == finish(apart=False)


def test_thinking_takes_time_and_settling_adds_the_increment(begin: Begin) -> None:
    session = begin(kinds=("perfect", "random"))
    seconds = 0.0
    session.clock = Clock(TimeControl(60, 2), now=lambda: seconds)
    thought = session.prepare_choice()()
    seconds += 10
    assert session.clock.remaining(1) == timedelta(seconds=50)
    session.play_choice(thought)
    seconds += 10
    assert (session.clock.remaining(1), session.clock.remaining(2)) == (timedelta(seconds=52), timedelta(seconds=60))


def test_a_person_is_not_thought_for(begin: Begin) -> None:
    session = begin(kinds=("human", "perfect"))
    with pytest.raises(ValueError, match="a person is to move"):
        session.prepare_choice()()


def test_a_thought_that_comes_after_the_end_changes_nothing(begin: Begin) -> None:
    session = begin(kinds=("perfect", "human"))
    session.clock = Clock(TimeControl(60, 2), now=lambda: 0.0)
    thought = session.prepare_choice()()
    session.resign(2)
    with pytest.raises(IllegalMove, match="The match is over"):
        session.play_choice(thought)
    assert session.match.outcome == Outcome(1, Ending.RESIGNED)
    assert session.clock.remaining(1) == timedelta(seconds=60), "no increment for a move that was not made"


def test_a_round_is_taken_back_at_once_and_only_while_the_match_goes_on(begin: Begin) -> None:
    session = begin("dividers-duel(start=720720)")
    assert not session.take_back_count()
    session.play(2)
    assert not session.take_back_count(), "the other's move is not one's own to take back"
    session.play(2)
    session.play(3)
    assert session.take_back_count()
    seat = session.match.seat
    session.take_back()
    assert session.match.moves == (2,)
    assert session.match.seat == seat
    assert not session.take_back_count()
    session.play(2)
    session.resign()
    assert not session.take_back_count()


def test_a_swap_is_taken_back_like_a_move(begin: Begin) -> None:
    session = begin("dividers-duel(start=60,swap)")
    for text in ("2", "swap"):
        session.play(text)
    assert session.take_back_count()
    session.take_back()
    assert (session.match.turns, session.match.seat) == ((), 1)


def test_the_step_of_a_hint_is_told(begin: Begin) -> None:
    session = begin()
    steps = [session.hint_step]
    for _ in range(5):
        session.hint()
        steps.append(session.hint_step)
    assert steps == [0, 1, 2, 3, 3, 3]
    session.play(2)
    session.hint()
    assert session.hint_step == 1


def test_a_match_that_is_over_before_the_first_move_is_not_saved(begin: Begin, tmp_path: Path) -> None:
    session = begin("dividers-duel(start=7)")
    session.start()
    session.close()
    assert not (tmp_path / "games").exists()


def without_lock(session: Session) -> tuple[Session, Path, list[str]]:
    """Resume a match where no lock can be created, as in a read-only folder."""
    session.play(2)
    path = path_of(session)
    session.close()
    lock = path.with_name(f".{path.name}.lock")
    lock.mkdir()
    resumed, messages = resume(path), list[str]()
    resumed.report_saving_to(messages.append)
    return resumed, lock, messages


def test_a_match_that_cannot_be_locked_is_played_on_unsaved_and_that_is_said(begin: Begin) -> None:
    session, lock, messages = without_lock(begin("dividers-duel(start=720)"))
    before = on_disk(session)
    session.play(3)
    assert [message.startswith(NOT_SAVED.format(problem="")) for message in messages] == [True]
    assert on_disk(session) == before
    lock.rmdir()
    session.play(2)
    assert messages[1:] == [SAVED_AGAIN]
    assert [move.text for move in on_disk(session).moves] == ["720/2", "360/3", "120/2"]
    session.close()


def test_a_match_that_was_not_locked_never_overwrites_another_program(begin: Begin) -> None:
    session, lock, _ = without_lock(begin("dividers-duel(start=720)"))
    lock.rmdir()
    other = resume(path_of(session))
    other.play(4)
    other.close()
    session.play(3)
    session.play(2)
    assert "changed by another program" in session.save_problem
    assert [move.text for move in on_disk(session).moves] == ["720/2", "360/4"]
    session.close()
    assert [move.text for move in on_disk(session).moves] == ["720/2", "360/4"]
