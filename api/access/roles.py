"""Roles, and who asks: every request and every socket has one principal."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from controller.ports.maker import Maker, MakerKind

CALLS: Final = "/call"
"""Ends the seat of a token that may call the referee to it, and nothing more."""


class Role(Enum):
    """Permissions, lowest first; each role includes those below it."""

    VIEWER = "viewer"
    OVERLAY = "overlay"
    REFEREE = "referee"
    STAFF = "staff"
    OWNER = "owner"

    def may(self, least: "Role") -> bool:
        """Whether this role reaches to ``least``."""
        return _RANKS[self] >= _RANKS[least]


_RANKS: Final = {role: rank for rank, role in enumerate(Role)}


class Proof(Enum):
    """Kind of identity: none, a device of a person, a machine's token, this machine's console."""

    NONE = "none"
    DEVICE = "device"
    TOKEN = "token"
    CONSOLE = "console"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks. ``name``: as recorded in facts; ``device``: id of device or token; ``sure``: the PIN was just entered.

    ``seat``: ``TABLE/SEAT`` whose lines it may follow and answer, "" for none. ``camera``: ``TABLE`` or
    ``TABLE/SEAT`` whose pictures it may send, and nothing else.
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
        """What decisions carry beside the name; None for a visitor."""
        match self.proof:
            case Proof.NONE:
                return None
            case Proof.DEVICE:
                return Maker(MakerKind.PERSON, self.id, self.device)
            case Proof.CONSOLE:
                return Maker(MakerKind.CONSOLE, self.id)
        # Of a phone that is a camera, or of a seat's call button: nobody's program.
        is_device = self.camera or self.seat.endswith(CALLS)
        return Maker(MakerKind.DEVICE if is_device else MakerKind.TOKEN, self.id)

    @property
    def is_person(self) -> bool:
        """True if a person makes each request, not a program."""
        return self.proof in (Proof.DEVICE, Proof.CONSOLE)


VISITOR: Final = Principal("", "", Role.VIEWER)
"""Anybody in the room."""


async def requester(connection: HTTPConnection) -> Principal:
    """Identity found by the access check; a visitor where there is none."""
    found: Principal = connection.scope.get("state", {}).get("principal", VISITOR)
    return found


Requester = Annotated[Principal, Depends(requester)]
