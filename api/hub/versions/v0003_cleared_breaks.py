"""Who cleared what did not fit, when and why: by name, and by kind and id."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "hub0003"
down_revision: str | Sequence[str] | None = "hub0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None
_WORDS = ("cleared_by", "cleared_kind", "cleared_id", "cleared_why")


def upgrade() -> None:
    """Add the columns."""
    op.add_column("hub_breaks", sa.Column("cleared_at", sa.Float, nullable=True))
    for name in _WORDS:
        op.add_column("hub_breaks", sa.Column(name, sa.String, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop them."""
    for name in (*_WORDS, "cleared_at"):
        op.drop_column("hub_breaks", name)
