"""How a benchmark measures and what it reports."""

import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report."""

    work: str
    ours: str
    """What it took us."""
    peer: str
    """What it is compared with, and what that took."""
    ratio: str
    aim: str
    met: bool


def best(work: Callable[[], object], seconds: float = 0.5, least: int = 3) -> float:
    """The shortest of several runs, in seconds: the run that was disturbed least."""
    fastest, spent, runs = float("inf"), 0.0, 0
    while runs < least or spent < seconds:
        begun = time.perf_counter()
        work()
        took = time.perf_counter() - begun
        fastest, spent, runs = min(fastest, took), spent + took, runs + 1
    return fastest


def per_call(work: Callable[[], object], seconds: float = 0.3) -> float:
    """The time of one call of something quick, from batches of calls."""

    def batch(calls: int) -> None:
        for _ in range(calls):
            work()

    calls = 1
    while best(partial(batch, calls), 0, 1) < 0.005:
        calls *= 4
    return best(partial(batch, calls), seconds) / calls


def duration(seconds: float) -> str:
    """A time in a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def faster(work: str, ours: float, peer: str, theirs: float, aim: float = 0) -> Row:
    """A row in which we should be at least `aim` times as fast as the peer, if there is an aim."""
    ratio = theirs / ours
    aimed = f"≥ {aim:g}×" if aim else "–"
    return Row(work, duration(ours), f"{peer}: {duration(theirs)}", f"{ratio:,.3g}× as fast", aimed, ratio >= aim)


def within(work: str, ours: float, peer: str, theirs: float, aim: float) -> Row:
    """A row in which we should take at most `aim` times as long as the peer."""
    ratio = ours / theirs
    return Row(
        work, duration(ours), f"{peer}: {duration(theirs)}", f"{ratio:,.3g}× its time", f"≤ {aim:g}×", ratio <= aim
    )


def report(title: str, rows: Iterable[Row]) -> bool:
    """Prints rows as they come, as a Markdown table, and tells whether all aims were met."""
    print(f"\n### {title}\n\n| work | ours | against | ratio | aim | |\n|---|---|---|---|---|---|", flush=True)
    all_met = True
    for row in rows:
        mark = "" if row.aim == "–" else "met" if row.met else "**missed**"
        print(f"| {row.work} | {row.ours} | {row.peer} | {row.ratio} | {row.aim} | {mark} |", flush=True)
        all_met &= row.met
    return all_met


def machine() -> str:
    """What this was measured on."""
    return f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
