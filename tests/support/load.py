"""Load of one service: tables with readers, viewers, and a soak test for constant resource use.

``python -m tests.support.load --tables 8``: tables with real readers at five readings a second. ``--viewers 1000``:
viewers of a table beside a bare Starlette echo in the same run. ``--soak 16``: tables at ten times speed by sightings
and signals. Each prints one JSON object; docs/operations.md has the figures of the last run.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.support.load_soak import soaked
from tests.support.load_tables import kept
from tests.support.load_viewers import measured


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the requested measurements one after the other."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.load", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--tables", type=int, default=0, metavar="N", help="tables that read recorded frames")
    parser.add_argument("--viewers", type=int, default=0, metavar="N", help="viewers of one table")
    parser.add_argument("--rounds", type=int, default=10, metavar="N", help="messages to each viewer")
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="tables at many times their speed")
    parser.add_argument("--speed", type=float, default=10.0, metavar="TIMES", help="of the soak")
    parser.add_argument("--processes", type=int, metavar="N", help="that share the soak's tables; as many as cores")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="of tables and soak")
    parser.add_argument("--film", type=Path, default=Path(tempfile.gettempdir()) / "jantaku-round", help="kept there")
    asked = parser.parse_args(arguments)
    if asked.tables:
        print(json.dumps(asdict(kept(asked.tables, asked.seconds, asked.film))), flush=True)
    if asked.viewers:
        ours, echo = measured(asked.viewers, asked.rounds)
        ratio = {"p50": round(ours.p50_ms / echo.p50_ms, 2), "p99": round(ours.p99_ms / echo.p99_ms, 2)}
        print(json.dumps({"viewers": asked.viewers, "table": asdict(ours), "echo": asdict(echo), "ratio": ratio}))
    if asked.soak:
        flat = soaked(asked.soak, asked.speed, asked.seconds, sys.stderr, asked.processes)
        print(json.dumps({**asdict(flat), "growth_mib_min": round(flat.growth_mib_min, 2)}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
