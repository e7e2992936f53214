"""Faults of the set-up: buttons, dice, break, indicator, dealer, winds."""

from typing import Final

from controller.journal.events import Severity
from controller.referee.faults.kind import AfterOpening, FaultKind, Lawful, Upholding
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.text import Text

# Voids rounds until the due dealer has dealt.
WRONG_DEALER: Final = "dealer-wrong"

SETTING_UP: Final = (
    FaultKind(
        "set-button-wrong-seat",
        Severity.NOTE,
        "T",
        Text("セットボタンを次局の親以外が押した", "Set button not pressed by the next dealer"),
        field="table.set_by_wrong_seat",
    ),
    FaultKind(
        "set-button-during-hand",
        Severity.REFEREE,
        "T",
        Text("局の途中でセットボタンが押された", "Set button pressed while the round runs"),
        field="table.set_during_round",
    ),
    FaultKind(
        "set-before-settled",
        Severity.REFEREE,
        "T",
        Text("精算の前に次のセットが始まった", "Next set started before the settlement"),
        field="table.set_before_settled",
    ),
    FaultKind(
        "dice-wrong-roller",
        Severity.NOTE,
        "TK",
        Text("親以外がサイコロを振った", "Dice not rolled by the dealer"),
        field="table.wrong_roller",
    ),
    FaultKind(
        "dice-before-walls",
        Severity.NOTE,
        "TC",
        Text("壁牌が上がりきる前の出サイ", "Dice rolled before the walls were up"),
        field="table.dice_before_walls",
    ),
    FaultKind(
        "dice-imperfect",
        Severity.NOTE,
        "TC",
        Text("サイコロの不完全停止", "A die leans, lies outside or cannot be read"),
        field="table.imperfect_roll",
        dwell=15,
    ),
    FaultKind(
        "dice-roll-count",
        Severity.REFEREE,
        "T",
        Text("サイコロの回数違い", "Wrong number of rolls"),
        field="table.rolls",
    ),
    FaultKind(
        "break-wrong-wall",
        Severity.REFEREE,
        "TC",
        Text("開門場所の間違い（山）", "Wrong wall broken"),
        field="table.wrong_break_before",
        judged_by=("table.rolls",),
        dwell=8,
        opening=AfterOpening("table.break_opening", "table.wrong_break_after"),
    ),
    FaultKind(
        "break-wrong-stack",
        Severity.REFEREE,
        "TC",
        Text("開門場所の間違い（幢数）", "Wall broken at the wrong stack"),
        field="table.wrong_break_before",
        judged_by=("table.rolls",),
        dwell=8,
        opening=AfterOpening("table.break_opening", "table.wrong_break_after"),
    ),
    FaultKind(
        "break-by-child",
        Severity.NOTE,
        "K",
        Text("親以外による開門", "Wall broken by another than the dealer"),
        field="table.break_by_child",
    ),
    FaultKind(
        "dora-wrong-position",
        Severity.REFEREE,
        "C",
        Text("ドラ表示牌の開け間違い", "Dora indicator at the wrong place"),
        field="table.wrong_dora_before",
        judged_by=("table.dora_stack",),
        dwell=8,
        opening=AfterOpening("table.dora_opening", "table.wrong_dora_after"),
    ),
    FaultKind(
        "dora-wrong-turner",
        Severity.NOTE,
        "K",
        Text("ドラ表示牌を開ける者の間違い", "Dora indicator turned by the wrong player"),
        field="table.dora_turner",
    ),
    FaultKind(
        "replacement-not-lowered",
        Severity.NOTE,
        "C",
        Text("嶺上牌が下ろされていない", "Replacement tile not lowered"),
        field="table.replacement_lowered",
        dwell=10,
        lawful=Lawful("table.replacement_lowered", False),
    ),
    FaultKind(
        "discard-before-ready",
        Severity.NOTE,
        "C",
        Text("配牌・ドラ確認前の第一打", "First discard before hands and dora were ready"),
        field="table.discard_before_ready",
        dwell=8,
    ),
    FaultKind(
        WRONG_DEALER,
        Severity.REFEREE,
        "CK",
        Text("親の順番間違い", "Round played by the wrong dealer"),
        field="table.wrong_dealer",
        dwell=15,
        upheld=Upholding.VOIDS_ROUND,
    ),
    FaultKind(
        "round-not-due",
        Severity.NOTE,
        "K",
        Text("打つべき局の取り違え", "Another round played than was due"),
        remedy=Remedy(
            RemedyKind.NOTE,
            "打った局はそのまま有効とし、点棒の授受だけを改めます。",
            "The rounds played stand; only payments are corrected.",
        ),
    ),
    FaultKind(
        "seat-wind-wrong",
        Severity.REFEREE,
        "CK",
        Text("起家マーク・風の表示違い", "Seat wind shown wrong"),
        field="table.seat_wind_shown_wrong",
        dwell=25,
    ),
    FaultKind(
        "clock-over",
        Severity.REFEREE,
        "K",
        Text("時間切れ後の開始", "Round started after time"),
        field="flow.clock_minutes",
        lawful=Lawful("flow.clock_minutes", None),
        remedy=Remedy(RemedyKind.VOID, "時間切れ後に始めた局は無効です。", "A round begun after time is void."),
        upheld=Upholding.VOIDS_ROUND,
    ),
)
