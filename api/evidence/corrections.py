"""Export tiles that people named: each with the frame that shows it, as labelled photos to train and measure with."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from api.evidence.pictures import best_frame
from controller.journal.events import Event, Question, QuestionKind
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, QuestionState
from controller.ports.eyes import SeenTile
from controller.referee.referee import BY_RECORD
from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.camera.model import Camera
from vision.capture.evidence_frames import face_label
from vision.stored_frames import StoredFrames

NOTES: Final = "annotations.json"
"""File of the labels, as ``vision.training.samples.labelled_photos`` reads them."""
PHOTOS: Final = "images"
"""Folder of the pictures, beside the labels."""
_BY_PROGRAM: Final = frozenset({"", "camera", BY_RECORD})
"""Who closes questions without a person."""
_UPPER: Final = 2
"""Thicknesses of the upper side of a dora indicator above the table; all other questioned tiles lie on it."""


def named_by_people(events: Iterable[Event]) -> list[tuple[Question, Tile]]:
    """Return the questions that a person answered, with the answer; one that was taken back does not count."""
    state, last = NOTHING_YET, dict[str, QuestionState]()
    for event in events:
        state = reduce(state, event)
        last |= {each.question.id: each for each in state.questions}
    return [
        (each.question, each.answer) for each in last.values() if each.answer is not None and each.by not in _BY_PROGRAM
    ]


def export_corrections(events: Iterable[Event], frames: StoredFrames, camera: Camera, size: TileSize, out: Path) -> int:
    """Write the stored frames of answered questions with the tile's outline and name; return their number.

    Questions without a stored frame, and tiles outside their picture, are left out. Raises EyesError, OSError.
    """
    notes: dict[str, object] = {}
    (out / PHOTOS).mkdir(parents=True, exist_ok=True)
    for question, tile in named_by_people(events):
        number = best_frame(question.frame, frames.numbers(question.id))
        if number is None:
            continue
        data = frames.picture(question.id, number)
        face = SeenTile(tile, question.x, question.y, question.angle, 1.0)
        high = size.thickness_mm * (_UPPER if question.asks is QuestionKind.DORA else 1)
        label = face_label(data, size, camera, face, high)
        if label is not None:
            name = f"{question.id}.jpg"
            (out / PHOTOS / name).write_bytes(data)
            notes[name] = label
    (out / NOTES).write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")
    return len(notes)
