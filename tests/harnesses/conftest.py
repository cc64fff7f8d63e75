"""A model that answers over HTTP, and only the tests of the harness that is installed."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.harnesses.model import Model

HARNESSES = ("inspect_ai", "openenv", "reasoning_gym", "verifiers")
collect_ignore = [f"test_{name}.py" for name in HARNESSES if find_spec(name) is None]


@pytest.fixture
def model() -> Iterator[Model]:
    """A model that answers on a port of its own."""
    with Model() as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which a harness may write."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
