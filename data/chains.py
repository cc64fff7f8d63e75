"""Make the file of longest chains: `python -m data.chains LIMIT...` adds or replaces the entries of these limits.

Needs highspy, igraph and numpy, which the package does not. Nothing here has to be trusted: every entry is checked by
`aliquot.oracle.verify` before it is written.

The bound is a linear program over the links of the ring world (`aliquot/oracle/verify/chain.py`): maximise the numbers
used, each with as much link as twice its use, the stop used once, and for a group S with a member k at least twice
k's use across the border of S. Groups that are violated are found by minimum cuts and added. The chain is found by
branching on links; the tolls and cuts are a sparse dual solution, scaled to whole numbers.
"""

import gzip
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import highspy
import igraph
import numpy as np

from aliquot.oracle.chain_search import improve
from aliquot.oracle.verify import Refused, verify

FILE = Path(__file__).parent.parent / "src" / "aliquot" / "oracle" / "chains.jsonl.gz"
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30, 36, 48, 60, 120, 240, 720, 5040)
SECONDS = 120.0
"""The time for one chain; after it only a chain that a search finds is stored, without a proof."""
LONG_SEARCH = 400_000
INFINITE = highspy.kHighsInf
EPSILON = 1e-6

Cut = tuple[frozenset[int], int]


def _solver() -> Any:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    return solver


def _is_solved(solver: Any) -> bool:
    solver.run()
    return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)


class Program:
    """The linear program of a limit, and the cuts found so far."""

    def __init__(self, limit: int, cuts: "list[Cut] | None" = None) -> None:
        """Set the program up, with cuts that are known already."""
        self.limit = limit
        self.links = [(0, number) for number in range(1, limit + 1)]
        self.links += [(low, high) for low in range(1, limit + 1) for high in range(2 * low, limit + 1, low)]
        self.count = len(self.links)
        self.low, self.high = (np.array(side) for side in zip(*self.links, strict=True))
        self.cuts: list[Cut] = []
        solver = self.solver = _solver()
        for _ in self.links:
            solver.addVar(0, INFINITE)
        for number in range(limit + 1):
            solver.addVar(0 if number else 1, 1)
            if number:
                solver.changeColCost(self.count + number, -1.0)
        for number in range(limit + 1):
            around = np.nonzero((self.low == number) | (self.high == number))[0]
            self._add_row(0, 0, around, number)
        for cut in cuts or []:
            self.add(*cut)

    def _add_row(self, least: float, most: float, links: Any, number: int) -> None:
        """Add the row that compares some links with twice the use of a number."""
        columns = np.append(links, self.count + number).astype(np.int32)
        self.solver.addRow(least, most, len(columns), columns, np.append(np.ones(len(links)), -2.0))

    def add(self, group: frozenset[int], keeper: int) -> bool:
        """Add a cut, unless it is there already."""
        if (group, keeper) in self.cuts:
            return False
        self.cuts.append((group, keeper))
        inside = np.zeros(self.limit + 1, bool)
        inside[list(group)] = True
        self._add_row(0, INFINITE, np.nonzero(inside[self.low] != inside[self.high])[0], keeper)
        return True

    def solve(self) -> float | None:
        """Return the bound; None if there is no solution."""
        if not _is_solved(self.solver):
            return None
        values = np.array(self.solver.getSolution().col_value)
        self.flow, self.use = values[: self.count], values[self.count :]
        return float(self.use[1:].sum())

    def separate(self, slack: float = 1e-4) -> bool:
        """Add cuts that the solution violates; return whether there are any."""
        used = np.nonzero(self.flow > EPSILON / 10)[0]
        links = [self.links[place] for place in used]
        graph = igraph.Graph(n=self.limit + 1, edges=links)
        linked = {number for link in links for number in link}
        done: set[int] = set()
        new = False

        def keeper(group: frozenset[int]) -> int:
            return max(group, key=lambda number: (self.use[number], -number))

        for part in graph.connected_components():
            group = frozenset(part)
            if 0 not in group and len(group) > 1:
                done |= group
                new |= self.add(group, keeper(group))
        for number in sorted((n for n in linked if n and self.use[n] > slack), key=lambda n: -self.use[n]):
            if number in done:
                continue
            cut = graph.mincut(0, number, capacity=self.flow[used].tolist())
            if cut.value < 2 * self.use[number] - slack:
                group = frozenset(next(side for side in cut.partition if 0 not in side)) & linked
                if len(group) > 1:
                    done |= group
                    new |= self.add(group, keeper(group))
        return new

    def bound(self) -> float:
        """Return the bound with all cuts that can be found."""
        while True:
            value = self.solve()
            if value is None:
                raise ValueError("the program has no solution")
            if not self.separate():
                return value


