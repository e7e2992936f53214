"""What goals, their steps, and the states of a table's machine are called where people read them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.machine.facts import BuildState, CentreState
from controller.machine.regions import LinkState
from controller.machine.stopwatch import MachineWork
from controller.ports.table import GoalStep, Verb
from controller.text import Text

NO_BOARD: Final = "none"
"""Link state of a table without a board."""
LINKS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        NO_BOARD: Text("コントローラーなし", "No board"),
        LinkState.OFFLINE.value: Text("未接続", "Not connected"),
        LinkState.SYNCING.value: Text("接続中", "Connecting"),
        LinkState.ONLINE.value: Text("接続", "Connected"),
        LinkState.READ_ONLY.value: Text("読み取りのみ", "Reading only"),
        LinkState.ARMED.value: Text("押下可", "Armed"),
    }
)
CENTRES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        CentreState.UNKNOWN.value: Text("不明", "Unknown"),
        CentreState.CLOSED.value: Text("閉", "Closed"),
        CentreState.OPENING.value: Text("上昇中", "Opening"),
        CentreState.OPEN.value: Text("開", "Open"),
        CentreState.CLOSING.value: Text("下降中", "Closing"),
        CentreState.LIFTED.value: Text("非常上昇", "Lifted"),
    }
)
BUILDS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        BuildState.UNKNOWN.value: Text("不明", "Unknown"),
        BuildState.EMPTY.value: Text("空", "Empty"),
        BuildState.MIXING.value: Text("撹拌中", "Mixing"),
        BuildState.READY.value: Text("準備完了", "Ready"),
        BuildState.PAUSED.value: Text("中断", "Paused"),
        BuildState.SLOW.value: Text("遅い", "Slow"),
        BuildState.FAULT.value: Text("異常", "Fault"),
    }
)
WORKS: Final[Mapping[MachineWork, Text]] = MappingProxyType(
    {
        MachineWork.OPEN: Text("投入口が開く", "Centre opens"),
        MachineWork.CLOSE: Text("投入口が閉じる", "Centre closes"),
        MachineWork.BUILD: Text("洗牌・築牌", "Set is built"),
        MachineWork.WALLS: Text("牌山が上がる", "Walls rise"),
        MachineWork.DICE: Text("サイコロが回る", "Dice roll"),
    }
)
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
        GoalStep.PRESSED: Text("一度押しました。検知を待っています", "Pressed once; waiting for the sensors"),
        GoalStep.DOUBTFUL: Text(
            "押せたかどうか分かりません。検知を待っています。押し直しません",
            "Unknown whether it was pressed; waiting for the sensors, not pressed again",
        ),
        GoalStep.DONE: Text("できた", "Done"),
        GoalStep.ALREADY: Text("すでにその状態", "Already so"),
        GoalStep.UNKNOWN: Text(
            "結果が分かりません。押し直しません。卓を見て確かめてください",
            "Outcome unknown; not pressed again. Look at the table",
        ),
        GoalStep.REFUSED: Text("押していない", "Nothing was pressed"),
        GoalStep.TIMED_OUT: Text(
            "押しましたが、時間内に検知されません。卓を見て確かめてください",
            "Pressed, but no sensor confirmed it in time. Look at the table",
        ),
        GoalStep.SUPERSEDED: Text("人の操作で終わった", "Ended by a person"),
    }
)


def worn_words(work: MachineWork, now_s: float, usual_s: float) -> Text:
    """That a work takes longer than it used to, seconds."""
    name, more = WORKS[work], now_s / usual_s - 1 if usual_s > 0 else 0.0
    return Text(
        f"{name.ja}: 通常 {usual_s:.1f} 秒、今 {now_s:.1f} 秒 ({more:+.0%})",
        f"{name.en}: usually {usual_s:.1f} s, now {now_s:.1f} s ({more:+.0%})",
    )
