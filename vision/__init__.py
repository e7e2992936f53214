"""Camera edge: pictures in, sightings out."""

import os
from typing import Final

MOST_PIXELS: Final = 1 << 26
"""Most pixels of any picture read; chosen: phones take 50 million, and 67 million cost 400 MB while a file opens."""
# OpenCV reads this once, when loaded. A file of a few kilobytes may declare a picture larger than all memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
# onnxruntime reads this when loaded. Telemetry would contact its makers and store an id of this machine on disk.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
