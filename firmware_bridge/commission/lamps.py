"""Panels that drive their lamps in turns: which settings of the board tell lit from dark, found by watching both."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Final, TypedDict

from controller.text import Text, TextTold
from firmware_bridge.operator import Operator
from firmware_bridge.wire.codes import INPUTS, ConfigKey
from firmware_bridge.wire.messages import GetLamps, LampShares

FIRST: Final = INPUTS.index("DEALER_A")
"""The lamps are the inputs from here on."""
_STEADY: Final = 0.9
"""A lamp lit for more of the time than this is not driven in turns; chosen: two lamps by turns have a half each."""
_LEAST: Final = 0.04
"""Least share of a lit lamp, above a neighbour's glimmer; chosen: 10 of the 250 looks of the longest window, of which
two or three fall out by chance."""
_SHORT: Final = 0.08
"""From this share on the usual window is long enough: 8 of its 100 looks."""
_WINDOWS_MS: Final = (100, 250)
_HYSTERESIS: Final = 2
"""The board takes a lamp for dark below half of LAMP_SHARE (lamps.c)."""
_SURE: Final = 0.8
"""LAMP_SHARE stays below this part of what a lit lamp showed least; chosen: brightness falls with age."""
_SAME: Final = 0.02
_SAME_PART: Final = 0.15
"""Largest difference, absolute or as a share of the maximum, of three windows of one state, and least one between dark
and lit; chosen: a window of 100 looks resolves 0.01."""
EACH_S: Final = 0.26
"""How often the board is asked; longer than its longest window, so that no window is taken twice."""
PART: Final = Text(
    "交流入力フォトカプラ (Vishay SFH628A-4、1 mA で CTR 160 % 以上)、プルアップ 220 kΩ、"
    "出力に 330 nF を並列、LAMP_OFF_MS=150",
    "opto-coupler with AC input (Vishay SFH628A-4, CTR 160 % or more at 1 mA), pull-up 220 kOhm, "
    "330 nF over its output, LAMP_OFF_MS=150",
)
GLOWS: Final = Text(
    "消灯時にも光るため、設定でも部品でも見分けられません。カメラを確認に使ってください",
    "it glows even when off, so no setting or part can detect it; use the camera to confirm",
)


class LampTold(TypedDict):
    """A lamp that the panel drives in turns, in percent, and the part that it needs beside a setting."""

    input: str
    dark: int
    lit: int
    needs: TextTold | None


@dataclass(slots=True)
class LampSeen:
    """Shares of the time for which a lamp burnt, window by window."""

    shares: list[float] = field(default_factory=list)
    latest: list[float] = field(default_factory=list)

    def see(self, share: float) -> None:
        """Take a window; what a change cut is left out, and where it cut but little it is at the end of three."""
        self.latest = [*self.latest[-2:], share]
        if len(self.latest) > 2 and max(self.latest) - min(self.latest) <= _noise(max(self.latest)):
            self.shares.append(median(self.latest))

    def apart(self) -> tuple[float, float] | None:
        """The most while dark and the least while lit, divided at the widest gap; None until both were seen."""
        ordered = sorted(set(self.shares))
        gaps = [(high - low, low, high) for low, high in pairwise(ordered)]
        widest = max(gaps, default=(0.0, 0.0, 0.0))
        return widest[1:] if widest[0] > _noise(widest[2]) else None


class LampWatch:
    """What is known of the lamps while a person has each go on and off."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self._asked: float | None = None
        self._seen = {name: LampSeen() for name in INPUTS[FIRST:-1]}

    def ask(self, table: Operator) -> None:
        """Ask the board for its counts when due; a board of an earlier version has none."""
        now = table.clock()
        if self._asked is None or now - self._asked >= EACH_S:
            self._asked = now
            answer = table.command(GetLamps()).answer
            if isinstance(answer, LampShares):
                self.see(answer)

    def see(self, told: LampShares) -> None:
        """Take what the board counted in its last window."""
        if told.looks:
            for lamp, lit in zip(self._seen.values(), told.lit, strict=False):
                lamp.see(lit / told.looks)

    def driven(self) -> dict[str, tuple[float, float]]:
        """Lamps that are driven in turns, with the most while dark and the least while lit."""
        found = {name: apart for name, lamp in self._seen.items() if (apart := lamp.apart()) is not None}
        return {name: apart for name, apart in found.items() if apart[1] < _STEADY}

    def beyond(self) -> Mapping[str, Text]:
        """Driven lamps that no setting separates into lit and dark, and the cure: add a part, or use the camera."""
        told = self.driven().items()
        faint = {name: PART for name, (_, lit) in told if lit < _LEAST}
        glowing = {name: GLOWS for name, (dark, lit) in told if lit >= _LEAST and _limits(dark, lit) is None}
        return faint | glowing

    def settings(self) -> Mapping[ConfigKey, int]:
        """What the board is to be set to; empty while no lamp needs it."""
        told = [apart for name, apart in self.driven().items() if name not in self.beyond()]
        if not told:
            return {}
        lit = min(each[1] for each in told)
        limits = _limits(max(each[0] for each in told), lit)
        if limits is None:
            return {}
        window = _WINDOWS_MS[0] if lit >= _SHORT else _WINDOWS_MS[1]
        return {ConfigKey.LAMP_SHARE: sum(limits) // 2, ConfigKey.LAMP_WINDOW_MS: window}

    def rows(self) -> Iterator[LampTold]:
        """Each driven lamp: its duty in percent, dark and lit, and the part it needs besides a setting."""
        beyond = self.beyond()
        for name, (dark, lit) in self.driven().items():
            yield {
                "input": name,
                "dark": round(100 * dark),
                "lit": round(100 * lit),
                "needs": None if name not in beyond else beyond[name].told(),
            }


def _noise(share: float) -> float:
    """By how much windows of one and the same share may differ."""
    return max(_SAME, _SAME_PART * share)


def _limits(dark: float, lit: float) -> tuple[int, int] | None:
    """The least and the most LAMP_SHARE that tell both, in 100; None where there is none."""
    least, most = int(100 * dark * _HYSTERESIS) + 1, int(100 * lit * _SURE)
    return (least, most) if least <= most else None
