"""Camera set-up in a real browser: by keyboard only, by sheets and by corners, a phone by its code, two users."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.access.access import Access
from api.access.roles import Role
from api.demo.web import WebServer
from api.phones.desk import phone_desk
from api.phones.line import PhoneVisit
from api.tls.plan import TlsPlan
from api.venue.plan import empty_plan
from api.venue.running import RunningVenue
from tests.support.logged_in import link_to
from tests.support.one_picture import SHEETS_CAMERA, camera_of, sheets_seen
from tests.support.screens import picture
from tests.support.waiting import PATIENCE_S
from tests.vision.camera.test_fiducials import LAYOUT
from vision.camera.aim import field_corners
from vision.capture.frame import FrameSource, decode
from vision.capture.open import open_source
from vision.capture.v4l2 import CameraProbe, Control, Mode

CAMERA = SHEETS_CAMERA
MOST_TABS = 80
LAN = ip_address(0xC0A8_4D09)
"""A private address of this machine."""


@dataclass
class Begun:
    """A service over TLS started without a venue file, and a camera that sees the four sheets."""

    web: WebServer
    folder: Path
    camera: str
    sheets: bytes


@pytest.fixture
def begun(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begun]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    venue = RunningVenue(empty_plan(tmp_path / "venue.toml", "127.0.0.1", 8000))
    web = WebServer(venue.tables, access=Access(), tls=TlsPlan("local", 0), folder=tmp_path, venue=venue)
    web.start()
    with camera_of(sheets_seen()) as camera:
        yield Begun(web, tmp_path, camera, sheets_seen())
        for context in browser.contexts:
            context.close()
    web.stop()
    assert web.tls is not None
    web.tls.close()
    venue.close()
    phone_desk().close()


def come_to(page: Page, selector: str) -> Locator:
    """Press Tab until the element is focused, as a person without a mouse does."""
    there = page.locator(selector)
    expect(there).to_be_enabled()
    for _ in range(MOST_TABS):
        if there.evaluate("(one) => one === document.activeElement"):
            return there
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def press(page: Page, selector: str, key: str = "Enter") -> None:
    come_to(page, selector)
    page.keyboard.press(key)


def points(page: Page) -> str:
    return page.locator("#drawing .asked").get_attribute("points") or ""


def dragged(page: Page) -> None:
    """Drag the four rings to the corners of the field."""
    stage = page.locator("#drawing").bounding_box()
    assert stage is not None
    scale = stage["width"] / CAMERA.size[0]
    mm = np.column_stack([np.array(field_corners(LAYOUT)), np.zeros(4)])
    for place, (x, y) in enumerate(CAMERA.project(mm)):
        ring = page.locator(f"[data-corner='{place}'] .dot").bounding_box()
        assert ring is not None
        page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        page.mouse.down()
        page.mouse.move(stage["x"] + float(x) * scale, stage["y"] + float(y) * scale, steps=2)
        page.mouse.up()


@pytest.mark.long
def test_a_camera_is_aimed_by_keyboard_alone_by_corners_that_are_dragged_and_again_after_the_page_was_loaded_anew(
    browser: Browser, begun: Begun
) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 1400})
    page.goto(link_to(begun.web, "/setup?lang=en"))
    press(page, "#real")
    expect(page.locator("[data-open=table]")).to_be_visible()
    press(page, "[data-step=camera]")
    come_to(page, "#camera-address")
    page.keyboard.type(begun.camera)
    page.keyboard.press("Enter")
    expect(page.locator("#seen")).to_contain_text("960 × 720")
    press(page, "#next")
    expect(page.locator("[data-seen=true]")).to_have_count(4)
    press(page, "#by-sheets")
    expect(page.locator("#fitted.good")).to_be_visible()
    expect(page.locator("#drawing .rivers").first).to_be_attached()
    before = points(page)
    press(page, "[data-corner='0']", "ArrowRight")
    assert points(page) != before
    press(page, "[data-corner='0']", "ArrowLeft")
    # Reloading the page loses nothing, and the corners are where the table is.
    page.reload()
    expect(page.locator("#fitted.good")).to_be_visible()
    expect(page.locator("[data-corner]")).to_have_count(4)
    dragged(page)
    page.locator("#by-corners").click()
    expect(page.locator("#fitted.good")).to_be_visible()
    picture(page, "setup-aim")
    # The board is skipped. Saved by keyboard, too.
    press(page, "[data-step=board]")
    press(page, "#leave")
    press(page, "[data-step=ready]")
    press(page, "#save")
    expect(page.locator("[data-item=saved]")).to_have_attribute("data-stand", "well")
    assert f'camera = "{begun.camera}"' in (begun.folder / "venue.toml").read_text(encoding="utf-8")


USB = "/dev/v4l/by-id/usb-Fake_Webcam-video-index0"
CAN = CameraProbe(
    tuple(Mode(*size, form, 30.0) for size in ((640, 480), (1440, 1080)) for form in ("MJPG", "YUYV")),
    {"focus": Control(0, 250, 0), "exposure": Control(3, 2047, 250), "mains": Control(0, 2, 2)},
    autofocus=True,
)


def test_a_camera_by_usb_is_set_by_what_it_can_do(
    browser: Browser, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the page had no access to a camera's size, focus, exposure or mains frequency.

    tests/vision/capture/test_usb_cameras.py tests the answers of a driver; here the camera is simulated.
    """
    opened = list[str]()

    def opening(address: str, **more: Any) -> FrameSource:
        opened.append(address)
        return open_source(begun.camera, **more)

    monkeypatch.setattr("vision.capture.open.open_source", opening)
    monkeypatch.setattr("api.setup.devices.probe", lambda device: CAN if device == USB else CameraProbe())
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto(link_to(begun.web, "/setup?lang=en"))
    page.locator("#real").click()
    page.locator("[data-step=camera]").click()
    page.locator("#camera-address").fill(USB)
    page.locator("#camera-try").click()
    expect(page.locator("#seen")).to_be_visible()
    assert opened[-1] == USB
    sizes = ["as the camera has it", "640x480", "1440x1080"]
    expect(page.locator("#camera-size option")).to_have_text(sizes)
    expect(page.locator("#camera-hunts")).to_be_visible()
    for name, value in (("size", "1440x1080"), ("mains", "50"), ("focus", "held")):
        page.locator(f"#camera-{name}").select_option(value)
        expect(page.locator(f"#camera-{name}")).to_be_enabled()
        expect(page.locator(f"#camera-{name}")).to_have_value(value)
    page.locator("#camera-focus-value").fill("30")
    page.locator("#camera-focus-value").press("Enter")
    expect(page.locator("code")).to_contain_text("#size=1440x1080&mains=50&focus=30")
    expect(page.locator("#camera-hunts")).to_have_count(0)
    expect(page.locator("#seen")).to_be_visible()
    assert opened[-1] == f"{USB}#size=1440x1080&mains=50&focus=30"
    # A change of focus keeps the calibration; a change of size removes it.
    page.locator("#next").click()
    page.locator("#by-sheets").click()
    expect(page.locator("#fitted.good")).to_be_visible()
    page.locator("[data-step=camera]").click()
    page.locator("#camera-exposure").select_option("auto")
    expect(page.locator("code")).to_contain_text("exposure=auto")
    page.locator("[data-step=aim]").click()
    expect(page.locator("#fitted.good")).to_be_visible()
    page.locator("[data-step=camera]").click()
    page.locator("#camera-size").select_option("640x480")
    expect(page.locator("code")).to_contain_text("size=640x480")
    page.locator("[data-step=aim]").click()
    expect(page.locator("#drawing .asked")).to_be_attached()
    expect(page.locator("#fitted")).to_have_count(0)


