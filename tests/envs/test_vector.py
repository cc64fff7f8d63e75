import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

import aliquot
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.vector import DuelVectorEnv

from .drive import KINDS, positions_of


def test_it_is_what_make_vec_makes() -> None:
    envs = gymnasium.make_vec("aliquot.envs.gymnasium:aliquot/DividersDuel-v1", num_envs=4, start=84)
    assert isinstance(envs, DuelVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=0)
    assert observations in envs.observation_space
    assert observations.shape == (4, *envs.single_observation_space.shape)  # type: ignore[misc]
    assert infos["action_mask"].shape == (4, envs.single_action_space.n)  # type: ignore[attr-defined]
    assert envs.action_space.sample() in envs.action_space


def test_it_steps_as_single_environments_do_side_by_side() -> None:
    single = gymnasium.make_vec(
        "aliquot.envs.gymnasium:aliquot/DivisorDuelPool-v1", num_envs=8, vectorization_mode="sync", pool="2-20"
    )
    ours = DuelVectorEnv("divisor-duel-pool", 8, pool="2-20")
    theirs_seen, theirs_info = single.reset(seed=0)
    ours_seen, ours_info = ours.reset(seed=0)
    generator = np.random.default_rng(0)
    for _ in range(60):
        assert (theirs_seen == ours_seen).all()
        assert (theirs_info["action_mask"] == ours_info["action_mask"]).all()
        assert (theirs_info["seat"] == ours_info["seat"]).all()
        actions = (ours_info["action_mask"] * generator.random(ours_info["action_mask"].shape)).argmax(axis=1)
        theirs_seen, *theirs, theirs_info = single.step(actions)
        ours_seen, *mine, ours_info = ours.step(actions)
        for a, b in zip(theirs, mine, strict=True):
            assert (a == b).all()
    single.close()


def test_mixed_starts_are_dealt_out_in_turn_or_as_asked() -> None:
    envs = DuelVectorEnv("divisor-duel-subtract", 5, starts=(16, 20, 36))
    envs.reset(seed=0)
    assert [p.number for p in envs.batch.positions()] == [16, 20, 36, 16, 20]
    envs.reset(options={"starts": [2, 2, 1, 0, 0]})
    assert [p.number for p in envs.batch.positions()] == [36, 36, 20, 16, 16]
    envs.reset()
    assert [p.number for p in envs.batch.positions()] == [36, 36, 20, 16, 16]
    for wrong in ([0, 1], [0, 1, 2, 3, 0], [0, 0, 0, 0, -1], [0.5] * 5, "abcde"):
        with pytest.raises(aliquot.InvalidParameter, match="Starts are 5 whole numbers from 0 to 2"):
            envs.reset(options={"starts": wrong})


def test_an_autoreset_goes_back_to_the_own_start() -> None:
    envs = DuelVectorEnv("dividers-duel", 2, starts=(12, 30))
    envs.reset(seed=0)
    actions = [envs.encoding.index(6), envs.encoding.index(15)]
    _, rewards, ended, _, infos = envs.step(actions)
    assert (rewards.tolist(), ended.tolist()) == ([1, 1], [True, True])
    assert infos["action_mask"].all(), "a mask is never empty, not even after the end"
    _, rewards, ended, _, infos = envs.step([0, 0])
    assert (rewards.tolist(), ended.tolist(), infos["seat"].tolist()) == ([0, 0], [False, False], [1, 1])
    assert [p.number for p in envs.batch.positions()] == [12, 30]


