"""The second opinion itself: on games whose values are known by heart, and on games too large for it."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

import pytest

from aliquot import explain, solve
from aliquot.core.errors import AliquotError, Unsolved
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle.search import LIMIT, SearchVerdict, Value, evaluate

if TYPE_CHECKING:
    from tests.oracle.conftest import Heap, Naive


def test_a_game_nobody_has_a_theory_of_is_searched(heap: "type[Heap]") -> None:
    for size in range(40):
        verdict = solve(heap(size))
        assert isinstance(verdict, SearchVerdict)
        assert verdict.wins is (size % 4 != 0)
        assert verdict.winning_moves == ((size % 4,) if size % 4 else ())
        assert verdict.grundy == size % 4
        assert verdict.certificate is None, "a search proves nothing to somebody who does not repeat it"
        assert verdict.to_move == 1


def test_the_winner_hurries_and_the_loser_delays(heap: "type[Heap]") -> None:
    # From 4k the loser takes 1 and the winner 3, or the other way round: two moves for every four counters. From
    # 4k + r the winner takes r first.
    for size in range(40):
        assert solve(heap(size)).remoteness == 2 * (size // 4) + (1 if size % 4 else 0)


def test_a_loser_who_can_delay_does(heap: "type[Heap]") -> None:
    # With at most two from a heap of three, taking one or two both lose, in two moves; from six, in four.
    assert [solve(heap(size, most=2)).remoteness for size in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]


def test_where_the_last_move_loses_there_is_no_grundy_value(heap: "type[Heap]") -> None:
    for size in range(40):
        verdict = solve(heap(size, last_move_wins=False))
        assert verdict.grundy is None
        assert verdict.wins is (size % 4 != 1)
        assert verdict.winning_moves == (() if size % 4 == 1 else ((size - 1) % 4,) if size else ())


def test_where_the_last_move_loses_lengths_are_right_too(heap: "type[Heap]") -> None:
    # 0 is won without a move; 1 is lost after one; 2 is won by leaving 1; 5 is lost: whatever is left, 1 comes back.
    lengths = [solve(heap(size, last_move_wins=False)).remoteness for size in range(10)]
    assert lengths == [0, 1, 2, 2, 2, 3, 4, 4, 4, 5]


def test_a_line_of_5000_moves_is_no_problem(heap: "type[Heap]") -> None:
    value = evaluate(heap(5000, most=1), heap(5000).start())
    assert value == Value(wins=False, remoteness=5000, grundy=0)
    assert solve(heap(5001, most=1)).remoteness == 5001


def test_what_is_too_large_is_refused_and_not_guessed(heap: "type[Heap]") -> None:
    game = heap(1000)
    assert evaluate(game, game.start(), limit=1001).wins is False, "it has 1,001 positions"
    with pytest.raises(Unsolved, match=r"^Heap is too large to search from here: more than 999 positions can follow"):
        evaluate(game, game.start(), limit=999)
    assert issubclass(Unsolved, AliquotError), "the command line tells it in a sentence"


def test_explain_refuses_it_too(heap: "type[Heap]") -> None:
    # Every move but the last leads to another position, so that the search cannot end early.
    game = heap(LIMIT + 1, most=1)
    with pytest.raises(Unsolved):
        explain(game, game.start(), 1)


def test_a_game_in_circles_is_refused_too(heap: "type[Heap]") -> None:
    class Circle(heap):  # type: ignore[misc, valid-type]
        def child(self, p: object, move: int) -> object:
            return type(p)(max(1, p.size - move) if move < 3 else p.size + 2)  # type: ignore[attr-defined, call-arg]

    with pytest.raises(Unsolved):
        evaluate(Circle(10), Circle(10).start(), limit=50)


def test_searches_share_what_they_know(heap: "type[Heap]") -> None:
    game, known = heap(300), dict[Hashable, Value]()
    evaluate(game, game.position("200"), values=known)
    assert set(known) == set(range(201))
    before = dict(known)
    evaluate(game, game.start(), limit=100, values=known)
    assert set(known) == set(range(301)), "the limit counts what is new"
    assert before.items() <= known.items()


def test_positions_that_differ_only_in_how_they_came_about_are_searched_once(naive: "Naive") -> None:
    game, known = PoolDuel(1, 12), dict[Hashable, Value]()
    evaluate(game, game.start(), values=known)
    assert len(known) == sum(1 for _ in naive.pool(1, 12).reachable())


def test_a_pool_too_large_is_refused_by_the_search_and_solved_by_the_theory() -> None:
    game = PoolDuel(2, 50)
    with pytest.raises(Unsolved):
        evaluate(game, PoolPosition(), limit=2000)
    assert solve(game).wins
