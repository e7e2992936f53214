"""Run simulator and service side by side; they are connected only by a pseudo-terminal and by pictures over
loopback.
"""

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
"""Time without news after which a demo gives up, s; chosen: a tenfold overloaded machine starts a table in
two minutes.
"""
_AT_ONCE: Final = Dwell(river=1, meld=1, hand=1, dice=1, wall=1, indicator=1, standing=1)
"""Dwell of one: a reader that makes no errors needs no repeated readings."""


@contextmanager
def running(setup: DemoSetup, folder: Path) -> Iterator[tuple[SimulatedTable, TableService]]:
    """Run simulator and service; both are stopped when the context ends."""
    with simulated(setup, folder) as table, served(table, folder) as service:
        yield table, service


@contextmanager
def served(
    table: SimulatedTable, folder: Path, opening: Callable[[TableConfig], TableService] = open_service
) -> Iterator[TableService]:
    """Run the service of a simulated table until the context ends; ``opening``: opens the table."""
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
    """Return the configuration of the service for a simulated table."""
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
    """Return a venue whose earlier play was seen without errors and settled automatically."""
    return replace(venue, dwell=_AT_ONCE, auto_settle=True, seen=True)


def _seat_camera(table: SimulatedTable, seat: Seat) -> SeatCamera:
    own = f"{table.camera}/seat/{seat.name}"
    return SeatCamera(seat, f"{own}/frame.jpg", f"{own}/calibration.json")


def measure(setup: DemoSetup, folder: Path, told: Callable[[int, int], None] = lambda _, __: None) -> dict[str, Any]:
    """Play the rounds of ``setup`` to their end, and compare the record with the ground truth.

    ``told``: called with the rounds settled and the number of recorded facts whenever either grows.
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
    """Yield the function that plays the referee of a table without cameras and must be called repeatedly; None for any
    other table.
    """
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
    """Return the number of rounds settled so far."""
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
    """Return when ``hands`` rounds are settled, or after ``silent_s`` seconds without news.

    Raises JantakuError if the service stops. ``look``: called repeatedly while waiting.
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
