"""Checks every page of the service in a real browser, in both languages, at every width, light and dark.

Reports content beyond the edge, cut content, words of the other language, touch targets that are too small, and
findings of axe-core; measures the time until a page can be used.

    python -m tests.support.page_walk [--times 5] [--pictures FOLDER] [PATH …]

walks every page that the routes name, on a table with a round in play and in the states of ``STATES``, prints one line
per error and exits with 1 if there is any. ``--times N``: also opens each page N times with an empty cache, alternating
with a bare page of one button, and prints the medians of the milliseconds from the start of the navigation to the first
usable control, and of the processor milliseconds of browser and service until then. ``--only-times``: no walk.
``--pictures FOLDER``: also writes a picture of each page in each language at five widths, to compare before with after.
"""

import argparse
import logging
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

import structlog
from playwright.sync_api import Browser, Page, StorageState, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from api.access.roles import Role
from api.access.routes import ROWS
from api.demo.web import WebServer
from api.setup.steps import STEPS
from api.tls.plan import TlsPlan
from api.venue.plan import read_plan
from api.venue.running import RunningVenue
from controller.riichi.seat import Seat
from tests.support.axe import AXE, violations
from tests.support.bench import lap
from tests.support.browser import RETRIES, launched
from tests.support.hub_pages import HubWeb, broken_hub
from tests.support.league_season import opened_league
from tests.support.logged_in import link_to
from tests.support.overlay_stage import browser_processes, spent
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.waiting import PATIENCE_MS
from tests.support.wording import latin

