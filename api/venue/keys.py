"""What a key of the venue's file says of itself: meaning, what is expected, unit, and how a change of it is taken."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec

from api.worded import worded
from vision.capture.open import SAID
from vision.capture.settings import FORMS

AT_ONCE: Final = "at once"
"""A change is taken while the round goes on."""
RESTART: Final = "table restarts"
"""A change closes that table and opens it again; its round goes on from the journal."""
ROUND_END: Final = "round's end"
"""As RESTART, but not before the open round is over."""
SERVICE: Final = "service restarts"
"""A change waits for the next start of the service."""


class KeyWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a key is, what a value must be, its unit, and how a change of it is taken."""

    what: str
    expects: str
    unit: str = ""
    change: Literal["at once", "table restarts", "round's end", "service restarts"] = RESTART


def told_of(section: type[msgspec.Struct], key: str) -> KeyWords:
    """The words of a key of a section; every key of the venue's file has some."""
    return _words()[section.__name__][key]


def plain_type(field: msgspec.structs.FieldInfo) -> Any:
    """The type of a key without what its values are held to."""
    return get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type


@cache
def _words() -> Mapping[str, Mapping[str, KeyWords]]:
    said = {"camera": SAID, **{name: expected for name, (_, expected) in FORMS.items()}}
    read = worded("keys.toml", dict[str, dict[str, KeyWords]])
    return {
        section: {
            key: msgspec.structs.replace(words, expects=_NAMED.sub(lambda name: said[name[1]], words.expects))
            for key, words in keys.items()
        }
        for section, keys in read.items()
    }


_NAMED: Final = re.compile(r"\{(\w+)\}")
