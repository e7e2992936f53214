"""A phone as camera: Chromium's fake camera shows a table, over TLS with our own authority, and the table is read."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from api.access.access import Access
from api.demo.web import WebServer
from api.phones.desk import phone_desk
from api.tls.plan import TlsPlan
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration, over_the_table
from tests.e2e.test_accessible import axe
from tests.support.axe import violations
from tests.support.browser import next_held
from tests.support.phone_stage import camera_link, filming, set_size, write_film
from tests.support.screens import picture
from tests.support.waiting import PATIENCE_S, eventually
from vision.camera.calibration import Calibration, fit_camera
from vision.capture.open import open_source
from vision.render.arrangement import Arrangement, random_arrangement
from vision.render.painter import Painter
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

__all__ = ["axe"]
SIZE = (1280, 960)
BEHIND = 4
"""Pictures that a slow service accepts before it stops accepting any."""


@dataclass
class Staged:
    """A service over TLS, a browser before a table, and the tiles on it."""

    web: WebServer
    browser: Browser
    arranged: Arrangement

    def phone(self, path: str = "", prepare: Callable[[Page], object] | None = None, **options: object) -> Page:
        context = self.browser.new_context(
            ignore_https_errors=True,
            viewport={"width": 390, "height": 844},
            locale="en-US",
            **options,  # type: ignore[arg-type]  # as Playwright takes them
        )
        page = context.new_page()
        set_size(page, SIZE)
        if prepare is not None:
            prepare(page)
        page.goto(path or camera_link(self.web, "9"))
        expect(page.locator("#go")).to_be_visible()
        return page


@pytest.fixture(scope="module")
def staged(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    folder, rng, profile = tmp_path_factory.mktemp("phone"), np.random.default_rng(11), load_profile()
    web = WebServer({}, access=Access(), tls=TlsPlan("local", 0), folder=folder)
    web.start()
    arranged = random_arrangement(rng)
    painter, scene = Painter(profile, over_the_table(SIZE)), arranged.scene(Layout(profile), rng)
    write_film(folder / "film.y4m", [painter.jpeg(scene, rng) for _ in range(4)])
    with filming(browser.browser_type, folder / "film.y4m", web) as phones:
        yield Staged(web, phones, arranged)
    web.stop()
    assert web.tls is not None
    web.tls.close()
    phone_desk().close()


EXPOSURES = 5


def started(page: Page) -> Page:
    page.locator("#go").click()
    expect(page.locator("#state")).to_have_text("Sending")
    return page


def test_a_table_that_a_phone_films_is_read_as_it_lies(staged: Staged, axe: str) -> None:
    page = staged.phone()
    assert "code=" not in page.url
    assert violations(page, axe) == []
    started(page)
    source = open_source(phone_desk().completed("phone:", "9"))
    eventually(lambda: phone_desk().line("9").newest is not None)
    profile = load_profile()
    camera = fit_camera(Calibration.from_json(calibration(over_the_table(SIZE), profile))).camera
    truth, rivers = [list(staged.arranged.parts[seat].river) for seat in SEATS], []
    for _ in range(EXPOSURES):
        # As on a real table, several readings must agree: one exposure proves nothing.
        frame = source.next(PATIENCE_S)
        assert frame is not None
        assert frame.image.shape[:2] == (SIZE[1], SIZE[0])
        seen = TableReader(profile, camera, Classifier.load(1)).read(frame)
        rivers = [[(each.seen.tile, each.sideways) for each in river] for river in seen.rivers if river is not None]
        if rivers == truth:
            break
    assert rivers == truth
    expect(page.locator("#hints li").first).to_be_visible()
    assert violations(page, axe) == []
    picture(page, "camera-phone")
    source.close()
    page.context.close()


def test_the_page_tells_the_truth_of_the_link_and_comes_back_by_itself(staged: Staged) -> None:
    page = started(staged.phone())
    line = phone_desk().line("9")
    staged.web.stop()
    expect(page.locator("#state")).to_have_text("Nothing reaches the service")
    expect(page.locator("body")).to_have_attribute("data-state", "stale")
    before = line.stand()["connected"]
    staged.web.start()
    expect(page.locator("#state")).to_have_text("Sending")
    assert not before
    # Another phone takes its place, and this phone does not reconnect.
    second = started(staged.phone())
    expect(page.locator("#state")).to_have_text("Another phone has become this camera")
    expect(second.locator("#state")).to_have_text("Sending")
    page.context.close()
    second.context.close()


def test_a_video_that_the_system_stopped_is_told_and_goes_on_when_the_page_is_seen_again(staged: Staged) -> None:
    """Regression: the page said that it was sending, and sent nothing until somebody stopped it."""
    page = staged.phone()
    page.locator("#go").click()
    expect(page.locator("#state")).to_have_text("Sending")
    page.evaluate("video.play = () => Promise.reject(new DOMException('', 'AbortError')); video.pause()")
    expect(page.locator("#state")).to_have_text("No picture leaves this phone")
    page.evaluate("delete video.play; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#state")).to_have_text("Sending")
    # Another app took the lens: the track has ended, and a new one is opened.
    track = "video.srcObject.getTracks()[0]"
    page.evaluate(f"{track}.stop(); {track}.dispatchEvent(new Event('ended'))")
    expect(page.locator("#state")).to_have_text("Sending")
    eventually(lambda: page.evaluate(f"{track}.readyState") == "live")
    page.context.close()


def test_a_phone_sends_fewer_pictures_while_the_service_is_behind_and_a_slow_link_drops_them(staged: Staged) -> None:
    page, came = staged.phone(), list[float]()

    def answered(socket: WebSocketRoute) -> None:
        socket.send('{"kind": "welcome"}')

        def heard(message: str | bytes) -> None:
            if isinstance(message, bytes) and len(came) < BEHIND:
                came.append(time.monotonic())
                socket.send(json.dumps({"kind": "taken", "number": len(came), "ask": 1, "pause": 1200}))

        socket.on_message(heard)

    page.route_web_socket(re.compile("/camera"), answered)
    page.locator("#go").click()
    expect(page.locator("#chips")).to_contain_text("fewer, as the service can use")
    eventually(lambda: bool(page.title()) and len(came) == BEHIND)
    # Then nothing is acknowledged any more: one picture is in transit, the others are dropped.
    expect(page.locator("#chips")).to_contain_text("left out")
    assert came[-1] - came[0] > 2.0, "five a second were chosen, and at most one in 1.2 s is asked for"
    page.context.close()


def test_what_a_browser_refuses_is_explained(staged: Staged, axe: str) -> None:
    assert staged.web.tls is not None
    plain = staged.browser.new_context(viewport={"width": 390, "height": 844}, locale="ja-JP").new_page()
    # An address other than loopback without TLS is no secure context.
    plain.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', {value: false})")
    plain.goto(f"{staged.web.address}/camera/9")
    expect(plain.locator("#trouble")).to_contain_text("https")
    expect(plain.locator("#secure")).to_have_attribute("href", f"https://127.0.0.1:{staged.web.tls.port}/camera/9")
    assert violations(plain, axe) == []
    plain.locator("#trust").click()
    assert staged.web.tls.authority is not None
    expect(plain.locator("#fingerprint")).to_have_attribute("aria-label", staged.web.tls.authority.fingerprint)
    assert violations(plain, axe) == []
    picture(plain, "authority-phone")
    plain.context.close()
    denied = staged.phone()
    refusing = "() => Promise.reject(new DOMException('', 'NotAllowedError'))"
    denied.evaluate(f"() => {{ navigator.mediaDevices.getUserMedia = {refusing}; }}")
    denied.locator("#go").click()
    expect(denied.locator("#trouble")).to_contain_text("not allowed")
    denied.context.close()


def test_a_phone_tells_of_its_network_its_battery_and_how_it_is_held(staged: Staged) -> None:
    page = staged.phone()
    battery = "{level: 0.1, charging: false, addEventListener() {}}"
    page.add_init_script(f"navigator.getBattery = async () => ({battery})")
    page.reload()
    started(page)
    line = phone_desk().line("9")
    eventually(lambda: line.stand()["battery_low"])
    expect(page.locator("#hints")).to_contain_text("The battery is low")
    # Its pictures now carry the warning to the vision, which reports it to the board (camera-battery).
    eventually(lambda: line.past(-1, 0.1).battery_low)
    # The phone is locked, or another page is in front: the reason is shown, and sending resumes by itself.
    page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    eventually(lambda: line.stand()["hidden"])
    assert "not in front" in line.stand()["trouble"]
    page.evaluate("delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))")
    eventually(lambda: not line.stand()["hidden"])
    # The network fails and returns.
    page.context.set_offline(True)
    before = line.stand()
    staged.web.stop()
    expect(page.locator("body")).to_have_attribute("data-state", "stale")
    staged.web.start()
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("Sending")
    eventually(lambda: line.stand()["connected"])
    assert before["size"] == list(SIZE)
    # Held upright: the page says so. A film cannot be turned, but its size on the page can.
    page.evaluate("Object.defineProperty(document.getElementById('video'), 'videoHeight', {get: () => 1600})")
    expect(page.locator("#hints")).to_contain_text("Turn the phone on its side")
    page.context.close()


TURNED = """async (turn) => {
  const { snapshot } = await import("/static/camera/lens.js");
  const drawn = (width, height, draw) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    draw(canvas.getContext("2d"));
    return Object.assign(canvas, { videoWidth: width, videoHeight: height });
  };
  const upright = drawn(80, 60, (context) => {
    for (const [at, colour] of ["#f00", "#0f0", "#00f", "#fff"].entries()) {
      context.fillStyle = colour;
      context.fillRect(40 * (at % 2), 30 * Math.floor(at / 2), 40, 30);
    }
  });
  const swapped = turn % 180 !== 0;
  const video = drawn(swapped ? 60 : 80, swapped ? 80 : 60, (context) => {
    context.translate(swapped ? 30 : 40, swapped ? 40 : 30);
    context.rotate((-turn * Math.PI) / 180);
    context.drawImage(upright, -40, -30);
  });
  const sent = await createImageBitmap(await snapshot(video, 1, turn));
  const seen = drawn(sent.width, sent.height, (context) => context.drawImage(sent, 0, 0)).getContext("2d");
  const light = (x, y) => [...seen.getImageData(x, y, 1, 1).data.slice(0, 3)].map((one) => Number(one > 127));
  return [[sent.width, sent.height], light(10, 10), light(70, 10), light(10, 50), light(70, 50)];
}"""
"""Script: true if a page draws a video turned by these degrees upright: size and colours of the four corners."""


def test_a_phone_that_takes_itself_for_turned_sends_its_pictures_as_before(staged: Staged) -> None:
    """Regression: a phone over a table changed its idea of up, so that the table had another size or was upside down.

    A browser turns its video against the rotation of the screen's content (W3C Screen Orientation).
    """
    page = staged.phone()
    for turn in (0, 90, 180, 270):
        assert page.evaluate(TURNED, turn) == [[80, 60], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], turn
    page.context.close()


def test_who_starts_before_the_link_is_spent_waits_for_it(staged: Staged) -> None:
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page = staged.phone(prepare=lambda page: page.route("**/access/cameras", hold))
    page.locator("#go").click()
    expect(page.locator("#state")).to_have_text("Connecting…")
    # The first request is lost; the page uses the link again by itself.
    next_held(page, held).abort()
    expect(page.locator("#state")).to_have_text("Nothing reaches the service")
    next_held(page, held).continue_()
    expect(page.locator("#state")).to_have_text("Sending")
    page.context.close()


def test_a_phone_that_nobody_has_paired_sends_nothing(staged: Staged) -> None:
    assert staged.web.tls is not None
    page = staged.phone(f"https://127.0.0.1:{staged.web.tls.port}/camera/8?lang=en")
    page.locator("#go").click()
    expect(page.locator("#state")).to_have_text("This phone is not paired")
    assert phone_desk().line("8").newest is None
    page.context.close()
