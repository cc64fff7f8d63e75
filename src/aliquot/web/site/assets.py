"""What a browser is given to run: the files of `static`, read once, packed once, and named by what is in them.

One digest of all of them is part of every address. So a module can import its neighbour by a relative name, an address
means the same bytes for ever, and a browser never asks twice.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_IMPORT = re.compile(r"""^(?:import|export)\b[^;'"]*?(?:from\s*)?["'](\.[^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    content: bytes
    packed: bytes
    """The same, compressed with gzip."""
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """Every file, by its name below the folder."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            content = path.read_bytes()
            name = path.relative_to(FOLDER).as_posix()
            found[name] = Asset(content, gzip.compress(content, 9, mtime=0), _TYPES[path.suffix])
    return found


@cache
def digest() -> str:
    """What is in all of them, in few characters."""
    summed = hashlib.sha256()
    for name, asset in assets().items():
        summed.update(f"{name}\0{len(asset.content)}\0".encode() + asset.content)
    return summed.hexdigest()[:12]


def address(name: str) -> str:
    """Where a browser finds a file.

    Raises:
        KeyError: There is no such file.
    """
    assets()[name]
    return f"/static/{digest()}/{name}"


@lru_cache(maxsize=256)
def imported(name: str) -> tuple[str, ...]:
    """A module and every module it needs before it can run, so that a browser can ask for all of them at once."""
    needed: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module not in needed:
            needed[module] = None
            beside = PurePosixPath(module).parent
            text = assets()[module].content.decode()
            waiting += [normpath((beside / target).as_posix()) for target in _IMPORT.findall(text)]
    return tuple(needed)
