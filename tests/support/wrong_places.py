"""Invalid addresses: every page of the routes with every possible error of its address, reader or feed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Final

from playwright.sync_api import BrowserContext, Page, WebSocketRoute
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from api.access.routes import ROWS
from tests.support.axe import violations
from tests.support.browser import RETRIES
from tests.support.page_walk import FILES, LOOKED_FOR, NOT_PAGES, PLACES, WALL, WRONG, english_on
from tests.support.waiting import PATIENCE_MS

LANGUAGES: Final = ("ja", "en")
WIDTHS: Final = (390, 1440)
FOLLOWING: Final = ("/", WALL, "/tables/1", "/seat/1/B", "/overlay/1", "/overlay/1/scores", "/overlay/1/preview")
"""Pages that follow a feed."""
ON_AIR: Final = ("/overlay/1", "/overlay/1/scores")
OPEN: Final = ("/login", "/authority", "/camera/1", "/camera/1/B")
"""Pages for readers who are not logged in: a phone is admitted in its own way."""
ASKED: Final = {
    "/tables/1/report?game=99": "game-unknown",
    "/tables/1/replay?round=99": "round-unknown",
    "/rules?first=none": "rulebook-unknown",
    "/events/nowhere": "event-unknown",
    "/overlay/1?late=1": "role-too-low",
}
"""Queries for things that do not exist or are not visible to everybody, with the expected code."""
LEAST: Final = {"/tables/1": "referee", "/setup": "staff", "/start": "referee"}
"""Pages not visible to every viewer, with their least role."""
NETWORK: Final = ("Failed to load resource", "WebSocket connection to")
"""Browser messages about answers other than 200; any other message is an error of the page."""
SHOWN: Final = "#place:not([hidden]) section.empty-state, .hint:not([hidden]) section.empty-state"


@dataclass(frozen=True, slots=True)
class Wrong:
    """An address and its expected error code; ``status``: expected status of the page itself."""

    path: str
    code: str
    status: int = 200


def shells() -> list[str]:
    """Paths of every page from the routes, with unfilled parameters."""
    paths = [row.path for row in ROWS if row.least is None and row.methods == "GET"]
    return [path for path in paths if not path.startswith(NOT_PAGES) and path not in FILES]


def at(path: str, **other: str) -> str:
    """Fill in a page's path with the places of the walk, or with others."""
    for name, value in {**PLACES, **other}.items():
        path = path.replace(f"{{{name}}}", value)
    return path


def addresses() -> Iterator[Wrong]:
    """Yield every error of an address itself."""
    for path in shells():
        for name, value in (("table", "nowhere"), ("seat", "Z"), ("part", "nothing")):
            # A phone with a code gets the message on its own page: it may be paired before its table runs.
            of_phone = name == "table" and path.startswith("/camera")
            if f"{{{name}}}" in path and not of_phone:
                yield Wrong(at(path, **{name: value}), f"{name}-unknown", 404)
        yield Wrong(f"{at(path).rstrip('/')}/nothing/at/all", "nothing-here", 404)
    for path in ("/nowhere", "/api/v1/nowhere", "/static/shared/nothing.js"):
        yield Wrong(path, "nothing-here", 404)
    yield Wrong("/api/v1/tables/nowhere", "table-unknown", 404)
    yield Wrong("/api/v1/tables/1/rounds/99", "round-unknown", 404)
    yield Wrong("/metrics", "log-in", 401)
    yield Wrong("/api/v1/access/login", "method", 405)
    yield Wrong("/api/v1/rulebooks/none/differences/none", "", 404)
    for path, code in ASKED.items():
        yield Wrong(path, "log-in" if code == "role-too-low" else code)


def in_turns(every: Iterable[Wrong], *, whole: bool = False) -> Iterator[tuple[Wrong, str]]:
    """Yield each wrong place with a language: each kind of error in both, each address in one.

    ``whole``: each address in both.
    """
    turns, known = cycle(LANGUAGES), set[str]()
    for wrong in every:
        for language in (next(turns),) if wrong.code in known and not whole else LANGUAGES:
            yield wrong, language
        known.add(wrong.code)


