"""The steps of the setup page, in order, and the parts of a table that may be left out; data."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.text import Text


class ItemStand(StrEnum):
    """State of a step, and of a line of the green list."""

    WELL = "well"
    OPEN = "todo"
    ADVICE = "advice"
    WRONG = "wrong"
    OUT = "out"


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
        Text("卓の名前、種類、席の名前を決めます。", "The table's name, its family and the names of its seats."),
        simulated=True,
    ),
    SetupStep(
        "rules",
        Text("規定", "Rules"),
        Text(
            "対局の規定を選びます。ほかの規定との違いを文で示します。",
            "Choose the rulebook and see how it differs from others.",
        ),
        simulated=True,
    ),
    SetupStep(
        "judging",
        Text("裁定", "Judging"),
        Text(
            "取り消せる時間、審判を待たずに処置する違反、会場が読みを決めた違反を選びます。そのままでも始められます。",
            "How long a decision can be undone, which faults need no referee, and how the venue reads doubtful clauses."
            " The defaults are enough to start.",
        ),
    ),
    SetupStep(
        "board",
        Text("コントローラー", "Board"),
        Text(
            "卓につないだコントローラーを探し、その番号を固定します。別のコントローラーには押させません。",
            "Find the board wired to the table and pin its number: no button of another board is pressed.",
        ),
        SetupPart.BOARD,
    ),
    SetupStep(
        "wires",
        Text("配線", "Wires"),
        Text(
            "ボタンを一つずつ押し、ランプを見ます。動いた線の名前が出ます。",
            "Press one button after another and watch the lamps: the wire that changes is named.",
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
            "Mark the table's position with sheets in its four corners, or drag the corners.",
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
            "A button is pressed once and the sensors check the result. Your PIN is required.",
        ),
        SetupPart.TEST,
    ),
    SetupStep(
        "ready",
        Text("確認と開始", "Ready"),
        Text(
            "揃ったものと足りないもの、その対処を示します。保存して始めます。",
            "What is ready, what is missing and how to mend it. Save and start.",
        ),
        simulated=True,
    ),
)
