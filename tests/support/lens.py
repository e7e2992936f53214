"""Faults in front of a camera: pictures of a simulated camera with darkness, blur, loss and lag.

``python -m tests.support.lens smear --seed 4711 --rounds 2``: plays rounds of a demonstration through one fault, as
``demo_seeds`` plays them; prints one JSON line.
"""

import argparse
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, Final

import cv2
import numpy as np

from tests.support.demo_seeds import run
from vision.arrays import Image
from vision.capture.frame import CameraFrame
from vision.render.picture.faults import VideoFaults

_LAG_S: Final = 1.0
_KEPT: Final = 40
_SEAM: Final = 0.45
"""Share of the rows that stay when the lower rows, the near half of the field, are lost."""
_QUALITY: Final = 95


@dataclass(frozen=True)
class Taken:
    """A picture and its time, earlier pictures with their times, and the time since the fault began."""

    image: Image
    at: float
    before: Sequence[tuple[float, Image]]
    since: float

    def earlier(self, at: float) -> Image:
        """Return the picture of an earlier moment."""
        return next((image for when, image in self.before if when >= at - 1e-6), self.image)

    def joined(self, rest: Image) -> Image:
        """Return the upper rows with the lower rows of another picture."""
        seam = round(_SEAM * len(self.image))
        return np.concatenate([self.image[:seam], rest[seam:]])


Change = Callable[[Taken], Any]


def _streaked(taken: Taken) -> Image:
    """Fill the lost rows with the last received row."""
    seam = round(_SEAM * len(taken.image))
    return taken.joined(np.broadcast_to(taken.image[seam], taken.image.shape))


def _glaring(taken: Taken) -> Any:
    image = taken.image
    height, width = image.shape[:2]
    spot = np.zeros((height, width), np.float32)
    cv2.circle(spot, (round(width * 0.58), round(height * 0.62)), height // 12, 1.0, -1)
    return image + cv2.GaussianBlur(spot, (0, 0), height / 60)[..., None] * 400.0


def _out_of_focus(image: Image, px: float) -> Any:
    """The sensor adds its noise after the blur."""
    noise = np.random.default_rng(int(image[0, :9].sum())).normal(0, 3.0, image.shape)
    return cv2.GaussianBlur(image, (0, 0), px) + noise


TROUBLES: Final = MappingProxyType[str, Change](
    {
        "none": lambda taken: taken.image,
        "dark": lambda taken: taken.image * 0.02,
        "bright": lambda taken: taken.image * 0.2 + 230.0,
        "blur": lambda taken: _out_of_focus(taken.image, 6.0),
        "hunt": lambda taken: _out_of_focus(taken.image, 0.5 + 6.0 * abs(np.sin(taken.at * 4.0))),
        "flicker": lambda taken: VideoFaults(bands=0.3, phase=taken.at * 7.3 % 1.0).seen(taken.image),
        "smear": lambda taken: taken.joined(taken.earlier(taken.at - _LAG_S)),
        "stuck": lambda taken: taken.joined(taken.earlier(taken.since - 0.2)),
        "streaks": _streaked,
        "late": lambda taken: taken.earlier(taken.at - _LAG_S),
        "glare": _glaring,
        "turned": lambda taken: taken.image[::-1, ::-1],
        "mirrored": lambda taken: taken.image[:, ::-1],
        "away": lambda taken: cv2.resize(taken.image[:200, :200], taken.image.shape[1::-1]),
    }
)
CLOCKS: Final = MappingProxyType({"ahead": 3600.0, "behind": -10.0, "back": -0.3})
"""Seconds by which the camera's clock jumps during the fault; pictures are unchanged."""


@dataclass
class LensTrouble:
    """A fault that lasts ``lasts_s`` every ``every_s``, from ``since_s`` after the first picture on."""

    kind: str
    lasts_s: float = 0.8
    every_s: float = 4.0
    since_s: float = 8.0
    quality: int = _QUALITY
    _before: deque[tuple[float, Image]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _first: float | None = None

    def __call__(self, frame: CameraFrame) -> CameraFrame:
        """Return the exposure with the fault applied."""
        image, at = frame.image, frame.at
        if self._first is None:
            self._first = at
        self._before.append((at, image))
        since = round(at - self._first - self.since_s, 6)
        if since < 0 or since % self.every_s >= self.lasts_s - 1e-6:
            return frame
        if self.kind in CLOCKS:
            return CameraFrame(image, frame.number, at + CLOCKS[self.kind], frame.file)
        taken = Taken(image, at, self._before, at - since % self.every_s)
        seen = np.asarray(np.clip(TROUBLES[self.kind](taken), 0, 255), np.uint8)
        file = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1].tobytes()
        return CameraFrame(None, frame.number, at, file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the result of rounds played through a fault; return 1 if any was read wrongly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*TROUBLES, *CLOCKS])
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--lasts", type=float, default=0.8)
    parser.add_argument("--every", type=float, default=4.0)
    parser.add_argument("--quality", type=int, default=_QUALITY, help="of the JPEG in which the trouble comes")
    options = parser.parse_args(arguments)
    told = run(options.seed, options.rounds, lens=_trouble(options))
    print(json.dumps({"kind": options.kind, **asdict(told)}, ensure_ascii=False), flush=True)
    return int(not told.clean)


def _trouble(options: argparse.Namespace) -> LensTrouble:
    return LensTrouble(options.kind, options.lasts, options.every, quality=options.quality)


if __name__ == "__main__":
    raise SystemExit(main())
