"""Camera edge: pictures in, sightings out."""

import os
from typing import Final

MOST_PIXELS: Final = 1 << 27
"""Of any picture that is read; chosen: cameras have 50 million at most, and 134 million cost 400 MB for a while."""
# OpenCV reads this once, as it is loaded: a file of a few kilobytes may say that it is larger than all memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
# onnxruntime reads this as it is loaded: it would ask a machine of its makers, and keep a number of this one on disk.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
