"""Roles, and the principal that every request and every socket has."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from controller.ports.maker import Maker, MakerKind

CALLS: Final = "/call"
"""Suffix of the seat of a token that may only call the referee to that seat."""


class Role(Enum):
    """Permissions, lowest first; each role includes those below it."""

    VIEWER = "viewer"
    OVERLAY = "overlay"
    REFEREE = "referee"
    STAFF = "staff"
    OWNER = "owner"

    def may(self, least: "Role") -> bool:
        """True if this role includes ``least``."""
        return _RANKS[self] >= _RANKS[least]


_RANKS: Final = {role: rank for rank, role in enumerate(Role)}


class Proof(Enum):
    """How a client proved its identity: not at all, by a person's device, by a token, or at this machine's console."""

    NONE = "none"
    DEVICE = "device"
    TOKEN = "token"
    CONSOLE = "console"


@dataclass(frozen=True, slots=True)
class Principal:
    """The identity behind a request. ``name``: as recorded in facts. ``device``: id of device or token.

    ``sure``: the PIN was entered recently. ``seat``: ``TABLE/SEAT`` whose lines it may follow and answer, "" for none.
    ``camera``: ``TABLE`` or ``TABLE/SEAT`` whose pictures it may send; it may do nothing else.
    """

    id: str
    name: str
    role: Role
    device: str = ""
    proof: Proof = Proof.NONE
    sure: bool = False
    seat: str = ""
    camera: str = ""

    @property
    def maker(self) -> Maker | None:
        """Kind and ids recorded with decisions beside the name; None for a visitor."""
        match self.proof:
            case Proof.NONE:
                return None
            case Proof.DEVICE:
                return Maker(MakerKind.PERSON, self.id, self.device)
            case Proof.CONSOLE:
                return Maker(MakerKind.CONSOLE, self.id)
        # Tokens of camera phones and call buttons belong to devices, not to programs.
        is_device = self.camera or self.seat.endswith(CALLS)
        return Maker(MakerKind.DEVICE if is_device else MakerKind.TOKEN, self.id)

    @property
    def is_person(self) -> bool:
        """True if a person makes each request, not a program."""
        return self.proof in (Proof.DEVICE, Proof.CONSOLE)


VISITOR: Final = Principal("", "", Role.VIEWER)
"""Any unknown client."""


async def requester(connection: HTTPConnection) -> Principal:
    """Return the principal found by the access check; a visitor if there is none."""
    found: Principal = connection.scope.get("state", {}).get("principal", VISITOR)
    return found


Requester = Annotated[Principal, Depends(requester)]
