"""``jantaku demo``: a demonstration with a simulated table."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
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
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from controller.views.policy import Release
from hardware.profiles.load import DEFAULT_PROFILE

_SEED: Final = 7
WATCHED_SEED: Final = 340
"""Seed; chosen among 1 to 400: two short rounds that end with a win, and wins in the rounds after them."""
_BREAKS: Final = "4"
"""Interval of wrong wall breaks in a demonstration without viewers: every fourth round."""


def demo(
    *,
    hands: int = 0,
    fast: bool = False,
    as_json: bool = False,
    seed: int | None = None,
    rulebook: str = DEFAULT_RULEBOOK,
    http: int = 8000,
    keep: Path | None = None,
    evidence: bool = False,
    profile: str = DEFAULT_PROFILE,
    seat_cameras: bool | None = None,
    release: str = "live",
    laying: str = "careful",
    arms: float = 0.0,
    tilt: float | None = None,
    without: str = "",
    patience_s: float = 20.0,
) -> int:
    """Play and report (``--fast``), or play for viewers until interrupted or all rounds are over."""
    to_stderr()
    keep_private()
    if evidence and keep is None:
        raise JantakuError("--evidence: expected --keep with the folder to keep it in")
    # For viewers it starts in the middle of a game, and they or the simulated referee confirm results.
    watched = not fast
    setup = DemoSetup(
        hands or (20 if fast else 0),
        fast,
        (WATCHED_SEED if watched else _SEED) if seed is None else seed,
        rulebook,
        wrong_break="" if watched else _BREAKS,
        evidence=evidence,
        profile=profile,
        seats=watched and without != CAMERA if seat_cameras is None else seat_cameras,
        release=Release.parse(release),
        play=PlayAs(laying, arms, tilt),
        without=without,
        midway=watched,
        auto_settle=not watched,
    )
    with _folder(keep) as folder:
        if fast:
            return _measured(setup, folder, as_json)
        with simulated(setup, folder) as table:
            # Simulator and eyes import their modules in parallel to this process.
            load_ahead()
            with loading():
                from api.cli.demo_watched import show
            return show(table, folder, http, patience_s)


def _measured(setup: DemoSetup, folder: Path, as_json: bool) -> int:
    from api.demo.run import measure

    with long_work("局 rounds", setup.hands) as shown:
        report = measure(setup, folder, lambda rounds, facts: shown.at(rounds, note=f"{facts} facts"))
    return _report(report, as_json)


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Yield the folder of journal and ground truth: the given empty folder, or a temporary one."""
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
