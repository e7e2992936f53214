"""A camera's lens: intrinsics that do not depend on its pose, measured once and stored with a calibration."""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from controller.errors import EyesError
from vision.camera.model import Camera


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal length and principal point in px, distortion as in ``Camera``; raises EyesError if invalid."""

    focal: float
    principal: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0
    fisheye: bool = False

    def __post_init__(self) -> None:
        if not all(isfinite(value) for value in (self.focal, *self.principal, self.k1, self.k2)) or self.focal <= 0:
            raise EyesError(f"lens: expected a positive focal length and finite numbers, got {self}")

    @classmethod
    def of(cls, camera: Camera) -> "Lens":
        """Return the lens of a camera."""
        return cls(camera.focal, camera.principal, camera.k1, camera.k2, camera.fisheye)

    @classmethod
    def from_json(cls, data: Any) -> "Lens":
        """Parse ``{"focal": f, "principal": [x, y], "k1": …, "k2": …, "fisheye": false}``; raises EyesError."""
        try:
            x, y = (float(value) for value in data["principal"])
            k1, k2 = (float(data.get(name, 0.0)) for name in ("k1", "k2"))
            return cls(float(data["focal"]), (x, y), k1, k2, bool(data.get("fisheye", False)))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise EyesError(f"lens: expected focal, principal [x, y], k1, k2 and fisheye: {error!r}") from None

    def to_json(self) -> dict[str, Any]:
        """Return the structure that ``from_json`` takes."""
        return {
            "focal": self.focal,
            "principal": list(self.principal),
            "k1": self.k1,
            "k2": self.k2,
            "fisheye": self.fisheye,
        }

    def camera(
        self, size: tuple[int, int], rotation: tuple[float, float, float], translation: tuple[float, float, float]
    ) -> Camera:
        """Return a camera with this lens."""
        return Camera(size, self.focal, self.principal, rotation, translation, self.k1, self.k2, self.fisheye)
