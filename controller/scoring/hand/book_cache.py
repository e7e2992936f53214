"""Cached tables of one rulebook: every answer that depends on a few plain numbers is computed once, on demand."""

from typing import Final, NamedTuple

from controller.memo import Memo
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand.circumstances import Circumstances, circumstances
from controller.scoring.hand.defaults_used import Fact, default_lines, defaults_used_by
from controller.scoring.hand.fu import FU_BITS, FU_LINES, ONLY_SEVEN_PAIRS
from controller.scoring.hand.reading_bits import CIRCUMSTANCE_FEATURES, CLOSED
from controller.scoring.hand.scoring_rules import dora_lines, scoring_rules_of
from controller.scoring.hand.tiles import Bonus
from controller.scoring.hand.value import Value, value_of, yakuman_value
from controller.scoring.hand.yaku import REPLACED, YAKU, YAKU_BITS, Predicate
from controller.scoring.score import DefaultLine, DoraLine, FuLine, YakuLine

# As plain numbers: operations on flags cost ten times as much.
_NEEDS: Final = tuple([(int(yaku.needs), yaku.holds, YAKU_BITS[yaku.id]) for yaku in YAKU])


class KnownCircumstances(NamedTuple):
    """Circumstances with the yaku that they grant by themselves (bits as in YAKU_BITS)."""

    win: Circumstances
    yaku: int


class YakuChecks(NamedTuple):
    """Yaku of all hands with the same features: those that all of them have, and those still to check."""

    yaku: int
    checks: tuple[tuple[Predicate, int], ...]


class DefaultsUsed(NamedTuple):
    """Names of the defaults on which an answer rests, and the same as text."""

    names: tuple[str, ...]
    lines: tuple[DefaultLine, ...]


class YakuWorth(NamedTuple):
    """Value of a set of yaku: ``han``, or ``yakuman`` times. ``yaku``: bits of those that count.

    ``least_han``: han of the hand's minimum limit, 0 for none. ``facts``: bits of Fact; ``defaults``: names of yaku
    whose value is a default.
    """

    han: int
    yakuman: int
    yaku: int
    lines: tuple[YakuLine, ...]
    facts: int
    defaults: DefaultsUsed
    least_han: int


class Fu(NamedTuple):
    """Fu rounded up to tens (seven pairs unrounded) with their lines; 0 and none if a rulebook does not count fu."""

    total: int
    lines: tuple[FuLine, ...]
    facts: int


class CountedDora(NamedTuple):
    """Dora that a rulebook counts, including kong dora and kong ura-dora; ``han``: their sum, with their lines."""

    han: int
    dora: int
    ura: int
    red: int
    lines: tuple[DoraLine, ...]
    facts: int


class Worth(NamedTuple):
    """Value of given han and fu."""

    value: Value
    facts: int


