"""Searches everything that leaves a table for hands, wall and ura-dora in every notation: a short run."""

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from controller.riichi.notation import parse_tiles
from controller.views.policy import Release
from tests.support.canaries import Canaries, needles, run
from tests.support.longer import others_long

HAND = parse_tiles("123m456p789s1155z")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the logging settings after the test."""
    root, before, hooks = logging.getLogger(), structlog.get_config(), (sys.excepthook, threading.excepthook)
    handlers, level = root.handlers[:], root.level
    yield
    structlog.configure(**before)
    sys.excepthook, threading.excepthook = hooks
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.raiseExceptions = True


@pytest.mark.slow
@pytest.mark.parametrize("rule", others_long(["never", "300"], "never"))
def test_no_output_to_anybody_holds_a_secret_before_its_release(tmp_path: Path, rule: str) -> None:
    found = run(tmp_path, Release.parse(rule), 1, every=70, most=140)
    assert found.leaks == []
    assert found.searched > 100
    assert found.needles > 1000
    found.close()


@pytest.mark.parametrize(
    "written",
    [
        '"tiles": ["1m", "2m", "3m", "4p", "5p", "6p"]',
        '["4p","5p","6p","7s","8s","9s"]',
        "Hand(123m456p789s1155z)",
        "M1, M2, M3, P4, P5, P6",
        "[0, 1, 2, 12, 13, 14]",
        "11,12,13,24,25,26",
        "\U0001f007\U0001f008\U0001f009\U0001f01c\U0001f01d\U0001f01e",
    ],
)
def test_a_hand_is_found_however_it_is_written(written: str) -> None:
    assert any(needle in written.encode() for needle in needles(HAND))


@pytest.mark.slow
def test_a_leak_is_found(tmp_path: Path) -> None:
    found = run(tmp_path, Release.parse("live"), 1, every=100, most=100)
    assert {leak.output.split("?")[0] for leak in found.leaks} >= {"overlay GET /api/v1/tables/t/released"}
    assert isinstance(found, Canaries)
    found.close()
