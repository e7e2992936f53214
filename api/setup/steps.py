"""The steps of the setup page, in order, and the parts of a table that may be left out; data."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.text import Text


class SetupPart(StrEnum):
    """What a table may do without; the file then says nothing of it."""

    BOARD = "board"
    CAMERA = "camera"
    TILES = "tiles"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step: ``part`` whose leaving out skips it, None for one that every table needs; ``simulated``: also of one that
    the simulator plays."""

    id: str
    title: Text
    what: Text
    part: SetupPart | None = None
    simulated: bool = False


STEPS: Final = (
    SetupStep(
        "table",
        Text("卓", "Table"),
        Text(
            "卓の名前、種類、席の名前を決めます。", "What the table is called, which family it is of, who sits there."
        ),
        simulated=True,
    ),
    SetupStep(
        "rules",
        Text("規定", "Rules"),
        Text(
            "対局の規定を選びます。ほかの規定との違いを文で示します。",
            "What is played by, and how it differs from others, in words.",
        ),
        simulated=True,
    ),
    SetupStep(
        "judging",
        Text("裁定", "Judging"),
        Text(
            "取り消せる時間、審判を待たずに処置する違反、会場が読みを決めた違反を選びます。そのままでも始められます。",
            "For how long a decision can be undone, which faults wait for no referee, which doubtful texts the venue"
            " reads in one way. Nothing has to be chosen.",
        ),
    ),
    SetupStep(
        "board",
        Text("基板", "Board"),
        Text(
            "卓につないだ基板を探し、その番号を固定します。別の基板には押させません。",
            "Find the board that is wired to the table, and pin its number: nothing is pressed on another one.",
        ),
        SetupPart.BOARD,
    ),
    SetupStep(
        "wires",
        Text("配線", "Wires"),
        Text(
            "ボタンを一つずつ押し、ランプを見ます。動いた線の名前が出ます。",
            "Press one button after another and watch the lamps: the wire that moves is named.",
        ),
        SetupPart.BOARD,
    ),
    SetupStep(
        "camera",
        Text("カメラ", "Camera"),
        Text("卓の上のカメラを選びます。", "The camera above the table."),
        SetupPart.CAMERA,
    ),
    SetupStep(
        "aim",
        Text("位置合わせ", "Aim"),
        Text(
            "四隅のシート、または四隅を指でつまんで、卓の位置を教えます。",
            "Sheets in the four corners, or the corners dragged to their places, say where the table lies.",
        ),
        SetupPart.CAMERA,
    ),
    SetupStep(
        "tiles",
        Text("牌", "Tiles"),
        Text("この卓の牌を一枚の写真で登録します。", "Learn this table's tiles from one photo."),
        SetupPart.TILES,
    ),
    SetupStep(
        "test",
        Text("試運転", "Test"),
        Text(
            "ボタンを一度押し、センサーで確かめます。暗証番号が要ります。",
            "A button is pressed once, and the sensors tell what came of it. It takes your PIN.",
        ),
        SetupPart.TEST,
    ),
    SetupStep(
        "ready",
        Text("確認と開始", "Ready"),
        Text(
            "揃ったもの、足りないものとその処置。保存して始めます。",
            "What is ready, what is missing and its cure; save and begin.",
        ),
        simulated=True,
    ),
)
