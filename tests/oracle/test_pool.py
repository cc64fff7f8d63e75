"""Pool against exhaustive search on small pools and an independent matching library on larger ones."""

from collections.abc import Hashable
from functools import cache
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
import rustworkx

from aliquot import solve
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle.pool_search import EXACT_SIZE
from aliquot.oracle.search import Value, evaluate

from .brute_force import study_json

if TYPE_CHECKING:
    from tests.oracle.conftest import Naive, Proves


@cache
def edges(low: int, high: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(low, high + 1) for b in range(2 * a, high + 1, a)]


def nu(low: int, high: int, gone: frozenset[int]) -> int:
    """The size of a maximum matching of the pool without some numbers, by rustworkx."""
    graph: rustworkx.PyGraph[Any, Any] = rustworkx.PyGraph()
    graph.add_nodes_from(range(high + 1))
    graph.add_edges_from_no_data([(a, b) for a, b in edges(low, high) if a not in gone and b not in gone])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def random_position(game: PoolDuel, generator: Random) -> PoolPosition:
    """A position with at least one pick, reached by random play that is stopped anywhere."""
    picks: list[int] = []
    for _ in range(generator.randint(1, 24)):
        moves = game.legal_moves(PoolPosition(tuple(picks)))
        if not moves:
            break
        picks.append(generator.choice(moves))
    return PoolPosition(tuple(picks))


@pytest.mark.parametrize("highest", [10, pytest.param(16, marks=pytest.mark.deep)])
def test_every_reachable_position_of_every_pool_within_1_to_16(
    naive: "Naive", assert_proved: "Proves", highest: int
) -> None:
    for low, high in (pool for pool in naive.pools if pool[1] <= highest):
        truth = naive.pool(low, high)
        game = truth.game
        for picks in truth.reachable():
            verdict = solve(game, PoolPosition(picks))
            assert verdict.wins is truth.wins(picks), (low, high, picks)
            assert verdict.winning_moves == truth.winning(picks), (low, high, picks)
            if high - low < EXACT_SIZE or verdict.remoteness is not None:
                assert (verdict.grundy, verdict.remoteness) == truth.measures(picks), (low, high, picks)
            assert_proved(verdict)


@pytest.mark.parametrize("highest", [11, pytest.param(14, marks=pytest.mark.deep)])
def test_the_two_searches_agree_about_every_pool_within_1_to_14(naive: "Naive", highest: int) -> None:
    for low, high in naive.pools:
        if high <= highest:
            truth, known = naive.pool(low, high), dict[Hashable, Value]()
            for picks in truth.reachable():
                assert evaluate(truth.game, PoolPosition(picks), values=known).wins is truth.wins(picks), (low, picks)


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=pytest.mark.deep)])
def test_2000_random_positions_of_2_to_50_by_the_sizes_of_matchings(assert_proved: "Proves", count: int) -> None:
    game, generator = PoolDuel(2, 50), Random(50)
    for _ in range(count):
        p = random_position(game, generator)
        current, gone = p.picks[-1], frozenset(p.picks)
        left = nu(2, 50, gone)
        verdict = solve(game, p)
        assert verdict.wins is (nu(2, 50, gone - {current}) > left), p
        # A pick wins exactly if what is left without it can be paired as well as with it.
        winning = [move for move in game.legal_moves(p) if nu(2, 50, gone | {move}) == left]
        assert list(verdict.winning_moves) == winning, p
        assert_proved(verdict)


@pytest.mark.parametrize(("low", "high"), [(1, 100), (2, 50), (2, 100), (1, 60), (30, 140)])
def test_all_openings_by_the_sizes_of_matchings(low: int, high: int, assert_proved: "Proves") -> None:
    game = PoolDuel(low, high)
    whole = nu(low, high, frozenset())
    winning = [v for v in range(low, high + 1) if nu(low, high, frozenset({v})) == whole]
    assert list(solve(game).winning_moves) == winning
    assert_proved(solve(game))
    for opening in range(low, high + 1):
        after = solve(game, PoolPosition((opening,)))
        assert after.wins is (opening not in winning)
        assert_proved(after)


def test_the_openings_of_2_to_50_are_those_worked_out_by_hand() -> None:
    losing = {5, 7, 34, 38, 46, 50}
    verdict = solve(PoolDuel(2, 50))
    assert set(verdict.winning_moves) == set(range(2, 51)) - losing
    assert nu(2, 50, frozenset()) == 21
    assert len(edges(2, 50)) == 108


def test_the_order_in_which_positions_are_asked_about_does_not_matter(naive: "Naive") -> None:
    """The matching is kept from one question to the next and repaired; jumps must not confuse it."""
    generator = Random(7)
    truths = [naive.pool(low, high) for low, high in [(1, 14), (2, 14), (2, 16), (3, 16)]]
    asked = [(truth, picks) for truth in truths for picks in truth.reachable()]
    for truth, picks in generator.sample(asked, 3000):
        verdict = solve(truth.game, PoolPosition(picks))
        assert verdict.winning_moves == truth.winning(picks)
        assert verdict.wins is truth.wins(picks)


def test_a_verdict_asked_again_after_others_is_the_same() -> None:
    game, generator = PoolDuel(2, 50), Random(3)
    first = [solve(game, random_position(game, generator)) for _ in range(50)]
    told = [study_json(verdict) for verdict in first]
    for verdict, before in zip(reversed(first), reversed(told), strict=True):
        assert study_json(solve(game, verdict.position)) == before
        assert study_json(verdict) == before


def test_threads_do_not_disturb_each_other(naive: "Naive") -> None:
    wrong: list[object] = []

    def ask(low: int, high: int, seed: int) -> None:
        truth = naive.pool(low, high)
        positions = list(truth.reachable())
        try:
            for picks in Random(seed).sample(positions, min(400, len(positions))):
                if solve(truth.game, PoolPosition(picks)).winning_moves != truth.winning(picks):
                    wrong.append(picks)
        except Exception as error:
            wrong.append(error)

    for low, high in [(1, 12), (2, 16)]:
        naive.pool(low, high).wins(())
    threads = [Thread(target=ask, args=(low, 12 if low == 1 else 16, seed)) for low in (1, 2) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    ("low", "high"), [(10**18, 10**18), (10**18 - 999, 10**18), (5, 5), (1, 1), (1, 2), (400_000, 400_999)]
)
def test_pools_without_edges_and_far_away_are_proved_too(low: int, high: int, assert_proved: "Proves") -> None:
    game = PoolDuel(low, high)
    verdict = solve(game)
    assert verdict.wins is (high != 2), "in 1-2 either opening is answered by the other number"
    assert_proved(verdict)
    for opening in (low, high):
        assert_proved(solve(game, PoolPosition((opening,))))
