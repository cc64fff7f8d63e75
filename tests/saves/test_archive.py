import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from aliquot.core.notation import LARGEST_TEXT, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record, RecordedMove
from aliquot.saves.archive import Archive, load, save
from aliquot.saves.files import SaveError, write_file

RECORD = Record("dividers-duel(start=60)", moves=(RecordedMove("60/2"),))


def dated(day: int) -> Record:
    return Record(
        "dividers-duel(start=60)", date=datetime(2020, 11, day, 12, tzinfo=UTC), moves=(RecordedMove("60/2"),)
    )


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "deep" / "games")
    path = archive.new_path(RECORD)
    save(path, RECORD)
    assert load(path) == RECORD
    finished = Record(RECORD.game, outcome=Outcome(1, Ending.RESIGNED), moves=RECORD.moves)
    save(path, finished)
    assert load(path) == finished
    assert list(path.parent.iterdir()) == [path], "nothing is left beside it"


def test_a_file_is_named_by_day_game_and_id(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    path = archive.new_path(dated(15))
    assert path.name.startswith("2020-11-15-dividers-duel-")
    assert path.suffix == ".duel"
    paths = {archive.new_path(RECORD) for _ in range(200)}
    assert len(paths) == 200
    assert all(other.name.startswith("dividers-duel-") for other in paths)


def test_entries_come_newest_first_with_the_damaged_ones_last_and_untouched(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for day in (3, 1, 2):
        save(tmp_path / f"game-{day}.duel", dated(day))
    damaged = tmp_path / "game-broken.duel"
    damaged.write_bytes(b'[Game "dividers-duel(start=60)"\n60/2 \xff\xfe')
    before = damaged.read_bytes()
    entries = list(archive.entries())
    assert [entry.id for entry in entries] == ["3", "2", "1", "broken"]
    assert [entry.record for entry in entries[:3]] == [dated(3), dated(2), dated(1)]
    assert entries[3].record is None
    assert f"'{damaged}' is not a valid record: line " in entries[3].problem
    assert damaged.read_bytes() == before


def test_other_files_are_none_of_the_archives_business(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    save(tmp_path / "game-1.duel", RECORD)
    for name in ("notes.txt", ".game-1.duel.lock", ".game-1.duel.1a2b3c4d", ".hidden.duel", "duel"):
        (tmp_path / name).write_text("something else")
    assert [entry.path.name for entry in archive.entries()] == ["game-1.duel"]
    assert archive.find("1") == tmp_path / "game-1.duel"
    with pytest.raises(SaveError, match="no saved game"):
        archive.find("hidden")


def test_an_archive_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "nowhere")
    assert list(archive.entries()) == []
    with pytest.raises(SaveError, match="There is no saved game with the id 'abc'"):
        archive.find("abc")
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for name in ("2026-11-15-factor-duel-ab12.duel", "2026-11-15-factor-duel-ab34.duel", "factor-duel-cd56.duel"):
        save(tmp_path / name, RECORD)
    assert archive.find("c").name == "factor-duel-cd56.duel"
    assert archive.find("ab3").name == "2026-11-15-factor-duel-ab34.duel"
    with pytest.raises(SaveError, match="2 games have an id that begins with 'ab'; type more of the id"):
        archive.find("ab")
    for unknown in ("zz", "", "ab345", "b1"):
        with pytest.raises(SaveError, match="There is no saved game with the id"):
            archive.find(unknown)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the tag Game, which names the game, is missing"),
        (b"\x7fELF\x00\x01", "control character"),
        (b"\xff\xfe[\x00G\x00", "binary data"),
        (b"hello there!", "is not a valid record"),
        (b'[Game "dividers-duel(start=60)"] {never closed', "line 1, column 34"),
        (b"x" * (LARGEST_TEXT + 1), "larger than 16 MiB"),
    ],
    ids=["empty", "binary", "utf-16", "words", "cut off", "too large"],
)
def test_a_file_that_is_no_record_is_refused_by_name_in_one_line(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.duel"
    path.write_bytes(content)
    with pytest.raises(SaveError, match="strange") as refusal:
        load(path)
    assert problem in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_gigabyte_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.duel"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte of holes: more than any memory
    with pytest.raises(SaveError, match="larger than 16 MiB"):
        load(path)
    assert path.stat().st_size == 1 << 40


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="is a folder, not a record"):
        load(tmp_path)
    with pytest.raises(SaveError, match="cannot be read: No such file or directory"):
        load(tmp_path / "missing.duel")
    with pytest.raises(SaveError, match="cannot be read: File name too long"):
        load(tmp_path / ("9" * 5000))


def test_what_cannot_be_stored_leaves_the_old_file_as_it_was_and_nothing_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "game-1.duel"
    folder.mkdir()
    (folder / "inside").write_text("old")
    with pytest.raises(SaveError, match="cannot be written"):
        write_file(folder, write(RECORD))
    assert [path.name for path in tmp_path.iterdir()] == ["game-1.duel"]
    assert (folder / "inside").read_text() == "old"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="cannot be written"):
        write_file(tmp_path / "file" / "game-1.duel", "text")
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_date_in_the_future_is_not_the_newest(tmp_path: Path) -> None:
    """A game cannot have begun after its file was written."""
    archive = Archive(tmp_path)
    for name, record, days in (
        ("liar", replace(dated(1), date=datetime(2999, 1, 1, tzinfo=UTC)), 3),
        ("yesterday", replace(dated(1), date=datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)), 1),
        ("long-ago", dated(1), 0),
    ):
        save(tmp_path / f"{name}.duel", record)
        os.utime(tmp_path / f"{name}.duel", (time.time() - days * 86400,) * 2)
    assert [entry.path.stem for entry in archive.entries()] == ["yesterday", "liar", "long-ago"]
    os.utime(tmp_path / "liar.duel", (time.time() + 10**9,) * 2)
    assert [entry.path.stem for entry in archive.entries()][1:] == ["yesterday", "long-ago"], "nothing else is moved"
