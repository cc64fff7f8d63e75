"""The exporter: the page as files for any web host, with the server in a worker of the browser."""

import asyncio
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.web.server.middleware import POLICY
from aliquot.web.site import assets, rendering
from aliquot.web.worker.bridge import ADDRESSES
from aliquot.web.worker.server import Server
from aliquot.web.worker.store import MemoryStorage

PYODIDE = "314.0.7"
"""The version of Pyodide, from npm."""
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_OWN = Path(__file__).parent
_LEFT_OUT = ("envs/", "evals/", "terminal/screen/", "testing", "__main__", "web/run.py", "web/worker/export.py")
"""Parts of the package that a browser does not need."""
_CHAINS = "oracle/chains.jsonl.gz"
"""The longest chains that are known."""
_PACKAGES = ("click", "jinja2", "markupsafe")
_PAGES = ("/", "/new", "/chain", "/learn", "/explore", "/rules", "/review", "/teachers", "/about", "/privacy", "/board")
"""Pages that are the same for every visitor and on every day, as are those below `/learn/` and `/rules/`."""
_FILES = ("manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png", "preview.png")
_MISSING = (
    "The site needs Pyodide {version}, which is not in {folder}: install npm, which fetches it, "
    "or unpack the npm package pyodide there."
)
_SHELL = "shell.html"
_GO = "go/index.html"
"""A page that draws the one its query names, for browsers that keep no pages and hosts that have no file for it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A site that was written: its size."""

    files: int
    bytes: int
    compressed: int
    """Bytes when every file is compressed with gzip, as hosts send them."""


def export_site(folder: Path, base: str, pyodide: Path) -> Exported:
    """Write the site.

    Args:
        folder: Where to; files of an earlier export are replaced.
        base: The path of the site on its host, without the last slash; empty at the root.
        pyodide: The folder with Pyodide's files; they are fetched with npm if they are not there.

    Raises:
        InvalidParameter: Pyodide is missing, or the folder holds something else.
    """
    _check_folder(folder)
    build = _build(pyodide, base)
    version = build.version
    files = {f"runtime/{version}/{name}": content for name, content in build.runtime.items()}
    files |= {f"static/{version}/{name}": content for name, content in build.static.items()}
    files |= asyncio.run(_draw_pages(base, version, build.size))
    files["sw.js"] = _service_worker(base, files)
    _remove_earlier(folder)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "site.json").write_text(json.dumps({"version": version, "base": base, "files": sorted(files)}))
    compressed = sum(len(gzip.compress(content, 9)) for content in files.values())
    return Exported(len(files), sum(map(len, files.values())), compressed)


def export_runtime(folder: Path, pyodide: Path) -> None:
    """Write only the worker and what it needs, for pages that run examples: `runtime.json` has their size.

    Raises:
        InvalidParameter: Pyodide is missing.
    """
    build = _build(pyodide, "")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in build.runtime.items():
        (folder / name).write_bytes(content)
    (folder / "runtime.json").write_text(json.dumps({"bytes": build.size}))


@dataclass(frozen=True, slots=True)
class _Build:
    """The parts of a site that are the same under every address."""

    version: str
    runtime: dict[str, bytes]
    """The worker, Pyodide, and the Python that it runs."""
    static: dict[str, bytes]
    """The scripts and styles of the pages."""

    @property
    def size(self) -> int:
        """Bytes that the worker counts while it loads."""
        return sum(len(content) for name, content in self.runtime.items() if not name.endswith(".js"))


def _build(pyodide: Path, base: str) -> _Build:
    runtime = {name.replace(".mjs", ".js"): content for name, content in _read_pyodide(pyodide).items()}
    static = {name: asset.content for name, asset in assets.assets().items()}
    static |= {f"site/{path.name}": path.read_bytes() for path in sorted((_OWN / "static").glob("host.*"))}
    imports = {name: assets.imported(name) for name in static if name.startswith("pages/")}
    assets.imported.cache_clear()
    bundle = dict(_bundle())
    worker = (_OWN / "static" / "worker.js").read_bytes()
    version = _digest({**runtime, **static, **bundle, "worker.js": worker, "base": base.encode()})
    assets.EXPORTED = assets.Exported(version, imports)
    bundle[f"aliquot/web/worker/{ADDRESSES}"] = json.dumps(asdict(assets.EXPORTED)).encode()
    archive = _zip(bundle)
    runtime |= {"worker.js": worker, "bundle.zip": archive, **_compile(pyodide, archive)}
    return _Build(version, runtime, static)


def _remove_earlier(folder: Path) -> None:
    """Remove the files of an earlier export, and the folders that are then empty."""
    for name in _listed(folder):
        (folder / name).unlink(missing_ok=True)
        for parent in (folder / name).parents:
            if parent == folder or not parent.is_dir() or any(parent.iterdir()):
                break
            parent.rmdir()


def _listed(folder: Path) -> list[str]:
    """Return the files of an earlier export."""
    try:
        files: list[str] = json.loads((folder / "site.json").read_text())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [name for name in files if ".." not in Path(name).parts and not Path(name).is_absolute()]


def _check_folder(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / "site.json").exists())):
        raise InvalidParameter(f"{folder} holds something else. Name a new folder, or one with an exported site.")


