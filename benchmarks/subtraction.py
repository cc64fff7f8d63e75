"""The Subtraction duel: single verdicts near 10^18, and the table of every number."""

from collections.abc import Iterator
from functools import partial

import sympy

import aliquot
from aliquot.arithmetic import factorise
from aliquot.oracle.subtraction_table import table
from benchmarks.harness import Row, best, faster, per_call

TITLE = "Number games"

LARGE = (999_999_999_999_999_989, 999_999_937 * 999_999_929, 2 * 499_999_993 * 999_999_937, 897_612_484_786_617_600)
"""A prime, a product of two large primes, its like with a factor 2, and a number with 103,680 divisors."""


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


def _solve(slug: str) -> None:
    factorise.cache_clear()
    for number in LARGE:
        verdict = aliquot.solve(aliquot.game(slug, start=number))
        _ = verdict.wins, verdict.grundy, verdict.remoteness, str(verdict.reason) if number % 2 else ""


def rows() -> Iterator[Row]:
    """Verdicts against factoring alone, and the compiled table against a plain loop."""
    peer = per_call(lambda: [sympy.factorint(number) for number in LARGE])
    for slug in ("dividers-duel", "divisor-duel-subtract"):
        yield faster(
            f"solve {slug} at four starts near 10^18", per_call(partial(_solve, slug)), "sympy.factorint", peer, 10
        )
    table(1000, use_numba=True)
    ours = best(partial(table, 10_000_000, use_numba=True), 0)
    # The loop's growth between small limits varies too much to extrapolate by. Its work per number only grows,
    # so what it takes for 10^6, ten times over, is less than what it would take for 10^7.
    theirs = 10 * best(partial(plain_loop, 1_000_000), 0, 1)
    yield faster(
        "Grundy and remoteness to 10^7, compiled", ours, "plain loop to 10^6, times 10 (a lower bound)", theirs, 50
    )
