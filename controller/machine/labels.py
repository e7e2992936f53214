"""Names, for people, of goals, their steps, and the states of a table's machine."""

from typing import Final

from controller.machine.stopwatch import MachineWork
from controller.ports.table import GoalStep, Verb
from controller.text import Text, words, words_of

NO_BOARD: Final = "none"
"""Link state of a table without a board."""
LINKS: Final = words("links")
CENTRES: Final = words("centres")
BUILDS: Final = words("builds")
WORKS: Final = words_of(MachineWork, "works")
VERBS: Final = words_of(Verb, "verbs")
STEPS: Final = words_of(GoalStep, "steps")


def worn_words(work: MachineWork, now_s: float, usual_s: float) -> Text:
    """Return the message that an operation takes longer than it used to; times in seconds."""
    name, more = WORKS[work], now_s / usual_s - 1 if usual_s > 0 else 0.0
    return Text(
        f"{name.ja}: 通常 {usual_s:.1f} 秒、今 {now_s:.1f} 秒 ({more:+.0%})",
        f"{name.en}: usually {usual_s:.1f} s, now {now_s:.1f} s ({more:+.0%})",
    )
