"""``jantaku doctor``."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from api.cli.terminal.rows import print_line
from api.cli.terminal.styles import BAD, DOUBT, FAINT, GOOD
from api.operations.logs import to_stderr
from controller.errors import JantakuError, LinkError
from firmware_bridge.doctor import examine
from firmware_bridge.drawers.bus import open_bus
from firmware_bridge.drawers.meter import DrawerMeter
from firmware_bridge.findings import DoctorFinding
from hardware.firmware.build import known_builds
from hardware.profiles.guesses import guesses
from hardware.profiles.load import load_profile
from hardware.profiles.schema import Sticks
from hardware.profiles.sticks import stick_make
from vision.capture.open import open_source
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import Classifier

FRAME_S = 5.0
MARKS = {"well": ("ok  ", GOOD), "advice": ("note", DOUBT), "trouble": ("FAIL", BAD)}


def run(as_json: bool, serial: str, cameras: Sequence[str], profile: str = "") -> int:
    """Print each finding with its cure; 1 when something is not well.

    ``profile``: whose guesses are listed, by id or file; raises ProfileError.
    """
    to_stderr()
    well = True
    guessed = tuple(_guesses(profile)) if profile else ()
    for finding in (
        *guessed,
        *examine(serial or None, builds=known_builds()),
        *_models(),
        *(each for camera in cameras for each in _camera(camera)),
    ):
        well = well and finding.ok
        if as_json:
            print(json.dumps({**asdict(finding), "level": finding.level}, ensure_ascii=False))
            continue
        print_line(MARKS[finding.level], f" {finding.en} / {finding.ja}")
        if finding.cure_en:
            print_line(("     -> ", FAINT), f"{finding.cure_en} / {finding.cure_ja}")
    return 0 if well else 1


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
            "配線と I2C の有効化、利用者のグループ i2c を確かめてください",
            "check its wires, that I2C is enabled, and that you are in the group i2c",
        )
    told = "; ".join(" ".join(f"{ratio:.4f}" for ratio in row) for row in rows)
    return DoctorFinding("drawers", True, f"点箱 (比): {told}", f"drawers (ratios): {told}")


def _models() -> Iterator[DoctorFinding]:
    try:
        Classifier.load(1)
        PhotoReader.load(1)
    except JantakuError as error:
        yield DoctorFinding(
            "models",
            False,
            f"読取モデルを開けません: {error}",
            f"the reading models cannot be opened: {error}",
            "jantaku を入れ直してください",
            "install jantaku again",
        )
    else:
        yield DoctorFinding("models", True, "読取モデルは正常です", "the reading models load")


def _camera(address: str) -> Iterator[DoctorFinding]:
    source = open_source(address)
    try:
        frame = source.next(FRAME_S)
        if frame is None:
            yield DoctorFinding(
                "camera",
                False,
                f"カメラ {address} から画像が来ません: {source.trouble or ''}",
                f"no picture from camera {address}: {source.trouble or 'nothing came'}",
                "電源・配線・アドレスを確かめてください",
                "check its power, cable and address",
            )
        else:
            height, width = frame.image.shape[:2]
            yield DoctorFinding(
                "camera", True, f"カメラ {address}: {width}x{height}", f"camera {address}: {width}x{height}"
            )
    finally:
        source.close()
