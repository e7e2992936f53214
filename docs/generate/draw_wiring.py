"""Write udev rule, wiring drawings and the tables of two guides from the catalogues; ``--check`` only compares."""

import math
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware_bridge.findings import words
from firmware_bridge.serial.usb import Chip, chips
from firmware_bridge.session.reconnect import TABLE
from hardware.firmware.catalogue import load

# Pins of a 74HC165 in DIP-16 (inputs A-H are D0-D7).
PIN_OF: Final = {"D0": 11, "D1": 12, "D2": 13, "D3": 14, "D4": 3, "D5": 4, "D6": 5, "D7": 6}
# Pins of a channel of the relay (AQW212EH, DIP-8): anode, cathode, and its two contacts; of the opto-coupler (PC814A,
# DIP-4): the LED's two, emitter, collector.
RELAY_PINS: Final = {"a": (1, 2, 8, 7), "b": (3, 4, 6, 5)}
OPTO_PINS: Final = (1, 2, 3, 4)
_WIDE: Final = 1200
_ROW: Final = 20
_TOP: Final = 74
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#223}.h{font-size:16px;font-weight:bold}.s{font-size:10px;fill:#566}"
    ".m{text-anchor:middle}.e{text-anchor:end}path,rect,circle{fill:none;stroke:#445;stroke-width:1.3}"
    ".chip{fill:#eef2f8}.table{fill:#fbf3e4}.host{fill:#e6f1ea}.gap{stroke:#b23;stroke-dasharray:6 4;stroke-width:1.6}"
    ".red{fill:#b23}"
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Differences between the boards: title, a pin's label, how a relay's LED is driven, the supply.

    ``sinks``: a driver pulls the LED's cathode to ground, and the key is in its supply; else the pin feeds the anode.
    """

    title: tuple[str, ...]
    label: Callable[[Mapping[str, Any]], str]
    drive: str
    driven: tuple[str, ...]
    supply: str
    key: tuple[str, ...]
    usb: tuple[str, ...]
    sinks: bool = False


def header_pin(number: int) -> int:
    """Positions of GP0 to GP18: ground is third, and every fifth after it (Raspberry Pi Pico Datasheet, 2.1)."""
    return number + 1 + (number + 2) // 4


_USB: Final = ("USB to the host, behind the ESD array", "USBLC6-2SC6 on D+, D-, 5 V")
ARDUINO: Final = Drawn(
    ("Arduino", "Uno or Nano", "ATmega328P"),
    lambda pin: str(pin["arduino"]),
    "560 Ω",
    ("5 V - 1.25 V over 560 Ω: 6.7 mA; the relay needs 5 mA",),
    "+5 V",
    ("TVS 5 V to GND, 4.7 kΩ to A4; first contact to GND", "second: all LEDs' return to GND, see below"),
    (*_USB, "5 V to relays, chain, pull-ups: fuse 0.2 A"),
)
PICO: Final = Drawn(
    ("Pico", "Raspberry Pi Pico", "RP2040"),
    lambda pin: f"GP{pin['gp']} ({header_pin(pin['gp'])})",
    "470 Ω",
    (
        "ULN2803A between pin and LED: GPn to an input (1-8),",
        "its output (18-11) pulls the LED down over 470 Ω: 6.1 mA;",
        "GND (9), COM (10) to 5 V",
    ),
    "+3.3 V",
    ("TVS 5 V to GND, 10 kΩ, BAT54S at GP18; first contact to GND", "second: 5 V (VBUS, 40) to all LEDs, see below"),
    (*_USB, "5 V (VBUS, 40) to relays: fuse 0.2 A", "3.3 V (3V3 OUT, 36) to chain and pull-ups"),
    sinks=True,
)


def drawing(pins: Mapping[str, Any], board: Drawn = ARDUINO) -> str:
    """Return SVG: outputs on the left, inputs on the right, one channel of each kind below."""
    rows = max(len(pins["outputs"]) * 2, len(pins["inputs"]) + 6)
    below = _TOP + rows * _ROW + 30
    parts = [*_outputs(pins, board), *_middle(pins, rows, board), *_inputs(pins), *_channels(below, board)]
    high = below + 270
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{_WIDE}" height="{high}" style="fill:#fff;stroke:none"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _outputs(pins: Mapping[str, Any], board: Drawn) -> Iterator[str]:
    yield _text(24, 30, "Presses: dry contacts across buttons", "h")
    yield _text(24, 50, "each PhotoMOS output in parallel with one button's switch", "s")
    for number, pin in enumerate(pins["outputs"]):
        y = _TOP + number * 2 * _ROW + 10
        channel = "ab"[number % 2]
        anode, cathode, *contacts = RELAY_PINS[channel]
        yield _box(24, y - 12, 120, 28, "table", f"{pin['name']} button")
        yield _wire(144, y - 5, 196, y - 5)
        yield _wire(144, y + 9, 196, y + 9)
        yield from (_text(192, y - 8, str(contacts[0]), "s e"), _text(192, y + 6, str(contacts[1]), "s e"))
        yield _box(196, y - 12, 56, 28, "chip", f"K{number // 2 + 1}{channel}")
        driven, keyed = (cathode, anode) if board.sinks else (anode, cathode)
        yield from (_text(256, y - 2, str(driven), "s"), _text(256, y + 15, f"{keyed}: key", "s"))
        yield _wire(252, y + 2, 306, y + 2)
        yield _box(306, y - 6, 52, 16, "chip", board.drive, "s")
        yield _wire(358, y + 2, 430, y + 2)
        yield _text(424, y - 3, board.label(pin), "e")


def _middle(pins: Mapping[str, Any], rows: int, board: Drawn) -> Iterator[str]:
    yield f'<rect class="host" x="430" y="{_TOP - 14}" width="150" height="{rows * _ROW}"/>'
    title, *more = board.title
    yield _text(505, _TOP + 150, title, "h m")
    yield from (_text(505, _TOP + 172 + 18 * place, line, "m") for place, line in enumerate(more))
    for place, (name, pin) in enumerate(pins["chain"].items()):
        y = _TOP + 20 + place * 34
        wanted = {
            "latch": "SH/LD (1) of U1 U2 U3",
            "clock": "CLK (2) of U1 U2 U3",
            "data": "QH (9) of U1, 4.7 kΩ to GND",
            "feed": "SER (10) of U3",
        }[name]
        yield _wire(580, y, 650, y)
        yield _text(584, y - 4, board.label(pin))
        yield _text(656, y + 4, wanted, "s")
    y = _TOP + 20 + len(pins["chain"]) * 34
    yield _wire(580, y, 650, y)
    yield _text(584, y - 4, board.label(pins["enable"]))
    yield _box(650, y - 12, 108, 24, "chip", "ENABLE key")
    notes = (
        *board.key,
        "",
        "Chain: QH (9) of U3 to SER (10) of U2,",
        "QH (9) of U2 to SER (10) of U1,",
        "CLK INH (15) and GND (8) to GND,",
        f"VCC (16) to {board.supply}, 100 nF beside each chip",
        "",
        "Opto-couplers (PC814A): {} and {} on the table's side,".format(*OPTO_PINS),
        "{} (emitter) to GND, {} (collector) to the chain".format(*OPTO_PINS[2:]),
        "",
        *board.usb,
    )
    yield from (_text(596, y + 34 + place * 16, line, "s") for place, line in enumerate(notes) if line)


def _inputs(pins: Mapping[str, Any]) -> Iterator[str]:
    yield _text(860, 30, "Senses: opto-couplers", "h")
    yield _text(860, 50, "on buttons and lamps; lit: the line is low", "s")
    sensed = [pin for pin in pins["inputs"] if pin["sort"] != "key"]
    y = _TOP
    for place in sorted({pin["at"].split()[0] for pin in sensed}):
        lines = [pin for pin in sensed if pin["at"].split()[0] == place]
        high = len(lines) * _ROW
        yield f'<rect class="chip" x="868" y="{y - 12}" width="96" height="{high + 6}"/>'
        yield _text(876, y + 4, place, "h")
        yield _text(876, y + 20, "74HC165", "s")
        for pin in lines:
            line = pin["at"].split()[1]
            yield _text(960, y + 4, f"{line} ({PIN_OF[line]})", "s e")
            yield _wire(964, y, 1010, y)
            yield _box(1010, y - 8, 34, 16, "chip", "opto", "s")
            yield _wire(1044, y, 1070, y)
            yield _text(1074, y + 4, pin["name"])
            y += _ROW
        y += 2 * _ROW


def _channels(top: int, board: Drawn) -> Iterator[str]:
    yield _text(24, top, "One channel of each sort", "h")
    yield from _press_channel(24, top + 20, board)
    yield from _button_channel(424, top + 20, board.supply)
    yield from _lamp_channel(824, top + 20, board.supply)


def _press_channel(x: int, y: int, board: Drawn) -> Iterator[str]:
    yield _text(x, y + 12, "press: PhotoMOS across the switch")
    anode, cathode, *contacts = RELAY_PINS["a"]
    yield f'<rect class="chip" x="{x + 170}" y="{y + 36}" width="80" height="96"/>'
    yield from (
        _led(x + 190, y + 90),
        _text(x + 160, y + 48, str(anode), "s"),
        _text(x + 160, y + 112, str(cathode), "s"),
    )
    yield from _sunk(x, y, board.drive) if board.sinks else _fed(x, y, board.drive)
    yield _gap(x + 214, y + 26, y + 142)
    yield from (_wire(x + 250, y + 52, x + 340, y + 52), _wire(x + 250, y + 116, x + 340, y + 116))
    yield from (_text(x + 228, y + 90, "MOS", "s"), _switch(x + 340, y + 52, y + 116))
    yield from (_box(x + 254, y + 44, 36, 16, "chip", "0.2 A", "s"), *_guard(x + 306, y + 52, y + 116, "TVS 33 V"))
    yield from (_text(x + 251, y + 72, str(contacts[0]), "s"), _text(x + 251, y + 130, str(contacts[1]), "s"))
    yield _text(x + 310, y + 150, "table's button", "s")
    yield from (_text(x, y + 186 + 14 * place, line, "s") for place, line in enumerate(board.driven))


def _fed(x: int, y: int, drive: str) -> Iterator[str]:
    """Channel whose pin feeds the LED, with the key in its return."""
    yield from (_box(x, y + 40, 60, 24, "host", "pin"), _wire(x + 60, y + 52, x + 80, y + 52))
    yield from (_box(x + 80, y + 44, 54, 16, "chip", drive, "s"), _wire(x + 134, y + 52, x + 170, y + 52))
    yield from (_wire(x + 170, y + 116, x + 150, y + 116), _switch(x + 150, y + 116, y + 156))
    yield from (_ground(x + 150, y + 156), _text(x + 74, y + 140, "ENABLE key", "s"))
    yield from (_wire(x + 70, y + 52, x + 70, y + 80), _box(x + 46, y + 80, 48, 16, "chip", "10 kΩ", "s"))
    yield _ground(x + 70, y + 96)


def _sunk(x: int, y: int, drive: str) -> Iterator[str]:
    """Channel whose driver pulls the LED down, with the key in its supply."""
    yield from (_box(x, y + 104, 36, 24, "host", "pin"), _wire(x + 36, y + 116, x + 50, y + 116))
    yield from (_box(x + 50, y + 104, 42, 24, "chip", "ULN", "s"), _wire(x + 92, y + 116, x + 104, y + 116))
    yield from (_box(x + 104, y + 108, 42, 16, "chip", drive, "s"), _wire(x + 146, y + 116, x + 170, y + 116))
    yield from (_wire(x + 43, y + 116, x + 43, y + 134), _box(x + 19, y + 134, 48, 16, "chip", "10 kΩ", "s"))
    yield _ground(x + 43, y + 150)
    yield from (_text(x + 76, y + 42, "5 V (VBUS, 40), fuse 0.2 A", "s m"), _switch(x + 76, y + 48, y + 84))
    yield from (_text(x + 92, y + 74, "ENABLE key", "s"), _wire(x + 76, y + 84, x + 156, y + 84))
    yield from (_wire(x + 156, y + 84, x + 156, y + 52), _wire(x + 156, y + 52, x + 170, y + 52))


def _button_channel(x: int, y: int, supply: str) -> Iterator[str]:
    yield _text(x, y + 12, "button: AC opto-coupler over the switch's pull-up")
    yield _text(x, y + 36, "table's supply", "s")
    yield from (_wire(x + 30, y + 44, x + 30, y + 56), _box(x + 8, y + 56, 44, 16, "chip", "R", "s"))
    yield from (_wire(x + 30, y + 72, x + 30, y + 84), _wire(x + 30, y + 84, x + 110, y + 84))
    yield from (f'<rect class="chip" x="{x + 110}" y="{y + 60}" width="90" height="80"/>', _led(x + 128, y + 92))
    yield from (_wire(x + 110, y + 124, x + 30, y + 124), _switch(x + 30, y + 124, y + 168))
    yield from _guard(x + 76, y + 84, y + 124, "TVS 33 V")
    yield _text(x + 44, y + 172, "button to the table's ground", "s")
    yield from _sensed(x, y, supply)
    yield _text(x, y + 196, "a button to the supply: R and LED between it and ground", "s")


def _lamp_channel(x: int, y: int, supply: str) -> Iterator[str]:
    yield _text(x, y + 12, "lamp: AC opto-coupler across the lamp's wires")
    yield from (_wire(x + 8, y + 64, x + 72, y + 64), _wire(x + 8, y + 124, x + 110, y + 124))
    yield from (_box(x + 72, y + 56, 24, 16, "chip", "R", "s"), _wire(x + 96, y + 64, x + 110, y + 64))
    yield f'<circle class="table" cx="{x + 20}" cy="{y + 94}" r="12"/>'
    yield from _guard(x + 62, y + 64, y + 124, "TVS 33 V")
    yield from (_wire(x + 20, y + 64, x + 20, y + 82), _wire(x + 20, y + 106, x + 20, y + 124))
    yield from (f'<rect class="chip" x="{x + 110}" y="{y + 44}" width="90" height="96"/>', _led(x + 128, y + 92))
    yield from _sensed(x, y, supply)
    yield _text(x, y + 176, "R for 1.5 mA: 2.2 kΩ at 5 V, 6.8 kΩ at 12 V, 15 kΩ at 24 V", "s")


def _guard(x: int, y: int, to_y: int, words: str) -> Iterator[str]:
    """Draw a protective diode between two wires."""
    middle = (y + to_y) // 2
    yield from (_wire(x, y, x, middle - 8), _wire(x, middle + 8, x, to_y))
    yield _box(x - 26, middle - 8, 52, 16, "chip", words, "s")


def _sensed(x: int, y: int, supply: str) -> Iterator[str]:
    """Right half of an opto-coupler: collector with pull-up to a 74HC165, emitter to ground."""
    yield _gap(x + 160, y + 34, y + 150)
    yield from (_wire(x + 200, y + 84, x + 270, y + 84), _box(x + 270, y + 74, 80, 20, "chip", "74HC165 Dn", "s"))
    yield from (_wire(x + 236, y + 84, x + 236, y + 64), _box(x + 212, y + 48, 48, 16, "chip", "10 kΩ", "s"))
    yield from (_wire(x + 236, y + 48, x + 236, y + 38), _text(x + 236, y + 34, supply, "s m"))
    yield from (_wire(x + 200, y + 124, x + 236, y + 124), _ground(x + 236, y + 124))
    one, two, emitter, collector = OPTO_PINS
    yield from (_text(x + 102, y + 80, str(one), "s"), _text(x + 102, y + 138, str(two), "s"))
    yield from (_text(x + 202, y + 80, str(collector), "s"), _text(x + 202, y + 138, str(emitter), "s"))


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" class="{kind}">{words}</text>'
        if kind
        else f'<text x="{x:g}" y="{y:g}">{words}</text>'
    )


def _box(x: float, y: float, wide: float, high: float, kind: str, words: str, text: str = "") -> str:
    middle = _text(x + wide / 2, y + high / 2 + 4, words, f"{text} m".strip())
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>{middle}'


def _wire(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'


def _ground(x: float, y: float) -> str:
    return f'<path d="M{x:g} {y:g}v10m-9 0h18m-15 4h12m-9 4h6"/>'


def _led(x: float, y: float) -> str:
    return f'<path d="M{x:g} {y:g}l-9 -14h18zm-9 0h18m2 -12l8 -5m-6 11l8 -5"/>'


def _switch(x: float, y: float, to_y: float) -> str:
    middle = (y + to_y) / 2
    return f'<path d="M{x:g} {y:g}V{middle - 12:g}M{x + 14:g} {middle - 10:g}L{x:g} {middle + 12:g}V{to_y:g}"/>'


def _gap(x: float, y: float, to_y: float) -> str:
    return f'<path class="gap" d="M{x:g} {y:g}V{to_y:g}"/>{_text(x + 4, y + 4, "isolation", "s red")}'


ROOT: Final = Path(__file__).parents[2]
HERE: Final = ROOT / "hardware" / "wiring"
GUIDE: Final = HERE / "README.md"
LINK_PAGE: Final = ROOT / "docs" / "link.md"
_RULE_HEAD: Final = """\
# Written by python docs/generate/draw_wiring.py from firmware_bridge/serial/usb_chips.toml; change that.
#   sudo cp 99-jantaku.rules /etc/udev/rules.d/ && sudo udevadm control --reload, then plug the board in again.
# ModemManager leaves the device alone; its port gets a name that stays with the USB socket, /dev/jantaku-<socket>, and,
# where the chip has a serial number, one that stays with the board, /dev/jantaku-board-<serial>.
ACTION=="remove", GOTO="jantaku_end"
SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", GOTO="jantaku_usb"
SUBSYSTEM=="tty", SUBSYSTEMS=="usb", GOTO="jantaku_tty"
GOTO="jantaku_end"
"""


def rules() -> str:
    """Text of 99-jantaku.rules."""
    lines = [_RULE_HEAD, 'LABEL="jantaku_usb"']
    lines += [f'{_ids(chip)}, ENV{{ID_MM_DEVICE_IGNORE}}="1"' for chip in chips().values()]
    lines += ['GOTO="jantaku_end"', "", 'LABEL="jantaku_tty"']
    for chip in chips().values():
        lines += [f"# {chip.name}: {chip.source}", f"{_ids(chip)}, {_tty(chip)}"]
    return "\n".join([*lines, "", 'LABEL="jantaku_end"']) + "\n"


def page(path: Path, tables: Mapping[str, str]) -> str:
    """Return a page with its current tables."""
    text = path.read_text(encoding="utf-8")
    for name, table in tables.items():
        before, opening, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, closing, after = rest.partition(f"<!-- end: {name} -->")
        text = f"{before}{opening}{table}{closing}{after}"
    return text


def outputs() -> Mapping[Path, str]:
    """Return every generated file with its current text."""
    return {
        HERE / "99-jantaku.rules": rules(),
        HERE / "wiring.svg": drawing(load()["pins"]),
        HERE / "wiring-pico.svg": drawing(load()["pins"], PICO),
        GUIDE: page(GUIDE, _guide_tables(load()["pins"])),
        LINK_PAGE: page(LINK_PAGE, _link_tables()),
    }


def part_counts(pins: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """Return the number of each part on one board."""
    return _counts("part", pins)


def _counts(list_name: str, pins: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    sensed = [pin for pin in pins["inputs"] if pin["sort"] != "key"]
    number = {
        "board": 1,
        "outputs": len(pins["outputs"]),
        "inputs": len(sensed),
        "chain": len({pin["at"].split()[0] for pin in sensed}),
        "faint": 0,
    }
    parts = tomllib.loads((HERE / "parts.toml").read_text(encoding="utf-8"))[list_name]
    return [(math.ceil(number[part["serves"]] / part.get("of", 1)), part) for part in parts]


def main(arguments: list[str]) -> int:
    """Write the files, or name the stale ones; 0 fine, 1 stale, 2 bad usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python docs/generate/draw_wiring.py [--check]", file=sys.stderr)
        return 2
    stale = [path for path, text in outputs().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if arguments:
            print(f"stale: {path.name}", file=sys.stderr)
        else:
            path.write_text(outputs()[path], encoding="utf-8")
    return 1 if arguments and stale else 0


def _ids(chip: Chip) -> str:
    vendor, product = chip.usb.split(":")
    return f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'


def _tty(chip: Chip) -> str:
    names = ["jantaku-$env{ID_PATH_TAG}", *(["jantaku-board-$env{ID_SERIAL_SHORT}"] if chip.serial else [])]
    links = ", ".join(f'SYMLINK+="{name}"' for name in names)
    return f'ENV{{ID_MM_PORT_IGNORE}}="1", MODE="0660", GROUP="dialout", {links}'


def _link_tables() -> Mapping[str, str]:
    return {
        "chips": _table(("USB", "chip", "source"), ((f"`{c.usb}`", c.name, c.source) for c in chips().values())),
        "reconnect": _table(("from", "what happened", "then", "tried again after, s"), _reconnect_rows()),
        "findings": _table(("line", "", "what it found", "what to do", "内容", "対処"), _finding_rows()),
    }


def _reconnect_rows() -> Iterator[tuple[str, ...]]:
    for stage, row in TABLE.items():
        for cue, then in row.items():
            waits = ", ".join(f"{wait:g}" for wait in then.pace.value)
            yield (stage.value, f"`{cue.value}`", then.stage.value, waits)


def _finding_rows() -> Iterator[tuple[str, ...]]:
    marks = {"well": "ok", "advice": "note", "trouble": "FAIL"}
    for code, text in words().items():
        yield (
            f"`{code}`",
            marks[text["level"]],
            *(
                text.get(key, "").replace("{path}", "PORT").replace("{detail}", "…").replace("*", "\\*")
                for key in ("en", "cure_en", "ja", "cure_ja")
            ),
        )


def _guide_tables(pins: Mapping[str, Any]) -> Mapping[str, str]:
    return {
        "outputs": _table(("Arduino", "PhotoMOS", "button"), _output_rows(pins)),
        "inputs": _table(("74HC165", "pin", "wired to", "sort"), _input_rows(pins)),
        "pico": _table(("Arduino", "Pico", "pin", "to"), _pico_rows(pins)),
        "pico-parts": _table(
            ("", "part", "部品", "instead of"),
            ((str(n), part["name"], part["ja"], part["instead"]) for n, part in _counts("pico", pins)),
        ),
        "parts": _table(
            ("", "part", "部品"), ((str(n or "*"), part["name"], part["ja"]) for n, part in part_counts(pins))
        ),
    }


def _output_rows(pins: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for number, pin in enumerate(pins["outputs"]):
        yield (pin["arduino"], f"K{number // 2 + 1}{'ab'[number % 2]}", f"`{pin['name']}`")


def _pico_rows(pins: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    rows = [(pin, f"`{pin['name']}`, its driver") for pin in pins["outputs"]]
    rows += [(pin, f"the chain's {name}") for name, pin in pins["chain"].items()]
    for pin, wanted in (*rows, (pins["enable"], "the key's first contact")):
        yield (pin["arduino"], f"GP{pin['gp']}", str(header_pin(pin["gp"])), wanted)


def _input_rows(pins: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for pin in pins["inputs"]:
        if pin["sort"] == "key":
            yield ("Arduino", pins["enable"]["arduino"], f"`{pin['name']}`", pin["sort"])
        else:
            place, line = pin["at"].split()
            yield (place, f"{PIN_OF[line]} ({line})", f"`{pin['name']}`", pin["sort"])


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in [head, ("---",) * len(head), *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
