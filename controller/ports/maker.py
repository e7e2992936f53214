"""Who made a decision, beside the name: names may be given up and taken again, ids never."""

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
    """Kind and id of who decided; ``device``: the id of the device that a person used, "" for all others."""

    kind: MakerKind
    id: str
    device: str = ""
