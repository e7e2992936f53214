"""Evidence in a chain of its own, which records vouch for: what is kept already is chained in the order of its ids."""

import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from api.stores.append_only import guard, unguard
from controller.journal.chain import GENESIS, link

revision = "j0002"
down_revision = "j0001"
branch_labels = None
depends_on = None

_KNOWN = "EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id)"
_NOT_NEXT = f"{_KNOWN} OR NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM evidence)"
_BATCH = 500


def upgrade() -> None:
    """Each row gets its place and hash; a body may be absent from now on, where a repair could not save it."""
    old = _moved_aside()
    op.create_table(
        "evidence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary),
        sa.Column("place", sa.Integer, nullable=False, unique=True),
        sa.Column("hash", sa.String, nullable=False),
    )
    new = _columns("evidence", "id", "at", "kind", "body", "place", "hash")
    place, head = 0, GENESIS
    for rows in _batches(old):
        chained = []
        for number, at, kind, body in rows:
            place, head = place + 1, link(head, number, _plain(body))
            chained.append({"id": number, "at": at, "kind": kind, "body": body, "place": place, "hash": head})
        op.get_bind().execute(sa.insert(new), chained)
    op.drop_table("evidence_old")
    guard(op.get_bind(), "evidence", _NOT_NEXT)


def downgrade() -> None:
    """Places and hashes go, and rows without a body with them."""
    old = _moved_aside()
    op.create_table(
        "evidence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    new, kept = _columns("evidence", "id", "at", "kind", "body"), sa.select(old).where(old.c.body.is_not(None))
    op.get_bind().execute(sa.insert(new).from_select(["id", "at", "kind", "body"], kept))
    op.drop_table("evidence_old")
    guard(op.get_bind(), "evidence", _KNOWN)


def _moved_aside() -> sa.TableClause:
    """The table under another name, so that one of the new shape can be made."""
    unguard(op.get_bind(), "evidence")
    op.rename_table("evidence", "evidence_old")
    if op.get_bind().dialect.name == "postgresql":
        # The names of its keys would stand in the way of the new table's.
        op.execute("ALTER INDEX evidence_pkey RENAME TO evidence_old_pkey")
        op.execute("ALTER INDEX IF EXISTS evidence_place_key RENAME TO evidence_old_place_key")
    return _columns("evidence_old", "id", "at", "kind", "body")


def _columns(table: str, *names: str) -> sa.TableClause:
    kinds = {"body": sa.LargeBinary()}
    return sa.table(table, *(sa.column(name, kinds.get(name)) for name in names))


def _batches(old: sa.TableClause) -> Iterator[list[Any]]:
    last = -1
    while rows := list(
        op.get_bind().execute(sa.select(old).where(old.c.id > last).order_by(old.c.id).limit(_BATCH)).all()
    ):
        last = rows[-1].id
        yield rows


def _plain(body: bytes) -> bytes:
    """What the chain is over; of a row that is damaged already its bytes as they are, so that no later change hides."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return body
