"""Triggers that keep a table append-only for every client: no update, no deletion, and only the next row inserted.

Migrations call these functions; the triggers they create for an existing schema revision must not change.
"""

from typing import Final

from sqlalchemy import Connection

_SAID: Final = "the journal is append-only"


def guard(connection: Connection, table: str, refused: str) -> None:
    """Create the triggers of a table; ``refused``: SQL condition over NEW under which an insert is refused."""
    statements = _sqlite(table, refused) if connection.dialect.name == "sqlite" else _postgres(table, refused)
    for statement in statements:
        connection.exec_driver_sql(statement)


def unguard(connection: Connection, table: str) -> None:
    """Drop the triggers again, for a migration."""
    if connection.dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE", "INSERT"):
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {table}_{verb}")
        return
    for name in ("kept", "whole", "next"):
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}")
    for name in ("kept", "next"):
        connection.exec_driver_sql(f"DROP FUNCTION IF EXISTS {table}_{name}()")


def _sqlite(table: str, refused: str) -> tuple[str, ...]:
    # INSERT OR REPLACE deletes rows without firing the DELETE trigger, so inserts need their own trigger. Requiring
    # the next number also keeps out a second writer.
    stop = f"BEGIN SELECT RAISE(ABORT, '{_SAID}'); END"
    return (
        f"CREATE TRIGGER {table}_UPDATE BEFORE UPDATE ON {table} {stop}",
        f"CREATE TRIGGER {table}_DELETE BEFORE DELETE ON {table} {stop}",
        f"CREATE TRIGGER {table}_INSERT BEFORE INSERT ON {table} WHEN {refused} {stop}",
    )


def _postgres(table: str, refused: str) -> tuple[str, ...]:
    # No percent sign needs doubling, as these statements have no parameters.
    stop = f"RAISE EXCEPTION '{_SAID}' USING ERRCODE = 'integrity_constraint_violation';"
    return (
        f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {stop} END $$",
        f"CREATE FUNCTION {table}_next() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN IF {refused} THEN {stop} END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_kept()",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} EXECUTE FUNCTION {table}_kept()",
        f"CREATE TRIGGER {table}_next BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_next()",
    )
