"""Two dice in the middle, every pair, in every look, also with noise and under the lamp's glare."""

from dataclasses import replace
from itertools import combinations_with_replacement, cycle

import numpy as np
import pytest

from hardware.profiles.layout import Layout
from tests.support.studio import Studio, studio_of
from vision.camera.model import Camera
from vision.render.appearance import LOOKS
from vision.render.arrangement import Arrangement
from vision.table.dice import DiceReader
from vision.tiles.classifier import Classifier

BARE = Arrangement(heights=((0,) * 17,) * 4)


@pytest.mark.parametrize("look", LOOKS)
def test_all_pairs_are_read(look: str, classifier: Classifier) -> None:
    studio = studio_of(look, classifier)
    reader = DiceReader(studio.layout, studio.camera)
    for seed, pair in enumerate(combinations_with_replacement(range(1, 7), 2)):
        frame = studio.shoot(studio.scene(replace(BARE, dice=pair), seed))
        dice = reader.find(frame.image)
        assert dice is not None
        assert tuple(die.pips for die in dice) == pair
        assert dice[0].x < dice[1].x
        assert all(die.confidence > 0.8 for die in dice)


@pytest.mark.parametrize(("seed", "pair"), [(25, (4, 1)), (38, (2, 3))])
def test_dice_are_read_from_35_degrees(studio: Studio, seed: int, pair: tuple[int, int]) -> None:
    """Regression: one of both was missed: a carefully laid game reported a leaning die."""
    camera = Camera.orbiting((1440, 1080), focal=1500.0, target=(0.0, 0.0, 0.0), distance_mm=1600.0, tilt=35.0)
    aslant = Studio("parlour", camera, studio.classifier)
    aslant.rng = np.random.default_rng(seed)
    dice = DiceReader(studio.layout, camera).find(aslant.shoot(aslant.scene(replace(BARE, dice=pair), seed)).image)
    assert dice is not None
    assert sorted(die.pips or 0 for die in dice) == sorted(pair)


def test_dice_that_look_smaller_than_the_profile_says_are_read_in_a_photograph(studio: Studio) -> None:
    """Regression: dice in a bowl are lower than the table; none was read on a photograph."""
    camera = Camera.orbiting((1440, 1080), focal=1500.0, target=(0.0, 0.0, 0.0), distance_mm=1600.0, tilt=35.0)
    aslant, profile = Studio("parlour", camera, studio.classifier), studio.layout.profile
    larger = Layout(replace(profile, dice=replace(profile.dice, edge_mm=17.5)))
    readers = DiceReader(larger, camera), DiceReader(larger, camera, smaller=True)
    right = [0, 0]
    for seed, pair in enumerate([(1, 4), (2, 6), (3, 3), (5, 1), (6, 4)]):
        image = aslant.shoot(aslant.scene(replace(BARE, dice=pair), seed)).image
        for place, reader in enumerate(readers):
            dice = reader.find(image) or ()
            right[place] += sorted(die.pips or 0 for die in dice) == sorted(pair)
    assert right[0] + 2 <= right[1] >= 4


def test_tops_are_told_from_sides_where_dice_are_seen_aslant(studio: Studio) -> None:
    camera = Camera.orbiting((1440, 1080), focal=1500.0, target=(0.0, 0.0, 0.0), distance_mm=1600.0, tilt=45.0)
    aslant = Studio("parlour", camera, studio.classifier)
    reader, wrong, unread = DiceReader(studio.layout, camera), [], 0
    for seed, pair in enumerate(combinations_with_replacement(range(1, 7), 2)):
        dice = reader.find(aslant.shoot(aslant.scene(replace(BARE, dice=pair), seed)).image) or ()
        pips = tuple(die.pips for die in dice)
        unread += pips != pair
        wrong += (
            [(pair, pips)] if len(pips) != 2 or any(a not in (b, None) for a, b in zip(pips, pair, strict=True)) else []
        )
    assert len(wrong) <= 1, wrong
    assert unread <= 3


def test_noise_blurs_no_die_into_another(studio: Studio) -> None:
    reader = DiceReader(studio.layout, studio.camera)
    rng = np.random.default_rng(5)
    unread = 0
    for seed, (one, other) in zip(range(12), cycle([(6, 5), (3, 1), (4, 2)]), strict=False):
        image = studio.shoot(studio.scene(replace(BARE, dice=(one, other)), seed)).image
        noisy = np.clip(image + rng.normal(0, 12, image.shape), 0, 255).astype(np.uint8)
        for die, pips in zip(reader.find(noisy) or (), (one, other), strict=True):
            assert die.pips in (pips, None)
            unread += die.pips is None
    assert unread <= 3


def test_a_die_that_is_missed_beside_another_is_looked_for_again(studio: Studio) -> None:
    """Failed from 35 degrees: the result found as the dice came to rest stayed until a change, and raised a fault."""
    reader = DiceReader(studio.layout, studio.camera)
    both = reader.find(studio.shoot(studio.scene(replace(BARE, dice=(1, 4)))).image)
    assert both is not None
    assert [reader.doubtful(found) for found in (both, both[:1], ())] == [False, True, False]


def test_no_dice_are_no_dice(studio: Studio) -> None:
    reader = DiceReader(studio.layout, studio.camera)
    for seed in range(3):
        assert reader.find(studio.shoot(studio.scene(BARE, seed)).image) == ()
