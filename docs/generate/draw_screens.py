"""Take the README's pictures of overlay and camera, from a staged win and a running demonstration.

Run ``python docs/generate/draw_screens.py`` from the repository's root; needs Debian's chromium-headless-shell and a
Japanese font.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from api.access.roles import Role
from api.demo.run import TABLE, running
from api.demo.table import DemoSetup
from api.demo.web import WebServer
from controller.views.policy import Release, When
from tests.support.browser import launched
from tests.support.overlay_stage import opened, picture, play_to_win, staged

HERE = Path(__file__).parents[1]
SIZE = (1280, 720)
PATIENCE_MS = 180_000


def main() -> None:
    """Write docs/overlay.png at a win, and the camera's docs/table.jpg at the end of a round."""
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = launched(playwright.chromium)
        with staged(Path(folder), Release(When.LIVE), blind=0.0) as (stage, web):
            page = opened(browser, web, size=SIZE)
            play_to_win(stage)
            picture(page, HERE / "overlay.png")
        setup = DemoSetup(hands=1, fast=True, seed=7, wrong_break="1,")
        with TemporaryDirectory() as demo, running(setup, Path(demo)) as (table, service):
            web = WebServer({TABLE: service})
            web.start()
            code = web.access.people.link(Role.REFEREE, "審判")
            console = browser.new_page()
            console.goto(f"{web.address}/tables/{TABLE}?lang=en#code={code}")
            console.locator("#result").wait_for(timeout=PATIENCE_MS)
            with urlopen(f"{table.camera}/frame.jpg") as frame:
                (HERE / "table.jpg").write_bytes(frame.read())
            web.stop()
        browser.close()


if __name__ == "__main__":
    main()