class BookCache:
    """Answers of one rulebook, each computed when a hand first needs it.

    ``circumstances_of``: by flags of a win; ``checks``: by features; ``yaku_worths``: [closed] by yaku bits; ``bonus``:
    by tiles indicated; ``fu``: by packed counts; ``worths``: by han, fu and dealer; ``yakuman``: by times and dealer;
    ``defaults``: by facts.
    """

    __slots__ = ("bonus", "checks", "circumstances_of", "defaults", "fu", "rules", "worths", "yaku_worths", "yakuman")

    def __init__(self, book: Rulebook) -> None:
        """Create empty tables."""
        self.rules = scoring_rules_of(book)
        self.circumstances_of = Memo(self._make_circumstances)
        self.checks = Memo(self._make_checks)
        self.yaku_worths = (Memo(self._rate_yaku_open), Memo(self._rate_yaku_closed))
        self.bonus = Memo(self._count_bonus)
        self.fu = Memo(self._count_fu)
        self.worths = Memo(self._rate)
        self.yakuman = Memo(self._rate_yakuman)
        self.defaults = Memo(self._defaults_used)

    def _make_circumstances(self, flags: int) -> KnownCircumstances:
        win = circumstances(self.rules.allowed, flags)
        lines = self.rules.lines[win.closed]
        given = [bit for needs, _, bit in _NEEDS if not needs & ~(win.features & CIRCUMSTANCE_FEATURES)]
        return KnownCircumstances(win, sum([bit for bit in given if bit in lines]))

    def _make_checks(self, features: int) -> YakuChecks:
        lines = self.rules.lines[features & CLOSED != 0]
        able = [
            (holds, bit)
            for needs, holds, bit in _NEEDS
            if needs & ~CIRCUMSTANCE_FEATURES and not needs & ~features and bit in lines
        ]
        given = sum([bit for holds, bit in able if holds is None])
        return YakuChecks(given, tuple([(holds, bit) for holds, bit in able if holds is not None]))

    def _rate_yaku_open(self, bits: int) -> YakuWorth:
        return self._rate_yaku(bits, False)

    def _rate_yaku_closed(self, bits: int) -> YakuWorth:
        return self._rate_yaku(bits, True)

    def _rate_yaku(self, bits: int, closed: bool) -> YakuWorth:
        """Return the value of yaku: only yakuman count if there are any; yaku that another replaces do not count."""
        held = [line for bit, line in self.rules.lines[closed].items() if bits & bit]
        if yakuman := [line for line in held if line.yakuman]:
            held = yakuman
        replaced = 0
        for line in held:
            replaced |= REPLACED.get(line.id, 0)
        held = [line for line in held if not YAKU_BITS[line.id] & replaced]
        names = [line.id for line in held]
        han = sum([line.han for line in held])
        facts = 0
        for name, fact in (("PINFU", Fact.PINFU), ("TANYAO", Fact.TANYAO)):
            facts |= fact if name in names else 0
        least_han = 0 if yakuman else max([self.rules.least_han.get(name, 0) for name in names], default=0)
        if han == 1 and not least_han:
            facts |= Fact.ONE_HAN
        if yakuman:
            stated = self.rules.book.scoring.most_yakuman.stated_for
            several = len(held) > 1 and sum([line.yakuman for line in held]) not in stated
            facts |= Fact.YAKUMAN_POINTS | (Fact.SEVERAL_YAKUMAN if several else 0)
        worth = self.rules.book.scoring.yaku.value
        unstated = [rule.id for rule in worth if rule.unstated and rule.id in names]
        if not closed:
            unstated += [rule.id for rule in worth if rule.open_unstated and rule.id in names]
        return YakuWorth(
            han,
            min(self.rules.most_yakuman, sum([line.yakuman for line in held])),
            sum([YAKU_BITS[name] for name in names]),
            tuple(held),
            int(facts),
            self._in_words(tuple([f"yaku.{name}" for name in unstated])),
            least_han,
        )

    def _count_bonus(self, held: Bonus) -> CountedDora:
        rules = self.rules.bonus
        dora, kan_dora = (held.dora, held.kan_dora if rules.kan_dora else 0) if rules.dora else (0, 0)
        ura, kan_ura = (held.ura, held.kan_ura if rules.kan_ura else 0) if rules.ura_dora else (0, 0)
        norths = held.norths if rules.north_dora else 0
        red = sum(map(min, held.reds, rules.red_fives))
        han = (dora, kan_dora, ura, kan_ura, norths, red)
        facts = (Fact.DORA if dora or kan_dora else 0) | (Fact.RED_FIVE if any(held.reds) else 0)
        facts |= Fact.URA if held.ura or held.kan_ura else 0
        facts |= Fact.NORTH if held.norths else 0
        lines = dora_lines(self.rules.book, han)
        return CountedDora(sum(han), dora + kan_dora + norths, ura + kan_ura, red, lines, int(facts))

    def _count_fu(self, counts: int) -> Fu:
        if self.rules.han_steps:
            return Fu(0, (), 0)
        lines = [
            self.rules.fu[name]
            for place, name in enumerate(FU_LINES)
            for _ in range(counts >> FU_BITS * place & (1 << FU_BITS) - 1)
        ]
        total = sum([line.fu for line in lines])
        facts = sum({Fact[line.id] for line in lines if line.id in Fact.__members__})
        return Fu(total if counts == ONLY_SEVEN_PAIRS else -(-total // 10) * 10, tuple(lines), int(facts))

    def _rate(self, key: tuple[int, int, bool]) -> Worth:
        han, fu, dealer = key
        value = value_of(self.rules, han, fu, dealer)
        facts: int = {(4, 30): Fact.FOUR_HAN_30_FU, (3, 60): Fact.THREE_HAN_60_FU}.get((han, fu), 0)
        if value.limit is not None and han not in self.rules.book.scoring.limits.stated_for:
            facts |= Fact.LIMITED
        if not self.rules.han_steps and han < self.rules.limits[-1][0] and (fu, han) not in self.rules.kiriage:
            facts |= Fact.FORMULA
            if value.limit is None:
                facts |= _rounded(value, dealer, self.rules.rounding)
        if han >= 13:
            facts |= Fact.THIRTEEN_HAN | Fact.YAKUMAN_POINTS
        return Worth(value, int(facts))

    def _rate_yakuman(self, key: tuple[int, bool]) -> Worth:
        times, dealer = key
        return Worth(yakuman_value(self.rules, times, dealer), 0)

    def _defaults_used(self, facts: int) -> DefaultsUsed:
        return self._in_words(defaults_used_by(self.rules.unstated_fields, facts))

    def _in_words(self, names: tuple[str, ...]) -> DefaultsUsed:
        return DefaultsUsed(names, default_lines(self.rules.book, names))


def _rounded(value: Value, dealer: bool, step: int) -> int:
    """Return facts for those payments of the value that had to be rounded."""
    ron = value.basic_points * (6 if dealer else 4)
    shares = (2 * value.basic_points,) if dealer else (value.basic_points, 2 * value.basic_points)
    facts = Fact.RON_ROUNDED if ron % step else 0
    return int(facts | (Fact.TSUMO_ROUNDED if any(share % step for share in shares) else 0))


BOOK_CACHES = Memo(BookCache, 1 << 8)
