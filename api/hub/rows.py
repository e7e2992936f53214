"""The hub's tables: one row a record under its journal, the journals, and what did not fit."""

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

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
