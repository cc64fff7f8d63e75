"""The journal beside a SQLite database: damage is refused and kept, a torn end is not."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot.web.errors import StoreRefused
from aliquot.web.store.wal import FilesChanged, Watch, check_journals, read_log

FRAME = 24 + 4096


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a program that was killed after ten transactions of two frames or more."""
    folder, copy = tmp_path_factory.mktemp("live"), tmp_path_factory.mktemp("left")
    database = folder / "games.sqlite3"
    opened = sqlite3.connect(database, isolation_level=None)
    opened.execute("PRAGMA journal_mode = WAL")
    opened.execute("PRAGMA synchronous = FULL")
    opened.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, text BLOB)")
    for _ in range(10):
        opened.execute("INSERT INTO moves (text) VALUES (randomblob(5000))")
    for file in folder.iterdir():
        shutil.copy(file, copy)
    opened.close()
    return copy


@pytest.fixture
def database(left: Path, tmp_path: Path) -> Path:
    shutil.copytree(left, tmp_path / "store")
    return tmp_path / "store" / "games.sqlite3"


def count(database: Path) -> int:
    opened = sqlite3.connect(database)
    (moves,) = opened.execute("SELECT COUNT(*) FROM moves").fetchone()
    opened.close()
    return int(moves)


def frames(wal: Path) -> int:
    return (wal.stat().st_size - 32) // FRAME


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)


def cut(path: Path, size: int) -> None:
    os.truncate(path, path.stat().st_size + size if size < 0 else size)


def test_a_good_journal_is_read_as_sqlite_reads_it(database: Path) -> None:
    wal = database.with_name("games.sqlite3-wal")
    log = read_log(wal)
    assert log is not None
    assert (log.frames, log.is_damaged) == (frames(wal), False)
    check_journals(database)
    assert count(database) == 10


DAMAGES: dict[str, Callable[[Path], object]] = {
    "header": lambda wal: flip(wal, 17),
    "first frame": lambda wal: flip(wal, 32 + 24 + 50),
    "salts in the middle": lambda wal: flip(wal, 32 + 6 * FRAME + 10),
    "middle": lambda wal: flip(wal, wal.stat().st_size // 2),
    "last frame": lambda wal: flip(wal, -100),
    "cut in half": lambda wal: cut(wal, wal.stat().st_size // 2),
    "last byte": lambda wal: cut(wal, -1),
    "emptied": lambda wal: cut(wal, 0),
    "random": lambda wal: wal.write_bytes(os.urandom(wal.stat().st_size)),
    "removed": Path.unlink,
}
TORN = ("last frame", "cut in half", "last byte", "emptied", "removed")
"""A power cut may leave the same, if what is missing was never acknowledged; the index shows that it was."""


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("has_index", [True, False])
def test_a_damaged_journal_is_refused_and_kept(database: Path, damage: str, has_index: bool) -> None:
    wal, shm = (database.with_name(f"games.sqlite3{suffix}") for suffix in ("-wal", "-shm"))
    if not has_index:
        shm.unlink()
    DAMAGES[damage](wal)
    before = {path.name: path.read_bytes() for path in database.parent.iterdir()}
    if has_index or damage not in TORN:
        with pytest.raises(StoreRefused, match=r"games\.sqlite3-wal' is (damaged|missing), and the latest moves"):
            check_journals(database)
    else:
        check_journals(database)
    assert {path.name: path.read_bytes() for path in database.parent.iterdir()} == before


@pytest.mark.parametrize("torn", ["zeros", "without its middle", "half a frame", "a frame of the log before"])
def test_the_end_that_a_power_cut_tears_is_good(database: Path, torn: str) -> None:
    """The index is as it was at the last acknowledgement; after it, parts of one more transaction are in the log."""
    wal, shm = (database.with_name(f"games.sqlite3{suffix}") for suffix in ("-wal", "-shm"))
    index, old = shm.read_bytes(), wal.stat().st_size
    opened = sqlite3.connect(database, isolation_level=None)
    opened.execute("INSERT INTO moves (text) VALUES (randomblob(20000))")
    data = bytearray(wal.read_bytes())
    opened.close()
    assert len(data) > old + 3 * FRAME
    match torn:
        case "zeros":
            data[old:] = bytes(len(data) - old)
        case "without its middle":
            data[old + FRAME : old + 2 * FRAME] = bytes(FRAME)
        case "half a frame":
            data[old + FRAME // 2 :] = b""
        case _:
            data[old + 8 : old + 16] = b"oldsalts"
    for is_indexed in (True, False):
        wal.write_bytes(data)
        if is_indexed:
            shm.write_bytes(index)
        else:
            shm.unlink(missing_ok=True)
        check_journals(database)


def test_damage_is_found_whatever_byte_it_is_in(database: Path) -> None:
    """SQLite would silently drop a move for each of these."""
    wal = database.with_name("games.sqlite3-wal")
    good = wal.read_bytes()
    for place in range(0, len(good), 997):
        flip(wal, place)
        with pytest.raises(StoreRefused):
            check_journals(database)
        wal.write_bytes(good)
    check_journals(database)


def test_the_watch_sees_every_change_and_no_other(database: Path, tmp_path: Path) -> None:
    wal, shm = (database.with_name(f"games.sqlite3{suffix}") for suffix in ("-wal", "-shm"))
    opened = sqlite3.connect(database, isolation_level=None)
    opened.execute("INSERT INTO moves (text) VALUES ('first')")
    watch = Watch(database)
    for _ in range(20):
        opened.execute("INSERT INTO moves (text) VALUES (randomblob(9000))")
        watch.check()
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    watch.check()
    other.execute("INSERT INTO moves (text) VALUES ('of another program')")
    other.close()
    watch.check()
    for path in (database, wal, shm):
        path.rename(tmp_path / "elsewhere")
        with pytest.raises(FilesChanged, match="was moved, removed or replaced") as change:
            watch.check()
        assert change.value.is_log_whole
        (tmp_path / "elsewhere").rename(path)
        watch.check()
    opened.execute("INSERT INTO moves (text) VALUES ('last')")
    cut(wal, -1)
    with pytest.raises(FilesChanged, match="was emptied or overwritten") as change:
        watch.check()
    assert not change.value.is_log_whole
    opened.execute("INSERT INTO moves (text) VALUES ('after')")
    opened.close()
    watch.close()


def test_the_watch_sees_a_journal_that_was_cut_while_a_move_was_written(database: Path) -> None:
    wal = database.with_name("games.sqlite3-wal")
    opened = sqlite3.connect(database, isolation_level=None)
    opened.execute("INSERT INTO moves (text) VALUES ('first')")
    watch = Watch(database)
    watch.check()
    cut(wal, 32)
    opened.execute("INSERT INTO moves (text) VALUES ('second')")
    with pytest.raises(FilesChanged, match="was emptied or overwritten"):
        watch.check()
    watch.close()
    opened.close()
