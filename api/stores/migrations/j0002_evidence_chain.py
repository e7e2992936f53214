"""Evidence in a chain of its own, which records vouch for: what is kept already is chained in the order of its ids."""

import zlib
from collections.abc import Iterator

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
    head, chained = GENESIS, []
    for place, (number, at, kind, body, told) in enumerate(_in_order(old), 1):
        head = link(head, number, _plain(body)) if body is not None else told
        chained.append({"id": number, "at": at, "kind": kind, "body": body, "place": place, "hash": head})
    for start in range(0, len(chained), _BATCH):
        op.get_bind().execute(sa.insert(new), chained[start : start + _BATCH])
    op.drop_table("evidence_old")
    guard(op.get_bind(), "evidence", _NOT_NEXT)


def downgrade() -> None:
    """Places and hashes go aside, where an earlier release leaves them alone, until the tables come up again."""
    old = _moved_aside()
    op.create_table(
        "evidence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "evidence_chain",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
    )
    whole = _columns("evidence_old", "id", "place", "hash")
    op.get_bind().execute(
        sa.insert(_columns("evidence_chain", "id", "place", "hash")).from_select(
            ["id", "place", "hash"], sa.select(whole)
        )
    )
    new, kept = _columns("evidence", "id", "at", "kind", "body"), sa.select(old).where(old.c.body.is_not(None))
    op.get_bind().execute(sa.insert(new).from_select(["id", "at", "kind", "body"], kept))
    op.drop_table("evidence_old")
    guard(op.get_bind(), "evidence", _KNOWN)


def _in_order(old: sa.TableClause) -> Iterator[tuple[int, float, str, bytes | None, str]]:
    """The rows as they were kept: by the places that went aside once, those that came since by their ids."""
    rows = {row.id: row for row in op.get_bind().execute(sa.select(old).order_by(old.c.id))}
    if sa.inspect(op.get_bind()).has_table("evidence_chain"):
        aside = _columns("evidence_chain", "id", "place", "hash")
        for number, _, told in op.get_bind().execute(sa.select(aside).order_by(aside.c.place)).all():
            row = rows.pop(number, None)
            yield (number, 0.0, "", None, told) if row is None else (*row, told)
        op.drop_table("evidence_chain")
    for row in rows.values():
        yield (*row, "")


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


def _plain(body: bytes) -> bytes:
    """What the chain is over; of a row that is damaged already its bytes as they are, so that no later change hides."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return body
