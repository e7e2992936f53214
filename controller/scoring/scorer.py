"""The value of a win under a rulebook: every reading, the highest taken, with the lines that explain it."""

from operator import itemgetter
from typing import Final

from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.defaults_used import Fact, default_lines
from controller.scoring.hand.desk import DESKS, Counted, Desk, Seen, Verdict, Worth
from controller.scoring.hand.fu import fu_counts
from controller.scoring.hand.readings import shapes_of
from controller.scoring.hand.shape import SEVEN_PAIRS, THIRTEEN_ORPHANS, Shape
from controller.scoring.hand.sheet import Sheet, unstated_among
from controller.scoring.hand.traits import CLOSED, NO_HONOURS
from controller.scoring.hand.yaku import YAKU_BITS
from controller.scoring.payments import payment_of
from controller.scoring.score import NoWin, Score
from controller.scoring.win import Win

_NO_BONUS: Final = Counted(0, 0, 0, 0, (), 0)
_POINTS: Final = itemgetter(0, 1, 2, 3)
_RYUUIISOU: Final = YAKU_BITS["RYUUIISOU"]
_TSUUIISOU: Final = YAKU_BITS["TSUUIISOU"]


# One reading with its worth, compared by the first four: points on a ron, yakuman, han, fu; then packed fu counts.
_Counted = tuple[int, int, int, int, int, Worth, Verdict, Shape]


def score_win(win: Win, book: Rulebook) -> Score | NoWin:
    """Value of a win by the book's highest reading, or why it is none. Furiten and lost rights are for the referee."""
    desk = DESKS[book]
    flags = win.flags
    shapes = shapes_of(win.tally, flags & flag.TSUMO != 0)
    if not shapes:
        return NoWin("not-complete", "the tiles make no complete hand")
    if flags & flag.ROBBED_CONCEALED_KONG and not _robs(shapes[0], book):
        cite = book.claims.kokushi_robs_concealed_kong.cite
        detail = f"a concealed kong cannot be robbed by this hand ({cite})"
        return _no_win("kong-not-robbable", detail, desk.sheet, "kokushi_robs_concealed_kong")
    bonus = desk.bonus[win.tally.bonus]
    seen = desk.seen[flags]
    ranked = []
    for shape in shapes:
        counted = _count(shape, seen, desk, bonus.han)
        if counted is not None:
            ranked.append(counted)
    if not ranked:
        detail = f"no yaku: {book.scoring.minimum_han.value} han asked"
        return _no_win("no-yaku", detail, desk.sheet, "yaku", "minimum_han")
    facts = flags
    if len(ranked) > 1:
        ranked.sort(key=_POINTS, reverse=desk.sheet.highest)
        if ranked[0][:4] != ranked[-1][:4]:
            facts |= _RIVALS
    return _settled(win, desk, ranked[0], bonus, facts)


def _no_win(error: str, detail: str, sheet: Sheet, *rests: str) -> NoWin:
    unstated = unstated_among(sheet, *rests)
    return NoWin(error, detail, unstated, default_lines(sheet.book, unstated))


def _robs(shape: Shape, book: Rulebook) -> bool:
    return book.claims.kokushi_robs_concealed_kong.value and shape.form == THIRTEEN_ORPHANS


def _count(shape: Shape, seen: Seen, desk: Desk, bonus: int) -> _Counted | None:
    win, bits = seen
    given, checks = desk.asked[shape.traits | win.traits & CLOSED]
    bits |= given
    for holds, bit in checks:
        if holds(win, shape):
            bits |= bit
    verdict = desk.verdicts[win.closed][bits]
    if verdict.yakuman:
        worth = desk.yakuman[verdict.yakuman, win.dealer]
        return worth.value.ron, verdict.yakuman, 0, 0, 0, worth, verdict, shape
    if verdict.han < desk.sheet.minimum_han:
        return None
    counts = fu_counts(win, shape)
    fu = desk.fu[counts].total
    han = verdict.han + bonus
    worth = desk.worths[han, fu, win.dealer]
    return worth.value.ron, 0, han, fu, counts, worth, verdict, shape


def _settled(win: Win, desk: Desk, best: _Counted, bonus: Counted, facts: int) -> Score:
    _, yakuman, han, _, counts, (value, facts_of_worth), verdict, shape = best
    fu = desk.fu[counts]
    payment = payment_of(win, desk.sheet, value, verdict.lines, yakuman)
    facts |= facts_of_worth | verdict.facts | fu.facts | bonus.facts
    if win.counters:
        facts |= _COUNTERS
    if win.riichi_sticks:
        facts |= _STICKS
    if yakuman:
        bonus, facts = _NO_BONUS, facts & ~_DORA
        facts |= _facts_of_yakuman(verdict, shape)
        facts |= (_SHARED if payment.shared else 0) | (_PARTLY_LIABLE if payment.partly else 0)
    names, words = desk.resting[facts & desk.sheet.doubts.mask]
    if verdict.rests.names:
        names, words = names + verdict.rests.names, words + verdict.rests.lines
    return Score(
        han,
        fu.total,
        yakuman,
        value.limit,
        value.basic_points,
        verdict.lines,
        bonus.dora,
        bonus.ura,
        bonus.red,
        fu.lines,
        payment.points,
        payment.gains,
        win.riichi_sticks,
        names,
        payment.lines,
        bonus.lines,
        0 if yakuman else desk.sheet.ba_zoro,
        words,
    )


def _facts_of_yakuman(verdict: Verdict, shape: Shape) -> int:
    facts = 0
    if verdict.yaku & _RYUUIISOU and shape.traits & NO_HONOURS:
        facts |= Fact.GREEN_WITHOUT_HATSU
    if verdict.yaku & _TSUUIISOU and shape.form == SEVEN_PAIRS:
        facts |= Fact.HONOURS_IN_PAIRS
    return int(facts)


_DORA: Final = int(Fact.DORA)
_RIVALS: Final = int(Fact.RIVALS)
_COUNTERS: Final = int(Fact.COUNTERS)
_STICKS: Final = int(Fact.STICKS)
_SHARED: Final = int(Fact.SHARED)
_PARTLY_LIABLE: Final = int(Fact.PARTLY_LIABLE)