WIDTHS: Final = (390, 768, 1024, 1440, 3840)
PICTURED: Final = (390, 768, 1024, 1440, 1920)
HEIGHT: Final = 900
OWNER: Final = "Katharina"
LANGUAGES: Final = ("ja", "en")
SCHEMES: Final[Mapping[Literal["light", "dark"], tuple[str, ...]]] = {"light": (), "dark": ("color-contrast",)}
"""Rules of axe-core per colour scheme (empty: all): rules unrelated to colour are checked in the light scheme."""
PLACES: Final = {"table": "1", "seat": "B", "part": "scores", "event": "autumn"}
NOT_PAGES: Final = ("/static/", "/healthz", "/readyz", "/score-worker.js", "/score.webmanifest", "/api/")
WALL: Final = "/?wall=1"
SETUP: Final = "/setup?table=1&step="
FILES: Final = ("/authority.crt", "/authority.mobileconfig")
OTHERS: Final = ("/login anyone", "/authority none", "/authority tls")
STATES: Final = (WALL, *(f"{SETUP}{step.id}" for step in STEPS), "/ hub", "/access hub", *OTHERS)
"""Pages in further states: ``anyone`` is not logged in, ``none`` has no authority, ``hub`` is served by a hub."""
TOUCHED: Final = 24
"""Smallest size of a touch target in pixels; a link within a line of text may be lower."""
ACTS: Final = 48
"""Smallest size of targets used in a hurry: the console's action bar, the seat's call, the phone's button."""
LETTERS: Final = 3
OWN_WORDS: Final = r"jantaku|雀卓|日本語|English"
"""Words that appear in both languages: the product's name, and the button that switches the language."""
VENUE: Final = """
[table.1]
serial = "/dev/jantaku"
camera = "phone:"
calibration = "{folder}/calibration.json"
profile = "wall-only"
"""
TYPED: Final = (
    rf"{OWNER}|Sato|Player (?:South|North)|選手(?:・[東西]|\d)|秋季リーグ|遅刻|予選|代走|[赤白]|kyoto|\w+where|mori\b"
    r"|seen again|the line was replaced|「no\w+」"
)
"""Names and typed words of the walk's tables, which appear in both languages."""
LOOKED_FOR: Final = (f"{OWN_WORDS}|{TYPED}", TOUCHED, ACTS, LETTERS)
COUNTED: Final = """(() => {
    globalThis.asked = 0;
    const over = () => setTimeout(() => (globalThis.asked -= 1));
    const counted = (ask) => function (...what) {
        globalThis.asked += 1;
        return ask.apply(this, what).finally(over);
    };
    globalThis.fetch = counted(globalThis.fetch);
    for (const body of ['arrayBuffer', 'blob', 'json', 'text'])
        Response.prototype[body] = counted(Response.prototype[body]);
    globalThis.WebSocket = class extends WebSocket {
        constructor(...what) {
            super(...what);
            globalThis.asked += 1;
            const first = new AbortController();
            for (const kind of ['message', 'close'])
                this.addEventListener(kind, () => { first.abort(); over(); }, { signal: first.signal });
        }
    };
})()"""
"""Script that counts the pending answers of a page: whole responses, and the first message of each socket."""
SETTLED: Final = f"""() => new Promise((done, never) => {{
    let turn = 0;
    const rested = (now) => {{
        if (now === turn) globalThis.asked ? again() : done();
    }};
    const again = () => {{
        const now = (turn += 1);
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => rested(now))), 120);
    }};
    new MutationObserver(again).observe(document.body, {{ childList: true, subtree: true }});
    setTimeout(() => never(new Error(`${{globalThis.asked}} answers never came`)), {PATIENCE_MS});
    again();
}})"""
"""Script that waits until nothing is pending and nothing has been added for a while; clocks change only texts."""
WRONG: Final = """([language, own, touched, acts, letters]) => {
    const found = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`${wide} px beyond the edge`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const scrolls = (element) => {
        for (let each = element; each && each !== document.body; each = each.parentElement) {
            const around = getComputedStyle(each);
            if (/auto|scroll/.test(around.overflowX) || around.textOverflow === 'ellipsis') return true;
        }
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
        if (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) {
            const edge = box.right - parseFloat(style.paddingRight) - parseFloat(style.fontSize);
            const whole = (place) => {
                range.setStart(node, 0);
                range.setEnd(node, place);
                return range.getBoundingClientRect().right <= edge;
            };
            if (text.length > letters && !whole(letters)) found.push(`all but left out: ${text.slice(0, 40)}`);
        }
        range.selectNodeContents(node);
        const right = range.getBoundingClientRect().right;
        if (right > innerWidth + 1 && !scrolls(element)) found.push(`outside: ${text.slice(0, 40)}`);
        const said = text.replace(new RegExp(own, 'g'), '');
        if (element.closest('[data-tile], body [lang], .code, code')) continue;
        if (language === 'en' && /[\\u3040-\\u30ff\\u4e00-\\u9fff]/.test(said))
            found.push(`not in ${language}: ${text.slice(0, 60)}`);
    }
    for (const each of document.querySelectorAll('button, a[href], input, select, summary, textarea')) {
        if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const style = getComputedStyle(each), box = (each.closest('label') ?? each).getBoundingClientRect();
        if (!box.width || style.display === 'inline' || style.pointerEvents === 'none') continue;
        const least = each.matches('div#acts button, #call, #go') ? acts : touched;
        if (Math.min(box.width, box.height) < least - 0.5)
            found.push(`small: ${box.width | 0}x${box.height | 0} ${each.id || each.textContent.slice(0, 30)}`);
    }
    return [...new Set(found)].slice(0, 8);
}"""
SHOWN: Final = """(more) => {
    const skip = `script, style, code, pre, .code, [data-tile], input, textarea${more}`;
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.data.trim() && !node.parentElement.closest(skip)) found.push(node.data.trim());
    for (const each of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
        for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
            if (each.getAttribute(name)) found.push(each.getAttribute(name));
    return [document.title, ...found];
}"""
"""Script that returns all text read on a page; ``more``: selectors left out beside code."""
USABLE: Final = """() => new Promise((done) => {
    const look = () => {
        const one = [...document.querySelectorAll('main button, #acts button[aria-disabled=false], main a[href], '
            + 'main input, main select, .part')].find((each) => each.checkVisibility() && !each.disabled);
        if (one) done(performance.now()); else requestAnimationFrame(look);
    };
    look();
})"""
"""Script that returns the milliseconds from the start of the navigation until own content is usable or readable."""


BARE_PAGE: Final = "<!doctype html><title>bare</title><main><button>bare</button></main>"
"""An empty page with one button, for comparison; sent with the headers of the page that it is compared with.

One of them makes the browser start a new process for a page (cross-origin-opener-policy).
"""
OF_BODY: Final = ("content-length", "content-encoding", "content-type", "etag", "last-modified")
"""Headers that depend on the content of an answer."""


CALM_LOOK_MS: Final = 150
CALM_S: Final = 0.03
"""Processor seconds per look below which a browser is idle; a static page takes none."""
MOST_LOOKS: Final = 20


