"""Phones film whole rounds: python -m tests.support.phone_film [--seed 7] [--hands 3] [--seat A] [--film FOLDER]

The simulated table is first painted into a film (stored in FOLDER and reused if it exists). Chromium's fake camera
plays it to the service, over TLS with the machine's own authority, while a board reports what the machine did at each
point of the film. The journal is compared with the truth at the end. Each exposure, 0.2 s of the simulated table, is
shown for half a second. With ``--seat`` a second phone films that seat's hand: every hand in the journal is compared
with those that stood there, and everything released before a round is over is searched.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final
from unittest.mock import patch

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from api.access.access import Access
from api.demo.truth import compare
from api.demo.web import WebServer
from api.phones.desk import phone_desk
from api.phones.line import PhoneLine
from api.service import compose
from api.service.compose import SeatCamera, TableConfig, open_service
from api.service.table_service import TableService
from api.steady import steady_clock
from api.tls.plan import TlsPlan
from controller.journal import events as ev
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from controller.views.gate import Audience
from controller.views.policy import Release, When
from firmware_bridge.scripted_table import ScriptedTable
from firmware_bridge.table import open_table
from firmware_bridge.wire.codes import EventKind
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.board.board import Board
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.camera.camera import calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.round import play_rounds
from hardware.simulator.game.setting import Setting
from hardware.simulator.game.truth import TruthFile
from hardware.simulator.machine.pace import EXPOSURE_S, FAST
from tests.support.phone_stage import camera_link, filming, set_size
from tests.support.waiting import PATIENCE_S
from vision.capture.frame import decode
from vision.render.laying.habits import LAYINGS
from vision.render.painter import Painter
from vision.render.seat_view import SIZE as SEAT_SIZE
from vision.render.seat_view import clicked_calibration, seat_camera

SIZE: Final = (1280, 960)
TABLE: Final = "9"
SHOWN_S: Final = 0.5
"""Seconds for which each exposure is shown; chosen, because on a busy machine a reading takes most of it."""
LEAD: Final = 8
"""Exposures of the empty table before the first one, during which the phones connect."""
PROFILE: Final = "wall-only"
_BITS, _MARK_PX = 12, 16
_SECRETS: Final = ("concealed", "shanten")
"""Field names in which a view would give a standing hand."""


class Film:
    """The painted film: ``exposures``, the machine's reports with their exposures, and the hands that stood at the
    seat.
    """

    def __init__(self, folder: Path, seat: Seat | None) -> None:
        """Use a folder; a film in it is not painted again."""
        self.folder, self.seat = folder, seat
        self.over, self.at_seat, self.truth = folder / "film.y4m", folder / "seat.y4m", folder / "truth.jsonl"
        self.exposures, self.painting_s = 0, 0.0
        self.reports: list[tuple[int, str, int | None]] = []
        self.hands: list[str] = []

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Record a report of the machine and its exposure (``Reporter``)."""
        self.reports.append((self.exposures, kind.name, seat))

    def paint(self, seed: int, hands: int, most: int) -> None:
        """Paint the film, each exposure with its number in a corner."""
        began, noted = time.monotonic(), self.folder / "film.json"
        if noted.is_file():
            self.exposures, self.reports, self.hands = json.loads(noted.read_text(encoding="utf-8"))
            self.exposures = min(self.exposures, most or self.exposures)
            return
        profile = load_profile()
        rounds = play_rounds(load(DEFAULT_RULEBOOK), seed, hands, profile.wall.stacks, work=table_work(profile))
        playback = Playback(rounds, FAST, self, TruthFile(self.truth).write)
        layout = Layout(profile)
        builder = SceneBuilder(layout, seed, LAYINGS["exact"])
        painters = {self.over: Painter(profile, over_the_table(SIZE))}
        if self.seat is not None:
            painters[self.at_seat] = Painter(profile, seat_camera(layout, self.seat))
        with ExitStack() as release:
            reels = {file: release.enter_context(_reel(file, painter)) for file, painter in painters.items()}
            while not playback.over and (not most or self.exposures < most):
                playback.advance(max(0, self.exposures - LEAD) * EXPOSURE_S)
                scene = builder.scene(playback.setting)
                for place, (file, painter) in enumerate(painters.items()):
                    image = painter.paint(scene, np.random.default_rng((seed, place, self.exposures)))
                    if file == self.over:
                        _mark(image, self.exposures)
                    reels[file].write(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())
                self.hands.append(_hand(playback.setting, self.seat))
                self.exposures += 1
        noted.write_text(json.dumps([self.exposures, self.reports, self.hands]), encoding="utf-8")
        self.painting_s = time.monotonic() - began


