"""The map's walks: a real byte, frame and hand pass exactly the files that the page names, in order."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from api.http.schemas.scores import answer_line
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.table import SerialTable, open_table
from hardware.simulator.board.pty import BoardOnPty
from tests.support.quiet_table import quiet_table
from tests.support.studio import studio_of
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.walks import files_passed
from vision.capture.open import open_source
from vision.eyes import CameraEyes
from vision.render.arrangement import Arrangement
from vision.tiles.classifier import Classifier

HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "ron", "seat_wind": "S"}


def written(page: str, title: str) -> list[str]:
    """Files of the numbered list under a heading, in order."""
    part = page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\d+\. `([^`]+)`", part, re.MULTILINE)


def _until(table: SerialTable, kind: SignalKind, take: Callable[[TableSignal], object]) -> None:
    heard = list[SignalKind]()

    def is_heard() -> bool:
        for signal in table.poll(1.0):
            take(signal)
            heard.append(signal.kind)
        return kind in heard

    eventually(is_heard)


def _byte(folder: Path) -> tuple[str, ...]:
    with quiet_table(folder) as quiet, BoardOnPty(folder / "table") as board:
        table = open_table(str(board.link))
        _until(table, SignalKind.LINK_UP, quiet.give)
        board.press_set(Seat.A)
        passed = files_passed(lambda: _until(table, SignalKind.SET_PRESSED, quiet.give))
        table.close()
    return passed


def _frame(folder: Path) -> tuple[str, ...]:
    pictures = folder / "frames"
    pictures.mkdir()
    studio = studio_of("parlour", Classifier.load(1))
    shot = studio.shoot(studio.scene(Arrangement()))
    cv2.imwrite(str(pictures / "1.jpg"), shot.image)
    eyes = CameraEyes(open_source(str(pictures)), studio.reader())
    with quiet_table(folder) as quiet:
        service = quiet.service
        assert service is not None

        quiet.signal(SignalKind.SET_PRESSED, Seat.A)
        quiet.signal(SignalKind.HATCH_OPENED)

        def walk() -> None:
            sighting = eyes.look(PATIENCE_S)
            assert sighting is not None
            before = service.number
            for later in range(20):
                service.take(replace(sighting, frame=later, at=sighting.at + later))
            assert service.number > before

        return files_passed(walk)


def _hand() -> tuple[str, ...]:
    assert answer_line(json.dumps(HAND), 1).startswith('{"ok":true')
    return files_passed(lambda: answer_line(json.dumps(HAND | {"win": "5s"}), 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", ["A byte on the serial line becomes a fact", "A frame reaches the feed", "A hand becomes a score"]
)
def test_each_walk_of_the_map_is_walked(title: str, root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = written(page, title)
    assert len(named) > 5
    passed = _byte(tmp_path) if "byte" in title else _frame(tmp_path) if "frame" in title else _hand()
    assert [name for name in passed if name in named] == named
