"""Identity of who made a decision, in addition to the name: names may be reused, ids never."""

from dataclasses import dataclass
from enum import Enum


class MakerKind(Enum):
    """Identity behind a name: a person at a device, a program's token, a nameless device, this machine's console."""

    PERSON = "person"
    TOKEN = "token"
    DEVICE = "device"
    CONSOLE = "console"


@dataclass(frozen=True, slots=True)
class Maker:
    """Kind and id of who decided; ``device``: id of the device that a person used, "" for all other kinds."""

    kind: MakerKind
    id: str
    device: str = ""
