"""Messages that did not fit: broken lines, forks of a chain, records of a foreign journal.

Stored whole, without blocking anything: a break is reported once, with subject, reason and body for whoever looks.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "hub0002"
down_revision: str | Sequence[str] | None = "hub0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Make the table."""
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
    """Drop the table."""
    op.drop_table("hub_breaks")
