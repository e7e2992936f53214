"""A server at the database's address that is not PostgreSQL counts as an unreachable database and ends no program."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from api.hub.hub_store import HubStore
from api.stores.open import open_journal
from api.stores.postgres_store import parse_address, try_database
from controller.errors import JantakuError

ANSWERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "itself": lambda asked: asked,
    "nothing": lambda _: b"",
    "half a message": lambda _: b"R\0\0",
    "HTTP": lambda _: b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "a negative length": lambda _: b"R\xff\xff\xff\xf0",
    "an unknown message": lambda _: b"~\0\0\0\4",
    "an unknown way to log in": lambda _: b"R\0\0\0\x08\0\0\0\x63",
    "a log-in cut short": lambda _: b"R\0\0\0\4",
    "an error without text": lambda _: b"E\0\0\0\5\0",
    "an error in no text": lambda _: b"E\0\0\0\x09M\xff\xff\0\0",
}
"""Answer by kind of server; ``itself`` echoes, as a TCP port that is connected to itself does."""


@contextmanager
def answering(answer: Callable[[bytes], bytes]) -> Iterator[int]:
    """Yield the port of a server that answers the first message of each connection with ``answer`` and closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                with line:
                    line.sendall(answer(line.recv(65536)))
                    line.shutdown(socket.SHUT_WR)
                    line.recv(65536)

        threading.Thread(target=serve, daemon=True).start()
        yield int(server.getsockname()[1])
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("who", ANSWERS)
def test_what_does_not_speak_postgresql_is_a_database_that_is_away(who: str) -> None:
    """Regression (found by 200 kills): a hub connected to itself while its database was down; a KeyError ended it."""
    with answering(ANSWERS[who]) as port:
        address = f"postgresql+pg8000://jantaku:x@127.0.0.1:{port}/jantaku"
        assert try_database(parse_address(f"{address}?journal=one"))
        with pytest.raises(JantakuError):
            open_journal(f"{address}?journal=one")
        with pytest.raises(JantakuError):
            HubStore(address).prepare()
