"""The exported site, and a plain file server for it."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.effort import PATIENCE

ROOT = Path(__file__).parent.parent.parent.parent


def exported(folder: Path, base: str) -> Path:
    """Export the site; skip what needs it where npm is missing."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
            pytest.fail("npm is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
        pytest.skip("npm is missing")
    command = [sys.executable, "-m", "aliquot", "export-site", str(folder), "--base", base]
    done = subprocess.run(
        [*command, "--pyodide", str(ROOT / ".cache" / "pyodide")],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # A file server shows a folder at the root of its address, where a site for another path does not work.
    assert ("http.server" in done.stderr) == (base == "/"), done.stderr
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve a folder as `python -m http.server` does; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
