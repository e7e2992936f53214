"""Modules that the fork server imports at its start, once for all processes of eyes.

multiprocessing starts the server with the options of this interpreter, so bytecode is cached as here.
"""

from importlib import import_module
from typing import Final

from api.bytecode import keep_bytecode, loading

LOADED: Final = (
    *("api.eyes.child", "vision.capture.evidence_frames", "vision.capture.newest", "vision.capture.opencv"),
    *("vision.capture.network.http", "vision.capture.open", "vision.seat.eyes"),
    *("vision.seat.reader", "vision.table.reader", "vision.tiles.classifier"),
)
"""Main module of a process of eyes, and the modules that opening eyes imports."""

keep_bytecode()
with loading():
    for _each in LOADED:
        import_module(_each)
