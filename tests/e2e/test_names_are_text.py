"""Pages show names and other input as text: no element and no script results from it."""

import pytest
from playwright.sync_api import Browser, expect

from api.access.roles import Role
from api.demo.web import WebServer
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from tests.support.logged_in import link_to
from tests.support.page_walk import pages
from tests.support.quiet_table import QuietTable

# Each marks its element, so that an element is detected whether or not its script may run; within 40 letters.
TRICKS = (
    "<b data-x onclick=x=1>{}</b>",
    "<img data-x src=x onerror=x=1>{}",
    "</p><svg data-x onload=x=1>{}",
    "\"><i data-x>{}</i>'",
)
LONG = "</textarea></title></script><script data-x>x=1</script><iframe data-x srcdoc='<b>'></iframe>"


@pytest.mark.long
def test_no_name_and_no_text_becomes_part_of_a_page(browser: Browser, table: QuietTable, web: WebServer) -> None:
    service = table.service
    assert service is not None
    people = web.access.people
    for number, trick in enumerate(TRICKS):
        people.open_link(people.link(Role.REFEREE, trick.format(number)), f"{trick.format('of')} {number}")
        web.access.tokens.make(trick.format(f"t{number}"), Role.OVERLAY)
    who = TRICKS[0].format("me")
    names = tuple(trick.format(seat.name) for trick, seat in zip(TRICKS, Seat, strict=True))
    service.take(Claim(ClaimKind.SEAT_PLAYERS, service.now(), who, names=names))
    service.take(Claim(ClaimKind.REPORT_FAULT, service.now(), who, subject="hand-too-many", seat=Seat.B))
    fault = service.state.faults[0].fault.id
    service.take(Claim(ClaimKind.UPHOLD_FAULT, service.now(), who, subject=fault, reason=LONG))
    service.take(Claim(ClaimKind.SET_RELEASE, service.now(), who, subject="never", reason=LONG))
    service.calls.call(Seat.C, TRICKS[1].format("call"), service.now())
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if "Content Security Policy" in line.text else None)
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(link_to(web, "/access?lang=en", Role.OWNER, who))
    expect(page.locator("[data-tokens]")).to_have_count(len(TRICKS))
    expect(page.locator("#who")).to_contain_text(who)
    for path in (each for each in pages() if " " not in each):
        page.goto(f"{web.address}{path}?lang=en")
        page.wait_for_load_state("load")
        expect(page.locator("body")).not_to_be_empty()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.locator("[data-x]").count() == 0, path
        assert page.evaluate("() => window.x") is None, path
    page.goto(f"{web.address}/tables/1?lang=en")
    expect(page.locator("body")).to_contain_text(names[0])
    page.goto(f"{web.address}/overlay/1")
    expect(page.locator("body")).to_contain_text(names[1])
    assert page.locator("[data-x]").count() == 0
    assert said == []
