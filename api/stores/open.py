"""Open a journal by its address: a path, ``sqlite:///`` with a path, or a PostgreSQL database.

``postgresql+pg8000://USER@HOST:PORT/DATABASE?journal=NAME``: NAME selects one of the journals of a database; the
password is taken from ``PGPASSWORD`` if the address has none.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from api.paths import made_private, state_folder
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError

_SQLITE: Final = "sqlite:///"
_POSTGRES: Final = "postgresql+pg8000://"
_PICTURES, _NAMED = ".pictures", 12
_EVENTS: Final = "venue_events"
_EVENTS_FILE: Final = "venue.events.sqlite"
"""No id of a table has a dot in it."""
_EXPECTED: Final = f"expected a path, {_SQLITE}PATH or {_POSTGRES}USER@HOST:PORT/DATABASE?journal=NAME"


def open_journal(address: str | Path) -> SqlJournal:
    """The journal at an address to write and read, made where there is none; raises JournalError."""
    file = journal_file(address)
    if file is None:
        from api.stores.postgres_store import PostgresJournal

        return PostgresJournal(str(address))
    from api.stores.sqlite_store import SqliteJournal

    return SqliteJournal(made_private(file))


def open_kept(address: str | Path) -> SqlJournal:
    """The journal at an address to read; nothing is made or changed, and it must be there; raises JournalError."""
    file = journal_file(address)
    if file is None:
        from api.stores.postgres_store import KeptPostgres

        return KeptPostgres(str(address))
    from api.stores.sqlite_read import KeptSqlite

    return KeptSqlite(file)


def journal_file(address: str | Path) -> Path | None:
    """The file of an address, None where it is in PostgreSQL; raises JournalError for an address of another kind."""
    if isinstance(address, Path):
        return address
    if address.startswith(_POSTGRES):
        return None
    told = address.removeprefix(_SQLITE)
    if not told or "://" in told:
        # Repeat only what cannot hold a password.
        raise JournalError(f"{address.partition('://')[0] or 'no journal'}: {_EXPECTED}")
    return Path(told)


def pictures_of(address: str | Path, first: str) -> Path:
    """Folder of a journal's pictures: beside its file, else in this user's state folder.

    ``first``: hash of its first record, so that no other journal's get among them.
    """
    file = journal_file(address)
    if file is not None:
        return file.with_suffix(_PICTURES) / first[:_NAMED]
    from api.stores.postgres_store import told_address

    schema = told_address(str(address)).schema
    return (state_folder() / "journals" / schema).with_suffix(_PICTURES) / first[:_NAMED]


def is_there(address: str) -> bool:
    """True if something exists at an address; a database counts as existing."""
    file = journal_file(address)
    return file is None or file.is_file()


def change_tables(address: str, to: str) -> str:
    """Bring the tables of a journal that is there to a revision, and tell which; raises JournalError."""
    open_kept(address).close()
    journal = open_journal(address)
    try:
        return journal.change_revision(to)
    finally:
        journal.close()


def events_beside(folder: Path, journals: Iterable[Path | str]) -> Path | str:
    """Storage of the events of tables with these journals: the database of one of them, else a folder."""
    in_database = sorted(str(each) for each in journals if journal_file(each) is None)
    if not in_database:
        return folder / _EVENTS_FILE
    from sqlalchemy.engine import make_url

    return make_url(in_database[0]).update_query_dict({"journal": _EVENTS}).render_as_string(hide_password=False)
