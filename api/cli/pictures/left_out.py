"""Values that ``jantaku read`` is given when its options are typed without one."""

from pathlib import Path
from typing import Final

from hardware.profiles.load import DEFAULT_PROFILE

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Ends of names of pictures, which no profile has."""


def with_left_out(arguments: list[str]) -> list[str]:
    """The usual profile behind ``--table`` where a picture, an option or nothing follows.

    ``--draw`` names a file only after the pictures; else what is drawn gets a name of its own.
    """
    given: list[str] = []
    for place, argument in enumerate(arguments):
        given.append(argument)
        follower = arguments[place + 1] if place + 1 < len(arguments) else "-"
        if argument == "--table" and (follower.startswith("-") or _is_picture(follower)):
            given.append(DEFAULT_PROFILE)
        if argument == "--draw" and (follower.startswith("-") or not any(map(_is_picture, arguments[:place]))):
            given.append("")
    return given


def _is_picture(name: str) -> bool:
    return Path(name).suffix.lower() in PICTURES
