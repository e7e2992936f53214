"""``jantaku demo``."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.bytecode import loading
from api.cli.terminal.progress import long_work
from api.cli.terminal.rows import print_rows
from api.cli.terminal.styles import STRONG
from api.demo.table import CAMERA, DemoSetup, PlayAs, simulated
from api.eyes.fork import load_ahead
from api.operations.logs import to_stderr
from api.paths import keep_private
from controller.errors import JantakuError
from controller.views.policy import Release
from hardware.profiles.load import DEFAULT_PROFILE

_SEED: Final = 7
WATCHED_SEED: Final = 340
"""Chosen among 1 to 400: two short rounds with a win each, and wins in those that follow."""
_BREAKS: Final = "4"
"""Of a wrong wall, in rounds that nobody watches: every fourth."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """As on the command line."""

    hands: int
    fast: bool
    json: bool
    seed: int | None
    rulebook: str
    http: int
    keep: Path | None = None
    evidence: bool = False
    profile: str = DEFAULT_PROFILE
    seats: bool | None = None
    release: str = "live"
    play: PlayAs = field(default_factory=PlayAs)
    without: str = ""
    patience_s: float = 20.0


def run(options: DemoOptions) -> int:
    """Play and report (``--fast``), or play for people to watch until interrupted or all rounds are over."""
    to_stderr()
    keep_private()
    if options.evidence and options.keep is None:
        raise JantakuError("--evidence: expected --keep with the folder to keep it in")
    # For people to watch: from the middle of a game on, its results confirmed by them or by who stands in.
    watched = not options.fast
    setup = DemoSetup(
        options.hands or (20 if options.fast else 0),
        options.fast,
        (WATCHED_SEED if watched else _SEED) if options.seed is None else options.seed,
        options.rulebook,
        wrong_break="" if watched else _BREAKS,
        evidence=options.evidence,
        profile=options.profile,
        seats=watched and options.without != CAMERA if options.seats is None else options.seats,
        release=Release.parse(options.release),
        play=options.play,
        without=options.without,
        midway=watched,
        auto_settle=not watched,
    )
    with _folder(options.keep) as folder:
        if options.fast:
            return _measured(setup, folder, options.json)
        with simulated(setup, folder) as table:
            # Simulator and eyes load what they need beside this process.
            load_ahead()
            with loading():
                from api.cli.demo_watched import show
            return show(table, folder, options.http, options.patience_s)


def _measured(setup: DemoSetup, folder: Path, as_json: bool) -> int:
    from api.demo.run import measure

    with long_work("局 rounds", setup.hands) as shown:
        report = measure(setup, folder, lambda rounds, facts: shown.at(rounds, note=f"{facts} facts"))
    return _report(report, as_json)


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


def _report(report: dict[str, object], as_json: bool) -> int:
    if as_json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print_rows([((f"{key}:", STRONG), str(value)) for key, value in report.items()])
    return 1 if report["differences"] else 0
