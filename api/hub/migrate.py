"""The hub's tables brought up or down to a revision of ``versions``."""

from importlib import resources
from typing import Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

VERSION_TABLE: Final = "hub_version"
# Two hubs that start at the same moment migrate one after the other; any number would do.
_LOCK: Final = 0x6A616E74


def migrate(connection: Connection, revision: str = "head") -> None:
    """Walk to ``head``, or down to a revision or ``base``, in the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    folder = str(resources.files("api.hub") / "versions")
    script = ScriptDirectory(folder, version_locations=[folder])
    walk = script._upgrade_revs if revision == "head" else script._downgrade_revs
    context = EnvironmentContext(Config(), script, fn=lambda at, _: walk(revision, at))
    with context:
        context.configure(connection=connection, version_table=VERSION_TABLE)
        context.run_migrations()
