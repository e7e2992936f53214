"""Pages for people who ask for little motion, or see colours otherwise."""

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, expect

from api.demo.web import WebServer
from controller.riichi.seat import Seat
from tests.e2e.test_console import deal
from tests.e2e.test_pages import open_page
from tests.support.bench import lap
from tests.support.quiet_table import QuietTable

ROOT: Final = Path(__file__).parents[2]
MOVING: Final = """() => document.getAnimations().filter((each) => each.playState === 'running'
    && each.effect.getComputedTiming().duration > 1).map((each) => each.effect.target.outerHTML.slice(0, 60))"""
TOKENS: Final = ROOT / "api" / "web" / "shared" / "tokens.css"
APART: Final = 20.0
"""Between two seats' colours, in CIE76; chosen: about ten times what is just seen."""
EYES: Final = {
    "all cones": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
"""Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009), severity 1.0; on linear light."""
TO_XYZ: Final = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE: Final = np.array([0.9505, 1.0, 1.089])


@pytest.mark.parametrize("path", ["/tables/1", "/", "/gallery", "/overlay/1"])
def test_nothing_moves_for_whoever_asks_for_little_motion(
    browser: Browser, table: QuietTable, web: WebServer, path: str
) -> None:
    deal(table)
    lap(table, "1z", "2z", "3z", "5p")
    page, _ = open_page(browser, web, f"{path}?lang=en")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator("main, .part").first).to_be_visible()
    table.open(Seat.A, "46p123m789s22z777z")
    table.see(12)
    page.wait_for_timeout(300)
    assert page.evaluate(MOVING) == []


def lab(colour: str, eye: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour of the screen as such an eye sees it, in CIELAB."""
    coded = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    light = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(eye @ light, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_seats_apart_by_their_colours(eye: str) -> None:
    told = re.findall(r"--seat-[a-d]: (#[0-9a-f]{6})", TOKENS.read_text(encoding="utf-8"))
    seen = [lab(colour, np.asarray(EYES[eye], float)) for colour in told]
    assert len(seen) == len(Seat)
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > APART
