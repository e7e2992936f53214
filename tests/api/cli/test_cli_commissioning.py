"""A board configured, tested and scanned from the command line, on a whole table behind a pseudo-terminal."""

import json
import sys
import threading
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest

from api.cli import main
from controller.errors import LinkError, ProfileError
from firmware_bridge.commission.settings import in_words, parse_value
from firmware_bridge.wire.codes import ConfigKey, FaultCode
from hardware.profiles.load import load_profile
from hardware.simulator.board.board import Board
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.pins import AT_REST, PanelDrive, input_mask
from tests.support.table_on_pty import ModelTable, table_on_pty

OWN = """
extends = "two-start"

[wiring]
lamp_off_ms = { value = 600, source = "measured" }
inverted = { value = ["READY"], source = "measured" }
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[ModelTable, BoardOnPty]]:
    with table_on_pty(tmp_path / "table") as standing:
        yield standing


def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["jantaku", "table", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    assert isinstance(ended.value.code, int)
    return ended.value.code, said.out, said.err


def test_settings_are_told_with_the_boards_own_limits(
    table: tuple[ModelTable, BoardOnPty], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = str(table[1].link)
    status, out, _ = run(capfd, monkeypatch, "config", "get", "--port", port, "--json")
    told = {row["name"]: row for row in json.loads(out)}
    assert status == 0
    assert set(told) == {key.name for key in ConfigKey}
    assert (told["GAP_MS"]["min"], told["GAP_MS"]["max"], told["GAP_MS"]["value"]) == (1500, 10_000, 1500)
    assert told["OUTPUTS"]["shown"].startswith("SET_A,")
    _, out, _ = run(capfd, monkeypatch, "config", "get", "lamp-off-ms", "--port", port)
    assert out.startswith("LAMP_OFF_MS = 20\n    ランプ消灯とみなす時間")


def test_what_is_set_is_read_back_and_kept(
    table: tuple[ModelTable, BoardOnPty], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = str(table[1].link)
    words = ("LAMP_OFF_MS=600", "OUTPUTS=SET_A,set-c", "FAULT_2=tile-missing")
    status, out, _ = run(capfd, monkeypatch, "config", "set", *words, "--save", "--port", port, "--json")
    assert status == 0
    assert {row["name"]: row["shown"] for row in json.loads(out)} == {
        "LAMP_OFF_MS": "600",
        "OUTPUTS": "SET_A,SET_C",
        "FAULT_2": "tile-missing",
    }
    _, out, _ = run(capfd, monkeypatch, "config", "get", "OUTPUTS", "--port", port, "--json")
    assert json.loads(out)[0]["value"] == 0b101


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("GAP_MS=200", "GAP_MS: expected 1500 to 10000, got 200"),
        ("OUTPUTS=SET_E", "OUTPUTS: no line 'SET_E'"),
        ("GAP=2", "no setting 'GAP'"),
        ("GAP_MS", "expected NAME=VALUE"),
        ("GAP_MS=soon", "GAP_MS: expected a number, got 'soon'"),
    ],
)
def test_a_wrong_setting_is_one_line_and_nothing_is_written(
    table: tuple[ModelTable, BoardOnPty],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    word: str,
    why: str,
) -> None:
    port = str(table[1].link)
    status, _, err = run(capfd, monkeypatch, "config", "set", "BUTTON_MS=40", word, "--port", port)
    assert status == 2
    assert why in err
    _, out, _ = run(capfd, monkeypatch, "config", "get", "BUTTON_MS", "--port", port, "--json")
    assert json.loads(out)[0]["value"] == 20


def test_a_profile_of_ones_own_writes_its_wiring(
    table: tuple[ModelTable, BoardOnPty],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    own = tmp_path / "hall-3.toml"
    own.write_text(OWN, encoding="utf-8")
    profile = load_profile(str(own))
    assert (profile.id, profile.wiring.lamp_off_ms) == ("hall-3", 600)
    words = ("config", "set", "--profile", str(own), "--port", str(table[1].link), "--json")
    status, out, _ = run(capfd, monkeypatch, *words)
    told = {row["name"]: row["shown"] for row in json.loads(out)}
    assert status == 0
    assert (told["LAMP_OFF_MS"], told["INVERT"]) == ("600", "READY")
    assert told["OUTPUTS"].split(",") == list(load_profile("two-start").buttons.outputs)
    assert told["INPUTS"].split(",")[-1] == "ENABLE"


def test_a_profile_file_that_is_not_there_or_goes_in_a_circle_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="No such file"):
        load_profile(str(tmp_path / "none.toml"))
    (tmp_path / "a.toml").write_text('extends = "b.toml"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('extends = "a.toml"\n', encoding="utf-8")
    with pytest.raises(ProfileError, match="in a circle"):
        load_profile(str(tmp_path / "a.toml"))


def test_the_board_tests_itself_and_forgets_a_fault_whose_cause_is_gone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with BoardOnPty(tmp_path / "table") as cable:
        port = str(cable.link)
        assert run(capfd, monkeypatch, "selftest", "--port", port)[:2] == (0, "sound 異常なし\n")
        cable.fault(FaultCode.TABLE_JAM)
        status, out, _ = run(capfd, monkeypatch, "clear", "table-jam", "--port", port, "--json")
        assert (status, json.loads(out)["faults"]) == (0, [])
        status, out, _ = run(capfd, monkeypatch, "clear", "table-jam", "--port", port)
        assert (status, "no such fault stands" in out) == (1, True)
        status, _, err = run(capfd, monkeypatch, "clear", "table-jamm", "--port", port)
        assert status == 2
        assert "no fault 'table-jamm'" in err


PRESSED = input_mask(("DICE_B",))
LIT = input_mask(("READY",))


def hold(levels: int, board: Board, now: float) -> None:
    board.set_inputs(levels, now)


def drive(panel: PanelDrive, board: Board, now: float) -> None:
    board.drive_lamps(panel, now)


def test_a_scan_names_the_wire_that_moved_and_what_tells_a_driven_lamp(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.commission.lamps.EACH_S", 0.11)
    ended = threading.Event()
    with BoardOnPty(tmp_path / "table") as cable:
        cable.act(partial(drive, PanelDrive(LIT)))

        def press_again_and_again() -> None:
            for levels in cycle((LIT | PRESSED, LIT, LIT | PRESSED, 0, PRESSED, 0)):
                cable.act(partial(hold, AT_REST | levels))
                if ended.wait(0.5):
                    return

        hand = threading.Thread(target=press_again_and_again)
        hand.start()
        status, out, _ = run(capfd, monkeypatch, "scan", "--seconds", "6", "--port", str(cable.link), "--json")
        ended.set()
        hand.join()
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert {(line["input"], line["at"]) for line in lines[:-1]} == {("DICE_B", "U1 D5")}
    assert next(row for row in lines[-1]["wires"] if row["input"] == "DICE_B")["times"] >= 1
    (lamp,) = lines[-1]["driven_lamps"]
    # The window that contains the change is left out; how much of it is counted next to it depends on the moment.
    assert lamp == {"input": "READY", "dark": pytest.approx(0, abs=2), "lit": pytest.approx(25, abs=2), "needs": None}
    assert lines[-1]["settings"] == {"LAMP_SHARE": pytest.approx(10, abs=2), "LAMP_WINDOW_MS": 100}


def test_watching_prints_a_state_once_until_it_changes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with BoardOnPty(tmp_path / "table") as cable:
        words = ("state", "--watch", "--seconds", "1.2", "--port", str(cable.link), "--json")
        status, out, _ = run(capfd, monkeypatch, *words)
    assert status == 0
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize("key", [ConfigKey.INPUTS, ConfigKey.OUTPUTS, ConfigKey.FAULT_3, ConfigKey.GAP_MS])
def test_a_value_in_words_is_the_value(key: ConfigKey) -> None:
    for value in (1, 3, 6):
        assert parse_value(key, in_words(key, value)) == value
    assert parse_value(ConfigKey.INVERT, "none") == 0
    with pytest.raises(LinkError, match="no fault"):
        parse_value(ConfigKey.FAULT_1, "hot")
