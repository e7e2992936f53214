"""Japanese and English names of all enum values of a rulebook, and of limits, from a file."""

import tomllib
from collections.abc import Mapping
from enum import Enum
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from controller.rulebooks.schema.claims import ClaimOrder, FuritenEnd, LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.event import TieBreak
from controller.rulebooks.schema.flow import AbortiveDraw, ExtensionEnd, RoundBegins, TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.manners import Manner
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, ChomboCost, ChomboSticks, Penalty
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, NotenRiichi, RiichiKong, TakingBack
from controller.rulebooks.schema.scoring import ChipFor, MissingShare
from controller.rulebooks.schema.settlement import Rounding, Surplus, Ties
from controller.rulebooks.schema.table import DoraTurner, Opening, RemedyKind, Seating, SetPresser
from controller.text import Text

_KINDS: Final[tuple[type[Enum], ...]] = (
    MissingShare,
    SeveralRons,
    ClaimOrder,
    FuritenEnd,
    Wrong,
    Payer,
    LiabilityTrigger,
    RiichiKong,
    TakingBack,
    LeftSticks,
    NotenRiichi,
    KongDoraShown,
    ChipFor,
    TenpaiShown,
    TenpaiOrder,
    AbortiveDraw,
    ExtensionEnd,
    RoundBegins,
    Surplus,
    Ties,
    Rounding,
    Penalty,
    ChomboCost,
    AfterChombo,
    BesideWin,
    ChomboSticks,
    TieBreak,
    Seating,
    SetPresser,
    DoraTurner,
    Opening,
    RemedyKind,
    Manner,
)
_ROWS: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    (resources.files(__package__) / "values.toml").read_text("utf-8")
)
VALUE_NAMES: Final[Mapping[Enum, Text]] = MappingProxyType(
    {kind(value): Text(**row) for kind in _KINDS for value, row in _ROWS[kind.__name__].items()}
)
LIMIT_NAMES: Final[Mapping[str, Text]] = MappingProxyType({name: Text(**row) for name, row in _ROWS["limits"].items()})
