"""The first tables: journals, their records, and messages that did not fit.

Written out here instead of imported from ``rows.py``: a released migration must not change with the program.
"""

import sqlalchemy as sa
from alembic import op

revision = "hub0002"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
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
    op.create_table(
        "hub_breaks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False, unique=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("hub_breaks", "hub_records", "hub_journals"):
        op.drop_table(table)
