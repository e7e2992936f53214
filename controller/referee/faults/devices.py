"""Faults of table, board, link and camera: which of them blind the camera, and what people do about each."""

from typing import Final

from controller.ports.eyes import ENDED, HANG
from controller.referee.faults.catalogue import CHAPTERS, DEVICE_CURES

__all__ = ("BLINDING", "CAMERAS", "DEVICES", "DEVICE_CURES", "END_UNSEEN", "EYES", "MAINTENANCE", "WATCHING")

DEVICES: Final = CHAPTERS["devices"]
# Trouble that a camera and its reader report of themselves, each until they report that it is over.
BLINDING: Final = (
    *("camera-lost", "camera-waiting", "camera-unreadable", "camera-frozen", "camera-resized"),
    *("camera-dark", "camera-bright", "camera-blurred", "camera-torn", HANG, ENDED),
)
# Fault after a gap in the sightings over the end of a round: the referee enters how it ended.
END_UNSEEN: Final = "round-end-unseen"
# A task of the machine takes longer than it used to; the subject is the task.
MAINTENANCE: Final = "table-maintenance"
CAMERAS: Final = frozenset(kind.code for kind in DEVICES if kind.code.startswith("camera-"))
EYES: Final = frozenset({HANG, ENDED})
# Codes of all trouble that keeps a table from being watched, or soon will.
WATCHING: Final = CAMERAS | EYES
