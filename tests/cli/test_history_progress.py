"""The progress line of `aliquot stats`: on a terminal and nowhere else."""

import io
import sys

import pytest

from aliquot.cli import history
from aliquot.cli.history import ProgressLine


class Stream(io.StringIO):
    """Standard error that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_DELAY", 0)
    monkeypatch.setattr(history, "_INTERVAL", 0)


def told(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with ProgressLine("Looking: {done:,} of {total:,}.") as line:
        for done in (999, 1000):
            line.update(done, 2000)
    return stream.getvalue()


def test_a_terminal_is_told_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (f"Looking: {done} of 2,000." for done in ("999", "1,000"))
    assert told(monkeypatch, terminal=True) == f"\r{first}\r{second}\r{' ' * len(second)}\r"


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, terminal=False) == ""


def test_what_is_quick_is_not_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_DELAY", 3600)
    assert told(monkeypatch, terminal=True) == ""