def _read_pyodide(folder: Path) -> dict[str, bytes]:
    """Return Pyodide's files, renamed so that every host knows their type."""
    if not all((folder / name).is_file() for name in _RUNTIME):
        _fetch_pyodide(folder)
    files = {name: (folder / name).read_bytes() for name in _RUNTIME}
    files["pyodide.mjs"] = files["pyodide.mjs"].replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
    return files


def _fetch_pyodide(folder: Path) -> None:
    missing = InvalidParameter(_MISSING.format(version=PYODIDE, folder=folder))
    npm = shutil.which("npm")
    if npm is None:
        raise missing
    folder.mkdir(parents=True, exist_ok=True)
    # Another export may be fetching the same: files are complete before they get their names.
    with tempfile.TemporaryDirectory(dir=folder) as place:
        command = [npm, "pack", "--silent", "--pack-destination", place, f"pyodide@{PYODIDE}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        archive = Path(place) / f"pyodide-{PYODIDE}.tgz"
        if done.returncode != 0 or not archive.is_file():
            raise missing
        with tarfile.open(archive) as packed:
            for name in _RUNTIME:
                content = packed.extractfile(f"package/{name}")
                if content is None:
                    raise missing
                (Path(place) / name).write_bytes(content.read())
                (Path(place) / name).replace(folder / name)


def _bundle() -> Iterator[tuple[str, bytes]]:
    """Yield the files that the worker needs: Python, templates, and the longest chains."""
    package = _OWN.parent.parent
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        is_page = path.suffix == ".html" and "templates" in path.parts
        is_needed = path.suffix == ".py" or is_page or name == _CHAINS
        if is_needed and not name.startswith(_LEFT_OUT):
            yield f"aliquot/{name}", path.read_bytes()
    for each in _PACKAGES:
        spec = find_spec(each)
        if spec is None or spec.origin is None:
            raise InvalidParameter(f"The site needs a package that is not installed ({each}).")
        for path in sorted(Path(spec.origin).parent.glob("*.py")):
            yield f"{each}/{path.name}", path.read_bytes()


def _compile(pyodide: Path, bundle: bytes) -> dict[str, bytes]:
    """Return the archives with the modules that are needed at the start compiled, by Pyodide itself under Node.

    That halves the time to the first answer. Without Node they stay as they are.
    """
    node = shutil.which("node")
    if node is None:
        return {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "bundle.zip").write_bytes(bundle)
        script = folder / "compile.mjs"
        script.write_bytes((_OWN / "static" / "compile.mjs").read_bytes())
        command = [node, str(script), str(pyodide.resolve()), place]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise InvalidParameter(f"Pyodide could not compile the site: {done.stderr[-300:]}")
        return {name: (folder / "out" / name).read_bytes() for name in ("bundle.zip", "python_stdlib.zip")}


def _zip(files: dict[str, bytes]) -> bytes:
    """Return files as an archive; equal files make equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _digest(files: dict[str, bytes]) -> str:
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()[:12]


# --- pages ----------------------------------------------------------------------------------------------


async def _draw_pages(base: str, version: str, size: int) -> dict[str, bytes]:
    """Draw every page that is the same for all, with the server that draws the others in the browser."""
    server = Server(MemoryStorage(), "", base)
    await server.start()
    pages, waiting = dict[str, bytes](), list(_PAGES)
    while waiting:
        page = waiting.pop()
        status, headers, body = await server.respond("GET", page, {"accept": "text/html"})
        if page in pages or status != 200 or not headers["content-type"].startswith("text/html"):
            continue
        pages[page] = body
        waiting += [link for link in _links(body.decode(), base) if link.startswith(("/learn/", "/rules/"))]
    site: dict[str, Any] = {
        "base": base,
        "pages": sorted(pages),
        "worker": f"{base}/runtime/{version}/worker.js",
        "bytes": size,
    }
    shell = server.rebase(rendering.Browser("", accepts_compressed=False).draw(_SHELL).body)
    files = {f"{page.strip('/')}/index.html".lstrip("/"): _as_file(body, site, version) for page, body in pages.items()}
    files["404.html"] = files[_GO] = _as_file(shell, site, version)
    for name in _FILES:
        status, _, body = await server.respond("GET", f"/{name}")
        if status == 200:
            files[name] = body
    return files


def _links(html: str, base: str) -> Iterator[str]:
    for part in html.split(f'href="{base}/')[1:]:
        yield "/" + part.partition('"')[0].partition("#")[0]


def _as_file(html: bytes, site: dict[str, Any], version: str) -> bytes:
    """Return a page with what makes it a page of a static site: its policy, and the script that starts the worker."""
    policy = POLICY.replace("; frame-ancestors 'none'", "").replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    )
    head = (
        f'<meta http-equiv="content-security-policy" content="{policy}">\n'
        f'<script type="application/json" id="site">{json.dumps(site)}</script>\n'
        f'<script type="module" src="{site["base"]}/static/{version}/site/host.js"></script>\n'
    )
    lines = [line for line in html.decode().splitlines(keepends=True) if 'property="og:image' not in line]
    place = next(index for index, line in enumerate(lines) if "theme.js" in line)
    return "".join([*lines[:place], head, *lines[place:]]).encode()


def _service_worker(base: str, files: dict[str, bytes]) -> bytes:
    own = {route.path.split("/")[1] for route in Server(MemoryStorage(), "", base).app.routes}
    facts = {"VERSION": _digest(files), "BASE": base, "FILES": sorted(files), "OWN": sorted(own)}
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    return constants.encode() + (_OWN / "static" / "sw.js").read_bytes()
