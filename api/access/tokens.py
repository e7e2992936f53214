"""Tokens of machines, overlays and late feeds; one-use tickets that stand for somebody in the address of a socket."""

import re
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from api.access.people import SEEN_EVERY_S
from api.access.proofs import digest, fresh
from api.access.refusals import SEAT_UNKNOWN, DeniedError
from api.access.roles import Principal, Proof, Role
from api.access.store import AccessStore

TICKET_S: Final = 30.0
MOST_TICKETS: Final = 10_000
_SEAT: Final = re.compile(r"[^/]{1,80}/[A-D]")


class Tokens:
    """Tokens for programs; each has a name, a role, and ends when it is revoked."""

    def __init__(self, store: AccessStore, clock: Callable[[], float]) -> None:
        """Tokens of a store, and one that lives as long as this process, for this machine's console."""
        self._store, self._clock = store, clock
        self._console: tuple[str, Principal] | None = None

    def console(self, user: str) -> str:
        """The secret by which the user who runs the service acts from the machine's own console."""
        secret = fresh()
        self._console = digest(secret), Principal(f"console:{user}", user, Role.STAFF, "console", Proof.CONSOLE, True)
        return secret

    def make(self, name: str, role: Role, seat: str = "") -> str:
        """The secret of a new token, told this once.

        ``seat``: ``TABLE/SEAT`` of a player's program: a viewer that follows that seat, too. Raises DeniedError.
        """
        if seat and (_SEAT.fullmatch(seat) is None or role is not Role.VIEWER):
            raise DeniedError(409, "seat-unknown", SEAT_UNKNOWN)
        secret = fresh()
        row = {"id": secrets.token_hex(8), "hash": digest(secret), "name": name, "role": role.value, "seat": seat}
        insert = "INSERT INTO tokens (id, hash, name, role, made, seat) VALUES (:id, :hash, :name, :role, :made, :seat)"
        self._store.change((insert, {**row, "made": self._clock()}))
        return secret

    def find(self, secret: str) -> Principal | None:
        """Whose token it is; None for one that was revoked."""
        kept, now = digest(secret), self._clock()
        if self._console is not None and secrets.compare_digest(kept, self._console[0]):
            return self._console[1]
        found = self._store.first("SELECT * FROM tokens WHERE hash = :hash AND ended IS NULL", hash=kept)
        if found is None:
            return None
        if now - (found["seen"] or 0.0) > SEEN_EVERY_S:
            self._store.change(("UPDATE tokens SET seen = :now WHERE id = :id", {"now": now, "id": found["id"]}))
        role = Role(found["role"])
        return Principal(found["id"], found["name"], role, found["id"], Proof.TOKEN, sure=True, seat=found["seat"])

    def stands(self, token: str) -> bool:
        """Whether a token has not been revoked."""
        return self._store.first("SELECT 1 FROM tokens WHERE id = :id AND ended IS NULL", id=token) is not None

    def all(self) -> list[dict[str, Any]]:
        """Every token that counts: id, name, role, seat, when it was made and seen last; never its secret."""
        return self._store.all("SELECT id, name, role, seat, made, seen FROM tokens WHERE ended IS NULL ORDER BY made")

    def revoke(self, token: str) -> bool:
        """End a token; False where there is none."""
        end = "UPDATE tokens SET ended = :now WHERE id = :id AND ended IS NULL"
        return bool(self._store.change((end, {"now": self._clock(), "id": token})))


class Tickets:
    """Tickets: each opens one socket or stream within seconds, and is in no log worth reading."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """No tickets yet."""
        self._clock = clock
        self._open: dict[str, tuple[float, Principal]] = {}
        self._turn = threading.Lock()

    def issue(self, who: Principal) -> str:
        """The secret of a ticket that stands for somebody once."""
        secret, now = fresh(), self._clock()
        with self._turn:
            # In the order of their making, so the oldest come first.
            for kept, (ends, _) in list(self._open.items()):
                if ends >= now and len(self._open) < MOST_TICKETS:
                    break
                del self._open[kept]
            self._open[digest(secret)] = now + TICKET_S, who
        return secret

    def take(self, secret: str) -> Principal | None:
        """For whom a ticket stands; from then on it stands for nobody."""
        with self._turn:
            ends, who = self._open.pop(digest(secret), (0.0, None))
        return who if ends >= self._clock() else None
