"""A test server on loopback with one thread per connection; ``close`` drops all connections."""

import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress


class Listening(ABC):
    """Calls ``serve`` for each connection in its own thread; ``port``: the port that it listens on."""

    def __init__(self, family: int = socket.AF_INET) -> None:
        self._closing = threading.Event()
        self._listening = socket.create_server(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0), family=family)
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @abstractmethod
    def serve(self, link: socket.socket) -> None:
        """Answer on a connection until it ends."""

    def close(self) -> None:
        """Stop listening and drop all connections."""
        self._closing.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._listening.accept()
                threading.Thread(target=self.serve, args=(link,), daemon=True).start()
