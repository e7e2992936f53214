"""Requests of the service to eyes in a separate process and their answers: immutable values sent over a pipe."""

from dataclasses import dataclass

from controller.ports.eyes import Sighting
from controller.ports.table import TableSignal


@dataclass(frozen=True, slots=True)
class Look:
    """Request for a reading of the newest frame, waiting up to ``timeout`` seconds; answered by Looked."""

    timeout: float


@dataclass(frozen=True, slots=True)
class Keep:
    """Request to save the frames around this moment under a name; not answered."""

    name: str


@dataclass(frozen=True, slots=True)
class Newest:
    """Request for the newest frame as a file; answered by NewestFrame."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The eyes are open, or could not be opened and ``refused`` says why."""

    refused: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """Sighting and signals of a look; ``seconds``: duration of each reading.

    ``camera``: the pickled camera if it changed since the last answer, else empty.
    """

    sighting: Sighting | None
    signals: tuple[TableSignal, ...]
    camera: bytes
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class NewestFrame:
    """The newest frame; None before the first."""

    file: bytes | None
