"""A machine without a Japanese font: every word of a page is drawn in the pages' own typeface, none in empty boxes."""

from pathlib import Path
from typing import Final

import playwright
import pytest
from playwright.sync_api import Browser

from api.demo.web import WebServer
from tests.support.browser import SHELL, launched

FONTS: Final = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
STARTED: Final = '#!/bin/sh\nFONTCONFIG_FILE={folder}/fonts.conf exec {shell} "$@"\n'
ICONS: Final = "driver/package/lib/vite/**/codicon*.ttf"
"""The browser needs some font: one of icons alone, which the browser's driver has."""
BOXES: Final = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim();
        if (!/^[\\u4e00-\\u9fff]{2,9}$/.test(text)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { fontSize, letterSpacing } = getComputedStyle(node.parentElement);
        const lines = range.getClientRects();
        const wide = parseFloat(fontSize) * text.length;
        if (lines.length === 1 && letterSpacing === 'normal') found.push([text, lines[0].width / wide]);
    }
    return found;
}"""
"""Script: words of kanji alone, with their width in squares: those of the typeface are as wide as high."""
AS_WIDE_AS_HIGH: Final = (
    f"() => {{ const all = ({BOXES})(); return all.length > 3 && all.every(([, wide]) => Math.abs(wide - 1) < 0.06); }}"
)


@pytest.mark.parametrize("path", ["/score", "/rules"])
def test_a_machine_without_fonts_shows_no_empty_box(
    browser: Browser, bare_service: WebServer, tmp_path: Path, path: str
) -> None:
    """Regression: words drawn before the typeface had come stayed empty boxes."""
    (font,) = list(Path(playwright.__file__).parent.glob(ICONS))[:1]
    (tmp_path / "icons.ttf").write_bytes(font.read_bytes())
    (tmp_path / "fonts.conf").write_text(FONTS.format(folder=tmp_path), encoding="utf-8")
    starts = tmp_path / "starts"
    starts.write_text(STARTED.format(folder=tmp_path, shell=SHELL), encoding="utf-8")
    starts.chmod(0o755)
    bare = launched(browser.browser_type, started_by=starts)
    page = bare.new_page(viewport={"width": 1024, "height": 800})
    for _ in range(2):
        page.goto(f"{bare_service.address}{path}?lang=ja")
        page.wait_for_function(AS_WIDE_AS_HIGH)
    bare.close()
