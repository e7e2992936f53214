"""Frames as evidence: the newest few are buffered in memory, those around a fault or a question are saved to disk.

Saved pictures show the table's field only, not the people around it.
"""

import os
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from typing import Final

import cv2
import numpy as np
import structlog

from controller.errors import EyesError
from controller.ports.eyes import SeenTile
from controller.ports.log import WordLog
from controller.riichi.seat import Seat
from controller.text import Text
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Image
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, FrameSource, decode, jpeg
from vision.capture.recorder import FrameQuota
from vision.explain.found import FoundTile, Surface, outlines
from vision.image.view import RectifiedView, Span
from vision.stored_frames import ALL, Retention, StoredFrames, file_name, note_gone, note_stored

_BEFORE: Final = 12
"""Number of frames saved before a moment: about 2.5 s at 5 a second; chosen: an act at the table takes 1 to 2 s."""
_AFTER: Final = 6
"""Number of frames saved after a moment: about 1.2 s at 5 a second; chosen: the hand that acted is gone by then."""
_TILE_MM: Final = 55.0
"""mm each way from a tile's centre that its picture shows: the tile, 21 x 28 mm, and one or two on each side."""
_RIM_MM: Final = 60.0
"""mm behind a row of standing tiles shown in a seat's picture; chosen: room for tiles out of line."""
_CENTRE_MM: Final = 40.0
"""mm from the table's centre at which a seat's picture begins: just inside the first row of the river."""
_MARGIN_MM: Final = 15.0
"""Margin around the field that is saved with it, mm; chosen: a calibration's error, and a rail's inner edge."""
_READABLE_BY_OWNER: Final = 0o600
"""File mode of a saved picture."""
_ENTERED_BY_OWNER: Final = 0o700
"""Mode of a folder of saved pictures."""
_LOG: Final[WordLog] = structlog.get_logger("vision.capture.evidence_frames")


class EvidenceFrames(StoredFrames):
    """A frame source that buffers another's newest frames, and saves those around a moment on demand."""

    def __init__(self, inner: FrameSource, folder: Path, only: Callable[[Image], Image], kept: Retention = ALL) -> None:
        """Wrap the inner source; the folder is created with the first saved picture.

        ``only``: reduces a picture to what may be saved; a picture for which it raises EyesError is not saved.
        ``kept``: quota of this folder and all folders beside it.
        """
        super().__init__(folder)
        self._quota = FrameQuota(folder.parent, kept, _note_going)
        self._files: OrderedDict[int, Path] = OrderedDict()
        self._inner, self._only = inner, only
        self._jobs: SimpleQueue[tuple[str, tuple[int, bytes]] | None] = SimpleQueue()
        self._done = Condition()
        self._undone = 0
        self._writer: Thread | None = None
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_BEFORE)
        self._wanted: dict[str, int] = {}
        self._lock = Lock()

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None."""
        return self._inner.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the inner source's next frame; buffer it, and save it while frames after a moment are due."""
        frame = self._inner.next(timeout)
        if frame is None:
            return None
        picture = (frame.number, frame.file or jpeg(frame.image))
        with self._lock:
            self._recent.append(picture)
            wanted = tuple(self._wanted)
            self._wanted = {name: left - 1 for name, left in self._wanted.items() if left > 1}
        for name in wanted:
            self._hand_on(name, (picture,))
        return frame

    def close(self) -> None:
        """Release the camera after all pictures are written."""
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
        self._inner.close()

    @property
    def newest(self) -> bytes | None:
        """The newest frame as a file; None before the first."""
        with self._lock:
            return self._recent[-1][1] if self._recent else None

    def keep(self, name: str) -> None:
        """Save the newest frames and the next few in a folder of that name, once; a full disk is only logged."""
        with self._lock:
            if name in self._wanted or (self._folder / name).exists():
                return
            self._wanted[name] = _AFTER
            recent = tuple(self._recent)
        self._hand_on(name, recent)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the numbers of frames saved under a name, in order; () if none. Waits for those being written."""
        with self._done:
            self._done.wait_for(lambda: not self._undone)
        return super().numbers(name)

    def _hand_on(self, name: str, pictures: tuple[tuple[int, bytes], ...]) -> None:
        """Reduce and write pictures in a thread, so that the reader of the table does not wait."""
        with self._done:
            self._undone += len(pictures)
            if self._writer is None:
                self._writer = Thread(target=self._write, name="evidence-frames", daemon=True)
                self._writer.start()
        for picture in pictures:
            self._jobs.put((name, picture))

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            name, (number, data) = job
            try:
                folder = self._folder / name
                for each in (self._folder.parent, self._folder, folder):
                    each.mkdir(mode=_ENTERED_BY_OWNER, exist_ok=True)
                self._write_one(name, folder / file_name(number), number, data)
            except (OSError, EyesError) as error:
                _LOG.warning("frames_not_kept", name=name, reason=str(error))
            with self._done:
                self._undone -= 1
                self._done.notify_all()

    def _write_one(self, name: str, file: Path, number: int, data: bytes) -> None:
        """Write a frame's picture to ``file``; a frame requested under two names is stored once, as a hard link."""
        listed = f"{name}/{file.name}"
        if number in self._files:
            try:
                os.link(self._files[number], file)
                note_stored(self._folder, listed, file.read_bytes())
                return
            except FileExistsError:
                return
            except OSError:
                # Deleted meanwhile, or a file system without hard links: write it again.
                pass
        kept = jpeg(self._only(decode(data, "frame")))
        file.touch(_READABLE_BY_OWNER)
        file.write_bytes(kept)
        note_stored(self._folder, listed, kept)
        self._files[number] = file
        while len(self._files) > 2 * (_BEFORE + _AFTER):
            self._files.popitem(last=False)
        self._quota.added(len(kept))


