"""Opening the database: a new one is created, a good one is opened, anything else is refused and not changed."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from sqlalchemy import Engine, QueuePool, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from aliquot.saves.files import FileLocked, Lock, SaveError, quote_path
from aliquot.web.errors import StoreRefused
from aliquot.web.store.schema import prepare

APPLICATION = int.from_bytes(b"Aliq", "big")
"""The application id in the header of our SQLite files."""
_SMALLEST = 512
"""Bytes in the smallest page; SQLite takes a shorter file for an empty database and would overwrite it."""
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
        self.file: Path | None = None
        """The file of a SQLite database; None for PostgreSQL."""
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

    def close(self) -> None:
        """Close all connections and release the lock."""
        self.write_engine.dispose()
        self.read_engine.dispose()
        if self._lock is not None:
            self._lock.release()

    # --- SQLite -----------------------------------------------------------------------------------------

    def _open_sqlite(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise StoreRefused(
                "A database in memory would lose its games. Name a file, for example sqlite:///games.sqlite3."
            )
        path = self.file = Path(url.database).absolute()
        is_new = _is_new(path)
        try:
            self._lock = Lock(path)
        except SaveError as error:
            if not isinstance(error, FileLocked):
                raise StoreRefused(str(error)) from None
            raise StoreRefused(
                f"{quote_path(path)} is in use by another server. To run several servers, use PostgreSQL."
            ) from None
        try:
            if is_new:
                _create(path)
            _check_sqlite(path)
            self.write_engine = _sqlite_engine(path, pool=False)
            self.read_engine = _sqlite_engine(path, pool=True)
            with self.write_engine.connect() as connection:
                prepare(connection, quote_path(path))
            if is_new:
                _write_marker(path)
        except BaseException as error:
            for engine in (vars(self).get("write_engine"), vars(self).get("read_engine")):
                if engine is not None:
                    engine.dispose()
            self._lock.release()
            if isinstance(error, SQLAlchemyError):
                raise StoreRefused(f"{quote_path(path)} cannot be opened: {first_line(error)}.") from None
            raise

    # --- PostgreSQL -------------------------------------------------------------------------------------

    def _open_postgresql(self, url: URL) -> None:
        url = url.set(drivername="postgresql+psycopg")
        name = f"The database '{url.database}' at '{url.host or 'the local socket'}'"
        self.url = url
        options: dict[str, Any] = {"connect_args": {"connect_timeout": 5}, "pool_pre_ping": True}
        try:
            self.write_engine = create_engine(url, pool_size=1, max_overflow=0, **options)
            self.read_engine = create_engine(url, pool_size=4, max_overflow=4, pool_timeout=5, **options)
            with self.write_engine.connect() as connection:
                connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _UPGRADE_LOCK})
                try:
                    prepare(connection, name)
                finally:
                    connection.rollback()
                    connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": _UPGRADE_LOCK})
                    connection.commit()
        except StoreRefused:
            self.close()
            raise
        except ImportError:
            raise StoreRefused("PostgreSQL needs the package psycopg: install 'aliquot[web]'.") from None
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
    if _marker(path).exists():
        raise StoreRefused(
            f"{quote_path(path)} is missing, but it existed before. "
            f"Restore it, or delete {quote_path(_marker(path))} to start with an empty database."
        )
    return True


def _write_marker(path: Path) -> None:
    """Record that there is a database, so that the server notices when it is missing."""
    note = f"The database '{path.name}' was created on {datetime.now(UTC):%Y-%m-%d}. It should be beside this file.\n"
    try:
        _marker(path).write_text(note, encoding="utf-8")
    except OSError as error:
        raise StoreRefused(f"{quote_path(_marker(path))} cannot be written: {error.strerror}.") from None


def _create(path: Path) -> None:
    """Create an empty database with our application id."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute("PRAGMA journal_mode = WAL")
    except (OSError, sqlite3.Error) as error:
        raise StoreRefused(f"{quote_path(path)} cannot be created: {error}.") from None


def _check_sqlite(path: Path) -> None:
    """Check a database that is not open yet, without changing it or leaving files beside it.

    Raises:
        StoreRefused: It is damaged or belongs to another program.
    """
    journals = [path.with_name(f"{path.name}-{suffix}") for suffix in ("wal", "shm")]
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


def _sqlite_engine(path: Path, *, pool: bool) -> Engine:
    """Return an engine that never creates a file and commits only what is on disk."""
    engine = create_engine(
        f"sqlite:///file:{quote_url(str(path))}?mode=rw&uri=true",
        connect_args={"check_same_thread": False, "timeout": 10},
        poolclass=QueuePool,
        pool_size=4 if pool else 1,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _: object) -> None:
        # Every commit waits until the journal is on disk.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine
