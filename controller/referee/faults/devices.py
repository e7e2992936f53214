"""Trouble of table, board, link and camera; what to do about it is in ``device_cures``."""

from typing import Final

from controller.journal.events import Severity
from controller.referee.faults.kind import FaultKind
from controller.text import Text

DEVICES: Final = (
    FaultKind("table-jam", Severity.SERVICE, "T", Text("卓の牌詰まり", "Table jammed")),
    FaultKind("table-hatch-open", Severity.SERVICE, "T", Text("投入口が開いたまま", "Hatch left open")),
    FaultKind("table-timeout", Severity.SERVICE, "T", Text("卓の応答なし", "Table took too long")),
    FaultKind("table-motor-hot", Severity.SERVICE, "T", Text("モーター過熱", "Motor too hot")),
    FaultKind("table-count-wrong", Severity.SERVICE, "T", Text("牌の計数違い", "Tile count differs")),
    FaultKind("table-power", Severity.SERVICE, "T", Text("卓の電源断", "Table without power")),
    FaultKind("board-inputs", Severity.SERVICE, "T", Text("基板の入力不良", "Inputs of the board do not answer")),
    FaultKind("board-outputs", Severity.SERVICE, "T", Text("基板の出力不良", "Outputs of the board do not answer")),
    FaultKind("board-watchdog", Severity.SERVICE, "T", Text("基板の再起動", "The board hung and started anew")),
    FaultKind("table-events-lost", Severity.SERVICE, "T", Text("卓の報告の欠落", "Reports of the table were lost")),
    FaultKind("table-fault", Severity.SERVICE, "T", Text("卓の不具合", "Table fault")),
    FaultKind("link-lost", Severity.SERVICE, "T", Text("卓との接続が切れた", "Link to the table lost")),
    FaultKind("camera-lost", Severity.SERVICE, "TC", Text("カメラとの接続が切れた", "Camera lost")),
    FaultKind("camera-moved", Severity.SERVICE, "TC", Text("カメラの位置ずれ", "Camera moved")),
)
