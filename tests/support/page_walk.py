"""Every page of the service in a real browser, in both languages, at every width: nothing beyond the edge, nothing cut,
nothing in the other language; and how soon each can be used.

    python -m tests.support.page_walk [--times 5] [PATH …]

walks every page that the routes name on a table with a round in play, prints one line for each thing that is wrong and
exits 1 where there is one. ``--times N``: also opens each page N times with an empty cache, by turns with a bare page
of one button, and prints the medians of the milliseconds from the start of the navigation to the first usable control,
and of the processor's milliseconds of browser and service until then. ``--only-times``: no walk.
"""

import argparse
import shutil
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from api.access.roles import Role
from api.access.routes import ROWS
from api.demo.web import WebServer
from controller.riichi.seat import Seat
from tests.support.bench import lap
from tests.support.logged_in import link_to
from tests.support.overlay_stage import browser_processes, spent
from tests.support.quiet_table import QuietTable, quiet_table

WIDTHS: Final = (390, 768, 1024, 1440, 3840)
HEIGHT: Final = 900
LANGUAGES: Final = ("ja", "en")
PLACES: Final = {"table": "1", "seat": "B", "part": "scores"}
NOT_PAGES: Final = ("/static/", "/healthz", "/readyz", "/score-worker.js", "/score.webmanifest", "/api/")
WALL: Final = "/?wall=1"
READY_MS: Final = 20_000
OWN_WORDS: Final = r"jantaku|雀卓|日本語|English"
"""What stands in both languages: the product's name, and the button that leads to the other one."""
SETTLED: Final = """() => new Promise((done) => {
    let timer = setTimeout(done, 120);
    new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 120); })
        .observe(document.body, { childList: true, subtree: true });
    setTimeout(done, 1500);
})"""
"""Until nothing has been added for a while; clocks that count on change texts alone."""
WRONG: Final = """([language, own]) => {
    const found = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`${wide} px beyond the edge`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const scrolls = (element) => {
        for (let each = element; each && each !== document.body; each = each.parentElement)
            if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
        return false;
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim(), element = node.parentElement;
        if (!text || /SCRIPT|STYLE|OPTION/.test(element.tagName)) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const style = getComputedStyle(element), box = element.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        if (/hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis'
            && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
            found.push(`cut: ${text.slice(0, 40)}`);
        const range = document.createRange();
        range.selectNodeContents(node);
        const right = range.getBoundingClientRect().right;
        if (right > innerWidth + 1 && !scrolls(element)) found.push(`outside: ${text.slice(0, 40)}`);
        const said = text.replace(new RegExp(own, 'g'), '');
        if (element.closest('[data-tile], [lang], .code, code')) continue;
        const other = language === 'en' ? /[\\u3040-\\u30ff\\u4e00-\\u9fff]/
            : /^[^\\u3000-\\u9fff]*[A-Za-z]{4,}[^\\u3000-\\u9fff]*$/;
        if (other.test(said)) found.push(`not in ${language}: ${text.slice(0, 60)}`);
    }
    return [...new Set(found)].slice(0, 8);
}"""
USABLE: Final = """() => new Promise((done) => {
    const look = () => {
        const one = [...document.querySelectorAll('main button, #acts button[aria-disabled=false], main a[href], '
            + 'main input, main select, .part')].find((each) => each.checkVisibility() && !each.disabled);
        if (one) done(performance.now()); else requestAnimationFrame(look);
    };
    look();
})"""
"""Milliseconds since the navigation began, once something of the page's own can be used or read."""


BARE: Final = "/healthz"
BARE_PAGE: Final = "<!doctype html><title>bare</title><main><button>bare</button></main>"
"""What a page costs that has nothing on it."""


CALM_LOOK_MS: Final = 150
CALM_S: Final = 0.03
"""Processor seconds within a look below which a browser is calm; a page that stands takes none."""
MOST_LOOKS: Final = 20


def pages() -> tuple[str, ...]:
    """Address of every page, as the routes have them, and the wall."""
    shells = [row.path for row in ROWS if row.least is None and row.methods == "GET"]
    found = [path for path in shells if not path.startswith(NOT_PAGES)]
    for name, value in PLACES.items():
        found = [path.replace(f"{{{name}}}", value) for path in found]
    return (*found, WALL)


