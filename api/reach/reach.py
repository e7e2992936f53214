"""Reachability of the service: source of its links, QR codes, printed addresses and accepted host names."""

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
    # Imported late: without TLS its library is not loaded.
    from api.tls.serving import ServedTls

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
Relisten = Callable[[ListenPlan, "ServedTls | None"], tuple[Listener, ...]]


class Reach:
    """Current listeners, names and TLS of one service; ``change`` opens and closes listeners while it runs."""

    def __init__(
        self,
        plan: ListenPlan | None = None,
        hosts: Iterable[str] = (),
        proxies: Iterable[str] = (),
        folder: Path | None = None,
    ) -> None:
        """Create without listeners, but open certificates; raises TlsError.

        ``hosts``: host names from the settings; ``proxies``: addresses of trusted reverse proxies; ``folder``: of the
        local certificate authority, default in the user's state folder.
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
        """Host names that requests may use, at whichever address they arrive."""
        return frozenset((*_LOOPBACK, *own_names(), *self.hosts, *self._certified))

    @property
    def here(self) -> str:
        """Base address by which this machine itself reaches the service over plain HTTP."""
        return self.plan.here

    @property
    def here_secure(self) -> str:
        """As ``here``, over TLS; empty without TLS, or if the certificate does not cover this machine's name."""
        if self.tls is None:
            return ""
        url = urlsplit(replace(self.plan, port=self.tls.port).here)
        return url._replace(scheme="https").geturl() if self.tls.covers(url.hostname or "") else ""

    @property
    def may_change(self) -> bool:
        """True if listeners can be opened and closed now."""
        return self._relisten is not None

    def elsewhere(self, *, secure: bool, asked: Asked | None = None) -> tuple[str, ...]:
        """Return base addresses by which other machines reach the service, over TLS or plain HTTP, best first.

        Empty if there is none. ``asked``: a request; its address comes first if another machine sent it.
        """
        found = []
        if asked is not None and self._is_from_elsewhere(asked) and (asked.scheme == "https") is secure:
            found.append(asked.base)
        ways = [(each, self._machine_addresses(each)) for each in self.listeners if not each.address.is_loopback]
        every = tuple(dict.fromkeys(address for _, own in ways for address in own))
        for name in self._candidates(asked, every):
            address = parsed_ip(name)
            for listener, own in ways:
                leads_here = address in own or address not in every
                if leads_here and listener.secure is secure and (not secure or self._is_certified(name)):
                    found.append(base(listener.scheme, name, listener.port))
        return tuple(dict.fromkeys(found))

    def change(self, plan: ListenPlan) -> None:
        """Switch to another plan; connections to a closed port end. Raises JantakuError and then changes nothing."""
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
        """Register the listeners of a running server; ``relisten`` changes them, None once the server stops."""
        self.listeners, self._relisten = listeners, relisten

    def close(self) -> None:
        """Stop the renewal of the certificate."""
        if self.tls is not None:
            self.tls.close()

    def _opened(self, tls: TlsPlan) -> "ServedTls | None":
        if tls.kind == "off":
            return None
        from api.tls.serving import ServedTls

        return ServedTls(tls, self.hosts, self._folder)

    def _candidates(self, asked: Asked | None, own: tuple[Address, ...]) -> Iterator[str]:
        """Yield names and addresses for other machines, the most likely to work first; ``own``: addresses of this
        machine.
        """
        if not own:
            return
        if asked is not None:
            is_direct = any(each.port == asked.usual_port for each in self.listeners)
            if self._is_from_elsewhere(asked) and is_direct:
                yield asked.name
            elif not is_loopback(asked.arrived) and not is_loopback(asked.name) and parsed_ip(asked.arrived):
                yield asked.arrived
        # The local authority signs for every name of the machine, including names that no other machine can resolve.
        hidden = {"localhost", *own_names()}
        for name in (*self.hosts, *self._certified):
            if parsed_ip(name) is not None or (name not in hidden and leads_somewhere(name)):
                yield name
        # If a port is forwarded to this machine, other machines cannot use its own addresses.
        if asked is None or not is_loopback(asked.name) or is_loopback(asked.arrived):
            yield from map(str, own)

    @staticmethod
    def _machine_addresses(listener: Listener) -> tuple[Address, ...]:
        """Return the addresses of this machine at which other machines connect to a listener."""
        if not listener.address.is_unspecified:
            return (listener.address,)
        # A link-local IPv6 address needs the interface name of the other machine.
        usable = (each for each in lan_addresses() if each.version == 4 or not each.is_link_local)
        return tuple(each for each in usable if listener.takes(each))

    @property
    def _certified(self) -> tuple[str, ...]:
        """Host names in the certificate, without wildcards."""
        return () if self.tls is None else tuple(each for each in self.tls.names.hosts if "*" not in each)

    def _is_certified(self, name: str) -> bool:
        return self.tls is not None and self.tls.covers(name)

    def _is_from_elsewhere(self, asked: Asked) -> bool:
        """True if another machine sent the request, to an address that further machines can use as well."""
        if is_loopback(asked.name):
            return False
        if not self.listeners:
            # Without known listeners the application runs under another server, and nothing is known about its
            # addresses.
            return True
        if self._proxies and asked.name in self.hosts:
            return True
        if is_loopback(asked.arrived) or parsed_ip(asked.arrived) is None:
            return False
        return parsed_ip(asked.client.partition("%")[0]) not in (*lan_addresses(), parsed_ip(asked.arrived))


def _without_port(host: str) -> str:
    """Return a host name without an optional port; an IPv6 address contains colons itself."""
    if parsed_ip(host.strip("[]")) is not None:
        return host.strip("[]")
    return host.partition(":")[0]
