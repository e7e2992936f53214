"""What goals and their steps are called where people read them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.journal.faults import Wording
from controller.ports import GoalStep, Verb

VERBS: Final[Mapping[Verb, Wording]] = MappingProxyType(
    {
        Verb.OPEN: Wording("開ける", "Open"),
        Verb.CLOSE: Wording("閉じる", "Close"),
        Verb.LIFT: Wording("非常上昇", "Emergency lift"),
        Verb.DICE: Wording("サイコロ", "Dice"),
        Verb.FIRST_DEALER: Wording("起家決め", "First dealer"),
        Verb.WAIT_READY: Wording("牌の準備を待つ", "Wait for the set"),
    }
)
STEPS: Final[Mapping[GoalStep, Wording]] = MappingProxyType(
    {
        GoalStep.ASKED: Wording("卓を見て確かめている", "Looking at the table"),
        GoalStep.PRESSED: Wording("一度押した。検知を待っている", "Pressed once; waiting for the sensors"),
        GoalStep.DOUBTFUL: Wording(
            "押せたかどうか不明。検知を待っている。押し直さない",
            "Nobody can tell whether it was pressed; waiting for the sensors, not pressing again",
        ),
        GoalStep.DONE: Wording("できた", "Done"),
        GoalStep.ALREADY: Wording("すでにその状態", "Already so"),
        GoalStep.UNKNOWN: Wording(
            "結果は不明。押し直さない。卓を見て確かめる", "Outcome unknown; not pressed again. Look at the table"
        ),
        GoalStep.REFUSED: Wording("押していない", "Nothing was pressed"),
        GoalStep.TIMED_OUT: Wording(
            "押したが、時間内に検知されない。卓を見て確かめる",
            "Pressed, but no sensor told of it in time. Look at the table",
        ),
        GoalStep.SUPERSEDED: Wording("人の操作で終わった", "Ended by a person"),
    }
)
