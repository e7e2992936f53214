"""Print the manuals in both languages, and the cards by role, as PDF files: ``make print``.

The pages are those of the site (``make site``), printed on A4 by Debian's chromium-headless-shell.
"""

import argparse
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import launched

_ROOT: Final = Path(__file__).parents[2]
_MANUALS: Final = ("referee", "staff", "streaming")
_CARDS: Final = _ROOT / "docs" / "manual" / "cards.html"


def sheets(site: Path) -> dict[str, Path]:
    """Return the pages to print, by the name of the PDF file."""
    manuals = {
        f"{manual}-{language}.pdf": site / language / "docs" / "manual" / f"{manual}.html"
        for manual in _MANUALS
        for language in ("ja", "en")
    }
    return {**manuals, "cards.pdf": _CARDS}


def write(browser: Browser, site: Path, out: Path) -> list[Path]:
    """Print every sheet; return the files."""
    out.mkdir(parents=True, exist_ok=True)
    page = browser.new_page()
    for name, source in sheets(site).items():
        page.goto(source.resolve().as_uri(), wait_until="load")
        page.pdf(path=out / name, format="A4", prefer_css_page_size=True, print_background=True)
    page.close()
    return [out / name for name in sheets(site)]


def main() -> None:
    """Print the files that the command line selects."""
    parser = argparse.ArgumentParser(description="Print the manuals and the cards by role as PDF files.")
    parser.add_argument("--site", type=Path, default=_ROOT / "build" / "site")
    parser.add_argument("--out", type=Path, default=_ROOT / "build" / "print")
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        for file in write(browser, asked.site, asked.out):
            print(file)
        browser.close()


if __name__ == "__main__":
    main()
