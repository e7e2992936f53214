"""Take the pictures of overlay and camera for the README from a running demonstration, with the system's Chromium.

Run as ``python docs/generate/draw_screens.py`` from the repository's root; needs Debian's chromium-headless-shell and a
Japanese font.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from api.access.roles import Role
from api.demo.run import TABLE, DemoSetup, running
from api.demo.web import WebServer
from tests.support.browser import launched

HERE = Path(__file__).parents[1]
PATIENCE_MS = 180_000


def main() -> None:
    """Write docs/overlay.png and the camera's docs/table.jpg at the end of a round."""
    setup = DemoSetup(hands=1, fast=True, seed=7, wrong_break="1,")
    with TemporaryDirectory() as folder, running(setup, Path(folder)) as (table, service):
        web = WebServer({TABLE: service})
        web.start()
        address = web.address
        code = web.access.people.link(Role.REFEREE, "審判")
        with sync_playwright() as playwright:
            browser = launched(playwright.chromium)
            console = browser.new_page(viewport={"width": 1440, "height": 1160})
            console.goto(f"{address}/tables/{TABLE}?lang=en#code={code}")
            overlay = browser.new_page(viewport={"width": 1280, "height": 720})
            overlay.goto(f"{address}/overlay/{TABLE}?lang=ja")
            overlay.evaluate("document.documentElement.style.background = '#2f5d7c'")
            console.locator("#result").wait_for(timeout=PATIENCE_MS)
            overlay.screenshot(path=HERE / "overlay.png")
            with urlopen(f"{table.camera}/frame.jpg") as frame:
                (HERE / "table.jpg").write_bytes(frame.read())
            browser.close()
        web.stop()


if __name__ == "__main__":
    main()
