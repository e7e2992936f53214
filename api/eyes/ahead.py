"""Imported by the server of forks when it begins: loads all that a process of eyes needs, once for all of them.

The server was started by multiprocessing, with the options of the interpreter that started it: what it compiles is kept
as that one keeps it.
"""

from importlib import import_module
from typing import Final

from api.bytecode import keep_bytecode, loading

LOADED: Final = (
    *("api.eyes.child", "vision.capture.evidence_frames", "vision.capture.open", "vision.seat.eyes"),
    *("vision.seat.reader", "vision.table.reader", "vision.tiles.classifier"),
)
"""The body of such a process, and what opening eyes loads when it is done."""

keep_bytecode()
with loading():
    for _each in LOADED:
        import_module(_each)
