"""The hub's page in a real browser: strangers see none of it, and the staff clear a break on it."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from api.access.roles import Role
from tests.support.hub_pages import HubWeb, broken_hub
from tests.support.logged_in import link_to


def test_a_break_is_seen_by_referees_and_cleared_by_staff_with_a_reason(browser: Browser, tmp_path: Path) -> None:
    with broken_hub(tmp_path) as store:
        web = HubWeb(store)
        web.start()
        visitor, referee, staff = (browser.new_context().new_page() for _ in range(3))
        visitor.goto(f"{web.address}/?lang=en")
        expect(visitor.locator("#place")).to_contain_text("This page is for referee")
        referee.goto(link_to(web, "/?lang=ja", Role.REFEREE, "Kato"))
        expect(referee.locator(".verdict")).to_have_text("つながらない記録が2件、欠けのある卓が1卓あります。")
        expect(referee.locator("[data-code='2']")).to_contain_text("対処済みにできるのは係員以上です。")
        expect(referee.locator("form")).to_have_count(0)
        staff.goto(link_to(web, "/?lang=en", Role.STAFF, "Mori"))
        card = staff.locator("[data-code='2']")
        expect(card).to_contain_text("kyoto 1")
        expect(card).to_contain_text("What to do: run")
        card.locator("[name=why]").fill("<b data-x>the spare board</b>")
        card.get_by_role("button", name="Done with it").click()
        expect(staff.locator("[data-cleared='2']")).to_contain_text("Mori (person)")
        expect(staff.locator("[data-cleared='2']")).to_contain_text("<b data-x>the spare board</b>")
        expect(staff.locator("[data-x]")).to_have_count(0)
        expect(staff.locator("[data-code='2']")).to_have_count(0)
        expect(referee.locator("[data-cleared='2']")).to_contain_text("Mori（人）")
        assert [each.id for each in store.breaks()] == [3]
        web.stop()
