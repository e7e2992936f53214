"""Paint a scene as a camera over the table sees it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.table import TableProfile
from vision.camera import Camera
from vision.synthesis.look import PARLOUR, Look
from vision.synthesis.scene import Pose, PosedTile, Scene

Picture = NDArray[np.uint8]


class Painter:
    """Paints scenes of one table, camera and look; keeps what did not change between frames."""

    def __init__(self, profile: TableProfile, camera: Camera, look: Look = PARLOUR) -> None:
        self.profile, self.camera, self.look = profile, camera, look

    def paint(self, scene: Scene, rng: np.random.Generator) -> Picture:
        """One exposure, BGR [h, w, 3]; the same generator state gives the same picture."""
        width, height = self.camera.size
        picture = np.full((height, width, 3), self.look.felt, np.uint8)
        for tile in scene.tiles:
            face_up = tile.pose is not Pose.FACE_DOWN
            quad = self.camera.project(self._top(tile)).astype(np.int32)
            cv2.fillConvexPoly(picture, quad, self.look.body if face_up else self.look.back)
        noise = rng.normal(0.0, self.look.noise, picture.shape)
        return np.clip(picture + noise, 0, 255).astype(np.uint8)

    def jpeg(self, scene: Scene, rng: np.random.Generator) -> bytes:
        """One exposure as JPEG bytes in the quality of the look."""
        done, data = cv2.imencode(".jpg", self.paint(scene, rng), [cv2.IMWRITE_JPEG_QUALITY, self.look.jpeg])
        assert done
        return data.tobytes()

    def _top(self, tile: PosedTile) -> NDArray[np.float64]:
        size = self.profile.tile
        angle = np.radians(tile.angle)
        right = np.array([np.cos(angle), np.sin(angle), 0.0])
        down = np.array([-np.sin(angle), np.cos(angle), 0.0])
        middle = np.array([tile.x, tile.y, tile.z + size.thickness_mm])
        w, h = right * size.width_mm / 2, down * size.height_mm / 2
        return np.array([middle - w - h, middle + w - h, middle + w + h, middle - w + h])
