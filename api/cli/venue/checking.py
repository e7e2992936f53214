"""``jantaku serve VENUE.toml --check``: tests all resources of the service, with the probes of its health checks."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from api.health import probes
from api.health.probes import ProbeFinding
from api.health.troubles import BROKER_AWAY, CAMERA_FILES, PORT_TAKEN, TableTrouble
from api.hiding import Hiding
from api.home_assistant.config import HomeConfig
from api.http.listening import listen
from api.hub.signing import Signer
from api.hub.subjects import TableAddress
from api.paths import state_folder
from api.service.compose import TableConfig, load_calibration
from api.service.registry import entrances
from api.steady import steady_clock
from api.venue.outside import QUEUE, check_outside, home_of, hub_of
from api.venue.plan import SIMULATOR, VenuePlan, read_plan
from controller.errors import JantakuError
from controller.riichi.seat import Seat
from controller.text import Language

_BESIDE: Final = 8
"""Tests that run in parallel; chosen: an absent camera takes seconds, and a venue has some dozens."""
_BROKER_S: Final = 5.0
_PHONE: Final = "phone:"


@dataclass(frozen=True, slots=True)
class _Try:
    """A test with its table and seat; "" and None for the service as a whole."""

    table: str
    probe: Callable[[], Sequence[ProbeFinding]]
    seat: Seat | None = None


def check(file: Path) -> int:
    """Print the configuration of a venue file and test it; 1 with a line for each failure.

    Raises VenueError with every mistake of the file. Missing folders are created. Ports, boards and cameras in use by a
    running service are not tested: its ``/readyz`` reports on them.
    """
    plan = read_plan(file)
    check_outside(plan)
    for name, config in plan.tables.items():
        print(f"{name}: {config.rulebook} at {config.profile}, board {config.serial}, journal {config.journal}")
    runs = any(Path(each.folder) == file.parent.resolve() for each in entrances())
    if runs:
        print(f"{file}: its service runs and has ports, boards and cameras: /readyz tells of them", file=sys.stderr)
    wrong = wrong_of(trials(plan, runs))
    hiding = Hiding(plan.secrets)
    for line in dict.fromkeys(f"{each.line(Language.EN)} / {each.what.ja}{each.todo.ja}" for each in wrong):
        print(hiding.line(f"{file}: {line}"), file=sys.stderr)
    return 1 if wrong else 0


def trials(plan: VenuePlan, runs: bool, cameras: bool = True) -> list[_Try]:
    """Return all tests; if the service ``runs``, without those of resources that it uses exclusively."""
    return [*_storage_tests(plan), *(() if runs else _devices(plan, cameras))]


def wrong_of(tries: Sequence[_Try]) -> list[TableTrouble]:
    """Run the tests in parallel and return the troubles found."""
    with _silently(), ThreadPoolExecutor(_BESIDE, "check") as threads:
        found = list(threads.map(lambda each: each.probe(), tries))
    return [
        TableTrouble(each.table, finding.code, steady_clock()(), each.seat, finding.detail)
        for each, findings in zip(tries, found, strict=True)
        for finding in findings
    ]


@contextmanager
def _silently() -> Iterator[None]:
    """Suppress log output while testing: failures are reported afterwards, once, with their cure."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        yield
    finally:
        structlog.configure(**before)


def _storage_tests(plan: VenuePlan) -> Iterator[_Try]:
    """Yield the tests of storage and broker: folders, journals, accounts, calibrations."""
    from api.access.store import FILE, AccessStore
    from api.webhooks.queue import WebhookQueue

    for folder in dict.fromkeys((plan.file.parent, plan.stores, state_folder())):
        yield _Try("", partial(probes.folder, folder, make=True))
    yield _Try("", partial(probes.file_opens, plan.file.parent / FILE, AccessStore))
    if isinstance(plan.events, Path):
        yield _Try("", partial(probes.journal, plan.events))
    if plan.settings.webhook:
        yield _Try("", partial(probes.file_opens, plan.stores / QUEUE, WebhookQueue))
    for name, config in plan.tables.items():
        yield _Try(name, partial(probes.journal, config.journal))
        if config.evidence is not None:
            yield _Try(name, partial(probes.folder, config.evidence, make=True))
        for address, seat in _calibrations(config):
            yield _Try(name, partial(_calibration, address), seat)
    if plan.settings.hub.nats:
        yield _Try("", partial(_broker, plan))
    home = home_of(plan)
    if home is not None:
        yield _Try("", partial(_home, home))


def _devices(plan: VenuePlan, watched: bool) -> Iterator[_Try]:
    """Yield the tests of resources that a running service uses exclusively: ports, boards, and ``watched`` cameras."""
    for port in filter(None, (plan.http.port, plan.http.tls_port if plan.http.tls != "off" else 0)):
        yield _Try("", partial(_port, plan.http.host, port))
    for name, config in plan.tables.items():
        yield _Try(name, partial(probes.writer, config.journal))
        if config.serial and not config.serial.startswith(SIMULATOR):
            yield _Try(name, partial(probes.board, config.serial))
        cameras = [(config.camera, None), *((each.address, each.seat) for each in config.seats)]
        for address, seat in cameras:
            # A phone connects by itself, to a running service only.
            if watched and address and address != SIMULATOR and not address.startswith(_PHONE):
                yield _Try(name, partial(probes.camera, address), seat)


def _calibrations(config: TableConfig) -> list[tuple[str, Seat | None]]:
    every = [(config.calibration, None), *((each.calibration, each.seat) for each in config.seats)]
    return [(address, seat) for address, seat in every if address and address != SIMULATOR]


def _calibration(address: str) -> Sequence[ProbeFinding]:
    try:
        load_calibration(address).read()
    except JantakuError as error:
        return (ProbeFinding(CAMERA_FILES, probes.one_line(error)),)
    return ()


def _port(host: str, number: int) -> Sequence[ProbeFinding]:
    try:
        listen(host, number).close()
    except JantakuError as error:
        return (ProbeFinding(PORT_TAKEN, probes.one_line(error)),)
    return ()


def _home(config: HomeConfig) -> Sequence[ProbeFinding]:
    from api.home_assistant.bridge import try_home

    why = try_home(config, _BROKER_S)
    return (ProbeFinding(BROKER_AWAY, f"{config.address}: {why}"),) if why else ()


def _broker(plan: VenuePlan) -> Sequence[ProbeFinding]:
    from api.hub.broker import AWAY, try_broker

    try:
        config = hub_of(plan)
        Signer(config.venue, config.signing_file)
        asyncio.run(try_broker(config, _BROKER_S, [TableAddress(config.venue, name).stored for name in plan.tables]))
    except (*AWAY, JantakuError) as error:
        return (ProbeFinding(BROKER_AWAY, probes.one_line(error)),)
    return ()
