"""Columns for who cleared a break (name, kind and id), when and why."""

import sqlalchemy as sa
from alembic import op

revision = "hub0003"
down_revision = "hub0002"
branch_labels = None
depends_on = None
_WORDS = ("cleared_by", "cleared_kind", "cleared_id", "cleared_why")


def upgrade() -> None:
    """Add the columns."""
    op.add_column("hub_breaks", sa.Column("cleared_at", sa.Float, nullable=True))
    for name in _WORDS:
        op.add_column("hub_breaks", sa.Column(name, sa.String, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the columns."""
    for name in (*_WORDS, "cleared_at"):
        op.drop_column("hub_breaks", name)
