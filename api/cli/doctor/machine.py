"""Check of the machine: disk, folders, clock, power, fonts, and the models that were installed."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Final

from api.cli.doctor.words import found
from api.health import probes
from api.paths import state_folder
from controller.errors import JantakuError
from firmware_bridge.findings import DoctorFinding

_FULL_MB: Final = 200
"""Free disk space that is critical, MB; chosen: an evening's journal and its pictures of faults."""
_LOW_MB: Final = 5000
"""Free disk space that is low, MB; chosen: the default of ``pictures_mb``."""
_ASKED_S: Final = 5.0
_LOW_NOW: Final = 0x1
_WAS_LOW: Final = 0x10000
"""Bits of get_throttled of the Raspberry Pi's firmware: under-voltage now, and since boot."""


@dataclass(frozen=True, slots=True)
class LookedMachine:
    """Sources of the checks, replaceable in tests."""

    records: Path = field(default_factory=state_folder)
    now: float = field(default_factory=time.time)
    path: str | None = None


def machine(seen: LookedMachine | None = None) -> Iterator[DoctorFinding]:
    """Yield the findings about this machine; missing optional hardware is no fault."""
    seen = seen or LookedMachine()
    for wrong in probes.folder(seen.records, make=True):
        yield found("folder-closed", detail=wrong.detail)
    yield from _disk(seen.records)
    installed = Path(__file__).stat().st_mtime
    if seen.now < installed:
        now, then = (datetime.fromtimestamp(each, UTC).date() for each in (seen.now, installed))
        yield found("clock-wrong", detail=f"{now} < {then}")
    yield from _power(seen)
    yield from _fonts(seen)


def models() -> Iterator[DoctorFinding]:
    """Check that every installed network can be opened."""
    from vision.photo.reader import PhotoReader
    from vision.tiles.classifier import Classifier
    from vision.tiles.network import open_model

    wrong = []
    files = sorted(resources.files("vision.models").iterdir(), key=lambda each: each.name)
    loads: list[Callable[[], object]] = [partial(open_model, file, 1) for file in files if file.name.endswith(".onnx")]
    loads += [partial(Classifier.load, 1), partial(PhotoReader.load, 1)]
    for load in loads:
        try:
            load()
        except JantakuError as error:
            wrong.append(str(error))
    yield found("models-damaged", detail="; ".join(dict.fromkeys(wrong))) if wrong else found("models")


def _disk(records: Path) -> Iterator[DoctorFinding]:
    there = next((each for each in (records, *records.parents) if each.exists()), Path("/"))
    free_mb = shutil.disk_usage(there).free // 1_000_000
    code = "disk-full" if free_mb < _FULL_MB else "disk-low" if free_mb < _LOW_MB else "disk"
    yield found(code, str(there), f"{free_mb / 1000:.1f} GB")


def _power(seen: LookedMachine) -> Iterator[DoctorFinding]:
    told = re.search(r"throttled=(0x[0-9a-f]+)", _said(seen, "vcgencmd", "get_throttled") or "")
    bits = int(told[1], 16) if told else 0
    if bits & (_LOW_NOW | _WAS_LOW):
        yield found("power-low" if bits & _LOW_NOW else "power-was-low", detail=f"get_throttled {bits:#x}")


def _fonts(seen: LookedMachine) -> Iterator[DoctorFinding]:
    if not (_said(seen, "fc-list", ":lang=ja") or "").strip():
        yield found("fonts-missing")


def _said(seen: LookedMachine, name: str, *words: str) -> str | None:
    """Return the output of a system program; None if it is not installed or does not answer."""
    program = shutil.which(name, path=seen.path)
    if program is None:
        return None
    try:
        asked = subprocess.run([program, *words], capture_output=True, text=True, timeout=_ASKED_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout
