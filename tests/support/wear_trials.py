"""Simulated machines over months: how often wear is reported for a sound one, and how soon for a worn one.

``python -m tests.support.wear_trials [--machines N] [--days N]`` prints one row per kind of machine, as JSON.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any, Final

from controller.machine.wear import WearDay, WearKind, work_wear

BUILD_S: Final = 60.0
WEARS_FROM: Final = 40

Level = Callable[[int], float]
# Build time of a machine on a day, as a multiple of its usual time.
SOUND: Final[dict[str, Level]] = {
    "steady": lambda _: 1.0,
    "slower on week-ends": lambda day: 1.04 if day % 7 >= 5 else 1.0,
    "warm and cold months": lambda day: 1.0 + 0.03 * (1 if day // 30 % 2 else -1),
    "one bad day": lambda day: 1.6 if day == 60 else 1.0,
    "serviced": lambda day: 1.0 if day < 60 else 0.85,
}
WORN: Final[dict[str, Level]] = {
    "half a percent a day": lambda day: 1.0 + 0.005 * max(0, day - WEARS_FROM),
    "one percent a day": lambda day: 1.0 + 0.01 * max(0, day - WEARS_FROM),
    "three percent a day": lambda day: 1.0 + 0.03 * max(0, day - WEARS_FROM),
    "a step of a quarter": lambda day: 1.25 if day >= WEARS_FROM else 1.0,
}


def played(level: Level, days: int, noise: float, rng: Random, rounds: tuple[int, int] = (20, 60)) -> list[WearDay]:
    """Days of a machine: every build with noise, and three in a hundred delayed by people to twice the time."""
    found = []
    for day in range(days):
        times = [
            BUILD_S * level(day) * max(0.5, rng.gauss(1.0, noise)) * (2.0 if rng.random() < 0.03 else 1.0)
            for _ in range(rng.randint(*rounds))
        ]
        found.append(WearDay(day, len(times), median(times) if times else 0.0))
    return found


def told(days: Sequence[WearDay]) -> dict[int, WearKind]:
    """Days on which wear would have been reported, judging each day at its end."""
    verdicts = {each.day: work_wear(days[: place + 1]).kind for place, each in enumerate(days)}
    return {day: kind for day, kind in verdicts.items() if kind is not WearKind.NONE}


def trial(name: str, machines: int, days: int, noise: float = 0.05) -> dict[str, Any]:
    """One row: number of machines of that kind with reports, and the median delay in days of wear."""
    level = (SOUND | WORN)[name]
    delays, early, late = [], 0, 0
    for seed in range(machines):
        when = told(played(level, days, noise, Random(f"{name} {seed}")))
        worn = [day for day in when if day >= WEARS_FROM] if name in WORN else []
        early += any(day < WEARS_FROM for day in when) if name in WORN else bool(when)
        late += name in WORN and not worn
        delays += [worn[0] - WEARS_FROM] if worn else []
    return {
        "machine": name,
        "noise": noise,
        "machines": machines,
        "days": days,
        "false": early,
        "missed": late,
        "days_until_told": median(delays) if delays else None,
        "slower_by_then": round(level(WEARS_FROM + int(median(delays))) - 1, 3) if delays else None,
    }


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, default=200)
    parser.add_argument("--days", type=int, default=120)
    given = parser.parse_args()
    for noise in (0.03, 0.05, 0.10):
        for name in (*SOUND, *WORN):
            print(json.dumps(trial(name, given.machines, given.days, noise)), flush=True)


if __name__ == "__main__":
    main()
