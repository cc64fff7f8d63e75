"""How hard the tests try: enough each time to notice a fault, and far more in `make test-deep`."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

IS_DEEP = bool(os.environ.get("ALIQUOT_DEEP"))
"""Whether this is the deep run."""
MINUTES = float(os.environ.get("ALIQUOT_MINUTES", "inf"))
"""Minutes after which a run begins no further test, so that it ends on a slow machine, too."""
PATIENCE = 120.0
"""Seconds after which something is taken to hang. No test depends on how long anything takes."""


def tries(count: int) -> int:
    """How many of so many examples are tried: all of them, or every fifth."""
    return count if IS_DEEP else -(-count // 5)


def deep(*cases: Any) -> list[Any]:
    """Cases that add size or number to others, which are tried every time: `make test-deep` tries these too."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep) for case in cases]


def thin_out(items: list[pytest.Item]) -> None:
    """Leaves to the deep run what a test marked `sampled` has too many of; those tried each time are evenly spread."""
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("deep"):
            families.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in families.values():
        mark = cases[0].get_closest_marker("sampled")
        assert mark is not None
        count = min(mark.args[0], len(cases))
        kept = {place * len(cases) // count for place in range(count)}
        for place, case in enumerate(cases):
            if place not in kept:
                case.add_marker("deep")


def prepare() -> None:
    """Sets what all tests with made-up examples share.

    No example is ever too slow, and those tried each time are always the same; others are found in the deep run.
    """
    settings.register_profile(
        "aliquot",
        max_examples=tries(100),
        deadline=None,
        derandomize=not IS_DEEP,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("aliquot")
