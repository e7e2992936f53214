"""A table's machine timed from the command line over three cycles, and the unmeasured values of a profile."""

import json
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from api.cli import main
from controller.errors import ProfileError
from hardware.profiles.guesses import guesses
from hardware.profiles.load import load_profile
from hardware.profiles.measured import write_measured
from hardware.simulator.machine.wiring import LiveTable
from tests.support.table_on_pty import table_on_pty

SOURCE = 'source = "how the machine of this test is made"'
QUICK = f"""
extends = "wall-only"

[cycle]
hatch_open_s = {{ value = 0.1, {SOURCE} }}
hatch_close_s = {{ value = 0.15, {SOURCE} }}
mixing_s = {{ value = 0.2, {SOURCE} }}
walls_up_s = {{ value = 0.1, {SOURCE} }}
dice_s = {{ value = 0.12, {SOURCE} }}
"""
OWN = """# the table at the window
extends = "wall-only"

[cycle] # what the stopwatch says
hatch_open_s = { value = 5.0, source = "assumed" }

[table]
name = { value = "Window", source = "its owner" }
"""
TIMED = ("cycle.hatch_open_s", "cycle.hatch_close_s", "cycle.mixing_s", "cycle.walls_up_s", "cycle.dice_s")


def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["jantaku", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    assert isinstance(ended.value.code, int)
    return ended.value.code, said.out, said.err


def hold(names: tuple[str, ...], table: LiveTable, now: float) -> None:
    if names == ("tiles",):
        table.machine.tiles_in()
    else:
        table.fingers(names, now)


def test_three_cycles_are_timed_and_written_into_the_tables_own_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, own, ended = tmp_path / "quick.toml", tmp_path / "window.toml", threading.Event()
    quick.write_text(QUICK, encoding="utf-8")
    own.write_text(OWN, encoding="utf-8")
    with table_on_pty(tmp_path / "table", str(quick)) as (_, cable):

        def play() -> None:
            while not ended.is_set():
                for names, wait in (("SET_A",), 0.2), (("tiles",), 0.0), (("SET_A",), 0.6), (("DICE_A",), 0.25):
                    cable.act(partial(hold, names))
                    ended.wait(0.1)
                    if names != ("tiles",):
                        cable.act(partial(hold, ()))
                    if ended.wait(wait):
                        return

        hand = threading.Thread(target=play)
        hand.start()
        words = ("table", "scan", "--profile", str(own), "--port", str(cable.link), "--seconds", "30", "--json")
        status, out, _ = run(capfd, monkeypatch, *words)
        ended.set()
        hand.join()
    told = json.loads(out.splitlines()[-1])
    assert status == 0
    assert set(told["measured"]) == set(TIMED)
    profile, meant = load_profile(str(own)), load_profile(str(quick))
    for key in TIMED:
        name = key.partition(".")[2]
        # A busy computer sees an edge late; assumed values are seconds off.
        assert getattr(profile.cycle, name) == pytest.approx(getattr(meant.cycle, name), abs=0.5), key
        assert profile.sources[key].startswith("measured ")
    text = own.read_text(encoding="utf-8")
    assert "# the table at the window" in text
    assert profile.table.name == "Window"
    assert not set(TIMED) & set(told["still_guessed"])
    assert not set(TIMED) & {guess.key for guess in guesses(profile)}


def test_a_profile_that_ships_is_never_written_and_a_file_that_cannot_hold_times_stays_as_it_was(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, err = run(capfd, monkeypatch, "table", "scan", "--profile", "two-start", "--port", "none")
    assert status == 2
    assert 'expected a .toml file of your own; it may begin with: extends = "two-start"' in err
    odd = tmp_path / "odd.toml"
    odd.write_text('extends = "wall-only"\ncycle = "fast"\n', encoding="utf-8")
    with pytest.raises(ProfileError):
        write_measured(odd, {"cycle.dice_s": [1.0, 1.1, 1.2]}, "2026-11-22")
    assert odd.read_text(encoding="utf-8").endswith('cycle = "fast"\n')
    assert [each.name for each in tmp_path.iterdir()] == ["odd.toml"]


def test_the_doctor_lists_what_of_a_profile_is_guessed_and_how_to_find_it_out(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run(capfd, monkeypatch, "doctor", "--profile", "two-start", "--json")
    told = [row for row in map(json.loads, out.splitlines()) if row["code"] == "profile-guess"]
    keys = [row["en"].removeprefix("not measured: ").partition(" = ")[0] for row in told]
    assert {"cycle.hatch_open_s", "cycle.dice_s", "table.outer_mm", "lamps.inputs", "goals.open.ms"} <= set(keys)
    assert "building.build_s" not in keys, "its source is a maker's page"
    assert all(row["ok"] and row["level"] == "advice" and row["cure_ja"] for row in told)
    assert keys[-1].endswith(("within_s", "slow_s", "left_open_s")), "limits follow from what was timed"
    status, _, err = run(capfd, monkeypatch, "doctor", "--profile", "no-such")
    assert (status, "no table profile 'no-such'" in err) == (2, True)
