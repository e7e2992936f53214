"""Losing and finding a board again, as a state machine without I/O: a literal table of next states and retry delays."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware_bridge.session.events import Reason


class PortStage(Enum):
    """State of a link, from a closed port to a board that answers."""

    WAITING = "waiting"
    GREETING = "greeting"
    ONLINE = "online"
    READ_ONLY = "read-only"
    ENDED = "ended"


class PortCue(Enum):
    """Cue that advances the link; cues that set it back are of type ``Reason``."""

    OPENED = "opened"
    ANSWERED = "answered"
    OTHER_VERSION = "other-version"


class RetryPace(Enum):
    """Seconds before the next attempt to open the port; the last one repeats until a board answers."""

    NEVER = ()
    # Checking for a replugged cable costs nothing, and a player is waiting.
    PLUG = (0.1, 0.25, 0.25, 0.5)
    # A person must act first: end a program, join a group, name a port.
    PERSON = (0.5, 1.0, 2.0)
    # Each opening resets many boards, and other devices should not be disturbed.
    FOREIGN = (1.0, 2.0, 5.0)


@dataclass(frozen=True, slots=True)
class Then:
    """Next stage after a cue; ``pace``: retry delays if the port must be opened again."""

    stage: PortStage
    pace: RetryPace = RetryPace.NEVER


# Many boards reset when their port is opened, and ignore HELLO until the boot loader has finished: 0.5-1 s (Arduino
# Nano manual; Optiboot), doubled here. HELLO is repeated for LOST_MS, which must be longer.
BOOT_S: Final = 2.0

_OPENING: Final[Mapping[PortCue | Reason, Then]] = {
    PortCue.OPENED: Then(PortStage.GREETING),
    Reason.PORT_MISSING: Then(PortStage.WAITING, RetryPace.PLUG),
    Reason.PORT_GONE: Then(PortStage.WAITING, RetryPace.PLUG),
    Reason.PORT_DENIED: Then(PortStage.WAITING, RetryPace.PERSON),
    Reason.PORT_BUSY: Then(PortStage.WAITING, RetryPace.PERSON),
    Reason.PORT_FAILED: Then(PortStage.WAITING, RetryPace.PERSON),
    Reason.PORT_AMBIGUOUS: Then(PortStage.WAITING, RetryPace.PERSON),
    Reason.CLOSED: Then(PortStage.ENDED),
}
_GREETING: Final[Mapping[PortCue | Reason, Then]] = {
    PortCue.ANSWERED: Then(PortStage.ONLINE),
    PortCue.OTHER_VERSION: Then(PortStage.READ_ONLY),
    Reason.PORT_GONE: Then(PortStage.WAITING, RetryPace.PLUG),
    Reason.NO_ANSWER: Then(PortStage.WAITING, RetryPace.PERSON),
    Reason.WRONG_PORT: Then(PortStage.WAITING, RetryPace.FOREIGN),
    Reason.CLOSED: Then(PortStage.ENDED),
}
_TALKING: Final[Mapping[PortCue | Reason, Then]] = {
    Reason.PORT_GONE: Then(PortStage.WAITING, RetryPace.PLUG),
    # The driver may not report the loss of a port; opening it again shows whether it is there.
    Reason.SILENT: Then(PortStage.WAITING, RetryPace.PLUG),
    # The board restarted while the port stayed open: HELLO is already being sent.
    Reason.BOARD_RESET: Then(PortStage.GREETING),
    Reason.CLOSED: Then(PortStage.ENDED),
}
TABLE: Final[Mapping[PortStage, Mapping[PortCue | Reason, Then]]] = {
    PortStage.WAITING: _OPENING,
    PortStage.GREETING: _GREETING,
    PortStage.ONLINE: _TALKING,
    PortStage.READ_ONLY: _TALKING,
    PortStage.ENDED: {},
}


class Reconnect:
    """The state machine: ``feed`` it cues with the time (seconds); ``due`` is the time to open the port."""

    def __init__(self, now: float) -> None:
        self.stage = PortStage.WAITING
        self.reason: Reason | None = None
        self.due = now
        self._pace = RetryPace.NEVER
        self._attempts = 0

    def feed(self, cue: PortCue | Reason, now: float) -> PortStage:
        """Process a cue and return the stage; a cue without meaning in this stage changes nothing."""
        then = TABLE[self.stage].get(cue)
        if then is None:
            return self.stage
        self.stage = then.stage
        if isinstance(cue, Reason):
            self.reason = cue
        elif cue is not PortCue.OPENED:
            self.reason, self._attempts = None, 0
        self.due = now + self._wait(then.pace) if then.stage is PortStage.WAITING else math.inf
        return self.stage

    def _wait(self, pace: RetryPace) -> float:
        # A port that is missing after it was busy starts a new count.
        self._attempts = self._attempts + 1 if pace is self._pace else 1
        self._pace = pace
        return float(pace.value[min(self._attempts, len(pace.value)) - 1])
