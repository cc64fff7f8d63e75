import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.evals import judge
from aliquot.evals.suites import SUITES, find_suite, read_items, write_suite
from aliquot.oracle.verify import verify

V1 = SUITES["v1"]
SMALL = replace(V1, count=1, recipes=V1.recipes[::3])
HASH = "574588484d90d7f86eff07e519c2bdf6b6a92e7b280eaa28dc2b6546167cce29"
"""The hash of the published set as JSON Lines. It changes only with a new version of the suite."""


def test_a_suite_is_written_once_and_read_back(tmp_path: Path) -> None:
    folder = tmp_path / "v1"
    assert write_suite(SMALL, folder)
    assert not write_suite(SMALL, folder)
    items = read_items(folder / "items.jsonl")
    assert items == list(SMALL.items())
    assert len(items) == SMALL.size
    assert len({item.id for item in items}) == len(items)
    about = json.loads((folder / "suite.json").read_text())
    assert about["sha256"] == hashlib.sha256((folder / "items.jsonl").read_bytes()).hexdigest()
    card = (folder / "README.md").read_text()
    assert about["sha256"] in card
    for recipe in SMALL.recipes:
        assert f"`{recipe.label}`" in card
    croissant = json.loads((folder / "croissant.json").read_text())
    (file,) = croissant["distribution"]
    assert (file["contentUrl"], file["sha256"]) == ("items.jsonl", about["sha256"])


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert write_suite(SMALL, tmp_path / "p", form="parquet")
    rows = parquet.read_table(tmp_path / "p" / "items.parquet").to_pylist()
    for row, item in zip(rows, SMALL.items(), strict=True):
        assert (row["id"], row["prompt"], row["gold"], row["chance"]) == (item.id, item.prompt, item.gold, item.chance)
        assert row["difficulty_moves"] == item.difficulty.moves
        assert (None if row["certificate"] is None else json.loads(row["certificate"])) == item.certificate


def test_both_formats_are_described_together_and_checked(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    for form in ("parquet", "jsonl"):
        assert write_suite(SMALL, tmp_path, form=form)
        assert not write_suite(SMALL, tmp_path, form=form)
    croissant = json.loads((tmp_path / "croissant.json").read_text())
    assert [file["name"] for file in croissant["distribution"]] == ["items.jsonl", "items.parquet"]
    (tmp_path / "items.parquet").write_bytes(b"PAR1")
    for form in ("parquet", "jsonl"):
        with pytest.raises(InvalidParameter, match=r"items.parquet' is damaged"):
            write_suite(SMALL, tmp_path, form=form)
    (tmp_path / "croissant.json").write_bytes(b"[]")
    with pytest.raises(InvalidParameter, match=r"items.parquet' is damaged"):
        write_suite(SMALL, tmp_path)


def test_a_directory_with_something_else_is_left_alone(tmp_path: Path) -> None:
    write_suite(SMALL, tmp_path / "one")
    before = {path: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    with pytest.raises(InvalidParameter, match="holds another suite"):
        write_suite(SMALL, tmp_path / "one", seed=2)
    (tmp_path / "one" / "items.jsonl").write_bytes(b"{}")
    with pytest.raises(InvalidParameter, match=r"items.jsonl' is damaged|is damaged"):
        write_suite(SMALL, tmp_path / "one")
    (tmp_path / "one" / "suite.json").write_bytes(b"{")
    with pytest.raises(InvalidParameter, match="damaged"):
        write_suite(SMALL, tmp_path / "one")
    assert (tmp_path / "one" / "README.md").read_bytes() == before[tmp_path / "one" / "README.md"]
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidParameter, match="not empty"):
        write_suite(SMALL, tmp_path / "two")
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidParameter):
        write_suite(SMALL, tmp_path / "file")


def test_unknown_suites_and_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidParameter, match="Suites: v1"):
        find_suite("v9")
    with pytest.raises(InvalidParameter, match="jsonl or parquet"):
        write_suite(SMALL, tmp_path / "x", form="csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="the extra 'table'"):
        write_suite(SMALL, tmp_path / "x", form="parquet")
    assert not (tmp_path / "x").exists()


def test_files_that_are_not_items_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    for content in (b"[]\n", b"{}\n", b"\xff\n", b"nonsense\n"):
        path.write_bytes(content)
        with pytest.raises(InvalidParameter):
            read_items(path)
    with pytest.raises(InvalidParameter):
        read_items(tmp_path / "nothing.jsonl")


@pytest.mark.deep
def test_the_published_set_is_what_it_was() -> None:
    """Every item distinct, its certificate valid, and all bytes as published, on this machine and this Python too."""
    items = list(V1.items())
    positions = {(item.id.split("/")[2], item.game, item.position) for item in items}
    assert len(positions) == len(items) == V1.size
    for item in items:
        assert judge(item, item.reply).right
        if item.certificate is not None:
            verify(item.certificate)
    assert sum(item.certificate is not None for item in items) > 0.9 * len(items)
    lines = "".join(f"{item.line()}\n" for item in items)
    assert hashlib.sha256(lines.encode()).hexdigest() == HASH


@pytest.mark.deep
def test_croissant_accepts_the_metadata(tmp_path: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    write_suite(SMALL, tmp_path / "v1")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "v1" / "croissant.json")
    assert not dataset.metadata.ctx.issues.errors
    first = next(iter(dataset.records("items")))
    assert first["items/id"].decode() == next(SMALL.items()).id
