"""A hand on the felt, photographed by a phone and scored on its score page, step by step in numbered pictures.

``python -m tests.support.score_film docs/score`` takes the pictures of docs/score.md.
"""

import sys
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Page, expect, sync_playwright

from api.demo.web import WebServer
from controller.riichi.notation import parse_tiles
from hardware.profiles.load import load_profile
from tests.support.browser import launched
from tests.support.logged_in import link_to
from tests.support.screens import taken
from tests.support.waiting import PATIENCE_MS
from vision.camera.model import Camera
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile

PHONE: Final = {"width": 390, "height": 844}
HAND: Final = "234m345678p2267s"
WIN: Final = "8s"
SHOTS: Final = range(1, 5)
"""Numbers of the pictures."""


def hand_photo(file: Path, row: str = HAND, called: int | None = None) -> None:
    """Paint thirteen tiles in a row with the winning tile apart, as a phone held above them sees it.

    ``called``: index in the row of a sideways tile.
    """
    profile = load_profile()
    wide, tall = profile.tile.width_mm, profile.tile.height_mm
    laid: list[PosedTile] = []
    left = -7.5 * wide
    for place, tile in enumerate(parse_tiles(row)):
        lies = place == called
        across = tall if lies else wide
        laid.append(PosedTile(tile, left + across / 2, 150 + (tall - wide) / 2 * lies, 0, 90 * lies))
        left += across
    laid += [PosedTile(tile, left + 1.2 * wide, 150, 0, 0) for tile in parse_tiles(WIN)]
    camera = Camera.looking_down((1600, 1200), tilt=4, field=420, offset=(0, 150))
    picture = Painter(profile, camera).paint(PosedScene(tuple(laid)), np.random.default_rng(3))
    # Crop to the hand: a phone does not show the middle of the table.
    cv2.imwrite(str(file), picture[380:880, 260:1360])


def film(page: Page, web: WebServer, photo: Path, folder: Path) -> float:
    """Open the page, take the photo, tap riichi, read the points; return the seconds that it took."""
    shot = 0

    def picture() -> None:
        nonlocal shot
        shot += 1
        (folder / f"{shot}.jpg").write_bytes(taken(page))

    address = link_to(web, "/score?lang=ja")
    began = time.monotonic()
    page.goto(address)
    expect(page.locator("#camera")).to_be_attached()
    # The service says which circumstances exclude each other, which the first picture shows.
    expect(page.locator("[data-pick][aria-disabled=true]").first).to_be_visible()
    picture()
    page.locator("#camera").set_input_files(photo)
    expect(page.locator(".mark")).to_have_count(14)
    expect(page.locator("#answer")).to_be_visible()
    page.locator("#photo").scroll_into_view_if_needed()
    picture()
    riichi = page.locator("[data-pick=riichi-riichi]")
    riichi.scroll_into_view_if_needed()
    riichi.click()
    expect(page.locator("#answer")).to_contain_text("リーチ")
    picture()
    page.locator("#answer").scroll_into_view_if_needed()
    expect(page.locator("#answer .total")).to_contain_text("3,900")
    seconds = time.monotonic() - began
    picture()
    return seconds


def main() -> None:
    """Write the pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    web = WebServer({})
    web.start()
    photo = folder / "photo.png"
    hand_photo(photo)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        page = browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]}, device_scale_factor=2)
        print(f"{film(page, web, photo, folder):.1f} s")
        browser.close()
    photo.unlink()
    web.stop()


if __name__ == "__main__":
    main()