def test_labels_come_with_the_regret_of_every_match() -> None:
    envs = DuelVectorEnv("dividers-duel", 3, starts=(60,), labels=True)
    _, infos = envs.reset(seed=0)
    index = envs.encoding.index
    assert np.flatnonzero(infos["optimal"][0]).tolist() == [index(12), index(20), index(30)]
    _, _, _, _, infos = envs.step([index(2), index(30), index(12)])
    assert infos["regret"].tolist() == [2, 0, 0]
    assert infos["optimal"].sum(axis=1).tolist() == [3, 0, 0]
    _, _, _, _, infos = envs.step([index(2), 0, 0])
    assert (infos["regret"].tolist(), infos["_regret"].tolist()) == ([2, 0, 0], [True, False, False])


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 0], r"shape \(3,\), not \(2,\)"),
        ([[0], [0], [0]], r"shape \(3,\), not \(3, 1\)"),
        ([0, 0, 10], "between 0 and 9"),
        ([0, -1, 0], "between 0 and 9"),
        ([0.0, 1.0, 2.0], "whole numbers, not of the kind float64"),
        (["0", "1", "2"], "whole numbers"),
        ([True, True, False], "whole numbers, not of the kind bool"),
        (None, "shape"),
    ],
)
def test_actions_of_the_wrong_shape_range_or_kind_are_refused(actions: Any, sentence: str) -> None:
    envs = DuelVectorEnv("dividers-duel", 3, start=60)
    envs.reset(seed=0)
    with pytest.raises(InvalidAction, match=sentence):
        envs.step(actions)
    envs.step(np.zeros(3, np.uint8))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"num_envs": 0}, "at least one match"),
        ({"num_envs": 2.5}, "at least one match"),
        ({"opponent": "perfect"}, "A batch plays both seats"),
        ({"illegal": "ignore"}, "'forfeit' or 'retry'"),
        ({"starts": ()}, "at least one"),
        ({"starts": (60, 7)}, "over before the first move"),
        ({"game": "divisor-duel-pool", "starts": (60,)}, "takes the parameter 'pool'"),
        ({"game": "dividers-duel(start=866421317361600)", "num_envs": 1}, "too large for compiled play"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(aliquot.InvalidParameter, match=sentence):
        DuelVectorEnv(**options)


@pytest.mark.parametrize("name", KINDS)
def test_a_batch_that_enters_positions_is_at_them(name: str) -> None:
    game, encoding = aliquot.game(name), encode(name)
    positions = list(positions_of(name, 5))
    batch = Batch.at(encoding, positions)
    for line, (position, again) in enumerate(zip(positions, batch.positions(), strict=True)):
        assert game.key(again) == game.key(position)
        assert game.seat(again) == game.seat(position) == batch.seats[line]
        assert (batch.observe()[line] == encoding.observe(position)).all()
        over = game.outcome(position) is not None
        assert batch.over[line] == over
        assert (batch.masks()[line] == (1 if over else encoding.mask(position))).all()


def test_a_batch_refuses_positions_it_cannot_reach() -> None:
    encoding = encode("dividers-duel", start=60)
    with pytest.raises(aliquot.InvalidParameter, match="cannot be reached"):
        Batch.at(encoding, [encoding.game.position("50")])


def choose(infos: dict[str, Any], generator: np.random.Generator) -> Any:
    """A random legal action in each match."""
    return (infos["action_mask"] * generator.random(infos["action_mask"].shape)).argmax(axis=1)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("copy", [deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))], ids=["copied", "pickled"])
def test_a_copy_plays_on_as_its_original_and_apart_from_it(name: str, copy: Any) -> None:
    envs = DuelVectorEnv(name, 4)
    _, infos = envs.reset(seed=0)
    generator = np.random.default_rng(0)
    envs.step(choose(infos, generator))
    other = copy(envs)
    before = other.batch.observe()
    infos = envs._infos()
    for _ in range(8):
        actions = choose(infos, generator)
        seen, rewards, ended, _, infos = envs.step(actions)
        assert (before == other.batch.observe()).all(), "the original moves alone"
        also_seen, also_rewards, also_ended, _, also_infos = other.step(actions)
        assert (seen == also_seen).all()
        assert (rewards == also_rewards).all()
        assert (ended == also_ended).all()
        assert (infos["action_mask"] == also_infos["action_mask"]).all()
        before = also_seen


@pytest.mark.parametrize("name", ["dividers-duel(start=60)", "divisor-duel-pool(pool=2-20,swap)"])
def test_same_step_resets_at_once_and_reports_the_end(name: str) -> None:
    late, soon = DuelVectorEnv(name, 8), DuelVectorEnv(name, 8, autoreset_mode="SAME_STEP", labels=True)
    start, _ = soon.reset()
    _, infos = late.reset()
    generator, ends = np.random.default_rng(0), 0
    for _ in range(40):
        actions = choose(infos, generator)
        seen, rewards, ended, _, infos = late.step(actions)
        soon_seen, soon_rewards, soon_ended, _, soon_infos = soon.step(actions)
        assert (rewards == soon_rewards).all()
        assert (ended == soon_ended).all()
        assert (seen == soon_seen)[~ended].all()
        assert soon_infos["regret"].shape == (8,)
        if ended.any():
            ends += 1
            assert (soon_seen == start)[ended].all()
            assert (soon_infos["final_obs"] == seen)[ended].all()
            assert (soon_infos["_final_obs"] == ended).all()
            assert (soon_infos["_final_info"] == ended).all()
            assert soon_infos["final_info"]["action_mask"][ended].all()
            # The other one catches up.
            late.batch.restart(ended)
            infos = late._infos()
        assert (infos["action_mask"] == soon_infos["action_mask"]).all()
    assert ends > 3


def test_without_autoreset_matches_are_reset_by_a_mask() -> None:
    envs = DuelVectorEnv("dividers-duel", 2, start=12, autoreset_mode=AutoresetMode.DISABLED)
    first, _ = envs.reset()
    index = envs.encoding.index
    _, _, ended, _, _ = envs.step([index(6), index(2)])
    assert ended.tolist() == [True, False]
    with pytest.raises(ResetNeeded, match="reset_mask"):
        envs.step([0, 0])
    seen, infos = envs.reset(options={"reset_mask": ended})
    assert (seen[0] == first[0]).all()
    assert infos["seat"].tolist() == [1, 2]
    for wrong in ([True], [1, 0], [False, False], "ab"):
        with pytest.raises(aliquot.InvalidParameter, match="A reset_mask has 2 truth values"):
            envs.reset(options={"reset_mask": wrong})


@pytest.mark.parametrize("mode", ["never", None, 3])
def test_an_unknown_autoreset_mode_is_refused(mode: Any) -> None:
    with pytest.raises(aliquot.InvalidParameter, match="NEXT_STEP, SAME_STEP, DISABLED"):
        DuelVectorEnv("dividers-duel", autoreset_mode=mode)
