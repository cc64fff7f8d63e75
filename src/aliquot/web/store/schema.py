"""The tables of the database. `aliquot.web.store.migrations` makes them; a test holds that both say the same."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, SmallInteger, String, Table, Text

Key = BigInteger().with_variant(Integer, "sqlite")
"""A number the database gives; SQLite counts by itself only where it is called INTEGER."""

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
"""Who sits where. Secrets are there as hashes only."""

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
"""Visitors who have said what they are called, by the hash of their cookie."""
