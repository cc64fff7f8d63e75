"""Datasets of positions with exact labels; an interrupted run resumes where it stopped.

A dataset is written in parts, each of which depends on the plan and its number alone. The parts are in a folder beside
the file and are joined at the end, so that the file is complete whenever it exists.

`aliquot.envs.sampling` says how positions are drawn.
"""

import hashlib
import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import numpy as np
import pyarrow
from pyarrow import parquet

import aliquot
from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote, quote_path
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Encoding, check_labels
from aliquot.envs.labels import label
from aliquot.envs.sampling import Sampler
from aliquot.oracle import solve

PART = 4096
"""The number of positions of a part."""
MOST = 1_000_000_000
"""The most positions of a dataset."""
SPLITS = (("train", 80), ("validation", 10), ("test", 10))
"""The splits, and how many of a hundred positions each has."""


@dataclass(frozen=True)
class Plan:
    """The parameters that decide a dataset to the last byte."""

    game: str
    """The game's id."""
    count: int
    """The number of positions."""
    seed: int
    """The seed of every random choice."""
    scheme: str
    """The way positions are drawn: `random`, `uniform` or `skill:S`."""

    def __post_init__(self) -> None:
        """Check the plan.

        Raises:
            InvalidParameter: The count or the scheme is invalid.
            Unsolved: The game has no theory and is too large to search.
        """
        if not 1 <= self.count <= MOST:
            raise InvalidParameter(f"A dataset has from 1 to {MOST:,} positions, not {quote(self.count)}.")
        _ = self.sampler
        check_labels(self.encoding)

    @cached_property
    def encoding(self) -> Encoding:
        """The encoding of the game."""
        return encode(self.game)

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.count // PART)

    @cached_property
    def sampler(self) -> Sampler:
        """The sampler of its positions."""
        return Sampler(self.encoding, self.scheme, self.seed)

    @cached_property
    def metadata(self) -> dict[bytes, bytes]:
        """The metadata of the file."""
        about = {**asdict(self), "aliquot": aliquot.__version__, "version": self.encoding.game.version}
        return {b"aliquot": json.dumps(about, sort_keys=True).encode()}


def sample(plan: Plan, part: int) -> list[tuple[Any, int]]:
    """Draw the positions of one part, each with its ply."""
    return plan.sampler.draw(min(PART, plan.count - part * PART), Random(f"{plan.seed}/{part}"))


def split_of(planes: bytes) -> str:
    """Return the split of a position, given its planes: positions a learner cannot tell apart are in the same split.

    >>> split_of(bytes([1, 0, 1])), split_of(bytes([1, 1, 1]))
    ('train', 'validation')
    """
    place = int.from_bytes(hashlib.blake2b(planes, digest_size=8).digest(), "big") % 100
    for name, share in SPLITS:
        if place < share:
            return name
        place -= share
    raise AssertionError("the shares add up to a hundred")


def _measures(plan: Plan, positions: list[Any]) -> tuple[list[int | None], list[int | None]]:
    """Return Grundy value and length of each position; None where the oracle does not know it."""
    known: dict[Any, tuple[int | None, int | None]] = {}
    game = plan.encoding.game
    for position in positions:
        key = game.key(position)
        if key not in known:
            verdict = solve(game, position)
            known[key] = verdict.grundy, verdict.remoteness
    measures = [known[game.key(position)] for position in positions]
    return [grundy for grundy, _ in measures], [length for _, length in measures]


def tabulate(plan: Plan, part: int) -> pyarrow.Table:
    """Return one part as a table."""
    encoding = plan.encoding
    rows = sample(plan, part)
    positions = [position for position, _ in rows]
    labels = label(encoding, positions)
    matches = [encoding.at(position) for position in positions]
    planes = np.stack([match.observe() for match in matches]).reshape(len(matches), -1)
    masks = np.stack([match.mask() for match in matches])
    grundy, length = _measures(plan, positions)
    columns = {
        "position": pyarrow.array([encoding.game.text(position) for position in positions]),
        "split": pyarrow.array([split_of(line.tobytes()) for line in planes]),
        "seat": pyarrow.array([match.seat for match in matches], pyarrow.int8()),
        "ply": pyarrow.array([ply for _, ply in rows], pyarrow.int32()),
        "observation": _lists(planes),
        "action_mask": _lists(masks),
        "value": pyarrow.array(labels.values),
        "optimal": _lists(labels.optimal),
        "grundy": pyarrow.array(grundy, pyarrow.int32()),
        "length": pyarrow.array(length, pyarrow.int32()),
    }
    return pyarrow.table(columns).replace_schema_metadata(plan.metadata)


def _lists(lines: Any) -> Any:
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(lines.reshape(-1)), lines.shape[1])


