"""`aliquot export-site`: what it refuses, and what it writes."""

import gzip
import json
from pathlib import Path

import pytest

from tests.conftest import Command

from .exporting import exported


def test_without_pyodide_and_npm_one_sentence_says_what_is_missing(command: Command, tmp_path: Path) -> None:
    done = command("export-site", str(tmp_path / "site"), "--pyodide", str(tmp_path / "none"), PATH="/nowhere")
    assert "install npm" in done.refusal()
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("base", ["aliquot", "/a//b", '/a"', "/a?b"])
def test_a_base_that_is_no_path_is_refused(command: Command, tmp_path: Path, base: str) -> None:
    assert "--base" in command("export-site", str(tmp_path / "site"), "--base", base).refusal()


def test_a_folder_with_something_else_is_left_alone(command: Command, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert "something else" in command("export-site", str(tmp_path)).refusal()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["thesis.txt"]


@pytest.mark.deep
def test_the_site_is_small_whole_and_the_same_each_time(tmp_path: Path) -> None:
    site = exported(tmp_path / "site", "/aliquot/")
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert sum(len(gzip.compress(content)) for content in files.values()) <= 8_000_000
    listed = json.loads(files["site.json"])["files"]
    assert {*listed, "site.json"} == set(files)
    assert '"/aliquot/new"' in files["index.html"].decode()
    assert "Playing over the internet needs a server" in files["index.html"].decode()
    exported(site, "/aliquot/")
    assert {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()} == files
    exported(site, "/")
    kept = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert kept == {*json.loads((site / "site.json").read_text())["files"], "site.json"}
