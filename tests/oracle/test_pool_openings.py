"""Pools with a restricted opening, Juniper Green among them: by trying everything, and by the sizes of matchings."""

import json
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import rustworkx

import aliquot
from aliquot import solve
from aliquot.games.divisor_duel_pool import OPENINGS, Opening, PoolDuel, PoolPosition
from aliquot.oracle.pool import OpeningRule, PartnerLoss
from aliquot.oracle.search import evaluate
from aliquot.oracle.verify import verify, verify_text

from .brute_force import study_json

if TYPE_CHECKING:
    from tests.oracle.conftest import Naive

POOL = "divisor-duel-pool"
RESTRICTED: tuple[Opening, ...] = ("even", "even-below-50")


def allowed(opening: str, high: int, low: int = 1) -> list[int]:
    limit = 49 if opening == "even-below-50" else high
    return [n for n in range(low, min(high, limit) + 1) if opening == "any" or n % 2 == 0]


def pools() -> Iterator[tuple[int, int, Opening]]:
    for high in range(1, 17):
        for low in (1, 2, 3, 5):
            for opening in OPENINGS:
                if allowed(opening, high, low):
                    yield low, high, opening


def test_every_pool_to_16_by_trying_everything(naive: "Naive") -> None:
    lost = 0
    for low, high, opening in pools():
        game, truth = PoolDuel(low, high, opening), naive.pool(low, high)
        winning = [n for n in allowed(opening, high, low) if not truth.wins((n,))]
        verdict = solve(game)
        assert list(verdict.winning_moves) == winning, (low, high, opening)
        assert verdict.wins is bool(winning)
        assert verify(verdict.certificate)["winning_moves"] == list(winning)
        lost += not verdict.wins
        for first in allowed(opening, high, low):
            after = solve(game, PoolPosition((first,)))
            assert after.winning_moves == truth.winning((first,))
            assert verify(after.certificate)["wins"] is after.wins
    assert lost > 10, "some openings are all lost"


def test_juniper_green_to_13_by_the_search_of_the_house() -> None:
    for high in range(2, 14):
        for opening in RESTRICTED:
            game = PoolDuel(1, high, opening)
            known: dict[Any, Any] = {}
            winning = [
                move
                for move in game.legal_moves(game.start())
                if not evaluate(game, game.child(game.start(), move), values=known).wins
            ]
            assert list(solve(game).winning_moves) == winning


def nu(high: int, without: int = 0) -> int:
    """The size of a maximum matching of 1 to high without a number, by rustworkx."""
    graph: rustworkx.PyGraph[Any, Any] = rustworkx.PyGraph()
    graph.add_nodes_from(range(high + 1))
    edges = [(a, b) for a in range(1, high + 1) for b in range(2 * a, high + 1, a) if without not in (a, b)]
    graph.add_edges_from_no_data(edges)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


@pytest.mark.parametrize("pools", [range(2, 201, 33), pytest.param(range(2, 201), marks=pytest.mark.deep)])
def test_every_pool_from_1_to_200_by_the_sizes_of_matchings(pools: range) -> None:
    """Juniper Green and Factors and Multiples: an allowed opening wins exactly if it can be done without."""
    for high in pools:
        whole = nu(high)
        winning = [n for n in range(2, high + 1, 2) if nu(high, n) == whole]
        for opening in RESTRICTED:
            verdict = solve(PoolDuel(1, high, opening))
            expected = [n for n in winning if n in allowed(opening, high)]
            assert list(verdict.winning_moves) == expected, (high, opening)
            assert verdict.wins is bool(expected)


@pytest.mark.parametrize("high", [1, 2, 17, 49, 50, 51, 100, 200])
def test_an_answer_about_an_opening_is_proved(high: int) -> None:
    for opening in OPENINGS:
        if allowed(opening, high):
            answer = study_json(solve(PoolDuel(1, high, opening)))
            proved = verify_text(json.dumps(answer)).certificate
            assert proved["game"] == (POOL if opening == "any" else f"{POOL}(opening={opening})")


def test_a_pool_in_which_every_opening_loses_is_told_by_pairs_that_answer_each(naive: "Naive") -> None:
    seen = 0
    for low, high, opening in pools():
        game, truth = PoolDuel(low, high, opening), naive.pool(low, high)
        verdict = solve(game)
        if verdict.wins:
            continue
        seen += 1
        *rule, claim = verdict.reason.claims
        assert rule == ([] if opening == "any" else [OpeningRule(opening)])
        assert isinstance(claim, PartnerLoss)
        assert claim.current is None
        partner = {a: b for pair in claim.pairs for a, b in (pair, pair[::-1])}
        stack: list[tuple[int, ...]] = [(first, partner[first]) for first in allowed(opening, high, low)]
        met = set()
        while stack:
            line = stack.pop()
            for pick in truth.options(line):
                assert partner[pick] in truth.options((*line, pick)), (low, high, opening, line, pick)
                after = (*line, pick, partner[pick])
                if (after[-1], frozenset(after)) not in met:
                    met.add((after[-1], frozenset(after)))
                    stack.append(after)
    assert seen > 10


def test_misere_pools_within_1_to_9_are_searched(naive: "Naive") -> None:
    @cache
    def wins(low: int, high: int, current: int, gone: frozenset[int]) -> bool:
        options = naive.pool(low, high).options((*sorted(gone - {current}), current) if current else ())
        return not options or any(not wins(low, high, n, gone | {n}) for n in options)

    for high in range(1, 10):
        for low in range(1, high + 1):
            for opening in OPENINGS:
                first = allowed(opening, high, low)
                if first:
                    game = aliquot.game("divisor-duel-pool", pool=f"{low}-{high}", opening=opening, misere=True)
                    expected = [n for n in first if not wins(low, high, n, frozenset({n}))]
                    verdict = solve(game)
                    assert list(verdict.winning_moves) == expected, (low, high, opening)
                    assert verdict.wins is bool(expected)
                    assert verdict.certificate is None
