"""Composition root: builds a table's service from its configuration; the only module that imports every device."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from api.evidence.pictures import Pictures
from api.evidence.recorder import PICTURES, EvidenceRecorder, SetUp
from api.evidence.vouching import PICTURES_LIST, Vouching, recorded_names
from api.health import probes
from api.health.source_watch import Watched
from api.health.troubles import HealthSource
from api.journals.anchoring import keep_anchored
from api.journals.bookmarks import Bookmark
from api.paths import press_log_path
from api.phones.desk import phone_desk
from api.rulebooks.compatibility import check_fit
from api.service.ages import ProvenAges, ages_file, resumed
from api.service.eyes import (
    EyesSetup,
    InStep,
    MissingCamera,
    OpenEyes,
    SeatEyesSetup,
    Timed,
    WrittenCalibration,
    open_eyes,
)
from api.service.meters import TableMeters
from api.service.table_service import TableService
from api.steady import steady_clock
from api.stores.open import open_journal, pictures_of
from controller.errors import EyesError
from controller.journal.chain import Record, seal
from controller.journal.store import JournalStore, evidence_head
from controller.ports.evidence import Evidence
from controller.ports.eyes import EyesPort
from controller.ports.table import TablePort
from controller.referee.rules.winners import SAME_TIME_S
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import load
from controller.table.director import Director
from controller.table.effects import Step
from controller.table.venue import SWEEP_S, Venue
from controller.views.policy import NEVER, Release
from firmware_bridge.machine_table import MachineTable
from firmware_bridge.press_log import PressLog
from firmware_bridge.scripted_table import MissingBoard, ScriptedTable
from firmware_bridge.table import open_table
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts, table_work
from hardware.profiles.schema import TableProfile
from vision.stored_frames import LIST_NAME, Retention

# Enough for pictures of some 1,000 faults and questions, and for all frames of a day at five per second.
PICTURES_MB, FRAMES_MB = 4_000, 100_000
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class SeatCamera:
    """A camera behind a player's tiles, and its calibration by a row of 14 tiles."""

    seat: Seat
    address: str
    calibration: str


def seat_cameras(cameras: Sequence[str], calibrations: Sequence[str]) -> tuple[SeatCamera, ...]:
    """Return the cameras of ``A=address`` words and their calibrations of ``A=file`` words; raises EyesError."""
    where, known = (_by_seat(words, option) for words, option in ((cameras, "camera"), (calibrations, "calibration")))
    if where.keys() != known.keys():
        odd = ", ".join(seat.name for seat in sorted(where.keys() ^ known.keys()))
        raise EyesError(f"seat {odd}: expected both --seat-camera and --seat-calibration")
    return tuple(SeatCamera(seat, address, known[seat]) for seat, address in sorted(where.items()))


def _by_seat(words: Sequence[str], option: str) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in Seat.__members__ or not value:
            raise EyesError(f"--seat-{option} {word!r}: expected a seat and its {option}, such as A=/dev/video2")
        found[Seat[name]] = value
    return found


@dataclass(frozen=True, slots=True)
class TableConfig:
    """Configuration of one table. ``camera`` and ``calibration`` are as `jantaku serve` takes them.

    ``serial``: empty if the table has no board; ``camera``: empty if it has no camera; neither is a fault.
    ``shared_time``: board and camera share a clock, as at the simulated table. ``in_step``: address that is told the
    number of every processed frame, empty for none. ``evidence``: an empty folder in which every frame and signal is
    stored for later analysis. ``presses``: the press log. ``release``: when concealed hands may be seen. ``board``: uid
    of the table's board, empty for the first one that answers. ``tiles``: the table's tile set, empty for any.
    ``teams``, ``colours``, ``photos`` (files): one per seat A-D, or empty. ``unverified``: play a rulebook although
    most of it is unverified. ``contents``: fingerprints of files, by the key that names them. ``secrets``: must not be
    logged. The other fields are as in ``controller.table.venue.Venue``.
    """

    name: str
    profile: str
    rulebook: str
    serial: str
    camera: str
    calibration: str
    journal: Path | str
    auto_settle: bool = False
    shared_time: bool = False
    in_step: str = ""
    threads: int = 2
    evidence: Path | None = None
    presses: Path = field(default_factory=press_log_path)
    seats: tuple[SeatCamera, ...] = ()
    release: Release = NEVER
    release_floor_s: float | None = None
    pictures_mb: int = PICTURES_MB
    frames_mb: int = FRAMES_MB
    keep_days: int = 0
    board: str = ""
    tiles: str = ""
    names: tuple[str, str, str, str] = ("A", "B", "C", "D")
    teams: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    photos: tuple[str, ...] = ()
    undo_s: float = 15.0
    same_time_s: float = SAME_TIME_S
    sweep_s: float = SWEEP_S
    automatic: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    unverified: bool = False
    contents: tuple[tuple[str, str], ...] = ()
    secrets: frozenset[str] = field(default=frozenset(), repr=False)


