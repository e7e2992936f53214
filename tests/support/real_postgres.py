"""A real PostgreSQL for tests and programs with its own cluster, port and folder; never run as root."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pg8000.native
import pytest

from tests.support.real_servers import RealServer, missing
from tests.support.waiting import PATIENCE_S

_NAMES: Final = count(1)
USER: Final = "jantaku"


class RealPostgres(RealServer):
    """A cluster; ``database`` creates an empty database in it and returns its URL."""

    def __init__(self, binaries: Path) -> None:
        super().__init__("postgres")
        self._binaries = binaries
        # PostgreSQL refuses to run as root.
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user is not None:
            shutil.chown(self.folder, self._user, self._user)
        initdb = [str(binaries / "initdb"), "-D", str(self.folder / "data"), "-U", USER, "-A", "trust"]
        subprocess.run(
            [*initdb, "-E", "UTF8", "--no-locale", "--no-sync"],
            user=self._user,
            cwd=self.folder,
            check=True,
            capture_output=True,
            timeout=PATIENCE_S,
        )

    def database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"test{next(_NAMES)}"
        with pg8000.native.Connection(USER, host="127.0.0.1", port=self.port, database="postgres") as connection:
            connection.run(f"CREATE DATABASE {name}")
        return f"postgresql+pg8000://{USER}@127.0.0.1:{self.port}/{name}"

    def _open(self) -> subprocess.Popen[bytes]:
        options = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": ""}
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._binaries / "postgres"), "-D", str(self.folder / "data"), *words],
                user=self._user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )

    def _answers(self) -> bool:
        try:
            pg8000.native.Connection(
                USER, host="127.0.0.1", port=self.port, database="postgres", timeout=PATIENCE_S
            ).close()
        except (pg8000.Error, OSError):
            return False
        return True


def postgres_binaries() -> Path | None:
    """Folder of the newest PostgreSQL that Debian installed, None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def running_postgres() -> Iterator[RealPostgres]:
    """Run a PostgreSQL; the test is skipped (in CI it fails) if it is not installed."""
    binaries = postgres_binaries()
    if binaries is None:
        missing("postgresql")
    assert binaries is not None
    with RealPostgres(binaries) as server:
        yield server


@pytest.fixture(scope="session")
def real_postgres() -> Iterator[RealPostgres]:
    """A running PostgreSQL, shared by all tests."""
    with running_postgres() as server:
        yield server
