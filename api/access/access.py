"""Everything about who may act, put together: people, tokens, tickets and rates of one service."""

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from api.access.people import People
from api.access.roles import VISITOR, Principal, Proof
from api.access.settings import AccessSettings, RateLimits
from api.access.store import AccessStore
from api.access.tokens import Tickets, Tokens

# Wrong PINs of one person: ten thousand of four figures are not tried out within weeks.
WRONG_PINS: Final = parse("10/hour")


class Rates:
    """Counts by kind and by client, in memory: a restart forgives."""

    def __init__(self, settings: RateLimits) -> None:
        """Limits as the settings have them."""
        self._limits: dict[str, RateLimitItem] = {
            name: parse(getattr(settings, name)) for name in settings.__struct_fields__
        } | {"wrong_pin": WRONG_PINS}
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def wait_s(self, kind: str, client: str) -> int:
        """Count one; 0, or after how many seconds the client may come again."""
        limit = self._limits[kind]
        return 0 if self._window.hit(limit, kind, client) else self._left(limit, kind, client)

    def locked_s(self, kind: str, client: str) -> int:
        """As ``wait_s``, counting nothing."""
        limit = self._limits[kind]
        return 0 if self._window.test(limit, kind, client) else self._left(limit, kind, client)

    def _left(self, limit: RateLimitItem, kind: str, client: str) -> int:
        reset = self._window.get_window_stats(limit, kind, client).reset_time
        return max(1, math.ceil(reset - time.time()))


class Access:
    """Who may act in one service."""

    def __init__(
        self,
        path: Path | None = None,
        settings: AccessSettings | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Kept in a file, or without one in memory for as long as the process lives; raises AccessError."""
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
