"""Matches, seats, events and visitors.

Revision ID: first
"""

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "matches",
        sa.Column("key", _KEY, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(24), nullable=False, unique=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.SmallInteger, nullable=False, server_default="0"),
    )
    op.create_index("matches_unfinished", "matches", ["finished", "created"])
    op.create_table(
        "seats",
        sa.Column("match", _KEY, sa.ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
    op.create_index("seats_of_visitor", "seats", ["visitor", "match"])
    op.create_table(
        "events",
        sa.Column("match", _KEY, sa.ForeignKey("matches.key", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.String(64), nullable=False, server_default=""),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "visitors",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drops them, and every match with them."""
    for name in ("visitors", "events", "seats", "matches"):
        op.drop_table(name)
