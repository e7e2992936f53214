"""Writes anchors of a running table's journal: when the table is opened, at every round, and at closing."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog

from api.journals.anchors import Anchor, keep, own_key, stored_anchors
from api.stores.open import journal_file
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError
from controller.journal.chain import Record
from controller.journal.events import GameEnded, RoundStarted
from controller.ports.log import WordLog

_ANCHORED: Final = (RoundStarted, GameEnded)
_LOG: Final[WordLog] = structlog.get_logger("jantaku.journal")


def keep_anchored(journal: SqlJournal, address: str | Path) -> None:
    """Write anchors of the journal from now on; errors are logged and stop nothing."""
    name, first = anchored_name(address), next(iter(journal.read()), None)

    def told(records: Sequence[Record]) -> None:
        nonlocal first
        first = first or (records[0] if records else None)
        if records and not any(isinstance(record.event, _ANCHORED) for record in records):
            return
        try:
            last = journal.last()
            if first is None or last is None:
                return
            anchor = Anchor(last.sequence, last.hash, first.hash, name, *journal.evidence_tail(), time.time())
            before = (
                [each.short for each in stored_anchors(first.hash, name) if each.journal == first.hash]
                if not records
                else []
            )
            keep(anchor.signed(own_key()))
        except (OSError, JournalError) as error:
            _LOG.warning("journal_not_anchored", journal=name, reason=str(error))
            return
        if not records and before[-1:] != [anchor.short]:
            _LOG.info("journal_anchored", journal=name, anchor=anchor.short)

    journal.watch(told)


def anchored_name(address: str | Path) -> str:
    """Return the name of a journal in its anchors: a file's full path, else the address without password."""
    file = journal_file(address)
    if file is not None:
        return str(file.resolve())
    from api.stores.postgres_store import parse_address

    return parse_address(str(address)).name
