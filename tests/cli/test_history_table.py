import os
import shutil
from types import SimpleNamespace

import pytest

from aliquot.cli import history


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_a_table_on_a_terminal_takes_only_the_room_there_is(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((columns, 24)))
    wanted = [6, 16, 36, 24, 5, 30]
    widths = history._fit(list(wanted))
    assert sum(widths) + 2 * (len(widths) - 1) <= max(columns, 6 + 5 + 4 * 8 + 10)
    assert all(width <= most for width, most in zip(widths, wanted, strict=True))
    assert widths == wanted or sum(widths) + 10 in (columns, 6 + 5 + 4 * 8 + 10)


def test_a_pipe_gets_every_column_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: False)))
    assert history._fit([6, 16, 300, 24]) == [6, 16, 300, 24]
