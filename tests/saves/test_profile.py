from collections.abc import Iterable
from dataclasses import replace

import pytest

from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.record import Record, RecordedMove
from aliquot.reports import scale
from aliquot.saves import index
from aliquot.saves.index import Summary
from aliquot.saves.profile import Profile, Tally, accuracy_of, judge_choices, people, profile


def game(
    moves: Iterable[str],
    winner: Seat | None,
    *,
    start: int = 60,
    names: tuple[str, str] = ("Player 1", "perfect"),
    kinds: tuple[str, str] = ("human", "perfect"),
    hints: tuple[int, int] = (0, 0),
) -> Record:
    outcome = None if winner is None else Outcome(winner, Ending.NO_MOVES)
    written = tuple(map(RecordedMove, moves))
    return Record(
        f"dividers-duel(start={start})", names=names, kinds=kinds, hints=hints, outcome=outcome, moves=written
    )


def counted(records: Iterable[Record], name: str | None = None) -> Profile:
    """The profile of games that have been looked back at."""
    return profile(map(reviewed, records), name)


def reviewed(record: Record) -> Summary:
    choices = judge_choices(record)
    return replace(Summary.from_record(record), accuracy=accuracy_of(choices), choices=choices)


WON = game(["60/30"], 1)
LOST = game(["60/2", "30/15"], 2)


def test_the_index_keeps_decisions_in_the_phases_of_the_scale() -> None:
    summary = reviewed(LOST)
    assert summary.choices[0] == ((3, 10, 0, 60, 0),)
    assert Summary.from_list(summary.to_list()) == summary
    assert len(scale.PHASES) == index.PHASES
    with pytest.raises(ValueError, match="3"):
        Summary.from_list(replace(summary, choices=(((3, 10, 0, 60, 3),), ())).to_list())


def test_games_results_streak_hints_and_accuracy_add_up() -> None:
    other = replace(
        game(["60/30"], 1), game="factor-duel(start=60)", kinds=("human", "random"), names=("Player 1", "random")
    )
    found = counted([WON, WON, LOST, other, WON, WON, replace(WON, hints=(2, 5))])
    assert found.total == Tally(6, 1)
    assert found.by_opponent == {"perfect": Tally(5, 1), "random": Tally(1, 0)}
    assert found.by_game == {"dividers-duel": Tally(5, 1), "factor-duel": Tally(1, 0)}
    assert found.longest_streak == 4
    assert found.hints == 2
    assert found.accuracies == [1, 1, 0, 1, 1, 1, 1]


def test_of_two_people_it_is_the_one_who_has_finished_most_games() -> None:
    ours = game(["60/30"], 1, names=("Ada", "Emmy"), kinds=("human", "human"))
    alone = game(["60/2"], None, names=("Player 1", "Player 2"), kinds=("human", "human"))
    found = counted([ours, ours, replace(ours, names=("Emmy", "Sofja")), alone, alone, alone, alone])
    assert found.total == Tally(1, 2), "those of Emmy"


def test_a_game_in_which_no_choice_mattered_says_nothing_about_accuracy() -> None:
    prime = game([], 2, start=7)
    only_wins = game(["6/2"], 1, start=6)
    found = counted([prime, only_wins])
    assert found.total == Tally(1, 1)
    assert found.accuracies == []


def test_unfinished_games_and_games_without_a_person_do_not_count() -> None:
    computers = replace(WON, kinds=("random", "perfect"))
    people_only = replace(WON, kinds=("human", "human"), names=("Ada", "Emmy"))
    assert counted([game(["60/2"], None), computers]).total == Tally()
    assert counted([WON, WON, people_only]).total == Tally(2, 0), "the others have finished fewer"


def test_a_name_picks_the_games_of_one_person_in_either_seat() -> None:
    ada_first = replace(WON, kinds=("human", "human"), names=("Ada", "Emmy"))
    ada_second = replace(WON, kinds=("human", "human"), names=("Emmy", "Ada"))
    found = counted([ada_first, ada_second, WON], "ADA")
    assert found.total == Tally(1, 1)
    assert found.by_opponent == {"Emmy": Tally(1, 1)}
    assert counted([ada_first, WON], "Sophie").total == Tally()


def test_the_streak_is_broken_by_a_loss() -> None:
    assert counted([WON, LOST, WON, LOST]).longest_streak == 1
    assert counted([LOST]).longest_streak == 0
    assert counted([]).longest_streak == 0


@pytest.mark.parametrize("strange", ["chess", "dividers-duel(start=2)", "dividers-duel"])
def test_a_record_that_cannot_be_replayed_counts_as_a_result_without_accuracy(strange: str) -> None:
    found = counted([replace(WON, game=strange)])
    assert found.total == Tally(1, 0)
    assert found.accuracies == []


def test_people_are_counted_by_their_games() -> None:
    ada = replace(WON, names=("Ada", "perfect"))
    both = replace(WON, names=("Ada", "Emmy"), kinds=("human", "human"))
    assert people(map(Summary.from_record, [ada, both, WON])) == {"Ada": 2, "Emmy": 1, "Player 1": 1}
