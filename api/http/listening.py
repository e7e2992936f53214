"""The port of the service, taken before anything is opened, and before the web server is loaded."""

import socket
from typing import Final

from controller.errors import JantakuError

_BACKLOG: Final = 2048


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections there, 0 for a free port; raises JantakuError where it cannot be had."""
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError) as error:
        raise JantakuError(f"{host}:{port}: no address to listen on: {error}") from None
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        why = f"{error.strerror}: expected a free port of this machine, such as 0 picks"
        raise JantakuError(f"port {port} of {host}: {why}") from None
    listener.listen(_BACKLOG)
    return listener
