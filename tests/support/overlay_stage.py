"""A table with seat cameras that plays beside a real browser on its overlay: steadiness, frame rate, processor time.

``python -m tests.support.overlay_stage --seconds 120``: plays rounds of the simulator's players as evidence in real
time, each seat's camera blind for 45 % of it as arms and racks cause; the overlay is at 1920x1080 on the late feed.
Prints the share of a standing hand's time that its row is on the page, how often rows appear and disappear, frames per
second, and the processor time of the page. ``--looks bare,dark,light,clear``: one look after another, an empty page
first. ``--film``: each over a moving picture of a table. ``--picture FILE`` only stores a picture of the first win, of
``--size 1280x720,1920x1080,3840x2160`` one each, over the film if one is given.
"""

import argparse
import base64
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
import numpy as np
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from api.access.roles import Role
from api.demo.web import WebServer
from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record, seal
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.policy import Release
from tests.support.bench import Game
from tests.support.browser import launched
from tests.support.logged_in import token_for
from tests.support.quiet_table import NoEyes, NoTable
from tests.support.waiting import PATIENCE_S

BOOK: Final = "npm-2008"
BLIND_SHARE: Final = 0.45
"""Share of time that a camera is blind; on the painted table cameras read 45 to 77 % of the time."""
BLIND_S: Final = (1.0, 6.0)
BARE: Final = "bare"
WATCH: Final = """() => {
  const kept = { frames: 0, looks: 0, every: 0, shown: 0, flips: 0, jumps: 0, t0: performance.now() };
  window.kept = kept;
  const last = new Map();
  const look = () => {
    kept.frames += 1;
    for (const hand of document.querySelectorAll(".part.hands")) {
      const seat = hand.dataset.seat, row = hand.querySelector(".row");
      const box = hand.getBoundingClientRect();
      const faces = row.querySelectorAll("[data-tile]").length;
      const stand = window.standing?.[seat] ?? 0;
      const isStanding = stand === 2;
      const shown = !hand.hidden && faces > 0 && Number(getComputedStyle(row).opacity) > 0.3;
      const before = last.get(seat);
      if (before && isStanding && before.standing) {
        // That a row comes for the first time is none.
        kept.flips += before.shown ? !shown : shown && before.gone;
        kept.jumps += box.width > 0 && before.width > 0 && (box.left !== before.left || box.top !== before.top);
      }
      if (isStanding) { kept.looks += 1; kept.shown += shown; }
      kept.every += stand > 0;
      const gone = isStanding && !shown && Boolean(before?.shown || before?.gone);
      last.set(seat, { shown, gone, standing: isStanding, left: box.left, top: box.top, width: box.width });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


TABLE: Final = Path(__file__).parents[2] / "docs" / "table.jpg"
FILM_SIZE: Final = (960, 540)
FILM_FPS: Final = 30
FILM_FRAMES: Final = 60
"""Number of frames after which the film repeats seamlessly."""
UNDER: Final = """async (film) => {
  const answer = await fetch(`data:video/webm;base64,${film}`);
  const video = document.createElement("video");
  video.src = URL.createObjectURL(await answer.blob());
  video.loop = video.muted = true;
  video.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; object-fit: cover; z-index: -1";
  document.documentElement.append(video);
  await video.play();
}"""


def table_film(folder: Path) -> bytes:
    """Film of a camera that swings over a painted table, as WebM."""
    still = cv2.imread(str(TABLE))
    assert still is not None
    file = folder / "film.webm"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"VP80"), FILM_FPS, FILM_SIZE)
    high, wide = still.shape[:2]
    for number in range(FILM_FRAMES):
        turn = 2 * np.pi * number / FILM_FRAMES
        scale = FILM_SIZE[0] / wide * (1.1 + 0.05 * np.sin(turn))
        left = (FILM_SIZE[0] - scale * wide) / 2 + 30 * np.cos(turn)
        top = (FILM_SIZE[1] - scale * high) / 2 + 30 * np.sin(turn)
        writer.write(cv2.warpAffine(still, np.array([[scale, 0, left], [0, scale, top]]), FILM_SIZE))
    writer.release()
    return file.read_bytes()


def put_under(page: Page, film: bytes) -> None:
    """Play the film behind the page, which was opened without its content security policy."""
    page.evaluate(UNDER, base64.b64encode(film).decode())


@dataclass
class OverlayStage:
    """The service of one table, and the game played at it."""

    folder: Path
    rule: Release
    seed: int = 5
    rounds: int = 4
    blind: float = BLIND_SHARE
    speed: float = 1.0
    game: Game = field(init=False)
    service: TableService = field(init=False)
    store: SqliteJournal = field(init=False)
    played: int = 0
    looked: set[tuple[int, Seat]] = field(default_factory=set)
    """Hands, by round and seat, that a camera has shown since the deal: by the evidence sent, not by the service's
    state.
    """

    def __post_init__(self) -> None:
        self.game = Game(BOOK, seed=self.seed, rounds=self.rounds, seats=True)
        director, opening = Director.open(Venue(rulebook=BOOK, auto_settle=True, names=NAMES), 0.0)
        store = self.store = SqliteJournal(self.folder / "journal.sqlite")
        records: list[Record] = []
        for event in opening.events:
            records.append(seal(event, 0.0, records[-1] if records else None))
        store.append(records, opening.evidence)
        self.service = TableService(
            *("t", director, store, NoTable(), NoEyes()),
            pictures=_NoPictures(),  # type: ignore[arg-type]  # what is asked of pictures here
            clock=lambda: 0.0,
            rule=self.rule,
        )

    def evidence(self) -> Iterator[Evidence]:
        """Yield the evidence with each camera blind at times."""
        rng = Random(self.seed)
        blind_until = [0.0] * len(SEATS)
        seeing_until = [rng.uniform(0, 8) for _ in SEATS]
        for each in self.game.evidence():
            if not isinstance(each, Sighting) or not self.blind:
                yield each
                continue
            for seat in SEATS:
                if each.at >= max(blind_until[seat], seeing_until[seat]):
                    length = rng.uniform(*BLIND_S)
                    blind_until[seat] = each.at + length
                    seeing_until[seat] = blind_until[seat] + length * (1 - self.blind) / self.blind
            rows = each.concealed or (None,) * len(SEATS)
            seen = tuple(None if each.at < blind_until[seat] else rows[seat] for seat in SEATS)
            yield replace(each, concealed=seen)

    def play(self, until: threading.Event) -> None:
        """Pass all evidence to the service in real time."""
        begun = time.monotonic()
        for each in self.evidence():
            wait = begun + each.at / self.speed - time.monotonic()
            if until.wait(max(0.0, wait)):
                return
            self.service.take(each)
            self.played += 1
            round_ = self.service.state.round
            if isinstance(each, Sighting) and round_ is not None and round_.dealt:
                rows = each.concealed or (None,) * len(SEATS)
                self.looked |= {(self.service.state.rounds, seat) for seat in SEATS if rows[seat] is not None}


NAMES: Final = ("選手・東", "Player South", "選手・西", "Player North")


class _NoPictures:
    """Stand-in for the store of pictures: stores none."""

    def keep(self, _events: object) -> None:
        """Store nothing."""

    def numbers(self, _name: str) -> tuple[int, ...]:
        return ()


@contextmanager
def staged(folder: Path, rule: Release, **options: Any) -> Iterator[tuple[OverlayStage, WebServer]]:
    """Serve a stage on which nothing has been played yet."""
    stage = OverlayStage(folder, rule, **options)
    web = WebServer({"t": stage.service})
    web.start()
    try:
        yield stage, web
    finally:
        web.stop()
        stage.store.close()


def overlay_address(web: WebServer, path: str = "/overlay/t", query: str = "late=1&lang=ja") -> str:
    """Address of an overlay with a token after the #."""
    return f"{web.address}{path}?{query}#token={token_for(web.access, Role.OVERLAY, 'stage')}"


