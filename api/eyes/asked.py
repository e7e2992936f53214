"""Requests of a service to eyes in a separate process, and their answers; frozen values over a pipe."""

from dataclasses import dataclass

from controller.ports.eyes import Sighting
from controller.ports.table import TableSignal


@dataclass(frozen=True, slots=True)
class Look:
    """Request for the newest frame, within so many seconds; answered by Looked."""

    timeout: float


@dataclass(frozen=True, slots=True)
class Keep:
    """The frames around this moment under a name; not answered."""

    name: str


@dataclass(frozen=True, slots=True)
class Newest:
    """For the newest frame as a file; answered by NewestFrame."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The eyes are open, or ``refused`` says why they cannot be."""

    refused: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """A look's sighting and signals; ``seconds`` of each reading.

    ``camera``: pickled, where it is known better than before, else empty.
    """

    sighting: Sighting | None
    signals: tuple[TableSignal, ...]
    camera: bytes
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class NewestFrame:
    """The newest frame, None before the first."""

    file: bytes | None
