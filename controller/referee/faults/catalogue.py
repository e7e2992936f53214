"""Every fault the system knows by code: names, sources, dwell, and which field of a rulebook speaks of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from controller.journal.events import Severity
from controller.referee.faults.device_cures import FIRST_AID
from controller.referee.faults.entries import ROWS
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.flow import TenpaiOrder
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.text import Text


class Source(Enum):
    """What can show a fault: the table's events, the camera, a person's entry, the table's point sticks."""

    TABLE = "T"
    CAMERA = "C"
    CLAIM = "K"
    POINTS = "P"


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of fault. ``dwell``: equal readings of every zone it rests on; ``confidence``: how sure the eyes must be
    of every face that it rests on before a reading counts, 0 where it rests on no face.

    ``field``: dotted name of the rulebook's field that speaks of it, "" where none does.
    """

    code: str
    severity: Severity
    name: Text
    sources: tuple[Source, ...]
    dwell: int
    field: str
    confidence: float


# Over the venue's own limit for doubtful faces; the other watchers look at places, numbers and the record.
_CONFIDENCE: Final = {
    "meld-invalid": 0.8,
    "tile-fifth-copy": 0.8,
    "win-incomplete": 0.8,
    "win-no-yaku": 0.8,
}

CATALOGUE: Final[Mapping[str, Entry]] = MappingProxyType(
    {
        code: Entry(
            code,
            Severity(severity),
            Text(ja, en),
            tuple(map(Source, sources)),
            dwell,
            field,
            _CONFIDENCE.get(code, 0.0),
        )
        for code, severity, sources, dwell, field, ja, en in ROWS
    }
)

# Code: the opening after which the remedy is another, and the field of that remedy.
OPENINGS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "break-wrong-wall": ("table.break_opening", "table.wrong_break_after"),
        "break-wrong-stack": ("table.break_opening", "table.wrong_break_after"),
        "dora-wrong-position": ("table.dora_opening", "table.wrong_dora_after"),
    }
)

# Code: field and the value under which the act is no fault at all.
LAWFUL: Final[Mapping[str, tuple[str, object]]] = MappingProxyType(
    {
        "kuikae": ("claims.swap_calling", Wrong.ALLOWED),
        "riichi-no-points": ("riichi.riichi_below_stick", True),
        "riichi-dead-wait": ("riichi.riichi_on_dead_wait", True),
        "riichi-incomplete": ("riichi.riichi_needs_all_three_acts", False),
        "riichi-next-not-sideways": ("riichi.called_tile_next_sideways", False),
        "call-on-houtei": ("riichi.call_on_houtei", True),
        "kan-on-haitei": ("riichi.kong_after_haitei", True),
        "kan-not-on-own-draw": ("riichi.kong_only_on_own_draw", False),
        "kan-dora-missing": ("scoring.kan_dora", False),
        "kan-dora-early": ("scoring.kan_dora", False),
        "kan-dora-robbed": ("scoring.kan_dora", False),
        "replacement-not-lowered": ("table.replacement_lowered", False),
        "win-furiten": ("claims.own_discard_furiten", False),
        "win-tile-mixed-in": ("scoring.mixed_in_loses_wait", False),
        "win-second-claim": ("claims.several_rons", SeveralRons.ALL),
        "tenpai-order": ("flow.tenpai_order", TenpaiOrder.ANY),
        "clock-over": ("flow.clock_minutes", None),
    }
)

# What is done where the field that speaks of a fault holds no remedy and no penalty.
REMEDIES: Final[Mapping[str, Remedy]] = MappingProxyType(
    {
        "dead-wall-drawn": Remedy(
            RemedyKind.VOID,
            "海底牌より後の摸打は無効。流局とする。",
            "What was drawn past the last tile is void: a draw.",
        ),
        "riichi-incomplete": Remedy(RemedyKind.VOID, "リーチ不成立。", "The riichi does not stand."),
        "riichi-open-hand": Remedy(RemedyKind.REFEREE, "リーチ不成立。審判を呼ぶ。", "No riichi; call the referee."),
        "riichi-taken-back": Remedy(
            RemedyKind.REFEREE,
            "リーチは取り消せない。審判を呼ぶ。",
            "The riichi cannot be taken back; call the referee.",
        ),
        "riichi-next-not-sideways": Remedy(
            RemedyKind.PUT_RIGHT, "その打牌を横に向ける。", "Turn that discard sideways."
        ),
        "kan-dora-missing": Remedy(RemedyKind.PUT_RIGHT, "カンドラ表示牌を開ける。", "Turn the kong's indicator."),
        "kan-dora-early": Remedy(RemedyKind.PUT_RIGHT, "開けたカンドラ表示牌を伏せ戻す。", "Turn the indicator back."),
        "kan-dora-robbed": Remedy(
            RemedyKind.PUT_RIGHT,
            "槍槓された槓にカンドラはない。表示牌を伏せ戻す。",
            "A robbed kong has no dora: turn the indicator back.",
        ),
        "tenpai-false": Remedy(RemedyKind.VOID, "ノーテンとして扱う。", "The hand counts as noten."),
        "win-second-claim": Remedy(
            RemedyKind.VOID, "放銃者に近い者だけのアガリとする。", "Only the nearest after the discarder wins."
        ),
        "win-tile-mixed-in": Remedy(
            RemedyKind.NOTE, "待ちの符と平和を認めずに数える。", "Scored without wait fu and pinfu."
        ),
        "points-undeclared": Remedy(RemedyKind.NOTE, "持ち点を申告する。", "Declare the points."),
        "points-paid-wrong": Remedy(RemedyKind.PUT_RIGHT, "授受を訂正する。", "The payment is put right."),
        "points-total-wrong": Remedy(RemedyKind.PUT_RIGHT, "点棒を数え直す。", "Count the sticks again."),
        "clock-over": Remedy(RemedyKind.VOID, "時間切れ後に始めた局は無効。", "A round begun after time is void."),
        "call-priority": Remedy(RemedyKind.PUT_RIGHT, "優先する発声を生かす。", "The call that goes first stands."),
    }
)

CURES: Final[Mapping[str, Text]] = MappingProxyType({code: aid.text for code, aid in FIRST_AID.items()})
