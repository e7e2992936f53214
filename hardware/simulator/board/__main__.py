"""``python -m hardware.simulator.board --pty PATH``: a table whose board runs the compiled firmware, for anyone to try.

The firmware that ships runs on an emulated ATmega328P (``--rp2040``: RP2040) behind a pseudo-terminal, wired to a
simulated mechanism. A line on standard input says which buttons people press from now on (``SET_A``, ``DICE_A
DICE_B``; an empty line: none), ``tiles in`` that they push a set into the open centre, ``key on`` and ``key off`` turn
the key. SIGTERM or SIGINT ends it.
"""

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from controller.errors import JantakuError, LinkError
from firmware_bridge.wire.codes import INPUTS, OUTPUTS
from hardware.firmware.build import OUT, PREBUILT, PREBUILT_UF2, build_harness
from hardware.firmware.build_rp2040 import HARNESS, lacks_for_rp2040
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.simulator.board.board import Board
from hardware.simulator.board.emulated import EmulatedBoard
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import LiveTable
from hardware.simulator.pins import BoardPort, PanelDrive, input_mask

_LAMPS = input_mask(name for name in INPUTS if not name.startswith("SET_") and name not in (*OUTPUTS[4:8], "ENABLE"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until a signal; 0, or 2 with one line on stderr for bad usage or input."""
    options = _parser().parse_args(arguments)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    try:
        with _standing(options) as cable:
            print(json.dumps({"pty": str(options.pty), "profile": options.profile}), flush=True)
            threading.Thread(target=_obey, args=(cable,), daemon=True).start()
            ended.wait()
    except (JantakuError, OSError) as error:
        print(f"board: {error}", file=sys.stderr)
        return 2
    return 0


@contextmanager
def _standing(options: argparse.Namespace) -> Iterator[BoardOnPty]:
    profile = load_profile(options.profile)
    with ExitStack() as stack:
        now = time.monotonic()
        board: BoardPort = Board(now)
        if not options.model:
            board = stack.enter_context(EmulatedBoard(*_built(options), now))
        table = LiveTable(board, Machine(profile, now), now)
        if options.lamps_in_turns:
            table.drive_lamps(PanelDrive(_LAMPS), now)
        yield stack.enter_context(BoardOnPty(options.pty, table))


def _built(options: argparse.Namespace) -> tuple[Path, Path]:
    """Return the paths of harness and program; raise LinkError if the tools of the emulated RP2040 are missing."""
    if options.rp2040:
        if missing := lacks_for_rp2040(compiler=False):
            raise LinkError(f"the emulated RP2040 needs: {' '.join(missing)}")
        return HARNESS, options.hex or PREBUILT_UF2
    harness = OUT / "harness"
    return harness if harness.exists() else build_harness(), options.hex or PREBUILT


def _obey(cable: BoardOnPty) -> None:
    for line in sys.stdin:
        words = line.upper().replace("-", "_").split()
        if words[:1] == ["KEY"] and words[1:] in (["ON"], ["OFF"]):
            cable.act(_turned(words[1] == "ON"))
        elif words == ["TILES", "IN"]:
            cable.act(_tiles_in)
        elif set(words) <= set(OUTPUTS):
            cable.act(_pressed(tuple(words)))
        else:
            known = f"tiles in, key on, key off, or of {' '.join(OUTPUTS)}"
            print(f"board: expected {known}; got {line.strip()!r}", file=sys.stderr)


def _tiles_in(table: Any, _: float) -> None:
    table.machine.tiles_in()


def _turned(on: bool) -> Any:
    return lambda table, now: table.turn_key(on, now)


def _pressed(names: tuple[str, ...]) -> Any:
    return lambda table, now: table.fingers(names, now)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware.simulator.board", description=__doc__)
    parser.add_argument("--pty", type=Path, required=True, metavar="PATH", help="link that names the serial port")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, metavar="ID", help="table profile, by id or file")
    parser.add_argument("--hex", type=Path, metavar="FILE", help="firmware; the one that ships when left out")
    parser.add_argument("--rp2040", action="store_true", help="the board with an RP2040; needs node and make emulator")
    parser.add_argument("--model", action="store_true", help="the model of the board in Python: needs no emulator")
    parser.add_argument(
        "--lamps-in-turns", action="store_true", help="a panel that drives its lamps at 100 Hz, 25 %% each"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
