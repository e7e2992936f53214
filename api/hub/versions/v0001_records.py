"""Journals of tables and their records.

Written out once more, and not taken from ``rows.py``: what was done to a database that exists does not change when the
program does.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "hub0001"
down_revision: str | Sequence[str] | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "hub_journals",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("venue", sa.String, nullable=False),
        sa.Column("table_name", sa.String, nullable=False),
        sa.Column("genesis", sa.String, nullable=False),
        sa.Column("held", sa.Integer, nullable=False),
        sa.Column("held_hash", sa.String, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("heard_at", sa.Float, nullable=False),
        sa.UniqueConstraint("venue", "table_name", "genesis", name="hub_journals_place"),
    )
    op.create_table(
        "hub_records",
        sa.Column("journal", sa.Integer, sa.ForeignKey("hub_journals.id"), primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("hub_records")
    op.drop_table("hub_journals")
