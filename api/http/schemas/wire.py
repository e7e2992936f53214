"""Values from outside as msgspec reads them, one way to check them and to tell what is wrong; what answers hold.

What is wrong is told in both languages: the words are in ``api/data/malformed.toml``.
"""

import re
from typing import Final, TypeVar

import msgspec

from api.worded import worded
from controller.errors import JantakuError
from controller.text import Text

T = TypeVar("T")
TOLD: Final = "x-told"
"""Stands for the schema of what is named, until the document is made."""
KINDS: Final[dict[str, type]] = {}
"""What answers are, by name."""


def held(*kinds: type) -> msgspec.Meta:
    """Metadata of a member of a typed dictionary that holds one of these: a view, or a tuple by its fields' names."""
    KINDS.update((kind.__name__, kind) for kind in kinds)
    return msgspec.Meta(extra_json_schema={TOLD: [kind.__name__ for kind in kinds]})


class MalformedError(JantakuError):
    """A value that is not of the agreed shape; one line says where and what was expected."""

    ja = "送られた内容の形が正しくありません。"


def read_json(text: bytes | str, kind: type[T]) -> T:
    """The value of a JSON text; raises MalformedError."""
    try:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError:
            # JSON knows one kind of number: 39.0 is as whole as 39.
            return read_plain(_whole(msgspec.json.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(malformed(f"not JSON: {error}")) from None


def _whole(value: object) -> object:
    """The value with every number that has no fraction as an int."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    return value


def read_plain(value: object, kind: type[T], *, strict: bool = True) -> T:
    """The value of dicts, lists, strings and numbers; raises MalformedError. Not ``strict``: numbers as text, too."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise MalformedError(_told(error)) from None


def _told(error: msgspec.ValidationError) -> Text:
    """What is wrong and where, of msgspec's "what is wrong - at `$.place`"."""
    what, _, where = str(error).partition(_AT)
    place = where.replace("`", "").replace("$.", "").removeprefix("$")
    return malformed(" ".join(what.replace("`", "").split()), place)


_AT: Final = " - at "
# Above this a float no longer represents every integer.
_EXACT: Final = 2.0**53


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern of a library's message with what it is in Japanese."""

    english: str
    ja: str


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them; ``kinds``: what kinds of values are called."""

    kinds: dict[str, str]
    said: tuple[_Said, ...]


_WORDS: Final = worded("malformed.toml", _Words)
_SAID: Final = [(re.compile(row.english), row.ja) for row in _WORDS.said]
_OTHER: Final = "値が正しくありません"


def malformed(english: str, place: str = "") -> Text:
    """A library's message, and where in what was sent."""
    ja = next((_filled(ja, found) for pattern, ja in _SAID if (found := pattern.search(english))), _OTHER)
    return Text(f"`{place}`：{ja}", f"{place}: {english}") if place else Text(ja, english)


def _filled(ja: str, found: re.Match[str]) -> str:
    return ja.format(**{name: _kind(each or "") for name, each in found.groupdict().items()})


def _kind(word: str) -> str:
    """Kinds of values in Japanese; anything else as it is."""
    each = word.split(" | ")
    return "または".join(_WORDS.kinds[one] for one in each) if _WORDS.kinds.keys() >= {*each} else word
