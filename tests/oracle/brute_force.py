"""Helpers of the oracle's tests: values by brute force, and documents with one value changed."""

from collections.abc import Hashable, Iterator
from copy import deepcopy
from dataclasses import asdict
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.oracle.verdict import Verdict
from aliquot.reports.study import Study

Known = dict[Hashable, tuple[bool, int]]


def value(game: AnyGame, position: Any, known: Known) -> tuple[bool, int]:
    """Whether the mover wins, and in how many moves if the winner hurries and the loser delays."""
    key = game.key(position)
    if key not in known:
        after = [value(game, game.child(position, move), known) for move in game.legal_moves(position)]
        lost = [length for wins, length in after if not wins]
        known[key] = (bool(lost), 1 + (min(lost) if lost else max((length for _, length in after), default=-1)))
    return known[key]


def study_json(verdict: Verdict) -> dict[str, Any]:
    """Return what `aliquot solve --json` prints for a verdict."""
    return asdict(Study.from_verdict(verdict, certificate=True))


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a document, itself included."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in inner:
        yield from paths(part, (*path, step))


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A document with another value in one place."""
    if not path:
        return value
    changed = deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed
