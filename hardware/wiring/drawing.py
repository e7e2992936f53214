"""The wiring as an SVG drawing: every line of the catalogue of pins, and how one channel of each sort is built."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

# Pins of a 74HC165 in DIP-16 (inputs A-H are D0-D7).
PIN_OF: Final = {"D0": 11, "D1": 12, "D2": 13, "D3": 14, "D4": 3, "D5": 4, "D6": 5, "D7": 6}
_WIDE: Final = 1200
_ROW: Final = 20
_TOP: Final = 74
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#223}.h{font-size:16px;font-weight:bold}.s{font-size:10px;fill:#566}"
    ".m{text-anchor:middle}.e{text-anchor:end}path,rect,circle{fill:none;stroke:#445;stroke-width:1.3}"
    ".chip{fill:#eef2f8}.table{fill:#fbf3e4}.host{fill:#e6f1ea}.gap{stroke:#b23;stroke-dasharray:6 4;stroke-width:1.6}"
    ".red{fill:#b23}"
)


def drawing(pins: Mapping[str, Any]) -> str:
    """SVG text: outputs on the left, inputs on the right, one channel of each sort below."""
    rows = max(len(pins["outputs"]) * 2, len(pins["inputs"]) + 6)
    below = _TOP + rows * _ROW + 30
    parts = [*_outputs(pins), *_arduino(pins, rows), *_inputs(pins), *_channels(below)]
    high = below + 250
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{_WIDE}" height="{high}" style="fill:#fff;stroke:none"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _outputs(pins: Mapping[str, Any]) -> Iterator[str]:
    yield _text(24, 30, "Presses: dry contacts across buttons", "h")
    yield _text(24, 50, "each PhotoMOS output in parallel with one button's switch", "s")
    for number, pin in enumerate(pins["outputs"]):
        y = _TOP + number * 2 * _ROW + 10
        relay = f"K{number // 2 + 1}{'ab'[number % 2]}"
        yield _box(24, y - 12, 120, 28, "table", f"{pin['name']} button")
        yield _wire(144, y - 5, 196, y - 5)
        yield _wire(144, y + 9, 196, y + 9)
        yield _box(196, y - 12, 56, 28, "chip", relay)
        yield _wire(252, y + 2, 306, y + 2)
        yield _box(306, y - 6, 52, 16, "chip", "560 Ω", "s")
        yield _wire(358, y + 2, 430, y + 2)
        yield _text(424, y - 3, pin["arduino"], "e")


def _arduino(pins: Mapping[str, Any], rows: int) -> Iterator[str]:
    yield f'<rect class="host" x="430" y="{_TOP - 14}" width="150" height="{rows * _ROW}"/>'
    yield _text(505, _TOP + 150, "Arduino", "h m")
    yield _text(505, _TOP + 172, "Uno or Nano", "m")
    yield _text(505, _TOP + 190, "ATmega328P", "m")
    yield _text(505, _TOP + 226, "USB to the host", "s m")
    yield _text(505, _TOP + 242, f"LED {pins['led']['arduino']}", "s m")
    for place, (name, pin) in enumerate(pins["chain"].items()):
        y = _TOP + 20 + place * 34
        wanted = {
            "latch": "SH/LD (1) of U1 U2 U3",
            "clock": "CLK (2) of U1 U2 U3",
            "data": "QH (9) of U1, 4.7 kΩ to GND",
            "feed": "SER (10) of U3",
        }[name]
        yield _wire(580, y, 640, y)
        yield _text(586, y - 4, pin["arduino"])
        yield _text(646, y + 4, wanted, "s")
    y = _TOP + 20 + len(pins["chain"]) * 34
    yield _wire(580, y, 640, y)
    yield _text(586, y - 4, pins["enable"]["arduino"])
    yield _box(640, y - 12, 108, 24, "chip", "ENABLE key")
    yield _text(640, y + 28, "first contact to GND; second: all", "s")
    yield _text(640, y + 42, "LEDs' return to GND, see below", "s")
    for place, line in enumerate(("Chain: QH (9) of U3 to SER (10) of U2,", "QH (9) of U2 to SER (10) of U1,")):
        yield _text(596, y + 84 + place * 16, line, "s")
    yield _text(596, y + 132, "CLK INH (15) and GND (8) to GND, VCC (16) to +5 V", "s")


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


def _channels(top: int) -> Iterator[str]:
    yield _text(24, top, "One channel of each sort", "h")
    yield from _press_channel(24, top + 20)
    yield from _button_channel(424, top + 20)
    yield from _lamp_channel(824, top + 20)


def _press_channel(x: int, y: int) -> Iterator[str]:
    yield _text(x, y + 12, "press: PhotoMOS across the switch")
    yield from (_box(x, y + 40, 60, 24, "host", "pin"), _wire(x + 60, y + 52, x + 80, y + 52))
    yield from (_box(x + 80, y + 44, 54, 16, "chip", "560 Ω", "s"), _wire(x + 134, y + 52, x + 170, y + 52))
    yield from (f'<rect class="chip" x="{x + 170}" y="{y + 36}" width="80" height="96"/>', _led(x + 190, y + 70))
    yield from (
        _wire(x + 170, y + 116, x + 150, y + 116),
        _switch(x + 150, y + 116, y + 156),
        _ground(x + 150, y + 156),
        _text(x + 74, y + 140, "ENABLE key", "s"),
        _wire(x + 70, y + 52, x + 70, y + 80),
    )
    yield from (_box(x + 46, y + 80, 48, 16, "chip", "10 kΩ", "s"), _ground(x + 70, y + 96))
    yield _gap(x + 214, y + 26, y + 142)
    yield from (_wire(x + 250, y + 52, x + 340, y + 52), _wire(x + 250, y + 116, x + 340, y + 116))
    yield from (_text(x + 228, y + 90, "MOS", "s"), _switch(x + 340, y + 52, y + 116))
    yield from (_box(x + 254, y + 44, 36, 16, "chip", "0.2 A", "s"), *_guard(x + 306, y + 52, y + 116, "TVS 33 V"))
    yield _text(x + 310, y + 150, "table's button", "s")
    yield _text(x, y + 160, "TVS 5 V, 4.7 kΩ to A4", "s")
    yield _text(x, y + 196, "5 V - 1.25 V over 560 Ω: 6.7 mA; the relay needs 5 mA", "s")


def _button_channel(x: int, y: int) -> Iterator[str]:
    yield _text(x, y + 12, "button: AC opto-coupler over the switch's pull-up")
    yield _text(x, y + 36, "table's supply", "s")
    yield from (_wire(x + 30, y + 44, x + 30, y + 56), _box(x + 8, y + 56, 44, 16, "chip", "R", "s"))
    yield from (_wire(x + 30, y + 72, x + 30, y + 84), _wire(x + 30, y + 84, x + 110, y + 84))
    yield from (f'<rect class="chip" x="{x + 110}" y="{y + 60}" width="90" height="80"/>', _led(x + 128, y + 92))
    yield from (_wire(x + 110, y + 124, x + 30, y + 124), _switch(x + 30, y + 124, y + 168))
    yield from _guard(x + 76, y + 84, y + 124, "TVS 33 V")
    yield _text(x + 44, y + 172, "button to the table's ground", "s")
    yield from _sensed(x, y)
    yield _text(x, y + 196, "a button to the supply: R and LED between it and ground", "s")


def _lamp_channel(x: int, y: int) -> Iterator[str]:
    yield _text(x, y + 12, "lamp: AC opto-coupler across the lamp's wires")
    yield from (_wire(x + 8, y + 64, x + 72, y + 64), _wire(x + 8, y + 124, x + 110, y + 124))
    yield from (_box(x + 72, y + 56, 24, 16, "chip", "R", "s"), _wire(x + 96, y + 64, x + 110, y + 64))
    yield f'<circle class="table" cx="{x + 20}" cy="{y + 94}" r="12"/>'
    yield from _guard(x + 62, y + 64, y + 124, "TVS 33 V")
    yield from (_wire(x + 20, y + 64, x + 20, y + 82), _wire(x + 20, y + 106, x + 20, y + 124))
    yield from (f'<rect class="chip" x="{x + 110}" y="{y + 44}" width="90" height="96"/>', _led(x + 128, y + 92))
    yield from _sensed(x, y)
    yield _text(x, y + 176, "R for 1.5 mA: 2.2 kΩ at 5 V, 6.8 kΩ at 12 V, 15 kΩ at 24 V", "s")


def _guard(x: int, y: int, to_y: int, words: str) -> Iterator[str]:
    """A diode that guards two wires, between them."""
    middle = (y + to_y) // 2
    yield from (_wire(x, y, x, middle - 8), _wire(x, middle + 8, x, to_y))
    yield _box(x - 26, middle - 8, 52, 16, "chip", words, "s")


def _sensed(x: int, y: int) -> Iterator[str]:
    """Right half of an opto-coupler: collector with pull-up to a 74HC165, emitter to ground."""
    yield _gap(x + 160, y + 34, y + 150)
    yield from (_wire(x + 200, y + 84, x + 270, y + 84), _box(x + 270, y + 74, 80, 20, "chip", "74HC165 Dn", "s"))
    yield from (_wire(x + 236, y + 84, x + 236, y + 64), _box(x + 212, y + 48, 48, 16, "chip", "10 kΩ", "s"))
    yield from (_wire(x + 236, y + 48, x + 236, y + 38), _text(x + 236, y + 34, "+5 V", "s m"))
    yield from (_wire(x + 200, y + 124, x + 236, y + 124), _ground(x + 236, y + 124))


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
