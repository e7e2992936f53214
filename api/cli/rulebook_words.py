"""What a person reads of a rulebook: every value in Japanese and English."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType
from typing import Any, Final

from controller.rulebooks.line_names import FU_NAMES
from controller.rulebooks.rule import Name
from controller.rulebooks.scoring_rules import FuRule, HanStep, LimitStep, YakuRule
from controller.rulebooks.table_rules import Remedy
from controller.rulebooks.value_names import LIMIT_NAMES, VALUE_NAMES
from controller.scoring.yaku import YAKU

YAKU_NAMES: Final[Mapping[str, Name]] = {yaku.id: Name(yaku.ja, yaku.en) for yaku in YAKU}
_NONE: Final = Name("なし", "none")


def words_of(value: object) -> Name:
    """A value of a rulebook in words; numbers grouped by thousands."""
    for kind, told in _TOLD.items():
        if isinstance(value, kind):
            return told(value)
    raise TypeError(f"no words for {value!r}")


def worth(rule: YakuRule) -> Name:
    """What a yaku is worth, closed and open."""
    if rule.yakuman:
        times = "" if rule.yakuman == 1 else f" ×{rule.yakuman}"
        return Name(f"役満{times}", f"yakuman{times}")
    if rule.open == rule.closed:
        return _same(f"{rule.closed}")
    return Name(f"{rule.closed} / 鳴き{rule.open or 'なし'}", f"{rule.closed} / open {rule.open or '–'}")


def _row(values: tuple[Any, ...]) -> Name:
    if not values:
        return _NONE
    parts = [words_of(value) for value in values]
    between = Name("、", ", ")
    if all(isinstance(value, tuple) for value in values):
        between = Name("；", "; ")
    return Name(between.ja.join(part.ja for part in parts), between.en.join(part.en for part in parts))


def _same(text: str) -> Name:
    return Name(text, text)


def _limit(step: LimitStep) -> Name:
    name = LIMIT_NAMES[step.limit]
    return Name(f"{step.han}翻 {name.ja}", f"{step.han} {name.en}")


def _han_step(step: HanStep) -> Name:
    points = f"{step.ron:,} ({step.child_share:,}/{step.dealer_share:,})"
    return Name(f"{step.han}翻 {points}", f"{step.han} han {points}")


def _yaku(rule: YakuRule) -> Name:
    name, value = YAKU_NAMES[rule.id], worth(rule)
    return Name(f"{name.ja} {value.ja}", f"{name.en} {value.en}")


def _fu(rule: FuRule) -> Name:
    name = FU_NAMES[rule.id]
    return Name(f"{name.ja} {rule.fu}", f"{name.en} {rule.fu}")


# The first that fits: a record is a tuple too, and a switch a number.
_TOLD: Final[Mapping[type, Callable[[Any], Name]]] = {
    NoneType: lambda _: _NONE,
    bool: lambda value: Name("○", "yes") if value else Name("×", "no"),
    int: lambda value: _same(f"{value:,}"),
    Enum: lambda value: VALUE_NAMES[value],
    str: lambda value: YAKU_NAMES.get(value, _same(value)),
    Remedy: lambda remedy: Name(remedy.ja, remedy.en),
    LimitStep: _limit,
    HanStep: _han_step,
    YakuRule: _yaku,
    FuRule: _fu,
    tuple: _row,
}
