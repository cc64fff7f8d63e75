"""The Subtraction duel: single verdicts near 10^18, and the table of every number."""

import os
from collections.abc import Iterator
from functools import partial
from random import Random

# With python-flint installed, sympy would factor by it too, and the comparison would be with ourselves.
os.environ["SYMPY_GROUND_TYPES"] = "python"
import sympy
from sympy.ntheory.factor_ import factor_cache

import aliquot
from aliquot.arithmetic import factorise
from aliquot.oracle.subtraction_table import table
from benchmarks.harness import Row, best, faster, per_call

TITLE = "Number games"

LARGE = Random(18).sample(range(10**18 - 10**9, 10**18 + 1), 100)
"""Starts near 10^18 as they come, hard to factor or easy."""


def plain_loop(limit: int) -> tuple[list[int], list[int]]:
    """Grundy values and remoteness up to the limit by their definitions, the divisors from a sieve."""
    moves: list[list[int]] = [[] for _ in range(limit + 1)]
    for d in range(2, limit + 1):
        for n in range(2 * d, limit + 1, d):
            moves[n].append(n - d)
    values, lengths = [0] * (limit + 1), [0] * (limit + 1)
    for n in range(2, limit + 1):
        reached = {values[m] for m in moves[n]}
        value = 0
        while value in reached:
            value += 1
        values[n] = value
        if value:
            lengths[n] = 1 + min(lengths[m] for m in moves[n] if values[m] == 0)
        elif moves[n]:
            lengths[n] = 1 + max(lengths[m] for m in moves[n])
    return values, lengths


def _factor() -> None:
    """The peer's work, without what it remembers of earlier numbers."""
    factor_cache.cache_clear()
    for number in LARGE:
        sympy.factorint(number)


def _solve(slug: str) -> None:
    factorise.cache_clear()
    for number in LARGE:
        verdict = aliquot.solve(aliquot.game(slug, start=number))
        _ = verdict.wins, verdict.winning_moves, verdict.grundy, verdict.remoteness


def rows() -> Iterator[Row]:
    """Verdicts against factoring alone, and the compiled table against a plain loop."""
    peer = per_call(_factor)
    for slug in ("dividers-duel", "divisor-duel-subtract"):
        yield faster(
            f"solve {slug} at 100 starts near 10^18", per_call(partial(_solve, slug)), "sympy.factorint", peer, 10
        )
    table(1000, use_numba=True)
    ours = best(partial(table, 10_000_000, use_numba=True), 0)
    # The loop's growth between small limits varies too much to extrapolate by. Its work per number only grows,
    # so what it takes for 10^6, ten times over, is less than what it would take for 10^7.
    theirs = 10 * best(partial(plain_loop, 1_000_000), 0, 1)
    yield faster(
        "Grundy and remoteness to 10^7, compiled", ours, "plain loop to 10^6, times 10 (a lower bound)", theirs, 50
    )
