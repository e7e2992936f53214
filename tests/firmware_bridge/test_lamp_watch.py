"""Settings of a board for a panel with multiplexed lamps, found by watching the lamps lit and dark."""

import tomllib
from itertools import chain, repeat

import pytest

from controller.text import Text
from docs.generate import draw_wiring as generate
from firmware_bridge.commission.lamps import FIRST, GLOWS, PART, LampWatch
from firmware_bridge.wire.codes import INPUTS, ConfigKey
from firmware_bridge.wire.messages import GetLamps, GetState, LampShares, SetConfig, State
from hardware.simulator.board.board import Board
from hardware.simulator.pins import AT_REST, PanelDrive, input_mask
from tests.firmware.bench import Bench

LAMPS = ("READY", "DEALER_A", "DICE_ROLLING")


def watched(panel: PanelDrive) -> tuple[Bench, LampWatch]:
    """A board on such a panel, and a watch that saw its lamps dark, lit and dark again."""
    bench, watch = Bench(Board()), LampWatch()
    bench.hello()
    bench.board.drive_lamps(panel, bench.now)
    for name in chain(("",), *zip(LAMPS, repeat(""), strict=False)):
        bench.hold(*filter(None, (name, "WALLS_UP" if name else "")))
        for _ in range(5):
            told = bench.answer(GetLamps())
            assert isinstance(told, LampShares)
            watch.see(told)
            bench.run(0.23)
    return bench, watch


@pytest.mark.parametrize(("share", "ghost"), [(0.25, 0.0), (0.25, 0.05), (0.1, 0.0), (0.05, 0.0), (0.5, 0.1)])
def test_what_was_found_tells_each_lamp_lit_from_dark(share: float, ghost: float) -> None:
    bench, watch = watched(PanelDrive(input_mask(LAMPS), share=share, ghost=ghost))
    assert {row["input"] for row in watch.rows()} == set(LAMPS), "WALLS_UP burns steadily"
    assert watch.beyond() == {}
    found = watch.settings()
    assert set(found) == {ConfigKey.LAMP_SHARE, ConfigKey.LAMP_WINDOW_MS}
    for key, value in found.items():
        bench.answer(SetConfig(key, value))
    for name in LAMPS:
        for on in (True, False):
            bench.hold(*([name] if on else []))
            bench.run(0.8)
            state = bench.answer(GetState())
            assert isinstance(state, State)
            assert state.inputs == AT_REST | (input_mask((name,)) if on else 0)


@pytest.mark.parametrize(("share", "ghost", "needs"), [(0.03, 0.0, PART), (0.25, 0.12, GLOWS)])
def test_a_lamp_that_no_setting_tells_is_named_with_what_it_needs(share: float, ghost: float, needs: Text) -> None:
    _, watch = watched(PanelDrive(input_mask(("READY",)), share=share, ghost=ghost))
    assert watch.beyond() == {"READY": needs}
    assert watch.settings() == {}


def test_lamps_that_burn_steadily_need_nothing() -> None:
    _, watch = watched(PanelDrive(0))
    assert (watch.settings(), list(watch.rows())) == ({}, [])


@pytest.mark.parametrize("looks", [(23, 23, 23, 25, 25), (30, 30, 30, 33, 33)])
def test_a_lamp_seen_only_lit_is_not_yet_known(looks: tuple[int, ...]) -> None:
    watch, at = LampWatch(), INPUTS.index("READY") - FIRST
    for lit in [*looks, *looks]:
        watch.see(LampShares(100, bytes(lit * (each == at) for each in range(len(INPUTS) - FIRST))))
    assert (watch.driven(), watch.settings(), list(watch.rows())) == ({}, {}, [])


@pytest.mark.parametrize("looks", [(0, 0, 0, 22, 25, 25, 25), (25, 25, 25, 22, 0, 0, 0), (3, 0, 0, 0, 25, 25, 25)])
def test_a_window_that_a_change_cut_a_little_is_left_out_too(looks: tuple[int, ...]) -> None:
    watch, at = LampWatch(), INPUTS.index("READY") - FIRST
    for lit in looks:
        watch.see(LampShares(100, bytes(lit * (each == at) for each in range(len(INPUTS) - FIRST))))
    assert watch.driven() == {"READY": (0, 0.25)}


def test_the_part_is_in_the_list_of_parts() -> None:
    parts = tomllib.loads((generate.HERE / "parts.toml").read_text(encoding="utf-8"))["part"]
    assert (PART.en, PART.ja) in {(part["name"], part["ja"]) for part in parts}