def walked(
    browser: Browser, web: WebServer, paths: Iterable[str], widths: Iterable[int] = WIDTHS
) -> Iterator[tuple[str, str, int, str]]:
    """Page, language, width, and what is wrong there."""
    every = tuple(paths)
    for language in LANGUAGES:
        context = browser.new_context(viewport={"width": WIDTHS[0], "height": HEIGHT})
        page = context.new_page()
        page.goto(link_to(web, "/login", Role.OWNER))
        page.wait_for_url("**/")
        for path in every:
            page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
            page.goto(_in(web, path, language))
            _settle(page)
            for width in widths:
                page.set_viewport_size({"width": width, "height": HEIGHT})
                for wrong in page.evaluate(WRONG, [language, OWN_WORDS]):
                    yield path, language, width, wrong
        context.close()


def _settle(page: Page) -> None:
    try:
        page.evaluate(SETTLED)
    except PlaywrightError:
        # A page that sends whoever is logged in already on to another.
        page.wait_for_load_state()
        page.evaluate(SETTLED)


@dataclass(frozen=True, slots=True)
class Soon:
    """Milliseconds to the first usable control, by the clock and of processors, with those of a bare page beside."""

    usable: float
    spent: float
    bare: float
    bare_spent: float


def soon(browser: Browser, web: WebServer, path: str, times: int) -> Soon:
    """Medians over so many openings of the page and of the bare one by turns, each with an empty cache."""
    rows = [(*_opened_ms(browser, web, path), *_opened_ms(browser, web, BARE)) for _ in range(times)]
    return Soon(*(statistics.median(column) for column in zip(*rows, strict=True)))


def _opened_ms(browser: Browser, web: WebServer, path: str) -> tuple[float, float]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    _log_in(page, web)
    session = context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    if path == BARE:
        page.route(f"**{BARE}*", lambda route: route.fulfill(body=BARE_PAGE, content_type="text/html"))
    _until_calm(page)
    before = _spent_s()
    page.goto(_in(web, path, "ja"), wait_until="commit")
    milliseconds: float = page.evaluate(USABLE)
    spent = _spent_s() - before
    context.close()
    return milliseconds, 1000 * spent


def _until_calm(page: Page) -> None:
    """Until the browser has done what a new window of its own costs it, which is no page's."""
    last = _spent_s()
    for _ in range(MOST_LOOKS):
        page.wait_for_timeout(CALM_LOOK_MS)
        last, before = _spent_s(), last
        if last - before < CALM_S:
            return


def _spent_s() -> float:
    """Processor seconds of this process, which has the service in it, and of its browsers, so far."""
    return time.process_time() + spent(browser_processes())["browser"]


def _log_in(page: Page, web: WebServer) -> None:
    answer = page.request.post(
        f"{web.address}/api/v1/access/login",
        data={"code": web.access.people.link(Role.OWNER, "Sato"), "device": "walk"},
        headers={"origin": web.address},
    )
    assert answer.ok


def _in(web: WebServer, path: str, language: str) -> str:
    return f"{web.address}{path}{'&' if '?' in path else '?'}lang={language}"


@contextmanager
def played_table(folder: Path) -> Iterator[tuple[QuietTable, WebServer]]:
    """A table with a round in play."""
    with quiet_table(folder) as table:
        assert table.service is not None
        table.set_out(3, 4)
        table.turn_dora("9p", Seat.C, 5)
        table.see()
        lap(table, "1z", "2z", "3z", "5p")
        web = WebServer({"1": table.service})
        web.start()
        yield table, web
        web.stop()


def main() -> int:
    """Walk, and time where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--only-times", action="store_true")
    parser.add_argument("paths", nargs="*", default=pages())
    told = parser.parse_args()
    with TemporaryDirectory() as folder, played_table(Path(folder)) as (_, web), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        wrong = 0
        for path, language, width, what in () if told.only_times else walked(browser, web, told.paths):
            wrong += 1
            print(f"{path} {language} {width}: {what}")
        for path in told.paths if told.times else ():
            took = soon(browser, web, path, told.times)
            print(
                f"{path}: usable after {took.usable:.0f} ms (bare page {took.bare:.0f}), "
                f"{took.spent:.0f} ms of processors (bare page {took.bare_spent:.0f})",
                flush=True,
            )
        browser.close()
    print(f"{len(told.paths)} pages, {len(LANGUAGES)} languages, {len(WIDTHS)} widths: {wrong} wrong", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
