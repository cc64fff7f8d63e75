from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.errors import InvalidParameter
from aliquot.core.series import LONGEST, Series

Seat = Literal[1, 2]


def series(best_of: int = 3) -> Series:
    return Series(best_of)


def test_a_series_is_one_game_unless_more_are_asked_for() -> None:
    short = Series()
    assert short.best_of == 1
    assert short.champion is None
    assert short.add(1) == 0
    assert short.champion == 0


def test_the_first_seat_alternates_from_game_to_game() -> None:
    evening, seatings = series(5), []
    for _ in range(4):
        seatings.append(evening.seating)
        evening.add(1)
    assert seatings == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_a_win_counts_for_the_player_and_not_for_the_seat() -> None:
    evening = series()
    assert evening.score == (0, 0)
    assert evening.add(1) == 0
    assert evening.score == (1, 0)
    assert evening.add(1) == 1  # who now has seat 1
    assert evening.score == (1, 1)
    assert evening.add(2) == 1
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
    assert evening.champion == 1
    assert evening.score == (2, 3)


def test_a_decided_series_is_not_played_on() -> None:
    evening = series()
    evening.add(1)
    evening.add(2)
    assert (evening.champion, evening.score, evening.number) == (0, (2, 0), 3)
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
    evening, won = series(2 * half + 1), [0, 0]
    while evening.champion is None:
        assert evening.number <= evening.best_of
        winner: Seat = data.draw(st.sampled_from((1, 2)))
        seated = evening.seating[winner - 1]
        assert evening.add(winner) == seated
        won[seated] += 1
    assert evening.score == (won[0], won[1])
    assert won[evening.champion] == half + 1 == max(won)


@given(st.integers(0, 49), st.data())
def test_a_series_taken_up_from_its_score_goes_on_as_it_would_have(half: int, data: st.DataObject) -> None:
    evening = series(2 * half + 1)
    while evening.champion is None:
        again = Series(evening.best_of, evening.score)
        assert (again.number, again.seating, again.champion) == (evening.number, evening.seating, None)
        evening.add(data.draw(st.sampled_from((1, 2))))


@pytest.mark.parametrize("score", [(-1, 0), (0, 3), (2, 2), (99, 0)])
def test_a_score_that_cannot_be_is_refused(score: tuple[int, int]) -> None:
    with pytest.raises(InvalidParameter, match="A best of 3 cannot have the score"):
        Series(3, score)
