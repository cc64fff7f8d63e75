"""The index makes lists quick and changes nothing else: whatever becomes of it, the files decide."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import time

import pytest

from aliquot.core.notation import write
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.record import Record, RecordedMove
from aliquot.saves import archive as archives
from aliquot.saves.archive import Archive, Entry, load, save
from aliquot.saves.files import write_file
from aliquot.saves.index import NAME, IndexEntry, Summary, load_index


def record(number: int, winner: Seat | None = 1) -> Record:
    moves = ("60/30",) if winner == 1 else ("60/2",)
    return Record(
        "dividers-duel(start=60)",
        names=("Ada", f"Emmy {number}"),
        kinds=("human", "perfect"),
        date=datetime(2020, 1, 1 + number % 28, tzinfo=UTC),
        outcome=Outcome(winner, Ending.NO_MOVES if winner == 1 else Ending.RESIGNED) if winner else None,
        hints=(number, 0),
        moves=tuple(map(RecordedMove, moves)),
    )


def age(path: Path) -> None:
    """Lets a file look as if it had been there for an hour; only the time of the change itself cannot be set."""
    os.utime(path, (time() - 3600, time() - 3600))


class Reads:
    """Counts which files are read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        monkeypatch.setattr(archives, "load", self._load)
        monkeypatch.setattr(archives, "is_stable", lambda known: True)

    def _load(self, path: Path) -> Record:
        self.names.append(path.name)
        return load(path)

    def during(self, look: Callable[[], list[Entry]]) -> tuple[list[Entry], list[str]]:
        self.names.clear()
        return look(), sorted(self.names)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


@pytest.fixture
def shelf(tmp_path: Path) -> Archive:
    """Eight games, every second one unfinished, and a damaged file."""
    archive = Archive(tmp_path)
    for number in range(8):
        save(tmp_path / f"game-{number}.duel", record(number, 1 if number % 2 else None))
    (tmp_path / "game-x.duel").write_text("nothing of the kind")
    return archive


def test_every_file_is_read_once(shelf: Archive, reads: Reads) -> None:
    first, read = reads.during(shelf.entries)
    assert len(read) == 9
    again, read = reads.during(shelf.entries)
    assert read == []
    assert again == first
    assert [entry.record for entry in again[:8]] == [load(entry.path) for entry in again[:8]]
    assert again[8].problem == first[8].problem != ""


def test_what_is_changed_added_or_removed_is_noticed(shelf: Archive, reads: Reads) -> None:
    list(shelf.entries())
    save(shelf.folder / "game-2.duel", record(2, 2))
    save(shelf.folder / "game-9.duel", record(9))
    (shelf.folder / "game-3.duel").unlink()
    (shelf.folder / "game-4.duel").rename(shelf.folder / "game-5.duel")
    entries, read = reads.during(shelf.entries)
    assert read == ["game-2.duel", "game-5.duel", "game-9.duel"]
    summaries = {entry.id: entry.summary for entry in entries}
    assert set(summaries) == {"0", "1", "2", "5", "6", "7", "9", "x"}
    assert all(entry.summary is None or entry.summary.hints == load(entry.path).hints for entry in entries)
    assert sorted(load_index(shelf.folder)) == sorted(entry.path.name for entry in entries)


def test_a_file_changed_within_the_grain_of_the_clock_is_noticed(shelf: Archive) -> None:
    """What has only just been written is not kept in the index: a second change might not show."""
    list(shelf.entries())
    assert load_index(shelf.folder) == {}


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "\0" * 100,
        lambda text: "[" * 100_000,
        lambda text: "null",
        lambda text: text.replace("aliquot-index", "chess-index"),
        lambda text: text.replace('"program":"', '"program":"9'),
        lambda text: text.replace('"games":{', '"games":[{').replace("}}", "}]}"),
        lambda text: text.replace("Ada", "Ada\\u001b[31m"),
        lambda text: text.replace("no_moves", "checkmate"),
        lambda text: text.replace("2020-01", "2020-99"),
        lambda text: text.replace('["human","perfect"]', '["human"]'),
        lambda text: text.replace('["Ada"', "[7"),
        lambda text: text.replace("[1,0]", "[-1,0]"),
        lambda text: text.replace("[1,0]", '["1",0]'),
    ],
)
def test_a_damaged_or_foreign_index_is_no_index(damage: Callable[[str], str], shelf: Archive, reads: Reads) -> None:
    first, _ = reads.during(shelf.entries)
    index = shelf.folder / NAME
    text = index.read_text()
    assert damage(text) != text
    index.write_text(damage(text))
    again, read = reads.during(shelf.entries)
    assert (again, len(read)) == (first, 9)
    assert index.read_text() == text, "it is written anew"


