"""The revision of a database's tables, in a table of one row beside them; a later release sees what it migrates.

A journal and other tables of this program can share one database: each family has its own such table.
"""

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select

from controller.errors import JournalError


def revision_table(name: str, tables: MetaData) -> Table:
    """Return the table that stores the revision of ``tables``, one of them."""
    return Table(name, tables, Column("version_num", String(32), primary_key=True))


def revision(connection: Connection, table: Table, schema: str | None = None) -> str | None:
    """Return the revision of the tables, None if there are none; nothing is changed."""
    if not inspect(connection).has_table(table.name, schema=schema):
        return None
    found = connection.execute(select(table.c.version_num)).scalar()
    return None if found is None else str(found)


def create(connection: Connection, table: Table, newest: str) -> None:
    """Create the tables that ``table`` belongs to, at their newest revision, in the caller's transaction."""
    table.metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(table), {"version_num": newest})


def check_revision(found: str, newest: str) -> None:
    """Raise JournalError for tables of another release."""
    if found != newest:
        made = "before 0.1.0" if found < newest else "by a later release"
        raise JournalError(f"tables of revision {found}: made {made}, expected {newest}")
