"""Logging in, PINs, links and tokens, as JSON."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.access.roles import Role
from api.http.schemas.texts import NOT_BLANK

Secret = Annotated[str, Meta(max_length=200)]
PersonName = Annotated[str, Meta(max_length=60)]


class LoginBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a link, or a name with its password; ``device``: what this browser is to be called in the list.

    ``attempt``: made up by the page: with it the link opens once more within a minute, where its answer was lost.
    """

    code: Secret = ""
    attempt: Secret = ""
    name: PersonName = ""
    password: Secret = ""
    device: PersonName = ""


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN, entered anew before the machine is moved."""

    pin: Secret


class SecretsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN or a password to have from now on; ``present``: the one until now, where there is one.

    ``end_others``: every other session of this person ends.
    """

    pin: Secret = ""
    password: Secret = ""
    present: Secret = ""
    end_others: bool = False


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device to pair: who holds it, and their role."""

    name: Annotated[str, Meta(max_length=60, pattern=NOT_BLANK)]
    role: Role


class TokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token: its name and role; ``seat``: ``TABLE/SEAT`` of a player's program, whose role is viewer.

    ``TABLE/SEAT/call``: of a seat's call button.
    """

    name: Annotated[str, Meta(max_length=60, pattern=NOT_BLANK)]
    role: Role
    seat: Annotated[str, Meta(max_length=90, pattern="^([^/]{1,80}/[A-D](/call)?)?$")] = ""