def find_chain(program: Program, length: int, seconds: float, seed: int) -> list[int] | None:
    """Return a chain of that length, by branching on links depth first; None if there is none in time."""
    random, deadline = Random(seed), time.monotonic() + seconds
    branch = Program(program.limit, program.cuts)
    numbers = np.arange(branch.count + 1, branch.count + branch.limit + 1, dtype=np.int32)
    branch.solver.addRow(length, INFINITE, len(numbers), numbers, np.ones(len(numbers)))
    for column in range(branch.count + branch.limit + 1):
        branch.solver.changeColCost(column, random.random() if column < branch.count else 0.0)
    stack: list[dict[int, int]] = [{}]
    fixed: dict[int, int] = {}
    while stack and time.monotonic() < deadline:
        wanted = stack.pop()
        for column in {*fixed, *wanted}:
            low, high = (wanted[column],) * 2 if column in wanted else (0, INFINITE)
            branch.solver.changeColBounds(column, low, high)
        fixed = wanted
        while (solved := branch.solve() is not None) and branch.separate(1e-3) and time.monotonic() < deadline:
            pass
        if not solved:
            continue
        broken = [place for place, flow in enumerate(branch.flow) if min(abs(flow - n) for n in (0, 1, 2)) > EPSILON]
        if not broken:
            chain = _walk([branch.links[place] for place in np.nonzero(branch.flow > 0.5)[0]])
            if len(chain) >= length:
                return chain
            continue
        place = min(broken, key=lambda each: (abs(branch.flow[each] - 0.6), random.random()))
        stack += [{**wanted, place: 0}, {**wanted, place: 1}]
    return None


def _walk(links: list[tuple[int, int]]) -> list[int]:
    """Return the numbers of a ring from the stop back to it."""
    around: dict[int, list[int]] = {}
    for low, high in links:
        around.setdefault(low, []).append(high)
        around.setdefault(high, []).append(low)
    chain, before, here = [], 0, around[0][0]
    while here:
        chain.append(here)
        before, here = here, next((other for other in around[here] if other != before), 0)
    return chain


