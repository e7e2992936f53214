"""The messages of the link; generated from hardware/firmware/messages.toml; do not edit."""

from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire.codec import Message, Unknown, decode
from firmware_bridge.wire.frames import Frame


@dataclass(frozen=True, slots=True)
class Hello(Message, number=0x01, layout="IBB", answer=0x81):
    """Opens a session; sent again with the same nonce it opens no second one."""

    nonce: int
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Identify(Message, number=0x02, layout="H", answer=0x82):
    """Asks for the data dictionary (zlib of JSON) from a byte offset on."""

    offset: int


@dataclass(frozen=True, slots=True)
class Ping(Message, number=0x03, layout="", answer=0x83):
    """Asks whether anybody is there."""


@dataclass(frozen=True, slots=True)
class GetState(Message, number=0x04, layout="", answer=0x85):
    """Asks for STATE at once."""


@dataclass(frozen=True, slots=True)
class EventAck(Message, number=0x05, layout="HQ", least=2):
    """Takes all events up to and including a sequence number; board: as in ARM; not answered."""

    sequence: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class Arm(Message, number=0x06, layout="HQ", least=2, answer=0x83, acts=True):
    """Allows presses for lease_ms; OTHER_BOARD where board is the uid of another one, 0: whichever hears it."""

    lease_ms: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class PressCommand(Message, number=0x07, layout="HH", answer=0x83, acts=True):
    """Closes the outputs of the mask together for ms; needs a lease."""

    mask: int
    ms: int


@dataclass(frozen=True, slots=True)
class Cancel(Message, number=0x08, layout="", answer=0x83):
    """All outputs off, lease ended; allowed at any time."""


@dataclass(frozen=True, slots=True)
class SetConfig(Message, number=0x09, layout="BI", answer=0x83, acts=True):
    """Sets one value of the board's configuration until the next start."""

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class SaveConfig(Message, number=0x0A, layout="", answer=0x83, acts=True):
    """Writes the configuration to EEPROM; BUSY while an output is closed."""


@dataclass(frozen=True, slots=True)
class GetConfig(Message, number=0x0E, layout="B", answer=0x89):
    """Asks for one value of the configuration."""

    key: int


@dataclass(frozen=True, slots=True)
class FaultClear(Message, number=0x0B, layout="B", answer=0x83, acts=True):
    """Forgets a fault that the board latched; BUSY while its cause lasts."""

    code: int


@dataclass(frozen=True, slots=True)
class Selftest(Message, number=0x0C, layout="", answer=0x83, acts=True):
    """Tests the board without closing an output; SELFTEST_FAILED and a FAULT name what is wrong; BUSY as above."""


@dataclass(frozen=True, slots=True)
class GetLamps(Message, number=0x0F, layout="", answer=0x8A):
    """Asks how much of the time each lamp burns; the board counts for 3 s more, with LAMP_SHARE always."""


@dataclass(frozen=True, slots=True)
class GetStats(Message, number=0x0D, layout="", answer=0x87):
    """Asks for the counters."""


@dataclass(frozen=True, slots=True)
class HelloAck(Message, number=0x81, layout="IBBIQHBII"):
    """Answers HELLO; the frame's session is the new one."""

    nonce: int
    major: int
    minor: int
    build: int
    uid: int
    boot: int
    cause: int
    dictionary: int
    uptime_ms: int


@dataclass(frozen=True, slots=True)
class IdentifyData(Message, number=0x82, layout="HH", tail=bytes):
    """A part of the data dictionary, and its whole length."""

    offset: int
    total: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Ack(Message, number=0x83, layout="B"):
    """The command was carried out."""

    command: int


@dataclass(frozen=True, slots=True)
class Nak(Message, number=0x84, layout="BB"):
    """The command was refused; nothing was done."""

    command: int
    code: int


@dataclass(frozen=True, slots=True)
class State(Message, number=0x85, layout="IIHBBBIBQ", least=18):
    """The table as the board senses it, each second and at each change; faults: bit n-1 for code n; board: its uid."""

    uptime_ms: int
    inputs: int
    outputs: int
    hatch: int
    build: int
    armed: int
    faults: int
    pending: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class EventReport(Message, number=0x86, layout="HHIBBBBB"):
    """One happening; oldest: first sequence still kept; seat 255: none; pips 0: not known; code: FaultCode or 0."""

    sequence: int
    oldest: int
    at_ms: int
    kind: int
    seat: int
    pips_a: int
    pips_b: int
    code: int


@dataclass(frozen=True, slots=True)
class Stats(Message, number=0x87, layout="IIIIII"):
    """Counters since the start; cut: presses ended early by CANCEL, the key or a person's hand."""

    frames: int
    damaged: int
    refused: int
    dropped_events: int
    presses: int
    cut: int


@dataclass(frozen=True, slots=True)
class Config(Message, number=0x89, layout="BI"):
    """One value of the configuration in force."""

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class Log(Message, number=0x88, layout="B", tail=str):
    """A line for people; may be lost."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class LampShares(Message, number=0x8A, layout="B", tail=bytes):
    """In how many looks of the last window each lamp was lit, from input 8 on; looks 0: none yet."""

    looks: int
    lit: bytes


BY_TYPE: Final = Message.KINDS


def read(frame: Frame) -> Message | Unknown:
    """The message of a frame; Unknown when the catalogue does not hold it."""
    return decode(frame, BY_TYPE)
