"""Control board of a table during set-up: identity, inputs, wires, settings, and one test goal."""

import threading
import time
from collections.abc import Mapping
from typing import Final

from api.setup.schemas import BenchJson, CycleJson, InputJson, SelftestJson, TimedJson, WireJson
from controller.errors import JantakuError, LinkError
from controller.machine.goals import REASONS
from controller.machine.labels import WORKS
from controller.machine.stopwatch import MachineWork, Stopwatch
from controller.ports.table import GoalRequest
from controller.text import Text
from firmware_bridge.commission import settings
from firmware_bridge.commission.lamps import LampWatch
from firmware_bridge.commission.scan import Scan
from firmware_bridge.operator import Operator
from firmware_bridge.press_log import PressLog
from firmware_bridge.press_once import named
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.session.link import BoardLink
from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.labels import INPUT_PLACES
from firmware_bridge.wire.messages import FaultClear, Selftest, State
from hardware.firmware.build import known_builds
from hardware.profiles.machine_facts import board_settings, machine_facts
from hardware.profiles.measured import CYCLES, WiresSeen, duration_key
from hardware.profiles.schema import TableProfile

IDLE_S: Final = 20.0
"""Seconds without a request after which the board's port is released; chosen so that a sleeping phone frees it."""
_LOOK_S: Final = 0.05
_MS: Final = 1000
_KEY: Final = "ENABLE"
_SEATED: Final[Mapping[str, Text]] = {
    "SET": Text("席{}のセットボタンを押す", "Press the set button of seat {}"),
    "DICE": Text("席{}のサイコロボタンを押す", "Press the dice button of seat {}"),
    "DEALER": Text("席{}の親ランプを点ける", "Have the dealer's lamp of seat {} lit"),
}
_PROMPTS: Final[Mapping[str, Text]] = {
    "HATCH_OPEN": Text("中央を全開にする", "Open the centre all the way"),
    "HATCH_CLOSED": Text("中央を閉じる", "Close the centre"),
    "LIFTED": Text("中央を持ち上げる", "Lift the centre"),
    "WALLS_UP": Text("山をせり上げる", "Raise the walls"),
    "MIXING": Text("牌を落として洗牌させる", "Drop the tiles and let them mix"),
    "READY": Text("次のセットができるまで待つ", "Wait until the next set is built"),
    "DICE_ROLLING": Text("サイコロを振る", "Roll the dice"),
    _KEY: Text("鍵スイッチを入れる", "Turn the key switch on"),
}
_LAMP: Final = Text("異常ランプ{}が点いたとき（今でなくてよい）", "When fault lamp {} lights; that may wait")


def prompt(name: str) -> Text:
    """Return the instruction for a person that makes an input of the board change."""
    if name in _PROMPTS:
        return _PROMPTS[name]
    kind, _, which = name.partition("_")
    said = _SEATED.get(kind, _LAMP)
    return Text(said.ja.format(which), said.en.format(which))