def open_service(config: TableConfig, opening: Callable[[EyesSetup, Timed], OpenEyes] = open_eyes) -> TableService:
    """Return the table of a configuration; a round in its journal is resumed. Raises JantakuError.

    ``opening``: function that opens the cameras and readers.
    """
    meters, profile = TableMeters(), load_profile(config.profile)
    check_fit(load(config.rulebook), profile)
    check_parts(config.camera, config.calibration, bool(config.seats) or config.evidence is not None)
    calibration = load_calibration(config.calibration) if config.camera else None
    with ExitStack() as undone:
        store = undone.enter_context(closing(open_journal(config.journal)))
        first = next(iter(store.read()), None)

        def seeing(begun: str) -> tuple[EyesSetup, OpenEyes] | None:
            if calibration is None:
                return None
            setup = eyes_setup(config, calibration, pictures_of(config.journal, begun))
            eyes = opening(setup, meters.reading.add)
            undone.callback(eyes.port.close)
            return setup, eyes

        # Cameras open while the journal is read. An empty journal has no first hash yet, so they open later.
        seen = None if first is None else seeing(first.hash)
        ages = None if first is None else ProvenAges(ages_file(first.hash), config.release)
        bookmark = Bookmark(store)
        director = open_director(config, store, ages, bookmark)
        keep_anchored(store, config.journal)
        begun = next(iter(store.read())).hash
        seen = seen or seeing(begun)
        ages = ages or ProvenAges(ages_file(begun), config.release)
        vouched, pictures = dict[str, Path](), None
        told: list[Callable[[Evidence], None]] = [InStep(config.in_step)] if config.in_step else []
        eyes: EyesPort = MissingCamera()
        if seen is not None:
            setup, opened = seen
            eyes, pictures = opened.port, Pictures(opened.frames, Layout(profile), opened.aimed)
            vouched = {PICTURES_LIST: setup.pictures / LIST_NAME}
        if config.evidence is not None and calibration is not None:
            last = store.last()
            how = SetUp(config.profile, config.rulebook, config.auto_settle, 0 if last is None else last.sequence)
            recorder = EvidenceRecorder.begin(config.evidence, how, calibration.read())
            vouched |= recorded_names(config.evidence, how.after)
            told.insert(0, recorder.keep)
        if seen is not None:
            seen[1].await_open()
        service = TableService(
            *(config.name, director, store, open_watched(config, profile, director.state.board), eyes),
            steady_clock(),
            record=partial(_tell, tuple(told)) if told else None,
            pictures=pictures,
            rule=config.release,
            meters=meters,
            vouching=Vouching(vouched),
            ages=ages,
            bookmark=bookmark,
            watched=Watched(fitted(config)),
        )
        service.sources.attach(HealthSource.STORE, partial(probes.journal_place, config.journal))
        undone.pop_all()
    return service


def fitted(config: TableConfig) -> frozenset[HealthSource]:
    """Return the sources of evidence that a table has."""
    of_camera = {HealthSource.CAMERA, HealthSource.EYES} if config.camera else set[HealthSource]()
    return frozenset(of_camera | ({HealthSource.LINK} if config.serial else set()))


def _tell(told: Sequence[Callable[[Evidence], None]], evidence: Evidence) -> None:
    for each in told:
        each(evidence)


def check_parts(camera: str, calibration: str, more: bool) -> None:
    """Raise EyesError for a camera without calibration or the reverse, or for ``more`` without a camera.

    ``more``: seat cameras or the storing of frames are configured.
    """
    if bool(camera) != bool(calibration):
        raise EyesError("expected both a camera and its calibration, or neither")
    if more and not camera:
        raise EyesError("cameras of seats and kept frames: expected a camera over the table too")


