"""The cards of the roles, printed: one A4 page each."""

import io
from pathlib import Path

from playwright.sync_api import Browser
from pypdf import PdfReader

CARDS = Path(__file__).parents[2] / "docs" / "manual" / "cards.html"
A4_PT = (595, 842)


def test_each_card_is_one_page_of_a4(browser: Browser) -> None:
    page = browser.new_page()
    page.goto(CARDS.as_uri())
    titles = page.locator("h1").all_inner_texts()
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    page.close()
    assert len(titles) == len(printed) == 3
    for title, sheet in zip(titles, printed, strict=True):
        assert title.split(" / ")[0] in sheet.extract_text()
        assert (round(sheet.mediabox.width), round(sheet.mediabox.height)) == A4_PT
