"""Matches that `Match` has played, driven through every adapter and held against it, step by step."""

from collections.abc import Iterator, Sequence
from itertools import islice
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
from aliquot.envs.vector import DuelVectorEnv

from .reference import Line, ReferenceMatches

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

PENALTIES: tuple[Penalty, Penalty] = ("forfeit", "retry")
LOOKED_INTO = 1000
"""In how many matches everything is looked at: with them, at each step, also what agents learn at their own turn, and
how moves are spelt."""


def spiel_game(game: AnyGame) -> Any:
    """The OpenSpiel game of any game, also of those that its parameters cannot name."""
    duel = spiel_adapter.DuelGame({})
    duel.encoding = encode(game)
    return duel


def drive_zoo(env: Any, line: Line, *, closely: bool = True) -> None:
    """Plays a match in a PettingZoo environment."""
    env.reset()
    ends = len(line.actions) - 1
    for ply, (action, spot, refusal) in enumerate(zip(line.actions, line.spots, line.refusals, strict=False)):
        mover = f"seat_{spot.seat}"
        assert env.agent_selection == mover
        observation, reward, terminated, truncated, info = env.last()
        assert reward == 0
        assert not terminated
        assert not truncated
        assert observation["action_mask"].tobytes() == info["action_mask"].tobytes() == spot.mask
        assert observation["observation"].tobytes() == spot.planes
        env.step(action)
        if closely or refusal:
            assert env.infos[mover].get("illegal", "") == (refusal.reason if refusal else "")
        if closely and ply < ends:
            assert env.rewards == {"seat_1": 0.0, "seat_2": 0.0}
            assert env.terminations == {"seat_1": False, "seat_2": False}
    rewards = {f"seat_{seat}": 1.0 if seat == line.winner else -1.0 for seat in (1, 2)}
    assert env.rewards == rewards
    assert env.terminations == {"seat_1": True, "seat_2": True}
    for _ in range(2):
        observation, reward, terminated, truncated, _ = env.last()
        assert (reward, terminated, truncated) == (rewards[env.agent_selection], True, False)
        assert all(observation["action_mask"].tobytes())
        assert observation["observation"].tobytes() == line.spots[-1].planes
        env.step(None)
    assert env.agents == []


def drive_gym(env: Any, line: Line) -> None:
    """Plays a match in a Gymnasium environment, both seats."""
    observation, info = env.reset()
    ends = len(line.actions) - 1
    for ply, (action, spot, refusal) in enumerate(zip(line.actions, line.spots, line.refusals, strict=False)):
        assert info["action_mask"].tobytes() == env.action_masks().tobytes() == spot.mask
        assert info["seat"] == spot.seat
        assert observation.tobytes() == spot.planes
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == (0.0 if ply < ends else 1.0 if line.winner == spot.seat else -1.0)
        assert (terminated, truncated) == (ply == ends, False)
        assert info.get("illegal", "") == (refusal.reason if refusal else "")
    assert all(info["action_mask"].tobytes())
    assert observation.tobytes() == line.spots[-1].planes


def drive_spiel(game: Any, line: Line, *, closely: bool = True) -> None:
    """Plays the legal actions of a match in OpenSpiel."""
    state, encoding = game.new_initial_state(), game.encoding
    for action, spot, refusal in zip(line.actions, line.spots, line.refusals, strict=False):
        if refusal:
            continue
        assert state.current_player() == spot.seat - 1
        assert state.legal_actions() == spot.legal
        if closely:
            assert state.returns() == [0.0, 0.0]
            move = encoding.actions[action]
            assert state.action_to_string(action) == encoding.game.spell(spot.position, move)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == ([1.0, -1.0] if line.winner == 1 else [-1.0, 1.0])


# --- batches ----------------------------------------------------------------------------------------


