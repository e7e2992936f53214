"""Chips of a win: what some houses pay in addition to the points, and from whom. They do not change the points."""

from typing import Final, NamedTuple

from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import ChipFor
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Score
from controller.scoring.win import Win

_IPPATSU: Final = "IPPATSU"


class Chips(NamedTuple):
    """Chips of a win: ``number`` that each payer gives, ``payments`` gained per seat A-D; both 0 if none are due."""

    number: int
    payments: Four


def chips_of(score: Score, win: Win, book: Rulebook) -> Chips:
    """Return the chips of a score by the rulebook; for a yakuman only those of the yakuman."""
    counts = {
        ChipFor.IPPATSU: sum(line.id == _IPPATSU for line in score.yaku),
        ChipFor.URA_DORA: score.ura,
        ChipFor.RED_FIVE: score.red,
        ChipFor.YAKUMAN: score.yakuman,
    }
    held = [rule for rule in book.scoring.chips.value if win.closed or not rule.closed_only]
    number = sum(counts[rule.kind] * (rule.tsumo if win.loser is None else rule.ron) for rule in held)
    gains = [0, 0, 0, 0]
    for seat in [seat for seat in book.seats if seat is not win.winner] if win.loser is None else [win.loser]:
        gains[seat] = -number
    gains[win.winner] = -sum(gains)
    return Chips(number, four(gains))
