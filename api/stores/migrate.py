"""Migrations by Alembic, in the caller's transaction: all of them are applied, or none.

A family is a folder of migrations with its own version table, so that a journal and other tables of this program can
share one database.
"""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from sqlalchemy import Connection

from controller.errors import JournalError


@dataclass(frozen=True, slots=True)
class MigrationFamily:
    """Migrations of one folder; ``version_table``: the table in which a database stores its revision."""

    folder: Path
    version_table: str


NEWEST: Final = "j0003"
"""The newest revision of a journal, known without loading Alembic."""
# Alembic's operations context is global to the process, but a venue's tables are opened concurrently.
_ALONE: Final = Lock()
JOURNAL_FAMILY: Final = MigrationFamily(Path(__file__).parent / "versions", "journal_version")


def migrate(connection: Connection, to: str, family: MigrationFamily = JOURNAL_FAMILY) -> str:
    """Migrate the tables up or down to a revision, and return it; raises JournalError.

    ``to``: a revision, ``heads`` for the newest, ``base`` for no tables.
    The connection must be in a transaction, which is neither started nor ended here.
    """
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(family.folder, version_locations=[family.folder])
    context = MigrationContext.configure(connection, opts={"version_table": family.version_table})
    now = context.get_current_revision()
    every = [each.revision for each in script.walk_revisions()][::-1]
    known = {"base": 0} | {revision: place for place, revision in enumerate(every, 1)}
    target = every[-1] if to == "heads" else to
    if target not in known:
        raise JournalError(f"no revision {to!r}: expected heads or one of {', '.join(known)}")
    if (now or "base") not in known:
        made = "before 0.1.0" if str(now) < every[0] else "by a later release"
        raise JournalError(f"tables of revision {now}: made {made}, expected one of {', '.join(every)}")
    here, there = known[now or "base"], known[target]
    with _ALONE, Operations.context(context):
        for place in range(here, there):
            _step(script, every[place]).upgrade()
            context.stamp(script, every[place])
        for place in range(here, there, -1):
            _step(script, every[place - 1]).downgrade()
            context.stamp(script, every[place - 2] if place > 1 else "base")
    return target


def revision(connection: Connection, family: MigrationFamily = JOURNAL_FAMILY) -> str | None:
    """Return the revision of the tables, None if there are none; nothing is changed."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection, opts={"version_table": family.version_table}).get_current_revision()


def _step(script: Any, revision: str) -> Any:
    return script.get_revision(revision).module
