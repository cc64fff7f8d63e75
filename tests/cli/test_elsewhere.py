"""What only some systems have is taken away, and the game is played all the same: line mode, saving, locking.

This is not Windows; it is this system without what Windows lacks. docs/systems.md says what was tested where.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from aliquot.saves.archive import load
from tests.effort import PATIENCE

BARE = """
import os, signal, sys

for name in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGQUIT", "SIGTSTP", "SIGCONT", "SIGUSR1", "SIGWINCH", "SIGALRM", "SIGPIPE", "SIGCHLD"):
    delattr(signal, name)
signal.set_wakeup_fd = None
for name in ("fork", "set_blocking", "mkfifo", "openpty", "killpg", "setsid", "fchmod"):
    delattr(os, name)

import select
class Sockets:
    @staticmethod
    def select(*_):
        raise OSError(10038, "not a socket")
sys.modules["select"] = select
for name in ("poll", "epoll"):
    if hasattr(select, name):
        delattr(select, name)
select.select = Sockets.select
"""
PLAY = BARE + "from aliquot.cli import main\nmain()\n"


class Elsewhere:
    """Programs on a system with less."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.games = home / "data" / "aliquot" / "games"

    def start(self, *arguments: str, program: str = PLAY, **extra: str) -> subprocess.Popen[str]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data")}
        return subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            env={**environment, "LANG": "C.UTF-8", **extra},
        )

    def run(self, *arguments: str, typed: str = "", **extra: str) -> tuple[int, str, str]:
        process = self.start(*arguments, **extra)
        out, err = process.communicate(typed, timeout=PATIENCE)
        assert "Traceback" not in err, err
        return process.returncode, out, err

    def files(self) -> list[Path]:
        return sorted(self.games.glob("*.duel"))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


def until(stream: IO[str] | None, words: str) -> str:
    """Reads until something has been said."""
    assert stream is not None
    said = ""
    while words not in said:
        piece = stream.read(1)
        assert piece, said
        said += piece
    return said


def test_what_is_taken_away_is_away(elsewhere: Elsewhere) -> None:
    program = BARE + "import select\ntry: import fcntl\nexcept ImportError: print('away')\nselect.select([0], [], [])\n"
    out, err = elsewhere.start(program=program).communicate(timeout=PATIENCE)
    assert out == "away\n"
    assert "not a socket" in err


@pytest.mark.parametrize("slug", ["dividers-duel", "divisor-duel-subtract", "divisor-duel-pool"])
def test_a_game_is_played_and_kept(slug: str, elsewhere: Elsewhere) -> None:
    code, _, err = elsewhere.run("play", slug, "--two", "random", "--one", "random", "--seed", "1")
    assert (code, err) == (0, "")
    (path,) = elsewhere.files()
    assert load(path).outcome is not None
    assert [path.name for path in elsewhere.games.iterdir() if path.name.endswith(".lock")] == []


def test_a_transcript_is_the_same_with_and_without(elsewhere: Elsewhere, tmp_path: Path) -> None:
    typed = "2\n5\n3\n"
    ours = subprocess.run(
        [sys.executable, "-m", "aliquot", "play", "dividers-duel", "--no-save"],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert elsewhere.run("play", "dividers-duel", "--no-save", typed=typed) == (0, ours.stdout, ours.stderr)


def test_a_game_is_left_taken_up_listed_and_reviewed(elsewhere: Elsewhere) -> None:
    code, _, err = elsewhere.run("play", "dividers-duel", typed="2\n")
    assert (code, err) == (1, "The input ended, and the game is unfinished.\n")
    assert elsewhere.run("resume", typed="5\n3\n")[0] == 0
    (path,) = elsewhere.files()
    assert [move.text for move in load(path).moves] == ["60/2", "30/5", "6/3"]
    for command in ("history", "stats"):
        assert elsewhere.run(command)[0] == 0
    assert elsewhere.run("review", str(path), "--annotate")[0] == 0


def test_a_game_is_played_in_one_window_only_and_in_another_once_the_first_was_killed(elsewhere: Elsewhere) -> None:
    first = elsewhere.start("play", "dividers-duel")
    assert first.stdin is not None
    first.stdin.write("2\n")
    first.stdin.flush()
    until(first.stdout, "30")
    until(first.stdout, ":")
    while not elsewhere.files():
        until(first.stdout, "")
    code, _, err = elsewhere.run("resume", typed="5\n")
    assert (code, err) == (2, f"aliquot: '{elsewhere.files()[0]}' is being played in another window.\n")
    first.kill()
    first.communicate()
    assert elsewhere.run("resume", typed="5\n3\n")[0] == 0


def test_a_clock_runs_out_while_a_thread_waits(elsewhere: Elsewhere) -> None:
    first = elsewhere.start("play", "dividers-duel", "--clock", "1+0")
    out, err = first.stdout, first.stderr
    said = until(out, "wins!")
    assert first.stdin is not None
    first.stdin.close()
    assert first.wait(PATIENCE) == 0
    assert "Traceback" not in said + (err.read() if err else "")
    for stream in (out, err):
        if stream is not None:
            stream.close()


def test_a_code_page_of_256_characters_stops_nothing(elsewhere: Elsewhere) -> None:
    code, _, _ = elsewhere.run("play", "dividers-duel", typed="2\n5\n3\n", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert code == 0
    elsewhere.run("history", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