@pytest.mark.long
def test_a_phone_is_paired_by_its_code_two_people_see_each_other_and_what_runs_is_seen_again(
    browser: Browser, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(link_to(begun.web, "/setup?lang=en"))
    page.locator("#real").click()
    page.locator("[data-step=camera]").click()
    page.locator("#phone").click()
    # The service admits only this machine: there is no code for a phone, but there is the switch.
    expect(page.locator("#reach-switch")).to_have_attribute("aria-checked", "false")
    codes = page.locator("#paired img.code")
    expect(codes).to_have_count(0)
    monkeypatch.setattr("api.reach.reach.lan_addresses", lambda: (LAN,))
    monkeypatch.setattr("api.tls.names.lan_addresses", lambda: (LAN,))
    assert begun.web.tls is not None
    begun.web.tls.renew()
    page.locator("#reach-switch").click()
    expect(codes).to_have_count(2)
    codes.last.scroll_into_view_if_needed()
    seen = decode(codes.last.screenshot(), "code")
    address, *_ = cv2.QRCodeDetector().detectAndDecode(seen)
    assert re.fullmatch(rf"https://{re.escape(str(LAN))}:\d+/camera/1#code=\S+", address)
    assert address == page.locator("#phone-link").inner_text()
    phone = browser.new_context(ignore_https_errors=True).new_page()
    phone.goto(re.sub(r"//[^:]+:", "//127.0.0.1:", address))
    expect(phone.locator("#go")).to_be_visible()
    assert "code=" not in phone.url
    # The code is spent: a second phone that scans it is told so, and sends nothing.
    late = browser.new_context(ignore_https_errors=True, locale="en-US").new_page()
    late.goto(re.sub(r"//[^:]+:", "//127.0.0.1:", address))
    expect(late.locator("#place")).to_contain_text("link")
    line, who = phone_desk().line("1"), PhoneVisit("phone", lambda: None)
    line.enter(who)
    line.take(who, begun.sheets, CAMERA.size, 1.0)
    page.locator("#phone-try").click()
    expect(page.locator("#seen")).to_contain_text("960 × 720")
    # Another user sets up the same table: each sees the other's choice, and a stale one is refused.
    other = browser.new_context().new_page()
    other.goto(link_to(begun.web, "/setup?lang=en&table=1&step=table", Role.STAFF, "Mori"))
    page.locator("[data-step=table]").click()
    other.locator(".seats input").first.fill("Ito")
    other.locator(".seats input").nth(1).focus()
    expect(page.locator(".seats input").first).to_have_value("Ito")
    _tiles_while_the_page_is_loaded_anew(page, monkeypatch)


def _tiles_while_the_page_is_loaded_anew(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def learning(*_: object) -> dict[str, Any]:
        begun.set()
        go_on.wait(2 * PATIENCE_S)
        return {"set": "1", "faces": 37, "close": []}

    monkeypatch.setattr("api.photos.reading.learn_tiles", learning)
    page.locator("[data-step=tiles]").click()
    page.locator("#photo").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8"})
    assert begun.wait(PATIENCE_S)
    page.reload()
    expect(page.locator("[data-open=tiles] [role=status]")).to_be_visible()
    go_on.set()
    expect(page.locator("#learnt")).to_contain_text("37")
