"""Tokens of programs, overlays and late feeds; one-use tickets that identify a client in the address of a WebSocket."""

import re
import secrets
import threading
import time
from collections.abc import Callable
from typing import Final, TypedDict

from api.access.name_book import NameBook
from api.access.names import shown_name
from api.access.people import SEEN_EVERY_S
from api.access.proofs import digest, fresh
from api.access.refusals import denied
from api.access.roles import Principal, Proof, Role
from api.access.store import AccessStore

TICKET_S: Final = 30.0
MOST_TICKETS: Final = 10_000
_SEAT: Final = re.compile(r"[^/]{1,80}/[A-D](/call)?")


class TokenJson(TypedDict):
    """A token without its secret; times in seconds since the epoch."""

    id: str
    name: str
    role: str
    seat: str
    camera: str
    made: float
    seen: float | None


class Tokens:
    """Tokens for programs; each has a name and a role, and is valid until it is revoked."""

    def __init__(self, store: AccessStore, clock: Callable[[], float]) -> None:
        """Tokens of a store, and one for this machine's console that is valid while the process runs."""
        self._store, self._clock, self._names = store, clock, NameBook(store)
        self._console: tuple[str, Principal] | None = None

    def console(self, user: str) -> str:
        """Return a new secret for the machine's console, for the user who runs the service."""
        secret = fresh()
        self._console = digest(secret), Principal(f"console:{user}", user, Role.STAFF, "console", Proof.CONSOLE, True)
        return secret

    def make(self, name: str, role: Role, seat: str = "") -> str:
        """Return the secret of a new token, shown once.

        ``seat``: ``TABLE/SEAT`` for a player's program, a viewer that may also follow that seat; ``TABLE/SEAT/call``:
        for a call button of that seat. Raises DeniedError, also if the name is taken or is a word for a role.
        """
        if seat and (_SEAT.fullmatch(seat) is None or role is not Role.VIEWER):
            raise denied("seat-unknown")
        secret = fresh()
        shown = shown_name(name)
        row = {"id": secrets.token_hex(8), "hash": digest(secret), "name": shown, "role": role.value, "seat": seat}
        insert = "INSERT INTO tokens (id, hash, name, role, made, seat) VALUES (:id, :hash, :name, :role, :made, :seat)"
        with self._store.together():
            self._names.check_token(shown)
            self._store.change((insert, {**row, "made": self._clock()}))
            self._names.make_way(shown)
        return secret

    def camera_link(self, camera: str, lasts_s: float) -> str:
        """Return the secret of a link that once makes its opener camera ``TABLE`` or ``TABLE/SEAT``."""
        secret, now = fresh(), self._clock()
        values = {"hash": digest(secret), "camera": camera, "now": now, "ends": now + lasts_s}
        self._store.change(
            ("DELETE FROM camera_links WHERE ends < :now", {"now": now}),
            ("INSERT INTO camera_links (hash, camera, made, ends) VALUES (:hash, :camera, :now, :ends)", values),
        )
        return secret

    def open_camera(self, secret: str, device: str, attempt: str = "") -> tuple[str, str]:
        """Return a token's secret for the opener of a camera link, and the camera; raises DeniedError for a used link.

        ``attempt``: as for ``People.open_link``; the first token then ends.
        """
        with self._store.together():
            now = self._clock()
            link = self._store.spent_link("camera_links", secret, attempt, now)
            if link is None:
                raise denied("link-spent")
            if link["opened"]:
                self.revoke(link["opened"])
            token, camera, label = fresh(), str(link["camera"]), self._names.free(shown_name(device))
            row = {"id": secrets.token_hex(8), "hash": digest(token), "name": label, "made": now, "camera": camera}
            insert = (
                "INSERT INTO tokens (id, hash, name, role, made, camera)"
                f" VALUES (:id, :hash, :name, '{Role.VIEWER.value}', :made, :camera)"
            )
            opened = "UPDATE camera_links SET opened = :id WHERE hash = :hash"
            self._store.change((insert, row), (opened, {"id": row["id"], "hash": link["hash"]}))
            return token, camera

    def find(self, secret: str) -> Principal | None:
        """Return the holder of a token; None if it is unknown or revoked."""
        kept, now = digest(secret), self._clock()
        if self._console is not None and secrets.compare_digest(kept, self._console[0]):
            return self._console[1]
        found = self._store.first("SELECT * FROM tokens WHERE hash = :hash AND ended IS NULL", hash=kept)
        if found is None:
            return None
        if now - (found["seen"] or 0.0) > SEEN_EVERY_S:
            self._store.mark(kept, ("UPDATE tokens SET seen = :now WHERE id = :id", {"now": now, "id": found["id"]}))
        role = Role(found["role"])
        own = {"seat": found["seat"], "camera": found["camera"]}
        # A camera phone has no person who could confirm anything.
        return Principal(found["id"], found["name"], role, found["id"], Proof.TOKEN, sure=not own["camera"], **own)

    def is_valid(self, token: str) -> bool:
        """True if a token exists and is not revoked."""
        return self._store.first("SELECT 1 FROM tokens WHERE id = :id AND ended IS NULL", id=token) is not None

    def all(self) -> list[TokenJson]:
        """Return every valid token: id, name, role, seat, camera, times made and last seen; never its secret."""
        return self._store.all(
            "SELECT id, name, role, seat, camera, made, seen FROM tokens WHERE ended IS NULL ORDER BY made"
        )

    def revoke(self, token: str) -> bool:
        """End a token; False if it does not exist."""
        end = "UPDATE tokens SET ended = :now WHERE id = :id AND ended IS NULL"
        return bool(self._store.change((end, {"now": self._clock(), "id": token})))


class Tickets:
    """Tickets: each opens one socket or stream within seconds, so that one found in a log is worthless."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without tickets."""
        self._clock = clock
        self._open: dict[str, tuple[float, Principal]] = {}
        self._turn = threading.Lock()

    def issue(self, who: Principal) -> str:
        """Return the secret of a ticket for one use."""
        secret, now = fresh(), self._clock()
        with self._turn:
            # Tickets are in order of issue, the oldest first.
            for kept, (ends, _) in list(self._open.items()):
                if ends >= now and len(self._open) < MOST_TICKETS:
                    break
                del self._open[kept]
            self._open[digest(secret)] = now + TICKET_S, who
        return secret

    def take(self, secret: str) -> Principal | None:
        """Return the principal of a valid ticket and void it; None if it is unknown or expired."""
        with self._turn:
            ends, who = self._open.pop(digest(secret), (0.0, None))
        return who if ends >= self._clock() else None
