"""Description of each key of the venue file: meaning, expected value, unit, and when a change applies."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec

from api.worded import worded
from vision.capture.open import SAID
from vision.capture.settings import FORMS

AT_ONCE: Final = "at once"
"""A change applies during the round."""
RESTART: Final = "table restarts"
"""A change closes the table and opens it again; its round continues from the journal."""
ROUND_END: Final = "round's end"
"""As RESTART, but not before the current round is over."""
SERVICE: Final = "service restarts"
"""A change applies at the next start of the service."""


class KeyWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Description of a key: meaning, expected value, unit, and when a change applies."""

    what: str
    expects: str
    unit: str = ""
    change: Literal["at once", "table restarts", "round's end", "service restarts"] = RESTART


def key_words(section: type[msgspec.Struct], key: str) -> KeyWords:
    """Return the description of a key of a section; every key of the venue file has one."""
    return _words()[section.__name__][key]


def plain_type(field: msgspec.structs.FieldInfo) -> Any:
    """Return the type of a key without its constraints."""
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
