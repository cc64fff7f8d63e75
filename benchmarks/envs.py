"""Environments: one at a time, in batches, whole play-outs, and exact labels."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from time import process_time
from typing import Any

import numpy as np

import aliquot
from benchmarks.harness import Row, best, faster

TITLE = "Environments"
SECONDS, WHILES, MATCHES = 0.02, 40, 10
BATCH, TURNS = 4096, 60
PLAYOUTS, FEW = 400_000, 20_000
LABELS = 4096


class PlainDuel:
    """Divider's Duel as such environments are usually written: every candidate is tried for every mask."""

    def __init__(self, start: int) -> None:
        from gymnasium import spaces

        self.start = start
        self.action_space = spaces.Discrete(start + 1)
        self.observation_space = spaces.Box(0, start, (1,), np.float32)
        self.reset()

    def reset(self) -> tuple[Any, dict[str, Any]]:
        self.number, self.player, self.done = self.start, 1, False
        return self.observe(), {}

    def observe(self) -> Any:
        return np.array([self.number], dtype=np.float32)

    def valid_moves(self) -> list[int]:
        return [d for d in range(2, self.number) if self.number % d == 0]

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.done or not (1 < action < self.number and self.number % action == 0):
            self.done = True
            return self.observe(), -10.0, True, False, {}
        self.number //= action
        if not self.valid_moves():
            self.done = True
            return self.observe(), 1.0, True, False, {}
        self.player *= -1
        return self.observe(), 0.0, False, False, {}


class PlainPool:
    """Divisor Duel: Pool in the same manner."""

    def __init__(self, low: int, high: int) -> None:
        from gymnasium import spaces

        self.low, self.high = low, high
        self.action_space = spaces.Discrete(high - low + 1)
        self.observation_space = spaces.Box(0, 1, (high - low + 2,), np.float32)
        self.reset()

    def reset(self) -> tuple[Any, dict[str, Any]]:
        self.left = np.ones(self.high - self.low + 1, dtype=np.float32)
        self.last, self.player, self.done = 0, 1, False
        return self.observe(), {}

    def observe(self) -> Any:
        return np.concatenate((self.left, [self.last])).astype(np.float32)

    def is_valid(self, action: int) -> bool:
        number = action + self.low
        return bool(self.left[action]) and (not self.last or number % self.last == 0 or self.last % number == 0)

    def valid_moves(self) -> list[int]:
        return [action for action in range(self.high - self.low + 1) if self.is_valid(action)]

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.done or not self.is_valid(action):
            self.done = True
            return self.observe(), -10.0, True, False, {}
        self.left[action], self.last = 0, action + self.low
        if not self.valid_moves():
            self.done = True
            return self.observe(), 1.0, True, False, {}
        self.player *= -1
        return self.observe(), 0.0, False, False, {}


def _rates(*plays: Callable[[], int]) -> list[float]:
    """Processor seconds for one step of each kind of play: the best of many short whiles, taken in turns.

    Other work on the machine disturbs processor time less than the clock, and then all of them alike.
    """
    fastest = [float("inf") for _ in plays]
    for _ in range(WHILES):
        for place, play in enumerate(plays):
            steps, begun = 0, process_time()
            while (took := process_time() - begun) < SECONDS:
                for _ in range(MATCHES):
                    steps += play()
            fastest[place] = min(fastest[place], took / steps)
    return fastest


def _plain(env: Any) -> int:
    """One random match of a plain environment; returns its steps."""
    env.reset()
    steps, over = 0, False
    while not over:
        _, _, over, _, _ = env.step(random.choice(env.valid_moves()))
        steps += 1
    return steps


def _zoo(env: Any) -> int:
    """One random match of a PettingZoo environment, as learners drive it; returns its steps."""
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += 1
    return steps


class Idle:
    """What takes part in PettingZoo's order of calls and does nothing at all: matches of two moves, told to two agents.

    It has no rules, no planes and no masks of its own, so nothing that does can be faster.
    """

    def __init__(self) -> None:
        self.seen = {"observation": np.zeros((1, 4), np.int8), "action_mask": np.ones(10, np.int8)}

    def reset(self) -> None:
        self.agents, self.turns = 2, 0

    def agent_iter(self) -> Iterator[str]:
        while self.agents:
            yield "seat_1"

    def last(self) -> tuple[Any, float, bool, bool, Any]:
        return self.seen, 0.0, self.turns >= 2, False, None

    def step(self, action: int | None) -> None:
        self.turns += 1
        if self.turns > 2:
            self.agents -= 1


