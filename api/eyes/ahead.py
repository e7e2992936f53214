"""Preloaded by the fork server at its start: everything that a process of eyes needs, once for all of them.

multiprocessing started the server with the options of this interpreter: bytecode is cached as here.
"""

from importlib import import_module
from typing import Final

from api.bytecode import keep_bytecode, loading

LOADED: Final = (
    *("api.eyes.child", "vision.capture.evidence_frames", "vision.capture.newest", "vision.capture.opencv"),
    *("vision.capture.network.http", "vision.capture.open", "vision.seat.eyes"),
    *("vision.seat.reader", "vision.table.reader", "vision.tiles.classifier"),
)
"""The body of such a process, and what opening eyes loads when it is done."""

keep_bytecode()
with loading():
    for _each in LOADED:
        import_module(_each)
