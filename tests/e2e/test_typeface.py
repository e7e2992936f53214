"""The pages' typeface has every character of the project: a machine without fonts shows no empty box."""

from itertools import chain
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from api.demo.web import WebServer
from tests.support.wording import WORDS

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("api", "controller", "firmware_bridge", "hardware", "vision")
TEXTS: Final = {".py", ".toml", ".js", ".html", ".css"}
WEIGHTS: Final = (400, 600, 700, 800)
SHOWN: Final = """async ([text, weights]) => {
    document.body.replaceChildren(...weights.map((weight) => {
        const line = document.createElement('p');
        line.className = 'written';
        line.style.cssText = `font-family: "M PLUS 1"; font-weight: ${weight}`;
        line.append(...[...text].map((letter) => {
            const one = document.createElement('span');
            one.textContent = letter;
            return one;
        }));
        return line;
    }));
    await document.fonts.load('400 16px "M PLUS 1"', text);
    await document.fonts.ready;
}"""
OF_NAMES: Final = "髙﨑德邊邉齋齊濵瀨栁澤廣國嶋槇祐龍彌禮壽櫻眞惠莉凛翔昊"
DIGITS: Final = """() => [400, 800].map((weight) => new Set([...'0123456789'].map((digit) => {
    const one = document.createElement('span');
    one.style.cssText = `font: ${weight} 100px "M PLUS 1"; font-variant-numeric: tabular-nums`;
    one.textContent = digit;
    document.body.append(one);
    return Math.round(one.getBoundingClientRect().width);
})).size)"""


def signs() -> str:
    """Every character of the sources, without files that list permitted input."""
    paths = chain.from_iterable((ROOT / room).rglob("*.*") for room in ROOMS)
    texts = [
        path.read_text(encoding="utf-8")
        for path in paths
        if path.suffix in TEXTS
        and "node_modules" not in path.parts
        and not path.relative_to(ROOT).as_posix().startswith(tuple(WORDS["not_ours"]))
    ]
    return "".join(sorted({letter for text in texts for letter in text if letter.isprintable() and letter > " "}))


def test_no_sign_of_the_project_is_lacking_in_any_weight(browser: Browser, bare_service: WebServer) -> None:
    page, written = browser.new_page(), signs() + OF_NAMES
    assert {"①", "⑫", "→", "么", "槓"} <= {*written}
    page.goto(f"{bare_service.address}/login")
    page.evaluate(SHOWN, [written, WEIGHTS])
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    lines = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p.written"})["nodeIds"]
    lacking = set[str]()
    for line in lines:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": line})["fonts"]
        if all(font["isCustomFont"] for font in fonts):
            continue
        for place, one in enumerate(
            session.send("DOM.querySelectorAll", {"nodeId": line, "selector": "span"})["nodeIds"]
        ):
            (font, *_) = session.send("CSS.getPlatformFontsForNode", {"nodeId": one})["fonts"]
            if not font["isCustomFont"]:
                lacking.add(written[place])
    assert "".join(sorted(lacking)) == ""
    assert len(lines) == len(WEIGHTS)
    # Counting-up points do not shift.
    assert page.evaluate(DIGITS) == [1, 1]
    page.close()