def _note_going(below: Path, files: Sequence[Path]) -> None:
    """Note pictures about to be deleted, each in the list of its journal's folder; raises OSError."""
    for folder, same in groupby(sorted(files), key=lambda file: below / file.relative_to(below).parts[0]):
        note_gone(folder, [file.relative_to(folder).as_posix() for file in same])


def field_only(image: Image, layout: Layout, camera: Camera) -> Image:
    """Return the picture, black outside the table's field and tiles standing on it; raises EyesError for another size.

    Also raises EyesError if the field is outside the picture.
    """
    height, width = image.shape[:2]
    if (width, height) != camera.size:
        raise EyesError(f"frame of {width}x{height}: the calibration is for {camera.size}")
    profile = layout.profile
    side = profile.table.field_mm / 2 + _MARGIN_MM
    heights = (0.0, profile.tile.height_mm)
    corners = camera.project([(x, y, z) for z in heights for x in (-side, side) for y in (-side, side)])
    if not np.isfinite(corners).all():
        raise EyesError(
            Text(
                "カメラに卓が写っていません。",
                "the camera does not see the table: its playing field is outside the picture",
            )
        )
    field = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(field, cv2.convexHull(np.rint(corners).astype(np.int32)), 1)
    return np.asarray(image * field[:, :, np.newaxis], dtype=np.uint8)


def tile_crop(data: bytes, layout: Layout, camera: Camera, seat: Seat, x: float, y: float) -> bytes:
    """Return a JPEG of the area around (x, y) mm of the table frame, as the seat sees it; raises EyesError."""
    across, distance = layout.local(seat, x, y)
    span = (Span(across - _TILE_MM, across + _TILE_MM), Span(distance - _TILE_MM, distance + _TILE_MM))
    return jpeg(_cut(data, layout, camera, seat, *span))


def seat_crop(data: bytes, layout: Layout, camera: Camera, seat: Seat | None) -> bytes:
    """Return a JPEG of a seat's side of the table as its player sees it, None: of the whole table; raises EyesError."""
    reach = layout.profile.hand.distance_mm + _RIM_MM
    near = -reach if seat is None else _CENTRE_MM
    return jpeg(_cut(data, layout, camera, seat or Seat.A, Span(-reach, reach), Span(near, reach)))


def face_label(
    data: bytes, size: TileSize, camera: Camera, face: SeenTile, high_mm: float
) -> dict[str, list[object]] | None:
    """Return the name, box and outline of a lying face in a saved frame, as training reads them; raises EyesError.

    ``high_mm``: height of the face above the table. None if it is not wholly in the picture.
    """
    wide, tall = _sized(decode(data, "kept frame"), camera)
    lies = FoundTile(Surface.FACE, face.x, face.y, high_mm, face.angle, 1.0)
    outline = camera.project([(x, y, high_mm) for x, y in outlines([lies], size)[0].tolist()])
    if not ((outline >= 0) & (outline < camera.size)).all():
        return None
    low, high = outline.min(axis=0), outline.max(axis=0)
    box = np.concatenate([(low + high) / 2, high - low]) / (wide, tall, wide, tall)
    return {"boxes_cxcywh_norm": [[str(face.tile), *box.tolist()]], "outlines_px": [outline.tolist()]}


def _cut(data: bytes, layout: Layout, camera: Camera, seat: Seat, across: Span, distance: Span) -> Image:
    image = decode(data, "kept frame")
    _sized(image, camera)
    return RectifiedView(layout, camera, seat, layout.profile.tile.thickness_mm, across, distance).cut(image)


def _sized(image: Image, camera: Camera) -> tuple[int, int]:
    """Return the size of a saved frame; raises EyesError if it is not the camera's."""
    height, width = image.shape[:2]
    if (width, height) != camera.size:
        raise EyesError(f"kept frame of {width}x{height}: the calibration is for {camera.size}")
    return width, height
