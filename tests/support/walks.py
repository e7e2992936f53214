"""Files of the product through which data passes: from byte to event, from frame to feed, from hand to score."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("api", "controller", "firmware_bridge", "hardware/profiles", "vision")


def files_passed(walk: Callable[[], object]) -> tuple[str, ...]:
    """Files of the product whose code runs during ``walk`` in this thread, in the order of their first call."""
    found: dict[str, None] = {}
    own = tuple(f"{ROOT / package}/" for package in PACKAGES)

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(own) and frame.f_code.co_name != "<module>":
            found.setdefault(str(Path(name).relative_to(ROOT)))

    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
    return tuple(found)
