"""The tables of the database, their version, and the upgrades from older versions."""

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

schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False))
"""One row: the version of these tables."""

UPGRADES: tuple[Callable[[Connection], None], ...] = ()
"""The first one changes the tables of version 1 to those of version 2, and so on."""
VERSION = 1 + len(UPGRADES)
"""The version this program uses."""


def prepare(connection: Connection, name: str) -> None:
    """Create the tables in an empty database, or upgrade those of an older version, in one transaction.

    Args:
        connection: A connection without a transaction.
        name: What error messages call the database.

    Raises:
        StoreRefused: A newer version or another program made the tables; nothing was changed.
    """
    tables = inspect(connection).get_table_names()
    version = 0
    if schema_version.name in tables:
        version = connection.execute(select(schema_version.c.version)).scalar() or 0
    connection.rollback()
    if version > VERSION:
        raise StoreRefused(f"{name} was made by a newer version of Aliquot. This version cannot read it.")
    if tables and not version:
        raise StoreRefused(f"{name} holds the tables of another program.")
    if version == VERSION:
        return
    if connection.dialect.name == "sqlite":
        # By itself, Python's driver commits after each statement that creates a table.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if not version:
        metadata.create_all(connection)
        connection.execute(insert(schema_version).values(version=VERSION))
    else:
        for upgrade in UPGRADES[version - 1 :]:
            upgrade(connection)
        connection.execute(update(schema_version).values(version=VERSION))
    connection.commit()
