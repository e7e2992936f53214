"""Compares every page that shows a number of a table, in a real browser, with the books of an evening.

Plates are read as a person reads them: the text of points, lead and place, and whether points are marked as
provisional. These pages are those of ``SHOWN``, the report and the replay; ``NUMBERLESS`` lists all other pages.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as LateError
from pypdf import PdfReader

from api.access.roles import Role
from controller.riichi.seat import SEATS
from controller.views.gate import Audience
from tests.support.evening import TABLE, Room
from tests.support.evening_books import EveningSheet, GameSheet, RoundSheet, sheet_of
from tests.support.evening_due import Findings, after, before, shown_now
from tests.support.logged_in import link_to
from tests.support.waiting import PATIENCE_MS

NUMBER: Final = """const number = (element) => {
    if (!element) return null;
    const copy = element.cloneNode(true);
    for (const each of copy.querySelectorAll('.provisional')) each.remove();
    const text = copy.textContent.replace(/[−–]/g, '-').replace(/[^-0-9.]/g, '');
    return /[0-9]/.test(text) ? Number(text) : null;
};"""
PLATES: Final = f"""([selector, seat, points, lead, place]) => {{
    {NUMBER}
    return [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).map((each) => ({{
        seat: each.getAttribute(seat),
        points: number(each.querySelector(points)),
        lead: lead ? number(each.querySelector(lead)) : null,
        place: place ? number(each.querySelector(place)) : null,
        provisional: Boolean(each.querySelector(points)?.querySelector('.provisional')),
    }}));
}}"""
"""Script that reads the plates of a page: the numbers of each seat, null for those not shown."""
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


CHANCES: Final = """() => {
    const bar = document.querySelector('.round .chance:not([hidden])');
    return bar && [...bar.getAttribute('aria-label').matchAll(/([0-9]+)%/g)].map(([, each]) => Number(each));
}"""
"""Script that reads the win probabilities of seats A-D from the bar of the page; null if it is not shown."""
STICKS: Final = """() => [...document.querySelectorAll('.sticks')].filter((each) => each.checkVisibility()).map(
    (each) => (each.textContent.match(/[0-9]+/g) ?? []).map(Number))"""
"""Script that reads the numbers of every visible element about sticks."""
SHOWS: Final = f"""([asked, due, marked, carded]) => {{
    const plates = ({PLATES})(asked), card = ({CARD})();
    const right = (each, seat) => each.points === due[seat] && each.provisional === marked;
    if (plates.length !== due.length || !plates.every(right)) return null;
    if (carded !== null && carded !== card.length > 0) return null;
    return {{ plates, card, sticks: ({STICKS})(), chances: ({CHANCES})() }};
}}"""
"""Script that returns all that the page shows once its plates show these points, marked as provisional or not, with or
without a result card (null: either): a wall display shows other content in turn.
"""


PAID: Final = f"""(selector) => {{
    {NUMBER}
    const cards = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    return cards.map((card) => [...card.querySelectorAll('.payments .delta')].map(number));
}}"""
"""Script that reads the payments per seat from result cards."""
TOLD: Final = """([selector, key, within, names]) => {
    const told = new RegExp(`(${names.join('|')}) ([-+]?[0-9,]+)`, 'g');
    const of = (row) => [...(within ? row.querySelector(within) : row).textContent.replace(/[−–]/g, '-').matchAll(told)]
        .map(([, name, points]) => [name, Number(points.replaceAll(',', ''))]).sort();
    return [...document.querySelectorAll(selector)].map((row) => [Number(row.getAttribute(key)), of(row)])
        .sort((one, other) => one[0] - other[0]);
}"""
"""Script that reads the rows of a list, sorted by number, each with the points that it gives for players."""
MATCHES: Final = f"([due, ...asked]) => JSON.stringify(({TOLD})(asked)) === JSON.stringify(due)"
SCORED: Final = re.compile(r"[-+]?[0-9][0-9,]*")
_GAMES: Final = 5
"""Number of earlier games that the board lists for a table."""


@dataclass(frozen=True, slots=True)
class Plates:
    """Selectors of the four seats' plates on a page: its path, the plate, and the numbers within, "" for none.

    ``sticks``: how many elements of the page show the sticks on the table.
    """

    path: str
    plate: str
    seat: str
    points: str = ".points"
    lead: str = ""
    place: str = ""
    fresh: bool = False
    sticks: int = 1

    @property
    def asked(self) -> list[str]:
        """Selectors in the order in which the reading script takes them."""
        return [self.plate, self.seat, self.points, self.lead, self.place]


def on_air(path: str, sticks: int = 1) -> Plates:
    """Return the plates of an overlay.

    An overlay shows a result for its full time, so it is opened again where another moment is due.
    """
    numbers = {"lead": ".lead", "place": ".place"}
    return Plates(path, ".part.scores", "data-seat", **numbers, fresh=True, sticks=sticks)


ON_AIR: Final = ("overlay", "overlay, late")
"""Overlays that show all of their parts."""
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
        *("/authority", "/login", "/access", "/rules", "/setup", "/docs", "/score", "/records", "/gallery"),
        *("/camera/{table}", "/camera/{table}/{seat}", "/overlay/{table}/preview", "/tables/{table}/troubles"),
        *("/events", "/events/{event}"),
    }
)
"""Pages without numbers of a table in play: pages for input, machines, access and events.

