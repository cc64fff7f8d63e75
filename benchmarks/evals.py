"""Items and judgements, against a collection of puzzles for language models."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from aliquot.core.match import Match
from aliquot.evals import Item, Kind, Recipe, judge
from aliquot.games import create
from aliquot.oracle.review import weigh
from aliquot.players import create_player, take_turn
from benchmarks.harness import Row, duration, faster, within

TITLE = "Items and judgements"
PEERS = ("countdown", "sudoku")
RECIPES = (
    Recipe(Kind.MOVE, "divisor-duel-subtract", 100, 10**6),
    Recipe(Kind.MOVE, "dividers-duel", 100, 10**6),
    Recipe(Kind.WINNER, "sum", 20, 400, parts=3, share=1.0),
    Recipe(Kind.MOVE, "divisor-duel-pool", 20, 60),
    Recipe(Kind.PROOF, "divisor-duel-pool", 20, 60),
)
MILLION, PART, AIM = 1_000_000, 1_000, 120.0
GAMES = ("divisor-duel-pool(pool=2-100)", "divisor-duel-subtract(start=720)", "dividers-duel(start=720+840)")


def rows() -> Iterator[Row]:
    """Making an item and judging a reply; a million items; judging a match against playing it."""
    made = {recipe.label: list(recipe.items(0, 200)) for recipe in RECIPES}
    peers = [_peer(name) for name in PEERS] if find_spec("reasoning_gym") else []
    for recipe in RECIPES:
        ours = _each(partial(recipe.item, "speed"), 200)
        judging = best(partial(_judge_all, made[recipe.label])) / 200
        for name, item, score in peers:
            yield faster(f"make `{recipe.label}`, validated", ours, f"reasoning-gym {name}", item, 1)
            # Sudoku's scorer only compares two texts, and is faster than our judge: shown, but without an aim.
            aim = 0 if name == "sudoku" else 1
            yield faster(f"judge `{recipe.label}`", judging, f"reasoning-gym {name}", score, aim)
        if not peers:
            yield Row(
                f"make `{recipe.label}`, validated", duration(ours), "reasoning-gym is not installed", "–", "–", True
            )
            yield Row(f"judge `{recipe.label}`", duration(judging), "reasoning-gym is not installed", "–", "–", True)
    yield _million()
    for game in GAMES:
        match = _play(game)
        playing, judging = best(partial(_play, game)), best(partial(_weigh_all, match))
        yield within(f"judge a match of {game}", judging, "play it with skill:0.7", playing, 2)


def best(work: Callable[[], object], seconds: float = 0.5, least: int = 3) -> float:
    """The least processor time of several runs, ours and the peer's alike: it depends less on what else runs."""
    fastest, spent, runs = float("inf"), 0.0, 0
    while runs < least or spent < seconds:
        begun = time.process_time()
        work()
        took = time.process_time() - begun
        fastest, spent, runs = min(fastest, took), spent + took, runs + 1
    return fastest


def _judge_all(items: list[Item]) -> None:
    for item in items:
        judge(item, item.reply)


def _weigh_all(match: Match[Any, Any]) -> None:
    for _ in weigh(match):
        pass


def _each(make: Callable[[int], object], number: int) -> float:
    """The time of one call, with arguments that never come twice."""
    numbers = count()

    def batch() -> None:
        for _ in range(number):
            make(next(numbers))

    return best(batch) / number


def _peer(name: str) -> tuple[str, float, float]:
    """The time in which reasoning-gym makes an entry, and scores its answer."""
    import reasoning_gym

    data: Any = reasoning_gym.create_dataset(name, size=1_000_000, seed=1)
    entries = [data[index] for index in range(50)]
    scoring = best(lambda: [data.score_answer(entry["answer"], entry) for entry in entries]) / 50
    return name, _each(lambda index: data[index + 50], 50), scoring


def _lines(part: int) -> float:
    """The processor time to write a part of the million items."""
    recipe, begun = RECIPES[part % 2], time.process_time()
    text = "\n".join(item.line() for item in recipe.items("million", PART, start=part // 2 * PART))
    Path(os.devnull).write_text(text)
    return time.process_time() - begun


def _million() -> Row:
    """A million items on two cores, from the processor time of a fiftieth of them."""
    share = 50
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_lines, range(2)))
        took = sum(pool.map(_lines, range(2, 2 + MILLION // PART // share))) * share / 2
    work = f"write {MILLION:,} items of the first two kinds on two cores, from {MILLION // share:,}"
    return Row(work, duration(took), f"the aim: {duration(AIM)}", f"{took / AIM:.2f}× its time", "≤ 1×", took <= AIM)


def _play(game: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(create(game))
    player = create_player("skill:0.7", Random(1))
    while player is not None and match.outcome is None:
        take_turn(match, player)
    return match
