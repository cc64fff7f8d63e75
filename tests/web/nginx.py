"""A real nginx with a configuration from the docs."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.effort import PATIENCE


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def nginx(sites: str, port: int, folder: Path) -> Iterator[str]:
    """The address of an nginx with these sites, of which one listens on the port; skips if there is none here."""
    program = shutil.which("nginx")
    if program is None:
        if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
            pytest.fail("nginx is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
        pytest.skip("nginx is missing")
    kinds = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
    configuration = folder / "nginx.conf"
    configuration.write_text(f"{head}http {{\naccess_log off;\n{kinds}{sites}\n}}\n", encoding="utf-8")
    folder.chmod(0o755)
    running = subprocess.Popen([program, "-c", str(configuration), "-p", str(folder)])
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz")
                break
            except httpx.TransportError:
                assert running.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(PATIENCE)
