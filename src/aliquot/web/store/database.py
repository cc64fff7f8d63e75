"""Opening the database: a new one is created, a good one is opened, anything else is refused and not changed."""

import errno
import os
import shutil
import sqlite3
import struct
import sys
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from urllib.parse import quote as quote_url

from sqlalchemy import Engine, QueuePool, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from aliquot.core.errors import MissingExtra
from aliquot.core.text import quote_path
from aliquot.saves.files import FileLocked, Lock, SaveError, error_reason, sync_folder
from aliquot.web.errors import StoreRefused
from aliquot.web.store.connections import CONNECT, CircuitBreaker, DatabaseClock, Deadlines
from aliquot.web.store.schema import prepare
from aliquot.web.store.wal import Watch, check_journals, shm_file, wal_file

APPLICATION = int.from_bytes(b"Aliq", "big")
"""The application id in the header of our SQLite files."""
_SMALLEST = 512
"""Bytes in the smallest page; SQLite takes a shorter file for an empty database and would overwrite it."""
_JOURNAL_MODE = 18
"""The place of two bytes in the head of a SQLite file: 1 for a rollback journal, 2 for a write-ahead log."""
_LOCK_BYTE = 1 << 40
"""The byte of a SQLite file that its server locks; SQLite's own locks are elsewhere."""
_READERS = 4
"""Connections that read, one for each thread of the reader."""
_ROOM = 256 * 1024
"""Bytes that must be free to open a SQLite database."""
_UPGRADE_LOCK = 4_161_497
"""The advisory lock under which one server at a time creates or upgrades the tables in PostgreSQL."""