class Script:
    """Matches that follow each other on one board of a batch: what it must show at each step, and what is done then."""

    def __init__(self, lines: Sequence[Line], boards: int) -> None:
        """Deals out matches to boards, and writes down all steps of the first board, then of the second, and so on."""
        masks, planes, facts, self.starts = list[bytes](), list[bytes](), list[tuple[int, ...]](), list[int]()
        for board in range(boards):
            self.starts.append(len(facts))
            for line in lines[board::boards]:
                ends = len(line.actions) - 1
                for ply, action in enumerate(line.actions):
                    spot = line.spots[ply]
                    pay = 0 if ply < ends else 1 if line.winner == spot.seat else -1
                    masks.append(spot.mask)
                    planes.append(spot.planes)
                    facts.append((spot.seat, action, pay, ply == ends, line.refusals[ply] is not None))
                # The step after the end starts anew, whatever the action.
                last = line.spots[-1]
                masks.append(bytes([1]) * len(last.mask))
                planes.append(last.planes)
                facts.append((0, 0, 0, 0, 0))
        self.stops = np.array([*self.starts[1:], len(facts)])
        self.masks = np.frombuffer(b"".join(masks), np.int8).reshape(len(masks), -1)
        self.planes = np.frombuffer(b"".join(planes), np.int8).reshape(len(planes), -1)
        self.seats, self.actions, self.rewards, ended, illegal = np.array(facts).T
        self.ended, self.illegal = ended == 1, illegal == 1


def follow(envs: Any, script: Script) -> None:
    """Drives a batch through a script."""
    observations, infos = envs.reset()
    at = np.array(script.starts)
    while (going := at < script.stops).any():
        # A board whose script is at its end repeats its last line, and nobody looks.
        here = np.minimum(at, script.stops - 1)
        seats = script.seats[here]
        assert (infos["action_mask"] == script.masks[here])[going].all()
        assert (infos["seat"] == seats)[going & (seats > 0)].all()
        assert (observations.reshape(len(at), -1) == script.planes[here])[going].all()
        observations, rewards, ended, truncated, infos = envs.step(script.actions[here])
        illegal = infos.get("illegal", np.zeros(len(at), bool))
        assert (rewards == script.rewards[here])[going].all()
        assert (ended == script.ended[here])[going].all()
        assert (illegal == script.illegal[here])[going].all()
        assert not truncated.any()
        at += going


def drive_batch(envs: dict[Penalty, Any], lines: Sequence[Line]) -> None:
    """Drives vector environments, one for either penalty, through matches, several on each board."""
    for penalty, env in envs.items():
        if mine := [line for line in lines if line.penalty == penalty]:
            follow(env, Script(mine, env.num_envs))


def vectors(game: AnyGame, boards: int, compiled: bool) -> dict[Penalty, Any]:
    """A vector environment for either penalty."""
    return {penalty: DuelVectorEnv(game, boards, illegal=penalty, compiled=compiled) for penalty in PENALTIES}


def drive_all(name: str, count: int, boards: int = 64) -> None:
    """Drives so many random matches of a game through every adapter.

    Every other match has illegal actions. OpenSpiel knows none; it plays other matches in the place of those that they
    ended.
    """
    game = aliquot.game(name)
    reference, spiel, envs = ReferenceMatches(game), spiel_game(game), vectors(game, boards, compiled=True)
    zoo = {penalty: zoo_adapter.env(game, illegal=penalty) for penalty in PENALTIES}
    gym = {penalty: gym_adapter.DuelEnv(game, illegal=penalty) for penalty in PENALTIES}
    lines, played, remaining = reference.lines(count), 0, count
    while some := list(islice(lines, 16 * boards)):
        for line in some:
            closely = played < LOOKED_INTO
            drive_zoo(zoo[line.penalty], line, closely=closely)
            drive_gym(gym[line.penalty], line)
            if line.is_whole:
                drive_spiel(spiel, line, closely=closely)
                remaining -= 1
            played += 1
        drive_batch(envs, some)
    assert played == count
    for line in reference.lines(remaining, legal_only=True):
        drive_spiel(spiel, line, closely=False)


def drive_interpreted(name: str, count: int) -> None:
    """Drives an interpreted batch through so many random matches."""
    game = aliquot.game(name)
    drive_batch(vectors(game, 8, compiled=False), list(ReferenceMatches(game).lines(count)))


def positions_of(name: str, count: int) -> Iterator[Any]:
    """Positions of random matches, from the start to the end."""
    game, generator = aliquot.game(name), Random(name)
    for _ in range(count):
        p = game.start()
        yield p
        while moves := game.legal_moves(p):
            p = game.child(p, generator.choice(moves))
            yield p
