"""Names of people, tokens and devices in a service; no two may be confusable."""

from typing import Final

from api.access.names import free_name, looks, reserved_for
from api.access.refusals import ROLE_WORDS, denied
from api.access.roles import Role
from api.access.store import AccessStore

_HOLDERS: Final = "SELECT name FROM people WHERE ended IS NULL UNION ALL SELECT name FROM tokens WHERE ended IS NULL"
_DEVICES: Final = (
    "SELECT d.id, d.name FROM devices d JOIN people p ON p.id = d.person WHERE d.ended IS NULL AND p.ended IS NULL"
)


class NameBook:
    """Names of people, tokens and devices in a store; the name of an ended one is free again."""

    def __init__(self, store: AccessStore) -> None:
        """``store``: holds the people, tokens and devices."""
        self._store = store

    def check_person(self, name: str, role: Role) -> None:
        """Raise DeniedError if a new person with that role may not have the name.

        The word for a role is reserved for people with that role, in exactly its usual spelling.
        """
        meant = reserved_for(name)
        if meant is not None and (meant is not role or name not in (role.value, *ROLE_WORDS[role])):
            raise denied("name-reserved")
        self._check(name)

    def check_token(self, name: str) -> None:
        """Raise DeniedError if a new token may not have the name."""
        if reserved_for(name) is not None:
            raise denied("name-reserved")
        self._check(name)

    def make_way(self, name: str) -> None:
        """Rename devices whose name is confusable with a new person's or token's: a number is appended."""
        own = looks(name)
        for each in self._store.all(_DEVICES):
            if own & looks(str(each["name"])):
                change = "UPDATE devices SET name = :name WHERE id = :id"
                self._store.change((change, {"name": self.free(str(each["name"])), "id": each["id"]}))

    def free(self, label: str) -> str:
        """Return a unique name for a device: the label, with a number if needed."""
        return free_name(label, [str(row["name"]) for row in self._store.all(_HOLDERS) + self._store.all(_DEVICES)])

    def _check(self, name: str) -> None:
        own = looks(name)
        if any(own & looks(str(row["name"])) for row in self._store.all(_HOLDERS)):
            raise denied("name-taken")
