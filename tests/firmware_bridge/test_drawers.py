"""Sticks in the drawers, counted by what is inside them: never wrong, open in doubt, silent while a wire is off."""

from pathlib import Path
from random import Random

import pytest

from api.cli.doctor import command as doctor
from controller.errors import LinkError, ProfileError
from controller.ports.table import GoalReport, SignalKind, TableSignal
from firmware_bridge.drawers.bus import open_bus
from firmware_bridge.drawers.counted_table import STILL, CountedTable
from firmware_bridge.drawers.meter import DrawerMeter, drawer_points
from hardware.profiles.load import load_profile
from hardware.profiles.sticks import stick_make, stick_makes
from tests.support.drawer_trials import SimulatedDrawers, stray_of, trial
from tests.support.quiet_table import NoTable

START = {10_000: 1, 5_000: 2, 1_000: 4, 500: 1, 100: 5}


@pytest.mark.parametrize("make", stick_makes())
def test_no_drawer_is_misread_with_the_tolerances_of_its_parts(make: str) -> None:
    row = trial(make, drawers=400)
    assert row["wrong"] == 0
    assert row["right"] > 0.97 * row["drawers"]


def test_what_lies_between_two_counts_and_a_stick_in_the_wrong_place_is_not_told() -> None:
    make = stick_make("amos-monster")
    scale = [reference / part for reference, part in zip(make.reference, make.part, strict=True)]
    assert drawer_points([2 * scale[0], 0.0, 0.0, 3 * scale[3]], make) == 10_300
    assert drawer_points([2.4 * scale[0], 0.0, 0.0, 0.0], make) is None
    hundred_among_500s = make.reference[2] / make.part[3]
    assert drawer_points([0.0, 0.0, scale[2] + 2 * hundred_among_500s, 0.0], make) is None
    assert drawer_points([0.0, 0.0, 0.0, 60 * scale[3]], make) is None


class Bus(SimulatedDrawers):
    """Drawers whose cable can come off."""

    def read(self, address: int, count: int) -> bytes:
        if not self.answers:
            raise LinkError("no answer")
        return super().read(address, count)


@pytest.mark.parametrize("make", stick_makes())
def test_points_are_told_once_they_stand_still_and_none_while_the_cable_is_off(make: str) -> None:
    known = stick_make(make)
    bus = Bus(known, [START] * 4, Random(5), 0.02)
    told: list[TableSignal | GoalReport] = []
    meter = DrawerMeter(bus, known, sleep=lambda _: None)
    edge = NoTable()
    edge.close()
    table = CountedTable(edge, meter, known, stray_of(known), clock=lambda: 7.0)
    for _ in range(STILL):
        assert table.poll(0.0) == [], "sticks may still be in somebody's hand"
        table.count()
    told += table.poll(0.0)
    assert [(each.kind, each.points) for each in told if isinstance(each, TableSignal)] == [
        (SignalKind.POINTS, (25_000,) * 4)
    ]
    assert table.poll(0.0) == []
    bus.answers = False
    table.count()
    assert table.poll(0.0) == []
    bus.answers = True
    bus.held[0], bus.held[1] = bus.held[1], bus.held[0]
    for _ in range(STILL):
        assert table.poll(0.0) == []
        table.count()
    assert len(table.poll(0.0)) == 1


def test_an_input_that_cannot_be_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for address in ("i2c", "i2c:one", "spi:0"):
        with pytest.raises(LinkError, match="expected i2c: and the number of the bus"):
            open_bus(address)
    with pytest.raises(LinkError, match="/dev/i2c-99: No such file"):
        open_bus("i2c:99")
    own = tmp_path / "own.toml"
    said = 'extends = "wall-only"\n[sticks]\ninput = { value = "i2c:99", source = "wired" }\n'
    own.write_text(said, encoding="utf-8")
    with pytest.raises(ProfileError, match=r"sticks\.input: expected sticks\.make as well"):
        load_profile(str(own))
    own.write_text(said + 'make = { value = "amos-monster", source = "seen" }\n', encoding="utf-8")
    doctor.run(True, "", (), str(own))
    assert "the drawers' input cannot be read: /dev/i2c-99: No such file" in capsys.readouterr().out
    own.write_text(said + 'make = { value = "amos", source = "seen" }\n', encoding="utf-8")
    with pytest.raises(ProfileError, match="unknown 'amos'; expected one of amos-monster, century-silver"):
        load_profile(str(own))
