"""Copies a journal row by row between stores, for backups and for restoring them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from api.stores.sql_journal import SqlJournal
from api.stores.tables import unpacked
from controller.errors import JournalError
from controller.journal.chain import GENESIS, link

_BATCH: Final = 500
_COLUMNS: Final = {
    "records": ("sequence", "time", "kind", "hash", "line"),
    "evidence": ("place", "id", "at", "kind", "hash", "body"),
    "notes": ("number", "at", "kind", "body"),
}


def copy_rows(source: SqlJournal, target: SqlJournal) -> None:
    """Copy all rows into an empty journal; evidence without hash chain gets one, as in a migration.

    Records are copied first, so that each copied record has its evidence even if the journal is written meanwhile.
    """
    for table in _COLUMNS:
        rows = (dict(zip(_COLUMNS[table], row, strict=True)) for row in source.raw(table))
        put_rows(target, table, chained(rows) if table == "evidence" else rows)


def put_rows(target: SqlJournal, table: str, rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows into a journal in batches."""
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        target.put(table, batch)


def chained(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield rows of evidence, adding place and hash to those without."""
    head = GENESIS
    for place, row in enumerate(rows, 1):
        if row["hash"] is None:
            head = link(head, row["id"], unpacked(row["id"], row["body"]))
            yield {**row, "place": place, "hash": head}
        else:
            yield row


def refuse_existing(out: Path) -> None:
    """Raise JournalError if the path exists, or if its parent folder does not."""
    if out.exists():
        raise JournalError(f"{out}: lies there already: expected the name of a new one")
    if not out.absolute().parent.is_dir():
        raise JournalError(f"{out}: no folder {out.absolute().parent}")
