"""The overlay in a real browser beside a running table: slots, sizes, parts, transparency, received data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from api.access.roles import Role
from api.demo.web import WebServer
from controller.journal.state import Phase
from controller.riichi.seat import SEATS
from controller.views.policy import Release, When
from tests.support.canaries import needles
from tests.support.logged_in import link_to
from tests.support.overlay_stage import WATCH, OverlayStage, opened, overlay_address, staged
from vision.capture.frame import decode

SAMPLE = Path(__file__).parents[2] / "api/web/overlay/preview/sample.json"
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160)}
BOXES = """() => Object.fromEntries([...document.querySelectorAll(".part")].map((part) => {
  const box = part.getBoundingClientRect();
  return [[part.dataset.part, part.dataset.slot].join(), [box.left, box.top, box.width, box.height]];
}))"""
READ = "document.fonts.ready.then(() => true)"
SETTLED = f"""(wanted) => Object.entries(({BOXES})()).every(([part, box]) =>
  box.every((each, at) => Math.abs(each - wanted[part][at]) <= 0.5))"""
"""Script: true if parts are at their places; the width of a plate of waits depends on its words, which arrive later."""
SMALLEST = """() => {
  const leaves = [...document.querySelectorAll(".part *")].filter((each) => each.offsetParent && each.clientWidth);
  const words = leaves.filter((each) => [...each.childNodes].some((part) => part.nodeType === 3 && part.data.trim()));
  const turned = (tile) => tile.matches(".sideways, .indicator");
  const tiles = leaves.filter((each) => each.matches(".tile") && !turned(each));
  return {
    text: Math.min(...words.map((each) => parseFloat(getComputedStyle(each).fontSize))),
    tile: Math.min(...tiles.map((each) => each.getBoundingClientRect().width)),
    shape: Math.max(...tiles.map((each) => Math.abs(each.offsetHeight / each.offsetWidth - 4 / 3))),
    said: document.body.innerText,
  };
}"""


OUTSIDE = """() => [...document.querySelectorAll(".part.round, .part.dora, .part.result")].flatMap((part) => {
  const { left, right } = part.getBoundingClientRect();
  const beyond = (box) => box.width && (box.left < left - 1 || box.right > right + 1);
  return [...part.querySelectorAll("*")].filter((each) => beyond(each.getBoundingClientRect()));
}).map((each) => each.textContent)"""

LONG_NAMES = """() => {
  for (const each of document.querySelectorAll(".result .name, .result li span:first-child, .result .winner"))
    each.textContent = "Maximilian Featherstonehaugh";
}"""


# Fields of the sample that the table does not send, or sends with another type.
UNLIKE = """async (sample) => {
  const told = await (await fetch("/api/v1/tables/t")).json();
  const kind = (value) => (Array.isArray(value) ? "list" : value === null ? "object" : typeof value);
  const unlike = (ours, theirs) =>
    Object.keys(ours).filter((name) => !(name in theirs) || kind(ours[name]) !== kind(theirs[name]));
  const late = ["advice", "concealed"];
  return [...unlike(sample, told), ...unlike(sample.round, told.round), ...unlike(sample.seats[0], told.seats[0])]
    .filter((name) => !late.includes(name));
}"""


def play(stage: OverlayStage, evidence: Iterator[Any], discards: int) -> None:
    """Play until the round has this number of discards."""
    for each in evidence:
        stage.service.take(each)
        round_ = stage.service.state.round
        if round_ is not None and round_.phase is Phase.PLAY and len(round_.discards) >= discards:
            return


def play_to_result(stage: OverlayStage, evidence: Iterator[Any]) -> None:
    """Play to the end of a round."""
    for each in evidence:
        stage.service.take(each)
        if stage.service.state.phase is Phase.RESULT or stage.service.state.phase is Phase.SETTLEMENT:
            return


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[OverlayStage, WebServer, Iterator[Any]]]:
    """A table in the middle of a round whose hands are shown live."""
    with staged(tmp_path_factory.mktemp("stage"), Release(When.LIVE), blind=0.2) as (stage, web):
        evidence = stage.evidence()
        play(stage, evidence, 20)
        yield stage, web, evidence


def test_the_overlay_is_the_same_picture_at_every_size_with_tiles_and_text_that_are_read(
    browser: Browser, played: tuple[OverlayStage, WebServer, Iterator[Any]]
) -> None:
    _, web, _ = played
    boxes: dict[str, dict[str, list[float]]] = {}
    for name, size in SIZES.items():
        page = opened(browser, web, query=f"late=1&lang={'en' if name == '4K' else 'ja'}", size=size)
        expect(page.locator(".part.hands .row:has([data-tile])")).to_have_count(4)
        expect(page.locator(".part.round .chance")).to_be_hidden()
        page.evaluate(READ)
        found, scale = page.evaluate(SMALLEST), size[0] / 1920
        # Failed in English: counters and riichi sticks ran out of the tag, over a river.
        assert page.evaluate(OUTSIDE) == [], name
        assert found["text"] >= 24 * scale - 0.1, name
        assert found["tile"] >= 44 * scale - 0.6, name
        assert found["shape"] < 0.06, name
        boxes[name] = page.evaluate(BOXES)
        for word in ("undefined", "null", "NaN", "demo", "http", "Object", "再接続", "reconnect"):
            assert word not in found["said"], word
        page.close()
    for part, (left, top, width, height) in boxes["1080p"].items():
        assert width <= {"scores": 420, "round": 360, "dora": 360}.get(part.split(",")[0], 960), part
        is_in_the_middle = left < 1400 and left + width > 520 and top < 780 and top + height > 300
        assert not is_in_the_middle or not width, part
    for part, box in boxes["1080p"].items():
        assert boxes["720p"][part] == pytest.approx([each * 2 / 3 for each in box], abs=1.0), part
        # As wide as its words, which are English there.
        assert part.startswith("waits") or boxes["4K"][part] == pytest.approx([each * 2 for each in box], abs=1.0), part


def test_parts_stand_alone_in_their_slots_and_the_address_chooses(
    browser: Browser, played: tuple[OverlayStage, WebServer, Iterator[Any]]
) -> None:
    _, web, _ = played
    whole = opened(browser, web)
    expect(whole.locator(".part.scores:visible")).to_have_count(4)
    expect(whole.locator(".part.hands .row:has([data-tile])")).to_have_count(4)
    whole.evaluate(READ)
    slots = whole.evaluate(BOXES)
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    for part in ("hands", "scores", "round", "waits", "river", "dora", "result"):
        page.goto(overlay_address(web, f"/overlay/t/{part}"))
        expect(page.locator(f".part.{part}")).not_to_have_count(0)
        assert page.locator(f".part:not(.{part})").count() == 0
        if part != "result":
            expect(page.locator(f".part.{part}").first).to_be_visible()
            page.wait_for_function(SETTLED, arg=slots)
    page.goto(overlay_address(web, query="show=scores,dora,nonsense&seats=CA&scale=0.5&theme=light&lang=en"))
    expect(page.locator(".part.scores:visible")).to_have_count(2)
    expect(page.locator(".part")).to_have_count(3)
    assert page.locator(".part.scores[data-slot='0']").get_attribute("data-seat") == "2"
    assert page.locator("body").get_attribute("data-theme") == "light"
    half = page.evaluate(BOXES)["scores,0"]
    assert half[2] == pytest.approx(slots["scores,0"][2] / 2, abs=1.0)
    page.close()
    whole.close()


def pixels(page: Page, transparent: bool = True) -> Any:
    """Screenshot of the page, height by width by channels."""
    raw = page.screenshot(omit_background=transparent, type="png")
    return cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_UNCHANGED)


def test_pixels_beside_the_parts_are_transparent_alone_and_over_a_film_in_a_page(
    browser: Browser, played: tuple[OverlayStage, WebServer, Iterator[Any]]
) -> None:
    _, web, _ = played
    page = opened(browser, web)
    expect(page.locator(".part.scores:visible")).to_have_count(4)
    # After all animations have ended.
    page.wait_for_function("() => document.getAnimations().length === 0")
    alpha = pixels(page)[:, :, 3]
    covered = np.zeros(alpha.shape, bool)
    for left, top, width, height in page.evaluate(BOXES).values():
        covered[max(0, int(top) - 4) : int(top + height) + 5, max(0, int(left) - 4) : int(left + width) + 5] = True
    assert (alpha > 0).mean() < 0.3
    assert not alpha[~covered].any(), "nothing is painted beside the parts"
    page.close()
    film = browser.new_page(viewport={"width": 1400, "height": 1000})
    film.goto(link_to(web, "/overlay/t/preview?lang=en"))
    box = film.locator("[data-preview=round] .frame")
    expect(box.locator(".part.round")).to_be_visible()
    box.scroll_into_view_if_needed()
    for colour, due in (("rgb(250, 20, 30)", (30, 20, 250)), ("rgb(10, 200, 90)", (90, 200, 10))):
        box.evaluate("(element, colour) => { element.style.background = colour; }", colour)
        shot = decode(box.screenshot(), "film")
        height, width = shot.shape[:2]
        assert tuple(int(each) for each in shot[height * 3 // 4, width // 2]) == due
        assert tuple(int(each) for each in shot[height // 8, width // 4]) == due
    film.close()


def test_the_preview_copies_addresses_with_a_token_behind_the_hash_and_saves_a_collection(
    browser: Browser, played: tuple[OverlayStage, WebServer, Iterator[Any]]
) -> None:
    _, web, _ = played
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(link_to(web, "/overlay/t/preview?lang=en"))
    expect(page.locator("[data-preview=result] .yaku .line").first).to_be_visible()
    # One document with a sample, independent of the table: 208 requests when each part was in its own frame.
    assert len(asked) < 100
    expect(page.locator("[data-preview=all] .part.scores .points")).to_have_count(4)
    assert page.evaluate(UNLIKE, json.loads(SAMPLE.read_text(encoding="utf-8"))["play"]) == []
    field = page.locator("[data-address=hands]")
    expect(field).to_have_value(f"{web.address}/overlay/t/hands?lang=en")
    expect(page.locator("#link")).to_have_text("Live")
    page.locator("#make").click()
    expect(page.locator("#make")).to_have_count(0)
    address = field.input_value()
    before, token = address.split("#token=")
    assert before == f"{web.address}/overlay/t/hands?lang=en&late=1"
    who = web.access.tokens.find(token)
    assert who is not None
    assert who.role is Role.OVERLAY
    air = browser.new_page()
    air.goto(address)
    expect(air.locator(".row [data-tile]").first).to_be_visible()
    air.close()
    with page.expect_download() as saving:
        page.locator("#collection").click()
    told = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
    check_collection(told)
    assert {source["settings"]["url"].split("#")[1] for source in told["sources"] if "url" in source["settings"]} == {
        f"token={token}"
    }
    assert troubles == []
    page.close()


def check_collection(told: dict[str, Any]) -> None:
    """Check that OBS can read it: scenes in order, items that name their sources, transforms, settings."""
    sources = {source["uuid"]: source for source in told["sources"]}
    scenes = [source for source in told["sources"] if source["id"] == "scene"]
    assert [scene["name"] for scene in scenes] == [order["name"] for order in told["scene_order"]]
    assert told["current_scene"] == told["current_program_scene"] == scenes[0]["name"]
    assert {scene["name"] for scene in scenes} == {
        f"jantaku {kind}" for kind in ("play", "riichi", "win", "draw", "break")
    }
    for source in sources.values():
        assert source["versioned_id"] == source["id"]
        assert source["prev_ver"] >> 24 == 30
    for scene in scenes:
        assert scene["settings"]["id_counter"] == len(scene["settings"]["items"]) == 7
        for item in scene["settings"]["items"]:
            source = sources[item["source_uuid"]]
            assert source["name"] == item["name"]
            assert (source["settings"]["width"], source["settings"]["height"]) == (1920, 1080)
            assert (item["align"], item["pos"], item["scale"]) == (5, {"x": 0, "y": 0}, {"x": 1, "y": 1})


def test_a_result_is_told_line_by_line_and_covers_no_score(
    browser: Browser, played: tuple[OverlayStage, WebServer, Iterator[Any]]
) -> None:
    stage, web, evidence = played
    page = opened(browser, web, query="late=1&lang=en")
    expect(page.locator(".part.scores:visible")).to_have_count(4)
    page.evaluate(READ)
    slots = page.evaluate(BOXES)
    play_to_result(stage, evidence)
    card = page.locator(".part.result")
    expect(card).to_be_visible()
    expect(card.locator(".paid")).to_have_count(4)
    expect(card.locator(".of")).to_contain_text("East 1")
    expect(page.locator(".part.scores .change:visible").first).to_be_visible()
    boxes = page.evaluate(BOXES)
    assert {name: box for name, box in boxes.items() if "scores" in name} == {
        name: box for name, box in slots.items() if "scores" in name
    }
    # Regression: long names ran out of the card of a draw, over the picture.
    page.evaluate(LONG_NAMES)
    assert page.evaluate(OUTSIDE) == []
    left, top, width, height = boxes["result,"]
    for name, (x, y, wide, high) in boxes.items():
        if name.startswith(("scores", "hands", "river", "waits", "round", "dora")):
            assert x + wide <= left or x >= left + width or y + high <= top or y >= top + height, name
    page.close()


def test_nothing_hidden_is_in_anything_that_a_page_received(browser: Browser, tmp_path: Path) -> None:
    received: list[bytes] = []
    with staged(tmp_path, Release(When.ROUND), seed=11) as (stage, web):
        pages = [browser.new_page() for _ in range(3)]
        for page in pages:
            page.on("websocket", lambda socket: socket.on("framereceived", lambda data: received.append(_bytes(data))))
            page.on("response", lambda answer: received.append(_body(answer)))
        pages[0].goto(overlay_address(web))
        pages[1].goto(f"{web.address}/overlay/t?lang=en")
        pages[2].goto(link_to(web, "/overlay/t/preview?lang=ja"))
        evidence, searched = stage.evidence(), 0
        for discards in (1, 8, 16):
            play(stage, evidence, discards)
            pages[1].wait_for_function("n => document.querySelectorAll('.discards > *').length >= n", arg=discards)
            known = stage.service.state.round
            assert known is not None
            hands = [known.standing_hand(seat) for seat in SEATS]
            wanted = {
                needle for hand in hands if hand for needle in needles([*hand[0], *([hand[1]] if hand[1] else [])])
            }
            searched += len(wanted)
            whole = b"\n".join(received)
            assert not [needle for needle in wanted if len(needle) > 6 and needle in whole]
            # The pages' own code contains these words; messages about the table do not.
            told = b"\n".join(each for each in received if b'"seats":[' in each)
            assert not [word for word in (b'"concealed"', b'"waits"', b'"from_hand"') if word in told]
        assert searched > 1000
        assert any(b'"snapshot"' in each for each in received)
        for page in pages:
            page.close()


def _bytes(data: bytes | str) -> bytes:
    return data.encode() if isinstance(data, str) else data


def _body(answer: Any) -> bytes:
    # Pictures of tiles reveal only which faces exist; pages and the sample are the same for all.
    has_value = answer.request.resource_type == "fetch" and "/static/" not in answer.url
    return answer.body() if has_value else b""


def test_hands_stand_still_while_cameras_are_blind(browser: Browser, tmp_path: Path) -> None:
    with staged(tmp_path, Release(When.LIVE)) as (stage, web):
        page, evidence = opened(browser, web), stage.evidence()
        play(stage, evidence, 8)
        expect(page.locator(".part.hands .row:has([data-tile]):visible")).to_have_count(4)
        expect(page.locator(".discards > *")).to_have_count(8)
        page.wait_for_function("() => document.getAnimations().length === 0")
        page.evaluate(WATCH)
        page.evaluate("window.standing = [2, 2, 2, 2]")
        play(stage, evidence, 40)
        expect(page.locator(".discards > *")).to_have_count(40)
        kept = page.evaluate("window.kept")
        page.close()
    assert kept["looks"] > 4
    assert kept["shown"] == kept["looks"], "no camera sees all the time: what it saw stays"
    assert (kept["flips"], kept["jumps"]) == (0, 0)
