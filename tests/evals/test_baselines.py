"""The table of baselines in the docs is what its command prints."""

from pathlib import Path

import pytest

pytest.importorskip("numba")


@pytest.mark.deep
def test_the_baselines_of_the_docs_are_reproduced(root: Path) -> None:
    from benchmarks.baselines import PLAYERS, Table, answers, line, questions

    page = (root / "docs" / "benchmark.md").read_text(encoding="utf-8")
    items, table = questions(), Table()
    for name in PLAYERS:
        found = line(f"`{name}`", [*answers(name, items)], [*table.decisions(table.choices_of(name))])
        assert found in page
