"""Access control of one service: its people, tokens, tickets and rate limits."""

from collections.abc import Callable, Mapping
from pathlib import Path

from api.access.people import People
from api.access.rates import Rates
from api.access.roles import VISITOR, Principal, Proof
from api.access.settings import AccessSettings
from api.access.store import AccessStore
from api.access.tokens import Tickets, Tokens
from api.steady import steady_clock


class Access:
    """People, tokens, tickets and rate limits of one service."""

    def __init__(
        self,
        path: Path | None = None,
        settings: AccessSettings | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Stored in a file, or without ``path`` in memory for the life of the process; raises AccessError.

        ``clock``: for the expiry of sessions, links and PINs; None: the service's monotonic clock.
        """
        clock = clock or steady_clock()
        self.settings = settings or AccessSettings()
        self.folder = None if path is None else path.parent
        self._store = AccessStore(path)
        self.people = People(self._store, self.settings, clock)
        self.tokens = Tokens(self._store, clock)
        self.tickets = Tickets()
        self.rates = Rates(self.settings.rates)
        # Cookies ignore ports, so two services on one machine need different names to keep both logins.
        self.cookie = f"jantaku-{self._store.id}"

    def cookie_of(self, is_secure: bool) -> str:
        """Return the cookie's name; over TLS with the prefix that binds it to this host (``__Host-``)."""
        return f"__Host-{self.cookie}" if is_secure else self.cookie

    def session_in(self, cookies: Mapping[str, str]) -> str | None:
        """Return the session secret among a browser's cookies, None if there is none.

        A cookie set before the service used TLS is accepted too.
        """
        return cookies.get(self.cookie_of(True)) or cookies.get(self.cookie)

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    @property
    def visitor(self) -> Principal | None:
        """Principal of an unknown client; None if viewers must be paired."""
        return VISITOR if self.settings.viewers == "everyone" else None

    def is_valid(self, who: Principal) -> bool:
        """True if the principal of an open connection still has access."""
        if who.proof is Proof.DEVICE:
            return self.people.is_valid(who.device)
        return who.proof is not Proof.TOKEN or self.tokens.is_valid(who.device)
