"""Options that may stand without a value, which Typer itself does not offer."""

from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand

from hardware.profiles.load import DEFAULT_PROFILE

_TABLE: Final = "--table"
_PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Ends of file names that are pictures, never the id of a profile."""


class TableOption(TyperCommand):
    """A command whose ``--table`` takes the usual profile where no profile follows it."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """The arguments with the profile put in."""
        return super().parse_args(ctx, with_profile(args))


def with_profile(args: list[str]) -> list[str]:
    """Arguments in which every ``--table`` is followed by a profile: a picture or another option is none."""
    given: list[Any] = []
    for place, argument in enumerate(args):
        given.append(argument)
        follower = args[place + 1] if place + 1 < len(args) else "-"
        if argument == _TABLE and (follower.startswith("-") or Path(follower).suffix.lower() in _PICTURES):
            given.append(DEFAULT_PROFILE)
    return given
