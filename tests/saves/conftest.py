"""What the tests of saved games share: the command with a data folder of its own, and what is in that folder."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.effort import PATIENCE


class House:
    """A home with a data folder, and the programs that run in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.games = home / "data" / "aliquot" / "games"
        self.running: list[subprocess.Popen[bytes]] = []

    def environment(self, **extra: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "LANG": "C.UTF-8",
            **extra,
        }

    def start(self, *arguments: str, **extra: str) -> subprocess.Popen[bytes]:
        """Starts a program with pipes for its three streams."""
        process = subprocess.Popen(
            [sys.executable, "-m", "aliquot", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.home,
            env=self.environment(**extra),
            bufsize=0,
        )
        self.running.append(process)
        return process

    def run(self, *arguments: str, typed: str = "", **extra: str) -> tuple[int, str, str]:
        """Runs a program to its end: its exit code, its output and its errors."""
        out, err = (process := self.start(*arguments, **extra)).communicate(typed.encode(), timeout=PATIENCE)
        return process.returncode, out.decode(), err.decode()

    def files(self) -> list[Path]:
        """The record files in the data folder."""
        return sorted(path for path in self.games.glob("*.duel") if not path.name.startswith("."))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A home of its own for every test."""
    home = tmp_path / "home"
    home.mkdir()
    house = House(home)
    yield house
    for process in house.running:
        if process.poll() is None:
            process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        process.wait()
