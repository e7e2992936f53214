"""A server of a test on loopback: a thread for each link, and all of them hung up on at once."""

import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress


class Listening(ABC):
    """Serves each link by ``serve`` in a thread of its own; ``port``: where it listens."""

    def __init__(self, family: int = socket.AF_INET) -> None:
        self._closing = threading.Event()
        self._listening = socket.create_server(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0), family=family)
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @abstractmethod
    def serve(self, link: socket.socket) -> None:
        """Answer on a link until it ends."""

    def close(self) -> None:
        """Hang up on everybody."""
        self._closing.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._listening.accept()
                threading.Thread(target=self.serve, args=(link,), daemon=True).start()