def write(plan: Plan, path: Path, progress: Callable[[int], None] = lambda positions: None) -> bool:
    """Write a dataset and its card, resuming an interrupted run.

    Args:
        plan: The dataset.
        path: The file; the card is beside it, with `.md` added to its name.
        progress: Called after each part with the number of its positions.

    Returns:
        Whether anything was written; False if the dataset was complete.

    Raises:
        InvalidParameter: Another file has this name, or the file cannot be written.
    """
    folder = path.with_name(f".{path.name}.parts")
    if path.exists():
        if not _is_whole(path, plan):
            raise InvalidParameter(
                f"{quote_path(path)} is there already and is not this dataset; it is not overwritten."
            )
        if not _card_path(path).exists():
            _write_whole(_card_path(path), card(plan, path).encode())
        rmtree(folder, ignore_errors=True)
        return False
    try:
        _prepare(folder, plan)
        for part in range(plan.parts):
            place = folder / f"{part:06}.parquet"
            if not _is_whole(place, plan):
                _write_table(place, [tabulate(plan, part)], folder)
            progress(min(PART, plan.count - part * PART))
        _write_table(path, (parquet.read_table(folder / f"{part:06}.parquet") for part in range(plan.parts)), folder)
        _write_whole(_card_path(path), card(plan, path).encode())
        rmtree(folder)
    except OSError as error:
        raise InvalidParameter(f"{quote_path(path)} cannot be written: {error.strerror or error}.") from None
    return True


def _prepare(folder: Path, plan: Plan) -> None:
    """Create the folder of the parts, or check that it belongs to this plan."""
    folder.mkdir(exist_ok=True)
    file = folder / "plan.json"
    if not file.exists():
        _write_whole(file, plan.metadata[b"aliquot"])
    elif file.read_bytes() != plan.metadata[b"aliquot"]:
        raise InvalidParameter(f"{quote_path(folder)} holds parts of another dataset; remove it, or name another file.")


def _is_whole(path: Path, plan: Plan) -> bool:
    """Return whether a file belongs to this plan and is complete."""
    try:
        metadata = parquet.read_metadata(path).metadata or {}
    except (OSError, pyarrow.ArrowInvalid):
        return False
    return bool(metadata.get(b"aliquot") == plan.metadata[b"aliquot"])


def _write_table(path: Path, tables: Any, folder: Path) -> None:
    """Write tables to a temporary file in the folder, and rename it once all are on disk."""
    partial = folder / f"{os.getpid()}.tmp"
    with partial.open("wb") as file:
        writer = None
        for table in tables:
            writer = writer or parquet.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table)
        if writer is not None:
            writer.close()
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _write_whole(path: Path, content: bytes) -> None:
    partial = path.with_name(f"{path.name}.tmp")
    partial.write_bytes(content)
    partial.replace(path)


def _card_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.md")


def _describe(plan: Plan) -> str:
    """Describe for the card how positions were drawn."""
    if plan.scheme == "uniform":
        return (
            "Both players play any legal move. One position is taken from each match, each of the plies 0 to "
            f"{plan.sampler.plies - 1} as likely as the others; later plies are reached by fewer than one match in a "
            "hundred and left out."
        )
    players = "play any legal move" if plan.scheme == "random" else f"are `{plan.scheme}`"
    return (
        f"Both players {players}. Of the positions a move was made from, one is taken from each match, each as likely "
        "as the others."
    )


def card(plan: Plan, path: Path) -> str:
    """Return the card of the dataset in Markdown."""
    encoding, game = plan.encoding, plan.encoding.game
    table = parquet.read_table(path, columns=["value", "ply"])
    won = float(np.mean(table["value"].to_numpy() > 0))
    ply = table["ply"].to_numpy()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    planes = "; ".join(f"{place}: {plane}" for place, plane in enumerate(encoding.planes))
    return f"""# {game.title}: {plan.count:,} positions

| | |
|---|---|
| game | `{game.id}`, rules version {game.version} |
| made by | `aliquot dataset`, version {aliquot.__version__}, Python {platform.python_version()} |
| seed | {plan.seed} |
| scheme | `{plan.scheme}` |
| SHA-256 | `{digest}` |
| won for the player to move | {won:.1%} |
| ply | {ply.min()} to {ply.max()}, {ply.mean():.1f} on average |

## How the positions were found

{_describe(plan)}
Matches are drawn one after the other and independently, so a position can occur more than once.

## Columns

| column | holds |
|---|---|
| `position` | the position as text; `aliquot solve "{game.id}" POSITION` judges it |
| `seat` | whose turn it is, 1 or 2 |
| `ply` | how many moves were made before |
| `observation` | the planes, {encoding.shape[0]} × {encoding.shape[1]} zeros and ones in one list ({planes}) |
| `action_mask` | 1 for every legal action, of {len(encoding.actions)} |
| `value` | +1 if the player to move wins against any play, −1 if they lose |
| `optimal` | 1 for every action that keeps the value; in a lost position that is every legal action |
| `grundy` | the Grundy value; null where there is none, as in misère play, or where it was not searched |
| `length` | moves to the end if the winner hurries and the loser delays; null where not searched or not known |
| `split` | `train`, `validation` or `test`, by a hash of `observation`: 80, 10 and 10 of 100 different ones |

Action i is `aliquot.envs.encode("{game.id}").actions[i]`.

## How far to trust it

Values and optimal actions are exact, by the theorems proved in Aliquot's documentation or by exhaustive search; none is
estimated. The same version, seed and count give the same file.
"""
