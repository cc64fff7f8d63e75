"""PettingZoo's own suites, and what they do not ask."""

import warnings
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import BaseWrapper, TerminateIllegalWrapper, turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

import aliquot
from aliquot.envs import pettingzoo
from aliquot.envs.render import text_of
from tests.sentences import refusal

from .drive import KINDS

EVERY_KIND = pytest.mark.parametrize("name", KINDS)


@EVERY_KIND
def test_the_api_test_passes_without_a_warning(name: str) -> None:
    api_test(pettingzoo.env(name, masks="info"), num_cycles=12)


@EVERY_KIND
def test_the_api_test_passes_with_masks_in_observations_like_those_of_its_own_games(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The suite warns of every dictionary that is not from a game on its own lists; that is all that is changed.
    env = pettingzoo.env(name)
    suite = api_test.__globals__
    for listed in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setitem(suite, listed, [*suite[listed], str(env.unwrapped)])
    api_test(env, num_cycles=12)


def test_of_dictionaries_the_suite_warns_in_two_sentences_and_no_more() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(pettingzoo.env("divisor-duel-pool"), num_cycles=12)
    assert {str(warning.message) for warning in caught} == {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }


@pytest.mark.parametrize("masks", ["both", "info"])
@pytest.mark.parametrize("name", KINDS[::4])
def test_the_seed_test_passes(name: str, masks: Any) -> None:
    seed_test(lambda: pettingzoo.env(name, masks=masks), num_cycles=30)


@pytest.mark.parametrize("name", KINDS[::4])
def test_the_render_test_passes(name: str) -> None:
    render_test(lambda render_mode: pettingzoo.env(name, render_mode=render_mode))


@pytest.mark.parametrize("name", KINDS[::4])
def test_the_parallel_api_test_passes(name: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=12)


class SmallSteps(BaseWrapper):  # type: ignore[misc]
    """Makes the first legal action where a suite draws any, so that a match lasts until it is cut short."""

    def action_space(self, agent: str) -> Any:
        env = self.env

        class Space(spaces.Discrete):
            def sample(self, mask: Any = None, probability: Any = None) -> Any:
                return env.observe(agent)["action_mask"].argmax()

        return Space(env.action_space(agent).n)


def test_the_max_cycles_test_passes() -> None:
    # It draws actions without a mask, most of which would be illegal, and by chance a match would be over too soon.
    name = "divisor-duel-subtract(start=4096)"
    module = SimpleNamespace(
        env=lambda max_cycles: SmallSteps(pettingzoo.env(name, max_cycles=max_cycles)),
        parallel_env=lambda max_cycles: turn_based_aec_to_parallel(
            SmallSteps(pettingzoo.parallel_env(name, max_cycles=max_cycles).aec_env)
        ),
    )
    max_cycles_test(module)


def test_the_state_test_passes() -> None:
    name = "divisor-duel-pool(pool=2-20)"
    state_test(pettingzoo.env(name), pettingzoo.parallel_env(name))


def test_learners_that_read_the_mask_from_the_observation_alone_find_it_there() -> None:
    # As tianshou does: anything but a dictionary with this key it takes for a game in which every action is legal.
    env = pettingzoo.env("divisor-duel-pool", pool="2-50")
    env.reset(seed=1)
    env.step(env.encoding.index(12))
    observation, *_, info = env.last()
    assert isinstance(observation, dict)
    assert "action_mask" in observation
    legal = [env.encoding.actions[action] for action in np.flatnonzero(observation["action_mask"])]
    assert legal == [2, 3, 4, 6, 24, 36, 48]
    assert (info["action_mask"] == observation["action_mask"]).all()
    assert not env.observe("seat_1")["action_mask"].any()
    assert observation in env.observation_space("seat_2")


def test_what_was_handed_out_is_never_changed_later() -> None:
    env = pettingzoo.env("divisor-duel-pool", pool="2-20")
    env.reset()
    observation, *_, info = env.last()
    before = deepcopy((observation, info))
    env.step(env.encoding.index(12))
    for now, then in zip(
        (*observation.values(), *info.values()), (*before[0].values(), *before[1].values()), strict=True
    ):
        assert (now == then).all()


@EVERY_KIND
def test_a_copy_goes_its_own_way(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    copy, before = deepcopy(env), text_of(env._match)
    while copy.agents:
        observation, _, terminated, truncated, _ = copy.last()
        copy.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[-1]))
    assert text_of(env._match) == before
    assert len(env.agents) == 2


def test_illegal_actions_lose_or_are_tried_again() -> None:
    lost = pettingzoo.env("dividers-duel", start=60)
    lost.reset()
    lost.step(lost.encoding.index(30))
    assert lost.rewards == {"seat_1": 1.0, "seat_2": -1.0}, "whoever leaves a prime wins"
    lost.reset()
    lost.step(lost.encoding.index(2))
    lost.step(lost.encoding.index(4))
    assert lost.rewards == {"seat_1": 1.0, "seat_2": -1.0}
    assert lost.infos["seat_2"]["illegal"] == refusal("4", "dividers-duel", "2")
    again = pettingzoo.env("dividers-duel", start=60, illegal="retry")
    again.reset()
    again.step(again.encoding.index(2))
    again.step(again.encoding.index(4))
    assert (again.agent_selection, again.rewards) == ("seat_2", {"seat_1": 0.0, "seat_2": 0.0})
    assert again.infos["seat_2"]["illegal"] == refusal("4", "dividers-duel", "2")