def standing_now(stage: OverlayStage) -> list[int]:
    """State of each seat's hand: 0 does not stand, 1 stands and has not been shown by a camera, 2 has been shown."""
    state = stage.service.state
    round_ = state.round
    if round_ is None or not round_.dealt or round_.outcome is not None:
        return [0] * len(SEATS)
    return [(round_.revealed[seat] is None) * (1 + ((state.rounds, seat) in stage.looked)) for seat in SEATS]


def watch(stage: OverlayStage, page: Page, seconds: float) -> dict[str, Any]:
    """Play for ``seconds`` and return what the page showed frame by frame."""
    until = threading.Event()
    playing = threading.Thread(target=stage.play, args=(until,), daemon=True)
    page.evaluate(WATCH)
    processes = browser_processes()
    before = spent(processes)
    begun = time.monotonic()
    playing.start()
    while time.monotonic() - begun < seconds and playing.is_alive():
        page.evaluate("told => { window.standing = told; }", standing_now(stage))
        page.wait_for_timeout(50)
    took = time.monotonic() - begun
    after = spent(processes)
    until.set()
    playing.join(PATIENCE_S)
    kept = page.evaluate("() => ({ ...window.kept, ms: performance.now() - window.kept.t0 })")
    return {
        "seconds": round(took, 1),
        "frames a second": round(1000 * kept["frames"] / kept["ms"], 1),
        "shown of hands that a camera has seen": round(kept["shown"] / max(1, kept["looks"]), 4),
        "shown of all that stand": round(kept["shown"] / max(1, kept["every"]), 4),
        "flips a minute of all seats": round(60 * kept["flips"] / took, 2),
        "slots moved": kept["jumps"],
        "share of a core": {name: round((after[name] - before[name]) / took, 3) for name in after},
    }


