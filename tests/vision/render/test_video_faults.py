"""Camera faults: flicker darkens bands of rows, a shake blurs, few bits coarsen, polished backs glare."""

import cv2
import numpy as np
import pytest

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.picture.faults import VideoFaults, glaring, random_faults
from vision.render.scene import Pose, PosedScene, PosedTile

pytestmark = pytest.mark.render
RNG = np.random.default_rng(5)
CHECKED = np.asarray(
    np.kron(np.indices((30, 40)).sum(axis=0) % 2, np.ones((12, 12)))[..., None].repeat(3, 2) * 200, np.uint8
)


def test_no_fault_leaves_the_picture_as_it_is() -> None:
    assert np.array_equal(VideoFaults().seen(CHECKED), CHECKED)


def test_flicker_darkens_bands_of_rows() -> None:
    lit = VideoFaults(bands=0.4, readout_s=0.02, phase=0.25).seen(np.full((400, 60, 3), 200, np.uint8))
    rows = lit.mean(axis=(1, 2))
    assert rows.max() > 195
    assert rows.min() < 125
    assert np.sum(np.diff(rows > 160.5)) == 4  # Two flashes in one picture.


def test_a_shake_and_few_pixels_blur() -> None:
    sharp = cv2.Laplacian(CHECKED, cv2.CV_32F).std()
    assert cv2.Laplacian(VideoFaults(shake_px=3).seen(CHECKED), cv2.CV_32F).std() < 0.8 * sharp
    assert cv2.Laplacian(VideoFaults(shrink=1.6).seen(CHECKED), cv2.CV_32F).std() < 0.8 * sharp


def test_fewer_bits_lose_more() -> None:
    grain = np.clip(120 + 40 * RNG.standard_normal((1080, 1440, 3)), 0, 255).astype(np.uint8)
    lost = [np.abs(VideoFaults(mbit=mbit).seen(grain).astype(int) - grain).mean() for mbit in (8.0, 4.0, 1.0)]
    assert lost[0] < lost[1] <= lost[2]


def test_a_polished_back_glares_where_a_lamp_is_mirrored() -> None:
    profile, camera = load_profile(), Camera.looking_down((720, 540))
    tiles = tuple(
        PosedTile(Tile.EAST, x, y, 0, 0, Pose.FACE_DOWN) for x in range(-300, 310, 60) for y in (-200, 0, 200)
    )
    brightest = [
        Painter(profile, camera, look).still(PosedScene(tiles)).astype(int)
        for look in (PARLOUR, glaring(PARLOUR, np.random.default_rng(2)))
    ]
    assert (brightest[1] - brightest[0]).max() > 60


def test_random_faults_come_from_the_seed() -> None:
    assert random_faults(np.random.default_rng(9)) == random_faults(np.random.default_rng(9))
    kinds = [random_faults(np.random.default_rng(seed)) for seed in range(60)]
    assert {bool(one.bands) for one in kinds} == {one.mbit is None for one in kinds} == {True, False}
