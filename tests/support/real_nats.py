"""A real nats-server for tests and programs, with JetStream, and with any config; on ports of its own."""

import shutil
import socket
import subprocess
from collections.abc import Iterator

import pytest

from tests.support.real_servers import RealServer, missing


class RealNats(RealServer):
    """A broker; ``config`` is added to what gives it its port and its store, ``{folder}`` in it is its folder."""

    def __init__(self, config: str = "jetstream { store_dir: '{folder}/js' }") -> None:
        super().__init__("nats")
        self._config = f"listen: 127.0.0.1:{self.port}\n{config}\n"

    @property
    def address(self) -> str:
        """Where clients go."""
        return f"nats://127.0.0.1:{self.port}"

    def _open(self) -> subprocess.Popen[bytes]:
        file = self.folder / "nats.conf"
        file.write_text(self._config.replace("{folder}", str(self.folder)))
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(["nats-server", "-c", str(file)], stdout=log, stderr=log)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 0.5) as probe:
                return probe.recv(4) == b"INFO"
        except OSError:
            return False


def need_nats() -> None:
    """The tests that follow need the server."""
    if shutil.which("nats-server") is None:
        missing("nats-server")


@pytest.fixture
def real_nats() -> Iterator[RealNats]:
    """A running broker with empty streams that lets everybody do everything."""
    need_nats()
    server = RealNats()
    try:
        server.start()
        yield server
    finally:
        server.close()
