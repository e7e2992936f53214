"""Run simulator and service side by side; they share bytes on a pseudo-terminal and pictures over loopback only."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from api.demo.table import BOARD, CAMERA, DemoSetup, SimulatedTable, simulated
from api.demo.truth import compare
from api.service.compose import SeatCamera, TableConfig, begin_journal, open_service
from api.service.table_service import TableService
from controller.errors import JantakuError
from controller.riichi.seat import SEATS, Seat
from controller.table.venue import Dwell, Venue

TABLE: Final = "demo"
SILENT_S: Final = 240.0
"""After which without news a demo gives up; chosen: a machine ten times overbooked starts a table in two minutes."""
_AT_ONCE: Final = Dwell(river=1, meld=1, hand=1, dice=1, wall=1, indicator=1, standing=1)
"""Confidence of eyes that never err."""


@contextmanager
def running(setup: DemoSetup, folder: Path) -> Iterator[tuple[SimulatedTable, TableService]]:
    """Simulator and service, both stopped at the end."""
    with simulated(setup, folder) as table, served(table, folder) as service:
        yield table, service


@contextmanager
def served(
    table: SimulatedTable, folder: Path, opening: Callable[[TableConfig], TableService] = open_service
) -> Iterator[TableService]:
    """The service of a simulated table, stopped at the end; ``opening``: how it is opened."""
    opened, setup, begun = config(table, table.setup, folder), table.setup, table.begun
    if begun.at:
        begin_journal(opened, setup.past(begun), _seen_by_sure_eyes)
    service = opening(opened)
    service.start()
    try:
        yield service
    finally:
        service.stop()


def config(table: SimulatedTable, setup: DemoSetup, folder: Path) -> TableConfig:
    """The service's side of a simulated table; the venue of the demonstration settles by itself."""
    return TableConfig(
        name=TABLE,
        profile=setup.profile,
        rulebook=setup.rulebook,
        serial="" if setup.without == BOARD else str(table.serial),
        camera="" if setup.without == CAMERA else f"{table.camera}/frame.jpg",
        calibration="" if setup.without == CAMERA else f"{table.camera}/calibration.json",
        journal=folder / "journal.sqlite",
        auto_settle=setup.auto_settle,
        shared_time=True,
        in_step="" if setup.without == CAMERA else f"{table.camera}/taken",
        evidence=folder / "evidence" if setup.evidence else None,
        seats=tuple(_seat_camera(table, seat) for seat in SEATS) if setup.seats else (),
        release=setup.release,
    )


def _seen_by_sure_eyes(venue: Venue) -> Venue:
    """What was played before is settled; there were eyes then."""
    return replace(venue, dwell=_AT_ONCE, auto_settle=True, seen=True)


def _seat_camera(table: SimulatedTable, seat: Seat) -> SeatCamera:
    own = f"{table.camera}/seat/{seat.name}"
    return SeatCamera(seat, f"{own}/frame.jpg", f"{own}/calibration.json")


def measure(setup: DemoSetup, folder: Path, told: Callable[[int, int], None] = lambda _, __: None) -> dict[str, Any]:
    """Play its rounds to their end and compare record and truth.

    ``told``: called with rounds settled and facts learnt whenever there are more.
    """
    started = time.monotonic()
    with running(setup, folder) as (table, service):
        with refereed(setup, table, service) as look:
            wait_for_rounds(service, setup.hands, told=told, look=look)
        seconds = time.monotonic() - started
        records = list(service.records())
        result = compare(table.truth_of(setup.hands), records, seen=setup.without != CAMERA)
    return {
        "rounds": setup.hands,
        "events": len(records),
        "refused": service.refused,
        "scores": {seat.name: service.state.scores[seat] for seat in SEATS},
        **asdict(result),
        "seconds": round(seconds, 1),
    }


@contextmanager
def refereed(setup: DemoSetup, table: SimulatedTable, service: TableService) -> Iterator[Callable[[], None] | None]:
    """What somebody has to do at a table that no camera watches, again and again; None at any other."""
    if setup.without != CAMERA:
        yield None
        return
    from api.demo.referee import SimulatedReferee
    from api.demo.web import WebServer

    web = WebServer({TABLE: service})
    web.start()
    try:
        yield SimulatedReferee(table.camera, table.truth, service, web, max(0, table.begun.round - 1)).step
    finally:
        web.stop()


def settled(service: TableService) -> int:
    """Rounds settled so far."""
    state = service.state
    outcome = state.round.outcome if state.round else None
    return max(0, state.rounds - 1) + (outcome is not None and outcome.confirmed)


def wait_for_rounds(
    service: TableService,
    hands: int,
    silent_s: float = SILENT_S,
    told: Callable[[int, int], None] = lambda _, __: None,
    look: Callable[[], None] | None = None,
) -> None:
    """Return once that many rounds are settled, or nothing new was learnt for so long; JantakuError on a stop.

    ``look``: what somebody does at the table again and again meanwhile.
    """
    known, news_at = -1, time.monotonic()
    while settled(service) < hands:
        if look is not None:
            look()
            if service.number == known and time.monotonic() - news_at < silent_s:
                continue
            news_at = time.monotonic()
        if service.upkeep.failure is not None:
            raise JantakuError(f"the service stopped: {service.upkeep.failure}")
        if not service.wait_past(known, silent_s):
            return
        known = service.number
        told(settled(service), known)
