"""The files of the page Deploy: systemd accepts the unit, and a match is played through nginx as configured."""

import json
import re
import shutil
import socket
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from ..conftest import Served, address_of
from ..nginx import free_port, nginx

HOST = "duels.example"


def shown(root: Path, title: str) -> str:
    """A file that the page shows."""
    page = (root / "docs" / "deploy.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf'```\w+ title="{re.escape(title)}"\n(.*?)```', page, re.DOTALL)
    return str(text)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing")
def test_systemd_accepts_the_unit(root: Path, tmp_path: Path) -> None:
    unit = shown(root, "aliquot.service")
    assert "/opt/aliquot/bin/aliquot serve " in unit
    file = tmp_path / "aliquot.service"
    file.write_text(unit.replace("/opt/aliquot/bin/aliquot", shutil.which("true") or ""), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "aliquot" in line]) == (0, [])


@pytest.mark.deep
def test_the_flags_of_the_unit_are_those_of_the_server_and_a_match_is_played_through_nginx(
    root: Path, tmp_path: Path
) -> None:
    (flags,) = re.findall(r"^ExecStart=\S+ serve --database \S+ (.*)$", shown(root, "aliquot.service"), re.M)
    with Served(address_of(tmp_path), *flags.split()) as served:
        plain, secure = free_port(), free_port()
        sites = re.sub(r"\n *ssl_certificate.*", "", shown(root, "aliquot.conf"))
        for old, new in {
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{secure};",
            "127.0.0.1:8000": f"127.0.0.1:{served.port}",
        }.items():
            assert sites.count(old) == 1
            sites = sites.replace(old, new)
        with nginx(sites, secure, tmp_path) as url, httpx.Client(base_url=url, headers={"host": HOST}) as client:
            assert client.get("/").status_code == 200
            assert client.get("/metrics").status_code == 403
            sent_on = httpx.get(f"http://127.0.0.1:{plain}/new?a=1", headers={"host": HOST})
            assert (sent_on.status_code, sent_on.headers["location"]) == (301, f"https://{HOST}/new?a=1")
            settings = {"game": "dividers-duel", "opponent": "perfect", "name": "Ada"}
            seat = client.post("/api/matches", json=settings).json()
            assert seat["path"].startswith(f"https://{HOST}/g/")
            line = socket.create_connection(("127.0.0.1", secure))
            with connect(f"ws://{HOST}/api/matches/{seat['match']}/live", sock=line) as live:
                live.send(json.dumps({"type": "hello", "token": seat["token"]}))
                assert json.loads(live.recv())["you"] == [1]
                live.send(json.dumps({"type": "move", "id": "a", "ply": 0, "move": "60/30"}))
                messages = (json.loads(message) for message in live)
                ended = next(message for message in messages if message.get("outcome"))
        assert ended["outcome"]["winner"] == 1
