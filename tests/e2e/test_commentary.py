"""An engine behind a seat comments on the late overlay, and nowhere else."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from api.access.roles import Role
from controller.riichi.seat import Seat
from tests.support.commentary import commented, moments


def test_what_an_engine_answers_is_drawn_on_the_late_overlay_alone(browser: Browser, tmp_path: Path) -> None:
    with commented(tmp_path, seats=(Seat.A,)) as (service, web):
        late, live = browser.new_page(), browser.new_page()
        token = web.access.tokens.make("stream", Role.OVERLAY)
        late.goto(f"{web.address}/overlay/1?lang=en&late=1#token={token}")
        live.goto(f"{web.address}/overlay/1?lang=en")
        assert next(moments(service, followers=2)), "the engine answers"
        said = late.locator(".waits[data-seat='0'] .advice.now")
        expect(said.locator(".engine")).to_have_text("tiny A")
        expect(said.locator(".act")).to_contain_text("discard")
        expect(said.locator(".value")).to_have_count(3)
        expect(live.locator(".scores[data-seat]")).to_have_count(4)
        assert live.locator(".advice").count() == 0
        late.close()
        live.close()
