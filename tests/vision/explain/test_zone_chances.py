"""How likely what is told of a zone is right, as it was learnt from what speaks against it."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.ports.eyes import SeenHand, SeenTile
from controller.riichi.tile import Tile
from vision.explain.chances import ZoneChances, learnt_chances
from vision.explain.found import ZoneReading
from vision.explain.signs import weighed
from vision.training.evaluate.zone_samples import ZoneSample
from vision.training.fit.zone_chances import ZoneFit, left_out

AGAINST = {
    "river": ("stray", "rival", "hole", "covered", "names"),
    "melds": ("hidden", "order", "faces up", "near faces"),
    "standing": ("other number", "unlawful"),
    "shown": ("unlawful", "near faces", "hand gap"),
    "indicators": ("none", "names"),
}


def test_no_hand_is_told_beside_a_meld_of_which_two_tiles_were_made_out() -> None:
    """As it lay on a path-traced table: the hand was two tiles of a pung whose rows were parted wrongly."""
    tile = SeenTile(Tile.EAST, 300.0, 150.0, 0.0, 0.99)
    signs = {"tiles": 2.0, "melds": 4.0, "hand off": 1.82, "untidy": 3.35, "aslant": 0.25, "faces": 2.0, "askew": 2.9}
    signs |= {"faintest": -3.4, "least way": -11.5, "weakest name": -4.7, "hand overlap": -0.6}
    hand = ZoneReading(SeenHand(0, (tile,), tile), 0.5, signs=signs)
    assert weighed(hand, "shown", 0.0).chance > 0.9
    assert weighed(replace(hand, signs={**signs, "few": 2.0}), "shown", 0.0).chance <= 0.5


@pytest.mark.parametrize(("why", "told"), [("untidy", True), ("melds open", False), ("found too many", False)])
def test_no_hand_is_told_to_lack_tiles_where_its_number_may_be_another(why: str, *, told: bool) -> None:
    """Red where a wall that was pushed into a hand hid two of its tiles: it was said to have too few."""
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


@pytest.mark.parametrize(("due", "balance", "told"), [(0.8, -4.0, False), (0.8, 1.0, True), (0.0, -4.0, True)])
def test_a_river_that_is_due_and_lacks_a_tile_by_the_walls_is_not_told_empty(
    due: float, balance: float, *, told: bool
) -> None:
    """Red on a painted table as on photographs: its one tile was not found, and it was told empty with .96."""
    signs = {"out of turn": due, "untidy": 4.69, "aslant": 0.09}
    river: ZoneReading[tuple[SeenTile, ...]] = ZoneReading((), 0.5, signs=signs)
    assert (weighed(river, "river", balance).chance > 0.9) is told


@pytest.mark.parametrize("kind", AGAINST)
def test_what_speaks_against_a_zone_makes_it_less_likely(kind: str) -> None:
    chances = learnt_chances()
    plain = chances.chance(kind, {})
    for name in AGAINST[kind]:
        assert chances.chance(kind, {name: 2.0}) < plain, name


@given(value=st.floats(0.0, 1e9), kind=st.sampled_from(sorted(AGAINST)))
def test_a_sign_beyond_all_that_was_learnt_from_says_no_more(value: float, kind: str) -> None:
    """Nothing becomes certain, nor impossible, by a value never seen."""
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
    """Of readings that go wrong as a sign says, those told to be likely are about as often right."""
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
