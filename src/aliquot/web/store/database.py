"""Opening the database: a new one is made, a good one is taken up, anything else is refused and left as it is."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from aliquot.saves.files import FileLocked, Lock, SaveError, quote_path
from aliquot.web.errors import StoreRefused

APPLICATION = int.from_bytes(b"Aliq", "big")
"""What our SQLite files call themselves in their header."""
_SMALLEST = 512
"""Bytes in the smallest page; SQLite takes a file that has less for an empty one and would fill it."""
_MIGRATING = 4_161_497
"""The number of the lock under which PostgreSQL databases are brought up to date by one program at a time."""


def default_url() -> str:
    """SQLite in the user's data folder."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('aliquot', appauthor=False) / 'server' / 'games.sqlite3'}"


class Database:
    """An open database: an engine to write with and one to read with."""

    def __init__(self, url: str) -> None:
        """Opens a database, makes it if there was none, and brings it up to date.

        Raises:
            StoreRefused: It cannot be used; it has not been changed.
        """
        self._lock: Lock | None = None
        self.file: Path | None = None
        """The file of a SQLite database."""
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreRefused(
                "A database is given as sqlite:///FILE or postgresql://USER@HOST/NAME, which this is not."
            ) from None
        match parsed.get_backend_name():
            case "sqlite":
                self._open_sqlite(parsed)
            case "postgresql":
                self._open_postgresql(parsed)
            case other:
                raise StoreRefused(
                    f"There is no support for databases of the kind '{other}'; use SQLite or PostgreSQL."
                )

    @property
    def is_postgresql(self) -> bool:
        """Whether several servers may share it."""
        return self.file is None

    def close(self) -> None:
        """Lets go of the database."""
        self.writing.dispose()
        self.reading.dispose()
        if self._lock is not None:
            self._lock.release()

    # --- SQLite -----------------------------------------------------------------------------------------

    def _open_sqlite(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise StoreRefused("A database in memory would lose its games; name a file, as in sqlite:///games.sqlite3.")
        path = self.file = Path(url.database).absolute()
        is_new = _look_at(path)
        try:
            self._lock = Lock(path)
        except SaveError as error:
            if isinstance(error, FileLocked):
                raise StoreRefused(
                    f"{quote_path(path)} is in use by another server; SQLite serves one. "
                    "Several servers need PostgreSQL."
                ) from None
            raise StoreRefused(str(error)) from None
        try:
            if is_new:
                _make(path)
            _check_sqlite(path)
            self.writing = _sqlite_engine(path, pool=False)
            self.reading = _sqlite_engine(path, pool=True)
            with self.writing.connect() as connection:
                _bring_up_to_date(connection, quote_path(path))
            if is_new:
                _mark(path)
        except BaseException:
            for engine in (vars(self).get("writing"), vars(self).get("reading")):
                if engine is not None:
                    engine.dispose()
            self._lock.release()
            raise

    # --- PostgreSQL -------------------------------------------------------------------------------------

    def _open_postgresql(self, url: URL) -> None:
        url = url.set(drivername="postgresql+psycopg")
        shown = f"The database '{url.database}' at '{url.host or 'the local socket'}'"
        self.url = url
        options: dict[str, Any] = {"connect_args": {"connect_timeout": 5}, "pool_pre_ping": True}
        self.writing = create_engine(url, pool_size=1, max_overflow=0, **options)
        self.reading = create_engine(url, pool_size=4, max_overflow=4, pool_timeout=5, **options)
        try:
            with self.writing.connect() as connection:
                connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _MIGRATING})
                try:
                    _bring_up_to_date(connection, shown)
                finally:
                    connection.rollback()
                    connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": _MIGRATING})
                    connection.commit()
        except StoreRefused:
            self.close()
            raise
        except ImportError:
            raise StoreRefused("PostgreSQL needs the package psycopg: install 'aliquot[web]'.") from None
        except SQLAlchemyError as error:
            self.close()
            raise StoreRefused(f"{shown} cannot be opened: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    """What a driver says, in one line and without any password, which drivers do not repeat."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return f"{said[0].rstrip('.')}." if said else f"{type(error).__name__}."


def _marker(path: Path) -> Path:
    return path.with_name(f"{path.name}.made")


def _look_at(path: Path) -> bool:
    """Whether there is no database yet.

    Raises:
        StoreRefused: There is something else, or there was one.
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
            f"{quote_path(path)} is missing, though there was a database. "
            f"Put it back, or remove {quote_path(_marker(path))} to begin with an empty one."
        )
    return True


def _mark(path: Path) -> None:
    """Leaves word that there is a database here, so that one that vanishes is missed."""
    told = f"The database '{path.name}' was made on {datetime.now(UTC):%Y-%m-%d}. If it is gone, something is wrong.\n"
    try:
        _marker(path).write_text(told, encoding="utf-8")
    except OSError as error:
        raise StoreRefused(f"{quote_path(_marker(path))} cannot be written: {error.strerror}.") from None


def _make(path: Path) -> None:
    """Makes an empty database that says whose it is."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as made:
            made.execute(f"PRAGMA application_id = {APPLICATION}")
            made.execute("PRAGMA journal_mode = WAL")
    except (OSError, sqlite3.Error) as error:
        raise StoreRefused(f"{quote_path(path)} cannot be made: {error}.") from None


def _check_sqlite(path: Path) -> None:
    """Refuses what is damaged or belongs to something else, only reads, and leaves nothing lying about."""
    beside = [path.with_name(f"{path.name}-{suffix}") for suffix in ("wal", "shm")]
    absent = [other for other in beside if not other.exists()]
    # A server that was killed leaves a journal, which is part of the database; without one the file is all there is.
    how = "immutable=1" if beside[0] in absent else "mode=ro"
    try:
        with closing(sqlite3.connect(f"file:{quote_url(str(path))}?{how}", uri=True)) as looking:
            (application,) = looking.execute("PRAGMA application_id").fetchone()
            (found,) = looking.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StoreRefused(f"{quote_path(path)} is damaged, or no database: {error}.") from None
    finally:
        for other in absent:
            other.unlink(missing_ok=True)
    if found != "ok":
        raise StoreRefused(f"{quote_path(path)} is damaged: {str(found).splitlines()[-1]}.")
    if application != APPLICATION:
        raise StoreRefused(f"{quote_path(path)} is a database of another program.")


def _sqlite_engine(path: Path, *, pool: bool) -> Engine:
    """An engine that never makes a file and never acknowledges what is not on disk."""
    engine = create_engine(
        f"sqlite:///file:{quote_url(str(path))}?mode=rw&uri=true",
        connect_args={"check_same_thread": False, "timeout": 10},
        poolclass=QueuePool,
        pool_size=4 if pool else 1,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        # The journal is written to the disk itself, and waited for, at every commit.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def _bring_up_to_date(connection: Connection, shown: str) -> None:
    """Makes the tables, or changes them to what this version needs.

    Raises:
        StoreRefused: A newer version made it, or it is somebody else's.
    """
    folder = str(Path(__file__).parent / "migrations")
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    script = ScriptDirectory(folder, version_locations=[folder])
    names = set(inspect(connection).get_table_names())
    connection.rollback()
    if "alembic_version" in names:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        connection.rollback()
        if found not in {revision.revision for revision in script.walk_revisions()}:
            raise StoreRefused(f"{shown} was made by a newer version of Aliquot, which this one cannot read.")
    elif names:
        raise StoreRefused(f"{shown} holds the tables of another program.")

    def upgrade(revision: Any, context: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=upgrade) as environment:
        environment.configure(connection=connection)
        with environment.begin_transaction():
            environment.run_migrations()
    connection.commit()
