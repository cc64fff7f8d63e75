"""A sitting: hints, clocks, chance and the file, as they are kept and taken up again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import AliquotError, IllegalMove, InvalidParameter, UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.notation import read, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import Choice
from aliquot.core.record import Record, RecordError
from aliquot.games import REGISTRY, create
from aliquot.oracle.coach import hint
from aliquot.saves.archive import Archive, SaveError, load
from aliquot.terminal.setup import Setup
from aliquot.terminal.sitting import Sitting

Begin = Callable[..., Sitting]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins sittings that are kept in a folder of the test's own, and closes them."""
    begun: list[Sitting] = []

    def start(name: str = "dividers-duel", **agreed: Any) -> Sitting:
        setup = Setup(create(name), **agreed)
        sitting = Sitting.begin(setup, setup.players)
        sitting.archive = Archive(tmp_path / "games")
        begun.append(sitting)
        return sitting

    yield start
    for sitting in begun:
        sitting.close()


def close_and_resume(sitting: Sitting) -> Sitting:
    sitting.save()
    sitting.close()
    assert sitting.path is not None
    return Sitting.resume(sitting.path)


def on_disk(sitting: Sitting) -> Record:
    assert sitting.path is not None
    return load(sitting.path)


@pytest.mark.parametrize("slug", REGISTRY)
def test_hints_come_step_by_step_and_start_again_after_a_move(slug: str, begin: Begin) -> None:
    sitting = begin(slug)
    game: AnyGame = sitting.match.game
    first, p = game.legal_moves(game.start())[0], game.start()
    assert [sitting.hint() for _ in range(4)] == [hint(game, p, step) for step in (1, 2, 3, 3)]
    sitting.match.play(first)
    p = sitting.match.position
    assert [sitting.hint() for _ in range(2)] == [hint(game, p, step) for step in (1, 2)]
    assert sitting.record().hints == (4, 2)


def test_hints_start_again_in_another_position_after_as_many_turns(begin: Begin) -> None:
    sitting = begin()
    for move in (2, 2):
        sitting.match.play(move)
    sitting.hint()
    sitting.match.undo(2)
    for move in (3, 2):
        sitting.match.play(move)
    assert sitting.hint() == hint(sitting.match.game, sitting.match.position, 1)


def test_hints_stay_counted_after_a_take_back(begin: Begin) -> None:
    sitting = begin()
    sitting.match.play(2)
    sitting.hint()
    sitting.match.play(2)
    sitting.match.undo(2)
    assert sitting.record().hints == (0, 1)
    assert sitting.record().moves == ()


def test_nothing_is_written_before_the_first_move(begin: Begin, tmp_path: Path) -> None:
    sitting = begin()
    sitting.hint()
    sitting.save()
    assert sitting.path is None
    assert not (tmp_path / "games").exists()


def test_what_is_on_disk_is_the_record(begin: Begin) -> None:
    sitting = begin(names=("Ada", "Emmy"), seed=7, hints=False, penalty="retry")
    sitting.match.play(2)
    sitting.save()
    record = on_disk(sitting)
    assert record == sitting.record()
    assert [move.text for move in record.moves] == ["60/2"]
    assert (record.names, record.seed, record.penalty) == (("Ada", "Emmy"), 7, "retry")
    assert ("Hints", "off") in record.extra
    sitting.match.concede(Ending.RESIGNED)
    sitting.save()
    assert on_disk(sitting).outcome == Outcome(1, Ending.RESIGNED)


def test_the_record_after_a_take_back_has_the_moves_that_are_left(begin: Begin) -> None:
    sitting = begin()
    for move in (2, 2, 3):
        sitting.match.play(move)
        sitting.save()
    assert on_disk(sitting).outcome is not None
    sitting.match.undo(2)
    sitting.save()
    assert [move.text for move in on_disk(sitting).moves] == ["60/2"]
    assert on_disk(sitting).outcome is None


def test_a_match_that_is_not_to_be_kept_leaves_no_file(begin: Begin, tmp_path: Path) -> None:
    sitting = begin(save=False)
    sitting.match.play(2)
    sitting.save()
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_it_is_said_once(tmp_path: Path, begin: Begin) -> None:
    (tmp_path / "file").touch()
    sitting = begin()
    sitting.archive = Archive(tmp_path / "file" / "games")
    sitting.match.play(2)
    with pytest.raises(SaveError):
        sitting.save()
    sitting.save()
    assert not sitting.keeps


