"""Check of a venue by its file: every table's board, cameras, calibration and journal, and the service's needs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.cli.doctor.camera import camera
from api.cli.doctor.words import found
from api.cli.venue.checking import trials, wrong_of
from api.hiding import Hiding
from api.journals.checking import check
from api.service.compose import TableConfig, load_calibration
from api.service.registry import entrances
from api.stores.open import is_there, open_read_only
from api.venue.outside import check_outside
from api.venue.plan import SIMULATOR, VenuePlan, read_plan
from controller.errors import JantakuError, VenueError
from firmware_bridge.findings import DoctorFinding
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile

_AWAY: Final = "store-away"
"""Code of a finding about a journal that cannot be opened."""


def venue(file: Path) -> Iterator[DoctorFinding]:
    """Yield the findings about a venue, with secrets hidden; missing optional parts are no fault."""
    try:
        plan = read_plan(file)
        check_outside(plan)
    except VenueError as error:
        yield from (found("venue-file", detail=line) for line in str(error).splitlines())
        return
    hiding = Hiding(plan.secrets)
    for each in _findings(plan):
        yield DoctorFinding(each.code, each.ok, *map(hiding.line, (each.ja, each.en, each.cure_ja, each.cure_en)))


def _findings(plan: VenuePlan) -> Iterator[DoctorFinding]:
    yield found("venue", str(plan.file), f"{len(plan.tables)} tables")
    runs = any(Path(each.folder) == plan.file.parent.resolve() for each in entrances())
    if runs:
        yield found("venue-runs")
    journals = {name: tuple(_journal(name, config)) for name, config in plan.tables.items()}
    for wrong in wrong_of(trials(plan, runs, cameras=False)):
        if wrong.code == _AWAY and not all(each.ok for each in journals.get(wrong.table, ())):
            # The finding about a damaged journal already says why it cannot be opened.
            continue
        told = (f"{wrong.table or plan.file.name}: {what} {wrong.detail}" for what in wrong.what)
        yield DoctorFinding(wrong.code, False, *told, *wrong.todo)
    for name, config in plan.tables.items():
        yield from journals[name]
        if not runs:
            yield from _cameras(config)


def _journal(name: str, config: TableConfig) -> Iterator[DoctorFinding]:
    if not is_there(str(config.journal)):
        return
    try:
        told = check(open_read_only(config.journal))
    except JantakuError as error:
        yield found("journal-damaged", name, str(error))
        return
    if told.is_sound:
        yield found("journal", name, f"{told.records} facts")
    else:
        yield found("journal-damaged", name, told.problems[0])


def _cameras(config: TableConfig) -> Iterator[DoctorFinding]:
    layout = Layout(load_profile(config.profile))
    if config.camera and config.camera != SIMULATOR:
        yield from camera(config.camera, layout, load_calibration(config.calibration).read())
    for seat in config.seats:
        yield from camera(seat.address, layout)
