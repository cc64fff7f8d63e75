from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import aliquot
from aliquot.envs.encoding import encode
from aliquot.envs.labels import label
from aliquot.envs.playouts import play_out, table_shape

from .drive import KINDS


@pytest.mark.parametrize("name", KINDS)
def test_compiled_and_interpreted_play_outs_are_the_same(name: str) -> None:
    encoding = encode(name)
    compiled = play_out(encoding, 200, seed=7, compiled=True)
    interpreted = play_out(encoding, 200, seed=7, compiled=False)
    assert (compiled.winners == interpreted.winners).all()
    assert (compiled.lengths == interpreted.lengths).all()
    assert set(compiled.winners.tolist()) <= {1, 2}
    assert compiled.lengths.max() <= aliquot.game(name).max_length


def test_neither_threads_nor_how_many_are_asked_for_change_a_match() -> None:
    encoding = encode("divisor-duel-pool")
    one, three = play_out(encoding, 1000, seed=1, threads=1), play_out(encoding, 1000, seed=1, threads=3)
    few = play_out(encoding, 10, seed=1, threads=2)
    assert (one.lengths == three.lengths).all()
    assert (one.lengths[:10] == few.lengths).all()
    assert (one.lengths != play_out(encoding, 1000, seed=2).lengths).any()


QUICK = (
    "dividers-duel(start=5040)",
    "divisor-duel-subtract(start=60,misere)",
    "divisor-duel-pool(pool=2-50)",
    "divisor-duel-pool(pool=1-62)",
    "divisor-duel-pool(pool=1-63)",
    "divisor-duel-pool(pool=3-40,opening=even,misere)",
)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("compiled", [True, False])
def test_the_quick_way_leads_where_the_long_way_does(name: str, compiled: bool) -> None:
    encoding = encode(name)
    even = np.ones(table_shape(encoding), int)
    quick = play_out(encoding, 300, seed=5, compiled=compiled)
    long = play_out(encoding, 300, seed=5, policies=(even, even), compiled=compiled)
    assert (quick.winners == long.winners).all()
    assert (quick.lengths == long.lengths).all()


def chances(game: aliquot.AnyGame, p: Any, weight: Any = None) -> dict[tuple[int, int], Fraction]:
    """The exact chance of every winner and length, by following every move."""
    outcome = game.outcome(p)
    if outcome is not None:
        return {(outcome.winner, 0): Fraction(1)}
    moves = list(game.legal_moves(p))
    weights = [1 if weight is None else weight(p, move) for move in moves]
    if not any(weights):
        weights = [1] * len(moves)
    found: Counter[tuple[int, int]] = Counter()
    for move, share in zip(moves, weights, strict=True):
        for (winner, length), chance in chances(game, game.child(p, move), weight).items():
            found[winner, length + 1] += chance * Fraction(share, sum(weights))  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def is_as_likely(played: Any, expected: dict[tuple[int, int], Fraction], count: int) -> bool:
    """Whether every result came up as often as it should, within five standard deviations; the seed is fixed."""
    came = Counter(zip(played.winners.tolist(), played.lengths.tolist(), strict=True))
    assert set(came) <= set(expected)
    return all(
        abs(came[result] - count * chance) <= 5 * float(count * chance * (1 - chance)) ** 0.5 + 1
        for result, chance in expected.items()
    )


@pytest.mark.parametrize(
    "name",
    [
        "dividers-duel(start=60)",
        "divisor-duel-subtract(start=24,misere)",
        "divisor-duel-pool(pool=2-8)",
        "dividers-duel(start=12+12)",
        "factor-duel(start=30+12,swap)",
        "divisor-duel-pool(pool=2-7,misere,swap)",
        "divisor-duel-pool(pool=2-9,opening=even)",
    ],
)
def test_every_move_is_as_likely_as_the_others(name: str) -> None:
    game = aliquot.game(name)
    assert is_as_likely(play_out(encode(game), 20_000, seed=3), chances(game, game.start()), 20_000)