def default_url() -> str:
    """Return the URL of the SQLite database in the user's data folder."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('aliquot', appauthor=False) / 'server' / 'games.sqlite3'}"


class Database:
    """An open database: an engine for writing and one for reading."""

    def __init__(self, url: str) -> None:
        """Open a database; create or upgrade its tables if necessary.

        Raises:
            StoreRefused: It cannot be used; it was not changed.
        """
        self._lock: Lock | None = None
        self._file_lock: int | None = None
        self.watch: Watch | None = None
        """A watch over the files of a SQLite database."""
        self.file: Path | None = None
        """The file of a SQLite database; None for PostgreSQL."""
        self.cookie_key = b""
        """The key that signs the cookies of visitors."""
        self.clock = DatabaseClock()
        """The time by the clock of PostgreSQL."""
        self.breaker = CircuitBreaker()
        self._deadlines: Deadlines | None = None
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreRefused("Give the database as sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
        match parsed.get_backend_name():
            case "sqlite":
                self._open_sqlite(parsed)
            case "postgresql":
                self._open_postgresql(parsed)
            case other:
                raise StoreRefused(f"{other} databases are not supported. Use SQLite or PostgreSQL.")

    @property
    def is_postgresql(self) -> bool:
        """True if it is PostgreSQL, which several servers may share."""
        return self.file is None

    def now(self) -> int:
        """Return the time in milliseconds, on which all servers that share the database agree."""
        return self.clock.now() if self.is_postgresql else time.time_ns() // 1_000_000

    def close(self) -> None:
        """Close all connections and release the locks."""
        engines = [self.read_engine, self.write_engine]
        if self.watch is not None and not self.watch.is_log_whole():
            # The last connection to close copies the log into the database, which would spoil it. Those that read
            # cannot.
            engines.reverse()
        for engine in engines:
            engine.dispose()
        if self._deadlines is not None:
            self._deadlines.close()
        self._release()

    def _release(self) -> None:
        if self.watch is not None:
            self.watch.close()
        if self._file_lock is not None:
            os.close(self._file_lock)
        if self._lock is not None:
            self._lock.release()

    # --- SQLite -----------------------------------------------------------------------------------------

    def _open_sqlite(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise StoreRefused(
                "A database in memory would lose its games. Name a file, for example sqlite:///games.sqlite3."
            )
        # The journals lie beside the file itself, whatever links lead to it.
        path = self.file = Path(os.path.realpath(url.database))
        _is_new(path)  # A refusal leaves nothing behind, not even a lock.
        folders = _missing_folders(path)
        is_new = False
        try:
            self._lock = Lock(path)
            is_new = _is_new(path)
            if is_new:
                _create(path)
            self._file_lock = _lock_file(path)
            check_journals(path)
            _check_sqlite(path)
            self._connect(path)
            _write_marker(path)
        except BaseException as error:
            reason = _reason(error, path)  # While the folder is there, and whatever fills the disk.
            for engine in (vars(self).get("read_engine"), vars(self).get("write_engine")):
                if engine is not None:
                    engine.dispose()
            if is_new:
                _remove_new(path)
            self._release()
            _remove_folders(folders)
            if isinstance(error, FileLocked):
                raise _in_use(path) from None
            if isinstance(error, SaveError):
                raise StoreRefused(str(error)) from None
            if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError):
                verb = "created" if is_new else "opened"
                raise StoreRefused(f"{quote_path(path)} cannot be {verb}: {reason}.") from None
            raise

    def _connect(self, path: Path) -> None:
        self.write_engine = _sqlite_engine(path, "rw", 1)
        self.read_engine = _sqlite_engine(path, "ro", _READERS)
        with self.write_engine.connect() as connection:
            if connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar() != "wal":
                raise StoreRefused(
                    f"{quote_path(path)} cannot be opened: its file system does not support its journal."
                )
            self.cookie_key = prepare(connection, quote_path(path)).encode()
        # All are opened now: one that is opened later would miss a log that somebody has removed by then.
        readers = [self.read_engine.connect() for _ in range(_READERS)]
        for reader in readers:
            reader.exec_driver_sql("SELECT 1 FROM schema_version").scalar()
            reader.close()
        if sys.platform != "win32":  # There, nobody can remove a file that is open.
            self.watch = Watch(path)

    # --- PostgreSQL -------------------------------------------------------------------------------------

    def _open_postgresql(self, url: URL) -> None:
        url = url.set(drivername="postgresql+psycopg")
        name = f"The database '{url.database}' at '{url.host or 'the local socket'}'"
        self.url = url
        try:
            self.write_engine = create_engine(url, pool_size=1, max_overflow=0, connect_args=CONNECT)
            self.read_engine = create_engine(url, pool_size=_READERS, max_overflow=0, connect_args=CONNECT)
            self._deadlines = Deadlines(self.write_engine, self.read_engine)
            with self.write_engine.connect() as connection:
                connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _UPGRADE_LOCK})
                try:
                    self.cookie_key = prepare(connection, name).encode()
                finally:
                    connection.rollback()
                    connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": _UPGRADE_LOCK})
                    connection.commit()
            self._deadlines.start()
        except StoreRefused:
            self.close()
            raise
        except ImportError:
            raise StoreRefused(str(MissingExtra("PostgreSQL needs the package psycopg, which is in", "web"))) from None
        except SQLAlchemyError as error:
            self.close()
            raise StoreRefused(f"{name} cannot be opened: {first_line(error)}.") from None


def first_line(error: BaseException) -> str:
    """Return the first line of a driver's message without its full stop; drivers do not repeat passwords."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")


def _marker(path: Path) -> Path:
    return path.with_name(f"{path.name}.made")


def _is_new(path: Path) -> bool:
    """Return whether there is no database yet.

    Raises:
        StoreRefused: There is something that is not a database, or a database is missing.
    """
    if path.is_dir():
        raise StoreRefused(f"{quote_path(path)} is a folder, not a database.")
    if path.exists():
        if not path.is_file():
            raise StoreRefused(f"{quote_path(path)} is not a regular file.")
        if path.stat().st_size < _SMALLEST:
            raise StoreRefused(f"{quote_path(path)} is damaged: it is too short to be a database.")
        return False
    for trace in (_marker(path), wal_file(path), shm_file(path)):
        if trace.exists():
            raise StoreRefused(
                f"{quote_path(path)} is missing, but it existed before. "
                f"Restore it, or delete {quote_path(trace)} to start with an empty database."
            )
    return True


def _missing_folders(path: Path) -> list[Path]:
    """Return the folders that have to be made for a file, the innermost first."""
    return [folder for folder in path.parents if not folder.exists()]


def _in_use(path: Path) -> StoreRefused:
    return StoreRefused(f"{quote_path(path)} is in use by another server. To run several servers, use PostgreSQL.")