The numbers of an event are compared with a separate calculation in tests/api/http/test_league.py.
"""


class Pages:
    """Pages of a room, opened once and read repeatedly; the languages take turns among the pages."""

    def __init__(self, browser: Browser, room: Room, languages: Sequence[str]) -> None:
        self.found = Findings()
        self._room, self._languages = room, cycle(languages)
        # Reduced motion, so that points that count up are shown at their final value.
        self._context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        login = self._context.new_page()
        login.goto(link_to(room.web, "/login", Role.OWNER))
        login.wait_for_url("**/")
        self._open: dict[str, Page] = {"/login": login}

    def close(self) -> None:
        """Close all pages."""
        self._context.close()

    def look(self, moment: str, *, past: bool = False) -> None:
        """Check every page that shows the present state; ``past``: also the pages that show earlier rounds."""
        self.found.moment = moment
        sheet = sheet_of((record.event for record in self._room.service.records()), self._room.book)
        for name, plates in SHOWN.items():
            page = self._page(plates.path, plates.fresh)
            self._plates(name, page, plates, sheet)
            if name == "console":
                self._results(page, sheet)
        if past:
            self._replay(sheet)
            self._board(self._page(SHOWN["board"].path), sheet)
            for number, game in sheet.games.items():
                self._report(number, game, sheet)

    def _page(self, path: str, fresh: bool = False) -> Page:
        page = self._open.get(path)
        if page is None or fresh:
            page = page or self._context.new_page()
            self._open[path] = page
            page.goto(f"{self._room.web.address}{path}{'&' if '?' in path else '?'}lang={next(self._languages)}")
        return page

    def _plates(self, output: str, page: Page, plates: Plates, sheet: EveningSheet) -> None:
        """Wait until four plates show the points due, then compare all else on the page."""
        due = shown_now(sheet)
        self.found.walked[f"page {output}"] += 1
        carded = sheet.round.outcome is not None if output in ON_AIR else None
        try:
            asked = [plates.asked, list(due.points), due.provisional, carded]
            shown = page.wait_for_function(SHOWS, arg=asked, timeout=PATIENCE_MS, polling=100).json_value()
        except LateError:
            self.found.say(output, f"shows {page.evaluate(PLATES, plates.asked)}, due is {due}, card: {carded}")
            return
        game = sheet.game
        lie = [0 if game.final is not None else sheet.round.pot_after, *filter(None, [game.sticks_open])]
        self.found.same(output, "sticks", shown["sticks"] or [[0]] * plates.sticks, [lie] * plates.sticks)
        told = self._room.service.newest(Audience.PUBLIC)["seats"]
        for each, seat in zip(shown["plates"], SEATS, strict=True):
            wanted = due.of(seat)
            for name in ("lead", "place"):
                if getattr(plates, name):
                    self.found.same(output, f"{name} of {seat.name}", each[name], wanted[name])
        chances = [seat["standing"]["chances"] for seat in told]
        if output in ON_AIR and None not in chances:
            # Rounded as the page does it, halves up; of a table without a leader the page gives no probabilities.
            wins = [int(100 * each[0] + 0.5) for each in chances]
            leads = any(seat["standing"]["lead"] > 0 for seat in told)
            self.found.same(output, "chances", shown["chances"], wins if leads else None)
        if output in ON_AIR:
            self._card(output, shown["card"], sheet)

    def _card(self, output: str, card: Sequence[Mapping[str, object]], sheet: EveningSheet) -> None:
        """Compare the result card of an overlay beside the plates."""
        now = sheet.round
        due = after(sheet, now)
        for each, seat in zip(card, SEATS, strict=False):
            wanted = due.of(seat)
            self.found.same(output, f"card, change of {seat.name}", each["change"], now.paid.deltas[seat])
            for name in ("points", "place", "provisional"):
                self.found.same(output, f"card, {name} of {seat.name}", each[name], wanted[name])

    def _results(self, page: Page, sheet: EveningSheet) -> None:
        """Compare the console's result cards: that of the round in play, and those that wait."""
        output, now = "console's results", sheet.round
        self.found.walked[f"page {output}"] += 1
        due = [] if now.outcome is None else [list(now.paid.deltas)]
        self.found.same(output, "result", page.evaluate(PAID, "#result"), due)
        waits = [each for each in sheet.rounds.values() if each.waits and each is not now and not each.unseen]
        if len(waits) > 1:
            rows = page.locator("#waiting tr[data-waits]")
            told = [rows.nth(place).get_attribute("data-waits") for place in range(rows.count())]
            self.found.same(output, "results that wait", told, [str(each.ordinal) for each in waits])
        for each in waits[-1:]:
            opener = page.locator(f"[data-open='{each.ordinal}']")
            for _ in range(opener.count()):
                opener.click()
            card = f"#pending-{each.ordinal}"
            self.found.same(output, f"round {each.ordinal}", page.evaluate(PAID, card), [list(each.paid.deltas)])
            for _ in range(opener.count()):
                opener.click()

    def _board(self, page: Page, sheet: EveningSheet) -> None:
        """Compare the board's list of rounds played at the table, and its standings of the evening."""
        self.found.walked["page board's past"] += 1
        if page.locator("details.past[open]").count() == 0:
            page.locator("details.past summary").click()
        rounds, names = [each for each in sheet.game.rounds if each.outcome is not None], sorted(sheet.game.names)
        due = sorted([each.ordinal, list(_moved(sheet, each))] for each in rounds)
        self._told(page, "rounds played", ["[data-round]", "data-round", ".faint", names], due)
        past = [game for number, game in sheet.games.items() if number < sheet.game.number][-_GAMES:]
        games = [
            [game.number, sorted([name, points] for name, points in zip(game.names, game.now, strict=True))]
            for game in past
        ]
        self._told(page, "games played", ["[data-game]", "data-game", "", names], sorted(games))
        (group,) = self._room.referee.json("/api/v1/board/standings")
        if group["event"] is not None:
            rows = page.evaluate(ROWS_OF, "section.standings tbody tr")
            shown = [(row[0]["number"], row[1]["text"], row[2]["number"]) for row in rows]
            wanted = [(each["rank"], each["player"], each["points"]) for each in group["event"]["standings"]]
            self.found.same("board's standings", "rows", shown, wanted[: len(shown)])
            self.found.same("board's standings", "is shown", bool(shown), bool(wanted))

    def _told(self, page: Page, what: str, asked: list[object], due: list[list[object]]) -> None:
        """Compare a list of the board; waits, because the page requests it again after each result."""
        try:
            page.wait_for_function(MATCHES, arg=[due, *asked], timeout=PATIENCE_MS)
        except LateError:
            self.found.same("board's past", what, page.evaluate(TOLD, asked), due)

    def _printed(self, page: Page, output: str, game: GameSheet, sheet: EveningSheet) -> None:
        """Compare the printed report, read from its PDF: standings, then payments and points of each round."""
        self.found.walked["printed report"] += 1
        text = "\n".join(each.extract_text() for each in PdfReader(io.BytesIO(page.pdf())).pages)
        text = re.sub("[−–]", "-", text)
        due = after(sheet, game.rounds[-1])
        for seat in SEATS:
            line = f"{due.places[seat]} {game.names[seat]} {due.points[seat]:,}"
            if line not in text:
                self.found.say(output, f"prints no line {line}")
        numbers = iter(SCORED.findall(text))
        for each in game.rounds:
            stood = after(sheet, each).points
            paid = [""] * len(SEATS) if each.outcome is None else [_signed(points) for points in each.paid.deltas]
            for told in filter(None, (one for seat in SEATS for one in (paid[seat], f"{stood[seat]:,}"))):
                if told not in numbers:
                    self.found.say(output, f"prints no {told} in its place for round {each.ordinal}")
                    return

    def _replay(self, sheet: EveningSheet) -> None:
        page = self._page(f"/tables/{TABLE}/replay?round={sheet.round.ordinal}", fresh=True)
        page.locator("#acts button").first.wait_for()
        page.locator("#last").click()
        plates = Plates("", "section.place", "data-seat")
        self._plates("replay", page, plates, sheet)

    def _report(self, number: int, game: GameSheet, sheet: EveningSheet) -> None:
        """Compare a game's report on the screen and in print."""
        self.found.walked["page report"] += 1
        page = self._page(f"/tables/{TABLE}/report?game={number}", fresh=True)
        page.locator("table.standing").wait_for()
        due, output = after(sheet, game.rounds[-1]), f"report of game {number}"
        closed = self._room.referee.json(f"/api/v1/tables/{TABLE}/sheet?game={number}")["result"]
        for medium in ("screen", "print"):
            page.emulate_media(media="print" if medium == "print" else "screen")
            rows = page.evaluate(ROWS_OF, "table.standing tbody tr")
            told = [(int(place["number"]), name["text"], points["number"]) for place, name, points, *_ in rows]
            order = sorted(SEATS, key=lambda seat: due.places[seat])
            brought = [[float(cell["text"].translate(_PLAIN)) for cell in row[3:]] for row in rows]
            lines = [] if closed is None else [*(each["amounts"] for each in closed["lines"]), closed["points"]]
            at = {} if closed is None else {seat: place for place, seat in enumerate(closed["seats"])}
            self.found.same(
                output, f"record, {medium}", brought, [[line[at[seat]] for line in lines] for seat in order]
            )
            wanted = [(due.places[seat], game.names[seat], due.points[seat]) for seat in order]
            self.found.same(output, f"standing, {medium}", told, wanted)
            self.found.same(output, "marks", [row[2]["provisional"] for row in rows], [due.provisional] * len(SEATS))
            for row, each in zip(page.evaluate(ROWS_OF, "table.rounds tbody tr"), game.rounds, strict=False):
                cells, stood = row[-len(SEATS) :], after(sheet, each)
                paid = None if each.outcome is None else list(each.paid.deltas)
                # An unfinished round has points only.
                shown = [cell["numbers"][0] if cell["numbers"][1:] else None for cell in cells]
                self.found.same(output, f"payments of round {each.ordinal}", shown, paid or [None] * len(SEATS))
                shown = [cell["numbers"][-1] for cell in cells]
                self.found.same(output, f"points after round {each.ordinal}", shown, list(stood.points))
            rounds = page.locator("table.rounds tbody tr").count()
            self.found.same(output, "rounds", rounds, len(game.rounds))
        self._printed(page, output, game, sheet)


_PLAIN: Final = str.maketrans({"−": "-", ",": None})
"""Translates a number as a page shows it to Python's notation."""


def _moved(sheet: EveningSheet, each: RoundSheet) -> Iterator[list[object]]:
    """Yield (name, change of points) of each player who gained or lost in a round."""
    stood, came = before(sheet, each).points, after(sheet, each).points
    names = sheet.games[each.game].names
    for seat in sorted(SEATS, key=lambda seat: names[seat]):
        if came[seat] != stood[seat]:
            yield [names[seat], came[seat] - stood[seat]]


def _signed(points: int) -> str:
    return f"{points:+,}" if points else "0"
