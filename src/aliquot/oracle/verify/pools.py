"""The pool: pairs, a barrier and parts show which picks some maximum matching misses."""

from itertools import pairwise
from typing import Any

from aliquot.oracle.verify.claims import UNKNOWN, Facts, claim, claim_listed, number_in, whole

LARGEST_POOL = 200_000
"""The size of the largest pool, so that no check takes longer than a second or two."""
OPENINGS = {"opening=even": 10**18, "opening=even-below-50": 49}


def judge_pool(position: str, options: list[str], moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Return the facts that the proof shows of a pool, if exactly these picks win."""
    # Theorems: divisor_pool_certified, divisor_duel_certified, parts_essential, parts_inessential
    # Theorems: lost_grundy, remoteness0
    low, high, picks = read_pool(position)
    openings = openings_of(low, high, options)
    claim(not picks or picks[0] in openings, "the first pick is not allowed")
    remaining = set(range(low, high + 1)).difference(picks)
    claim(set(proof) == {"pairs", "barrier", "parts", "steps"}, "the proof must be pairs, barrier, parts and steps")
    claim(all(isinstance(proof[name], list) for name in proof), "pairs, barrier, parts and steps must be lists")
    mate = _mates(proof["pairs"], remaining)
    barrier = {whole(number) for number in proof["barrier"]}
    claim(len(barrier) == len(proof["barrier"]) and barrier <= remaining, "the barrier is not a set of numbers left")
    home = _homes(proof["parts"], remaining - barrier)
    _assert_apart(low, high, home, remaining - barrier)
    claim(
        len(remaining) - len(mate) == len(proof["parts"]) - len(barrier),
        "the proof does not show that there are no more pairs",
    )
    reached = {home[number] for number in home if number not in mate}
    for step in proof["steps"]:
        claim(isinstance(step, list) and len(step) == 2, "a step has two numbers")
        over, start = whole(step[0]), whole(step[1])
        claim(over in barrier and home.get(start) in reached and _related(over, start), f"{over} is not a valid step")
        claim(mate.get(over) in home, f"{over} does not lead to a part")
        reached.add(home[mate[over]])
    claim(len(reached) == len(proof["parts"]), "some part is not reached")
    legal = [number for number in openings if number in remaining] if not picks else _around(picks[-1], low, high)
    claim_listed(moves, [number for number in legal if number in home])
    stuck = bool(picks) and not any(number in remaining for number in legal)
    return Facts(bool(moves), 0 if not moves else UNKNOWN, 0 if stuck else UNKNOWN)


def _homes(parts: list[Any], free: set[int]) -> dict[int, int]:
    """The part each number is in; a part grows from its first number by ears with both ends in it."""
    # Theorem: part_critical
    home: dict[int, int] = {}
    for place, part in enumerate(parts):
        claim(isinstance(part, list) and len(part) > 0, "a part is a number and its ears")
        root = whole(part[0])
        claim(root in free and root not in home, f"{root} is in two parts, or not left")
        home[root] = place
        for ear in part[1:]:
            claim(isinstance(ear, list) and len(ear) > 2 and len(ear) % 2 == 0, "an ear has an odd number of lines")
            numbers = [whole(number) for number in ear]
            claim(all(_related(a, b) for a, b in pairwise(numbers)), "an ear has a line that does not exist")
            claim(home.get(numbers[0]) == place == home.get(numbers[-1]), "an ear does not end in its part")
            for number in numbers[1:-1]:
                claim(number in free and number not in home, f"{number} is in two parts, or not left")
                home[number] = place
    return home


def _assert_apart(low: int, high: int, home: dict[int, int], free: set[int]) -> None:
    """Raise Refused if an edge leads from a part to another, or to a number in no part."""
    homes = [-1] * (high - low + 1)
    for number in free:
        homes[number - low] = home.get(number, -2)
    for number in free:
        if number > high // 2:
            continue
        beyond = {*homes[2 * number - low :: number], -1, homes[number - low]}
        claim(len(beyond) <= 2, f"{number} joins two parts")


def openings_of(low: int, high: int, options: list[str]) -> range:
    """The allowed first picks."""
    claim(not options or (len(options) == 1 and options[0] in OPENINGS), "the game is unknown to the verifier")
    highest, step = (OPENINGS[options[0]], 2) if options else (high, 1)
    return range(low + (low % 2 if options else 0), min(high, highest) + 1, step)


def _around(current: int, low: int, high: int) -> list[int]:
    """The numbers of the pool that divide a number or that it divides, ascending."""
    divisors = [n for n in range(low, min(high, current // 2) + 1) if current % n == 0]
    return [*divisors, *range(2 * current, high + 1, current)]


def _mates(pairs: list[Any], remaining: set[int]) -> dict[int, int]:
    """Check the pairs and return the partner of each number."""
    mate: dict[int, int] = {}
    for pair in pairs:
        claim(isinstance(pair, list) and len(pair) == 2, "a pair has two numbers")
        a, b = whole(pair[0]), whole(pair[1])
        claim(a in remaining and b in remaining and _related(a, b), f"{a} and {b} cannot be paired")
        claim(a not in mate and b not in mate, f"{a} or {b} is in two pairs")
        mate[a], mate[b] = b, a
    return mate


def _related(a: int, b: int) -> bool:
    return a != b and (a % b == 0 or b % a == 0)


def read_pool(text: str) -> tuple[int, int, list[int]]:
    """Read a pool and the picks so far, and check that each pick follows from the last."""
    pool, slash, rest = text.partition("/")
    bounds = pool.split("-")
    claim(slash == "/" and len(bounds) == 2, "the position is not a pool and picks")
    low, high = number_in(bounds[0]), number_in(bounds[1])
    claim(low <= high < low + LARGEST_POOL, "the pool is empty or too large")
    picks = [number_in(pick) for pick in rest.split(",")] if rest else []
    claim(len(set(picks)) == len(picks) and all(low <= pick <= high for pick in picks), "a pick is not in the pool")
    claim(all(_related(a, b) for a, b in pairwise(picks)), "a pick does not follow from the last")
    return low, high, picks
