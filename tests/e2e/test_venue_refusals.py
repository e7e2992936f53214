"""A refusal on the venue's page in a real browser: its sentence, and the button of the act required first."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.access.roles import Role
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import MachineStatus, Verb
from controller.riichi.seat import Seat
from tests.e2e.conftest import serving
from tests.support.bench import lap
from tests.support.logged_in import link_to
from tests.support.quiet_table import NoEyes, NoTable, QuietTable, quiet_table


class KnowsOpen(NoTable):
    """A table that can be opened and reports its state before."""

    def stand(self) -> MachineStatus:
        return MachineStatus("armed", "closed", "ready", (Verb.OPEN,))


def waiting(table: QuietTable) -> None:
    table.set_out(3, 4)
    lap(table, "1z", "2z", "3z", "4z")
    assert table.service is not None
    table.give(Claim(ClaimKind.CONFIRM_DRAW, table.service.now(), "desk", seats=(Seat.B,)))


@pytest.mark.parametrize(("language", "open_", "first"), [("ja", "開ける", "確定"), ("en", "Open", "Confirm")])
def test_what_comes_first_is_done_from_the_venue_page(
    browser: Browser, tmp_path: Path, language: str, open_: str, first: str
) -> None:
    """Regression: the page said that a result has to be confirmed first, but had no button for it."""
    with quiet_table(tmp_path, edges=(KnowsOpen(), NoEyes())) as table:
        waiting(table)
        with serving(browser, table) as web:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.goto(link_to(web, f"/?lang={language}", Role.STAFF))
            card = page.locator("[data-table='1']")
            card.get_by_role("button", name=open_, exact=True).click()
            page.locator("#pin input").fill("2580")
            page.locator("#pin .primary").click()
            refused = card.locator("[data-key=refused]")
            button = refused.locator("[data-first=confirm_settlement]")
            expect(button).to_have_text(first)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            button.click()
            expect(refused).to_have_count(0)
            assert table.state.round is not None
            outcome = table.state.round.outcome
            assert outcome is not None
            assert outcome.confirmed