def asking(*, alone: bool) -> Iterator[str]:
    """Yield pages that require a login; ``alone``: also where everybody may view the tables."""
    for path in map(at, shells()):
        if path not in OPEN and (not alone or path in LEAST or path == "/access"):
            yield path


class Looker:
    """One browser page that opens wrong places, and the browser's error messages."""

    def __init__(self, context: BrowserContext, base: str, axe: str) -> None:
        """``axe``: source of axe-core, run once per kind of error."""
        self.page: Page = context.new_page()
        self.base, self.axe = base, axe
        self._asked, self._walked = set[tuple[str, int]](), set[tuple[str, str]]()
        self.broken: list[str] = []
        self.page.on("pageerror", lambda error: self.broken.append(str(error)))
        self.page.on("console", lambda told: self.broken.append(told.text) if told.type == "error" else None)

    def look(self, wrong: Wrong, language: str, after: str = "") -> list[str]:
        """Open a wrong place and return the problems found; ``after``: fragment of the address after the #."""
        joint = "&" if "?" in wrong.path else "?"
        if after:
            # A browser does not load a page again if only the fragment differs.
            self.page.goto("about:blank")
        answer = self.page.goto(f"{self.base}{wrong.path}{joint}lang={language}{after}")
        status = [] if answer is None or answer.status == wrong.status else [f"status {answer.status}"]
        found = [*status, *self.shown(wrong, language)]
        found += [each for each in self.broken if not each.startswith(NETWORK)]
        self.broken.clear()
        return [f"{wrong.path} {language}: {each}" for each in found]

    def shown(self, wrong: Wrong, language: str) -> list[str]:
        """Problems of the message that the page shows."""
        code = wrong.code
        place = self.page.locator(SHOWN)
        # A page that got no answer in time says so first, and asks again.
        due = place.and_(self.page.locator(f"[data-place='{code}']")) if code else place
        try:
            due.wait_for(timeout=PATIENCE_MS)
        except PlaywrightTimeout:
            return [f"{place.get_attribute('data-place')} in place of {code}" if place.count() else "shows nothing"]
        found = list[str]()
        text = self.page.locator("body").inner_text()
        found += [f"says {each}" for each in ('{"', "切断", "Lost, reconnecting", "undefined") if each in text]
        if len(place.locator("h2").inner_text()) < 5:
            found.append("does not say what is wrong")
        # The service uses one page for all its refusals.
        page = (f"{wrong.status} {code}" if wrong.status != 200 else wrong.path, language)
        for width in WIDTHS if page not in self._walked else ():
            self.page.set_viewport_size({"width": width, "height": 900})
            found += [f"{width}: {each}" for each in self.page.evaluate(WRONG, [language, *LOOKED_FOR])]
            if (code, width) not in self._asked:
                self._asked.add((code, width))
                found += [f"{width}: {each}" for each in violations(self.page, self.axe)]
        found += english_on(self.page) if language == "ja" and not wrong.path.startswith("/docs") else ()
        self._walked.add(page)
        return [*found, *self._ways(place.locator("a[href]").evaluate_all("all => all.map((one) => one.href)"))]

    def _ways(self, ways: list[str]) -> list[str]:
        """Links that lead nowhere, or back to where there is nothing."""
        here = self.page.url.partition("#")[0]
        asked = partial(self.page.request.get, headers={"accept": "text/html"}, max_retries=RETRIES)
        followed = {each: asked(each).status for each in ways}
        dead = [f"{each} answers {status}" for each, status in followed.items() if status != 200 and each != here]
        return dead if ways else ["leads nowhere"]


def silent(_socket: WebSocketRoute) -> None:
    """A feed that opens and sends nothing."""
