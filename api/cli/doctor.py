"""``jantaku doctor``."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from api.cli.terminal.rows import print_line
from api.cli.terminal.styles import BAD, DOUBT, FAINT, GOOD
from api.operations.logs import to_stderr
from controller.errors import JantakuError
from firmware_bridge.doctor import examine
from firmware_bridge.findings import DoctorFinding
from hardware.firmware.build import known_builds
from vision.capture.open import open_source
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import Classifier

FRAME_S = 5.0
MARKS = {"well": ("ok  ", GOOD), "advice": ("note", DOUBT), "trouble": ("FAIL", BAD)}


def run(as_json: bool, serial: str, cameras: Sequence[str]) -> int:
    """Print each finding with its cure; 1 when something is not well."""
    to_stderr()
    well = True
    for finding in (
        *examine(serial or None, builds=known_builds()),
        *_models(),
        *(each for camera in cameras for each in _camera(camera)),
    ):
        well = well and finding.ok
        if as_json:
            print(json.dumps({**asdict(finding), "level": finding.level}, ensure_ascii=False))
            continue
        print_line(MARKS[finding.level], f" {finding.code}: {finding.en} / {finding.ja}")
        if finding.cure_en:
            print_line(("     -> ", FAINT), f"{finding.cure_en} / {finding.cure_ja}")
    return 0 if well else 1


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
