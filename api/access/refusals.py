"""Reasons for refused access in both languages; the texts are in ``refusals.toml``."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from api.access.roles import Role
from api.worded import worded
from controller.errors import JantakuError
from controller.text import Text

_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class DeniedError(JantakuError):
    """The client lacks permission; ``code`` is for programs, ``said`` for people, ``headers`` go with the answer."""

    def __init__(self, status: int, code: str, reason: Text, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        """Store the HTTP status, the code, the reason and the headers."""
        super().__init__(f"{reason.ja} / {reason.en}")
        self.status, self.code, self.said, self.headers = status, code, reason, headers


class _Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the file; ``code``: if it differs from the row's name."""

    status: int
    ja: str
    en: str
    code: str = ""


REFUSALS: Final = worded("refusals.toml", dict[str, _Refusal])


def denied(name: str, headers: Mapping[str, str] = _NO_HEADERS) -> DeniedError:
    """Return the refusal of that name."""
    row = REFUSALS[name]
    return DeniedError(row.status, row.code or name, Text(row.ja, row.en), headers)


ROLE_WORDS: Final = {
    Role.VIEWER: Text("観客", "viewer"),
    Role.OVERLAY: Text("配信", "overlay"),
    Role.REFEREE: Text("審判", "referee"),
    Role.STAFF: Text("係員", "staff"),
    Role.OWNER: Text("責任者", "owner"),
}


def role_too_low(role: Role, needed: Role) -> Text:
    """Return the text that ``role`` is not sufficient."""
    has, wants = ROLE_WORDS[role], ROLE_WORDS[needed]
    return Text(f"{wants.ja}の権限が必要です（現在は{has.ja}）", f"for {wants.en} only; you are {has.en}")
