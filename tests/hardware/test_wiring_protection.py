"""Every line that leaves the board's case is protected; the ratings of each part fit what it protects and carries."""

import math
import re
import tomllib
from typing import Any

import pytest

from docs.generate import draw_wiring as generate
from docs.generate.draw_wiring import drawing
from hardware.firmware.catalogue import load

PINS = load()["pins"]
PARTS: list[dict[str, Any]] = tomllib.loads((generate.HERE / "parts.toml").read_text(encoding="utf-8"))["part"]
GUIDE = generate.GUIDE.read_text(encoding="utf-8")
LINES = ("outputs", "inputs", "key", "usb", "supply")
# Values that the guide permits on a wire, and those that it derives for the LEDs.
MOST_V = 30.0
LED_A, PULL_UP_A, CHAIN_A = 0.0067, 0.0005, 0.001
# Limits of the processor's pin diodes (Microchip AVR182: 1 mA at most), and the voltage from which they conduct.
PIN_A, PIN_V = 0.001, 5.5


def of(line: str, how: str) -> dict[str, Any]:
    found = [part for part in PARTS if part.get("protects") == line and part["as"] == how]
    assert len(found) == 1, f"{line}: {how}"
    return found[0]


def guarded(rating: str) -> float:
    return float(next(part[rating] for part in PARTS if rating in part))


def test_each_line_that_leaves_the_case_has_a_guard_with_its_source() -> None:
    assert {part["protects"] for part in PARTS if "protects" in part} == set(LINES)
    assert all(part["source"] for part in PARTS if "protects" in part)
    counts = {part["name"]: number for number, part in generate.part_counts(PINS)}
    assert counts[of("outputs", "tvs")["name"]] == counts[of("outputs", "fuse")["name"]] == len(PINS["outputs"])
    assert counts[of("inputs", "tvs")["name"]] == len(PINS["inputs"]) - 1, "all but the key"


@pytest.mark.parametrize("line", ["outputs", "inputs"])
def test_a_tables_wires_pass_what_the_guide_allows_and_no_more(line: str) -> None:
    tvs = of(line, "tvs")
    assert f"Anything above {MOST_V:g} V" in GUIDE
    assert tvs["standoff_v"] > MOST_V
    if line == "outputs":
        assert tvs["clamp_v"] < guarded("load_v")
    else:
        smallest = 1000 * min(float(each) for each in re.findall(r"([\d.]+) kOhm for", _resistors()))
        assert tvs["clamp_v"] / smallest < guarded("led_a")


def _resistors() -> str:
    return next(str(part["name"]) for part in PARTS if "LED, by the table's voltage" in part["name"])


def test_a_contacts_fuse_opens_before_the_relay_is_hurt() -> None:
    fuse = of("outputs", "fuse")
    assert fuse["trip_a"] < guarded("load_a")
    assert fuse["most_v"] >= of("outputs", "tvs")["clamp_v"] > fuse["most_v"] / 2


def test_the_supplys_fuse_bears_every_relay_at_once_and_opens_below_what_usb_gives() -> None:
    fuse = of("supply", "fuse")
    load_a = LED_A * len(PINS["outputs"]) + PULL_UP_A * len(PINS["inputs"]) + CHAIN_A
    assert 1.5 * load_a < fuse["hold_a"] < fuse["trip_a"] < 0.5


def test_the_keys_line_brings_a_pin_no_more_than_it_bears() -> None:
    (series,) = (each["name"] for each in PARTS if "between the key's line and A4" in each["name"])
    ohms = float(re.findall(r"(\d+) Ohm", series)[0])
    assert (of("key", "tvs")["clamp_v"] - PIN_V) / ohms < PIN_A


def test_the_guards_are_drawn_and_told() -> None:
    svg = drawing(PINS)
    for word in ("TVS 33 V", "0.2 A", "TVS 5 V"):
        assert f">{word}" in svg, word
    before, *_ = GUIDE.partition("## Parts")
    for word in ("SMBJ33CA", "MF-R020", "SMAJ5.0A", "USBLC6-2SC6"):
        assert word in before, word


def test_a_picos_pins_bear_what_comes_and_give_what_the_relays_take() -> None:
    parts: list[dict[str, Any]] = tomllib.loads((generate.HERE / "parts.toml").read_text(encoding="utf-8"))["pico"]
    replaced = [part["instead"] for part in parts if part["instead"]]
    for name in replaced:
        assert sum(part["name"].startswith(name) for part in PARTS) == 1, name
    pico = {name: value for part in parts for name, value in part.items() if isinstance(value, float)}
    led, key = (part["ohm"] for part in parts if "ohm" in part)
    # The relay's LED is specified at 5 mA, with a voltage drop of 1.25 V.
    assert (5.0 - 1.25 - pico["sat_v"]) / led > 0.005
    given = (3.3 - pico["in_v"]) / pico["in_ohm"] * len(PINS["outputs"])
    assert given < pico["all_a"] / 2
    assert (of("key", "tvs")["clamp_v"] - 3.3) / key < PIN_A
    assert 3.3 + pico["drop_v"] < pico["pin_v"]


@pytest.mark.parametrize("supply", [5.0, 3.3], ids=["arduino", "pico"])
def test_a_faint_lamps_part_holds_the_line_low_through_the_dark_and_lets_it_go_in_time(supply: float) -> None:
    part = next(part for part in PARTS if part["serves"] == "faint")
    # A 74HC165 at its supply: on a Pico's board the chain is between the line and the pins.
    low, high, led = 0.3 * supply, 0.7 * supply, 0.0015
    constant = part["pull_up_ohm"] * part["farad"]
    share, period = 0.02, 0.01
    pull_up_a = (supply - part["saturated_v"]) / part["pull_up_ohm"]
    assert part["ctr"] * led * share > 2 * pull_up_a, "what ageing takes of its gain is left"
    assert pull_up_a > 5e-6, "what leaks (1 uA) moves the line by less than a fifth"
    dark = supply - (supply - part["saturated_v"]) * math.exp(-period * (1 - share) / constant)
    assert dark < low, "the highest that it rises between two turns, as a 74HC165 reads it"
    lets_go = constant * math.log((supply - part["saturated_v"]) / (supply - high))
    between = constant * math.log((supply - low) / (supply - high))
    least = int(str(part["name"]).rpartition("LAMP_OFF_MS=")[2]) / 1000
    assert between < least, "while it rises through what is neither the lamp stays as it was"
    assert lets_go + least < 0.3
