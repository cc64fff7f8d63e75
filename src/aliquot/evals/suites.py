"""Suites: fixed, versioned sets of items from easy to hard, and their files.

A suite, a seed and a number decide an item, so a suite can be made anew anywhere, byte for byte. The seed of the
published set is the suite's own; any other seed gives a fresh set of the same difficulty. Only small ranges, such as
the limits of chains, have so few positions that the sets share some.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.core.text import listing, quote, quote_path
from aliquot.evals.generate import Recipe
from aliquot.evals.item import ITEM_VERSION, Item, Kind
from aliquot.games.longest_chain import SLUG

ITEMS = "items"
"""The name of the file of the items, without its suffix."""
SUITE_FILE = "suite.json"
"""The file that says which suite is in a directory."""
CROISSANT = "croissant.json"
"""The file of the metadata."""
FORMATS = ("jsonl", "parquet")
_FORMAT = "aliquot-suite"


@dataclass(frozen=True, slots=True)
class Suite:
    """A set of recipes with a name, a seed and a number of items for each."""

    name: str
    seed: int
    """The seed of the published set."""
    count: int
    """The number of items of each recipe."""
    recipes: tuple[Recipe, ...]
    """From easy to hard; the name of each ends in its tier."""
    date: str
    """The day it was published."""

    def items(self, seed: int | None = None) -> Iterator[Item]:
        """Yield the items in order: of each recipe in turn."""
        for recipe in self.recipes:
            yield from recipe.distinct(self.seed if seed is None else seed, self.count, f"{self.name}/")

    @property
    def size(self) -> int:
        """The number of items."""
        return self.count * len(self.recipes)


_POOL, _SUBTRACT, _DIVIDE = "divisor-duel-pool", "divisor-duel-subtract", "dividers-duel"
_any = partial(Recipe, style="any", lists_moves=None, certificates=True)
_V1 = {
    "easy": (
        _any(Kind.MOVE, _SUBTRACT, 20, 600, share=0.34, name="move-subtract"),
        _any(Kind.MOVE, _DIVIDE, 30, 1000, name="move-divide"),
        _any(Kind.MOVE, _POOL, 12, 20, share=0.34, depth=3, name="move-pool"),
        _any(Kind.MOVES, _DIVIDE, 6, 60, parts=2, name="moves-sum"),
        _any(Kind.WINNER, _POOL, 10, 16, share=1.0, depth=3, name="winner-pool"),
        _any(Kind.WINNER, "sum", 4, 30, parts=2, share=1.0, name="winner-sum"),
        _any(Kind.GRUNDY, _DIVIDE, 4, 60, parts=2, share=1.0, name="grundy-sum"),
        _any(Kind.LINE, _SUBTRACT, 12, 90, share=0.5, name="line-subtract"),
        _any(Kind.PROOF, _POOL, 10, 16, share=0.5, depth=4, name="proof-pool"),
        _any(Kind.CHAIN, SLUG, 6, 30, name="chain"),
    ),
    "medium": (
        _any(Kind.MOVE, _SUBTRACT, 100, 10**5, misere=True, name="move-subtract-misere"),
        _any(Kind.MOVE, "sum", 20, 400, parts=3, name="move-sum"),
        _any(Kind.MOVE, _POOL, 30, 60, depth=5, name="move-pool"),
        _any(Kind.MOVES, "sum", 20, 200, parts=3, name="moves-sum"),
        _any(Kind.WINNER, _POOL, 30, 60, share=0.5, depth=6, name="winner-pool"),
        _any(Kind.WINNER, _DIVIDE, 8, 400, parts=3, misere=True, share=1.0, name="winner-sum-misere"),
        _any(Kind.GRUNDY, "sum", 20, 10**4, parts=3, share=1.0, name="grundy-sum"),
        _any(Kind.LINE, _POOL, 14, 24, share=0.34, depth=5, name="line-pool"),
        _any(Kind.PROOF, _POOL, 24, 40, share=0.34, depth=8, name="proof-pool"),
        _any(Kind.CHAIN, SLUG, 31, 80, name="chain"),
    ),
    "hard": (
        _any(Kind.MOVE, _DIVIDE, 10**12, 10**18, name="move-divide"),
        _any(Kind.MOVE, "sum", 10**3, 10**9, parts=5, name="move-sum"),
        _any(Kind.MOVE, _POOL, 100, 200, depth=11, name="move-pool"),
        _any(Kind.MOVES, _POOL, 60, 120, depth=7, name="moves-pool"),
        _any(Kind.WINNER, _POOL, 100, 200, share=0.5, depth=12, name="winner-pool"),
        _any(Kind.WINNER, "sum", 10**9, 10**15, parts=4, share=1.0, name="winner-sum"),
        _any(Kind.GRUNDY, "sum", 10**3, 10**9, parts=5, share=1.0, name="grundy-sum"),
        _any(Kind.LINE, _POOL, 30, 60, depth=9, name="line-pool"),
        _any(Kind.PROOF, _POOL, 60, 120, depth=16, name="proof-pool"),
        _any(Kind.CHAIN, SLUG, 81, 300, name="chain"),
    ),
}
SUITES = {
    "v1": Suite(
        "v1",
        seed=1,
        count=20,
        recipes=tuple(
            replace(recipe, name=f"{recipe.name}-{tier}") for tier, recipes in _V1.items() for recipe in recipes
        ),
        date="2026-11-18",
    )
}
"""The suites by name."""


def find_suite(name: str) -> Suite:
    """Return the suite of that name.

    Raises:
        InvalidParameter: There is none; the message names those there are.
    """
    if name not in SUITES:
        raise InvalidParameter(f"There is no suite {quote(name)}. Suites: {listing([*SUITES], 'and')}.")
    return SUITES[name]


# --- files --------------------------------------------------------------------------------------------------


def write_suite(suite: Suite, folder: Path, seed: int | None = None, form: str = "jsonl") -> bool:
    """Write a suite with its dataset card and metadata into a directory.

    Returns:
        Whether anything was written; False if the suite was there already.

    Raises:
        InvalidParameter: The directory holds another suite or damaged files, which are left as they are; a format is
            unknown, or needs an extra; or the files cannot be written.
    """
    from aliquot.evals.cards import croissant, dataset_card

    if form not in FORMATS:
        raise InvalidParameter(f"A format is {listing([*FORMATS])}, not {quote(form)}.")
    items = list(suite.items(seed))
    lines = "".join(f"{item.line()}\n" for item in items).encode()
    about = describe(suite, suite.seed if seed is None else seed, lines)
    path = folder / f"{ITEMS}.{form}"
    try:
        if _is_there(folder, path, about):
            return False
        content = lines if form == "jsonl" else to_parquet(items)
        folder.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
        _replace(folder / "README.md", dataset_card(suite, about, items).encode())
        _replace(folder / CROISSANT, croissant(suite, about, _files(folder)).encode())
        _replace(folder / SUITE_FILE, f"{json.dumps(about, indent=2)}\n".encode())
    except OSError as error:
        raise InvalidParameter(f"{quote_path(folder)} cannot be written: {error.strerror or error}.") from None
    return True


def describe(suite: Suite, seed: int, lines: bytes) -> dict[str, Any]:
    """Return what identifies a set: the suite, the seed and a hash of its items as JSON Lines."""
    return {
        "format": _FORMAT,
        "suite": suite.name,
        "seed": seed,
        "items": suite.size,
        "version": ITEM_VERSION,
        "sha256": hashlib.sha256(lines).hexdigest(),
    }


def _is_there(folder: Path, path: Path, about: dict[str, Any]) -> bool:
    """Return whether a directory holds this very set; raise InvalidParameter if it holds another."""
    marker = folder / SUITE_FILE
    if not marker.exists():
        if folder.exists() and any(folder.iterdir()):
            raise InvalidParameter(f"{quote_path(folder)} is not empty and holds no suite; choose another directory.")
        return False
    try:
        there = json.loads(marker.read_bytes())
    except ValueError:
        raise InvalidParameter(f"{quote_path(marker)} is damaged; nothing was overwritten.") from None
    if there != about:
        raise InvalidParameter(f"{quote_path(folder)} holds another suite, which is not overwritten.")
    for file in _files(folder):
        expected = about["sha256"] if file.suffix == ".jsonl" else _listed_hash(folder, file.name)
        if hashlib.sha256(file.read_bytes()).hexdigest() != expected:
            raise InvalidParameter(f"{quote_path(file)} is damaged; nothing was overwritten.")
    return path.exists()


def _files(folder: Path) -> list[Path]:
    """Return the files of items in a directory."""
    return [path for form in FORMATS if (path := folder / f"{ITEMS}.{form}").exists()]


def _listed_hash(folder: Path, name: str) -> str | None:
    """Return the hash of a file that the metadata beside it gives: a Parquet file depends on who wrote it."""
    try:
        files = json.loads((folder / CROISSANT).read_bytes())["distribution"]
        return next((str(file["sha256"]) for file in files if file["name"] == name), None)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _replace(path: Path, content: bytes) -> None:
    partial_path = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    partial_path.write_bytes(content)
    partial_path.replace(path)


def to_parquet(items: list[Item]) -> bytes:
    """Return items as a Parquet file; the difficulty has columns of its own, and the certificate is JSON text.

    Raises:
        MissingExtra: The extra `table` is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("A Parquet file needs", "table") from None
    rows = []
    for item in items:
        row = item.as_json()
        certificate = row["certificate"]
        row["certificate"] = None if certificate is None else json.dumps(certificate, separators=(",", ":"))
        row |= {f"difficulty_{name}": value for name, value in asdict(item.difficulty).items()}
        del row["difficulty"]
        rows.append(row)
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(rows), sink, compression="zstd")
    return bytes(sink.getvalue())


def read_items(path: Path) -> list[Item]:
    """Read the items of a JSON Lines file.

    Raises:
        InvalidParameter: The file cannot be read, or a line is not an item.
    """
    items = []
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                items.append(Item.from_json(json.loads(line)))
            except ValueError as error:
                raise InvalidParameter(f"Line {number} of {quote_path(path)} is not an item: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidParameter(f"{quote_path(path)} cannot be read: {error}.") from None
    return items
