"""Values of a rulebook in words, in Japanese and English."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType
from typing import Any, Final

from controller.rulebooks.names.score_lines import FU_NAMES
from controller.rulebooks.names.values import LIMIT_NAMES, VALUE_NAMES
from controller.rulebooks.schema.manners import MannerRule
from controller.rulebooks.schema.scoring import ChipRule, FuRule, HanStep, LimitStep, YakuRule
from controller.rulebooks.schema.table import Remedy
from controller.scoring.hand.yaku import YAKU
from controller.text import Text

YAKU_NAMES: Final[Mapping[str, Text]] = {yaku.id: Text(yaku.ja, yaku.en) for yaku in YAKU}
_NONE: Final = Text("なし", "none")
_TIMES: Final = {1: Text("", ""), 2: Text("ダブル", "double "), 3: Text("トリプル", "triple ")}


def words_of(value: object) -> Text:
    """Return a value of a rulebook in words, with thousands separators; raises TypeError for an unknown type."""
    for kind, told in _TOLD.items():
        if isinstance(value, kind):
            return told(value)
    raise TypeError(f"no words for {value!r}")


def worth(rule: YakuRule) -> Text:
    """Return the value of a yaku, closed and open, in short form."""
    if rule.yakuman:
        times = "" if rule.yakuman == 1 else f" ×{rule.yakuman}"
        return Text(f"役満{times}", f"yakuman{times}")
    if rule.limit and not rule.closed:
        return LIMIT_NAMES[rule.limit]
    if rule.open == rule.closed:
        return _same(f"{rule.closed}")
    if not rule.closed:
        return Text(f"鳴きのみ{rule.open}", f"open only {rule.open}")
    return Text(f"{rule.closed} / 鳴き{rule.open or 'なし'}", f"{rule.closed} / open {rule.open or '–'}")


def worth_text(rule: YakuRule) -> Text:
    """Return the value of a yaku as part of a sentence."""
    if rule.yakuman:
        return Text(*(f"{times}{name}" for times, name in zip(_TIMES[rule.yakuman], ("役満", "yakuman"), strict=True)))
    limit = LIMIT_NAMES.get(rule.limit, Text("", ""))
    if not rule.closed and rule.open:
        return Text(f"鳴いた時に限り{rule.open}翻", f"{rule.open} han, open only")
    if not rule.closed:
        return limit
    least = Text(f"、{limit.ja}以上", f", {limit.en} at least") if rule.limit else limit
    if rule.open == rule.closed:
        told = Text(f"{rule.closed}翻", f"{rule.closed} han")
    elif not rule.open:
        told = Text(f"門前に限り{rule.closed}翻", f"{rule.closed} han, closed only")
    else:
        told = Text(f"{rule.closed}翻（鳴いて{rule.open}翻）", f"{rule.closed} han ({rule.open} when open)")
    return Text(told.ja + least.ja, told.en + least.en)


def _row(values: tuple[Any, ...]) -> Text:
    if not values:
        return _NONE
    parts = [words_of(value) for value in values]
    between = Text("、", ", ")
    if all(isinstance(value, tuple) for value in values):
        between = Text("；", "; ")
    return Text(between.ja.join(part.ja for part in parts), between.en.join(part.en for part in parts))


def _same(text: str) -> Text:
    return Text(text, text)


def _limit(step: LimitStep) -> Text:
    name = LIMIT_NAMES[step.limit]
    return Text(f"{step.han}翻 {name.ja}", f"{step.han} {name.en}")


def _han_step(step: HanStep) -> Text:
    points = f"{step.ron:,} ({step.child_share:,}/{step.dealer_share:,})"
    return Text(f"{step.han}翻 {points}", f"{step.han} han {points}")


def _yaku(rule: YakuRule) -> Text:
    name, value = YAKU_NAMES[rule.id], worth(rule)
    return Text(f"{name.ja} {value.ja}", f"{name.en} {value.en}")


def _fu(rule: FuRule) -> Text:
    name = FU_NAMES[rule.id]
    return Text(f"{name.ja} {rule.fu}", f"{name.en} {rule.fu}")


def _chips(rule: ChipRule) -> Text:
    name = VALUE_NAMES[rule.kind]
    closed = Text("（門前のみ）", " (closed only)") if rule.closed_only else Text("", "")
    return Text(
        f"{name.ja} ツモ{rule.tsumo}枚オール・ロン{rule.ron}枚{closed.ja}",
        f"{name.en} {rule.tsumo} from each on tsumo, {rule.ron} on ron{closed.en}",
    )


# The first matching type applies: a NamedTuple is also a tuple, and a bool also an int.
_TOLD: Final[Mapping[type, Callable[[Any], Text]]] = {
    NoneType: lambda _: _NONE,
    bool: lambda value: Text("○", "yes") if value else Text("×", "no"),
    int: lambda value: _same(f"{value:,}"),
    Enum: lambda value: VALUE_NAMES[value],
    str: lambda value: YAKU_NAMES.get(value, _same(value)),
    Remedy: lambda remedy: Text(remedy.ja, remedy.en),
    MannerRule: lambda rule: VALUE_NAMES[rule.manner],
    LimitStep: _limit,
    HanStep: _han_step,
    YakuRule: _yaku,
    FuRule: _fu,
    ChipRule: _chips,
    tuple: _row,
}
