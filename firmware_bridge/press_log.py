"""Append-only log of presses: who requested which buttons, why, when, and the outcome."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from controller.errors import LinkError
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.wire.codes import OUTPUTS
from firmware_bridge.wire.limits import PULSE_MAX_MS, PULSE_MIN_MS

_ASKED: Final = "asked"
_ENDED: Final = "ended"


@dataclass(frozen=True, slots=True)
class PressRequest:
    """A request to press: names of outputs closed together for ``ms``; both texts, ``by`` and ``why``, are required."""

    by: str
    why: str
    outputs: tuple[str, ...]
    ms: int

    def __post_init__(self) -> None:
        unknown = [name for name in self.outputs if name not in OUTPUTS]
        if unknown or not self.outputs:
            raise LinkError(f"button {', '.join(unknown) or '(none)'}: expected some of {', '.join(OUTPUTS)}")
        if not PULSE_MIN_MS <= self.ms <= PULSE_MAX_MS:
            raise LinkError(f"press of {self.ms} ms: expected {PULSE_MIN_MS}-{PULSE_MAX_MS}")
        if not self.by.strip() or not self.why.strip():
            raise LinkError("press without who and why: expected both, every press is logged with them")

    @property
    def mask(self) -> int:
        """Bit mask of the outputs in the board's numbering."""
        return sum(1 << OUTPUTS.index(name) for name in set(self.outputs))


@dataclass(frozen=True, slots=True)
class LoggedPress:
    """A press in the log; ``outcome`` stays ``unknown`` if the requesting program died before the end."""

    id: str
    at: str
    by: str
    why: str
    outputs: tuple[str, ...]
    mask: int
    ms: int
    board: str
    outcome: str = CommandOutcome.UNKNOWN.value
    detail: str = "never-ended"
    said: str = ""


class PressLog:
    """A JSON-lines file that only grows; a press is written to disk before the command is sent to the board."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def asked(self, asked: PressRequest, board: str) -> str:
        """Log a press that is about to be made; return the id of its entry."""
        entry = uuid4().hex
        self._append({"id": entry, "at": _now(), "what": _ASKED, **asdict(asked), "mask": asked.mask, "board": board})
        return entry

    def ended(self, entry: str, outcome: str, detail: str = "", said: str = "") -> None:
        """Log the outcome of a press; ``said``: state of the sensors."""
        self._append({"id": entry, "at": _now(), "what": _ENDED, "outcome": outcome, "detail": detail, "said": said})

    def entries(self) -> list[LoggedPress]:
        """Return the presses in order; raises LinkError for an unreadable line, but skips a truncated last line."""
        if not self.path.exists():
            return []
        found: dict[str, dict[str, Any]] = {}
        lines = self.path.read_text(encoding="utf-8", errors="replace").split("\n")
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line) if line else {}
                if row.pop("what", None) == _ASKED:
                    found[row["id"]] = {**row, "outputs": tuple(row["outputs"])}
                elif row and row["id"] in found:
                    found[row["id"]] |= {key: row[key] for key in ("outcome", "detail", "said")}
            except (ValueError, KeyError, TypeError):
                if number < len(lines):
                    raise LinkError(f"{self.path}:{number}: {line[:40]!r}, expected a line of the press log") from None
        return [LoggedPress(**row) for row in found.values()]

    def _append(self, row: dict[str, Any]) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A single write at the end of the file, so that lines of concurrent processes are not mixed.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(file, (json.dumps(row, ensure_ascii=False) + "\n").encode())
                os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            raise LinkError(f"{self.path}: press log cannot be written ({error}); nothing is pressed") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
