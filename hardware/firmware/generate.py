"""Generates the headers and Python messages from ``messages.toml``; ``--check`` only compares."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from hardware.firmware.catalogue import (
    APPENDED,
    BYTES,
    CODES,
    DICTIONARY,
    NOTE,
    ROOT,
    TAILS,
    Catalogue,
    camel,
    dictionary_crc,
    load,
    names,
    packed_dictionary,
)
from hardware.firmware.generate_c import protocol_h, tables_h

_SEATS: Final = 4
CLASSES: Final[Mapping[str, str]] = {
    "EVENT": "EventReport",
    "PRESS": "PressCommand",
    "LAMPS": "LampShares",
    "Build": "BuildCode",
}
"""Python class names of messages and enumerations whose name in the catalogue is already in use."""


def limits_py(catalogue: Catalogue) -> str:
    """Return the text of firmware_bridge/wire/limits.py."""
    lines = [f'"""Versions and limits of the link; {NOTE}."""', "", "from typing import Final", ""]
    lines += [f"PROTOCOL_{key.upper()}: Final = {value}" for key, value in catalogue["protocol"].items()]
    lines.append(f"DICTIONARY_CRC: Final = 0x{dictionary_crc(catalogue):08X}")
    for name, limit in catalogue["limits"].items():
        value = tuple(limit["value"]) if isinstance(limit["value"], list) else limit["value"]
        lines.append(f"{name}: Final = {value}")
    return "\n".join(lines) + "\n"


def codes_py(catalogue: Catalogue) -> str:
    """Return the text of firmware_bridge/wire/codes.py."""
    body = [f'"""Numbers that the messages carry, and the pins; {NOTE}."""', "", "from enum import IntEnum"]
    body.append("from typing import Final")
    for name, enum in catalogue["enums"].items():
        body += ["", "", f"class {CLASSES.get(name, name)}(IntEnum):", f'    """{enum["en"]}."""', ""]
        body += [f"    {key} = {value}" for key, value in enum["values"].items()]
    body += ["", ""]
    for side in ("inputs", "outputs"):
        named = [f'"{name}"' for name in names(catalogue["pins"][side])]
        # Four names per row, one per seat.
        rows = [", ".join(named[start : start + _SEATS]) for start in range(0, len(named), _SEATS)]
        body += [f"{side.upper()}: Final = (", *(f"    *({row}{',' if ',' not in row else ''})," for row in rows), ")"]
    return "\n".join(body) + "\n"


def messages_py(catalogue: Catalogue) -> str:
    """Return the text of firmware_bridge/wire/messages.py."""
    body = [f'"""The messages of the link; {NOTE}."""', "", "from dataclasses import dataclass"]
    body += ["from typing import Final", ""]
    body += [
        "from firmware_bridge.wire.codec import Message, Unknown, decode",
        "from firmware_bridge.wire.frames import Frame",
    ]
    for name, message in catalogue["messages"].items():
        body += ["", "", *_class(name, message, catalogue)]
    body += ["", "", "BY_TYPE: Final = Message.KINDS"]
    body += ["", "", "def read(frame: Frame) -> Message | Unknown:"]
    body += ['    """The message of a frame; Unknown when the catalogue does not hold it."""']
    body += ["    return decode(frame, BY_TYPE)"]
    return "\n".join(body) + "\n"


def labels_json(catalogue: Catalogue) -> str:
    """Return the text of firmware_bridge/wire/labels.json."""
    places = [pin["at"] for pin in catalogue["pins"]["inputs"]]
    settings = {name: {"ja": value["ja"], "en": value["en"]} for name, value in catalogue["config"].items()}
    return json.dumps({"inputs": places, "settings": settings}, ensure_ascii=False, indent=1) + "\n"


def pins_json(catalogue: Catalogue) -> str:
    """Return the pin numbers for the emulated RP2040 as JSON."""
    pins = catalogue["pins"]
    places = {name: place["gp"] for name, place in pins["chain"].items()}
    outputs = [pin["gp"] for pin in pins["outputs"]]
    return json.dumps({**places, "enable": pins["enable"]["gp"], "outputs": outputs}) + "\n"


def outputs(catalogue: Catalogue) -> Mapping[Path, str]:
    """Return every generated file with its expected text."""
    wire, source = ROOT / "firmware_bridge" / "wire", ROOT / "hardware" / "firmware" / "source"
    return {
        source / "protocol.h": protocol_h(catalogue),
        source / "tables.h": tables_h(catalogue),
        ROOT / "hardware" / "firmware" / "emulator" / "rp2040" / "pins.json": pins_json(catalogue),
        wire / "limits.py": limits_py(catalogue),
        wire / "codes.py": codes_py(catalogue),
        wire / "labels.json": labels_json(catalogue),
        wire / "messages.py": messages_py(catalogue),
    }


def main(arguments: list[str]) -> int:
    """Write the files, or with ``--check`` list the stale ones; return 0 if fine, 1 if stale, 2 for bad usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m hardware.firmware.generate [--check]", file=sys.stderr)
        return 2
    stale = [path for path, text in outputs(load()).items() if not path.exists() or path.read_text("utf-8") != text]
    if arguments:
        print("\n".join(f"stale: {path.relative_to(ROOT)}" for path in stale), file=sys.stderr)
        return 1 if stale else 0
    DICTIONARY.write_bytes(packed_dictionary(load()))
    for path, text in outputs(load()).items():
        path.write_text(text, encoding="utf-8")
    return 0


def _named(name: str) -> str:
    return CLASSES.get(name, camel(name))


def _class(name: str, message: Mapping[str, Any], catalogue: Catalogue) -> Iterator[str]:
    fields = message["fields"]
    appended = any(len(field) == APPENDED for field in fields)
    required = sum(BYTES[field[1]] for field in fields if field[1] not in TAILS and len(field) < APPENDED)
    says = {
        "number": f"0x{message['type']:02X}",
        "layout": f'"{"".join(CODES[field[1]] for field in fields if field[1] in CODES)}"',
        "least": str(required) if appended else "",
        "tail": TAILS.get(fields[-1][1], "") if fields else "",
        "answer": f"0x{catalogue['messages'][message['answer']]['type']:02X}" if "answer" in message else "",
        "acts": "True" if message.get("acts", False) else "",
    }
    given = ", ".join(f"{key}={value}" for key, value in says.items() if value)
    yield from ("@dataclass(frozen=True, slots=True)", f"class {_named(name)}(Message, {given}):")
    yield f'    """{message["en"]}."""'
    if fields:
        yield ""
    for field in fields:
        yield f"    {field[0]}: {TAILS.get(field[1], 'int')}" + (" = 0" if len(field) == APPENDED else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
