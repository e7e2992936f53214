"""A journal opened by its address: a path, or ``sqlite:///`` with a path."""

from pathlib import Path
from typing import Final

from api.stores.sqlite_store import SqliteJournal
from controller.errors import JournalError
from controller.journal.store import JournalStore

_SQLITE: Final = "sqlite:///"
_EXPECTED: Final = "expected a path or sqlite:///PATH"


def open_journal(address: str | Path) -> JournalStore:
    """The journal at an address to write and read, made where there is none; raises JournalError."""
    return SqliteJournal(journal_file(address))


def open_kept(address: str | Path) -> JournalStore:
    """The journal at an address, which must be there; raises JournalError."""
    file = journal_file(address)
    if not file.is_file():
        raise JournalError(f"no journal at {file}")
    return SqliteJournal(file)


def journal_file(address: str | Path) -> Path:
    """The file of an address; raises JournalError for an address of another kind."""
    if isinstance(address, Path):
        return address
    if address.startswith(_SQLITE):
        address = address.removeprefix(_SQLITE)
    elif "://" in address:
        raise JournalError(f"{address}: {_EXPECTED}")
    if not address:
        raise JournalError(f"no journal is named: {_EXPECTED}")
    return Path(address)
