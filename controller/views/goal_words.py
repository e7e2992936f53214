"""What goals and their steps are called where people read them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.ports.table import GoalStep, Verb
from controller.text import Text

VERBS: Final[Mapping[Verb, Text]] = MappingProxyType(
    {
        Verb.OPEN: Text("開ける", "Open"),
        Verb.CLOSE: Text("閉じる", "Close"),
        Verb.LIFT: Text("非常上昇", "Emergency lift"),
        Verb.DICE: Text("サイコロ", "Dice"),
        Verb.FIRST_DEALER: Text("起家決め", "First dealer"),
        Verb.WAIT_READY: Text("牌の準備を待つ", "Wait for the set"),
    }
)
STEPS: Final[Mapping[GoalStep, Text]] = MappingProxyType(
    {
        GoalStep.ASKED: Text("卓を見て確かめている", "Looking at the table"),
        GoalStep.PRESSED: Text("一度押した。検知を待っている", "Pressed once; waiting for the sensors"),
        GoalStep.DOUBTFUL: Text(
            "押せたかどうか不明。検知を待っている。押し直さない",
            "Nobody can tell whether it was pressed; waiting for the sensors, not pressing again",
        ),
        GoalStep.DONE: Text("できた", "Done"),
        GoalStep.ALREADY: Text("すでにその状態", "Already so"),
        GoalStep.UNKNOWN: Text(
            "結果は不明。押し直さない。卓を見て確かめる", "Outcome unknown; not pressed again. Look at the table"
        ),
        GoalStep.REFUSED: Text("押していない", "Nothing was pressed"),
        GoalStep.TIMED_OUT: Text(
            "押したが、時間内に検知されない。卓を見て確かめる",
            "Pressed, but no sensor told of it in time. Look at the table",
        ),
        GoalStep.SUPERSEDED: Text("人の操作で終わった", "Ended by a person"),
    }
)