def _reel(file: Path, painter: Painter) -> IO[bytes]:
    """Open a film for Chromium and write its header."""
    width, height = painter.camera.size
    reel = file.open("wb")
    reel.write(f"YUV4MPEG2 W{width} H{height} F{round(1 / SHOWN_S)}:1 Ip A1:1 C420jpeg\n".encode())
    return reel


def _mark(image: Any, number: int) -> None:
    for bit in range(_BITS):
        image[:_MARK_PX, bit * _MARK_PX : (bit + 1) * _MARK_PX] = 255 if number >> bit & 1 else 0


def _hand(setting: Setting, seat: Seat | None) -> str:
    """Sorted faces of a seat's standing tiles."""
    if seat is None or setting.felt is None:
        return ""
    return " ".join(sorted(str(setting.felt.faces[tile]) for tile in setting.felt.places[seat].concealed))


def shown(line: PhoneLine) -> int:
    """Number of the exposure that the phone sent last; -1 before the first."""
    data = line.newest
    if data is None:
        return -1
    grey = cv2.cvtColor(decode(data, "picture"), cv2.COLOR_BGR2GRAY)
    middle = _MARK_PX // 2
    return sum(1 << bit for bit in range(_BITS) if int(grey[middle, bit * _MARK_PX + middle]) > 127)


def follow(board: BoardOnPty, line: PhoneLine, film: Film, look: Callable[[], None]) -> int:
    """Send the machine's reports as the film reaches them, until its end; return the number of exposures seen."""
    left, newest, since, seen = list(film.reports), -1, time.monotonic(), set[int]()
    until = time.monotonic() + PATIENCE_S
    while newest < film.exposures - 1:
        number = shown(line)
        if number > newest:
            newest, since, until = number, time.monotonic(), time.monotonic() + PATIENCE_S
            look()
        elif number < newest and number >= 0:
            break
        seen.add(number)
        # The machine's report must precede the picture that it belongs to.
        due = newest + (time.monotonic() - since > 0.6 * SHOWN_S)
        while left and 0 <= left[0][0] <= due:
            _, kind, seat = left.pop(0)
            board.act(partial(_told, EventKind[kind], None if seat is None else Seat(seat)))
        if time.monotonic() > until:
            break
        time.sleep(0.03)
    return len(seen - {-1})


def _told(kind: EventKind, seat: Seat | None, board: Board, now: float) -> None:
    board.report(now, kind, seat)


class Searched:
    """Search of all released views for a standing hand while a round is open, and count of rounds released later."""

    def __init__(self, service: TableService) -> None:
        """Search the views of a table that releases hands at the end of a round."""
        self._service = service
        self.looks = self.leaks = self.released = 0

    def look(self) -> None:
        """Search the newest view of every audience."""
        self.looks += 1
        texts = [json.dumps(self._service.newest(audience)) for audience in Audience]
        self.leaks += sum(f'"{secret}"' in text for text in texts for secret in _SECRETS)
        self.released = len(self._service.released_rounds())


def discarded(records: Sequence[Any]) -> list[tuple[int, str]]:
    """Seat and tile of every recorded discard."""
    told = [each.event for each in records if isinstance(each.event, ev.Discarded)]
    return [(int(each.seat), str(each.tile)) for each in told]


def hands_told(records: Sequence[Any], film: Film) -> dict[str, Any]:
    """Number of hands in the journal of the seat, and those that never stood there."""
    told = [each.event for each in records if isinstance(each.event, ev.HandSeen) and each.event.seat is film.seat]
    stood = set(film.hands)
    texts = [" ".join(sorted(map(str, (*each.tiles, *((each.drawn,) if each.drawn else ()))))) for each in told]
    return {"hands_told": len(texts), "hands_wrong": [text for text in texts if text not in stood]}


