"""The chains of a player: stored by limit, taken up again, and never in the way if the file is damaged."""

import json
from pathlib import Path

import pytest

from aliquot.games.longest_chain import Chain
from aliquot.saves.chains import ChainFile


def test_a_chain_is_taken_up_again(tmp_path: Path) -> None:
    ChainFile(30, tmp_path).store(Chain(30, (6, 12)), 5)
    ChainFile(100, tmp_path).store(Chain(100, (50,)), 1)
    again = ChainFile(30, tmp_path)
    assert (again.chain.numbers, again.best, again.problem) == ((6, 12), 5, "")
    assert ChainFile(100, tmp_path).chain.numbers == (50,)
    assert ChainFile(50, tmp_path).chain.numbers == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "\xff",
        '{"30": 5}',
        '{"30": {"numbers": [6, 5]}}',
        '{"30": {"numbers": 7}}',
        '{"30": {"numbers": ["6"]}}',
        '{"30": {"numbers": [], "best": "x"}}',
        '{"30": {"numbers": [], "best": 1e999}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / "chains.json").write_bytes(text.encode("latin-1"))
    file = ChainFile(30, tmp_path)
    assert file.chain.numbers == ()
    file.store(Chain(30, (6,)), 1)
    assert json.loads((tmp_path / "chains.json").read_text())["30"]["numbers"] == [6]


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = ChainFile(30, tmp_path / "file")
    file.store(Chain(30, (6,)), 1)
    assert file.problem.endswith(".")
