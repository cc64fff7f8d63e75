"""The files of `static`: read once, compressed once, served under an address that changes with their content.

One digest of all of them is part of every address. So a module can import its neighbour by a relative name, an address
always means the same bytes, and a browser never asks twice.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from fastapi import APIRouter, Request, Response

from aliquot.web.errors import NotFound

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
_COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE)
"""Comments on lines of their own: types and explanations for readers of the sources, a third of what would be sent."""
_IMPORT = re.compile(r"""^(?:import\s*|(?:import|export)\b[^;'"]*?\bfrom\s*)["'](\.[^"']+)["']""", re.MULTILINE)
_FOR_EVER = "public, max-age=31536000, immutable"

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Asset:
    """One file."""

    content: bytes
    compressed: bytes
    """The content, compressed with gzip."""
    media_type: str


@dataclass(frozen=True, slots=True)
class Exported:
    """The addresses of the files on a static site, whose pages are drawn where the files themselves are not."""

    version: str
    imported: dict[str, tuple[str, ...]]
    """Each module and those it imports."""


EXPORTED: Exported | None = None
"""Set on a static site, before the first page is drawn."""


@cache
def assets() -> dict[str, Asset]:
    """Return every file by its path below the folder."""
    files = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            content = path.read_bytes()
            if path.suffix == ".js":
                content = _COMMENT.sub(b"", content)
            name = path.relative_to(FOLDER).as_posix()
            files[name] = Asset(content, gzip.compress(content, 9, mtime=0), _TYPES[path.suffix])
    return files


@cache
def digest() -> str:
    """Return a short hash of all files."""
    total = hashlib.sha256()
    for name, asset in assets().items():
        total.update(f"{name}\0{len(asset.content)}\0".encode() + asset.content)
    return total.hexdigest()[:12]


def address(name: str) -> str:
    """Return the URL path of a file.

    Raises:
        KeyError: There is no such file.
    """
    if EXPORTED is not None:
        return f"/static/{EXPORTED.version}/{name}"
    assets()[name]
    return f"/static/{digest()}/{name}"


@lru_cache(maxsize=256)
def imported(name: str) -> tuple[str, ...]:
    """Return a module and every module it imports, so that a browser can fetch all of them at once."""
    if EXPORTED is not None:
        return EXPORTED.imported[name]
    needed: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module not in needed:
            needed[module] = None
            folder = PurePosixPath(module).parent
            text = assets()[module].content.decode()
            waiting += [normpath((folder / target).as_posix()) for target in _IMPORT.findall(text)]
    return tuple(needed)


@router.get("/static/{version}/{name:path}")
async def static(version: str, name: str, request: Request) -> Response:
    """Return a file; under the address of an older version the current one, which is then not cached."""
    asset = assets().get(name)
    if asset is None:
        raise NotFound("There is no such file.")
    headers = {"cache-control": _FOR_EVER if version == digest() else "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.compressed, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)


@router.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Tell search engines which pages change with every visit: reviews, forms and the API.

    The page of a match is not among them, or chats would show no preview of its link: it asks not to be listed itself.
    """
    lines = ("User-agent: *", *(f"Disallow: {path}" for path in ("/api/", "/g/*/", "/new", "/worksheet?", "/metrics")))
    return Response("\n".join(lines) + "\n", media_type="text/plain; charset=utf-8")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Redirect to the icon, for browsers that look for it here."""
    return Response(status_code=308, headers={"location": address("icon.svg")})