@pytest.mark.parametrize("masks", ["both", "info"])
def test_a_wrapper_may_end_the_match_over_our_heads(masks: Any, caplog: pytest.LogCaptureFixture) -> None:
    # PettingZoo's own replaces our dictionaries and takes the agents out itself.
    env = TerminateIllegalWrapper(pettingzoo.env("dividers-duel", start=60, masks=masks), illegal_reward=-5)
    for _ in range(2):
        env.reset()
        env.step(env.unwrapped.encoding.index(2))
        env.step(env.unwrapped.encoding.index(4))
        rewards = {}
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            assert terminated
            assert truncated
            rewards[agent] = reward
            env.step(None)
        assert rewards == {"seat_1": 0, "seat_2": -5}
        assert env.agents == []
    assert "Illegal move made" in caplog.text
    EnvLogger.flush()


def test_what_an_agent_is_told_stays_one_thing_until_the_next_turn() -> None:
    env = pettingzoo.env("dividers-duel", start=60)
    env.reset()
    assert env.last()[-1] is env.infos["seat_1"] is env.last()[-1]
    env.infos["seat_1"]["note"] = 7
    assert env.last()[-1]["note"] == 7
    env.step(env.encoding.index(30))
    assert env.rewards is env.rewards
    assert env.terminations == {"seat_1": True, "seat_2": True}
    assert env.truncations == {"seat_1": False, "seat_2": False}
    assert (env.agent_selection, env.last()[1]) == ("seat_2", -1.0)
    env.step(None)
    assert (env.agents, env.rewards, env.last()[1]) == (["seat_1"], {"seat_1": 0.0}, 1.0)
    assert list(env.agent_iter(max_iter=3)) == ["seat_1"] * 3


def test_labels_tell_the_truth_and_only_when_asked() -> None:
    env = pettingzoo.env("dividers-duel", start=60)
    env.reset()
    assert set(env.last()[-1]) == {"action_mask"}
    env = pettingzoo.env("dividers-duel", start=60, labels=True)
    env.reset()
    info = env.last()[-1]
    assert [env.encoding.actions[action] for action in np.flatnonzero(info["optimal"])] == [12, 20, 30]
    env.step(env.encoding.index(2))
    assert env.infos["seat_1"]["regret"] == 2
    assert "regret" not in env.last()[-1], "seat 2 has not moved yet"
    env.step(env.encoding.index(2))
    assert env.last()[-1]["regret"] == 2, "each seat is told at its next turn"
    assert env.infos["seat_2"]["regret"] == 2
    env.step(env.encoding.index(5))
    assert env.infos["seat_1"]["regret"] == 0
    api_test(pettingzoo.env("dividers-duel", start=60, labels=True, masks="info"), num_cycles=12)
    with pytest.raises(aliquot.Unsolved):
        pettingzoo.env("divisor-duel-subtract", start="4000,3600", misere=True, labels=True)


@pytest.mark.parametrize("action", [-1, 10, 2.0, "2", None, np.float32(1), np.array([1, 2]), [1]])
def test_actions_outside_the_space_are_refused(action: Any) -> None:
    env = pettingzoo.env("dividers-duel", start=60)
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)
    env.step(np.int32(0))
    assert env.agent_selection == "seat_2"


def test_the_order_of_calls_is_kept_to() -> None:
    env = pettingzoo.env("dividers-duel", start=60)
    for call in (lambda: env.step(0), lambda: env.observe("seat_1"), env.render, env.state):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            call()
    with pytest.raises(AttributeError):
        _ = env.agent_selection
    env.reset()
    env.step(env.encoding.index(30))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    env.step(None)
    env.step(None)
    env.step(None)
    assert env.agents == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"illegal": "ignore"}, "'forfeit' or 'retry'"),
        ({"masks": "nowhere"}, "'both' or 'info'"),
        ({"render_mode": "braille"}, "A render mode is"),
        ({"pool": "2-50"}, "takes the parameter 'start'"),
        ({"start": "sixty"}, "The start of Divider's Duel must be"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(aliquot.InvalidParameter, match=sentence):
        pettingzoo.env("dividers-duel", **options)
    with pytest.raises(aliquot.UnknownGame, match="Did you mean 'dividers-duel'"):
        pettingzoo.env("dividers-dual")


def test_pictures_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("divisor-duel-pool", pool="2-50", render_mode="ansi")
    env.reset()
    env.step(env.encoding.index(12))
    assert env.render() == "2-50/12  seat 2 to move"
    picture = pettingzoo.env("divisor-duel-pool", pool="2-50", render_mode="rgb_array")
    picture.reset()
    before = picture.render()
    picture.step(picture.encoding.index(12))
    assert isinstance(before, np.ndarray)
    assert (before != picture.render()).any()
    human = pettingzoo.env("dividers-duel", start=60, render_mode="human")
    human.reset()
    human.step(human.encoding.index(30))
    assert capsys.readouterr().out == "2  seat 1 has won\n"
    assert pettingzoo.env("dividers-duel").render_mode is None
