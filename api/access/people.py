"""People and their devices: links, logins, sessions and PINs."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Final, TypedDict

from sqlalchemy import RowMapping

from api.access.name_book import NameBook
from api.access.names import shown_name
from api.access.proofs import check_password, check_pin, digest, fresh, hashed, matches
from api.access.refusals import denied
from api.access.roles import Principal, Proof, Role
from api.access.settings import AccessSettings
from api.access.store import AccessStore

# Minimum seconds between updates of a device's time last seen, as requests must not wait for the disk.
SEEN_EVERY_S: Final = 30.0
_NEW_LINK: Final = "INSERT INTO links (hash, name, role, made, ends) VALUES (:hash, :name, :role, :made, :ends)"


class DeviceJson(TypedDict):
    """A device that may log in; times in seconds since the epoch."""

    id: str
    person: str
    person_id: str
    name: str
    role: str
    made: float
    seen: float


class LoginBeforeJson(TypedDict):
    """An earlier login under the same name: device and time."""

    name: str
    made: float


class OtherDeviceJson(LoginBeforeJson):
    """Another device under the same name; ``ended``: 1 if its access was revoked."""

    id: str
    seen: float
    ended: int


class People:
    """The people and devices that may log in."""

    def __init__(self, store: AccessStore, settings: AccessSettings, clock: Callable[[], float]) -> None:
        """``clock``: seconds, for the expiry of sessions, links and PINs."""
        self._store, self._settings, self._clock = store, settings, clock
        self._names = NameBook(store)

    def has_owner(self) -> bool:
        """True if somebody has logged in as owner."""
        query = "SELECT 1 FROM people WHERE role = :role AND ended IS NULL"
        return self._store.first(query, role=Role.OWNER.value) is not None

    def link(self, role: Role, name: str) -> str:
        """Return the secret of a link that logs its opener in once, as ``name`` with that role.

        Raises DeniedError if the name is confusable with another person's, a token's, or a reserved name.
        """
        secret, now, shown = fresh(), self._clock(), shown_name(name)
        if self._called(shown) is None:
            self._names.check_person(shown, role)
        values = {"hash": digest(secret), "name": shown, "role": role.value, "made": now}
        self._store.change(
            ("DELETE FROM links WHERE ends < :now", {"now": now}),
            (_NEW_LINK, {**values, "ends": now + self._settings.link_s}),
        )
        return secret

    def open_link(self, secret: str, device: str, attempt: str = "") -> str:
        """Return a session for the opener of a link; raises DeniedError if it was used before or has expired.

        ``attempt``: a secret of this opener, who may open the link again within a minute if the answer was lost; the
        first session then ends. A link that led to no session counts as unused.
        """
        with self._store.together():
            link = self._store.spent_link("links", secret, attempt, self._clock())
            if link is None:
                raise denied("link-spent")
            if link["opened"]:
                self.revoke(link["opened"])
            role = Role(link["role"])
            session = self._session(self._person(link["name"], role), device, role)
            made = self._store.one("SELECT device FROM sessions WHERE hash = :hash", hash=digest(session))["device"]
            opened = "UPDATE links SET opened = :device WHERE hash = :hash"
            self._store.change((opened, {"device": made, "hash": link["hash"]}))
            return session

    def enter(self, name: str, password: str, device: str) -> str:
        """Return a session for a name and a password; raises DeniedError."""
        found = self._called(shown_name(name))
        if not matches(password, None if found is None else found["password"]) or found is None:
            raise denied("wrong-password")
        with self._store.together():
            return self._session(found["id"], device, Role(found["role"]))

    def of_session(self, secret: str) -> Principal | None:
        """Return the person of a session; None once it has ended."""
        now, kept = self._clock(), digest(secret)
        found = self._store.first(
            "SELECT d.id AS device, p.id, p.name, p.role, d.role AS lent, s.used, s.sure_until, d.seen, s.made,"
            " s.renews FROM sessions s JOIN devices d ON d.id = s.device JOIN people p ON p.id = d.person"
            " WHERE s.hash = :hash AND d.ended IS NULL AND p.ended IS NULL",
            hash=kept,
        )
        settings = self._settings
        if found is None or now - found["made"] > settings.session_s or now - found["used"] > settings.idle_s:
            return None
        if self._store.is_due(_outlived(kept)):
            return None
        if found["renews"]:
            # The browser has used the new secret, so the previous one is no longer needed.
            self._store.mark(
                _outlived(found["renews"]),
                ("DELETE FROM sessions WHERE hash = :before", {"before": found["renews"]}),
                ("UPDATE sessions SET renews = '' WHERE hash = :hash", {"hash": kept}),
            )
        if now - found["used"] > SEEN_EVERY_S:
            self._store.mark(
                kept,
                ("UPDATE sessions SET used = :now WHERE hash = :hash", {"now": now, "hash": kept}),
                ("UPDATE devices SET seen = :now WHERE id = :id", {"now": now, "id": found["device"]}),
            )
        role, lent = Role(found["role"]), Role(found["lent"])
        role = lent if role.may(lent) else role
        return Principal(
            found["id"], found["name"], role, found["device"], Proof.DEVICE, sure=now < found["sure_until"]
        )

    def is_valid(self, device: str) -> bool:
        """True if a device has a valid session and neither the device nor its person was ended."""
        now, settings = self._clock(), self._settings
        found = self._store.first(
            "SELECT 1 FROM sessions s JOIN devices d ON d.id = s.device JOIN people p ON p.id = d.person"
            " WHERE d.id = :id AND d.ended IS NULL AND p.ended IS NULL AND s.made > :made AND s.used > :used",
            id=device,
            made=now - settings.session_s,
            used=now - settings.idle_s,
        )
        return found is not None

    def leave(self, secret: str) -> None:
        """End a session, and its renewal if that never reached the browser."""
        self._store.change(("DELETE FROM sessions WHERE :hash IN (hash, renews)", {"hash": digest(secret)}))

    def has_pin(self, person: str) -> bool:
        """True if that person has chosen a PIN."""
        found = self._store.first("SELECT pin FROM people WHERE id = :id", id=person)
        return found is not None and found["pin"] is not None

    def confirm(self, secret: str, pin: str) -> str:
        """Check the PIN of a session's person, and return a new secret for the session; raises DeniedError.

        The new secret keeps anyone who copied the old one from using the PIN's permissions. The old secret stays valid,
        without them, until the new one is first used, because the answer may be lost.
        """
        who = self.of_session(secret)
        kept = None if who is None else self._store.one("SELECT pin FROM people WHERE id = :id", id=who.id)["pin"]
        if who is not None and kept is None:
            raise denied("pin-unset")
        if not matches(pin, kept):
            raise denied("pin-wrong")
        renewed = fresh()
        values = {"until": self._clock() + self._settings.pin_s, "hash": digest(secret), "next": digest(renewed)}
        self._store.change(
            ("DELETE FROM sessions WHERE renews = :hash", values),
            (
                "INSERT INTO sessions (hash, device, made, used, sure_until, renews)"
                " SELECT :next, device, made, used, :until, hash FROM sessions WHERE hash = :hash",
                values,
            ),
        )
        return renewed

    def choose(
        self, person: str, pin: str = "", password: str = "", present: str = "", only: str = "", sure: bool = False
    ) -> None:
        """Set PIN, password or both, or nothing if one of them is refused. Raises DeniedError.

        ``present``: the secret to replace; for a first one the other secret, unless ``sure``: the PIN was entered
        recently. ``only``: secret of the one session that continues; the person's other sessions end.
        """
        kept = self._store.one("SELECT name, pin, password FROM people WHERE id = :id", id=person)
        own_password, changes = partial(check_password, name=kept["name"]), []
        for what, chosen, check in (("pin", pin, check_pin), ("password", password, own_password)):
            if not chosen:
                continue
            guard = kept[what] or (None if sure else kept["pin"] or kept["password"])
            if guard is not None and not present and kept[what] is None and kept["pin"] is not None:
                raise denied("pin-needed")
            if guard is not None and not matches(present, guard):
                raise denied("present-wrong")
            update = f"UPDATE people SET {what} = :kept WHERE id = :id"
            changes.append((update, {"kept": hashed(check(chosen)), "id": person}))
        if only:
            ended = "DELETE FROM sessions WHERE hash <> :hash AND device IN (SELECT id FROM devices WHERE person = :id)"
            changes.append((ended, {"hash": digest(only), "id": person}))
        self._store.change(*changes)

    def forget_secrets(self, name: str) -> bool:
        """Remove PIN and password of a person who has lost them; False if nobody has that name."""
        forget = "UPDATE people SET pin = NULL, password = NULL WHERE name = :name AND ended IS NULL"
        return bool(self._store.change((forget, {"name": name})))

    def devices(self) -> list[DeviceJson]:
        """Return every device that may log in, the last seen first."""
        return self._store.all(
            "SELECT d.id, p.name AS person, p.id AS person_id, d.name, d.role, d.made, d.seen FROM devices d"
            " JOIN people p ON p.id = d.person WHERE d.ended IS NULL AND p.ended IS NULL ORDER BY d.seen DESC"
        )

    def others(self, device: str) -> list[OtherDeviceJson]:
        """Return other devices of the device's person that it has not acknowledged, the latest first.

        Later devices are included even if revoked, earlier ones only if still logged in.
        """
        return self._store.all(
            "SELECT o.id, o.name, o.made, o.seen, o.ended IS NOT NULL AS ended FROM devices d"
            " JOIN devices o ON o.person = d.person AND o.id <> d.id"
            " WHERE d.id = :id AND o.made > d.known AND (o.made > d.made OR o.ended IS NULL AND EXISTS"
            " (SELECT 1 FROM sessions s WHERE s.device = o.id AND s.made > :made AND s.used > :used))"
            " ORDER BY o.made DESC",
            id=device,
            made=self._clock() - self._settings.session_s,
            used=self._clock() - self._settings.idle_s,
        )

    def before(self, device: str) -> LoginBeforeJson | None:
        """Return the login under the same name before that device's; None for the first."""
        found = self._store.all(
            "SELECT o.name, o.made FROM devices d JOIN devices o ON o.person = d.person AND o.made < d.made"
            " WHERE d.id = :id ORDER BY o.made DESC LIMIT 1",
            id=device,
        )
        return found[0] if found else None

    def acknowledge(self, device: str) -> None:
        """Record that the device's holder knows all other devices that have logged in so far."""
        known = "UPDATE devices SET known = :now WHERE id = :id"
        self._store.change((known, {"now": self._clock(), "id": device}))

    def owns(self, person: str, device: str) -> bool:
        """True if a device belongs to that person and is not revoked."""
        query = "SELECT 1 FROM devices WHERE id = :id AND person = :person AND ended IS NULL"
        return self._store.first(query, id=device, person=person) is not None

    def revoke(self, device: str) -> bool:
        """End a device and its sessions; False if it does not exist."""
        return bool(
            self._store.change(
                ("DELETE FROM sessions WHERE device = :id", {"id": device}),
                (
                    "UPDATE devices SET ended = :now WHERE id = :id AND ended IS NULL",
                    {"now": self._clock(), "id": device},
                ),
            )
        )

    def may_invite(self, host: Principal, name: str) -> bool:
        """True if ``host`` may make a link under that name: a new one, the host's, or that of a lower role."""
        found = self._called(shown_name(name))
        if found is None or found["id"] == host.id or host.proof is Proof.CONSOLE:
            return True
        return host.role is not Role(found["role"]) and host.role.may(Role(found["role"]))

    def owner_name(self) -> str:
        """Return the name of the first owner; ``owner`` if there is none yet."""
        query = "SELECT name FROM people WHERE role = :role AND ended IS NULL ORDER BY made"
        found = self._store.first(query, role=Role.OWNER.value)
        return "owner" if found is None else str(found["name"])

    def _person(self, name: str, role: Role) -> str:
        """Return the id of the person with that name, created if missing; a lower role is raised to ``role``."""
        found = self._called(name)
        if found is None:
            self._names.check_person(name, role)
            values = {"id": secrets.token_hex(8), "name": name, "role": role.value, "made": self._clock()}
            insert = "INSERT INTO people (id, name, role, made) VALUES (:id, :name, :role, :made)"
            self._store.change((insert, values))
            self._names.make_way(name)
            return str(values["id"])
        if not Role(found["role"]).may(role):
            update = "UPDATE people SET role = :role WHERE id = :id"
            self._store.change((update, {"role": role.value, "id": found["id"]}))
        return str(found["id"])

    def _called(self, name: str) -> RowMapping | None:
        """Return the person with exactly that canonical name."""
        return self._store.first("SELECT * FROM people WHERE name = :name AND ended IS NULL", name=name)

    def _session(self, person: str, device: str, role: Role) -> str:
        secret, now = fresh(), self._clock()
        label = self._names.free(shown_name(device))
        row = {"id": secrets.token_hex(8), "person": person, "name": label, "role": role.value, "now": now}
        # Sessions that started before this time have expired.
        row["known"] = now - self._settings.session_s
        self._store.change(
            (
                "INSERT INTO devices (id, person, name, role, made, seen, known)"
                " VALUES (:id, :person, :name, :role, :now, :now, :known)",
                row,
            ),
            (
                "INSERT INTO sessions (hash, device, made, used) VALUES (:hash, :device, :now, :now)",
                {"hash": digest(secret), "device": row["id"], "now": now},
            ),
        )
        return secret


def _outlived(kept: str) -> str:
    """Return the key under which it is marked that a session continues under another secret."""
    return f"outlived {kept}"