def test_hints_names_rules_and_round_are_as_they_were_when_taken_up_again(begin: Begin) -> None:
    sitting = begin(names=("Ada", "Emmy"), seed=7, hints=False, penalty="retry")
    sitting.round = (2, 3)
    sitting.match.play(2)
    sitting.hints = [3, 1]
    before = sitting.record()
    again = close_and_resume(sitting)
    assert again.record() == before
    assert not again.allows_hints
    assert again.match.penalty == "retry"
    assert again.match.moves == (2,)
    again.close()


def test_the_clocks_go_on_with_what_was_left(begin: Begin) -> None:
    sitting = begin(clock=TimeControl(60, 2))
    seconds = 0.0
    sitting.clock = Clock(TimeControl(60, 2), now=lambda: seconds)
    sitting.clock.start(1)
    seconds += 10.25
    sitting.match.play(2)
    sitting.clock.moved(1)
    sitting.clock.start(2)
    seconds += 5
    again = close_and_resume(sitting)
    assert again.clock is not None
    assert again.clock.control == TimeControl(60, 2)
    assert (again.clock.remaining(1), again.clock.remaining(2)) == (timedelta(seconds=51.75), timedelta(seconds=55))
    again.close()


@pytest.mark.parametrize("kinds", [("random", "random"), ("skill:0.5", "perfect"), ("greedy", "skill:0.2")])
def test_the_same_seed_gives_the_same_match_even_if_it_is_taken_up_again_after_every_move(
    kinds: tuple[str, str], begin: Begin
) -> None:
    def finish(seed: int, *, interrupted: bool) -> tuple[Any, ...]:
        sitting = begin("divisor-duel-pool(pool=2-30)", kinds=kinds, seed=seed)
        while sitting.match.outcome is None:
            assert isinstance(sitting.computer_turn(), Choice)
            if interrupted and sitting.match.outcome is None:
                sitting = close_and_resume(sitting)
        sitting.close()
        return tuple(sitting.match.moves)

    games = [finish(seed, interrupted=False) for seed in range(6)]
    assert games == [finish(seed, interrupted=True) for seed in range(6)]
    assert len(set(games)) > 1


def test_the_games_of_a_series_differ_under_one_seed(begin: Begin) -> None:
    def opening(number: int) -> Any:
        sitting = begin("divisor-duel-pool", kinds=("random", "random"), seed=1)
        sitting.round = (number, 9)
        sitting.computer_turn()
        return sitting.match.moves[0]

    assert len({opening(number) for number in range(1, 10)}) > 1


def test_a_computer_out_of_time_loses_and_the_record_says_so(begin: Begin) -> None:
    sitting = begin(kinds=("perfect", "random"))
    sitting.clock = Clock(TimeControl(60), (timedelta(), timedelta(seconds=60)))
    assert sitting.computer_turn() == Outcome(2, Ending.OUT_OF_TIME)
    sitting.save()
    assert on_disk(sitting).outcome == Outcome(2, Ending.OUT_OF_TIME)


def test_a_person_is_not_moved_for(begin: Begin) -> None:
    with pytest.raises(ValueError, match="a person is to move"):
        begin().computer_turn()


def test_a_match_is_taken_up_in_one_place_at_a_time(begin: Begin) -> None:
    sitting = begin()
    sitting.match.play(2)
    again = close_and_resume(sitting)
    assert again.path is not None
    with pytest.raises(SaveError, match="is being played in another window"):
        Sitting.resume(again.path)
    again.close()
    Sitting.resume(again.path).close()


def test_a_match_that_is_begun_is_held_from_its_first_save_on(begin: Begin) -> None:
    sitting = begin()
    sitting.match.play(2)
    sitting.save()
    assert sitting.path is not None
    with pytest.raises(SaveError, match="is being played in another window"):
        Sitting.resume(sitting.path)


REMARKED = """[Game "dividers-duel(start=720)"]
[Event "Friday night"]

{A quiet opening.} 1. 2! {Slow, but sound} (1. 720/360 {wins at once}) 360/3?? 2. 120/2 *
"""


