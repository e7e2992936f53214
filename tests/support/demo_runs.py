"""Fresh runs of ``make demo``, alone or beside loops that load the processor: what a new user sees, and when.

``python -m tests.support.demo_runs --runs 5 [--busy 8] [--seconds 150] [--seed 9000] [--without board]``: prints one
JSON line per run: seconds until the printed address shows a table in play, seconds until the first result is settled,
and a comparison of journal and truth at the end. ``--seed``: seed of the first run; each next run adds one.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from api.cli.demo import WATCHED_SEED
from api.demo.table import BOARD, CAMERA, DemoSetup
from api.demo.truth import read_rounds
from api.stores.open import open_read_only
from controller.journal import events as ev
from controller.journal.chain import Record, verify
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET
from hardware.simulator.game.mistakes import Mistakes
from tests.support.browser import launched
from tests.support.restarts import busy
from tests.support.waiting import PATIENCE_MS, PATIENCE_S

ROOT: Final = Path(__file__).parents[2]
_SHOWN_MS: Final = PATIENCE_MS


@dataclass(frozen=True, slots=True)
class DemoRun:
    """One run: seconds from its start, and counts over the rounds that ended during it.

    ``unseen``: rounds that were played and whose end was not read. ``false``: faults that no player had made.
    """

    seed: int
    without: str
    busy: int
    printed_s: float
    in_play_s: float
    first_settled_s: float | None
    settled: int
    unseen: int
    staged: int
    found: int
    false: tuple[str, ...]


def run(browser: Browser, loops: int, seconds: float, seed: int, without: str) -> DemoRun:
    """Run the demonstration for ``seconds`` seconds beside ``loops`` busy loops."""
    setup = DemoSetup(0, False, seed, wrong_break="", without=without, midway=True)
    begun = setup.game.middle().round
    with TemporaryDirectory(prefix="jantaku-demo-") as name:
        folder = Path(name)
        environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        arguments = f"--http 0 --keep {folder / 'kept'} --seed {seed}"
        arguments += f" --without {without}" if without else ""
        began = time.monotonic()
        process = subprocess.Popen(
            ["make", "--silent", "-C", str(ROOT), "demo", f"DEMO={arguments}"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        try:
            assert process.stdout is not None
            address = next(line.split()[1] for line in process.stdout if line.startswith("start"))
            printed = time.monotonic() - began
            with closing(browser.new_context(locale="en-US")) as context:
                page = context.new_page()
                page.goto(address, timeout=_SHOWN_MS)
                shown = page.locator(".now")
                shown.wait_for(timeout=_SHOWN_MS)
                # Without a camera no discards are known.
                assert re.fullmatch("[0-9]+", discards := shown.get_attribute("data-discards") or "")
                assert int(discards) or without == CAMERA
                in_play = time.monotonic() - began
                settled_s = _first_settled(folder / "kept" / "journal.sqlite", began, seconds)
                time.sleep(max(0.0, began + seconds - time.monotonic()))
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=PATIENCE_S)
        with closing(open_read_only(folder / "kept" / "journal.sqlite")) as store:
            records = list(verify(store.read()))
        truth = [json.loads(line) for line in (folder / "kept" / "truth.jsonl").read_text().splitlines()]
    settled, unseen, staged, found, false = _read(records, truth, begun)
    seen_s = round(printed, 1), round(in_play, 1), settled_s
    return DemoRun(seed, without, loops, *seen_s, settled, unseen, staged, found, false)


def _first_settled(journal: Path, began: float, seconds: float) -> float | None:
    """Seconds until the first result after the recorded rounds was settled; None within the limit."""
    known = None
    while time.monotonic() < began + seconds:
        with closing(open_read_only(journal)) as store:
            now = sum(isinstance(record.event, ev.SettlementConfirmed) for record in store.read())
        known = now if known is None else known
        if now > known:
            return round(time.monotonic() - began, 1)
        time.sleep(0.5)
    return None


def _read(
    records: Sequence[Record], truth: Sequence[dict[str, object]], begun: int
) -> tuple[int, int, int, int, tuple[str, ...]]:
    """Rounds settled live, rounds played and not read, mistakes made, mistakes found, and false faults."""
    state, settled = NOTHING_YET, 0
    faults = list[tuple[int, str]]()
    for record in records:
        state = reduce(state, record.event)
        settled += isinstance(record.event, ev.SettlementConfirmed)
        if isinstance(record.event, ev.FaultRaised):
            faults.append((state.rounds, record.event.fault.code))
    made = {number: Mistakes(begun + 1).due(number) for number in range(1, state.rounds + 1)}
    over = {place for place, told in enumerate(truth, 1) if told["staged"]}
    found = {number for number, code in faults if made[number] and code.startswith(made[number])}
    false = tuple(code for number, code in faults if not (made[number] and code.startswith(made[number])))
    return settled - (begun - 1), max(0, len(truth) - len(read_rounds(records))), len(over | found), len(found), false


def main() -> int:
    """Print the runs; return 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--busy", type=int, default=0, metavar="LOOPS")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long each run is watched")
    parser.add_argument("--seed", type=int, default=WATCHED_SEED, help="of the first run")
    parser.add_argument("--without", default="", choices=(BOARD, CAMERA), help="a table without that part")
    options = parser.parse_args()
    with sync_playwright() as playwright, closing(launched(playwright.chromium)) as browser:
        for number in range(options.runs):
            seed = options.seed + number * (options.seed != WATCHED_SEED)
            with busy(options.busy):
                told = run(browser, options.busy, options.seconds, seed, options.without)
                print(json.dumps(asdict(told)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
