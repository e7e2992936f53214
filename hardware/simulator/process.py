"""Process of the simulated table: board on a pseudo-terminal, camera on loopback HTTP, ground truth in a file."""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from controller.errors import JantakuError
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load, rulebook_ids
from firmware_bridge.wire.codes import EventKind
from hardware.profiles.layout import Layout
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.board.board import Board
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.camera.camera import SIZE, TILT, SimulatedCamera, over_the_table
from hardware.simulator.camera.playback import Playback, Unheard
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.camera.server import CameraServer
from hardware.simulator.game.mistakes import Mistakes
from hardware.simulator.game.round import WrongBreaks, play_rounds
from hardware.simulator.game.truth import TruthFile
from hardware.simulator.machine.pace import FAST, natural
from vision.render.appearance import LOOKS
from vision.render.laying.habits import CAREFUL, LAYINGS
from vision.render.painter import Painter

# Default wait for acknowledgements: enough for a connected host, short enough not to delay frames when none is
# connected.
TAKEN_WITHIN_S = 0.05
# Wait used when a host is known to be connected: longer than any delay of a busy machine, so results do not depend on
# its speed.
TAKEN_AT_LAST_S = 60.0
FRAMES, SIGNALS, RESULTS = "frames", "signals", "results"
# Handled in ``__main__`` before anything else is imported; listed here for the parser.
UNTIL_EOF = "--until-eof"


class PtyReporter:
    """Sends signals of the machine as events of a board on a pseudo-terminal, dated in simulated time."""

    def __init__(self, link: Path, patience_s: float = TAKEN_WITHIN_S) -> None:
        """``patience_s``: the longest time in seconds that ``settle`` waits."""
        self.playback: Playback | None = None
        self._patience_s = patience_s
        self.board = BoardOnPty(link, Board(uptime=self._simulated))

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Send one event of the machine to the host."""
        self.board.act(lambda board, now: board.report(now, EventKind[kind.name], seat))

    def settle(self) -> None:
        """Wait until the host has acknowledged all events, so that no later frame arrives before them."""
        self.board.wait_taken(self._patience_s)

    def _simulated(self, _: float) -> float:
        return 0.0 if self.playback is None else self.playback.now


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until SIGTERM or SIGINT; return 0, or 2 with one line on stderr for bad usage or input."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (JantakuError, OSError) as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    return 0


def _run(options: argparse.Namespace) -> None:
    profile = load_profile(options.profile)
    book = load(options.rulebook)
    wrong = WrongBreaks.parse(options.wrong_break)
    truth = TruthFile(options.truth)
    reporter = PtyReporter(options.pty, TAKEN_AT_LAST_S if SIGNALS in options.awaits else TAKEN_WITHIN_S)
    played = book, options.seed, options.hands, profile.wall.stacks, wrong, table_work(profile)
    rounds = play_rounds(*played, mistakes=Mistakes(options.mistakes))
    pace = FAST if options.fast else natural(profile.cycle)
    playback = Playback(rounds, pace, Unheard(), truth.write)
    # Events before ``--since`` are not reported: the client already has them.
    playback.advance(options.since)
    playback.board = reporter
    if RESULTS in options.awaits:
        playback.settled = playback.over_rounds
    reporter.playback = playback
    builder = SceneBuilder(Layout(profile), options.seed, LAYINGS[options.laying])
    painter = Painter(profile, over_the_table(options.size, options.tilt), LOOKS[options.look])
    pace_of_pulls = {"fast": options.fast, "seed": options.seed, "arms": options.arms}
    steps = {"in_step": FRAMES in options.awaits, "since": options.since}
    camera = SimulatedCamera(playback, builder, painter, **pace_of_pulls, **steps, settle=reporter.settle)
    server = CameraServer(camera, options.camera_port)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with reporter.board:
        server.start()
        try:
            _announce({"pty": str(options.pty), "camera": server.url}, options.ready_file)
            ended.wait()
        finally:
            server.close()


def _announce(addresses: dict[str, str], ready_file: Path | None) -> None:
    line = json.dumps(addresses)
    if ready_file is not None:
        fresh = ready_file.with_name(ready_file.name + ".new")
        fresh.write_text(line + "\n", encoding="utf-8")
        fresh.replace(ready_file)
    print(line, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.simulator",
        description="A simulated automatic table with four players: a board on a pseudo-terminal and a camera over it.",
        epilog="example: python -m hardware.simulator --seed 7 --hands 20 --fast --pty table --truth truth.jsonl",
    )
    parser.add_argument("--seed", type=int, default=1, help="everything but the look of time follows from it")
    parser.add_argument("--hands", type=_positive, default=20, metavar="N", help="rounds to play")
    books = ", ".join((*rulebook_ids(), "or a TOML file of house rules"))
    parser.add_argument("--rulebook", default=DEFAULT_RULEBOOK, metavar="ID", help=books)
    parser.add_argument("--profile", default=DEFAULT_PROFILE, metavar="ID", help="table profile")
    parser.add_argument("--look", default="parlour", choices=sorted(LOOKS), help="felt, tiles and light")
    parser.add_argument("--size", type=_size, default=SIZE, metavar="WxH", help="pixels of the camera")
    parser.add_argument("--laying", default=CAREFUL.id, choices=list(LAYINGS), help="how the players lay tiles")
    parser.add_argument(
        "--arms", type=_share, default=0.0, metavar="SHARE", help="exposures 0-1 with arms over the table"
    )
    parser.add_argument("--tilt", type=float, default=TILT, metavar="DEG", help="of the camera from straight above")
    parser.add_argument("--fast", action="store_true", help="0.2 simulated seconds for each exposure pulled")
    parser.add_argument(
        "--awaits",
        nargs="*",
        default=(),
        choices=(FRAMES, SIGNALS, RESULTS),
        help="frames: time waits until /taken/NUMBER was posted; signals: until the host has them; results: the next "
        "set waits for /settled/ROUNDS",
    )
    parser.add_argument(
        "--since", type=float, default=0.0, metavar="S", help="simulated seconds that were played before"
    )
    parser.add_argument("--pty", type=Path, required=True, metavar="PATH", help="link that names the serial port")
    parser.add_argument("--camera-port", type=int, default=0, metavar="PORT", help="loopback port, 0 for a free one")
    parser.add_argument("--truth", type=Path, required=True, metavar="FILE", help="JSON lines, one a round at its end")
    parser.add_argument("--wrong-break", default="", metavar="EVERY|LIST", help="4: every fourth round; 2,5: those")
    parser.add_argument("--mistakes", type=int, default=0, metavar="N", help="now and then from round N on; 0: none")
    parser.add_argument(UNTIL_EOF, action="store_true", help="ends with its standard input, too")
    parser.add_argument("--ready-file", type=Path, metavar="PATH", help="written with both addresses once all stands")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return _positive(width), _positive(height)


def _share(text: str) -> float:
    share = float(text)
    if not 0.0 <= share <= 1.0:
        raise ValueError(text)
    return share


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
