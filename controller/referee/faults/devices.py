"""Faults of table, board, link and camera: which of them blind the eyes, and what people do about each."""

from typing import Final

from controller.ports.eyes import ENDED, HANG
from controller.referee.faults.catalogue import CHAPTERS, DEVICE_CURES

__all__ = ("BLINDING", "CAMERAS", "DEVICES", "DEVICE_CURES", "END_UNSEEN", "EYES", "MAINTENANCE", "WATCHING")

DEVICES: Final = CHAPTERS["devices"]
# What a camera and its eyes tell of themselves, each code until they tell that it is over.
BLINDING: Final = (
    *("camera-lost", "camera-waiting", "camera-unreadable", "camera-frozen", "camera-resized"),
    *("camera-dark", "camera-bright", "camera-blurred", "camera-torn", HANG, ENDED),
)
# What a gap over the end of a round leaves: the referee enters how it ended.
END_UNSEEN: Final = "round-end-unseen"
# A work of the machine takes longer than it used to; its subject is the work.
MAINTENANCE: Final = "table-maintenance"
CAMERAS: Final = frozenset(kind.code for kind in DEVICES if kind.code.startswith("camera-"))
EYES: Final = frozenset({HANG, ENDED})
# Whatever keeps a table from being watched, or soon will.
WATCHING: Final = CAMERAS | EYES
