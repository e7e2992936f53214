"""How the service is reached: links, QR codes, printed addresses and names that it answers under derive from here."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from api.reach.ends import Asked, Listener
from api.reach.plan import ListenPlan, base
from api.tls.names import Address, is_loopback, lan_addresses, leads_somewhere, own_names, parsed_ip
from api.tls.plan import TlsPlan
from controller.errors import JantakuError

if TYPE_CHECKING:
    # Who serves no TLS does not wait for its library.
    from api.tls.serving import ServedTls

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
Relisten = Callable[[ListenPlan, "ServedTls | None"], tuple[Listener, ...]]


class Reach:
    """How one service is reached, now; ``change`` opens and closes its listeners while it runs."""

    def __init__(
        self,
        plan: ListenPlan | None = None,
        hosts: Iterable[str] = (),
        proxies: Iterable[str] = (),
        folder: Path | None = None,
    ) -> None:
        """Listen nowhere yet, but open what TLS needs; raises TlsError.

        ``hosts``: names that the settings give; ``proxies``: addresses behind which clients are; ``folder``: of the
        local authority, else in the user's state folder.
        """
        self.plan = plan or ListenPlan()
        self.hosts = tuple(dict.fromkeys(_without_port(each.lower()) for each in hosts))
        self.listeners: tuple[Listener, ...] = ()
        self._proxies, self._folder = frozenset(proxies), folder
        self._relisten: Relisten | None = None
        self._changing = threading.Lock()
        self.tls = self._opened(self.plan.tls)

    @property
    def names(self) -> frozenset[str]:
        """Names that requests may ask for, whichever address they arrive at."""
        return frozenset((*_LOOPBACK, *own_names(), *self.hosts, *self._certified))

    @property
    def here(self) -> str:
        """The base address by which this machine itself reaches the service."""
        return self.plan.here

    @property
    def here_secure(self) -> str:
        """As ``here``, over TLS; empty where none is served, or its certificate is for others alone."""
        if self.tls is None:
            return ""
        url = urlsplit(replace(self.plan, port=self.tls.port).here)
        return url._replace(scheme="https").geturl() if self.tls.covers(url.hostname or "") else ""

    @property
    def may_change(self) -> bool:
        """Whether listeners can be opened and closed now."""
        return self._relisten is not None

    def elsewhere(self, *, secure: bool, asked: Asked | None = None) -> tuple[str, ...]:
        """Base addresses by which other machines reach the service, over TLS or plainly, the best first.

        Empty if none can. ``asked``: a request, whose address comes first if another machine made it.
        """
        found = []
        if asked is not None and self._is_from_elsewhere(asked) and (asked.scheme == "https") is secure:
            found.append(asked.base)
        ways = [(each, self._own(each)) for each in self.listeners if not each.address.is_loopback]
        every = tuple(dict.fromkeys(address for _, own in ways for address in own))
        for name in self._candidates(asked, every):
            address = parsed_ip(name)
            for listener, own in ways:
                leads_here = address in own or address not in every
                if leads_here and listener.secure is secure and (not secure or self._is_certified(name)):
                    found.append(base(listener.scheme, name, listener.port))
        return tuple(dict.fromkeys(found))

    def change(self, plan: ListenPlan) -> None:
        """Listen so from now on; connections to a closed port end. Raises JantakuError, and nothing changes."""
        with self._changing:
            if self._relisten is None:
                raise JantakuError("[http]: changes with the next start of the service only")
            before = self.tls
            fresh = before if plan.tls == self.plan.tls else self._opened(plan.tls)
            try:
                self.listeners = self._relisten(plan, fresh)
            except JantakuError:
                if fresh is not None and fresh is not before:
                    fresh.close()
                raise
            self.plan, self.tls = plan, fresh
            if before is not None and before is not fresh:
                before.close()

    def served(self, listeners: tuple[Listener, ...], relisten: Relisten | None) -> None:
        """A server listens there now, and ``relisten`` makes it listen elsewhere; None once it stops."""
        self.listeners, self._relisten = listeners, relisten

    def close(self) -> None:
        """Renew no certificate any more."""
        if self.tls is not None:
            self.tls.close()

    def _opened(self, tls: TlsPlan) -> "ServedTls | None":
        if tls.kind == "off":
            return None
        from api.tls.serving import ServedTls

        return ServedTls(tls, self.hosts, self._folder)

    def _candidates(self, asked: Asked | None, own: tuple[Address, ...]) -> Iterator[str]:
        """Names and addresses for other machines, the likeliest first; ``own``: those of this machine."""
        if not own:
            return
        if asked is not None:
            is_direct = any(each.port == asked.usual_port for each in self.listeners)
            if self._is_from_elsewhere(asked) and is_direct:
                yield asked.name
            elif not is_loopback(asked.arrived) and not is_loopback(asked.name) and parsed_ip(asked.arrived):
                yield asked.arrived
        # The local authority signs for every name of the machine, known to others or not.
        hidden = {"localhost", *own_names()}
        for name in (*self.hosts, *self._certified):
            if parsed_ip(name) is not None or (name not in hidden and leads_somewhere(name)):
                yield name
        # Where a port is forwarded to this machine, other machines know none of its addresses.
        if asked is None or not is_loopback(asked.name) or is_loopback(asked.arrived):
            yield from map(str, own)

    @staticmethod
    def _own(listener: Listener) -> tuple[Address, ...]:
        """Addresses of this machine at which other machines connect to a listener."""
        if not listener.address.is_unspecified:
            return (listener.address,)
        # A link-local address of IPv6 is useless without the name of the other machine's interface.
        usable = (each for each in lan_addresses() if each.version == 4 or not each.is_link_local)
        return tuple(each for each in usable if listener.takes(each))

    @property
    def _certified(self) -> tuple[str, ...]:
        """Names in the certificate, each by itself."""
        return () if self.tls is None else tuple(each for each in self.tls.names.hosts if "*" not in each)

    def _is_certified(self, name: str) -> bool:
        return self.tls is not None and self.tls.covers(name)

    def _is_from_elsewhere(self, asked: Asked) -> bool:
        """Whether another machine made a request, by an address that another one can use then."""
        if is_loopback(asked.name):
            return False
        if not self.listeners:
            # Whoever serves the application otherwise says nothing of how.
            return True
        if self._proxies and asked.name in self.hosts:
            return True
        if is_loopback(asked.arrived) or parsed_ip(asked.arrived) is None:
            return False
        return parsed_ip(asked.client.partition("%")[0]) not in (*lan_addresses(), parsed_ip(asked.arrived))


def _without_port(host: str) -> str:
    """The name of a host with an optional port; an IPv6 address contains colons."""
    if parsed_ip(host.strip("[]")) is not None:
        return host.strip("[]")
    return host.partition(":")[0]
