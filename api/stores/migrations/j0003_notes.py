"""Notes of what was done to a journal as a file, such as a repair.

What happened at the table is told by records, never by notes: whoever replays a journal needs none of them. ``verify``
reads them to tell what a repair has lost from what somebody took out.
"""

import sqlalchemy as sa
from alembic import op

from api.stores.append_only import guard, unguard

revision = "j0003"
down_revision = "j0002"
branch_labels = None
depends_on = None

TABLE = "notes"
# Notes are counted from 1, and none is left out.
_NOT_NEXT = "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM notes)"


def upgrade() -> None:
    """Make the table, append-only."""
    op.create_table(
        TABLE,
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        # Seconds since the epoch.
        sa.Column("at", sa.Float, nullable=False),
        # What was done, such as "repaired".
        sa.Column("kind", sa.String, nullable=False),
        # A JSON object that says how: what was lost, where from.
        sa.Column("body", sa.Text, nullable=False),
    )
    guard(op.get_bind(), TABLE, _NOT_NEXT)


def downgrade() -> None:
    """What was noted is lost; records and evidence stay."""
    unguard(op.get_bind(), TABLE)
    op.drop_table(TABLE)