def test_remarks_variations_and_strange_tags_survive_being_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "friday.duel"
    path.write_text(REMARKED)
    sitting = Sitting.resume(path)
    sitting.match.play(2)
    sitting.save()
    sitting.close()
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
    sitting = Sitting.resume(path)
    sitting.match.undo(2)
    sitting.match.play(2)
    sitting.match.play(2)
    sitting.save()
    sitting.close()
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
        ({"clock": "0+1"}, InvalidParameter),
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
        Sitting.resume(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "no lock is left beside it"


def test_nothing_is_made_where_there_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        Sitting.resume(tmp_path / "folder" / "missing.duel")
    assert list(tmp_path.iterdir()) == []


# --- thinking, settling and taking back -------------------------------------------------------------


def test_a_computer_thinks_without_moving_and_moves_when_it_is_settled(begin: Begin) -> None:
    sitting = begin(kinds=("perfect", "random"))
    thought = sitting.think()
    assert isinstance(thought, Choice)
    assert sitting.match.turns == ()
    assert sitting.settle(thought) == thought
    assert sitting.match.moves == (thought.move,)


def test_thinking_and_settling_is_the_same_as_a_turn_at_once(begin: Begin) -> None:
    def finish(*, apart: bool) -> tuple[Any, ...]:
        sitting = begin("divisor-duel-pool(pool=2-30)", kinds=("random", "skill:0.5"), seed=5)
        while sitting.match.outcome is None:
            if apart:
                sitting.think()  # A thought that nobody settles changes nothing, not even chance.
                sitting.settle(sitting.think())
            else:
                sitting.computer_turn()
        return tuple(sitting.match.moves)

    assert finish(apart=True) == finish(apart=False)


def test_thinking_takes_time_and_settling_adds_the_increment(begin: Begin) -> None:
    sitting = begin(kinds=("perfect", "random"))
    seconds = 0.0
    sitting.clock = Clock(TimeControl(60, 2), now=lambda: seconds)
    thought = sitting.think()
    seconds += 10
    assert sitting.clock.remaining(1) == timedelta(seconds=50)
    sitting.settle(thought)
    seconds += 10
    assert (sitting.clock.remaining(1), sitting.clock.remaining(2)) == (timedelta(seconds=52), timedelta(seconds=60))


def test_a_person_is_not_thought_for(begin: Begin) -> None:
    sitting = begin(kinds=("human", "perfect"))
    with pytest.raises(ValueError, match="a person is to move"):
        sitting.think()


def test_a_thought_that_comes_after_the_end_changes_nothing(begin: Begin) -> None:
    sitting = begin(kinds=("perfect", "human"))
    sitting.clock = Clock(TimeControl(60, 2), now=lambda: 0.0)
    thought = sitting.think()
    sitting.match.concede(Ending.RESIGNED, 2)
    with pytest.raises(IllegalMove, match="The match is over"):
        sitting.settle(thought)
    assert sitting.match.outcome == Outcome(1, Ending.RESIGNED)
    assert sitting.clock.remaining(1) == timedelta(seconds=60), "no increment for a move that was not made"


def test_a_round_is_taken_back_at_once_and_only_while_the_match_goes_on(begin: Begin) -> None:
    sitting = begin("dividers-duel(start=720720)")
    assert not sitting.can_take_back
    sitting.match.play(2)
    assert not sitting.can_take_back, "the other's move is not one's own to take back"
    sitting.match.play(2)
    sitting.match.play(3)
    assert sitting.can_take_back
    seat = sitting.match.seat
    sitting.take_back()
    assert sitting.match.moves == (2,)
    assert sitting.match.seat == seat
    assert not sitting.can_take_back
    sitting.match.play(2)
    sitting.match.concede(Ending.RESIGNED)
    assert not sitting.can_take_back


def test_a_swap_is_taken_back_like_a_move(begin: Begin) -> None:
    sitting = begin("dividers-duel(start=60,swap)")
    for text in ("2", "swap"):
        sitting.match.play(sitting.match.game.parse(sitting.match.position, text))
    assert sitting.can_take_back
    sitting.take_back()
    assert (sitting.match.turns, sitting.match.seat) == ((), 1)


def test_the_step_of_a_hint_is_told(begin: Begin) -> None:
    sitting = begin()
    steps = [sitting.hint_step]
    for _ in range(5):
        sitting.hint()
        steps.append(sitting.hint_step)
    assert steps == [0, 1, 2, 3, 3, 3]
    sitting.match.play(2)
    sitting.hint()
    assert sitting.hint_step == 1
