"""Conversion of typed messages to frame payloads and back; an unknown message becomes ``Unknown``."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from controller.errors import LinkError
from firmware_bridge.wire.frames import Frame
from firmware_bridge.wire.limits import PAYLOAD_MAX


@dataclass(frozen=True, slots=True)
class Message:
    """Base class of the generated messages; creating one with a value that does not fit its field raises LinkError.

    ``LEAST``: payload bytes without the fields added in later versions, None if none were added.
    """

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct]
    LEAST: ClassVar[int | None]
    TAIL: ClassVar[type[bytes] | type[str] | None]
    ANSWER: ClassVar[int | None]
    ACTS: ClassVar[bool]
    KINDS: ClassVar[dict[int, type["Message"]]] = {}
    """All message types by their number."""

    def __init_subclass__(
        cls,
        number: int | None = None,
        layout: str = "",
        least: int | None = None,
        tail: type[bytes] | type[str] | None = None,
        answer: int | None = None,
        acts: bool = False,
    ) -> None:
        """Store the properties given in the message catalogue."""
        # A dataclass with slots creates its class a second time, without these arguments; the first values stay.
        if number is not None:
            cls.TYPE, cls.LAYOUT, cls.LEAST = number, struct.Struct(f"<{layout}"), least
            cls.TAIL, cls.ANSWER, cls.ACTS = tail, answer, acts
        Message.KINDS[cls.TYPE] = cls

    def __post_init__(self) -> None:
        self.payload()

    def payload(self) -> bytes:
        """Return the payload of the frame, at most 47 bytes."""
        values = [getattr(self, field.name) for field in fields(self)]
        tail = values.pop() if self.TAIL is not None else b""
        try:
            packed = self.LAYOUT.pack(*values) + (tail.encode() if isinstance(tail, str) else tail)
        except struct.error as error:
            raise LinkError(f"{type(self).__name__}: {error}, got {values}") from None
        if len(packed) > PAYLOAD_MAX:
            raise LinkError(f"{type(self).__name__}: payload of {len(packed)} bytes, at most {PAYLOAD_MAX}")
        return packed

    def frame(self, session: int, seq: int = 0) -> Frame:
        """Return the message in a frame of that session."""
        return Frame(self.TYPE, session, seq, self.payload())

    @classmethod
    def parse(cls, payload: bytes) -> Self | None:
        """Return the message, None if the payload is too short; bytes added by a newer minor version are ignored.

        Fields that an older version does not send are 0.
        """
        size = cls.LAYOUT.size
        if len(payload) < (size if cls.LEAST is None else cls.LEAST):
            return None
        payload = payload.ljust(size, b"\0")
        values: list[object] = list(cls.LAYOUT.unpack_from(payload))
        if cls.TAIL is bytes:
            values.append(payload[size:])
        elif cls.TAIL is str:
            values.append(payload[size:].decode(errors="ignore"))
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A frame whose type is not in the catalogue, or whose payload is too short for its type."""

    type: int
    payload: bytes


def decode(frame: Frame, catalogue: Mapping[int, type[Message]]) -> Message | Unknown:
    """Return the message of a frame; ``catalogue``: message types by number."""
    kind = catalogue.get(frame.type)
    message = kind.parse(frame.payload) if kind is not None else None
    return message if message is not None else Unknown(frame.type, frame.payload)
