"""Disks that are full, read-only or fail: real ones, small, and mounted for one server alone."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.effort import PATIENCE

from ..conftest import OWN_MOUNTS, Served, Visitor, address_of
from ..live.test_api import pair

REFUSAL = "The game could not be saved, so nothing has changed. Try again later."


@pytest.fixture(autouse=True)
def _allowed(tmp_path: Path) -> None:
    try:
        subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", str(tmp_path)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this system lets nobody mount a disk of their own")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server whose database is on a disk of its own, with half a megabyte."""
    with Served(address_of(tmp_path), disk=tmp_path) as running:
        yield running
        assert [line for line in running.log if "Traceback" in line] == []


def on_its_disk(served: Served, *command: str) -> None:
    """Does something where the server sees its disk."""
    entered = ["nsenter", "--preserve-credentials", "--user", "--mount", "--target", str(served.process.pid)]
    done = subprocess.run([*entered, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def assert_goes_on(ada: Visitor, emmy: Visitor, made: str, ply: int) -> None:
    """What was acknowledged is there, and nothing else; now moves are taken again."""
    assert ada.state(made)["ply"] == ply
    assert (ada, emmy)[ply % 2].move(made, ply, "2", "again")["result"] == "accepted"
    stored = ada.get(f"/api/matches/{made}/events")["events"]
    assert [event["kind"] for event in stored] == ["joined", *["moved"] * (ply + 1)]


@pytest.mark.deep
def test_a_full_disk_takes_no_moves_but_games_are_read_and_it_recovers(served: Served, tmp_path: Path) -> None:
    ada, emmy, made = pair(served, "divisor-duel-subtract", start="1000000")
    on_its_disk(served, "sh", "-c", f"cat /dev/zero >'{tmp_path}/filler' 2>/dev/null || true")
    with ada.live(made) as one:
        ply, answer = 0, {"result": "accepted"}
        while True:
            answer = (ada, emmy)[ply % 2].move(made, ply, "2", f"m{ply}")
            if answer["result"] != "accepted":
                break
            ply += 1  # What is left of the journal's last page may hold a few.
        assert answer["reason"] == REFUSAL
        deadline = time.monotonic() + PATIENCE
        while not any("disk is full" in line for line in served.log):
            assert time.monotonic() < deadline, served.log[-8:]
            time.sleep(0.05)
        assert one.ask("ping", "p")["number"] == ply + 1, "nobody is told of a move that is not stored"
        assert ada.state(made)["ply"] == ply
        assert ada.http.get("/healthz").text == "ok\n"
        assert "could not be saved" in ada.refusal(503, "POST", "/api/matches", game="dividers-duel")
        on_its_disk(served, "rm", f"{tmp_path}/filler")
        assert_goes_on(ada, emmy, made, ply)


@pytest.mark.deep
def test_a_disk_that_fails_takes_no_moves_but_games_are_read_and_it_recovers(served: Served) -> None:
    ada, emmy, made = pair(served, "divisor-duel-subtract", start="1000000")
    assert ada.move(made, 0, "2", "first")["result"] == "accepted"

    def allow(size: str) -> None:
        # The system refuses whatever is written beyond that place of a file.
        subprocess.run(["prlimit", f"--fsize={size}:unlimited", "--pid", str(served.process.pid)], check=True)

    allow("1")
    answer: dict[str, Any] = emmy.move(made, 1, "2", "second")
    assert answer["result"] == "refused"
    assert answer["reason"] == REFUSAL
    assert ada.state(made)["ply"] == 1
    assert ada.http.get("/healthz").text == "ok\n"
    allow("unlimited")
    assert_goes_on(ada, emmy, made, 1)


@pytest.mark.deep
def test_a_read_only_disk_is_refused_in_one_sentence_and_nothing_is_changed(tmp_path: Path) -> None:
    with Served(address_of(tmp_path)) as served:
        pair(served)
        assert served.stop() == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    serve = [sys.executable, "-m", "aliquot", "serve", "--port", "0", "--database", address_of(tmp_path)]
    done = subprocess.run(
        [*OWN_MOUNTS, "sh", "-c", mount, str(tmp_path), *serve],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode != 0
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("aliquot: ")
    assert "Read-only" in sentence or "readonly" in sentence, sentence
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


OPENING = """
import subprocess, sys
from pathlib import Path
from aliquot.core.errors import AliquotError
from aliquot.web.store.database import Database
disk = Path(sys.argv[1])
for size in range(8, 320, 12):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", disk], check=True)
    try:
        Database(f"sqlite:///{disk}/server/games.sqlite3").close()
        print("opened")
    except AliquotError as error:
        print(*sorted(path.name for path in disk.iterdir()), error, sep=": ")
    subprocess.run(["umount", disk], check=True)
"""
"""Creates a database on disks of every small size."""


@pytest.mark.deep
def test_a_database_is_created_completely_or_the_disk_is_said_to_be_full(tmp_path: Path) -> None:
    command = [*OWN_MOUNTS, sys.executable, "-c", OPENING, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    lines = done.stdout.splitlines()
    full = f"'{tmp_path / 'server' / 'games.sqlite3'}' cannot be created: the disk is full."
    count = lines.count(full)
    assert 3 < count < len(lines) - 3
    assert lines == [full] * count + ["opened"] * (len(lines) - count)
