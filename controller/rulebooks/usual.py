"""Texts and customs that rulebooks share, from ``usual.toml``: notes, remedies, yaku, fields that few texts mention."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from controller.rulebooks.rule import CONTESTED, UNVERIFIED
from controller.rulebooks.schema.table import Remedy, RemedyKind

_FILE: Final = resources.files("controller.rulebooks").joinpath("usual.toml")
USUAL: Final[Mapping[str, Any]] = MappingProxyType(tomllib.loads(_FILE.read_text("utf-8")))
NOTES: Final[Mapping[str, Any]] = MappingProxyType(
    {
        **USUAL["notes"],
        "unverified": {"ja": UNVERIFIED.ja, "en": UNVERIFIED.en},
        "contested": {"ja": CONTESTED.ja, "en": CONTESTED.en},
    }
)
"""Texts that clauses and reasons may refer to: by the English text with its Japanese one, or a table of
both by name."""
REMEDIES: Final[Mapping[str, Remedy]] = MappingProxyType(
    {name: Remedy(RemedyKind(row["kind"]), row["ja"], row["en"]) for name, row in USUAL["remedies"].items()}
)
OPEN_ONLY: Final = frozenset(USUAL["yaku"]["open_only"])
YAKU_IDS: Final = frozenset((*filter(str.isupper, USUAL["scoring"]["yaku"]), *USUAL["yaku"]["elsewhere"]))
FU_IDS: Final = frozenset(filter(str.isupper, USUAL["scoring"]["fu"]))
