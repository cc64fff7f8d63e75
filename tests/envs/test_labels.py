from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pytest

import aliquot
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Encoding, OracleInfo
from aliquot.envs.labels import Labels, has_theory, label

from .drive import KINDS, positions_of


def check(name: str, count: int) -> None:
    """Holds labels against `solve`, position by position."""
    game, encoding = aliquot.game(name), encode(name)
    positions = list(positions_of(name, count))
    truth = label(encoding, positions)
    # What decides the future decides the labels, so the oracle is asked once for each key.
    known: dict[Hashable, tuple[int, bytes, bytes]] = {}
    for line, position in enumerate(positions):
        key = game.key(position)
        if key not in known:
            verdict = aliquot.solve(game, position)
            winning = mask_of(encoding, verdict.winning_moves)
            optimal = winning if verdict.wins else mask_of(encoding, game.legal_moves(position))
            known[key] = 1 if verdict.wins else -1, winning, optimal
        told = truth.values[line], truth.winning[line].tobytes(), truth.optimal[line].tobytes()
        assert told == known[key]


def mask_of(encoding: Encoding, moves: Iterable[Any]) -> bytes:
    mask = bytearray(len(encoding.actions))
    for move in moves:
        mask[encoding.index(move)] = 1
    return bytes(mask)


@pytest.mark.parametrize("name", KINDS)
def test_labels_agree_with_the_oracle(name: str) -> None:
    check(name, 12)


@pytest.mark.deep
@pytest.mark.parametrize("name", KINDS)
def test_labels_agree_with_the_oracle_over_thousands_of_matches(name: str) -> None:
    check(name, 1000)


@pytest.mark.parametrize("name", KINDS)
def test_the_truth_an_environment_tells_is_the_same(name: str) -> None:
    encoding = encode(name)
    info, positions = OracleInfo(encoding), list(positions_of(name, 3))
    labels = label(encoding, positions)
    for line, position in enumerate(positions):
        match = encoding.at(position)
        if match.is_over:
            continue
        assert (info.optimal(match) == labels.optimal[line]).all()
        for action in range(0, len(encoding.actions), 5):
            repeated = Labels(labels.values[line : line + 1], labels.optimal[line : line + 1])
            assert info.regret(match, action) == repeated.regret([action])[0]


def test_what_has_no_theory_is_searched_or_too_large() -> None:
    theories = {name: has_theory(encode(name)) for name in KINDS}
    assert not theories["divisor-duel-pool(pool=2-14,misere)"]
    assert not theories["divisor-duel-subtract(start=16+12+12,misere)"]
    assert theories["factor-duel(start=30+12,misere)"]
    assert sum(theories.values()) == len(KINDS) - 3
    large = encode("divisor-duel-pool(pool=2-200,misere)")
    with pytest.raises(aliquot.Unsolved):
        label(large, [large.game.start()])


def test_regret_is_what_an_action_gives_away() -> None:
    encoding = encode("dividers-duel", start=60)
    game = encoding.game
    truth = label(encoding, [game.start(), game.start(), game.start(), game.position("2")])
    index = encoding.index
    assert truth.regret([index(30), index(2), index(12), index(2)]).tolist() == [0, 2, 0, 0]
    assert truth.values.tolist() == [1, 1, 1, -1]
    for wrong in ([0], [0, 1, 2, 10], [0, 1, 2, -1], [0.0] * 4):
        with pytest.raises(aliquot.InvalidParameter, match="Actions"):
            truth.regret(wrong)


def test_no_positions_have_no_labels() -> None:
    truth = label(encode("dividers-duel", start=60), [])
    assert truth.optimal.shape == (0, 10)
    assert truth.regret(np.zeros(0, int)).shape == (0,)


@pytest.mark.parametrize("name", [name for name in KINDS if has_theory(encode(name))])
def test_compiled_and_interpreted_labels_are_the_same(name: str) -> None:
    encoding, positions = encode(name), list(positions_of(name, 4))
    compiled, interpreted = (label(Batch.at(encoding, positions, compiled=compiled)) for compiled in (True, False))
    assert (compiled.values == interpreted.values).all()
    assert (compiled.optimal == interpreted.optimal).all()


def test_many_positions_of_a_pool_are_shared_among_threads() -> None:
    encoding = encode("divisor-duel-pool", pool="2-20")
    positions = list(positions_of("divisor-duel-pool(pool=2-20)", 400))
    assert len(positions) > 2048
    whole = label(encoding, positions)
    halves = [label(encoding, positions[:1000]), label(encoding, positions[1000:])]
    assert (whole.optimal == np.concatenate([half.optimal for half in halves])).all()
