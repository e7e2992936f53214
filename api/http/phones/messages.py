"""Bodies for pairing phones as cameras, and the messages of their WebSocket, validated."""

import struct
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from api.http.schemas.access import PersonName, Secret
from controller.errors import PictureError
from vision.capture.picture_files import JPEG, picture_size

MOST_BYTES: Final = 3 * 1024 * 1024
"""Maximum bytes of a picture message; chosen: 1920 x 1440 at the best quality the page requests has two million."""
_MOST_PIXELS: Final = 12_000_000
"""Maximum pixels of a picture; chosen: phone photos have 4000 x 3000, and each pixel costs three bytes."""
_LEAST_PX: Final = 64
_MOST_HEAD: Final = 512
_END: Final = b"\xff\xd9"
_LENGTH: Final = 2


class CameraBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which camera a phone becomes: the one over the table (empty), or that of a seat."""

    seat: Literal["", "A", "B", "C", "D"] = ""


class CameraCodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code in a camera's link.

    ``device``: name for the phone. ``attempt``: as for a login.
    """

    code: Secret
    attempt: Secret = ""
    device: PersonName = ""


Milliseconds = Annotated[float, Meta(ge=0, le=1e12)]


class PhoneTime(msgspec.Struct, frozen=True, tag_field="kind", tag="time", forbid_unknown_fields=True):
    """The phone's clock in milliseconds, in answer to question ``ask``; asked after every picture taken."""

    ask: Annotated[int, Meta(ge=1)]
    now: Milliseconds


class PhoneReport(msgspec.Struct, frozen=True, tag_field="kind", tag="state", forbid_unknown_fields=True):
    """State of the phone, as in ``PhoneState``."""

    battery: Annotated[float, Meta(ge=0, le=1)] | None = None
    charging: bool | None = None
    dropped: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    hidden: bool = False
    angle: Literal[0, 90, 180, 270] = 0
    locked: Annotated[tuple[Literal["exposure", "focus", "white"], ...], Meta(max_length=3)] = ()


PhoneMessage = PhoneTime | PhoneReport
decoder: Final = msgspec.json.Decoder(PhoneMessage)


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=0)]
    captured: Milliseconds


_head: Final = msgspec.json.Decoder(_Head)


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture from a phone: its number, capture time in seconds by the phone's clock, size in px, and JPEG file."""

    number: int
    captured_s: float
    size: tuple[int, int]
    jpeg: bytes


def sent_picture(message: bytes) -> SentPicture:
    """Decode a message: length of the head (two bytes, big-endian), head as JSON, JPEG; raises PictureError."""
    length = struct.unpack(">H", message[:_LENGTH])[0] if len(message) >= _LENGTH else 0
    if not 0 < length <= _MOST_HEAD:
        raise PictureError(f"a head of {length} bytes: expected 1 to {_MOST_HEAD}")
    try:
        head = _head.decode(message[_LENGTH : _LENGTH + length])
    except msgspec.DecodeError as error:
        raise PictureError(f"head: {error}") from None
    jpeg = message[_LENGTH + length :]
    if not jpeg.startswith(JPEG) or not jpeg.endswith(_END):
        raise PictureError(f"{len(jpeg)} bytes: expected a whole JPEG")
    size = picture_size(jpeg)
    if min(size) < _LEAST_PX or size[0] * size[1] > _MOST_PIXELS:
        most = _MOST_PIXELS // 1_000_000
        raise PictureError(f"a picture of {size[0]} x {size[1]}: expected {_LEAST_PX} px to {most} megapixels")
    return SentPicture(head.number, head.captured / 1000, size, jpeg)
