"""``jantaku doctor``: checks of an installation, printed with their cures."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from api.cli.doctor.camera import camera
from api.cli.doctor.machine import machine, models
from api.cli.doctor.venue import venue
from api.cli.terminal.rows import print_line
from api.cli.terminal.styles import BAD, DOUBT, FAINT, GOOD
from api.operations.logs import to_stderr
from firmware_bridge.doctor import examine
from firmware_bridge.findings import DoctorFinding
from hardware.firmware.build import known_builds
from hardware.profiles.guesses import guesses
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile

MARKS = {"well": ("ok  ", GOOD), "advice": ("note", DOUBT), "trouble": ("FAIL", BAD)}


def doctor(
    file: Path | None = None,
    *,
    as_json: bool = False,
    serial: str = "",
    camera: list[str] | None = None,
    profile: str = "",
) -> int:
    """Print each finding with its cure; 1 if something is wrong."""
    to_stderr()
    well = True
    for finding in findings(serial, camera or (), profile, file):
        well = well and finding.ok
        if as_json:
            print(json.dumps({**asdict(finding), "level": finding.level}, ensure_ascii=False))
            continue
        print_line(MARKS[finding.level], f" {finding.en} / {finding.ja}")
        if finding.cure_en:
            print_line(("     -> ", FAINT), f"{finding.cure_en} / {finding.cure_ja}")
    return 0 if well else 1


def findings(serial: str, cameras: Sequence[str], profile: str, file: Path | None) -> Iterator[DoctorFinding]:
    """Yield all findings; arguments as for ``doctor``."""
    guessed = tuple(_guesses(profile)) if profile else ()
    yield from guessed
    yield from examine(serial or None, builds=known_builds())
    yield from machine()
    yield from models()
    layout = Layout(load_profile(profile) if profile else load_profile())
    for each in cameras:
        yield from camera(each, layout)
    if file is not None:
        yield from venue(file)


def _guesses(profile: str) -> Iterator[DoctorFinding]:
    known = load_profile(profile)
    for guess in guesses(known):
        value = json.dumps(guess.value, ensure_ascii=False)
        told = f"{guess.key} = {value} ({guess.source})"
        yield DoctorFinding("profile-guess", True, f"実測なし: {told}", f"not measured: {told}", *guess.how)
