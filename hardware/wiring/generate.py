"""Writes udev rule, drawing and the tables of the guides from the catalogues; ``--check`` only compares."""

import math
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from firmware_bridge.findings import words
from firmware_bridge.serial.usb import Chip, chips
from firmware_bridge.session.reconnect import TABLE
from hardware.firmware.catalogue import load
from hardware.wiring.drawing import PICO, PIN_OF, drawing, header_pin

HERE: Final = Path(__file__).parent
GUIDE: Final = HERE / "README.md"
LINK_PAGE: Final = HERE.parents[1] / "docs" / "link.md"
_RULE_HEAD: Final = """\
# Written by python -m hardware.wiring.generate from firmware_bridge/serial/usb_chips.toml; change that.
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
    """Text of a page with its tables as they should be."""
    text = path.read_text(encoding="utf-8")
    for name, table in tables.items():
        before, opening, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, closing, after = rest.partition(f"<!-- end: {name} -->")
        text = f"{before}{opening}{table}{closing}{after}"
    return text


def outputs() -> Mapping[Path, str]:
    """Every generated file with the text it should have."""
    return {
        HERE / "99-jantaku.rules": rules(),
        HERE / "wiring.svg": drawing(load()["pins"]),
        HERE / "wiring-pico.svg": drawing(load()["pins"], PICO),
        GUIDE: page(GUIDE, _guide_tables(load()["pins"])),
        LINK_PAGE: page(LINK_PAGE, _link_tables()),
    }


def part_counts(pins: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """How many of each part one board takes."""
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
        print("usage: python -m hardware.wiring.generate [--check]", file=sys.stderr)
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
