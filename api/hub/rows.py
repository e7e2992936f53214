"""The hub's database tables: journals, their records, and breaks with who cleared them."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

from api.stores.revisions import check_revision, create, revision, revision_table
from api.worded import worded
from controller.journal.codec import plain
from controller.ports.maker import Maker
from controller.text import Text

NEWEST: Final = "hub0003"
"""The revision of this program's tables."""
# Advisory lock, so that of two hubs starting together one creates the tables; the number is arbitrary.
_LOCK: Final = 0x6A616E74

HUB: Final = MetaData()
REVISION: Final = revision_table("hub_version", HUB)
JOURNALS: Final = Table(
    "hub_journals",
    HUB,
    Column("id", Integer, primary_key=True),
    Column("venue", String, nullable=False),
    Column("table_name", String, nullable=False),
    # Hash of the first record, which identifies the journal.
    Column("genesis", String, nullable=False),
    # Records 1 to ``held`` are stored with an unbroken hash chain; ``seen`` is the highest sequence received.
    Column("held", Integer, nullable=False),
    Column("held_hash", String, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("heard_at", Float, nullable=False),
    UniqueConstraint("venue", "table_name", "genesis", name="hub_journals_place"),
)
RECORDS: Final = Table(
    "hub_records",
    HUB,
    Column("journal", Integer, ForeignKey("hub_journals.id"), primary_key=True, autoincrement=False),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("line", LargeBinary, nullable=False),
)
BREAKS: Final = Table(
    "hub_breaks",
    HUB,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("subject", String, nullable=False),
    Column("reason", String, nullable=False),
    # SHA-256 of subject and body, so that a repeated message is stored once.
    Column("digest", String, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
    # A person's decision; the break is open until then.
    Column("cleared_at", Float),
    Column("cleared_by", String, nullable=False, server_default=""),
    Column("cleared_kind", String, nullable=False, server_default=""),
    Column("cleared_id", String, nullable=False, server_default=""),
    Column("cleared_why", String, nullable=False, server_default=""),
)


@dataclass(frozen=True, slots=True)
class BreakKind:
    """A kind of break, and what to do before clearing it; ``words``: text in its reason that identifies it."""

    words: str
    what: Text
    remedy: Text


_KINDS: Final = worded("breaks.toml", dict[str, tuple[BreakKind, ...]])["kind"]


@dataclass(frozen=True, slots=True)
class Clearance:
    """The decision to clear a break: time, person (name, kind and id) and reason."""

    at: float
    by: str
    maker: Maker
    why: str


@dataclass(frozen=True, slots=True)
class HubBreak:
    """A message that did not fit; ``at``: seconds since the epoch. ``cleared``: the decision on it, None while open."""

    id: int
    at: float
    subject: str
    reason: str
    cleared: Clearance | None = None

    @property
    def kind(self) -> BreakKind:
        """The kind of break, with what to do."""
        return next(kind for kind in _KINDS if kind.words in self.reason)

    @property
    def as_json(self) -> dict[str, Any]:
        """The break as JSON values."""
        kept = {"id": self.id, "at": self.at, "subject": self.subject, "reason": self.reason}
        told = kept | {"what": plain(self.kind.what), "remedy": plain(self.kind.remedy)}
        if self.cleared is None:
            return told
        decision = self.cleared
        by = {"name": decision.by, "kind": decision.maker.kind.value, "id": decision.maker.id}
        return told | {"cleared": {"at": decision.at, "by": by, "why": decision.why}}


def prepare(connection: Connection) -> None:
    """Create missing tables, in the connection's transaction; raises JournalError for those of another release."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    found = revision(connection, REVISION)
    if found is None:
        create(connection, REVISION, NEWEST)
    else:
        check_revision(found, NEWEST)
