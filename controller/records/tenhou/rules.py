"""The line of rules of tenhou.net: 般南喰赤 in mjlog and its JSON; in files written here rulebook and length."""

import re
from typing import Final, NamedTuple

EAST_ONLY: Final = "東"
EAST_AND_SOUTH: Final = "南"
_LENGTHS: Final = {EAST_ONLY: True, EAST_AND_SOUTH: False, "East": True, "South": False}
_LENGTH: Final = re.compile("|".join(_LENGTHS))
# Level of the room, length, then one sign per rule.
_OF_TENHOU: Final = re.compile(r"(?P<level>[般上特鳳技若銀琥孔]*)(?:四)?[東南](?P<rules>[喰赤速祝]*)\S*")
_OPEN_TANYAO, _RED = "喰", "赤"
NO_RED, NO_OPEN_TANYAO, EAST_SOUTH, THREE_PLAYERS = 0x2, 0x4, 0x8, 0x10
_HIGHER, _FAST, _LATER, OWN_RULES, _CHIPS = 0x20, 0x40, 0x80, 0x100, 0x200
"""Bits of a game's type in mjlog."""
_ONLINE: Final = 0x1
FOLLOWED: Final = _ONLINE | NO_RED | NO_OPEN_TANYAO | EAST_SOUTH | THREE_PLAYERS | _HIGHER | _FAST | _LATER | OWN_RULES
"""Bits that change no rule, that are handled, or that repeat an attribute."""
_LEVELS: Final = {0: "般", _LATER: "上", _HIGHER: "特", _HIGHER | _LATER: "鳳"}


class StatedRules(NamedTuple):
    """Rules stated by a line; None for a rule that it does not state."""

    rulebook: str
    east_only: bool | None
    open_tanyao: bool | None
    red_fives: bool | None


def stated_in(line: str) -> StatedRules:
    """Return the rules stated by a line."""
    lengths = _LENGTH.findall(line)
    name, _, last = line.rpartition(" ")
    match = _OF_TENHOU.fullmatch(line)
    # A line with neither level nor rules may be any name.
    of_tenhou = match is not None and bool(match["level"] or match["rules"])
    rules = match["rules"] if match is not None else line
    return StatedRules(
        rulebook=name if last in (EAST_ONLY, EAST_AND_SOUTH) else "",
        east_only=_LENGTHS[lengths[-1]] if lengths else None,
        open_tanyao=_OPEN_TANYAO in rules if of_tenhou or _OPEN_TANYAO in line else None,
        red_fives=_RED in rules if of_tenhou or _RED in line else None,
    )


def line_of(rulebook: str, east_only: bool | None) -> str:
    """Return rulebook and length in one line."""
    length = {True: EAST_ONLY, False: EAST_AND_SOUTH, None: ""}[east_only]
    return f"{rulebook} {length}".strip()


def line_of_type(kind: int) -> str:
    """Return the line of a type of mjlog, as tenhou.net writes it."""
    told = (
        _LEVELS[kind & (_HIGHER | _LATER)],
        EAST_AND_SOUTH if kind & EAST_SOUTH else EAST_ONLY,
        "" if kind & NO_OPEN_TANYAO else _OPEN_TANYAO,
        "" if kind & NO_RED else _RED,
        "速" if kind & _FAST else "",
        "祝" if kind & _CHIPS else "",
    )
    return "".join(told)
