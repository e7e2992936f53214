"""Fu of a reading, line by line."""

from controller.riichi.reading import Form, GroupShape, Reading, Wait
from controller.scoring.score import FuLine
from controller.scoring.shape import DRAGON_MASK, ORPHAN_KIND, Circumstances, Shape
from controller.scoring.sheet import Sheet

_WAIT_LINES = {Wait.PENCHAN: "PENCHAN", Wait.KANCHAN: "KANCHAN", Wait.TANKI: "TANKI"}
# By whether it is a kong, concealed, an orphan.
_TRIPLET_LINES = {
    (kong, concealed, orphan): (
        f"{'CONCEALED' if concealed else 'OPEN'}_{'KONG' if kong else 'PUNG'}_{'ORPHAN' if orphan else 'SIMPLE'}"
    )
    for kong in (False, True)
    for concealed in (False, True)
    for orphan in (False, True)
}


def fu_of(reading: Reading, shape: Shape, win: Circumstances, sheet: Sheet, pinfu: bool) -> tuple[int, list[FuLine]]:
    """Fu rounded up to tens (seven pairs as they are) with their lines; 0 and none where a book counts none.

    ``pinfu``: the reading has the yaku, so that a tsumo takes no tsumo fu where the book says so.
    """
    if sheet.han_steps:
        return 0, []
    table = sheet.fu
    if reading.form is Form.SEVEN_PAIRS:
        line = table["SEVEN_PAIRS"]
        return line.fu, [line]
    lines = [table["BASE"]]
    if win.closed and not win.tsumo:
        lines.append(table["CLOSED_RON"])
    for place, group in enumerate(reading.groups):
        if group.shape is not GroupShape.CHOW:
            concealed = group.concealed and (win.tsumo or place != reading.won)
            lines.append(table[_TRIPLET_LINES[group.shape is GroupShape.KONG, concealed, ORPHAN_KIND[group.first]]])
    if shape.pair & (DRAGON_MASK | win.seat | win.prevailing):
        lines.append(table["DOUBLE_WIND_PAIR" if shape.pair & win.seat & win.prevailing else "VALUE_PAIR"])
    if reading.wait in _WAIT_LINES and not win.mixed_in:
        lines.append(table[_WAIT_LINES[reading.wait]])
    rules = sheet.book.scoring
    if win.tsumo and not (pinfu and rules.pinfu_tsumo.value) and (not win.rinshan or rules.replacement_tsumo_fu.value):
        lines.append(table["TSUMO"])
    total = sum(line.fu for line in lines)
    if total == table["BASE"].fu and not win.closed and not win.tsumo:
        lines.append(table["OPEN_PINFU"])
        total += table["OPEN_PINFU"].fu
    return -(-total // 10) * 10, lines
