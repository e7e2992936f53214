"""The messages of the link; generated from hardware/firmware/messages.toml; do not edit."""

import struct
from dataclasses import dataclass
from typing import ClassVar, Final

from firmware_bridge.wire.codec import Message, Unknown, decode
from firmware_bridge.wire.frames import Frame


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Opens a session; sent again with the same nonce it opens no second one."""

    TYPE: ClassVar[int] = 0x01
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IBB")
    ANSWER: ClassVar[int | None] = 0x81

    nonce: int
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Identify(Message):
    """Asks for the data dictionary (zlib of JSON) from a byte offset on."""

    TYPE: ClassVar[int] = 0x02
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<H")
    ANSWER: ClassVar[int | None] = 0x82

    offset: int


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Asks whether anybody is there."""

    TYPE: ClassVar[int] = 0x03
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x83


@dataclass(frozen=True, slots=True)
class GetState(Message):
    """Asks for STATE at once."""

    TYPE: ClassVar[int] = 0x04
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x85


@dataclass(frozen=True, slots=True)
class EventAck(Message):
    """Takes all events up to and including a sequence number; board: as in ARM; not answered."""

    TYPE: ClassVar[int] = 0x05
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HQ")
    LEAST: ClassVar[int | None] = 2

    sequence: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class Arm(Message):
    """Allows presses for lease_ms; OTHER_BOARD where board is the uid of another one, 0: whichever hears it."""

    TYPE: ClassVar[int] = 0x06
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HQ")
    LEAST: ClassVar[int | None] = 2
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True

    lease_ms: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class PressCommand(Message):
    """Closes the outputs of the mask together for ms; needs a lease."""

    TYPE: ClassVar[int] = 0x07
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HH")
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True

    mask: int
    ms: int


@dataclass(frozen=True, slots=True)
class Cancel(Message):
    """All outputs off, lease ended; allowed at any time."""

    TYPE: ClassVar[int] = 0x08
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x83


@dataclass(frozen=True, slots=True)
class SetConfig(Message):
    """Sets one value of the board's configuration until the next start."""

    TYPE: ClassVar[int] = 0x09
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BI")
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class SaveConfig(Message):
    """Writes the configuration to EEPROM; BUSY while an output is closed."""

    TYPE: ClassVar[int] = 0x0A
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class GetConfig(Message):
    """Asks for one value of the configuration."""

    TYPE: ClassVar[int] = 0x0E
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")
    ANSWER: ClassVar[int | None] = 0x89

    key: int


@dataclass(frozen=True, slots=True)
class FaultClear(Message):
    """Forgets a fault that the board latched; BUSY while its cause lasts."""

    TYPE: ClassVar[int] = 0x0B
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True

    code: int


@dataclass(frozen=True, slots=True)
class Selftest(Message):
    """Tests the board without closing an output; SELFTEST_FAILED and a FAULT name what is wrong; BUSY as above."""

    TYPE: ClassVar[int] = 0x0C
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x83
    ACTS: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class GetLamps(Message):
    """Asks how much of the time each lamp burns; the board counts for 3 s more, with LAMP_SHARE always."""

    TYPE: ClassVar[int] = 0x0F
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x8A


@dataclass(frozen=True, slots=True)
class GetStats(Message):
    """Asks for the counters."""

    TYPE: ClassVar[int] = 0x0D
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")
    ANSWER: ClassVar[int | None] = 0x87


@dataclass(frozen=True, slots=True)
class HelloAck(Message):
    """Answers HELLO; the frame's session is the new one."""

    TYPE: ClassVar[int] = 0x81
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IBBIQHBII")

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
class IdentifyData(Message):
    """A part of the data dictionary, and its whole length."""

    TYPE: ClassVar[int] = 0x82
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HH")
    TAIL: ClassVar[type[bytes] | type[str] | None] = bytes

    offset: int
    total: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """The command was carried out."""

    TYPE: ClassVar[int] = 0x83
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")

    command: int


@dataclass(frozen=True, slots=True)
class Nak(Message):
    """The command was refused; nothing was done."""

    TYPE: ClassVar[int] = 0x84
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BB")

    command: int
    code: int


@dataclass(frozen=True, slots=True)
class State(Message):
    """The table as the board senses it, each second and at each change; faults: bit n-1 for code n; board: its uid."""

    TYPE: ClassVar[int] = 0x85
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IIHBBBIBQ")
    LEAST: ClassVar[int | None] = 18

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
class EventReport(Message):
    """One happening; oldest: first sequence still kept; seat 255: none; pips 0: not known; code: FaultCode or 0."""

    TYPE: ClassVar[int] = 0x86
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<HHIBBBBB")

    sequence: int
    oldest: int
    at_ms: int
    kind: int
    seat: int
    pips_a: int
    pips_b: int
    code: int


@dataclass(frozen=True, slots=True)
class Stats(Message):
    """Counters since the start; cut: presses ended early by CANCEL, the key or a person's hand."""

    TYPE: ClassVar[int] = 0x87
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<IIIIII")

    frames: int
    damaged: int
    refused: int
    dropped_events: int
    presses: int
    cut: int


@dataclass(frozen=True, slots=True)
class Config(Message):
    """One value of the configuration in force."""

    TYPE: ClassVar[int] = 0x89
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BI")

    key: int
    value: int


@dataclass(frozen=True, slots=True)
class Log(Message):
    """A line for people; may be lost."""

    TYPE: ClassVar[int] = 0x88
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")
    TAIL: ClassVar[type[bytes] | type[str] | None] = str

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class LampShares(Message):
    """In how many looks of the last window each lamp was lit, from input 8 on; looks 0: none yet."""

    TYPE: ClassVar[int] = 0x8A
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")
    TAIL: ClassVar[type[bytes] | type[str] | None] = bytes

    looks: int
    lit: bytes


BY_TYPE: Final[dict[int, type[Message]]] = {
    Hello.TYPE: Hello,
    Identify.TYPE: Identify,
    Ping.TYPE: Ping,
    GetState.TYPE: GetState,
    EventAck.TYPE: EventAck,
    Arm.TYPE: Arm,
    PressCommand.TYPE: PressCommand,
    Cancel.TYPE: Cancel,
    SetConfig.TYPE: SetConfig,
    SaveConfig.TYPE: SaveConfig,
    GetConfig.TYPE: GetConfig,
    FaultClear.TYPE: FaultClear,
    Selftest.TYPE: Selftest,
    GetLamps.TYPE: GetLamps,
    GetStats.TYPE: GetStats,
    HelloAck.TYPE: HelloAck,
    IdentifyData.TYPE: IdentifyData,
    Ack.TYPE: Ack,
    Nak.TYPE: Nak,
    State.TYPE: State,
    EventReport.TYPE: EventReport,
    Stats.TYPE: Stats,
    Config.TYPE: Config,
    Log.TYPE: Log,
    LampShares.TYPE: LampShares,
}


def read(frame: Frame) -> Message | Unknown:
    """The message of a frame; Unknown when the catalogue does not hold it."""
    return decode(frame, BY_TYPE)
