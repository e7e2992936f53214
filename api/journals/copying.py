"""A journal copied row by row from one store into another: a backup is a copy, and so is what is restored from it."""

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
    """Copy all rows into an empty journal; evidence that was never chained is chained as a migration does it.

    Records come first: of a journal that is written meanwhile no record is copied without its evidence.
    """
    for table in _COLUMNS:
        rows = (dict(zip(_COLUMNS[table], row, strict=True)) for row in source.raw(table))
        put_rows(target, table, chained(rows) if table == "evidence" else rows)


def put_rows(target: SqlJournal, table: str, rows: Iterable[dict[str, Any]]) -> None:
    """Put rows into a journal, some hundred at a time."""
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        target.put(table, batch)


def chained(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows of evidence with their places and hashes, where they have none yet."""
    head = GENESIS
    for place, row in enumerate(rows, 1):
        if row["hash"] is None:
            head = link(head, row["id"], unpacked(row["id"], row["body"]))
            yield {**row, "place": place, "hash": head}
        else:
            yield row


def refuse_existing(out: Path) -> None:
    """Raise JournalError if something is there already."""
    if out.exists():
        raise JournalError(f"{out}: lies there already: expected the name of a new one")
    if not out.absolute().parent.is_dir():
        raise JournalError(f"{out}: no folder {out.absolute().parent}")
