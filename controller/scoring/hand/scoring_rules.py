"""A rulebook prepared for scoring: ready-made lines and plain values, computed once per rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from controller.riichi.seat import Seat
from controller.rulebooks.names.score_lines import DORA_NAMES, FU_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import HanStep, MissingShare
from controller.scoring.hand.circumstances import Allowances
from controller.scoring.hand.defaults_used import UnstatedFields, unstated_fields_of
from controller.scoring.hand.yaku import YAKU, YAKU_BITS
from controller.scoring.score import DoraLine, FuLine, Limit, YakuLine


class BonusRules(NamedTuple):
    """Fields of a rulebook's scoring chapter that decide which dora count; named as there."""

    dora: bool
    kan_dora: bool
    ura_dora: bool
    kan_ura: bool
    north_dora: bool
    red_fives: tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class ScoringRules:
    """Values that the scorer needs from a rulebook.

    ``lines``: those of an open and of a closed hand by the yaku's bit. ``least_han``: han of the minimum limit that a
    yaku guarantees, by its id. ``limits``: from the highest down (han, limit, basic points), including counted yakuman.
    ``kiriage``: fu and han that are raised to mangan, with the clause. ``fu``: lines by id. ``seats``: seats in play;
    ``shares_halved``: two players pay half a missing child's share each. ``unstated``: bare names of fields left at
    their default.
    """

    book: Rulebook
    allowed: Allowances
    bonus: BonusRules
    lines: tuple[Mapping[int, YakuLine], Mapping[int, YakuLine]]
    least_han: Mapping[str, int]
    minimum_han: int
    highest: bool
    fu: dict[str, FuLine]
    limits: tuple[tuple[int, Limit, int], ...]
    han_steps: tuple[HanStep, ...]
    kiriage: Mapping[tuple[int, int], str]
    base_power: int
    rounding: int
    yakuman_points: int
    most_yakuman: int
    ba_zoro: int
    counter_value: int
    riichi_stick: int
    seats: tuple[Seat, ...]
    shares_halved: bool
    unstated: frozenset[str]
    unstated_fields: UnstatedFields


# This size because doubts compare some 400 rulebooks that differ in one field from the one in use.
@lru_cache(maxsize=1024)
def scoring_rules_of(book: Rulebook) -> ScoringRules:
    """Return the fields of a rulebook that scoring uses; cached, since a rulebook never changes."""
    rules = book.scoring
    limits = [(step.han, Limit(step.limit), step.basic_points) for step in rules.limits.value]
    if rules.counted_yakuman.value is not None:
        limits.append((rules.counted_yakuman.value, Limit.YAKUMAN, rules.yakuman_points.value))
    kiriage = {(30, 4): rules.kiriage_30_fu_4_han, (60, 3): rules.kiriage_60_fu_3_han}
    return ScoringRules(
        book=book,
        allowed=Allowances(*[getattr(rules, name).value for name in Allowances._fields]),
        bonus=BonusRules(*[getattr(rules, name).value for name in BonusRules._fields]),
        lines=(_yaku_lines(book, closed=False), _yaku_lines(book, closed=True)),
        least_han=_least_han(book),
        minimum_han=rules.minimum_han.value,
        highest=rules.highest_reading.value,
        fu=_fu_lines(book),
        limits=tuple(sorted(limits, key=lambda step: -step[0])),
        han_steps=tuple(reversed(rules.han_table.value)),
        kiriage={place: rule.cite for place, rule in kiriage.items() if rule.value},
        base_power=rules.base_power.value,
        rounding=rules.rounding.value,
        yakuman_points=rules.yakuman_points.value,
        most_yakuman=99 if rules.most_yakuman.value is None else rules.most_yakuman.value,
        ba_zoro=rules.ba_zoro.value,
        counter_value=rules.counter_value.value,
        riichi_stick=rules.riichi_stick.value,
        seats=book.seats,
        shares_halved=len(book.seats) == 3 and rules.missing_share.value is MissingShare.HALVED,
        unstated=frozenset(name.partition(".")[2] for name, rule in book.rules() if rule.unstated),
        unstated_fields=unstated_fields_of(book),
    )


def unstated_among(scoring_rules: ScoringRules, *names: str) -> tuple[str, ...]:
    """Return those of the named fields that are defaults."""
    return tuple([name for name in names if name in scoring_rules.unstated])


def _yaku_lines(book: Rulebook, closed: bool) -> Mapping[int, YakuLine]:
    worth = {rule.id: rule for rule in book.scoring.yaku.value}
    lines = {}
    for yaku in YAKU:
        rule = worth.get(yaku.id)
        if rule is None:
            continue
        han = 0 if rule.yakuman else rule.closed if closed else rule.open
        if yaku.id == "TANYAO" and not closed and not book.scoring.open_tanyao.value:
            han = 0
        if han or rule.yakuman or (rule.limit and closed):
            line = YakuLine(yaku.id, yaku.ja, yaku.en, han, rule.clause.cite, rule.yakuman)
            lines[YAKU_BITS[yaku.id]] = line
    return MappingProxyType(lines)


def _least_han(book: Rulebook) -> Mapping[str, int]:
    rules = book.scoring
    steps = {step.limit: step.han for step in reversed(rules.limits.value)}
    # If points follow from a table of han, that table counts.
    steps |= {step.limit or "": step.han for step in reversed(rules.han_table.value)}
    return MappingProxyType({rule.id: steps[rule.limit] for rule in rules.yaku.value if rule.limit})


def _fu_lines(book: Rulebook) -> dict[str, FuLine]:
    rules = book.scoring
    lines = {
        rule.id: FuLine(rule.id, FU_NAMES[rule.id].ja, FU_NAMES[rule.id].en, rule.fu, rule.clause.cite)
        for rule in rules.fu.value
    }
    for name in ("double_wind_pair", "open_pinfu", "seven_pairs"):
        rule = getattr(rules, name)
        told = FU_NAMES[name.upper()]
        lines[name.upper()] = FuLine(name.upper(), told.ja, told.en, rule.value, rule.cite)
    return lines


def dora_lines(book: Rulebook, han: tuple[int, ...]) -> tuple[DoraLine, ...]:
    """Return lines of dora with the clauses that grant them; ``han`` of each kind in the order of DORA_NAMES."""
    return tuple(
        [
            DoraLine(line, name.ja, name.en, count, getattr(book.scoring, line.lower()).cite)
            for (line, name), count in zip(DORA_NAMES.items(), han, strict=True)
            if count
        ]
    )
