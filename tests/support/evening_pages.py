"""Every page that shows a number of a table, in a real browser, held against the books of an evening.

Plates are read as a person reads them: the text of points, lead, place and chance, and whether points are marked as
provisional. ``SHOWN``, the report and the replay are all pages that do so but those of ``NUMBERLESS``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as LateError

from api.access.roles import Role
from controller.riichi.seat import SEATS
from controller.views.gate import Audience
from tests.support.evening import TABLE, Room
from tests.support.evening_books import EveningSheet, GameSheet, sheet_of
from tests.support.evening_due import Findings, after, shown_now
from tests.support.logged_in import link_to

PATIENCE_MS: Final = 60_000
NUMBER: Final = """const number = (element) => {
    if (!element) return null;
    const copy = element.cloneNode(true);
    for (const each of copy.querySelectorAll('.provisional')) each.remove();
    const text = copy.textContent.replace(/[−–]/g, '-').replace(/[^-0-9.]/g, '');
    return /[0-9]/.test(text) ? Number(text) : null;
};"""
PLATES: Final = f"""([selector, seat, points, lead, place, chance]) => {{
    {NUMBER}
    return [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).map((each) => ({{
        seat: each.getAttribute(seat),
        points: number(each.querySelector(points)),
        lead: lead ? number(each.querySelector(lead)) : null,
        place: place ? number(each.querySelector(place)) : null,
        chance: chance ? number(each.querySelector(chance)) : null,
        provisional: Boolean(each.querySelector(points)?.querySelector('.provisional')),
    }}));
}}"""
"""Plates of a page: of each seat the numbers on it, null where it shows none."""
CARD: Final = f"""() => {{
    {NUMBER}
    return [...document.querySelectorAll('.part.result:not([hidden]) .paid')].map((each, seat) => ({{
        seat, change: number(each.querySelector('.change')), points: number(each.querySelector('.score')),
        place: number(each.querySelector('.place')),
        provisional: Boolean(each.querySelector('.provisional')),
    }}));
}}"""
ROWS_OF: Final = f"""(selector) => {{
    {NUMBER}
    return [...document.querySelectorAll(selector)].map((row) => [...row.cells].map((cell) => ({{
        text: cell.innerText.trim(), numbers: [...cell.children].map(number), number: number(cell),
        provisional: Boolean(cell.querySelector('.provisional')),
    }})));
}}"""


SHOWS: Final = f"""([asked, due, marked]) => {{
    const shown = ({PLATES})(asked);
    const right = (each, seat) => each.points === due[seat] && each.provisional === marked;
    return shown.length === due.length && shown.every(right);
}}"""
"""Whether the plates show these points, marked or not."""


STICKS: Final = """() => [...document.querySelectorAll('.sticks')].filter((each) => each.checkVisibility()).map(
    (each) => (each.textContent.match(/[0-9]+/g) ?? []).map(Number))"""
"""The numbers of every place that tells of sticks."""


@dataclass(frozen=True, slots=True)
class Plates:
    """Where a page shows the four seats: its path, the plates, and the numbers within one, "" for none.

    ``sticks``: how often it tells of those on the table.
    """

    path: str
    plate: str
    seat: str
    points: str = ".points"
    lead: str = ""
    place: str = ""
    chance: str = ""
    fresh: bool = False
    sticks: int = 1

    @property
    def asked(self) -> list[str]:
        """As the reader takes it."""
        return [self.plate, self.seat, self.points, self.lead, self.place, self.chance]


def on_air(path: str, sticks: int = 1) -> Plates:
    """The plates of an overlay; it tells a result to its end, so it is opened anew where another moment is due."""
    chance = ".chance:not([hidden]) .value"
    numbers = {"lead": ".lead", "place": ".place", "chance": chance}
    return Plates(path, ".part.scores", "data-seat", **numbers, fresh=True, sticks=sticks)


SHOWN: Final[Mapping[str, Plates]] = {
    "board": Plates("/", f"[data-table='{TABLE}'] li[data-seat]", "data-seat", place=".place"),
    "wall": Plates("/?wall=1", f"[data-table='{TABLE}'] li[data-seat]", "data-seat", place=".place"),
    "console": Plates(f"/tables/{TABLE}", "section.player", "data-player"),
    "console's table": Plates(f"/tables/{TABLE}", "div.seat", "data-seat"),
    "start page": Plates("/start", "ul.seats li", "data-key", sticks=0),
    "seat page": Plates(f"/seat/{TABLE}/B", "li.player", "data-seat", place=".place"),
    "overlay": on_air(f"/overlay/{TABLE}"),
    "overlay, late": on_air(f"/overlay/{TABLE}?late=1"),
    "overlay, scores": on_air(f"/overlay/{TABLE}/scores", sticks=0),
}
REPORT: Final = "/tables/{table}/report"
REPLAY: Final = "/tables/{table}/replay"
NUMBERLESS: Final = frozenset(
    {
        *("/authority", "/login", "/access", "/rules", "/setup", "/docs", "/score", "/records"),
        *("/camera/{table}", "/camera/{table}/{seat}", "/overlay/{table}/preview"),
    }
)
"""Pages that show no number of a table in play: what people bring to them, what machines do, who may act."""


class Pages:
    """The pages of a room in one language, opened once and looked at again and again."""

    def __init__(self, browser: Browser, room: Room, language: str) -> None:
        self.found = Findings()
        self._room, self._language = room, language
        self._context = browser.new_context(viewport={"width": 1440, "height": 900})
        login = self._context.new_page()
        login.goto(link_to(room.web, "/login", Role.OWNER))
        login.wait_for_url("**/")
        self._open: dict[str, Page] = {"/login": login}

    def close(self) -> None:
        """Close them all."""
        self._context.close()

    def look(self, moment: str, *, past: bool = False) -> None:
        """Every page that shows the table as it is; ``past``: those too that show what has been."""
        self.found.moment = moment
        sheet = sheet_of((record.event for record in self._room.service.records()), self._room.book)
        for name, plates in SHOWN.items():
            page = self._page(plates.path, plates.fresh)
            self._plates(name, page, plates, sheet)
            if name in ("overlay", "overlay, late"):
                self._card(name, page, sheet)
        if past:
            self._replay(sheet)
            for number, game in sheet.games.items():
                self._report(number, game, sheet)

    def _page(self, path: str, fresh: bool = False) -> Page:
        page = self._open.get(path)
        if page is None or fresh:
            page = page or self._context.new_page()
            self._open[path] = page
            page.goto(f"{self._room.web.address}{path}{'&' if '?' in path else '?'}lang={self._language}")
        return page

    def _plates(self, output: str, page: Page, plates: Plates, sheet: EveningSheet) -> None:
        """Four plates, once they show the points that are due; what else they show must fit those."""
        due = shown_now(sheet)
        self.found.walked[f"page {output}"] += 1
        try:
            page.wait_for_function(SHOWS, arg=[plates.asked, list(due.points), due.provisional], timeout=PATIENCE_MS)
        except LateError:
            self.found.say(output, f"shows {page.evaluate(PLATES, plates.asked)}, due is {due}")
            return
        game = sheet.game
        lie = [0 if game.final is not None else sheet.round.pot_after, *filter(None, [game.sticks_open])]
        shown = page.evaluate(STICKS)
        self.found.same(output, "sticks", shown or [[0]] * plates.sticks, [lie] * plates.sticks)
        told = self._room.service.newest(Audience.PUBLIC)["seats"]
        for each, seat in zip(page.evaluate(PLATES, plates.asked), SEATS, strict=True):
            wanted = due.of(seat)
            for name in ("lead", "place"):
                if getattr(plates, name):
                    self.found.same(output, f"{name} of {seat.name}", each[name], wanted[name])
            chances = told[seat]["standing"]["chances"]
            if plates.chance and chances is not None:
                # As the page rounds it: halves up.
                self.found.same(output, f"chance of {seat.name}", each["chance"], int(100 * chances[0] + 0.5))

    def _card(self, output: str, page: Page, sheet: EveningSheet) -> None:
        """The card of a result on air, beside the plates."""
        card, now = page.evaluate(CARD), sheet.round
        self.found.same(output, "a card is shown", bool(card), now.outcome is not None)
        due = after(sheet, now)
        for each, seat in zip(card, SEATS, strict=False):
            wanted = due.of(seat)
            self.found.same(output, f"card, change of {seat.name}", each["change"], now.paid.deltas[seat])
            for name in ("points", "place", "provisional"):
                self.found.same(output, f"card, {name} of {seat.name}", each[name], wanted[name])

    def _replay(self, sheet: EveningSheet) -> None:
        page = self._page(f"/tables/{TABLE}/replay?round={sheet.round.ordinal}", fresh=True)
        page.locator("#acts button").first.wait_for()
        page.locator("#last").click()
        plates = Plates("", "section.place", "data-seat")
        self._plates("replay", page, plates, sheet)

    def _report(self, number: int, game: GameSheet, sheet: EveningSheet) -> None:
        """A game's report on the screen and as it is printed."""
        self.found.walked["page report"] += 1
        page = self._page(f"/tables/{TABLE}/report?game={number}", fresh=True)
        page.locator("table.standing").wait_for()
        due, output = after(sheet, game.rounds[-1]), f"report of game {number}"
        for medium in ("screen", "print"):
            page.emulate_media(media="print" if medium == "print" else "screen")
            rows = page.evaluate(ROWS_OF, "table.standing tbody tr")
            told = [(int(place["number"]), name["text"], points["number"]) for place, name, points in rows]
            order = sorted(SEATS, key=lambda seat: due.places[seat])
            wanted = [(due.places[seat], game.names[seat], due.points[seat]) for seat in order]
            self.found.same(output, f"standing, {medium}", told, wanted)
            self.found.same(output, "marks", [row[2]["provisional"] for row in rows], [due.provisional] * len(SEATS))
            for row, each in zip(page.evaluate(ROWS_OF, "table.rounds tbody tr"), game.rounds, strict=False):
                cells, stood = row[-len(SEATS) :], after(sheet, each)
                paid = None if each.outcome is None else list(each.paid.deltas)
                shown = [cell["numbers"][0] for cell in cells]
                self.found.same(output, f"payments of round {each.ordinal}", shown, paid or [None] * len(SEATS))
                shown = [cell["numbers"][1] for cell in cells]
                self.found.same(output, f"points after round {each.ordinal}", shown, list(stood.points))
            rounds = page.locator("table.rounds tbody tr").count()
            self.found.same(output, "rounds", rounds, len(game.rounds))
