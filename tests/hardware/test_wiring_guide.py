"""Udev rule, drawing and tables of the wiring guide match the catalogues."""

import re
from pathlib import Path

import pytest

from docs.generate import draw_wiring as generate
from docs.generate.draw_wiring import drawing
from firmware_bridge.serial.usb import chips
from hardware.firmware.catalogue import load

RULE = re.compile(r'[A-Z_]+(?:\{\w+\})?(?:==|!=|\+=|=)"[^"]*"')
PINS = load()["pins"]


@pytest.mark.parametrize("path", generate.outputs(), ids=lambda path: path.name)
def test_what_is_written_from_the_catalogues_is_not_stale(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate.outputs()[path], "run python docs/generate/draw_wiring.py"
    assert generate.main(["--check"]) == 0


def test_every_line_of_the_rule_is_one_that_udev_reads() -> None:
    lines = [line for line in generate.rules().splitlines() if line and not line.startswith("#")]
    assert [line for line in lines if not all(RULE.fullmatch(part) for part in line.split(", "))] == []
    jumps = {part for line in lines for part in re.findall(r'GOTO="(\w+)"', line)}
    labels = [part for line in lines for part in re.findall(r'LABEL="(\w+)"', line)]
    assert jumps == set(labels)
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("usb", chips())
def test_each_chip_is_kept_from_modem_manager_and_gets_names_that_stay(usb: str) -> None:
    vendor, product = usb.split(":")
    wanted = f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'
    device, port = (line for line in generate.rules().splitlines() if line.startswith(wanted))
    assert device.endswith('ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert 'SYMLINK+="jantaku-$env{ID_PATH_TAG}"' in port
    assert ("ID_SERIAL_SHORT" in port) == chips()[usb].serial, "a chip without a number has no name by number"


def test_the_drawing_shows_every_line_where_the_firmware_has_it() -> None:
    svg = drawing(PINS)
    for pin in (*PINS["outputs"], *PINS["inputs"]):
        assert f">{pin['name']}" in svg
    for pin in PINS["outputs"]:
        assert f">{pin['arduino']}<" in svg
    assert len({pin["arduino"] for pin in PINS["outputs"]}) == len(PINS["outputs"]), "one line each"


def test_the_parts_suffice_for_every_line() -> None:
    counts = {part["name"].split(",")[0]: number for number, part in generate.part_counts(PINS)}
    assert counts["PhotoMOS relay"] * 2 >= len(PINS["outputs"])
    assert counts["opto-coupler with AC input"] + 1 == len(PINS["inputs"]), "all but the key"
    assert counts["shift register 74HC165"] * 8 >= len(PINS["inputs"]) - 1


@pytest.mark.parametrize(
    ("part", "words"), [("4.7 k", "4.7 kΩ"), ("key switch, two contacts", "ENABLE"), ("10 kOhm, pull-down", "10 kΩ")]
)
def test_what_keeps_a_broken_board_from_pressing_is_in_parts_drawing_and_text(part: str, words: str) -> None:
    """As docs/firmware.md and messages.toml assume."""
    assert sum(part in each["name"] for _, each in generate.part_counts(PINS)) == 1
    assert words in drawing(PINS)
    before, *_ = generate.GUIDE.read_text(encoding="utf-8").partition("## Parts")
    assert words in before


def test_the_guide_says_in_both_languages_what_the_board_cannot_do() -> None:
    guide = generate.GUIDE.read_text(encoding="utf-8")
    for words in (
        "presses only what a player could press",
        "cannot see tiles",
        "Every press is logged",
        "never touched",
        "対局者が押せるボタンだけ",
        "牌を見ること、数えること、並べることはできません",
        "決して触れないで",
    ):
        assert words in guide
