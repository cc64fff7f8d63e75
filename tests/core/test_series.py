from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.errors import InvalidParameter
from aliquot.core.series import LONGEST, Series

Seat = Literal[1, 2]


def series(best_of: int = 3) -> Series:
    return Series(("Ada", "Emmy"), best_of)


def test_a_series_is_one_game_unless_more_are_asked_for() -> None:
    short = Series(("Ada", "Emmy"))
    assert short.best_of == 1
    assert short.champion is None
    assert short.add(1) == "Ada"
    assert short.champion == "Ada"


def test_the_first_seat_alternates_from_game_to_game() -> None:
    evening, seatings = series(5), []
    for _ in range(4):
        seatings.append(evening.seating)
        evening.add(1)
    assert seatings == [("Ada", "Emmy"), ("Emmy", "Ada"), ("Ada", "Emmy"), ("Emmy", "Ada")]


def test_a_win_counts_for_the_player_and_not_for_the_seat() -> None:
    evening = series()
    assert evening.score == (0, 0)
    assert evening.add(1) == "Ada"
    assert evening.score == (1, 0)
    assert evening.add(1) == "Emmy"  # who now has seat 1
    assert evening.score == (1, 1)
    assert evening.add(2) == "Emmy"
    assert evening.score == (1, 2)


def test_games_are_counted_from_one() -> None:
    evening = series()
    assert evening.number == 1
    evening.add(2)
    assert evening.number == 2


def test_the_champion_is_whoever_first_has_more_than_half() -> None:
    evening = series(5)
    winners: tuple[Seat, ...] = (1, 2, 2, 1)
    for winner in winners:
        evening.add(winner)
        assert evening.champion is None
    assert evening.score == (2, 2)
    evening.add(2)
    assert evening.champion == "Emmy"
    assert evening.score == (2, 3)


def test_a_decided_series_is_not_played_on() -> None:
    evening = series()
    evening.add(1)
    evening.add(2)
    assert (evening.champion, evening.score, evening.number) == ("Ada", (2, 0), 3)
    with pytest.raises(InvalidParameter, match="The series is over"):
        evening.add(1)
    assert evening.score == (2, 0)


@pytest.mark.parametrize("best_of", [0, 2, 4, 98, 100, 101, -1, -3, 10**30])
def test_a_series_has_an_odd_number_of_games_within_bounds(best_of: int) -> None:
    with pytest.raises(InvalidParameter, match=r"odd number of games, from 1 to 99\."):
        series(best_of)


@pytest.mark.parametrize("best_of", [1, 3, 5, 97, LONGEST])
def test_every_odd_number_of_games_up_to_the_longest_is_accepted(best_of: int) -> None:
    assert series(best_of).best_of == best_of


@given(st.integers(0, 49), st.data())
def test_every_series_ends_with_one_champion_before_it_is_too_long(half: int, data: st.DataObject) -> None:
    evening, won = series(2 * half + 1), {"Ada": 0, "Emmy": 0}
    while evening.champion is None:
        assert evening.number <= evening.best_of
        winner: Seat = data.draw(st.sampled_from((1, 2)))
        seated = evening.seating[winner - 1]
        assert evening.add(winner) == seated
        won[seated] += 1
    assert evening.score == (won["Ada"], won["Emmy"])
    assert won[evening.champion] == half + 1 == max(won.values())