def test_a_policy_table_weighs_the_moves_of_numbers() -> None:
    game = aliquot.game("dividers-duel", start=60)
    encoding: Any = encode(game)
    table = np.zeros(table_shape(encoding), np.int64)
    keys = list(encoding.graph.keys)
    table[keys.index(60), encoding.index(2)], table[keys.index(60), encoding.index(3)] = 3, 1
    played = play_out(encoding, 20_000, seed=3, policies=(table, table))

    def weight(p: Any, move: int) -> int:
        return int(table[keys.index(p.number), encoding.index(move)])

    assert is_as_likely(played, chances(game, game.start(), weight), 20_000)
    interpreted = play_out(encoding, 300, seed=3, policies=(table, table), compiled=False)
    assert (interpreted.lengths == played.lengths[:300]).all()


def test_a_policy_table_weighs_the_moves_of_sums() -> None:
    game = aliquot.game("dividers-duel", start="12,30")
    encoding = encode(game)
    table = np.arange(len(encoding.actions)) % 3
    played = play_out(encoding, 20_000, seed=3, policies=(table, table))
    expected = chances(game, game.start(), lambda p, move: int(table[encoding.index(move)]))
    assert is_as_likely(played, expected, 20_000)


@pytest.mark.parametrize("swap", [False, True])
def test_a_policy_table_weighs_the_picks_of_a_pool(swap: bool) -> None:
    game = aliquot.game("divisor-duel-pool", pool="2-8", swap=swap)
    encoding: Any = encode(game)
    table = np.random.default_rng(0).integers(0, 4, table_shape(encoding))
    if swap:
        table[:, 0] = 2
    played = play_out(encoding, 20_000, seed=3, policies=(table, table))

    def weight(p: Any, move: int) -> int:
        picks = p.inner.picks if swap else p.picks
        return int(table[picks[-1] - 1 if picks else 0, encoding.index(move)])

    assert is_as_likely(played, chances(game, game.start(), weight), 20_000)
    interpreted = play_out(encoding, 300, seed=3, policies=(table, table), compiled=False)
    assert (interpreted.winners == played.winners[:300]).all()


def test_a_table_of_the_truth_wins_every_match_against_chance() -> None:
    encoding: Any = encode("divisor-duel-subtract", start=360)
    game = encoding.game
    positions = [game.position(str(key)) for key in encoding.graph.keys]
    truth = label(encoding, positions)
    played = play_out(encoding, 2000, seed=0, policies=(truth.winning, None))
    assert (played.winners == 1).all()
    seats = play_out(encoding, 2000, seed=0, policies=(None, truth.winning)).winners
    assert 0 < (seats == 1).mean() < 0.2, "only luck to the very end saves chance"


def test_starts_are_chosen_match_by_match() -> None:
    encoding = encode("dividers-duel(start=4)", "dividers-duel(start=5040)")
    played = play_out(encoding, 400, seed=0, starts=[0, 1] * 200)
    assert (played.lengths[::2] == 1).all()
    assert played.lengths[1::2].max() > 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"count": 0}, "whole number from 1"),
        ({"seed": -1}, "A seed is a whole number from 0"),
        ({"starts": [0]}, "Starts are 5 whole numbers"),
        ({"starts": [1] * 5}, "Starts are 5 whole numbers"),
        ({"policies": (np.zeros((3, 3), int), None)}, "has whole numbers in the shape"),
        ({"policies": (np.zeros((12, 10)), None)}, "has whole numbers in the shape"),
        ({"policies": (np.full((11, 10), -1), None)}, "at least 0"),
        ({"policies": (np.full((11, 10), 1 << 30), None)}, "less than 2"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    encoding = encode("dividers-duel", start=60)
    assert table_shape(encoding) == (11, 10)
    with pytest.raises(aliquot.InvalidParameter, match=sentence):
        play_out(encoding, **{"count": 5, "seed": 0, **options})
