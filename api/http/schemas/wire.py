"""Decoding and checking of outside values by msgspec, with error messages in two languages; types of answers.

The texts of the messages are in ``api/data/malformed.toml``.
"""

import re
from typing import Final, TypeVar

import msgspec

from api.worded import worded
from controller.errors import JantakuError
from controller.text import Text

T = TypeVar("T")
TOLD: Final = "x-told"
"""Placeholder for the schemas of the named types, until the OpenAPI document is built."""
KINDS: Final[dict[str, type]] = {}
"""Types of answers by name."""


def instance_of(*kinds: type) -> msgspec.Meta:
    """Return metadata for a member of a typed dictionary that is one of ``kinds`` (views or named tuples)."""
    KINDS.update((kind.__name__, kind) for kind in kinds)
    return msgspec.Meta(extra_json_schema={TOLD: [kind.__name__ for kind in kinds]})


class MalformedError(JantakuError):
    """A value of the wrong shape; one line says where and what was expected."""

    ja = "送られた内容の形が正しくありません。"


def read_json(text: bytes | str, kind: type[T]) -> T:
    """Decode JSON as ``kind``; raises MalformedError."""
    try:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError:
            # JSON has a single number type, so 39.0 is accepted as an integer.
            return read_plain(_whole(msgspec.json.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(malformed(f"not JSON: {error}")) from None


def _whole(value: object) -> object:
    """Return the value with every float without fraction replaced by an int."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    return value


def read_plain(value: object, kind: type[T], *, strict: bool = True) -> T:
    """Convert plain values to ``kind``; raises MalformedError. Not ``strict``: numbers may be given as text."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise MalformedError(_split_error(error)) from None


def _split_error(error: msgspec.ValidationError) -> Text:
    """Split msgspec's "message - at `$.place`" into message and place."""
    what, _, where = str(error).partition(_AT)
    place = where.replace("`", "").replace("$.", "").removeprefix("$")
    return malformed(" ".join(what.replace("`", "").split()), place)


_AT: Final = " - at "
# Above this limit a float cannot represent every integer.
_EXACT: Final = 2.0**53


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern of msgspec's messages with the Japanese text."""

    english: str
    ja: str


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All message patterns; ``kinds``: Japanese names of the kinds of values."""

    kinds: dict[str, str]
    said: tuple[_Said, ...]


_WORDS: Final = worded("malformed.toml", _Words)
_SAID: Final = [(re.compile(row.english), row.ja) for row in _WORDS.said]
_OTHER: Final = "値が正しくありません"


def malformed(english: str, place: str = "") -> Text:
    """Return a msgspec message in both languages, with the place in the input."""
    ja = next((_filled(ja, found) for pattern, ja in _SAID if (found := pattern.search(english))), _OTHER)
    return Text(f"`{place}`：{ja}", f"{place}: {english}") if place else Text(ja, english)


def _filled(ja: str, found: re.Match[str]) -> str:
    return ja.format(**{name: _kind(each or "") for name, each in found.groupdict().items()})


def _kind(word: str) -> str:
    """Return the Japanese names of kinds of values; any other word unchanged."""
    each = word.split(" | ")
    return "または".join(_WORDS.kinds[one] for one in each) if _WORDS.kinds.keys() >= {*each} else word