class BoardBench:
    """A board with a thread that listens to it until the bench is closed or unused for ``IDLE_S``."""

    def __init__(self, serial: str) -> None:
        """Open the port and exchange greetings with the board; raises PortError."""
        self.serial = serial
        self._link = BoardLink(lambda: SerialPort(serial))
        try:
            self._hand = Operator(self._link)
        except JantakuError:
            self._link.close()
            raise
        self._scan, self._lamps = Scan(), LampWatch()
        # The profile says in which of the two ways the table builds walls, and it may be chosen during the timing.
        self._watches = {ahead: Stopwatch(INPUTS, ahead) for ahead in (False, True)}
        self._times: dict[bool, dict[MachineWork, list[float]]] = {False: {}, True: {}}
        self._lock, self._closing = threading.Lock(), threading.Event()
        self._asked_at = time.monotonic()
        self.selftest: SelftestJson | None = None
        self.written: tuple[str, ...] | None = None
        self.goal_ended: CycleJson | None = None
        state = self._hand.sense()
        if state is not None:
            # Inputs that are already on count as not moved.
            self._scan.see(state.inputs, time.monotonic())
        self._thread = threading.Thread(target=self._listen, name="setup-board", daemon=True)
        self._thread.start()

    @property
    def open(self) -> bool:
        """True if the port is open."""
        return self._thread.is_alive() and not self._closing.is_set()

    @property
    def uid(self) -> str:
        """Unique id of the board, 16 hexadecimal digits."""
        return self._hand.name

    def to_json(self, profile: TableProfile) -> BenchJson:
        """Return the board's identity and inputs, and for each wire of the profile whether its input has moved."""
        self._asked_at = time.monotonic()
        # Read without the lock, so that requests are answered while a goal runs.
        row = self._hand.row(self._hand.seen.state)
        moved = {each["input"]: each for each in self._scan.rows()}
        wanted, driven = (*profile.lamps.inputs, _KEY), self._lamps.driven()
        on = row.get("inputs", [])
        wires: list[WireJson] = [
            {
                "input": name,
                "at": place(name),
                "on": name in on,
                "seen": name in driven or bool(moved.get(name, {}).get("times")),
                "flickers": name not in driven and bool(moved.get(name, {}).get("flickers")),
                **prompt(name).to_json(),
            }
            for name in wanted
        ]
        others: list[InputJson] = [
            {"input": name, "at": place(name), "on": name in on}
            for name, each in moved.items()
            if name not in wanted and each["times"]
        ]
        timed: list[TimedJson] = [
            {"work": work.value, "times": len(each), "of": CYCLES, "last": round(each[-1], 2), **WORKS[work].to_json()}
            for work, each in self._times[profile.building.ahead].items()
        ]
        return {
            **row,
            "current": not known_builds() or self._hand.board.build in known_builds(),
            "wires": wires,
            "others": others,
            "lamps": list(self._lamps.rows()),
            "timed": timed,
            "selftest": self.selftest,
            "written": None if self.written is None else list(self.written),
            "goal": self.goal_ended,
        }

    def test(self) -> None:
        """Run the board's self-test of memory, inputs and outputs; no button is pressed."""
        with self._lock:
            done = self._hand.command(Selftest())
            faults = self._hand.row(self._hand.sense())["faults"]
        self.selftest = {"well": done.outcome is CommandOutcome.DONE, "detail": done.detail, "faults": faults}

    def clear(self, fault: str) -> None:
        """Clear a fault of the board; raises LinkError if the board refuses."""
        with self._lock:
            done = self._hand.command(FaultClear(settings.fault_of(fault).value))
            self._hand.sense()
        if done.outcome is not CommandOutcome.DONE:
            raise LinkError(f"{fault}: {done.outcome.value}{f' ({done.detail})' if done.detail else ''}")

    def write(self, profile: TableProfile) -> None:
        """Write the wiring of a profile to the board, verify it, and save it permanently; raises LinkError.

        If the profile takes the lamps for steadily driven and they were observed to be multiplexed, the matching lamp
        settings are written too.
        """
        texts = {settings.key_of(name): text for name, text in board_settings(profile).items()}
        wanted = {key: settings.parse_value(key, text) for key, text in texts.items()}
        if not profile.wiring.lamp_share:
            wanted |= self._lamps.settings()
        with self._lock:
            written = settings.write(self._hand, wanted, save=True)
        self.written = tuple(f"{each.key.name} = {each.shown}" for each in written)

    def seen(self, profile: TableProfile) -> WiresSeen:
        """Return the observations of the board so far, as input for a measured profile of its table."""
        driven, times = self._lamps.driven(), self._times[profile.building.ahead]
        shown = {*driven, *(row["input"] for row in self._scan.rows())}
        moved = tuple(name for name in INPUTS if name != _KEY and name in shown)
        settings_of = {key.name.lower(): value for key, value in self._lamps.settings().items()}
        named_times = {duration_key(work, profile.building.ahead): tuple(each) for work, each in times.items()}
        return WiresSeen(moved, settings_of, named_times)

    def goal(self, wish: GoalRequest, profile: TableProfile, log: PressLog) -> CycleJson:
        """Work towards a goal as ``jantaku table goal`` does: read the state, press at most once, await the sensors."""
        with self._lock:
            ended = self._hand.goal(wish, machine_facts(profile), profile.lamps.inputs, log)
        reason = REASONS.get(ended.reason)
        self.goal_ended = {
            "verb": wish.verb,
            "step": ended.step,
            "pressed": ended.pressed,
            "said": ended.said,
            "reason": None if reason is None else reason.to_json(),
        }
        self._asked_at = time.monotonic()
        return self.goal_ended

    def close(self) -> None:
        """Stop the thread, which closes the port."""
        self._closing.set()
        self._thread.join(5.0)

    def _listen(self) -> None:
        try:
            while not self._closing.wait(_LOOK_S / 10) and time.monotonic() - self._asked_at < IDLE_S:
                with self._lock:
                    self._hand.listen(_LOOK_S)
                    state = self._hand.seen.state
                    if state is not None:
                        self._scan.see(state.inputs, time.monotonic())
                        self._time(state)
                    self._lamps.ask(self._hand)
        finally:
            self._link.close()

    def _time(self, state: State) -> None:
        for ahead, watch in self._watches.items():
            for work, took in watch.see(named(state.inputs, INPUTS), state.uptime_ms / _MS):
                self._times[ahead].setdefault(work, []).append(took)


def place(name: str) -> str:
    """Return where on the board an input is wired."""
    return INPUT_PLACES[INPUTS.index(name)]
