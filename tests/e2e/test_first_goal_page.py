"""From an unconfigured board and an independent profile to the first proved goal, on the setup page only.

The board runs the compiled firmware on the emulator with empty memory; the panel multiplexes its lamps, and the lamp of
the dice is the only proof of the profile's single goal.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
import tomlkit
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as WaitedTooLong

from firmware_bridge.wire.codes import INPUTS
from hardware.firmware.build import PREBUILT, build_harness, missing_packages
from hardware.profiles.load import load_profile, profile_data
from hardware.simulator.board.emulated import EmulatedBoard
from hardware.simulator.board.pty import BoardOnPty, ServedBoard
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import LiveTable
from hardware.simulator.pins import PanelDrive, input_mask
from tests.e2e.test_setup_page import Begun, begun
from tests.firmware.conftest import lacking
from tests.support.logged_in import PIN, link_to
from tests.support.waiting import PATIENCE_S

__all__ = ["begun"]
ROLLS_S = 3.0
LAMP = "DICE_ROLLING"


def fresh_profile(file: Path) -> Path:
    """Write an independent profile with one dice button, one lamp of the panel and one goal."""
    data = profile_data("wall-only")
    own = "as this table is"

    def say(section: str, **values: object) -> None:
        data[section] |= {key: {"value": value, "source": own} for key, value in values.items()}

    say("table", name="Hall 3, bought second-hand", name_ja="三号卓")
    say("cycle", dice_s=ROLLS_S)
    say("buttons", outputs=["DICE_A"], set_does="nothing")
    say("chords", lift=[], first_dealer=[])
    say("lamps", inputs=["DICE_A", LAMP], faults=[])
    dice = data["goals"]["dice"] | {
        "may": {"value": ["unknown"], "source": own},
        "proof": {"value": "dice_stopped", "source": "the lamp of the dice goes out"},
        "by_camera": {"value": False, "source": own},
    }
    data["goals"] = {"dice": dice}
    file.write_text(tomlkit.dumps(data), encoding="utf-8")
    return file


@contextmanager
def standing(folder: Path, profile: Path) -> Iterator[tuple[LiveTable, BoardOnPty]]:
    """Run the table: machine, panel, wires and an unconfigured board."""
    lacking(missing_packages())
    now = time.monotonic()
    with EmulatedBoard(build_harness(folder / "emulator"), PREBUILT, now) as board:
        table = LiveTable(board, Machine(load_profile(str(profile)), now), now)
        table.drive_lamps(PanelDrive(input_mask(INPUTS[8:19])), now)
        with BoardOnPty(folder / "board", cast(ServedBoard, table)) as cable:
            yield table, cable


def pressed_by_hand(page: Page, cable: BoardOnPty) -> None:
    """Press the dice button by hand, repeatedly until the page has seen its lamp both dark and lit."""
    lamp, until = page.locator("[data-lamp=DICE_ROLLING]"), time.monotonic() + PATIENCE_S
    while not lamp.is_visible() and time.monotonic() < until:
        cable.act(lambda table, now: table.fingers(("DICE_A",), now))
        expect(page.locator("[data-wire=DICE_A][data-seen=true]")).to_contain_text("U1 D4")
        cable.act(lambda table, now: table.fingers((), now))
        with suppress(WaitedTooLong):
            lamp.wait_for(timeout=2_000 * ROLLS_S)
    expect(lamp).to_contain_text(re.compile("dark 0 % · lit 2[0-9] %"))


def rolled_by_page(page: Page, table: LiveTable) -> str:
    """Request the goal once; return how it ended, and the page's message."""
    page.locator("[data-goal=dice]").click()
    page.locator("#pin input").fill(PIN)
    page.locator("#pin .primary").click()
    ended = page.locator("#cycle[data-step]")
    expect(ended).to_be_attached()
    return f"{ended.get_attribute('data-step')} after {table.machine.rolls}: {ended.inner_text()}"


@pytest.mark.firmware
def test_a_bare_board_and_a_fresh_profile_come_to_a_first_proved_goal(
    browser: Browser, begun: Begun, tmp_path: Path
) -> None:
    profile = fresh_profile(begun.folder / "hall-3.toml")
    assert "extends" not in profile.read_text(encoding="utf-8")
    page = browser.new_page(viewport={"width": 1024, "height": 900})
    page.goto(link_to(begun.web, "/setup?lang=en"))
    page.locator("#real").click()
    with standing(tmp_path, profile) as (table, cable):
        page.locator("#profile").select_option("hall-3.toml")
        page.locator("[data-step=board]").click()
        page.locator("#board-address").fill(str(cable.link))
        page.locator("#board-try").click()
        page.locator("#pin").click()
        expect(page.locator(".identity .good")).to_be_visible()
        page.locator("#next").click()
        expect(page.locator(".now")).to_have_attribute("data-next", "DICE_A")
        pressed_by_hand(page, cable)
        page.locator("#own-profile").click()
        expect(page.locator("#guessed summary")).to_contain_text(re.compile(r"^\w+\.toml"))
        page.locator("#write").click()
        expect(page.locator("details", has_text=re.compile(r"LAMP_SHARE = ([5-9]|1[0-5])\b"))).to_be_attached()
        page.locator("[data-step=test]").click()
        page.locator("#looked").check()
        expect(page.locator("[data-goal]")).to_have_count(1)
        rolls = table.machine.rolls
        assert rolled_by_page(page, table).startswith(f"done after {rolls + 1}: ")
