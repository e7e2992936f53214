"""Writes the Python messages and the tables of the protocol page from ``messages.toml``; ``--check`` only compares."""

import json
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = Path(__file__).with_name("messages.toml")
_CODES: Final = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
_TAILS: Final = {"bytes": "bytes", "text": "str"}
_NOTE: Final = "generated from hardware/firmware/messages.toml; do not edit"

Catalogue = Mapping[str, Any]


def load(source: Path = SOURCE) -> Catalogue:
    """The catalogue as plain values."""
    return tomllib.loads(source.read_text(encoding="utf-8"))


def limits_py(catalogue: Catalogue) -> str:
    """Text of firmware_bridge/limits.py."""
    lines = [f'"""Versions and limits of the link; {_NOTE}."""', "", "from typing import Final", ""]
    lines += [f"PROTOCOL_{key.upper()}: Final = {value}" for key, value in catalogue["protocol"].items()]
    lines.append(f"DICTIONARY_CRC: Final = 0x{zlib.crc32(_dictionary(catalogue)):08X}")
    for name, limit in catalogue["limits"].items():
        value = tuple(limit["value"]) if isinstance(limit["value"], list) else limit["value"]
        lines.append(f"{name}: Final = {value}")
    return "\n".join(lines) + "\n"


def codes_py(catalogue: Catalogue) -> str:
    """Text of firmware_bridge/codes.py."""
    body = [f'"""Numbers that the messages carry, and the pins; {_NOTE}."""', "", "from enum import IntEnum"]
    body.append("from typing import Final")
    for name, enum in catalogue["enums"].items():
        body += ["", "", f"class {name}(IntEnum):", f'    """{enum["en"]}."""', ""]
        body += [f"    {key} = {value}" for key, value in enum["values"].items()]
    body += ["", ""]
    for side, names in catalogue["pins"].items():
        body += [f"{side.upper()}: Final = (", *(f'    "{name}",' for name in names), ")"]
    return "\n".join(body) + "\n"


def messages_py(catalogue: Catalogue) -> str:
    """Text of firmware_bridge/messages.py."""
    body = [f'"""The messages of the link; {_NOTE}."""', "", "import struct", "from dataclasses import dataclass"]
    body += ["from typing import ClassVar, Final", ""]
    body += ["from firmware_bridge.frames import Frame", "from firmware_bridge.wire import Message, Unknown, decode"]
    for name, message in catalogue["messages"].items():
        body += ["", "", *_class(name, message, catalogue)]
    body += ["", "", "BY_TYPE: Final[dict[int, type[Message]]] = {"]
    body += [f"    {_camel(name)}.TYPE: {_camel(name)}," for name in catalogue["messages"]]
    body += ["}", "", "", "def read(frame: Frame) -> Message | Unknown:"]
    body += ['    """The message of a frame; Unknown when the catalogue does not hold it."""']
    body += ["    return decode(frame, BY_TYPE)"]
    return "\n".join(body) + "\n"


def protocol_md(catalogue: Catalogue) -> Mapping[str, str]:
    """The generated parts of docs/protocol.md by the name of their marker."""
    return {
        "limits": _table(("name", "value", "meaning", "意味"), _limit_rows(catalogue)),
        "messages": _table(("type", "message", "payload", "answer", "meaning", "意味"), _message_rows(catalogue)),
        "enums": _table(("enum", "values", "meaning", "意味"), _enum_rows(catalogue)),
        "pins": _table(("", "bits, from bit 0"), ((k, ", ".join(v)) for k, v in catalogue["pins"].items())),
    }


def outputs(catalogue: Catalogue) -> Mapping[Path, str]:
    """Every generated file with the text it should have."""
    page = ROOT / "docs" / "protocol.md"
    text = page.read_text(encoding="utf-8")
    for name, table in protocol_md(catalogue).items():
        before, opening, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, closing, after = rest.partition(f"<!-- end: {name} -->")
        text = f"{before}{opening}{table}{closing}{after}"
    bridge = ROOT / "firmware_bridge"
    return {
        bridge / "limits.py": limits_py(catalogue),
        bridge / "codes.py": codes_py(catalogue),
        bridge / "messages.py": messages_py(catalogue),
        page: text,
    }


def main(arguments: list[str]) -> int:
    """Write the files, or name the stale ones; 0 fine, 1 stale, 2 bad usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m hardware.firmware.generate [--check]", file=sys.stderr)
        return 2
    stale = [path for path, text in outputs(load()).items() if not path.exists() or path.read_text("utf-8") != text]
    if arguments:
        print("\n".join(f"stale: {path.relative_to(ROOT)}" for path in stale), file=sys.stderr)
        return 1 if stale else 0
    for path, text in outputs(load()).items():
        path.write_text(text, encoding="utf-8")
    return 0


def _dictionary(catalogue: Catalogue) -> bytes:
    # What both sides must agree on: names, types and numbers, without the prose.
    agreed = {
        "protocol": catalogue["protocol"],
        "limits": {name: limit["value"] for name, limit in catalogue["limits"].items()},
        "pins": catalogue["pins"],
        "enums": {name: enum["values"] for name, enum in catalogue["enums"].items()},
        "messages": {name: [m["type"], m["fields"]] for name, m in catalogue["messages"].items()},
    }
    return json.dumps(agreed, sort_keys=True, separators=(",", ":")).encode()


def _class(name: str, message: Mapping[str, Any], catalogue: Catalogue) -> Iterator[str]:
    fields = message["fields"]
    tail = _TAILS.get(fields[-1][1]) if fields else None
    codes = "".join(_CODES[field[1]] for field in fields if field[1] in _CODES)
    yield from ("@dataclass(frozen=True, slots=True)", f"class {_camel(name)}(Message):", f'    """{message["en"]}."""')
    yield from ("", f"    TYPE: ClassVar[int] = 0x{message['type']:02X}")
    yield f'    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<{codes}")'
    if tail is not None:
        yield f"    TAIL: ClassVar[type[bytes] | type[str] | None] = {tail}"
    if "answer" in message:
        yield f"    ANSWER: ClassVar[int | None] = 0x{catalogue['messages'][message['answer']]['type']:02X}"
    if message.get("acts", False):
        yield "    ACTS: ClassVar[bool] = True"
    if fields:
        yield ""
    yield from (f"    {field[0]}: {_TAILS.get(field[1], 'int')}" for field in fields)


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _limit_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for name, limit in catalogue["limits"].items():
        yield (f"`{name}`", str(limit["value"]), limit["en"], limit["ja"])


def _message_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    arrows: Mapping[str, Callable[[str], str]] = {"host": "{} →".format, "board": "← {}".format}
    for name, message in catalogue["messages"].items():
        payload = ", ".join(
            " ".join([*field[:2], *(f"(`{name}`)" for name in field[2:])]) for field in message["fields"]
        )
        title = arrows[message["from"]](f"`{name}`") + (" (acts)" if message.get("acts") else "")
        answer = f"`{message['answer']}`" if "answer" in message else ""
        yield (f"`0x{message['type']:02X}`", title, payload, answer, message["en"], message["ja"])


def _enum_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for name, enum in catalogue["enums"].items():
        values = ", ".join(f"{value} {key}" for key, value in enum["values"].items())
        yield (f"`{name}`", values, enum["en"], enum["ja"])


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
