"""The manifest: one row for each judged move or reply, from which every number of a measurement follows.

A row holds hashes of the item, the prompt and the reply, the judgement, and whether it counts or why not. The first
line of the file has a hash of all others, so that a damaged manifest is noticed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote, quote_path
from aliquot.evals.item import digest_of
from aliquot.reports.scale import Decision

_HEADER = {"format": "aliquot-manifest", "version": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One judged move or reply."""

    source: str
    """The file, and the place in it, such as `games/ada.duel#3`."""
    player: str
    kind: str = "move"
    """The kind of item; a move of a match is a `move`."""
    match: str = ""
    """The match or item it belongs to."""
    game: str = ""
    position: str = ""
    item: str = ""
    """Hashes of the item, of the prompt and of the reply; empty for a move of a match."""
    prompt: str = ""
    reply: str = ""
    readable: bool = True
    legal: bool = True
    right: bool = False
    winning: int = 0
    moves: int = 0
    size: int = 0
    phase: str = ""
    chance: float = 0.0
    """The probability that a blind guess is right."""
    problem: str = ""
    """The reason why the row does not count; empty if it does."""

    @property
    def included(self) -> bool:
        """True if the row counts."""
        return not self.problem

    @property
    def decision(self) -> Decision:
        """The row as a decision of the scale."""
        return Decision(
            self.winning, self.moves, self.right, self.match, self.size, self.phase, self.legal, self.readable
        )

    def line(self) -> str:
        """Return the row as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def manifest_text(rows: Iterable[Row]) -> str:
    """Return the manifest of rows: a header with a hash, then one line for each."""
    lines = [row.line() for row in rows]
    header = {**_HEADER, "rows": len(lines), "hash": digest_of("\n".join(lines))}
    return "\n".join([json.dumps(header), *lines]) + "\n"


def write_manifest(path: Path, rows: Sequence[Row]) -> None:
    """Write the manifest to a new file.

    Raises:
        InvalidParameter: The file is there already with other content, or cannot be written.
    """
    text = manifest_text(rows)
    try:
        if path.exists():
            if path.read_text(encoding="utf-8", errors="replace") == text:
                return
            raise InvalidParameter(
                f"{quote_path(path)} already exists and is another manifest, or damaged; it is kept."
            )
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidParameter(f"{quote_path(path)} cannot be written: {error.strerror or error}.") from None


def is_manifest(document: Any) -> bool:
    """Return whether a line is the header of a manifest."""
    return isinstance(document, dict) and document.get("format") == _HEADER["format"]


def read_manifest(name: str, text: str) -> Iterator[Row]:
    """Read what `manifest_text` returns.

    Args:
        name: The name of the file, for messages.
        text: Its content.

    Raises:
        InvalidParameter: It is damaged, or of another version.
    """
    first, _, rest = text.partition("\n")
    lines = rest.removesuffix("\n")
    try:
        header = json.loads(first)
        if header.get("version") != _HEADER["version"]:
            version = quote(header.get("version"))
            raise InvalidParameter(f"{quote_path(Path(name))} is a manifest of version {version}, not 1.")
        rows = [_read_row(json.loads(line)) for line in lines.split("\n")] if lines else []
    except (ValueError, TypeError, AttributeError) as error:
        if isinstance(error, InvalidParameter):
            raise
        raise InvalidParameter(f"The manifest {quote_path(Path(name))} is damaged; nothing was measured.") from None
    if header.get("hash") != digest_of(lines) or header.get("rows") != len(rows):
        raise InvalidParameter(f"The manifest {quote_path(Path(name))} is damaged: it does not have the hash it names.")
    return iter(rows)


def _read_row(document: dict[str, Any]) -> Row:
    """Return the row of a line; raise TypeError if a value is not of the type that it has by default."""
    row = Row(**document)
    for name, value in asdict(row).items():
        if type(value) is not _TYPES[name] and not (_TYPES[name] is float and type(value) is int):
            raise TypeError(name)
    return row


_TYPES = {name: type(value) for name, value in asdict(Row(source="", player="")).items()}
