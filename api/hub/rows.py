"""The hub's tables: records under their journals, what did not fit and who cleared it; and how they are made."""

from dataclasses import dataclass
from pathlib import Path
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

from api.stores.migrate import MigrationFamily
from api.stores.migrate import migrate as bring
from api.worded import worded
from controller.journal.codec import plain
from controller.ports.maker import Maker
from controller.text import Text

FAMILY: Final = MigrationFamily(Path(__file__).parent / "versions", "hub_version")
NEWEST: Final = "hub0003"
"""The revision that this program's tables have."""
# Two hubs that start at the same moment migrate one after the other; any number would do.
_LOCK: Final = 0x6A616E74

HUB: Final = MetaData()
JOURNALS: Final = Table(
    "hub_journals",
    HUB,
    Column("id", Integer, primary_key=True),
    Column("venue", String, nullable=False),
    Column("table_name", String, nullable=False),
    # Hash of the first record: what names a journal everywhere.
    Column("genesis", String, nullable=False),
    # Records 1 to ``held`` are all here and each fits the one before; ``seen`` is the highest that came.
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
    # SHA-256 of subject and body: the same break is stored once, however often it comes.
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
    """What a break is, and what to do before it is cleared; ``words``: of its reason, by which it is known."""

    words: str
    what: Text
    remedy: Text


_KINDS: Final = worded("breaks.toml", dict[str, tuple[BreakKind, ...]])["kind"]


@dataclass(frozen=True, slots=True)
class Clearance:
    """The decision that a break is done with: by whom, kind and id too, when and why."""

    at: float
    by: str
    maker: Maker
    why: str


@dataclass(frozen=True, slots=True)
class HubBreak:
    """A message that did not fit; ``at`` since the epoch; ``cleared``: the decision on it, None: it is open."""

    id: int
    at: float
    subject: str
    reason: str
    cleared: Clearance | None = None

    @property
    def kind(self) -> BreakKind:
        """What it is, and what to do."""
        return next(kind for kind in _KINDS if kind.words in self.reason)

    @property
    def told(self) -> dict[str, Any]:
        """As JSON."""
        kept = {"id": self.id, "at": self.at, "subject": self.subject, "reason": self.reason}
        told = kept | {"what": plain(self.kind.what), "remedy": plain(self.kind.remedy)}
        if self.cleared is None:
            return told
        decision = self.cleared
        by = {"name": decision.by, "kind": decision.maker.kind.value, "id": decision.maker.id}
        return told | {"cleared": {"at": decision.at, "by": by, "why": decision.why}}


def migrate(connection: Connection, to: str = "heads") -> None:
    """Bring the tables up or down to a revision, in the connection's transaction; raises JournalError."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    bring(connection, to, FAMILY)
