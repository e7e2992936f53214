"""A rulebook laid out for scoring: ready-made lines and plain values, worked out once per book."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from controller.rulebooks.line_names import DORA_NAMES, FU_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.scoring_rules import HanStep
from controller.scoring.resting import Doubts, doubts_of
from controller.scoring.score import DoraLine, FuLine, Limit, YakuLine
from controller.scoring.shape import Trait
from controller.scoring.yaku import YAKU, Predicate, Yaku


class Checks(NamedTuple):
    """The yaku worth asking about: ordinary ones, and yakuman with the id whose place each takes."""

    ordinary: tuple[tuple[Predicate, YakuLine], ...]
    yakuman: tuple[tuple[Predicate, YakuLine, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """What the scorer asks of a book.

    ``limits``: from the highest down (han, limit, basic points), counted yakuman in. ``fu``: lines by id.
    ``unstated``: bare names of fields that are defaults.
    """

    book: Rulebook
    minimum_han: int
    fu: dict[str, FuLine]
    limits: tuple[tuple[int, Limit, int], ...]
    han_steps: tuple[HanStep, ...]
    kiriage: frozenset[tuple[int, int]]
    base_power: int
    rounding: int
    yakuman_points: int
    most_yakuman: int
    counter_value: int
    riichi_stick: int
    ba_zoro: int
    unstated: frozenset[str]
    doubts: Doubts


@lru_cache(maxsize=64)
def sheet_of(book: Rulebook) -> Sheet:
    """The sheet of a book; kept, since a book never changes."""
    rules = book.scoring
    limits = [(step.han, Limit(step.limit), step.basic_points) for step in rules.limits.value]
    if rules.counted_yakuman.value is not None:
        limits.append((rules.counted_yakuman.value, Limit.YAKUMAN, rules.yakuman_points.value))
    kiriage = {(30, 4): rules.kiriage_30_fu_4_han.value, (60, 3): rules.kiriage_60_fu_3_han.value}
    return Sheet(
        book=book,
        minimum_han=rules.minimum_han.value,
        fu=_fu_lines(book),
        limits=tuple(sorted(limits, key=lambda step: -step[0])),
        han_steps=tuple(reversed(rules.han_table.value)),
        kiriage=frozenset(place for place, rounded_up in kiriage.items() if rounded_up),
        base_power=rules.base_power.value,
        rounding=rules.rounding.value,
        yakuman_points=rules.yakuman_points.value,
        most_yakuman=99 if rules.most_yakuman.value is None else rules.most_yakuman.value,
        counter_value=rules.counter_value.value,
        riichi_stick=rules.riichi_stick.value,
        ba_zoro=rules.ba_zoro.value,
        unstated=frozenset(name.partition(".")[2] for name, rule in book.rules() if rule.unstated),
        doubts=doubts_of(book),
    )


@lru_cache(maxsize=1 << 12)
def checks_of(book: Rulebook, traits: int) -> Checks:
    """The yaku of a book that a hand of these traits can have."""
    ordinary: list[tuple[Predicate, YakuLine]] = []
    yakuman: list[tuple[Predicate, YakuLine, str]] = []
    worth = {rule.id: rule for rule in book.scoring.yaku.value}
    closed = Trait.CLOSED in Trait(traits)
    for yaku in YAKU:
        rule = worth.get(yaku.id)
        if rule is None or yaku.needs & ~traits:
            continue
        if rule.yakuman:
            yakuman.append((yaku.holds, _line(yaku, 0, rule.clause, rule.yakuman), yaku.replaces))
        elif closed and rule.closed:
            ordinary.append((yaku.holds, _line(yaku, rule.closed, rule.clause)))
        elif not closed and rule.open and (yaku.id != "TANYAO" or book.scoring.open_tanyao.value):
            ordinary.append((yaku.holds, _line(yaku, rule.open, rule.clause)))
    return Checks(tuple(ordinary), tuple(yakuman))


def unstated_among(sheet: Sheet, *names: str) -> tuple[str, ...]:
    """Those of the named fields that are defaults."""
    return tuple([name for name in names if name in sheet.unstated])


def _line(yaku: Yaku, han: int, clause: str, yakuman: int = 0) -> YakuLine:
    return YakuLine(yaku.id, yaku.ja, yaku.en, han, clause, yakuman)


def _fu_lines(book: Rulebook) -> dict[str, FuLine]:
    rules = book.scoring
    lines = {rule.id: FuLine(rule.id, *FU_NAMES[rule.id], rule.fu, rule.clause) for rule in rules.fu.value}
    for name in ("double_wind_pair", "open_pinfu", "seven_pairs"):
        rule = getattr(rules, name)
        lines[name.upper()] = FuLine(name.upper(), *FU_NAMES[name.upper()], rule.value, rule.cite)
    return lines


@lru_cache(maxsize=1 << 10)
def dora_line(book: Rulebook, line: str, han: int) -> DoraLine:
    """The line of so many dora of one kind, with the clause that grants them."""
    field, name = DORA_NAMES[line]
    return DoraLine(line, *name, han, getattr(book.scoring, field).cite)
