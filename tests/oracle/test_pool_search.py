"""The search of pools against the games' own moves, in both of its versions."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

import pytest

from aliquot import solve
from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.games import create
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.misere import Misere
from aliquot.oracle import pool_search
from aliquot.oracle.budget import Budget
from aliquot.oracle.hints import advise, hint
from aliquot.oracle.kernel import compiler_installed
from aliquot.oracle.pool_search import SEARCHES, PoolSearch
from aliquot.oracle.review import Mark, review

from . import brute_force

BOTH = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(not compiler_installed(), reason="numba is not installed")),
]


def pool(numbers: str, *, misere: bool) -> AnyGame:
    return create("divisor-duel-pool", pool=numbers, misere=misere)


@contextmanager
def version(compiled: bool, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Searches that are compiled from the first position on, or not at all."""
    with patch.context() as scope:
        scope.setattr(pool_search, "_COMPILE_FROM", 0)
        scope.setattr(pool_search, "compiler_installed", lambda: compiled)
        SEARCHES.clear()
        yield
    SEARCHES.clear()


def random_positions(game: AnyGame, seed: str, count: int) -> list[PoolPosition]:
    generator, found = Random(seed), list[PoolPosition]()
    while len(found) < count:
        p = game.start()
        while game.outcome(p) is None:
            found.append(p)
            p = game.child(p, generator.choice(game.legal_moves(p)))
        found.append(p)
    return found[:count]


@pytest.mark.parametrize("compiled", BOTH)
@pytest.mark.parametrize("highest", [10, pytest.param(17, marks=pytest.mark.deep)])
def test_misere_pools_against_a_naive_search(compiled: bool, highest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with version(compiled, monkeypatch):
        for high in range(1, highest + 1):
            for low in range(1, high + 1):
                game = pool(f"{low}-{high}", misere=True)
                known: brute_force.Known = {}
                for p in random_positions(game, f"{low}-{high}", 12):
                    wins, length = misere_value(game, p, known)
                    verdict = solve(game, p)
                    moves = game.legal_moves(p)
                    winning = tuple(m for m in moves if not misere_value(game, game.child(p, m), known)[0])
                    assert (verdict.wins, verdict.winning_moves) == (wins, winning), (game, p)
                    assert (verdict.grundy, verdict.remoteness) == (None, length), (game, p)


def misere_value(game: AnyGame, p: PoolPosition, known: brute_force.Known) -> tuple[bool, int]:
    """The winner and the length by the game's own moves, without the search of the package."""
    key = game.key(p)
    if key not in known:
        after = [misere_value(game, game.child(p, move), known) for move in game.legal_moves(p)]
        lost = [length for wins, length in after if not wins]
        if not after:
            known[key] = (True, 0)
        else:
            known[key] = (bool(lost), 1 + (min(lost) if lost else max(length for _, length in after)))
    return known[key]


@pytest.mark.parametrize("compiled", BOTH)
def test_grundy_values_and_lengths_of_larger_pools_fit_together(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value is the least that no move has, and a length is one more than that of the best move."""
    game = pool("2-24", misere=False)
    with version(compiled, monkeypatch):
        for p in random_positions(game, "fit", 30):
            verdict = solve(game, p)
            after = [solve(game, game.child(p, move)) for move in game.legal_moves(p)]
            grundies = {each.grundy for each in after}
            assert verdict.grundy == min(set(range(len(grundies) + 1)) - grundies)
            lengths = [each.remoteness or 0 for each in after if each.wins is not verdict.wins]
            best = min if verdict.wins else max
            assert verdict.remoteness == (1 + best(lengths) if after else 0)
            assert verdict.wins is (verdict.grundy != 0), "by matching and by search"


@pytest.mark.parametrize("compiled", BOTH)
def test_searches_of_the_winner_agree_with_the_matching_in_normal_play(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = PoolDuel(1, 26)
    with version(compiled, monkeypatch):
        for p in random_positions(game, "matching", 15):
            search = PoolSearch(game, p, exact=False)
            search.run(Budget())
            values = search.values(p)
            assert values is not None
            winning = tuple(move for move, value in values.items() if value % 2 == 0)
            assert winning == solve(game, p).winning_moves, p


def test_both_versions_visit_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Misere(PoolDuel(2, 36))
    for exact, p in ((False, PoolPosition()), (True, PoolPosition((36, 12, 24, 8)))):
        visited = []
        for compiled in (False, compiler_installed()):
            with version(compiled, monkeypatch):
                search = PoolSearch(game, p, exact)
                search.run(Budget(10**6))
                visited.append({id(area): area.visited for area in search._areas.values()}.values())
        assert list(visited[0]) == list(visited[1])


def test_misere_2_to_50_has_seven_winning_openings() -> None:
    assert solve(pool("2-50", misere=True)).winning_moves == (25, 26, 34, 38, 39, 46, 49)


def test_a_budget_counts_the_positions_that_are_visited() -> None:
    game = pool("2-50", misere=True)
    SEARCHES.clear()
    with pytest.raises(Unsolved) as refusal:
        solve(game, None, Budget(136_169))
    assert refusal.value.code == "too-large"
    assert solve(game, None, Budget(136_170)).wins


def test_an_earlier_search_answers_only_what_a_new_one_would() -> None:
    game = pool("2-30", misere=True)
    for p in random_positions(game, "again", 12):
        enough = least(game, p)
        SEARCHES.clear()
        for earlier in random_positions(game, "again", 12):
            if p.picks[: len(earlier.picks)] == earlier.picks:
                budget = Budget(enough - 1)
                with suppress(Unsolved):
                    solve(game, earlier, budget)
                with pytest.raises(Unsolved):
                    solve(game, p, budget)


def least(game: AnyGame, p: PoolPosition) -> int:
    """The least number of positions that suffices."""
    low, high = -1, 5_000
    while high - low > 1:
        middle = (low + high) // 2
        SEARCHES.clear()
        try:
            solve(game, p, Budget(middle))
            high = middle
        except Unsolved:
            low = middle
    return high


def test_more_numbers_than_bits_are_searched_too() -> None:
    game = pool("26-130", misere=True)
    known: brute_force.Known = {}
    winning = tuple(m for m in range(26, 131) if not misere_value(game, PoolPosition((m,)), known)[0])
    assert solve(game).winning_moves == winning


def test_a_misere_pool_has_hints_advice_and_a_review() -> None:
    game = pool("2-50", misere=True)
    match = Match(game)
    for move in (25, 5, 10, 2):
        match.play(move)
    report = review(match)
    assert len(report.judgements) == 4
    assert report.judgements[0].mark in (Mark.BEST, Mark.WINS, Mark.FINE)
    p = match.position
    verdict, advice = solve(game, p), advise(game, p)
    assert advice.wins is verdict.wins
    assert set(advice.moves) <= set(verdict.winning_moves or game.legal_moves(p))
    assert [bool(hint(game, p, step)) for step in (1, 2, 3)] == [True] * 3