@dataclass(frozen=True, slots=True)
class Walked:
    """The services under test: ``web`` with a table, an authority and a venue, ``bare`` with nothing, and a hub."""

    table: QuietTable
    web: WebServer
    bare: WebServer
    hub: WebServer


def pages() -> tuple[str, ...]:
    """Paths of every page, from the routes, and of pages in further states."""
    shells = [row.path for row in ROWS if row.least is None and row.methods == "GET"]
    found = [path for path in shells if not path.startswith(NOT_PAGES) and path not in FILES]
    for name, value in PLACES.items():
        found = [path.replace(f"{{{name}}}", value) for path in found]
    # A logged-in user is redirected from the login page.
    return tuple(path for path in (*found, *STATES) if path != "/login")


def nothing_more(_page: Page, _path: str, _language: str) -> Iterable[str]:
    """Default for ``more``: no further checks."""
    return ()


def pictured(folder: Path) -> Callable[[Page, str, str], Iterable[str]]:
    """Return what writes pictures of a page shown by ``walked`` into a folder, and finds no error."""
    folder.mkdir(parents=True, exist_ok=True)

    def written(page: Page, path: str, language: str) -> Iterable[str]:
        name = re.sub(r"\W+", "-", path).strip("-") or "board"
        page.emulate_media(color_scheme="light")
        for width in PICTURED:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            file = folder / f"{name}-{language}-{width}.jpg"
            page.screenshot(path=file, type="jpeg", full_page=True, animations="disabled")
        return ()

    return written


def english_on(page: Page) -> Iterator[str]:
    """Yield each Latin word in Japanese text of a page that is no name, with the text around it."""
    for text in page.evaluate(SHOWN, ", body [lang]"):
        for word in latin(re.sub(TYPED, "", text)):
            yield f"{word} in Japanese: {text[:80]}"


def walked(
    browser: Browser,
    venue: Walked,
    paths: Iterable[str],
    widths: Sequence[int] = WIDTHS,
    axe: str = "",
    more: Callable[[Page, str, str], Iterable[str]] = nothing_more,
) -> Iterator[tuple[str, str, int, str]]:
    """Yield (page, language, width, error); ``axe``: source of axe-core, to be run in light and dark as well.

    ``more``: further checks of a fully shown page, by its path and language.
    """
    every = tuple(paths)
    for anyone in (False, True):
        # One context for both languages, so that files of a page stay in the cache.
        context = browser.new_context(viewport={"width": widths[0], "height": HEIGHT}, ignore_https_errors=True)
        context.add_init_script(COUNTED)
        page = context.new_page()
        if not anyone:
            for web in (venue.web, venue.hub):
                page.goto(link_to(web, "/login", Role.OWNER, OWNER))
                page.wait_for_url("**/")
        for path, language in product((each for each in every if (each in OTHERS) is anyone), LANGUAGES):
            yield from _visited(page, venue, path, language, widths, axe)
            for wrong in more(page, path, language):
                yield path, language, widths[-1], wrong
            # Late answers must not reach a page that was closed.
            page.goto("about:blank")
        context.close()


def _visited(
    page: Page, venue: Walked, path: str, language: str, widths: Sequence[int], axe: str
) -> Iterator[tuple[str, str, int, str]]:
    page.set_viewport_size({"width": widths[0], "height": HEIGHT})
    page.goto(_at(venue, path, language))
    settle(page)
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for wrong in page.evaluate(WRONG, [language, *LOOKED_FOR]):
            yield path, language, width, wrong
        if axe and language == LANGUAGES[0] and width in (widths[0], widths[-1]):
            for scheme, rules in SCHEMES.items():
                page.emulate_media(color_scheme=scheme)
                for wrong in violations(page, axe, rules=rules):
                    yield path, language, width, f"{scheme}: {wrong}"


def settle(page: Page) -> None:
    """Wait until a page has received its answers and no longer changes."""
    try:
        page.evaluate(SETTLED)
    except PlaywrightError:
        # The page redirects a user who is already logged in.
        page.wait_for_load_state()
        page.evaluate(SETTLED)


@dataclass(frozen=True, slots=True)
class Soon:
    """Milliseconds to the first usable control, wall clock and processor, and the same of a bare page."""

    usable: float
    spent: float
    bare: float
    bare_spent: float


