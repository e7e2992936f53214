"""Copies a journal row by row between stores, for backups and for restoring them."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Final

from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError

_BATCH: Final = 500
_COLUMNS: Final = {
    "records": ("sequence", "time", "kind", "hash", "line"),
    "evidence": ("place", "id", "at", "kind", "hash", "body"),
    "notes": ("number", "at", "kind", "body"),
}


def copy_rows(source: SqlJournal, target: SqlJournal) -> None:
    """Copy all rows into an empty journal.

    Records are copied first, so that each copied record has its evidence even if the journal is written meanwhile.
    """
    for table in _COLUMNS:
        rows = (dict(zip(_COLUMNS[table], row, strict=True)) for row in source.raw(table))
        put_rows(target, table, rows)


def put_rows(target: SqlJournal, table: str, rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows into a journal in batches."""
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        target.put(table, batch)


def refuse_existing(out: Path) -> None:
    """Raise JournalError if the path exists, or if its parent folder does not."""
    if out.exists():
        raise JournalError(f"{out}: lies there already: expected the name of a new one")
    if not out.absolute().parent.is_dir():
        raise JournalError(f"{out}: no folder {out.absolute().parent}")
