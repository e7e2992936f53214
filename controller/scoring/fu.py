"""Fu of a reading, line by line."""

from controller.riichi.reading import Form, GroupShape, Reading, Wait
from controller.scoring.score import FuLine
from controller.scoring.shape import DRAGON_MASK, ORPHAN_KIND, Circumstances, Shape
from controller.scoring.sheet import Sheet
from controller.scoring.yaku import is_pinfu

_WAIT_LINES = {Wait.PENCHAN: "PENCHAN", Wait.KANCHAN: "KANCHAN", Wait.TANKI: "TANKI"}
# By whether it is a kong, concealed, an orphan.
_TRIPLET_LINES = tuple(
    tuple((f"{name}_{shape}_SIMPLE", f"{name}_{shape}_ORPHAN") for name in ("OPEN", "CONCEALED"))
    for shape in ("PUNG", "KONG")
)


def fu_of(reading: Reading, shape: Shape, win: Circumstances, sheet: Sheet) -> tuple[int, list[FuLine]]:
    """Fu rounded up to tens (seven pairs as they are) with their lines; 0 and none where a book counts none."""
    if sheet.han_steps:
        return 0, []
    table = sheet.fu
    if reading.form is Form.SEVEN_PAIRS:
        line = table["SEVEN_PAIRS"]
        return line.fu, [line]
    lines = [table["BASE"]]
    if win.closed and not win.tsumo:
        lines.append(table["CLOSED_RON"])
    if shape.triplets:
        for place, group in enumerate(reading.groups):
            if group.shape is not GroupShape.CHOW:
                concealed = group.concealed and (win.tsumo or place != reading.won)
                name = _TRIPLET_LINES[group.shape is GroupShape.KONG][concealed][ORPHAN_KIND[group.first]]
                lines.append(table[name])
    if shape.pair & (DRAGON_MASK | win.seat | win.prevailing):
        lines.append(table["DOUBLE_WIND_PAIR" if shape.pair & win.seat & win.prevailing else "VALUE_PAIR"])
    if shape.wait in _WAIT_LINES and not win.mixed_in:
        lines.append(table[_WAIT_LINES[shape.wait]])
    if win.tsumo and _tsumo_counts(shape, win, sheet):
        lines.append(table["TSUMO"])
    total = 0
    for line in lines:
        total += line.fu
    if len(lines) == 1 and not win.closed and not win.tsumo:
        lines.append(table["OPEN_PINFU"])
        total += table["OPEN_PINFU"].fu
    return -(-total // 10) * 10, lines


def _tsumo_counts(shape: Shape, win: Circumstances, sheet: Sheet) -> bool:
    rules = sheet.book.scoring
    return not (rules.pinfu_tsumo.value and is_pinfu(win, shape)) and (
        not win.rinshan or rules.replacement_tsumo_fu.value
    )
