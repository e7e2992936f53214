"""The tables of one book, filled in as hands ask: every answer that depends on few plain numbers is worked out once."""

from typing import Final, NamedTuple

from controller.memo import Kept
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand.circumstances import Circumstances, circumstances
from controller.scoring.hand.defaults_used import Fact, default_lines, resting_on
from controller.scoring.hand.fu import FU_BITS, FU_LINES, ONLY_SEVEN_PAIRS
from controller.scoring.hand.sheet import dora_lines, sheet_of
from controller.scoring.hand.tiles import Bonus
from controller.scoring.hand.traits import CLOSED, OF_CIRCUMSTANCES
from controller.scoring.hand.value import Value, value_of, yakuman_value
from controller.scoring.hand.yaku import REPLACED, YAKU, YAKU_BITS, Predicate
from controller.scoring.score import DefaultLine, DoraLine, FuLine, YakuLine

# As plain numbers: operations on flags cost ten times as much.
_ASKED: Final = tuple([(int(yaku.needs), yaku.holds, YAKU_BITS[yaku.id]) for yaku in YAKU])


class Seen(NamedTuple):
    """Circumstances with the yaku that they alone give (bits as in YAKU_BITS)."""

    win: Circumstances
    yaku: int


class Asked(NamedTuple):
    """Of hands with the same traits: the yaku that all of them have, and those that must still be asked."""

    yaku: int
    checks: tuple[tuple[Predicate, int], ...]


class Rests(NamedTuple):
    """The names of defaults that an answer rests on, and the same in words."""

    names: tuple[str, ...]
    lines: tuple[DefaultLine, ...]


class Verdict(NamedTuple):
    """What a set of yaku is worth: ``han``, or ``yakuman`` times. ``yaku``: bits of those that count.

    ``facts``: bits of Fact; ``rests``: on yaku whose worth is a default.
    """

    han: int
    yakuman: int
    yaku: int
    lines: tuple[YakuLine, ...]
    facts: int
    rests: Rests


class Fu(NamedTuple):
    """Fu rounded up to tens (seven pairs as they are) with their lines; 0 and none where a book counts none."""

    total: int
    lines: tuple[FuLine, ...]
    facts: int


class Counted(NamedTuple):
    """Dora that a book counts, kong dora and kong ura in, all together in ``han``, with their lines."""

    han: int
    dora: int
    ura: int
    red: int
    lines: tuple[DoraLine, ...]
    facts: int


class Worth(NamedTuple):
    """The value of so many han and fu."""

    value: Value
    facts: int


