"""The hub's tables: one row a record under its journal, the journals, what did not fit; and how they are made."""

from importlib import resources
from typing import Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
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

VERSION_TABLE: Final = "hub_version"
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
    # SHA-256 of subject and body: the same is kept once, however often it comes.
    Column("digest", String, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)


def migrate(connection: Connection, revision: str = "head") -> None:
    """Walk to ``head``, or down to a revision or ``base``, in the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    folder = str(resources.files("api.hub") / "versions")
    script = ScriptDirectory(folder, version_locations=[folder])
    walk = script._upgrade_revs if revision == "head" else script._downgrade_revs
    context = EnvironmentContext(Config(), script, fn=lambda at, _: walk(revision, at))
    with context:
        context.configure(connection=connection, version_table=VERSION_TABLE)
        context.run_migrations()
