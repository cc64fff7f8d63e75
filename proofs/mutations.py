"""Changes certificates at random, so that two checkers can be compared on wrong ones too."""

import copy
import random
from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]

GAMES = (
    *("dividers-duel", "divide-and-conquer", "divisor-duel-subtract", "factor-duel(misere)", "factor-duel(swap)"),
    *("divisor-duel-pool", "divisor-duel-pool(opening=even)", "divisor-duel-pool(opening=even-below-50)"),
    *("divisor-duel-pool(swap)", "divisor-duel-subtract(misere)", "sum(factor-duel+divisor-duel-subtract)", "chess"),
)


def mutants(good: Document, count: int, rng: random.Random) -> Iterator[Document]:
    """So many changed copies of a certificate; now and then a change leaves it as it was, or right."""
    for _ in range(count):
        bad = copy.deepcopy(good)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            rng.choice((_frame, _tree, _tree, _tree, _pool))(bad, rng)
        yield bad


def _frame(bad: Document, rng: random.Random) -> None:
    """Changes the verdict, the game or the position."""
    kind, position = rng.randrange(6), bad["position"]
    if kind == 0:
        bad["wins"] = not bad["wins"]
    elif kind == 1:
        bad["game"] = rng.choice(GAMES)
    elif kind == 2:
        bad["position"] = position[:-1] if position.endswith("~") else position + "~"
    elif kind == 3:
        bad["position"] = position.translate(str.maketrans("2345", rng.choice(("3452", "1232", "5432"))))
    elif kind == 4:
        bad["winning_moves"] = ["swap"] if bad["winning_moves"] != ["swap"] else []
    else:
        bad["position"] = rng.choice(
            (f"{position},{rng.randint(1, 12)}", f"{position}+4", position[: position.rfind(",")])
        )


def _lists(tree: Any) -> Iterator[list[Any]]:
    """Every list in a document."""
    if isinstance(tree, list):
        yield tree
    for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _lists(item)


def _tree(bad: Document, rng: random.Random) -> None:
    """Changes a list of the proof or of the moves: something more, less, twice, in another order, or another number."""
    places = [*_lists(bad["proof"]), bad["winning_moves"]]
    target = rng.choice(places[: rng.choice((3, len(places)))])
    whole = [place for place, item in enumerate(target) if type(item) is int]
    kind = rng.randrange(6)
    if kind == 0 and target:
        target.pop(rng.randrange(len(target)))
    elif kind == 1 and target:
        target.insert(rng.randrange(len(target) + 1), copy.deepcopy(rng.choice(target)))
    elif kind == 2 and len(target) > 1:
        rng.shuffle(target)
    elif kind == 3:
        target.append(rng.choice((rng.randint(1, 60), [rng.randint(1, 60), rng.randint(1, 12)])))
    elif whole:
        place = rng.choice(whole)
        near = (target[place] - 1, target[place] + 1, 2 * target[place], -target[place], rng.randint(1, 60))
        target[place] = rng.choice(near)


def _pool(bad: Document, rng: random.Random) -> None:
    """Changes the proof of a pool so that much of it still fits; leaves any other certificate alone."""
    proof = bad["proof"]
    if set(proof) != {"pairs", "barrier", "parts", "steps"}:
        return
    kind, parts, barrier = rng.randrange(4), proof["parts"], proof["barrier"]
    if kind == 0 and len(parts) > 1:
        # Two parts become one.
        first, second = rng.sample(parts, 2)
        if isinstance(first, list) and isinstance(second, list):
            second.extend(first[1:])
    elif kind == 1 and barrier:
        parts.append([barrier.pop()])
    elif kind == 2 and bad["position"].count(",") > 1:
        # The same picks and the same last one, but no course of play.
        start, _, picks = bad["position"].partition("/")
        *before, last = picks.split(",")
        rng.shuffle(before)
        bad["position"] = f"{start}/{','.join([*before, last])}"
    elif kind == 3 and barrier:
        _without(bad, rng.choice(barrier))


def _without(bad: Document, over: Any) -> None:
    """Takes a number out of the barrier, and the part it is paired with: everything balances, but lines cross."""
    proof = bad["proof"]
    pairs = [pair for pair in proof["pairs"] if isinstance(pair, list) and len(pair) == 2 and over in pair]
    mates = [number for pair in pairs for number in pair if number != over]
    if mates and [mates[0]] in proof["parts"]:
        proof["barrier"].remove(over)
        proof["parts"].remove([mates[0]])
        proof["steps"] = [step for step in proof["steps"] if isinstance(step, list) and not {over, mates[0]} & {*step}]
        bad["winning_moves"] = [move for move in bad["winning_moves"] if move != mates[0]]
        bad["wins"] = bool(bad["winning_moves"])
