"""Matches driven through every adapter at once and held against `Match`, step by step."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel

import aliquot
from aliquot.core.game import AnyGame, Penalty
from aliquot.envs import gymnasium as gym_adapter
from aliquot.envs import openspiel as spiel_adapter
from aliquot.envs import pettingzoo as zoo_adapter
from aliquot.envs.encoding import encode
from aliquot.envs.form import Encoding
from aliquot.envs.vector import DuelVectorEnv

KINDS = (
    "dividers-duel(start=60)",
    "divide-and-conquer(start=100)",
    "factor-duel(start=5040)",
    "divisor-duel-subtract(start=48)",
    "divisor-duel-pool(pool=2-50)",
    "divisor-duel-pool(pool=1-30,opening=even)",
    "dividers-duel(start=60+84+60)",
    "sum(dividers-duel:24+divisor-duel-subtract:24+factor-duel:24)",
    "dividers-duel(start=360,misere)",
    "divisor-duel-subtract(start=40,misere)",
    "divisor-duel-pool(pool=2-14,misere)",
    "factor-duel(start=30+12,misere)",
    "divisor-duel-subtract(start=16+12+12,misere)",
    "dividers-duel(start=60,swap)",
    "divisor-duel-pool(pool=2-20,swap)",
    "factor-duel(start=30+12,misere,swap)",
    "divisor-duel-pool(pool=2-12,misere,swap)",
)
"""One game of every kind: numbers, sums of one rule and of two, pools, openings, misère, the pie rule, and both."""


def spiel_game(game: AnyGame) -> Any:
    """The OpenSpiel game of any game, also of those that its parameters cannot name."""
    duel = spiel_adapter.DuelGame({})
    duel.encoding = encode(game)
    return duel


def expected_mask(encoding: Encoding, match: aliquot.Match[Any, Any]) -> list[int]:
    if match.outcome is not None:
        return [1] * len(encoding.actions)
    legal = set(match.game.legal_moves(match.position))
    return [int(move in legal) for move in encoding.actions]


def rewards_of(match: aliquot.Match[Any, Any]) -> tuple[float, float]:
    if match.outcome is None:
        return 0.0, 0.0
    return (1.0, -1.0) if match.outcome.winner == 1 else (-1.0, 1.0)


def play(match: aliquot.Match[Any, Any], move: Any) -> str:
    """Makes a move; returns what there is to object to it, whether it lost the match or is to be tried again."""
    try:
        return match.play(move).objection
    except aliquot.IllegalMove as error:
        return str(error)


def choose(encoding: Encoding, match: aliquot.Match[Any, Any], generator: Random, mischief: float) -> int:
    """A legal action, or now and then an illegal one if there is any."""
    mask = expected_mask(encoding, match)
    wanted = 0 if generator.random() < mischief and 0 in mask else 1
    return generator.choice([action for action, legal in enumerate(mask) if legal == wanted])


def drive_zoo(env: Any, match: aliquot.Match[Any, Any], actions: list[int]) -> None:
    """Plays a finished list of actions in a PettingZoo environment beside a fresh match."""
    encoding = env.encoding
    env.reset(seed=0)
    for action in actions:
        assert env.agent_selection == f"seat_{match.seat}"
        observation, _, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (False, False)
        assert observation["action_mask"].tolist() == info["action_mask"].tolist() == expected_mask(encoding, match)
        assert (observation["observation"] == encoding.observe(match.position)).all()
        mover, objection = match.seat, play(match, encoding.actions[action])
        env.step(action)
        assert env.infos[f"seat_{mover}"].get("illegal", "") == objection
        assert (env.rewards["seat_1"], env.rewards["seat_2"]) == rewards_of(match)
        assert list(env.terminations.values()) == [match.outcome is not None] * 2
    assert match.outcome is not None
    for _ in range(2):
        assert env.last()[0]["action_mask"].all()
        env.step(None)
    assert env.agents == []


def drive_gym(env: Any, match: aliquot.Match[Any, Any], actions: list[int]) -> None:
    """Plays a finished list of actions in a Gymnasium environment, both seats, beside a fresh match."""
    encoding = env.encoding
    observation, info = env.reset(seed=0)
    for action in actions:
        assert info["action_mask"].tolist() == env.action_masks().tolist() == expected_mask(encoding, match)
        assert info["seat"] == match.seat
        assert (observation == encoding.observe(match.position)).all()
        mover, _ = match.seat, play(match, encoding.actions[action])
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == rewards_of(match)[mover - 1]
        assert (terminated, truncated) == (match.outcome is not None, False)


def drive_spiel(game: Any, match: aliquot.Match[Any, Any], actions: list[int]) -> None:
    """Plays a finished list of legal actions in OpenSpiel beside a fresh match."""
    state = game.new_initial_state()
    encoding = game.encoding
    for action in actions:
        assert state.current_player() == match.seat - 1
        assert not state.is_terminal()
        assert state.legal_actions() == list(np.flatnonzero(expected_mask(encoding, match)))
        assert state.action_to_string(action) == match.game.spell(match.position, encoding.actions[action])
        state.apply_action(action)
        match.play(encoding.actions[action])
        assert tuple(state.returns()) == rewards_of(match)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def random_actions(game: AnyGame, generator: Random, penalty: Penalty, mischief: float) -> list[int]:
    """The actions of one random match, illegal ones among them if asked for."""
    encoding, match, actions = encode(game), aliquot.Match(game, penalty=penalty), list[int]()
    while match.outcome is None:
        actions.append(choose(encoding, match, generator, mischief))
        play(match, encoding.actions[actions[-1]])
    return actions


def drive_all(name: str, count: int) -> None:
    """Drives random matches of a game through every adapter, half of them with illegal actions."""
    game, generator = aliquot.game(name), Random(name)
    penalties: tuple[Penalty, Penalty] = ("forfeit", "retry")
    zoo = {penalty: zoo_adapter.env(game, illegal=penalty) for penalty in penalties}
    gym = {penalty: gym_adapter.DuelEnv(game, illegal=penalty) for penalty in penalties}
    spiel = spiel_game(game)
    for number in range(count):
        penalty = penalties[number % 2]
        actions = random_actions(game, generator, penalty, 0.1 if number % 4 < 2 else 0)
        drive_zoo(zoo[penalty], aliquot.Match(game, penalty=penalty), actions)
        drive_gym(gym[penalty], aliquot.Match(game, penalty=penalty), actions)
        if number % 4 >= 2:
            drive_spiel(spiel, aliquot.Match(game), actions)


def drive_vector(name: str, count: int, compiled: bool, penalty: Penalty) -> None:
    """Drives a vector environment until so many matches are over, each beside a match of its own."""
    game, generator, size = aliquot.game(name), Random(name), 64
    envs = DuelVectorEnv(game, size, illegal=penalty, compiled=compiled)
    encoding = envs.encoding
    matches = [aliquot.Match(game, penalty=penalty) for _ in range(size)]
    observations, infos = envs.reset(seed=0)
    finished = 0
    while finished < count:
        for line, match in enumerate(matches):
            assert infos["action_mask"][line].tolist() == expected_mask(encoding, match)
            assert infos["seat"][line] == match.seat or match.outcome is not None
            if match.outcome is None:
                assert (observations[line] == encoding.observe(match.position)).all()
        actions = [choose(encoding, match, generator, 0.1) for match in matches]
        observations, rewards, ended, truncated, infos = envs.step(np.array(actions))
        assert not truncated.any()
        for line, reward, over in zip(range(size), rewards, ended, strict=True):
            match = matches[line]
            if match.outcome is not None:
                # The step after the end starts anew, whatever the action.
                matches[line] = aliquot.Match(game, penalty=penalty)
                assert (reward, over) == (0, False)
                continue
            mover, objection = match.seat, play(match, encoding.actions[actions[line]])
            assert bool(objection) == ("illegal" in infos and bool(infos["illegal"][line]))
            assert reward == rewards_of(match)[mover - 1]
            assert over == (match.outcome is not None)
            finished += over


def positions_of(name: str, count: int) -> Iterator[Any]:
    """Positions of random matches, from the start to the end."""
    game, generator = aliquot.game(name), Random(name)
    for _ in range(count):
        p = game.start()
        yield p
        while moves := game.legal_moves(p):
            p = game.child(p, generator.choice(moves))
            yield p
