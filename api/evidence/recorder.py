"""Complete evidence of a sitting in one folder: configuration of the table, signals in order, and every frame."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from controller.errors import JournalError
from controller.journal.codec import canonical, evidence_from_json, evidence_to_json, parse
from controller.ports.evidence import Evidence

if TYPE_CHECKING:
    from vision.camera.calibration import Calibration

_SET_UP: Final = "table.json"
_CALIBRATION: Final = "calibration.json"
INDEX: Final = "evidence.jsonl"
"""File of the signals and sightings in order, within the folder."""
PICTURES: Final = "frames"
"""Folder of the frames, within the evidence folder."""
# Full frames may show people, and seat cameras show concealed tiles.
_OWNER_ONLY: Final = 0o700


@dataclass(frozen=True, slots=True)
class SetUp:
    """Configuration of the table; ``after``: sequence of the journal's last record before the evidence."""

    profile: str
    rulebook: str
    auto_settle: bool
    after: int


class EvidenceRecorder:
    """An evidence folder that is being written."""

    def __init__(self, folder: Path, index: TextIO) -> None:
        self.pictures = folder / PICTURES
        self._index = index

    @classmethod
    def begin(cls, folder: Path, set_up: SetUp, calibration: "Calibration") -> "EvidenceRecorder":
        """Start in a new or empty folder; raises JournalError."""
        try:
            if folder.exists() and any(folder.iterdir()):
                raise JournalError(f"{folder}: expected an empty folder for the evidence")
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(_OWNER_ONLY)
            (folder / PICTURES).mkdir(_OWNER_ONLY)
            (folder / _SET_UP).write_text(json.dumps(asdict(set_up)) + "\n", encoding="utf-8")
            calibration.save(folder / _CALIBRATION)
            return cls(folder, (folder / INDEX).open("w", encoding="utf-8"))
        except OSError as error:
            raise JournalError(f"{folder}: evidence cannot be kept there: {error.strerror}") from None

    def keep(self, evidence: Evidence) -> None:
        """Append a piece of evidence; it is passed to the operating system when this returns."""
        self._index.write(canonical(evidence_to_json(evidence)).decode() + "\n")
        self._index.flush()


@dataclass(frozen=True, slots=True)
class RecordedEvidence:
    """An evidence folder that is being read."""

    set_up: SetUp
    calibration: "Calibration"
    pictures: Path
    index: Path

    @classmethod
    def open(cls, folder: Path) -> "RecordedEvidence":
        """Open the folder; raises JournalError or EyesError."""
        from vision.camera.calibration import Calibration

        try:
            set_up = SetUp(**json.loads((folder / _SET_UP).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise JournalError(f"{folder}: no kept evidence: {error}") from None
        return cls(set_up, Calibration.load(folder / _CALIBRATION), folder / PICTURES, folder / INDEX)

    def __len__(self) -> int:
        """Return the number of pieces; raises JournalError."""
        try:
            with self.index.open("rb") as lines:
                return sum(line.endswith(b"\n") for line in lines)
        except OSError as error:
            raise JournalError(f"{self.index}: cannot be read: {error}") from None

    def __iter__(self) -> Iterator[Evidence]:
        """Yield the pieces in order; raises JournalError. A last line cut off by a power failure is skipped."""
        try:
            with self.index.open(encoding="utf-8") as lines:
                for line in lines:
                    if line.endswith("\n"):
                        yield evidence_from_json(parse(line))
        except (OSError, UnicodeDecodeError) as error:
            raise JournalError(f"{self.index}: cannot be read: {error}") from None
