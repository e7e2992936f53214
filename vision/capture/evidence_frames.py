"""Frames as evidence: the newest few are remembered, those around a fault or a question are kept on disk."""

from collections import deque
from pathlib import Path
from threading import Lock
from typing import Final

import structlog

from controller.errors import EyesError
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, FrameSource, decode, jpeg
from vision.capture.recorder import file_name, frame_numbers
from vision.image.view import RectifiedView, Span

_BEFORE: Final = 12
"""Frames before a moment that are kept: about 2.5 s at 5 a second; chosen: an act at the table takes 1 to 2 s."""
_AFTER: Final = 6
"""Frames after a moment that are kept: about 1.2 s at 5 a second; chosen: the hand that acted is gone by then."""
_TILE_MM: Final = 55.0
"""mm each way from a tile's middle that its picture shows: the tile, 21 x 28 mm, and one or two on each side."""
_RIM_MM: Final = 60.0
"""mm behind a row of standing tiles that a seat's picture shows; chosen: room for tiles that stand out of line."""
_CENTRE_MM: Final = 40.0
"""mm from the table's middle at which a seat's picture begins: just inside the first row of the river."""
_LOG: Final = structlog.get_logger("vision.capture.evidence_frames")


class EvidenceFrames:
    """A frame source that remembers another's newest frames, and on demand keeps those around a moment on disk."""

    def __init__(self, inner: FrameSource, folder: Path) -> None:
        """Takes over the inner source; the folder is made when something is kept."""
        self._inner, self._folder = inner, folder
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_BEFORE)
        self._wanted: dict[str, int] = {}
        self._lock = Lock()

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._inner.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The inner source's next frame, remembered, and kept where frames after a moment are still wanted."""
        frame = self._inner.next(timeout)
        if frame is None:
            return None
        picture = (frame.number, frame.file or jpeg(frame.image))
        with self._lock:
            self._recent.append(picture)
            wanted = tuple(self._wanted)
            self._wanted = {name: left - 1 for name, left in self._wanted.items() if left > 1}
        for name in wanted:
            self._write(name, (picture,))
        return frame

    def close(self) -> None:
        """Release the camera."""
        self._inner.close()

    @property
    def newest(self) -> bytes | None:
        """The newest frame as a file; None before the first."""
        with self._lock:
            return self._recent[-1][1] if self._recent else None

    def keep(self, name: str) -> None:
        """Keep the newest frames and the next few in a folder of that name, once; a full disk is only logged."""
        with self._lock:
            if name in self._wanted or self.numbers(name):
                return
            self._wanted[name] = _AFTER
            recent = tuple(self._recent)
        self._write(name, recent)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers of the frames kept under a name, in order; () where there are none."""
        return frame_numbers(self._folder / name)

    def picture(self, name: str, number: int) -> bytes:
        """A kept frame as the file that it came as; raises EyesError."""
        file = self._folder / name / file_name(number)
        try:
            return file.read_bytes()
        except OSError as error:
            raise EyesError(f"{name}: no frame {number} kept: {error.strerror}") from None

    def _write(self, name: str, pictures: tuple[tuple[int, bytes], ...]) -> None:
        folder = self._folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number, data in pictures:
                (folder / file_name(number)).write_bytes(data)
        except OSError as error:
            _LOG.warning("frames_not_kept", name=name, reason=str(error))


def tile_crop(data: bytes, layout: Layout, camera: Camera, seat: Seat, x: float, y: float) -> bytes:
    """JPEG of the place around (x, y) mm of the table frame, as the seat sees it; raises EyesError."""
    across, distance = layout.local(seat, x, y)
    span = (Span(across - _TILE_MM, across + _TILE_MM), Span(distance - _TILE_MM, distance + _TILE_MM))
    return jpeg(_cut(data, layout, camera, seat, *span))


def seat_crop(data: bytes, layout: Layout, camera: Camera, seat: Seat | None) -> bytes:
    """JPEG of a seat's side of the table as that player sees it, None: of the whole table; raises EyesError."""
    reach = layout.profile.hand.distance_mm + _RIM_MM
    near = -reach if seat is None else _CENTRE_MM
    return jpeg(_cut(data, layout, camera, seat or Seat.A, Span(-reach, reach), Span(near, reach)))


def _cut(data: bytes, layout: Layout, camera: Camera, seat: Seat, across: Span, distance: Span) -> Image:
    image = decode(data, "kept frame")
    height, width = image.shape[:2]
    if (width, height) != camera.size:
        raise EyesError(f"kept frame of {width}x{height}: the calibration is for {camera.size}")
    return RectifiedView(layout, camera, seat, layout.profile.tile.thickness_mm, across, distance).cut(image)
