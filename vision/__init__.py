"""Camera edge: pictures in, sightings out."""

import os
from typing import Final

MOST_PIXELS: Final = 1 << 26
"""Of any picture that is read; chosen: phones take 50 million, and 67 million cost 400 MB while a file is opened."""
# OpenCV reads this once, as it is loaded: a file of a few kilobytes may say that it is larger than all memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
# onnxruntime reads this as it is loaded: it would ask a machine of its makers, and keep a number of this one on disk.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