def _lock_file(path: Path) -> int | None:
    """Lock a database by its file, under whatever name it was opened, and return the descriptor that holds the lock.

    It must stay open as long as SQLite has the file open: closing it gives up SQLite's own locks.

    Raises:
        StoreRefused: Another server has it, it has several names, or it cannot be written.
        OSError: It cannot be locked.
    """
    if path.stat().st_nlink > 1:
        raise StoreRefused(
            f"{quote_path(path)} has another name (a hard link), which would have its own journal. Delete that name."
        )
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError as error:
        raise StoreRefused(f"{quote_path(path)} cannot be written: {error_reason(error)}.") from None
    if sys.platform == "linux":
        import fcntl

        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _LOCK_BYTE, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
        except OSError as error:
            os.close(descriptor)
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise _in_use(path) from None
            raise StoreRefused(f"{quote_path(path)} cannot be locked: {error_reason(error)}.") from None
    return descriptor


def _reason(error: BaseException, path: Path) -> str:
    """Return why a file cannot be opened; SQLite calls a full disk an I/O error when it cannot make its index."""
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < _ROOM:
            return "the disk is full"
    return error_reason(error) if isinstance(error, OSError) else first_line(error)


def _write_marker(path: Path) -> None:
    """Record that there is a database, so that the server notices when it is missing."""
    if not _marker(path).exists():
        note = (
            f"The database '{path.name}' was created by {datetime.now(UTC):%Y-%m-%d}. It should be beside this file.\n"
        )
        try:
            _marker(path).write_text(note, encoding="utf-8")
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise
            raise StoreRefused(f"{quote_path(_marker(path))} cannot be written: {error_reason(error)}.") from None


def _new_file(path: Path) -> Path:
    """Return the name under which a database is made, until it is complete. Only the holder of the lock uses it."""
    return path.with_name(f".{path.name}.new")


def _create(path: Path) -> None:
    """Create a database with its tables: all of it or nothing, whenever the server is killed."""
    _remove_files(_new_file(path))
    with closing(sqlite3.connect(_new_file(path), isolation_level=None)) as new:
        # Not with a log: closing one leaves out, without a word, what a full disk has no room for.
        new.execute(f"PRAGMA application_id = {APPLICATION}")
    engine = _sqlite_engine(_new_file(path), "rw", 1)
    try:
        with engine.connect() as connection:
            prepare(connection, quote_path(path))
    finally:
        engine.dispose()
    _use_log(_new_file(path))
    os.rename(_new_file(path), path)
    sync_folder(path.parent)


def _use_log(path: Path) -> None:
    """Mark a database that is not open as one with a write-ahead log, as `PRAGMA journal_mode = WAL` does.

    The pragma writes a rollback journal for it, and a kill at that moment would leave one beside the database.
    """
    with path.open("r+b") as file:
        file.seek(_JOURNAL_MODE)
        file.write(b"\2\2")
        file.flush()
        os.fsync(file.fileno())


def _remove_new(path: Path) -> None:
    """Remove what a failed start has made; the caller holds the lock."""
    with suppress(OSError):
        _remove_files(_new_file(path))
        _remove_files(path)


def _remove_folders(folders: list[Path]) -> None:
    """Remove folders that are empty."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _remove_files(database: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm", ".made"):
        database.with_name(f"{database.name}{suffix}").unlink(missing_ok=True)


def _check_sqlite(path: Path) -> None:
    """Check a database that is not open yet, without changing it or leaving files beside it.

    Raises:
        StoreRefused: It is damaged or belongs to another program.
    """
    journals = [wal_file(path), shm_file(path)]
    absent = [journal for journal in journals if not journal.exists()]
    # A server that was killed leaves a journal, which is part of the database; without one the file is complete.
    mode = "immutable=1" if journals[0] in absent else "mode=ro"
    try:
        with closing(sqlite3.connect(f"file:{quote_url(str(path))}?{mode}", uri=True)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StoreRefused(f"{quote_path(path)} is damaged or not a database: {error}.") from None
    finally:
        for journal in absent:
            journal.unlink(missing_ok=True)
    if result != "ok":
        raise StoreRefused(f"{quote_path(path)} is damaged: {str(result).splitlines()[-1]}.")
    if application != APPLICATION:
        raise StoreRefused(f"{quote_path(path)} belongs to another program.")


def _sqlite_engine(path: Path, mode: Literal["ro", "rw"], connections: int) -> Engine:
    """Return an engine that never creates a file and commits only what is on disk."""
    engine = create_engine(
        f"sqlite:///file:{quote_url(str(path))}?mode={mode}&uri=true",
        connect_args={"check_same_thread": False, "timeout": 10},
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _: object) -> None:
        # Every commit waits until the journal is on disk.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine
