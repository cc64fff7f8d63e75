"""Datasets of positions with exact labels; an interrupted run resumes where it stopped.

A dataset is written in parts, each of which depends on the plan and its number alone. The parts are in a folder beside
the file and are joined at the end, so that the file is complete whenever it exists.

One position is taken from each match, by one of these schemes:

`random`: both players play any legal move; of the positions a move was made from, each is as likely as the others.
`uniform`: the same play, but every ply is as likely as any other, up to the last that one match in a hundred reaches.
`skill:S`: both players are of that skill; of the positions a move was made from, each is as likely as the others.
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
from aliquot.core.player import Player
from aliquot.core.text import quote
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import EncodedMatch, Encoding
from aliquot.envs.labels import has_theory, label
from aliquot.envs.playouts import play_out
from aliquot.oracle import solve
from aliquot.players import create_player

PART = 4096
"""The number of positions of a part."""
MOST = 1_000_000_000
"""The most positions of a dataset."""
_PILOT = 2_000
"""The number of matches played to see which plies can be reached."""


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
        if self.scheme not in ("random", "uniform"):
            if not self.scheme.startswith("skill:"):
                raise InvalidParameter(f"Positions come from random, uniform or skill:S, not {quote(self.scheme)}.")
            create_player(self.scheme, Random(0))
        if not has_theory(self.encoding):
            _ = solve(self.encoding.game).wins

    @cached_property
    def encoding(self) -> Encoding:
        """The encoding of the game."""
        return encode(self.game)

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.count // PART)

    @cached_property
    def plies(self) -> int:
        """The number of plies `uniform` draws from: those that one match in a hundred reaches."""
        lengths = play_out(self.encoding, _PILOT, seed=self.seed, threads=1).lengths
        return int(np.sort(lengths)[-max(1, _PILOT // 100)])

    @cached_property
    def metadata(self) -> dict[bytes, bytes]:
        """The metadata of the file."""
        about = {**asdict(self), "aliquot": aliquot.__version__, "version": self.encoding.game.version}
        return {b"aliquot": json.dumps(about, sort_keys=True).encode()}


def sample(plan: Plan, part: int) -> list[tuple[Any, int]]:
    """Draw the positions of one part, each with its ply."""
    generator = Random(f"{plan.seed}/{part}")
    size = min(PART, plan.count - part * PART)
    player = None if plan.scheme in ("random", "uniform") else create_player(plan.scheme, generator)
    match = plan.encoding.new_match()
    return [_draw(plan, match, player, generator) for _ in range(size)]


def _draw(plan: Plan, match: EncodedMatch, player: Player | None, generator: Random) -> tuple[Any, int]:
    """Play a match and return one of its positions with its ply."""
    wanted = generator.randrange(plan.plies) if plan.scheme == "uniform" else -1
    while True:
        match.reset()
        chosen, ply = None, 0
        while not match.is_over:
            # The newest of k positions is chosen with probability 1/k, which makes all equally likely in the end.
            if ply == wanted or (wanted < 0 and generator.randrange(ply + 1) == 0):
                chosen = match.position(), ply
                if wanted >= 0:
                    break
            match.play(_choose(match, player, generator))
            ply += 1
        if chosen is not None:
            return chosen


def _choose(match: EncodedMatch, player: Player | None, generator: Random) -> int:
    if player is not None:
        return int(match.encoding.index(player.choose(match.encoding.game, match.position(), None).move))
    return int(generator.choice(np.flatnonzero(match.mask())))


def tabulate(plan: Plan, part: int) -> pyarrow.Table:
    """Return one part as a table."""
    encoding = plan.encoding
    rows = sample(plan, part)
    positions = [position for position, _ in rows]
    labels = label(encoding, positions)
    matches = [encoding.at(position) for position in positions]
    planes = np.stack([match.observe() for match in matches]).reshape(len(matches), -1)
    masks = np.stack([match.mask() for match in matches])
    columns = {
        "position": pyarrow.array([encoding.game.text(position) for position in positions]),
        "seat": pyarrow.array([match.seat for match in matches], pyarrow.int8()),
        "ply": pyarrow.array([ply for _, ply in rows], pyarrow.int32()),
        "observation": _lists(planes),
        "action_mask": _lists(masks),
        "value": pyarrow.array(labels.values),
        "optimal": _lists(labels.optimal),
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
                f"{quote(str(path))} is there already and is not this dataset; it is not overwritten."
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
        raise InvalidParameter(f"{quote(str(path))} cannot be written: {error.strerror or error}.") from None
    return True


def _prepare(folder: Path, plan: Plan) -> None:
    """Create the folder of the parts, or check that it belongs to this plan."""
    folder.mkdir(exist_ok=True)
    file = folder / "plan.json"
    if not file.exists():
        _write_whole(file, plan.metadata[b"aliquot"])
    elif file.read_bytes() != plan.metadata[b"aliquot"]:
        raise InvalidParameter(f"{quote(str(folder))} holds parts of another dataset; remove it, or name another file.")


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
            f"{plan.plies - 1} as likely as the others; later plies are reached by fewer than one match in a hundred "
            "and left out."
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
| `position` | the position as text; `aliquot solve {game.slug}` reads it |
| `seat` | whose turn it is, 1 or 2 |
| `ply` | how many moves were made before |
| `observation` | the planes, {encoding.shape[0]} × {encoding.shape[1]} zeros and ones in one list ({planes}) |
| `action_mask` | 1 for every legal action, of {len(encoding.actions)} |
| `value` | +1 if the player to move wins against any play, −1 if they lose |
| `optimal` | 1 for every action that keeps the value; in a lost position that is every legal action |

Action i is `aliquot.envs.encode("{game.id}").actions[i]`.

## How far to trust it

Values and optimal actions are exact, by the theorems proved in Aliquot's documentation or by exhaustive search; none is
estimated. The same version, seed and count give the same file.
"""
