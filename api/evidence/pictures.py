"""Pictures of what happened at a table: frames kept around faults and questions, and pieces cut out of them."""

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
    """Something that knows the camera at its present position."""

    @property
    def camera(self) -> "Camera":
        """The camera."""
        ...


class Remembering(Protocol):
    """Frames that are kept on demand, and the newest: EvidenceFrames, here or in another process."""

    @property
    def newest(self) -> bytes | None:
        """The newest frame as a file; None before the first."""
        ...

    def keep(self, name: str) -> None:
        """Keep the newest frames and the next few under that name."""
        ...

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers of the frames kept under a name, in order; () where there are none."""
        ...

    def picture(self, name: str, number: int) -> bytes:
        """A kept frame as the file that it came as; raises EyesError."""
        ...


class Pictures:
    """The pictures of one table; names are the ids of faults and questions."""

    def __init__(self, frames: Remembering, layout: Layout, aimed: Aimed) -> None:
        """Take frames from ``frames``, and pieces of them by the camera as it is aimed."""
        self._frames, self._layout, self._aimed = frames, layout, aimed

    def keep(self, events: Iterable[Event]) -> None:
        """Keep the frames around each fault and each question among the events."""
        for event in events:
            if isinstance(event, FaultRaised):
                self._frames.keep(event.fault.id)
            elif isinstance(event, QuestionAsked):
                self._frames.keep(event.question.id)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers of the frames kept for a fault or a question, in order."""
        return self._frames.numbers(name)

    def frame(self, name: str, number: int) -> bytes:
        """One of them as a file; raises EyesError."""
        return self._frames.picture(name, number)

    def row(self) -> tuple[Tile, ...]:
        """The tiles that lie in a row before the game, in the newest frame; raises EyesError."""
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
        """Where things lie on that table."""
        return self._layout

    @property
    def camera(self) -> "Camera | None":
        """The camera over it as it stands by now; None before it has seen anything."""
        try:
            return self._aimed.camera
        except EyesError:
            return None

    def crop(self, name: str, state: TableState) -> bytes | None:
        """JPEG of the tile that is asked about, or of the seat at fault; None where no frame shows it."""
        number = shown_in(name, state, self.numbers(name))
        if number is None:
            return None
        # Loaded with the first picture that somebody asks for: until then the service does without.
        from vision.capture.evidence_frames import seat_crop, tile_crop

        data, camera = self._frames.picture(name, number), self._aimed.camera
        for asked in state.questions:
            if asked.question.id == name:
                question = asked.question
                return tile_crop(data, self._layout, camera, question.seat, question.x, question.y)
        seat: Seat | None = next((each.fault.seat for each in state.faults if each.fault.id == name), None)
        return seat_crop(data, self._layout, camera, seat)


def shown_in(name: str, state: TableState, kept: tuple[int, ...]) -> int | None:
    """The kept frame that shows a fault or a question best: its own, else the last before it, else the first."""
    frames = {each.fault.id: each.fault.frame for each in state.faults}
    frames |= {each.question.id: each.question.frame for each in state.questions}
    wanted = frames.get(name)
    if not kept or wanted is None:
        return None
    return max((number for number in kept if number <= wanted), default=kept[0])
