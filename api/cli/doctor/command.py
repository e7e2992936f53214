"""``jantaku doctor``."""

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
from controller.errors import LinkError
from firmware_bridge.doctor import examine
from firmware_bridge.drawers.bus import open_bus
from firmware_bridge.drawers.meter import DrawerMeter
from firmware_bridge.findings import DoctorFinding
from hardware.firmware.build import known_builds
from hardware.profiles.guesses import guesses
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import Sticks
from hardware.profiles.sticks import stick_make

MARKS = {"well": ("ok  ", GOOD), "advice": ("note", DOUBT), "trouble": ("FAIL", BAD)}


def run(as_json: bool, serial: str, cameras: Sequence[str], profile: str = "", file: Path | None = None) -> int:
    """Print each finding with its cure; 1 when something is not well.

    ``profile``: whose guesses are listed, by id or file; raises ProfileError. ``file``: of a venue, all of which is
    looked at.
    """
    to_stderr()
    well = True
    for finding in findings(serial, cameras, profile, file):
        well = well and finding.ok
        if as_json:
            print(json.dumps({**asdict(finding), "level": finding.level}, ensure_ascii=False))
            continue
        print_line(MARKS[finding.level], f" {finding.en} / {finding.ja}")
        if finding.cure_en:
            print_line(("     -> ", FAINT), f"{finding.cure_en} / {finding.cure_ja}")
    return 0 if well else 1


def findings(serial: str, cameras: Sequence[str], profile: str, file: Path | None) -> Iterator[DoctorFinding]:
    """Everything that is looked at, as of ``run``."""
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
    if known.sticks.input:
        yield _drawers(known.sticks)
    for guess in guesses(known):
        value = json.dumps(guess.value, ensure_ascii=False)
        told = f"{guess.key} = {value} ({guess.source})"
        yield DoctorFinding("profile-guess", True, f"実測なし: {told}", f"not measured: {told}", *guess.how)


def _drawers(sticks: Sticks) -> DoctorFinding:
    try:
        bus = open_bus(sticks.input)
        try:
            rows = DrawerMeter(bus, stick_make(sticks.make)).ratios()
        finally:
            bus.close()
    except LinkError as error:
        return DoctorFinding(
            "drawers",
            False,
            f"点箱の入力が読めません: {error}",
            f"the drawers' input cannot be read: {error}",
            "配線と I2C の有効化、ユーザーのグループ i2c を確かめてください",
            "check its wires, that I2C is enabled, and that you are in the group i2c",
        )
    told = "; ".join(" ".join(f"{ratio:.4f}" for ratio in row) for row in rows)
    return DoctorFinding("drawers", True, f"点箱 (比): {told}", f"drawers (ratios): {told}")
