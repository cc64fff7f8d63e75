"""Gymnasium's own checker, and what it does not ask."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import aliquot
from aliquot.envs.gymnasium import DuelEnv
from aliquot.games import PRESETS, REGISTRY

from .drive import KINDS

OPPONENTS = (None, "random", "greedy", "perfect", "skill:0.5")
EVERY_ID = (
    "DividersDuel-v1",
    "DivideAndConquer-v1",
    "FactorDuel-v1",
    "DivisorDuelSubtract-v1",
    "DivisorDuelPool-v1",
    "JuniperGreen-v1",
    "FactorsAndMultiples-v1",
)


@pytest.mark.parametrize("name", EVERY_ID)
def test_every_duel_is_registered_and_passes_the_checker_without_a_warning(name: str) -> None:
    env = gymnasium.make(f"aliquot.envs.gymnasium:aliquot/{name}", opponent="random")
    check_env(env.unwrapped)
    assert env.spec is not None
    assert env.spec.id == f"aliquot/{name}"


def test_every_game_there_is_has_an_id() -> None:
    assert len(EVERY_ID) == len(REGISTRY) + len(PRESETS)


@pytest.mark.parametrize("seat", [1, 2, "random"])
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_checker_passes_against_every_opponent_in_either_seat(opponent: str | None, seat: Any) -> None:
    for name in ("aliquot/DivisorDuelSubtract-v1", "aliquot/DivisorDuelPool-v1"):
        options = {"pool": "2-20"} if "Pool" in name else {"start": 48}
        env = gymnasium.make(name, opponent=opponent, seat=seat, labels=True, **options)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", KINDS[5::3])
def test_variants_pass_the_checker(name: str) -> None:
    env = gymnasium.make("aliquot/DividersDuel-v1", game=name)
    check_env(env.unwrapped, skip_render_check=True)


def test_an_id_is_found_without_importing_aliquot_first() -> None:
    program = (
        "import gymnasium, sys\n"
        "assert not any(name.startswith('aliquot') for name in sys.modules)\n"
        "env = gymnasium.make('aliquot.envs.gymnasium:aliquot/DividersDuel-v1', opponent='skill:0.5')\n"
        "print(env.reset(seed=1)[1]['action_mask'].sum())\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("10\n", "")


def play(env: DuelEnv, seed: int, choose: Any) -> tuple[float, list[Any]]:
    """Plays one match; returns the last reward and what was seen."""
    observation, info = env.reset(seed=seed)
    seen, over, reward = [observation.tolist()], False, 0.0
    while not over:
        observation, reward, over, truncated, info = env.step(choose(info))
        assert not truncated
        seen.append(observation.tolist())
    return reward, seen


def first(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"])[0])


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_same_seed_gives_the_same_match(opponent: str | None) -> None:
    env = DuelEnv("divisor-duel-pool", pool="2-30", opponent=opponent, seat="random")
    matches = [play(env, seed, first) for seed in (1, 2, 3, 1, 2, 3)]
    assert matches[:3] == matches[3:]


def test_a_learner_who_knows_the_truth_beats_perfect_from_a_won_seat_and_loses_from_a_lost_one() -> None:
    def best(info: dict[str, Any]) -> int:
        return int(np.flatnonzero(info["optimal"])[0]) if info["optimal"].any() else 0

    for start, seat, won in ((48, 1, True), (48, 2, False), (45, 1, False), (45, 2, True)):
        env = DuelEnv("divisor-duel-subtract", start=start, opponent="perfect", seat=seat, labels=True)  # type: ignore[arg-type]
        assert play(env, 0, best)[0] == (1.0 if won else -1.0)


def test_a_match_lost_before_the_learners_first_turn_is_told_by_the_first_step() -> None:
    env = DuelEnv("dividers-duel", start=60, opponent="perfect", seat=2)
    observation, info = env.reset(seed=0)
    assert info["action_mask"].all()
    assert observation.sum() == 1, "a prime is left"
    assert env.step(0)[1:4] == (-1.0, True, False)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_labels_are_told_only_when_asked() -> None:
    plain, told = DuelEnv("dividers-duel", start=60), DuelEnv("dividers-duel", start=60, labels=True)
    assert "optimal" not in plain.reset(seed=0)[1]
    info = told.reset(seed=0)[1]
    assert [told.encoding.actions[action] for action in np.flatnonzero(info["optimal"])] == [12, 20, 30]
    assert told.step(told.encoding.index(2))[-1]["regret"] == 2
    assert told.step(told.encoding.index(6))[-1]["regret"] == 0


@pytest.mark.parametrize("action", [-1, 10, 2.0, "2", None, np.float32(1), np.array([1, 2])])
def test_actions_outside_the_space_are_refused(action: Any) -> None:
    env = DuelEnv("dividers-duel", start=60)
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match="a whole number from 0 to 9"):
        env.step(action)


def test_a_step_before_the_first_reset_or_after_the_end_is_refused() -> None:
    env = DuelEnv("dividers-duel", start=60)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=0)
    env.step(env.encoding.index(30))
    with pytest.raises(ResetNeeded, match="The match is over"):
        env.step(0)
    with pytest.raises(ResetNeeded):
        gymnasium.make("aliquot/DividersDuel-v1").step(0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponent": "stockfish"}, "There is no player called 'stockfish'"),
        ({"opponent": "skill:2"}, "A skill is a number from 0 to 1"),
        ({"opponent": "human"}, "A person cannot be the opponent"),
        ({"seat": 3}, "A seat is 1, 2 or 'random'"),
        ({"illegal": "ignore"}, "'forfeit' or 'retry'"),
        ({"render_mode": "braille"}, "A render mode is"),
        (
            {"game": "divisor-duel-subtract", "start": "4000,3600", "misere": True, "opponent": "perfect"},
            "is too large to search",
        ),
    ],
)
def test_bad_options_are_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(aliquot.AliquotError, match=sentence):
        DuelEnv(**options)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = DuelEnv("dividers-duel", start=60, render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == "60  seat 1 to move"
    human = DuelEnv("dividers-duel", start=60, render_mode="human")
    human.reset(seed=0)
    human.step(human.encoding.index(30))
    assert capsys.readouterr().out == "60  seat 1 to move\n2  seat 1 has won\n"
    assert DuelEnv("dividers-duel").render() is None