def _nim() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("nim")

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def _one_environment() -> Iterator[Row]:
    from aliquot.envs import pettingzoo

    for name, plain in (
        ("dividers-duel(start=5040)", PlainDuel(5040)),
        ("dividers-duel(start=60)", PlainDuel(60)),
        ("divisor-duel-pool(pool=2-50)", PlainPool(2, 50)),
    ):
        theirs, ours = _rates(partial(_plain, plain), partial(_zoo, pettingzoo.env(name)))
        yield faster(f"a step of one PettingZoo environment, random play, {name}", ours, "plain Gymnasium", theirs, 3)
    theirs, ours = _rates(partial(_plain, PlainDuel(60)), partial(_zoo, Idle()))
    yield faster("the same loop around nothing, two moves a match", ours, "plain Gymnasium from 60", theirs)


def _batch(name: str) -> Callable[[], int]:
    """Steps a batch with actions given, observations, masks and all; returns how many steps."""
    from aliquot.envs.vector import DuelVectorEnv

    envs, generator = DuelVectorEnv(name, BATCH), np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    actions = []
    for _ in range(TURNS):
        masks = infos["action_mask"]
        actions.append((masks * generator.random(masks.shape)).argmax(axis=1))
        infos = envs.step(actions[-1])[-1]

    turn = count()

    def work() -> int:
        now = next(turn) % TURNS
        if now == 0:
            envs.reset()
        envs.step(actions[now])
        return BATCH

    return work


def _labels() -> Row:
    from aliquot.envs.batch import Batch
    from aliquot.envs.encoding import encode
    from aliquot.envs.labels import label

    game, generator, positions = aliquot.game("divisor-duel-pool"), random.Random(0), list[Any]()
    while len(positions) < LABELS:
        p = game.start()
        for _ in range(generator.randint(1, 12)):
            if moves := game.legal_moves(p):
                p = game.child(p, generator.choice(moves))
        positions.append(p)
    batch = Batch.at(encode(game), positions)
    label(batch)

    def one_by_one() -> None:
        for p in positions:
            verdict = aliquot.solve(game, p)
            _ = verdict.wins, verdict.winning_moves

    theirs, ours = best(one_by_one, 0, 2) / LABELS, best(partial(label, batch)) / LABELS
    return faster("exact labels of a mid-game position of 2–50, in a batch", ours, "solve, one by one", theirs, 20)


def rows() -> Iterator[Row]:
    """One environment, a batch, whole play-outs and labels."""
    try:
        import gymnasium  # noqa: F401
        import numba  # noqa: F401
        import pettingzoo  # noqa: F401
        import pyspiel  # noqa: F401
    except ImportError:
        yield Row("environments", "–", "the extra envs is not installed", "–", "–", True)
        return
    from aliquot.envs.encoding import encode
    from aliquot.envs.playouts import play_out

    yield from _one_environment()
    names = "dividers-duel(start=5040)", "divisor-duel-pool(pool=2-50)"
    for name in names:
        theirs, ours = _rates(_nim(), _batch(name))
        yield faster(
            f"a step in a batch of 4,096, actions given, {name}", ours, "a step of OpenSpiel's Nim", theirs, 20
        )
    for name in names:
        encoding = encode(name)
        moves = int(play_out(encoding, PLAYOUTS, seed=0).lengths.sum())
        some = int(play_out(encoding, FEW, seed=0).lengths.sum())

        def play(encoding: Any = encoding, some: int = some) -> int:
            play_out(encoding, FEW, seed=0, threads=1)
            return some

        theirs, ours = _rates(_nim(), play)
        yield faster(f"a move of random play-outs, one core, {name}", ours, "a step of OpenSpiel's Nim", theirs)
        # What two cores make of it only the clock can tell, and only where nothing else wants them.
        ours = best(partial(play_out, encoding, PLAYOUTS, seed=0, threads=2), 2) / moves
        yield faster(f"a move of random play-outs, two cores, {name}", ours, "a step of OpenSpiel's Nim", theirs, 50)
    yield _labels()
