"""Runs every benchmark, or those named: `python -m benchmarks startup rules`."""

import sys
from importlib import import_module

from benchmarks.harness import machine, report

ALL = (
    "startup",
    "rules",
    "matching",
    "subtraction",
    "play",
    "envs",
    "evals",
    "web",
    "classroom",
    "attacks",
    "scaling",
    "page",
    "site",
)


def main() -> None:
    """Prints the tables."""
    print(f"Measured with {machine()}.")
    met = [report(module.TITLE, module.rows()) for module in map(_load, sys.argv[1:] or ALL)]
    print("\nAll aims met." if all(met) else "\nSome aims were missed.")


def _load(name: str):  # type: ignore[no-untyped-def]
    return import_module(f"benchmarks.{name}")


main()
