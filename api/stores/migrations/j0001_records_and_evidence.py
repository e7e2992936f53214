"""Records and evidence, as every release has written them."""

import sqlalchemy as sa
from alembic import op

from api.stores.append_only import guard, unguard

revision = "j0001"
down_revision = None
branch_labels = None
depends_on = None

_NOT_NEXT = "NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM records)"
_KNOWN = "EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id)"


def upgrade() -> None:
    """Make both tables, append-only."""
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
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    guard(op.get_bind(), "records", _NOT_NEXT)
    guard(op.get_bind(), "evidence", _KNOWN)


def downgrade() -> None:
    """Nothing is left."""
    for table in ("evidence", "records"):
        unguard(op.get_bind(), table)
        op.drop_table(table)
    if sa.inspect(op.get_bind()).has_table("evidence_chain"):
        # What the next step put aside on its way down.
        op.drop_table("evidence_chain")
