"""What the tests share: the command, run as its users run it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from .effort import MINUTES, PATIENCE, prepare, thin_out
from .zygote import Zygote

prepare()

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
_BEGAN = monotonic()


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that has ended."""

    code: int
    """Its exit code."""
    out: str
    """What it wrote on standard output, newlines untouched."""
    err: str
    """What it wrote on standard error."""

    def refusal(self) -> str:
        """The one line with which a command refuses what it was given; fails if it did anything else."""
        assert self.code == 2, self
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.err.startswith("aliquot: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert self.err[:-1].isprintable(), self.err
        assert len(self.err) < 400, "what was given is not echoed back whole"
        return self.err[:-1]


_OF_PYTHON = ("PYTHON", "LANG", "LC_")
"""How variables begin that Python reads when it starts."""
_zygote = Zygote()


def _is_text(argument: str | bytes) -> bool:
    return isinstance(argument, str) and argument.isprintable()


class Command:
    """Runs `aliquot` with pipes for its three streams, in a directory and a home of its own."""

    def __init__(self, home: Path) -> None:
        """Runs commands in this directory."""
        self.home = home

    def environment(self, **extra: str) -> dict[str, str]:
        """The variables a command sees: none of the caller's that could change what it does."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            **extra,
        }

    def __call__(self, *arguments: str | bytes, typed: str | bytes = b"", **extra: str) -> Finished:
        """Runs the command to its end.

        Args:
            arguments: What follows `aliquot` on the command line.
            typed: What comes through standard input.
            extra: Further environment variables.
        """
        given = typed.encode() if isinstance(typed, str) else typed
        if not any(name.startswith(_OF_PYTHON) for name in extra) and all(map(_is_text, arguments)):
            env = self.environment(**extra)
            code, out, err = _zygote.run([*map(str, arguments)], given, str(self.home), env, PATIENCE)
            return Finished(code, out.decode(), err.decode())
        done = subprocess.run(
            [sys.executable, "-m", "aliquot", *arguments],
            input=given,
            capture_output=True,
            cwd=self.home,
            env=self.environment(**extra),
            timeout=PATIENCE,
            check=False,
        )
        return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())


def pytest_configure() -> None:
    """Heeds the signals that whoever runs the tests in the background has had ignored: programs inherit that."""
    for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Decides what is for the deep run before anything is chosen."""
    thin_out(items)


def pytest_runtest_setup() -> None:
    """Begins no further test when the time of the run is over."""
    if monotonic() - _BEGAN > MINUTES * 60:
        pytest.skip(f"not begun within {MINUTES:g} minutes")


@pytest.fixture(scope="session", autouse=True)
def _no_process_stays() -> Iterator[None]:
    yield
    _zygote.close()


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """The command `aliquot`."""
    home = tmp_path / "home"
    home.mkdir()
    return Command(home)


Agree = Callable[[Path, str], None]


@pytest.fixture(scope="session")
def agree() -> Agree:
    """Holds a text against a golden file, which `ALIQUOT_GOLDEN=write` writes anew, to be reviewed."""

    def compare(path: Path, text: str) -> None:
        if os.environ.get("ALIQUOT_GOLDEN") == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture(scope="session")
def golden() -> Path:
    """Where the golden files are."""
    return GOLDEN


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Aliquot's wheel, built from the sources."""
    from .installing import build

    return build(root, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel and what it asks for, and nothing else."""
    from .installing import fresh_environment

    return fresh_environment(wheel, tmp_path_factory.mktemp("clean") / "venv")
