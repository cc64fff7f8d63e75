"""The tables of the database, their version, and the upgrades from older versions."""

import secrets
from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    update,
)

from aliquot.web.errors import StoreRefused

Key = BigInteger().with_variant(Integer, "sqlite")
"""A number that counts up; SQLite does that only for columns of the type INTEGER."""

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("id", String(24), nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("finished", SmallInteger, nullable=False, server_default="0"),
    Index("matches_unfinished", "finished", "created"),
)
"""One row for each match. Its key counts up, so that the moves of the matches being played lie close together on disk
however many finished ones there are; `settings` is what was agreed, as JSON, and never changes."""

seats = Table(
    "seats",
    metadata,
    Column("match", Key, ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("token", String(64), nullable=False),
    Column("visitor", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Index("seats_of_visitor", "visitor", "match"),
)
"""The player in each seat. Secrets are stored as hashes only."""

events = Table(
    "events",
    metadata,
    Column("match", Key, ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("message_id", String(64), nullable=False, server_default=""),
    Column("body", Text, nullable=False),
)
"""Everything that happened, numbered from 1 within its match. The key (match, number) decides every race: of two moves
made at once, in one program or in two, one is stored. `message_id` is the id the client gave it."""

visitors = Table(
    "visitors",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""The names of visitors, by the hash of their cookie."""

running_days = Table("running_days", metadata, Column("day", Integer, primary_key=True, autoincrement=False))
"""The last days on which a server ran, as days since 1970."""

cookie_key = Table("cookie_key", metadata, Column("key", String(64), primary_key=True))
"""One row: the random key that signs the cookies of visitors. All servers of this database accept them."""

resumptions = Table(
    "resumptions",
    metadata,
    Column("match", Key, ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
)
"""The times at which a player was back after an outage, with the number of the last event then: the clock of a turn
that began before the outage runs from the first of these."""

eras = Table("eras", metadata, Column("began", BigInteger, primary_key=True, autoincrement=False))
"""The times since which there has always been a server, of those that share a database; the last one counts."""

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("tries", SmallInteger, primary_key=True, autoincrement=False),
    Column("solvers", Integer, nullable=False),
)
"""How many people have solved a duel of the day at each try. Nothing says who."""

classes = Table(
    "classes",
    metadata,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("teacher", String(64), nullable=False),
    Column("visitor", String(64), nullable=False),
)
"""One row for each class: the code its pupils type, and the hashes of its teacher's token and cookie."""

class_events = Table(
    "class_events",
    metadata,
    Column("class", Key, ForeignKey("classes.key", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
"""Everything that happened in a class, numbered from 1; the key decides every race, as it does for matches."""

class_matches = Table(
    "class_matches",
    metadata,
    Column("match", Key, ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
    Column("code", String(12), nullable=False),
    Index("class_matches_of_code", "code"),
)
"""The matches that pupils of a class play in it. They are deleted with it."""

schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False))
"""One row: the version of these tables."""


def _add_running_days(connection: Connection) -> None:
    running_days.create(connection)


def _add_cookie_key(connection: Connection) -> None:
    cookie_key.create(connection)


def _add_resumptions(connection: Connection) -> None:
    resumptions.create(connection)
    eras.create(connection)


def _add_daily_tries(connection: Connection) -> None:
    daily_tries.create(connection)


def _add_classes(connection: Connection) -> None:
    for table in (classes, class_events, class_matches):
        table.create(connection)


UPGRADES: tuple[Callable[[Connection], None], ...] = (
    _add_running_days,
    _add_cookie_key,
    _add_resumptions,
    _add_daily_tries,
    _add_classes,
)
"""The first one changes the tables of version 1 to those of version 2, and so on."""
VERSION = 1 + len(UPGRADES)
"""The version this program uses."""


def prepare(connection: Connection, name: str) -> str:
    """Create the tables in an empty database, or upgrade those of an older version, in one transaction.

    Args:
        connection: A connection without a transaction.
        name: What error messages call the database.

    Returns:
        The key that signs cookies.

    Raises:
        StoreRefused: A newer version or another program made the tables, or they are damaged; nothing was changed.
    """
    tables = inspect(connection).get_table_names()
    version = 0
    if schema_version.name in tables:
        version = connection.execute(select(schema_version.c.version)).scalar() or 0
        if not version:
            raise StoreRefused(f"{name} is damaged: the table '{schema_version.name}' is empty.")
    connection.rollback()
    if version > VERSION:
        raise StoreRefused(f"{name} was made by a newer version of Aliquot. This version cannot read it.")
    if tables and not version:
        raise StoreRefused(f"{name} holds the tables of another program.")
    if connection.dialect.name == "sqlite":
        # By itself, Python's driver commits after each statement that creates a table.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if not version:
        metadata.create_all(connection)
        connection.execute(insert(schema_version).values(version=VERSION))
    elif version < VERSION:
        for upgrade in UPGRADES[version - 1 :]:
            upgrade(connection)
        connection.execute(update(schema_version).values(version=VERSION))
    _check_tables(connection, name)
    if (key := connection.execute(select(cookie_key.c.key)).scalar()) is None:
        key = secrets.token_hex(32)
        connection.execute(insert(cookie_key).values(key=key))
    connection.commit()
    return key


def _check_tables(connection: Connection, name: str) -> None:
    """Check that every table has its columns and its key.

    Raises:
        StoreRefused: Something is missing.
    """
    inspector = inspect(connection)
    tables = set(inspector.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in tables:
            raise StoreRefused(f"{name} is damaged: the table '{table.name}' is missing.")
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                raise StoreRefused(f"{name} is damaged: the table '{table.name}' has no column '{column.name}'.")
        key = [column.name for column in table.primary_key]
        if inspector.get_pk_constraint(table.name)["constrained_columns"] != key:
            raise StoreRefused(f"{name} is damaged: the key of the table '{table.name}' is not ({', '.join(key)}).")