def enrich(program: Program) -> None:
    """Add simple cuts, which make short certificates: pairs, and multiples of a number."""
    for low, high in program.links:
        if low > 1:
            program.add(frozenset((low, high)), low)
            program.add(frozenset((low, high)), high)
    for number in range(2, program.limit // 2 + 1):
        for count in range(2, program.limit // number + 1):
            program.add(frozenset(number * factor for factor in range(1, count + 1)), number)


def dual(program: Program, most: float, cost: Callable[[Cut], float]) -> tuple[Any, Any] | None:
    """Return tolls and weights that prove a bound, with the cheapest cuts."""
    limit, cuts, solver = program.limit, program.cuts, _solver()
    for _ in range(limit + 1):
        solver.addVar(-INFINITE, INFINITE)
    for column in range(len(cuts) + limit):
        solver.addVar(0, INFINITE)
        if column < len(cuts):
            solver.changeColCost(limit + 1 + column, float(cost(cuts[column])))
    inside = np.zeros((len(cuts), limit + 1), bool)
    kept: dict[int, list[int]] = {}
    for place, (group, keeper) in enumerate(cuts):
        inside[place, list(group)] = True
        kept.setdefault(keeper, []).append(limit + 1 + place)
    gains = limit + len(cuts)
    for number in range(1, limit + 1):
        prices = np.array([gains + number, number, *kept.get(number, [])], np.int32)
        solver.addRow(1, INFINITE, len(prices), prices, np.array([1.0] + [2.0] * (len(prices) - 1)))
    for low, high in program.links:
        crossed = limit + 1 + np.nonzero(inside[:, low] != inside[:, high])[0]
        columns = np.concatenate([[low, high], crossed]).astype(np.int32)
        solver.addRow(-INFINITE, 0, len(columns), columns, np.ones(len(columns)))
    total = np.array([0, *range(gains + 1, gains + limit + 1)], np.int32)
    solver.addRow(-INFINITE, most + 1e-9, limit + 1, total, np.array([-2.0] + [1.0] * limit))
    if not _is_solved(solver):
        return None
    values = np.array(solver.getSolution().col_value)
    return values[: limit + 1], values[limit + 1 : limit + 1 + len(cuts)]


def proofs(program: Program, bound: float, length: int) -> Iterator[dict[str, Any]]:
    """Yield scale, tolls and cuts in whole numbers, which may prove the length."""
    costs: tuple[Callable[[Cut], float], ...] = (lambda cut: 1, lambda cut: len(cut[0]))
    for most in (bound, length + 0.5, length + 0.75):
        for cost in costs if most >= bound - 1e-9 else ():
            solution = dual(program, most, cost)
            if solution is None:
                continue
            for scale in SCALES:
                tolls: dict[int, list[int]] = {}
                for number, toll in enumerate(np.rint(solution[0] * scale).astype(int).tolist()):
                    if toll:
                        tolls.setdefault(toll, []).append(number)
                weights = np.rint(solution[1] * scale).astype(int).tolist()
                cuts = [[w, k, sorted(s)] for w, (s, k) in zip(weights, program.cuts, strict=True) if w > 0]
                yield {
                    "scale": scale,
                    "tolls": sorted(map(list, tolls.items())),
                    "cuts": sorted(cuts, key=lambda c: c[2]),
                }


def make(limit: int, below: list[int]) -> dict[str, Any]:
    """Return the entry of a limit.

    Args:
        limit: The limit.
        below: A chain of a smaller limit.
    """
    program = Program(limit)
    bound = program.bound()
    length = int(bound + EPSILON)
    chain: list[int] | None = below if len(below) == length else None
    seed, deadline = 0, time.monotonic() + SECONDS
    while chain is None and (left := deadline - time.monotonic()) > 0:
        chain, seed = find_chain(program, length, min(left, SECONDS / 4), seed), seed + 1
    if chain is None:
        return {"chain": list(improve(limit, (), below, steps=LONG_SEARCH, target=length))}
    if limit <= 200:
        enrich(program)
    header = {"format": "aliquot-chain-certificate", "version": 1, "limit": limit, "length": length, "chain": chain}
    valid = []
    for proof in proofs(program, bound, length):
        try:
            verify({**header, **proof})
        except Refused:
            continue
        valid.append(proof)
    best = min(valid, key=lambda proof: (proof["scale"] > 12, len(json.dumps(proof))), default={})
    return {"chain": chain, **best}


def main(limits: list[int]) -> None:
    """Add or replace the entries of some limits."""
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines() if FILE.exists() else []
    entries: dict[int, dict[str, Any]] = {
        int(limit): json.loads(entry) for limit, _, entry in (line.partition(" ") for line in lines)
    }
    for limit in limits:
        below = max((each for each in entries if each < limit), default=None)
        entries[limit] = make(limit, entries[below]["chain"] if below is not None else [1])
        print(limit, len(entries[limit]["chain"]), "proved" if "scale" in entries[limit] else "best known", flush=True)
    text = "".join(f"{n} {json.dumps(entries[n], separators=(',', ':'))}\n" for n in sorted(entries))
    FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