class Desk:
    """Tables of one book: ``seen`` by flags of a win, ``asked`` by traits, ``verdicts`` by closed and bits of yaku.

    ``bonus``: dora by tiles pointed at; ``fu`` by packed counts; ``worths`` by han, fu and dealer; ``yakuman`` by times
    and dealer; ``resting`` by facts.
    """

    __slots__ = ("asked", "bonus", "fu", "resting", "seen", "sheet", "verdicts", "worths", "yakuman")

    def __init__(self, book: Rulebook) -> None:
        """Lay out empty tables."""
        self.sheet = sheet_of(book)
        self.seen = Kept(self._see)
        self.asked = Kept(self._ask)
        self.verdicts = (Kept(self._judge_open), Kept(self._judge_closed))
        self.bonus = Kept(self._count_bonus)
        self.fu = Kept(self._count_fu)
        self.worths = Kept(self._rate)
        self.yakuman = Kept(self._rate_yakuman)
        self.resting = Kept(self._rest)

    def _see(self, flags: int) -> Seen:
        win = circumstances(self.sheet.allowed, flags)
        lines = self.sheet.lines[win.closed]
        given = [bit for needs, _, bit in _ASKED if not needs & ~(win.traits & OF_CIRCUMSTANCES)]
        return Seen(win, sum([bit for bit in given if bit in lines]))

    def _ask(self, traits: int) -> Asked:
        lines = self.sheet.lines[traits & CLOSED != 0]
        able = [
            (holds, bit)
            for needs, holds, bit in _ASKED
            if needs & ~OF_CIRCUMSTANCES and not needs & ~traits and bit in lines
        ]
        given = sum([bit for holds, bit in able if holds is None])
        return Asked(given, tuple([(holds, bit) for holds, bit in able if holds is not None]))

    def _judge_open(self, bits: int) -> Verdict:
        return self._judge(bits, False)

    def _judge_closed(self, bits: int) -> Verdict:
        return self._judge(bits, True)

    def _judge(self, bits: int, closed: bool) -> Verdict:
        """Yakuman count alone where there is one, without those whose place another takes."""
        held = [line for bit, line in self.sheet.lines[closed].items() if bits & bit]
        if yakuman := [line for line in held if line.yakuman]:
            replaced = [REPLACED.get(line.id) for line in yakuman]
            held = [line for line in yakuman if line.id not in replaced]
        names = [line.id for line in held]
        han = sum([line.han for line in held])
        facts = 0
        for name, fact in (("PINFU", Fact.PINFU), ("TANYAO", Fact.TANYAO)):
            facts |= fact if name in names else 0
        if han == 1:
            facts |= Fact.ONE_HAN
        if yakuman:
            facts |= Fact.YAKUMAN_POINTS | (Fact.SEVERAL_YAKUMAN if len(held) > 1 else 0)
        worth = self.sheet.book.scoring.yaku.value
        unstated = [rule.id for rule in worth if rule.unstated and rule.id in names]
        if not closed:
            unstated += [rule.id for rule in worth if rule.open_unstated and rule.id in names]
        return Verdict(
            han,
            min(self.sheet.most_yakuman, sum([line.yakuman for line in held])),
            sum([YAKU_BITS[name] for name in names]),
            tuple(held),
            int(facts),
            self._in_words(tuple([f"yaku.{name}" for name in unstated])),
        )

    def _count_bonus(self, held: Bonus) -> Counted:
        rules = self.sheet.bonus
        dora, kan_dora = (held.dora, held.kan_dora if rules.kan_dora else 0) if rules.dora else (0, 0)
        ura, kan_ura = (held.ura, held.kan_ura if rules.kan_ura else 0) if rules.ura_dora else (0, 0)
        red = sum(map(min, held.reds, rules.red_fives))
        han = (dora, kan_dora, ura, kan_ura, red)
        facts = (Fact.DORA if dora or kan_dora else 0) | (Fact.RED_FIVE if any(held.reds) else 0)
        lines = dora_lines(self.sheet.book, han)
        return Counted(sum(han), dora + kan_dora, ura + kan_ura, red, lines, int(facts))

    def _count_fu(self, counts: int) -> Fu:
        if self.sheet.han_steps:
            return Fu(0, (), 0)
        lines = [
            self.sheet.fu[name]
            for place, name in enumerate(FU_LINES)
            for _ in range(counts >> FU_BITS * place & (1 << FU_BITS) - 1)
        ]
        total = sum([line.fu for line in lines])
        facts = sum({Fact[line.id] for line in lines if line.id in Fact.__members__})
        return Fu(total if counts == ONLY_SEVEN_PAIRS else -(-total // 10) * 10, tuple(lines), int(facts))

    def _rate(self, key: tuple[int, int, bool]) -> Worth:
        han, fu, dealer = key
        value = value_of(self.sheet, han, fu, dealer)
        facts: int = {(4, 30): Fact.FOUR_HAN_30_FU, (3, 60): Fact.THREE_HAN_60_FU}.get((han, fu), 0)
        if value.limit is not None:
            facts |= Fact.LIMITED
        if han >= 13:
            facts |= Fact.THIRTEEN_HAN | Fact.YAKUMAN_POINTS
        return Worth(value, int(facts))

    def _rate_yakuman(self, key: tuple[int, bool]) -> Worth:
        times, dealer = key
        return Worth(yakuman_value(self.sheet, times, dealer), 0)

    def _rest(self, facts: int) -> Rests:
        return self._in_words(resting_on(self.sheet.doubts, facts))

    def _in_words(self, names: tuple[str, ...]) -> Rests:
        return Rests(names, default_lines(self.sheet.book, names))


DESKS = Kept(Desk, 1 << 8)
