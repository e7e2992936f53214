"""Sockets on which the service listens, bound at the start, before any device or the web server is loaded."""

import socket
from dataclasses import replace
from ipaddress import ip_address
from typing import Final

from api.reach.ends import Listener
from api.reach.plan import ListenPlan
from controller.errors import JantakuError

_BACKLOG: Final = 2048


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 picks a free port. Raises JantakuError if the address is not available."""
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


class Ports:
    """The listening sockets of a plan: plain HTTP, and TLS if the plan has it."""

    def __init__(self, plan: ListenPlan) -> None:
        """Bind the sockets; raises JantakuError, and then none stays bound."""
        self.plain = listen(plan.host, plan.port)
        try:
            self.secure = None if plan.tls.kind == "off" else listen(plan.host, plan.tls.port)
        except JantakuError:
            self.plain.close()
            raise
        self.plan = replace(plan, port=_port(self.plain), tls=replace(plan.tls, port=self._port_of_tls(plan)))

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """Address, port and kind of each socket."""
        secure = () if self.secure is None else (listener_of(self.secure, secure=True),)
        return (listener_of(self.plain, secure=False), *secure)

    @property
    def sockets(self) -> list[socket.socket]:
        """The sockets, plain HTTP first."""
        return [self.plain] if self.secure is None else [self.plain, self.secure]

    def close(self) -> None:
        """Close the sockets."""
        for each in self.sockets:
            each.close()

    def _port_of_tls(self, plan: ListenPlan) -> int:
        return plan.tls.port if self.secure is None else _port(self.secure)


def listener_of(taken: socket.socket, *, secure: bool) -> Listener:
    """Return address and port of a listening socket."""
    return Listener(ip_address(str(taken.getsockname()[0]).partition("%")[0]), _port(taken), secure)


def _port(taken: socket.socket) -> int:
    return int(taken.getsockname()[1])