def play(folder: Path, film: Film) -> dict[str, Any]:
    """Film the table and compare journal and truth."""
    width = over_the_table(SIZE)
    (folder / "camera.json").write_text(json.dumps(calibration(width, load_profile())), encoding="utf-8")
    web = WebServer({}, access=Access(), tls=TlsPlan("local", 0), folder=folder)
    config = TableConfig(
        *(TABLE, PROFILE, DEFAULT_RULEBOOK, str(folder / "table"), "phone:", str(folder / "camera.json")),
        *(folder / "journal.sqlite", True),
        seats=_at_seat(folder, film.seat),
        release=Release(When.ROUND),
    )
    with ExitStack() as release:
        board = release.enter_context(BoardOnPty(folder / "table", Board(time.monotonic())))
        # The film's script sends the reports of a machine that does not exist.
        release.enter_context(patch.object(compose, "open_watched", _scripted))
        service = open_service(config)
        release.callback(service.stop)
        service.start()
        web.start()
        release.callback(web.stop)
        chromium = release.enter_context(sync_playwright()).chromium
        pages = [_ready(release.enter_context(filming(chromium, film.over, web)), web, SIZE)]
        if film.seat is not None:
            filmed = release.enter_context(filming(chromium, film.at_seat, web))
            pages.append(_ready(filmed, web, SEAT_SIZE, film.seat.name))
        for page in pages:
            page.locator("#go").click()
        searched, line = Searched(service), phone_desk().line(TABLE)
        sent = follow(board, line, film, searched.look)
        time.sleep(3 * SHOWN_S)
        searched.look()
        records = list(service.records())
        stand = line.stand()
    rounds = film.truth.read_text(encoding="utf-8").count("\n") if film.truth.is_file() else 0
    result = compare(film.truth, records) if rounds else None
    return {
        "exposures": film.exposures,
        "sent": sent,
        "dropped": stand["dropped"],
        "rate": stand["rate"],
        "painting_s": round(film.painting_s),
        "rounds": rounds,
        "rounds_right": 0 if result is None else result.rounds_right,
        "tiles": None if result is None else [result.tiles_right, result.tiles_wrong],
        "faults_false": None if result is None else result.faults_false,
        "discards": len(discarded(records)),
        "differences": [] if result is None else result.differences,
        "faults": [each.event.fault.code for each in records if isinstance(each.event, ev.FaultRaised)],
        **({} if film.seat is None else hands_told(records, film)),
        "looks": searched.looks,
        "leaks": searched.leaks,
        "rounds_released": searched.released,
    }


def _at_seat(folder: Path, seat: Seat | None) -> tuple[SeatCamera, ...]:
    if seat is None:
        return ()
    layout, file = Layout(load_profile()), folder / "seat.json"
    clicked = clicked_calibration(seat_camera(layout, seat), layout, seat)
    file.write_text(json.dumps(clicked.to_json()), encoding="utf-8")
    return (SeatCamera(seat, "phone:", str(file)),)


def _ready(browser: Any, web: WebServer, size: tuple[int, int], seat: str = "") -> Page:
    """Return a phone's page that waits for its button."""
    page: Page = browser.new_context(ignore_https_errors=True).new_page()
    set_size(page, size)
    page.goto(camera_link(web, TABLE, seat))
    page.locator("#go").wait_for()
    return page


def _scripted(config: TableConfig, *_: object) -> ScriptedTable:
    return ScriptedTable(open_table(config.serial, clock=steady_clock()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the result; return 1 if a round was read wrongly."""
    parser = argparse.ArgumentParser(description="phones film rounds of the simulated table")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--most", type=int, default=0, help="exposures at most; 0 plays to the end")
    parser.add_argument("--seat", choices=[seat.name for seat in Seat], help="a second phone films this seat's hand")
    parser.add_argument("--film", type=Path, help="where the painted film is kept, and taken from")
    parser.add_argument("--only-paint", action="store_true", help="paint the film and go")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        lies = asked.film or Path(folder)
        lies.mkdir(parents=True, exist_ok=True)
        film = Film(lies, Seat[asked.seat] if asked.seat else None)
        film.paint(asked.seed, asked.hands, asked.most)
        told = {} if asked.only_paint else play(Path(folder), film)
    print(json.dumps(told))
    return 0 if told.get("rounds_right") == told.get("rounds") and not told.get("leaks") else 1


if __name__ == "__main__":
    sys.exit(main())
