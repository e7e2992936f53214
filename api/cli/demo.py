"""``jantaku demo``."""

import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from api.cli.access.entrance import at_console, login_address, open_access
from api.cli.terminal.progress import long_work
from api.cli.terminal.rows import print_rows
from api.cli.terminal.styles import STRONG
from api.demo.run import TABLE, DemoSetup, PlayAs, measure, refereed, running, settled
from api.demo.web import WebServer
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.service.registry import registered
from api.service.table_service import TableService
from controller.errors import JantakuError
from controller.views.policy import Release
from hardware.profiles.load import DEFAULT_PROFILE


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """As on the command line."""

    hands: int
    fast: bool
    json: bool
    seed: int
    rulebook: str
    http: int
    keep: Path | None = None
    evidence: bool = False
    profile: str = DEFAULT_PROFILE
    seats: bool = False
    release: str = "never"
    play: PlayAs = field(default_factory=PlayAs)
    without: str = ""


def run(options: DemoOptions) -> int:
    """Play and report (``--fast``), or play for people to watch until interrupted or all rounds are over."""
    to_stderr()
    keep_private()
    if options.evidence and options.keep is None:
        raise JantakuError("--evidence: expected --keep with the folder to keep it in")
    setup = DemoSetup(
        options.hands or (20 if options.fast else 0),
        options.fast,
        options.seed,
        options.rulebook,
        evidence=options.evidence,
        profile=options.profile,
        seats=options.seats,
        release=Release.parse(options.release),
        play=options.play,
        without=options.without,
    )
    with _folder(options.keep) as folder:
        if options.fast:
            with long_work("局 rounds", setup.hands) as shown:
                report = measure(setup, folder, lambda rounds, facts: shown.at(rounds, note=f"{facts} facts"))
            return _report(report, options.json)
        return _show(setup, folder, options.http)


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Where journal and truth are written; an empty folder of one's own, or one that vanishes."""
    if keep is None:
        with TemporaryDirectory(prefix="jantaku-") as folder:
            yield Path(folder)
        return
    if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise JantakuError(f"--keep {keep}: expected a folder that is empty or not there yet")
    keep.mkdir(parents=True, exist_ok=True)
    yield keep


def _until_over(
    over: threading.Event, service: TableService, hands: int, look: Callable[[], None] | None = None
) -> None:
    while not over.wait(0.5) and service.upkeep.failure is None and not (hands and settled(service) >= hands):
        if look is not None:
            look()


def _report(report: dict[str, object], as_json: bool) -> int:
    if as_json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print_rows([((f"{key}:", STRONG), str(value)) for key, value in report.items()])
    return 1 if report["differences"] else 0


def _show(setup: DemoSetup, folder: Path, http: int) -> int:
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with running(setup, folder) as (table, service):
        access = open_access(folder)
        web = WebServer({TABLE: service}, http, access)
        web.start()
        print(f"console  {login_address(access, f'{web.address}/tables/{TABLE}')}", flush=True)
        print(f"overlay  {web.address}/overlay/{TABLE}", flush=True)
        with (
            registered(TABLE, str(table.serial), web.address),
            at_console(access, web.address),
            refereed(setup, table, service) as look,
        ):
            _until_over(over, service, setup.hands, look)
        web.stop()
    return 1 if service.upkeep.failure else 0
