"""Probabilities that reported zones are right, learnt from the evidence against them."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.ports.eyes import SeenHand
from vision.explain.chances import ZoneChances, learnt_chances
from vision.explain.found import ZoneReading
from vision.explain.signs import weighed
from vision.training.evaluate.zone_samples import ZoneSample
from vision.training.fit.zone_chances import ZoneFit, left_out

AGAINST = {
    "river": ("stray", "rival", "hole", "covered", "names"),
    "melds": ("hidden", "faces up", "near faces"),
    "standing": ("other number", "unlawful"),
    "shown": ("unlawful", "near faces", "hand gap"),
    "indicators": ("none", "names"),
}


@pytest.mark.parametrize(("why", "told"), [("untidy", True), ("melds open", False), ("found too many", False)])
def test_no_hand_is_told_to_lack_tiles_where_its_number_may_be_another(why: str, *, told: bool) -> None:
    """Regression: a wall pushed into a hand hid two of its tiles, which were reported as missing."""
    signs = {
        "other number": -4.0,
        "tiles": 11.0,
        "unlawful": 1.0,
        "far from lawful": 1.0,
        "untidy": 4.0,
        "aslant": 0.17,
    }
    hand = ZoneReading(SeenHand(11), 0.99, signs={**signs, why: 1.0})
    assert (weighed(hand, "standing", 4.0).chance > 0.6) is told


@pytest.mark.parametrize("kind", AGAINST)
def test_what_speaks_against_a_zone_makes_it_less_likely(kind: str) -> None:
    chances = learnt_chances()
    plain = chances.chance(kind, {})
    for name in AGAINST[kind]:
        assert chances.chance(kind, {name: 2.0}) < plain, name


@given(value=st.floats(0.0, 1e9), kind=st.sampled_from(sorted(AGAINST)))
def test_a_sign_beyond_all_that_was_learnt_from_says_no_more(value: float, kind: str) -> None:
    """A value beyond the training data makes nothing certain or impossible."""
    for name in AGAINST[kind]:
        assert 0.0 < learnt_chances().chance(kind, {name: value}) < 1.0


def test_stacks_are_weighed_one_by_one() -> None:
    chances = ZoneChances({"stack": {"faint": (-2.0, 0.0, 1.0)}}, {"stack": 1.0})
    signs: Mapping[str, float] = {"faint": 0.5}
    (low, high) = chances.chances("stack", {"faint": np.array([0.5, 0.0])}, 2)
    assert low == pytest.approx(chances.chance("stack", signs))
    assert low < high


def test_a_false_call_that_no_painted_table_shows_is_not_learnt_to_be_misread() -> None:
    signs = ({"no set": float(place % 2), "gap": float(place % 3)} for place in range(20))
    samples = [ZoneSample("melds", f"{place}", each, place % 2 == 0) for place, each in enumerate(signs)]
    assert ZoneFit(samples).names == ["gap"]
    assert learnt_chances().chance("melds", {"no set": 1.0}) == learnt_chances().chance("melds", {})


def test_chances_learnt_hold_on_tables_that_were_left_out() -> None:
    """If errors follow a sign, probabilities match observed frequencies."""
    rng = np.random.default_rng(5)
    signs = rng.uniform(0.0, 4.0, 1500)
    right = rng.random(1500) < 1.0 / (1.0 + np.exp(-(4.0 - 2.0 * signs)))
    noise = rng.normal(size=1500)
    samples = [
        ZoneSample("river", f"{number // 4}", {"stray": float(sign), "names": float(off)}, bool(fine))
        for number, (sign, off, fine) in enumerate(zip(signs, noise, right, strict=True))
    ]
    fit = ZoneFit(samples)
    told = dict(zip(fit.names, fit.weights, strict=True))
    assert told["stray"] == pytest.approx(-2.0, abs=0.4)
    assert -0.3 < told["names"] <= 0.0
    sure = [fine for chance, fine in left_out(samples) if chance > 0.9]
    assert len(sure) > 300
    assert np.mean(sure) > 0.93
