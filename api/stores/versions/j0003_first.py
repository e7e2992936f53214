"""The tables of 0.1.0: records, the evidence that they cover by hash, and notes on operations on the file.

Written out here instead of imported from ``tables.py``: a released migration must not change with the program.
"""

import sqlalchemy as sa
from alembic import op

from api.stores.append_only import guard, unguard

revision = "j0003"
down_revision = None
branch_labels = None
depends_on = None

_KNOWN = "EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id)"
_NOT_NEXT = {
    "records": "NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM records)",
    "evidence": f"{_KNOWN} OR NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM evidence)",
    "notes": "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM notes)",
}


def upgrade() -> None:
    """Create the tables, append-only."""
    op.create_table(
        "records",
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "evidence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary),
        sa.Column("place", sa.Integer, nullable=False, unique=True),
        sa.Column("hash", sa.String, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    for table, refused in _NOT_NEXT.items():
        guard(op.get_bind(), table, refused)


def downgrade() -> None:
    """Drop the tables."""
    for table in _NOT_NEXT:
        unguard(op.get_bind(), table)
        op.drop_table(table)
