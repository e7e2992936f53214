"""How a typed message becomes the payload of a frame, and how an unknown one stays ``Unknown``."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from controller.errors import LinkError
from firmware_bridge.wire.frames import Frame
from firmware_bridge.wire.limits import PAYLOAD_MAX


@dataclass(frozen=True, slots=True)
class Message:
    """Root of the generated messages; a value that does not fit its field raises LinkError at birth.

    ``LEAST``: bytes of a payload without the fields that were appended, None where none were.
    """

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct]
    LEAST: ClassVar[int | None]
    TAIL: ClassVar[type[bytes] | type[str] | None]
    ANSWER: ClassVar[int | None]
    ACTS: ClassVar[bool]
    KINDS: ClassVar[dict[int, type["Message"]]] = {}
    """Every message by its type."""

    def __init_subclass__(
        cls,
        number: int | None = None,
        layout: str = "",
        least: int | None = None,
        tail: type[bytes] | type[str] | None = None,
        answer: int | None = None,
        acts: bool = False,
    ) -> None:
        """Keep what the catalogue says of a message."""
        # A dataclass with slots makes its class once more, from what the first one has.
        if number is not None:
            cls.TYPE, cls.LAYOUT, cls.LEAST = number, struct.Struct(f"<{layout}"), least
            cls.TAIL, cls.ANSWER, cls.ACTS = tail, answer, acts
        Message.KINDS[cls.TYPE] = cls

    def __post_init__(self) -> None:
        self.payload()

    def payload(self) -> bytes:
        """Payload of the frame, at most 47 bytes."""
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
        """The message in a frame of that session."""
        return Frame(self.TYPE, session, seq, self.payload())

    @classmethod
    def parse(cls, payload: bytes) -> Self | None:
        """The message, None when the payload is too short; bytes that a newer minor version appended are ignored.

        What this version appended and an older one does not send is 0.
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
    """A frame whose type is not in the catalogue, or whose payload is too short for it."""

    type: int
    payload: bytes


def decode(frame: Frame, catalogue: Mapping[int, type[Message]]) -> Message | Unknown:
    """The message of a frame under a catalogue of types."""
    kind = catalogue.get(frame.type)
    message = kind.parse(frame.payload) if kind is not None else None
    return message if message is not None else Unknown(frame.type, frame.payload)