def test_the_index_may_be_deleted_or_be_something_else(shelf: Archive, reads: Reads) -> None:
    first, _ = reads.during(shelf.entries)
    index = shelf.folder / NAME
    index.unlink()
    assert list(shelf.entries()) == first
    index.unlink()
    os.mkfifo(index)
    assert list(shelf.entries()) == first
    index.unlink()
    index.mkdir()
    assert list(shelf.entries()) == first
    assert sorted(path.name for path in shelf.folder.iterdir() if path.name.startswith(".")) == [NAME]


def test_the_index_of_another_folder_says_nothing_here(shelf: Archive, reads: Reads, tmp_path: Path) -> None:
    list(shelf.entries())
    other = Archive(tmp_path / "other")
    for number in range(8):
        save(other.folder / f"game-{number}.duel", record(number + 10))
    (other.folder / NAME).write_bytes((shelf.folder / NAME).read_bytes())
    entries, read = reads.during(other.entries)
    assert len(read) == 8
    assert all(entry.summary == Summary.from_record(load(entry.path)) for entry in entries)


def test_a_folder_that_cannot_be_written_to_is_listed_all_the_same(
    shelf: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert len(list(shelf.entries())) == 9
    assert not (shelf.folder / NAME).exists()


def test_how_well_was_played_is_worked_out_once(shelf: Archive, reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    def look() -> list[Entry]:
        return shelf.entries(accuracy=True, progress=lambda done, total: told.append((done, total)))

    first, read = reads.during(look)
    assert len(read) == 9, "every file, and none of them twice"
    assert told == [(done, 9) for done in range(1, 10)]
    accuracies = {entry.id: entry.summary.accuracy for entry in first if entry.summary}
    assert accuracies == {str(n): ((1, 1), (0, 0)) if n % 2 else None for n in range(8)}
    again, read = reads.during(look)
    assert (again, read) == (first, [])
    assert len(told) == 9, "nothing had to be looked at"
    assert list(shelf.entries()) == first


def test_games_that_were_listed_before_are_judged_all_the_same(shelf: Archive, reads: Reads) -> None:
    list(shelf.entries())
    entries, read = reads.during(lambda: shelf.entries(accuracy=True))
    assert len(read) == 4, "the finished ones"
    assert sum(entry.summary is not None and entry.summary.accuracy is not None for entry in entries) == 4


def test_what_was_worked_out_before_somebody_lost_patience_is_kept(
    shelf: Archive, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def interrupted(archive: Archive, name: str, entry: IndexEntry, found: Record | None) -> IndexEntry:
        if len(judged) == 2:
            raise KeyboardInterrupt
        better = original(archive, name, entry, found)
        if better is not entry:
            judged.append(name)
        return better

    list(shelf.entries())
    original = Archive._with_accuracy
    monkeypatch.setattr(Archive, "_with_accuracy", interrupted)
    with pytest.raises(KeyboardInterrupt):
        shelf.entries(accuracy=True)
    monkeypatch.setattr(Archive, "_with_accuracy", original)
    _, read = reads.during(lambda: shelf.entries(accuracy=True))
    assert len(read) == 2
    assert not set(read) & set(judged)


def test_what_was_worked_out_is_kept_before_all_is_done(
    shelf: Archive, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_INDEX_EVERY", 3)
    kept: list[int] = []
    list(shelf.entries(accuracy=True, progress=lambda done, total: kept.append(len(load_index(shelf.folder)))))
    assert kept == [0, 0, 0, 3, 3, 3, 6, 6, 6]


PROGRAM = """
import sys
from pathlib import Path
from aliquot.saves import archive
archive.is_stable = lambda known: True
shelf = archive.Archive(Path(sys.argv[1]))
for _ in range(30):
    assert len(list(shelf.entries())) == 9
    (shelf.folder / ".index.json").unlink(missing_ok=True)
"""


def test_two_programs_write_it_at_once(shelf: Archive, reads: Reads) -> None:
    programs = [subprocess.Popen([sys.executable, "-c", PROGRAM, str(shelf.folder)]) for _ in range(2)]
    assert [program.wait(120) for program in programs] == [0, 0]
    first, _ = reads.during(shelf.entries)
    assert json.loads((shelf.folder / NAME).read_text())["format"] == "aliquot-index"
    assert reads.during(shelf.entries) == (first, [])
    assert sorted(path.name for path in shelf.folder.iterdir() if path.name.startswith(".")) == [NAME]


@pytest.mark.deep
def test_of_ten_thousand_games_none_is_read_twice(tmp_path: Path, reads: Reads) -> None:
    texts = [write(record(number, 1 if number % 2 else None)) for number in range(28)]
    for number in range(10_000):
        (tmp_path / f"game-{number}.duel").write_text(texts[number % 28])
    archive = Archive(tmp_path)
    entries, read = reads.during(lambda: archive.entries(accuracy=True))
    assert len(entries) == 10_000
    assert len(read) == 10_000
    assert reads.during(lambda: archive.entries(accuracy=True)) == (entries, [])
    write_file(tmp_path / "game-7.duel", texts[0])
    assert reads.during(archive.entries)[1] == ["game-7.duel"]
