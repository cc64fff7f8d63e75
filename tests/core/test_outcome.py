import pickle
from dataclasses import FrozenInstanceError
from typing import Literal

import pytest

from aliquot.core.outcome import Ending, Outcome, other


def test_the_seat_across_the_board_is_the_other_one() -> None:
    assert (other(1), other(2)) == (2, 1)


@pytest.mark.parametrize(("winner", "loser"), [(1, 2), (2, 1)])
def test_the_loser_is_the_seat_that_did_not_win(winner: Literal[1, 2], loser: int) -> None:
    assert Outcome(winner, Ending.NO_MOVES).loser == loser


def test_the_endings_are_the_five_of_the_design_and_are_their_own_names() -> None:
    assert [str(ending) for ending in Ending] == ["no_moves", "illegal_move", "resigned", "out_of_time", "abandoned"]
    assert Ending("resigned") is Ending.RESIGNED


def test_an_outcome_cannot_be_changed() -> None:
    outcome = Outcome(1, Ending.RESIGNED)
    with pytest.raises(FrozenInstanceError):
        outcome.winner = 2  # type: ignore[misc]


def test_outcomes_are_equal_by_value_and_survive_pickling() -> None:
    outcome = Outcome(2, Ending.OUT_OF_TIME)
    assert outcome == Outcome(2, Ending.OUT_OF_TIME)
    assert outcome != Outcome(1, Ending.OUT_OF_TIME)
    assert outcome != Outcome(2, Ending.ABANDONED)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert len({outcome, Outcome(2, Ending.OUT_OF_TIME)}) == 1
