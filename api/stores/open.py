"""Opens a journal by its address: a path, ``sqlite:///`` with a path, or a PostgreSQL database.

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
"""Cannot clash with a table's journal, as table ids contain no dot."""
_EXPECTED: Final = f"expected a path, {_SQLITE}PATH or {_POSTGRES}USER@HOST:PORT/DATABASE?journal=NAME"


def open_journal(address: str | Path) -> SqlJournal:
    """Open the journal at an address for reading and writing, created if missing; raises JournalError."""
    file = journal_file(address)
    if file is None:
        from api.stores.postgres_store import PostgresJournal

        return PostgresJournal(str(address))
    from api.stores.sqlite_store import SqliteJournal

    return SqliteJournal(made_private(file))


def open_read_only(address: str | Path) -> SqlJournal:
    """Open an existing journal read-only; raises JournalError if there is none."""
    file = journal_file(address)
    if file is None:
        from api.stores.postgres_store import ReadOnlyPostgres

        return ReadOnlyPostgres(str(address))
    from api.stores.sqlite_read import ReadOnlySqlite

    return ReadOnlySqlite(file)


def journal_file(address: str | Path) -> Path | None:
    """Return the file of an address, None for PostgreSQL; raises JournalError for any other address."""
    if isinstance(address, Path):
        return address
    if address.startswith(_POSTGRES):
        return None
    told = address.removeprefix(_SQLITE)
    if not told or "://" in told:
        # Quote only the scheme, as the rest may contain a password.
        raise JournalError(f"{address.partition('://')[0] or 'no journal'}: {_EXPECTED}")
    return Path(told)


def pictures_of(address: str | Path, first: str) -> Path:
    """Return the folder of a journal's pictures: beside its file, or for a database in the user's state folder.

    ``first``: hash of the first record, to keep pictures of different journals apart.
    """
    file = journal_file(address)
    if file is not None:
        return file.with_suffix(_PICTURES) / first[:_NAMED]
    from api.stores.postgres_store import parse_address

    schema = parse_address(str(address)).schema
    return (state_folder() / "journals" / schema).with_suffix(_PICTURES) / first[:_NAMED]


def is_there(address: str) -> bool:
    """True if something exists at an address; a database counts as existing."""
    file = journal_file(address)
    return file is None or file.is_file()


def events_beside(folder: Path, journals: Iterable[Path | str]) -> Path | str:
    """Return the address of the league events' journal beside these tables' journals.

    It is in the first of their databases, or else a file in ``folder``.
    """
    in_database = sorted(str(each) for each in journals if journal_file(each) is None)
    if not in_database:
        return folder / _EVENTS_FILE
    from sqlalchemy.engine import make_url

    return make_url(in_database[0]).update_query_dict({"journal": _EVENTS}).render_as_string(hide_password=False)