def soon(browser: Browser, web: WebServer, paths: Sequence[str], times: int) -> Iterator[Soon]:
    """Yield for each page the medians over ``times`` openings, alternating with the bare page, with an empty cache."""
    page = browser.new_page()
    _log_in(page, web)
    session = page.context.storage_state()
    page.context.close()
    for path in paths:
        rows = [
            (*_opened_ms(browser, web, path, session), *_opened_ms(browser, web, path, session, is_bare=True))
            for _ in range(times)
        ]
        yield Soon(*(statistics.median(column) for column in zip(*rows, strict=True)))


def _opened_ms(
    browser: Browser, web: WebServer, path: str, logged_in: StorageState, *, is_bare: bool = False
) -> tuple[float, float]:
    """Milliseconds, wall clock and processor, until a page is usable; ``is_bare``: the bare page at its address."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, storage_state=logged_in)
    page = context.new_page()
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    address = _in(web.address, path, "ja")
    if is_bare:
        told = page.request.get(address, max_retries=RETRIES).headers
        headers = {name: value for name, value in told.items() if name not in OF_BODY}
        page.route(address, lambda route: route.fulfill(body=BARE_PAGE, content_type="text/html", headers=headers))
    _until_calm(page)
    before = spent_s()
    page.goto(address, wait_until="commit")
    milliseconds: float = page.evaluate(USABLE)
    spent = spent_s() - before
    context.close()
    return milliseconds, 1000 * spent


def _until_calm(page: Page) -> None:
    """Wait until the browser has finished the work for a new window, which belongs to no page."""
    last = spent_s()
    for _ in range(MOST_LOOKS):
        page.wait_for_timeout(CALM_LOOK_MS)
        last, before = spent_s(), last
        if last - before < CALM_S:
            return


def spent_s() -> float:
    """Processor seconds so far of this process, which contains the service, and of its browsers."""
    return time.process_time() + spent(browser_processes())["browser"]


def _log_in(page: Page, web: WebServer) -> None:
    answer = page.request.post(
        f"{web.address}/api/v1/access/login",
        data={"code": web.access.people.link(Role.OWNER, "Sato"), "device": "walk"},
        headers={"origin": web.address},
        max_retries=RETRIES,
    )
    assert answer.ok


def _at(venue: Walked, path: str, language: str) -> str:
    where, _, state = path.partition(" ")
    address = {"none": venue.bare, "hub": venue.hub}.get(state, venue.web).address
    if state == "tls":
        assert venue.web.tls is not None
        address = f"https://127.0.0.1:{venue.web.tls.port}"
    return _in(address, where, language)


def _in(address: str, path: str, language: str) -> str:
    return f"{address}{path}{'&' if '?' in path else '?'}lang={language}"


@contextmanager
def played_table(folder: Path) -> Iterator[Walked]:
    """Set up a table with a round in play, at a venue with an authority, and a service without tables."""
    with quiet_table(folder) as table, ExitStack() as open_:
        service = table.service
        assert service is not None
        table.set_out(3, 4)
        table.turn_dora("9p", Seat.C, 5)
        table.see()
        lap(table, "1z", "2z", "3z", "5p")
        file = folder / "venue.toml"
        file.write_text(VENUE.format(folder=folder), encoding="utf-8")
        venue = RunningVenue(read_plan(file), lambda _: service)
        open_.callback(venue.close)

        opened_league(folder)
        web = WebServer({"1": service}, tls=TlsPlan("local", 0), folder=folder, venue=venue)
        bare = WebServer({})
        web.start()
        open_.callback(web.stop)
        bare.start()
        open_.callback(bare.stop)
        hub = HubWeb(open_.enter_context(broken_hub(folder)))
        hub.start()
        open_.callback(hub.stop)
        yield Walked(table, web, bare, hub)
        assert web.tls is not None
        web.tls.close()


def main() -> int:
    """Walk the pages, and measure times if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--only-times", action="store_true")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("paths", nargs="*", default=pages())
    told = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with TemporaryDirectory() as folder, played_table(Path(folder)) as venue, sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        wrong, axe = 0, AXE.read_text(encoding="utf-8")
        more = pictured(told.pictures) if told.pictures else nothing_more
        walk = () if told.only_times else walked(browser, venue, told.paths, axe=axe, more=more)
        for path, language, width, what in walk:
            wrong += 1
            print(f"{path} {language} {width}: {what}", flush=True)
        timed = [path for path in told.paths if " " not in path] if told.times else []
        for path, took in zip(timed, soon(browser, venue.web, timed, told.times), strict=True):
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
