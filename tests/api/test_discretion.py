"""No log line contains a hand, a variable or evidence, wherever an error was raised."""

import asyncio
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from api.discretion import trace_of
from api.operations.logs import to_stderr
from controller.errors import HandError, StoreError
from controller.journal import events as ev
from controller.journal.state import Standing
from controller.ports.eyes import SeenRow, Sighting
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.text import Language
from controller.views.late.hand import HandView
from hardware.simulator.camera.plain_sight import seen
from vision.capture.trouble import CameraTrouble

CANARY = parse_tiles("19m19p19s123456z")
WORDS = ("19m19p19s", "1m", "9m", "9p", "9s", "M9", "EAST", "Tile.", "M1", "🀀", "東", "canary")
ROW = SeenRow(tuple(map(seen, CANARY)), seen(Tile.RED))
SIGHTING = Sighting(1, 0.2, ((),) * 4, (None,) * 4, ((),) * 4, (None,) * 4, None, None, concealed=(ROW,) * 4)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Capture stderr without the log handlers of pytest; restore the settings of logging afterwards."""
    hooks, root, before = (sys.excepthook, threading.excepthook), logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield capsys
    sys.excepthook, threading.excepthook = hooks
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**before)
    logging.raiseExceptions = True


def fail(hand: object) -> None:
    held = ("canary", hand)
    raise HandError(f"canary {held} of 9m in 19m19p19s")


class Line(str):
    """A subclass of ``str``, as ``CameraTrouble`` is."""


def clean(said: str) -> bool:
    return not any(word in said for word in WORDS)


def test_errors_are_told_by_kind_and_place_alone(lines: pytest.CaptureFixture[str]) -> None:
    to_stderr()
    log = structlog.get_logger()
    try:
        fail(CANARY)
    except HandError as error:
        log.exception("table stopped", table="1")
        log.error("again", exc_info=error, stack_info=True)
        log.error("told", trace=trace_of(error))
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n%s", "canary")
    said = lines.readouterr().err
    assert clean(said)
    assert said.count("HandError") == 4
    assert "test_discretion.py" in said
    assert "(fail)" in said


def test_errors_that_nobody_caught_are_told_the_same_way(lines: pytest.CaptureFixture[str]) -> None:
    to_stderr()
    thread = threading.Thread(target=fail, args=(CANARY,))
    thread.start()
    thread.join()
    try:
        fail(CANARY)
    except HandError as error:
        sys.excepthook(type(error), error, error.__traceback__)

    async def forgotten() -> None:
        task = asyncio.ensure_future(asyncio.to_thread(fail, CANARY))
        await asyncio.wait([task])
        asyncio.get_running_loop().call_exception_handler({"message": "lost", "exception": task.exception()})

    asyncio.run(forgotten())
    said = lines.readouterr().err
    assert clean(said)
    assert said.count("HandError") == 3


def test_values_that_are_no_plain_ones_are_told_by_their_kind(lines: pytest.CaptureFixture[str]) -> None:
    to_stderr()
    structlog.get_logger().warning(
        "odd", seen=SIGHTING, tiles=CANARY, hand={"canary": Tile.M9}, sets={Tile.M1}, count=3, names=["a", "b"]
    )
    said = lines.readouterr().err
    assert clean(said)
    assert all(part in said for part in ("<Sighting>", "<tuple>", "<dict>", "<set>", "3", "['a', 'b']"))


def test_what_is_made_of_words_and_numbers_is_told_whole(lines: pytest.CaptureFixture[str]) -> None:
    """Regression: the changes of a venue were logged as ``<dict>``, and a path as ``<PosixPath>``."""
    to_stderr()
    changed = {"1": ("camera", "release"), "2": {"port": 8000, "rate": 2.5, "off": None}}
    structlog.get_logger().info("changed", changed=changed, file=Path("hall/venue.toml"), names={"a"}, none=[[]])
    said = lines.readouterr().err
    assert "changed={'1': ['camera', 'release'], '2': {'port': 8000, 'rate': 2.5, 'off': None}}" in said
    assert all(part in said for part in ("file=hall/venue.toml", "names=['a']", "none=[[]]"))
    assert "<" not in said


@pytest.mark.parametrize("where", ["{}", "camera {}: refused", "'{}' and again {}, then nothing"])
@pytest.mark.parametrize(
    "address",
    [
        "http://admin:canary@192.0.2.9/a.jpg",
        "rtsp://admin:c@canary@cam/1",
        "http://admin:c/canary?@cam",
        "http://cam/snap?usr=admin&pwd=canary",
        "https://cam/a?password=canary&channel=1",
    ],
)
def test_no_password_of_an_address_is_told_wherever_it_stands(
    lines: pytest.CaptureFixture[str], where: str, address: str
) -> None:
    to_stderr()
    told = where.format(address, address)
    structlog.get_logger().warning(told, reason=CameraTrouble(told), changed={"camera": [told]})
    said = lines.readouterr().err
    assert clean(said)
    assert said.count("***") >= 3
    assert "cam" in said or "192.0.2.9/a.jpg" in said


def test_an_error_of_a_file_keeps_its_words() -> None:
    error = StoreError("journal.sqlite: not written: disk full")
    error.__cause__ = OSError(28, "No space left on device")
    assert trace_of(error) == "StoreError: journal.sqlite: not written: disk full < OSError: No space left on device"


@pytest.mark.parametrize(
    "secret",
    [
        SIGHTING,
        ROW,
        ev.HandSeen(at=0.0, seat=Seat.A, tiles=CANARY, drawn=Tile.RED),
        Standing(CANARY, Tile.RED, 3),
        HandView(CANARY, Tile.RED, 0, (), False, False, 0, 0),
    ],
)
def test_what_holds_a_hand_does_not_print_it(secret: object) -> None:
    assert clean(repr(secret).replace("Seat.A", ""))


def test_what_is_a_kind_of_text_says_what_it_says(lines: pytest.CaptureFixture[str]) -> None:
    """Regression: the reason of a camera's trouble was logged as ``<CameraTrouble>``."""
    to_stderr()
    log = structlog.get_logger()
    for reason in (CameraTrouble("no answer for 3 s"), Line("no answer for 3 s"), Language.JA):
        log.warning("source_failed", reason=reason)
    said = lines.readouterr().err
    assert said.count("no answer for 3 s") == 2
    assert "reason=ja" in said
    assert "<" not in said
