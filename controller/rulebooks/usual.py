"""What books share word for word or by custom, from ``usual.toml``: notes, remedies, yaku, fields that few speak of."""

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
"""What a clause or a reason may be named by: the text in English with the Japanese one, or a table of both."""
REMEDIES: Final[Mapping[str, Remedy]] = MappingProxyType(
    {name: Remedy(RemedyKind(row["kind"]), row["ja"], row["en"]) for name, row in USUAL["remedies"].items()}
)
OPEN_ONLY: Final = frozenset(USUAL["yaku"]["open_only"])
YAKU_IDS: Final = frozenset((*filter(str.isupper, USUAL["scoring"]["yaku"]), *USUAL["yaku"]["elsewhere"]))
FU_IDS: Final = frozenset(filter(str.isupper, USUAL["scoring"]["fu"]))
