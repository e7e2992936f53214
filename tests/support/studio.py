"""A rendered table under a camera, for tests: arrange, photograph, read, compare."""

from functools import cache
from itertools import count

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import LOOKS
from vision.render.arrangement import Arrangement
from vision.render.painter import Painter
from vision.render.scene import PosedScene
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.table_comparison import TableComparison, judge


class Studio:
    """A table under a camera in one look: arranges, photographs through JPEG, reads and compares."""

    numbers = count()

    def __init__(self, look: str, camera: Camera, classifier: Classifier) -> None:
        profile = load_profile()
        self.layout, self.camera, self.classifier = Layout(profile), camera, classifier
        self.painter = Painter(profile, camera, LOOKS[look])
        self.rng = np.random.default_rng(17)

    def scene(self, arranged: Arrangement, seed: int = 0) -> PosedScene:
        return arranged.scene(self.layout, np.random.default_rng(seed))

    def shoot(self, scene: PosedScene) -> CameraFrame:
        number = next(self.numbers)
        return CameraFrame(decode(self.painter.jpeg(scene, self.rng), "studio"), number, number / 5)

    def reader(self) -> TableReader:
        return TableReader(self.layout.profile, self.camera, self.classifier)

    def read(self, arranged: Arrangement, seed: int = 0) -> TableComparison:
        """Read the arrangement with a new reader and compare."""
        return judge(arranged, self.reader().read(self.shoot(self.scene(arranged, seed))))


class FrameQueue:
    """A frame source that returns queued frames, one per call; without frames it reports trouble."""

    def __init__(self, *frames: CameraFrame) -> None:
        self.frames = list(frames)
        self.closed = False
        self.trouble: str | None = None

    def next(self, timeout: float) -> CameraFrame | None:
        del timeout
        self.trouble = None if self.frames else "no more frames"
        return self.frames.pop(0) if self.frames else None

    def close(self) -> None:
        self.closed = True


@cache
def studio_of(look: str, classifier: Classifier) -> Studio:
    camera = Camera.looking_down((1440, 1080), tilt=4.0, pan=2.0, offset=(6.0, -8.0))
    return Studio(look, camera, classifier)
