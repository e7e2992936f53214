"""Pictures of events at a table: frames saved around faults and questions, and crops of them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Protocol

from controller.errors import EyesError
from controller.journal.events import Event, FaultRaised, QuestionAsked
from controller.journal.state import TableState
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.text import Text
from hardware.profiles.layout import Layout

if TYPE_CHECKING:
    from vision.camera.model import Camera

_ROW: Final = 6


class Aimed(Protocol):
    """Owner of the current camera pose."""

    @property
    def camera(self) -> "Camera":
        """The camera with its current pose."""
        ...


class Remembering(Protocol):
    """Frames saved on demand, and the newest one: EvidenceFrames, in this or another process."""

    @property
    def newest(self) -> bytes | None:
        """The newest frame as a file; None before the first."""
        ...

    def keep(self, name: str) -> None:
        """Save the newest frames and the next few under a name."""
        ...

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the frames saved under a name, in order; empty if there are none."""
        ...

    def picture(self, name: str, number: int) -> bytes:
        """Return a saved frame in its original file format; raises EyesError."""
        ...


class Pictures:
    """Pictures of one table; their names are the ids of faults and questions."""

    def __init__(self, frames: Remembering, layout: Layout, aimed: Aimed) -> None:
        """``frames``: source of the frames; ``aimed``: supplies the camera pose for crops."""
        self._frames, self._layout, self._aimed = frames, layout, aimed

    def keep(self, events: Iterable[Event]) -> None:
        """Save the frames around each fault and each question among the events."""
        for event in events:
            if isinstance(event, FaultRaised):
                self._frames.keep(event.fault.id)
            elif isinstance(event, QuestionAsked):
                self._frames.keep(event.question.id)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the frames saved for a fault or a question, in order."""
        return self._frames.numbers(name)

    def frame(self, name: str, number: int) -> bytes:
        """Return a saved frame as a file; raises EyesError."""
        return self._frames.picture(name, number)

    def row(self) -> tuple[Tile, ...]:
        """Return the row of tiles placed before the game, as read in the newest frame; raises EyesError."""
        newest = self._frames.newest
        if newest is None:
            raise EyesError(
                Text(
                    "カメラの画像がまだ届いていません。牌6枚を一列に並べて撮ってください。",
                    "no frame has come yet: expected a picture of six tiles in a row",
                )
            )
        from vision.capture.frame import decode
        from vision.photo.reader import read_row

        return read_row(decode(newest, "newest frame"), _ROW)

    @property
    def layout(self) -> Layout:
        """Layout of the table."""
        return self._layout

    @property
    def camera(self) -> "Camera | None":
        """Camera above the table with its current pose; None before the first reading."""
        try:
            return self._aimed.camera
        except EyesError:
            return None

    def crop(self, name: str, state: TableState) -> bytes | None:
        """Return a JPEG crop of the tile in question or of the seat at fault; None if no saved frame shows it."""
        number = shown_in(name, state, self.numbers(name))
        if number is None:
            return None
        # Imported late: the image libraries are needed only for the first picture that is requested.
        from vision.capture.evidence_frames import seat_crop, tile_crop

        data, camera = self._frames.picture(name, number), self._aimed.camera
        for asked in state.questions:
            if asked.question.id == name:
                question = asked.question
                return tile_crop(data, self._layout, camera, question.seat, question.x, question.y)
        seat: Seat | None = next((each.fault.seat for each in state.faults if each.fault.id == name), None)
        return seat_crop(data, self._layout, camera, seat)


def shown_in(name: str, state: TableState, kept: tuple[int, ...]) -> int | None:
    """Return the saved frame that shows a fault or question best: its own, else the last one before it,
    else the first.
    """
    frames = {each.fault.id: each.fault.frame for each in state.faults}
    frames |= {each.question.id: each.question.frame for each in state.questions}
    wanted = frames.get(name)
    return None if wanted is None else best_frame(wanted, kept)


def best_frame(wanted: int, kept: tuple[int, ...]) -> int | None:
    """Return the saved frame for a frame's number: itself, else the last one before it, else the first; None if none
    is saved.
    """
    return max((number for number in kept if number <= wanted), default=kept[0]) if kept else None
