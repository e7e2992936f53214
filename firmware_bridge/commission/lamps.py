"""Multiplexed panel lamps: finds board settings that separate lit from dark, from measurements of both states."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Final, TypedDict

from controller.text import Text, TextJson
from firmware_bridge.operator import Operator
from firmware_bridge.wire.codes import INPUTS, ConfigKey
from firmware_bridge.wire.messages import GetLamps, LampShares

FIRST: Final = INPUTS.index("DEALER_A")
"""Index of the first lamp input; all following inputs are lamps."""
_STEADY: Final = 0.9
"""A lamp lit for a larger share of the time is not multiplexed; chosen: two lamps driven in turns have half each."""
_LEAST: Final = 0.04
"""Least duty of a lit lamp, above a neighbour's glimmer; chosen: 10 of the 250 samples of the longest window, of which
two or three drop out by chance."""
_SHORT: Final = 0.08
"""From this duty on the usual window is long enough: 8 of its 100 samples."""
_WINDOWS_MS: Final = (100, 250)
_HYSTERESIS: Final = 2
"""The board counts a lamp as dark below LAMP_SHARE divided by this (lamps.c)."""
_SURE: Final = 0.8
"""LAMP_SHARE stays below this fraction of a lit lamp's lowest duty; chosen: brightness decreases with age."""
_SAME: Final = 0.02
_SAME_PART: Final = 0.15
"""Largest difference, absolute or relative to the maximum, between three windows of one state, and smallest one between
dark and lit; chosen: a window of 100 samples resolves 0.01."""
EACH_S: Final = 0.26
"""Seconds between requests to the board; longer than its longest window, so that no window is read twice."""
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


class LampJson(TypedDict):
    """A multiplexed lamp: its duty in per cent, dark and lit, and the part that it needs besides a setting."""

    input: str
    dark: int
    lit: int
    needs: TextJson | None


@dataclass(slots=True)
class LampSeen:
    """Duty of one lamp, window by window."""

    shares: list[float] = field(default_factory=list)
    latest: list[float] = field(default_factory=list)

    def see(self, share: float) -> None:
        """Add a window's duty; the median of three consecutive windows is stored if they agree."""
        self.latest = [*self.latest[-2:], share]
        if len(self.latest) > 2 and max(self.latest) - min(self.latest) <= _noise(max(self.latest)):
            self.shares.append(median(self.latest))

    def apart(self) -> tuple[float, float] | None:
        """Return the highest dark and the lowest lit duty, split at the widest gap; None until both were measured."""
        ordered = sorted(set(self.shares))
        gaps = [(high - low, low, high) for low, high in pairwise(ordered)]
        widest = max(gaps, default=(0.0, 0.0, 0.0))
        return widest[1:] if widest[0] > _noise(widest[2]) else None


class LampWatch:
    """Duties of all lamps, collected while a person has each lamp go on and off."""

    def __init__(self) -> None:
        """Start without measurements."""
        self._asked: float | None = None
        self._seen = {name: LampSeen() for name in INPUTS[FIRST:-1]}

    def ask(self, table: Operator) -> None:
        """Request the board's lamp counts if due; a board of an earlier version does not have them."""
        now = table.clock()
        if self._asked is None or now - self._asked >= EACH_S:
            self._asked = now
            answer = table.command(GetLamps()).answer
            if isinstance(answer, LampShares):
                self.see(answer)

    def see(self, told: LampShares) -> None:
        """Add the counts of the board's last window."""
        if told.looks:
            for lamp, lit in zip(self._seen.values(), told.lit, strict=False):
                lamp.see(lit / told.looks)

    def driven(self) -> dict[str, tuple[float, float]]:
        """Return the multiplexed lamps, with the highest dark and the lowest lit duty."""
        found = {name: apart for name, lamp in self._seen.items() if (apart := lamp.apart()) is not None}
        return {name: apart for name, apart in found.items() if apart[1] < _STEADY}

    def beyond(self) -> Mapping[str, Text]:
        """Return the lamps for which no setting works, with the remedy: add a part, or use the camera."""
        told = self.driven().items()
        faint = {name: PART for name, (_, lit) in told if lit < _LEAST}
        glowing = {name: GLOWS for name, (dark, lit) in told if lit >= _LEAST and _limits(dark, lit) is None}
        return faint | glowing

    def settings(self) -> Mapping[ConfigKey, int]:
        """Return the settings that the board needs; empty while no lamp needs any."""
        told = [apart for name, apart in self.driven().items() if name not in self.beyond()]
        if not told:
            return {}
        lit = min(each[1] for each in told)
        limits = _limits(max(each[0] for each in told), lit)
        if limits is None:
            return {}
        window = _WINDOWS_MS[0] if lit >= _SHORT else _WINDOWS_MS[1]
        return {ConfigKey.LAMP_SHARE: sum(limits) // 2, ConfigKey.LAMP_WINDOW_MS: window}

    def rows(self) -> Iterator[LampJson]:
        """Yield for each multiplexed lamp its duty in per cent, dark and lit, and the part it needs."""
        beyond = self.beyond()
        for name, (dark, lit) in self.driven().items():
            yield {
                "input": name,
                "dark": round(100 * dark),
                "lit": round(100 * lit),
                "needs": None if name not in beyond else beyond[name].to_json(),
            }


def _noise(share: float) -> float:
    """Return the largest difference to expect between windows of the same duty."""
    return max(_SAME, _SAME_PART * share)


def _limits(dark: float, lit: float) -> tuple[int, int] | None:
    """Return the least and greatest LAMP_SHARE, in per cent, that separates dark from lit; None if there is none."""
    least, most = int(100 * dark * _HYSTERESIS) + 1, int(100 * lit * _SURE)
    return (least, most) if least <= most else None
