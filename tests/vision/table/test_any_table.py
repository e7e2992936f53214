"""Felt, light and lenses on which nothing was tuned: the same reading."""

from dataclasses import replace

import numpy as np
import pytest

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.longer import others_long
from tests.support.studio import Studio
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import HOME, PARLOUR, Lamp
from vision.render.arrangement import Arrangement, random_arrangement
from vision.render.painter import Painter
from vision.render.scene import PosedDie, PosedScene
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.table_comparison import TableComparison, judge
from vision.training.evaluate.trial import shoot, try_scenes

FISHEYE = Camera.orbiting(
    (1920, 1440), focal=900, target=(10, 5, 0), distance_mm=900, tilt=4, pan=3, k1=-0.03, fisheye=True
)
PROFILE = load_profile()


def read(camera: Camera, classifier: Classifier, look: object = PARLOUR, seed: int = 12) -> TableComparison:
    rng = np.random.default_rng(seed)
    arranged = random_arrangement(rng)
    jpeg = Painter(PROFILE, camera, look).jpeg(arranged.scene(Layout(PROFILE), rng), rng)  # type: ignore[arg-type]
    return judge(arranged, TableReader(PROFILE, camera, classifier).read(CameraFrame(decode(jpeg, ""), 0, 0.0)))


def test_a_whole_table_under_a_fisheye(classifier: Classifier) -> None:
    verdict = read(FISHEYE, classifier)
    assert verdict.wrong == 0, verdict.lines
    assert verdict.unsure <= 4, verdict.lines


@pytest.mark.parametrize("felt", [(82, 80, 78), (120, 60, 40), (60, 30, 90), (50, 110, 50)], ids=str)
def test_felt_of_any_colour_with_printed_lines(classifier: Classifier, felt: tuple[int, int, int]) -> None:
    look = replace(HOME, felt=felt, lines=True, back=(30, 170, 230), gradient=0.3)
    verdict = read(Camera.looking_down(tilt=4.0, pan=2.0), classifier, look)
    assert verdict.wrong == 0, verdict.lines
    assert verdict.unsure <= 6, verdict.lines


def test_light_from_one_side(classifier: Classifier) -> None:
    look = replace(PARLOUR, lamps=(Lamp((1.0, 0.4, 0.9), 0.5),), ambient=0.45, gradient=0.35, shadow=0.5)
    verdict = read(Camera.looking_down(tilt=4.0, pan=2.0), classifier, look)
    assert verdict.wrong == 0, verdict.lines


@pytest.mark.parametrize("last", others_long([2032, 2033], 2032))
def test_venues_of_their_own_kind(classifier: Classifier, last: int) -> None:
    result = try_scenes(range(2030, last), classifier)
    assert result["frames_without_sure_mistake"] == 1.0, result["lines"]
    assert result["tiles_named_right"] > 0.995
    assert result["dice_right"] == 1.0


def test_the_same_number_gives_the_same_picture() -> None:
    assert shoot(2031, PROFILE).jpeg == shoot(2031, PROFILE).jpeg


def test_a_stick_is_seen_before_each_seat_that_laid_one(studio: Studio) -> None:
    parts = [
        replace(part, stick=seat in (SEATS[0], SEATS[2])) for seat, part in zip(SEATS, Arrangement().parts, strict=True)
    ]
    sighting = studio.reader().read(studio.shoot(studio.scene(Arrangement(parts=tuple(parts)))))
    assert sighting.sticks == (True, False, True, False)


def test_dice_thrown_on_the_felt_of_a_hand_stacked_table(classifier: Classifier) -> None:
    profile = load_profile("hand-stacked")
    camera = Camera.looking_down(tilt=3.0)
    rng = np.random.default_rng(4)
    walls = Arrangement(plate=None).scene(Layout(profile), rng)
    dice = (PosedDie(3, -80.0, 95.0, 25.0), PosedDie(6, 110.0, -30.0, 70.0))
    painter = Painter(profile, camera, replace(PARLOUR, dome=False))
    frame = CameraFrame(decode(painter.jpeg(PosedScene(walls.tiles, dice), rng), ""), 0, 0.0)
    seen = TableReader(profile, camera, classifier).read(frame).dice
    assert seen is not None
    assert [die.pips for die in seen] == [3, 6]
    assert [(die.x, die.y) for die in seen] == [pytest.approx((die.x, die.y), abs=1.5) for die in dice]


def test_no_tile_is_found_twice_where_windows_of_several_scales_overlap(classifier: Classifier) -> None:
    camera = Camera.orbiting((1280, 960), focal=1150, target=(0, 0, 0), distance_mm=1150, tilt=45, pan=20)
    rng = np.random.default_rng(17)
    arranged = random_arrangement(rng)
    jpeg = Painter(PROFILE, camera, PARLOUR).jpeg(arranged.scene(Layout(PROFILE), rng), rng)
    sighting = TableReader(PROFILE, camera, classifier).read(CameraFrame(decode(jpeg, ""), 0, 0.0))
    assert sighting.walls == arranged.heights
