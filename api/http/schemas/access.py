"""JSON bodies for logins, PINs, links and tokens."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.access.roles import Role
from api.http.schemas.texts import NOT_BLANK

Secret = Annotated[str, Meta(max_length=200)]
PersonName = Annotated[str, Meta(max_length=60)]


class LoginBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a link, or a name with its password. ``device``: name of this browser in the list of devices.

    ``attempt``: an id made up by the page; with it a link opens again within a minute if its answer was lost.
    """

    code: Secret = ""
    attempt: Secret = ""
    name: PersonName = ""
    password: Secret = ""
    device: PersonName = ""


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN, required before the machine is moved."""

    pin: Secret


class SecretsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new PIN or password. ``present``: the present one, if any.

    ``end_others``: every other session of this person ends.
    """

    pin: Secret = ""
    password: Secret = ""
    present: Secret = ""
    end_others: bool = False


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device to pair: the person's name and role."""

    name: Annotated[str, Meta(max_length=60, pattern=NOT_BLANK)]
    role: Role


class TokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to create: name and role. ``seat``: ``TABLE/SEAT`` for a player's program (role viewer).

    ``TABLE/SEAT/call``: for the call button of a seat.
    """

    name: Annotated[str, Meta(max_length=60, pattern=NOT_BLANK)]
    role: Role
    seat: Annotated[str, Meta(max_length=90, pattern="^([^/]{1,80}/[A-D](/call)?)?$")] = ""