def eyes_setup(config: TableConfig, calibration: WrittenCalibration, pictures: Path) -> EyesSetup:
    """Return the configuration of a table's cameras and readers; raises EyesError."""
    # Phones send to this process, while the readers may run in another one: give them an address.
    desk = phone_desk()
    camera = desk.completed(config.camera, config.name)
    return EyesSetup(
        *(config.profile, camera, calibration, pictures, habits_file(config.calibration)),
        seats=tuple(
            SeatEyesSetup(
                *(each.seat, desk.completed(each.address, config.name, each.seat.name)),
                load_calibration(each.calibration),
            )
            for each in config.seats
        ),
        shared_time=config.shared_time,
        threads=config.threads,
        tiles=config.tiles,
        recorded=None if config.evidence is None else config.evidence / PICTURES,
        kept=Retention(config.pictures_mb * _MB, config.keep_days),
        kept_recorded=Retention(config.frames_mb * _MB, config.keep_days),
    )


def habits_file(calibration: str) -> Path | None:
    """Return the path of the habits learnt at this venue, beside the calibration; None if that is no file."""
    file = Path(calibration)
    return file.with_suffix(".habits.json") if file.is_file() else None


def open_watched(config: TableConfig, profile: TableProfile, board: str = "") -> TablePort:
    """Return the table port of a configuration; a real table with monitoring of its machine.

    The simulated table reports everything itself. ``board``: uid of the table's board from the journal; empty for the
    first one that answers.
    """
    if not config.serial:
        return MissingBoard()
    # Board, cameras and people are dated by the same clock, because their times are compared.
    table = open_table(config.serial, board_time=config.shared_time, board=board, clock=steady_clock())
    if config.shared_time:
        return ScriptedTable(table)
    return MachineTable(table, machine_facts(profile), profile.lamps.inputs, PressLog(config.presses), steady_clock())


def open_director(
    config: TableConfig, store: JournalStore, ages: ProvenAges | None = None, bookmark: Bookmark | None = None
) -> Director:
    """Return the director of a journal, resumed from its records (seen by ``ages``) or newly opened.

    ``bookmark``: of that journal, so that a long one need not be read completely. Raises JantakuError.
    """
    book = load(config.rulebook)
    work = replace(table_work(load_profile(config.profile)), reported=bool(config.serial))
    venue = Venue(
        rulebook=book.id,
        profile=config.profile,
        names=config.names,
        auto_settle=config.auto_settle,
        work=work,
        automatic=config.automatic,
        confirmed=config.confirmed,
        undo_s=config.undo_s,
        same_time_s=config.same_time_s,
        sweep_s=config.sweep_s,
        release_floor_s=config.release_floor_s,
        seen=bool(config.camera),
        asks=True,
    )
    if store.last() is not None:
        director = resumed(store, venue, book, bookmark, ages)
    else:
        director, opening = Director.open(venue, steady_clock()(), book)
        _write(store, opening)
    _write(store, director.keep_book(steady_clock()()))
    _write(store, director.keep_board(config.board, steady_clock()()))
    if bookmark is not None:
        bookmark.take_up()
    return director


def begin_journal(config: TableConfig, evidence: Iterable[Evidence], venue: Callable[[Venue], Venue]) -> None:
    """Write a journal with the facts that ``evidence`` leads to; ``venue`` adapts the settings. Raises JantakuError."""
    with closing(open_journal(config.journal)) as store:
        director = open_director(config, store)
        director.venue = venue(director.venue)
        _write(store, *map(director.handle, evidence))


def _write(store: JournalStore, *steps: Step) -> None:
    records, last, evidence = list[Record](), store.last(), [row for step in steps for row in step.evidence]
    vouched = evidence_head(store.evidence_head(), evidence)
    for event in (event for step in steps for event in step.events):
        last = seal(event, time.time(), last, vouched)
        records.append(last)
    store.append(records, evidence)


def load_calibration(address: str) -> WrittenCalibration:
    """Read a calibration from a file or an http address; raises EyesError if nothing can be read there."""
    try:
        if not address.startswith(("http://", "https://")):
            return WrittenCalibration(address, Path(address).read_text(encoding="utf-8"))
        with urlopen(address, timeout=10.0) as response:
            return WrittenCalibration(address, response.read().decode("utf-8"))
    except (OSError, ValueError) as error:
        raise EyesError(f"{address}: no calibration there: {error}") from None
