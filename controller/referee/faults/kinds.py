"""Every kind of fault by its code; an unknown code is no fault of this system."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.referee.faults.devices import DEVICES
from controller.referee.faults.ending import ENDING
from controller.referee.faults.kind import FaultKind
from controller.referee.faults.manners import MANNERS
from controller.referee.faults.playing import PLAYING
from controller.referee.faults.setting_up import SETTING_UP

FAULT_KINDS: Final[Mapping[str, FaultKind]] = MappingProxyType(
    {kind.code: kind for kind in (*SETTING_UP, *PLAYING, *ENDING, *MANNERS, *DEVICES)}
)