def browser_processes() -> list[psutil.Process]:
    """Processes of the browsers that this process started."""
    return [each for each in psutil.Process().children(recursive=True) if "chrom" in each.name().lower()]


def spent(processes: list[psutil.Process]) -> dict[str, float]:
    """Processor seconds of the page's own process, and of all browser processes."""
    spent = {"page": 0.0, "browser": 0.0}
    for each in processes:
        try:
            times = each.cpu_times()
            kind = " ".join(each.cmdline())
        except psutil.Error:
            continue
        spent["browser"] += times.user + times.system
        if "--type=renderer" in kind:
            spent["page"] += times.user + times.system
    return spent


def play_to_win(stage: OverlayStage) -> None:
    """Pass the evidence up to the first win to the service."""
    for each in stage.evidence():
        stage.service.take(each)
        round_ = stage.service.state.round
        if round_ is not None and round_.outcome is not None and round_.outcome.wins:
            return


def picture(page: Page, file: Path) -> None:
    """Store a picture of the page after the win is fully shown; without a film over a plain ground."""
    page.evaluate("document.documentElement.style.background ||= '#2f6a54'")
    page.locator(".part.result .yaku .line").first.wait_for()
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState === 'finished')")
    page.screenshot(path=file)


def opened(
    browser: Browser,
    web: WebServer,
    query: str = "late=1&lang=ja",
    size: tuple[int, int] = (1920, 1080),
    film: bytes = b"",
) -> Page:
    """Open the overlay in a page of this size, over a film if one is given; without a query an empty page."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, bypass_csp=bool(film))
    if query:
        page.goto(overlay_address(web, query=query))
    if film:
        put_under(page, film)
    return page


def main() -> int:
    """Print the measurements of a watch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--release", default="live")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--picture", default="", help="file for a picture of the first win; nothing is measured")
    parser.add_argument("--size", default="1920x1080", help="pixels of the page, or several; each has its own picture")
    parser.add_argument("--film", action="store_true", help="a moving picture of a table behind each")
    parser.add_argument("--looks", default="dark", help=f"themes, and {BARE}: an empty page, counted alike")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        for look in options.looks.split(","):
            rule = Release.parse(options.release)
            with TemporaryDirectory() as folder, staged(Path(folder), rule, seed=options.seed) as (stage, web):
                film = table_film(Path(folder)) if options.film else b""
                query = "" if look == BARE else f"late=1&lang=ja&theme={look}"
                sizes = [tuple(map(int, each.split("x"))) for each in options.size.split(",")]
                pages = [opened(browser, web, query, (wide, high), film) for wide, high in sizes]
                if options.picture:
                    play_to_win(stage)
                for page, (_, high) in zip(pages, sizes, strict=True):
                    if options.picture:
                        file = Path(options.picture)
                        picture(page, file if len(sizes) == 1 else file.with_stem(f"{file.stem}-{high}p"))
                    else:
                        print(
                            json.dumps({"look": look, "high": high, **watch(stage, page, options.seconds)}), flush=True
                        )
                    page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
