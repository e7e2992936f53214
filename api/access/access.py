"""Everything about who may act, put together: people, tokens, tickets and rates of one service."""

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
    """Who may act in one service."""

    def __init__(
        self,
        path: Path | None = None,
        settings: AccessSettings | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Stored in a file, or without one in memory for the life of the process; raises AccessError.

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
        # Cookies know no ports: two services on one machine must not log each other's people out.
        self.cookie = f"jantaku-{self._store.id}"

    def cookie_of(self, is_secure: bool) -> str:
        """The cookie's name; over TLS one that browsers take from this very host alone."""
        return f"__Host-{self.cookie}" if is_secure else self.cookie

    def session_in(self, cookies: Mapping[str, str]) -> str | None:
        """The secret of a session among a browser's cookies; one from before the service spoke TLS counts too."""
        return cookies.get(self.cookie_of(True)) or cookies.get(self.cookie)

    def close(self) -> None:
        """Release the file."""
        self._store.close()

    @property
    def visitor(self) -> Principal | None:
        """Who somebody unknown is; None where viewers must be paired."""
        return VISITOR if self.settings.viewers == "everyone" else None

    def stands(self, who: Principal) -> bool:
        """Whether somebody who came in may still be here."""
        if who.proof is Proof.DEVICE:
            return self.people.stands(who.device)
        return who.proof is not Proof.TOKEN or self.tokens.stands(who.device)
