"""Positions of zones at a venue are learnt by watching, and stored."""

from pathlib import Path

import pytest

from controller.ports.eyes import SeenRiverTile, SeenTile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.explain.found import FoundTile, Surface, TableExplanation, ZoneReading
from vision.table.habits import VenueHabits

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)
OFF = 14.0


def table(length: int) -> TableExplanation:
    """A table on which seat A's river is farther out than in the profile."""
    spots = [LAYOUT.river_slot(Seat.A, place) for place in range(length)]
    river = tuple(SeenRiverTile(SeenTile(Tile.EAST, each.x, each.y + OFF, 0.0, 1.0), False) for each in spots)
    nothing = (None,) * 4
    return TableExplanation((ZoneReading(river, 0.95), None, None, None), nothing, nothing, nothing, None)


def wall(stacks: int) -> list[FoundTile]:
    spots = [LAYOUT.wall_stack(Seat.C, stack + 1) for stack in range(stacks)]
    return [FoundTile(Surface.BACK, each.x, each.y + OFF, 33.0, 0.0, 1.0) for each in spots]


def watched(file: Path | None = None) -> VenueHabits:
    habits = VenueHabits(PROFILE, file)
    for round_ in range(5):
        for length in range(3, 19):
            habits.watch(table(length), wall(17 - (length + round_) % 8), [1.0] * 30)
    return habits


def test_places_follow_what_is_seen() -> None:
    learnt = watched().layout.profile
    assert learnt.river.distance_mm == pytest.approx(PROFILE.river.distance_mm + OFF, abs=1.0)
    assert learnt.wall.distance_mm == pytest.approx(PROFILE.wall.distance_mm - OFF, abs=1.0)
    assert learnt.hand.distance_mm == PROFILE.hand.distance_mm
    assert learnt.tile == PROFILE.tile


def test_one_look_changes_nothing() -> None:
    habits = VenueHabits(PROFILE)
    for _ in range(50):
        habits.watch(table(9), wall(17), [1.0] * 30)
    assert habits.layout.profile == PROFILE


def test_what_was_learnt_is_kept_and_what_is_damaged_learnt_again(tmp_path: Path) -> None:
    file = tmp_path / "table.habits.json"
    learnt = watched(file).layout
    again = VenueHabits(PROFILE, file).layout.profile.river.distance_mm
    assert again == pytest.approx(learnt.profile.river.distance_mm, abs=0.5)
    file.write_text("{", encoding="utf-8")
    assert VenueHabits(PROFILE, file).layout.profile == PROFILE
