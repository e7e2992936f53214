"""The message catalogue of the link as plain values, and the dictionary stored in boards."""

import json
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = Path(__file__).with_name("messages.toml")
DICTIONARY: Final = Path(__file__).with_name("dictionary.zlib")
# Struct code of each fixed-size field; a field of bytes or text takes the rest of the payload.
CODES: Final = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
BYTES: Final = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
APPENDED: Final = 4
"""Number of parts of an optional field: a payload may end before it, and its value is 0 then."""
TAILS: Final = {"bytes": "bytes", "text": "str"}
NOTE: Final = "generated from hardware/firmware/messages.toml; do not edit"

Catalogue = Mapping[str, Any]


def load(source: Path = SOURCE) -> Catalogue:
    """Return the catalogue; the keys of the configuration are added as enum ``ConfigKey``."""
    catalogue = tomllib.loads(source.read_text(encoding="utf-8"))
    catalogue["enums"]["ConfigKey"] = {
        "en": "A value of the configuration",
        "ja": "設定項目",
        "values": {name: value["key"] for name, value in catalogue["config"].items()},
    }
    return catalogue


def dictionary(catalogue: Catalogue) -> bytes:
    """Return compact JSON of what both sides must agree on: names, formats and numbers, without descriptions."""
    agreed = {
        "protocol": list(catalogue["protocol"].values()),
        "inputs": names(catalogue["pins"]["inputs"]),
        "outputs": names(catalogue["pins"]["outputs"]),
        "limits": {name: limit["value"] for name, limit in catalogue["limits"].items()},
        "config": {
            name: [value[part] for part in ("key", "min", "max", "default")]
            for name, value in catalogue["config"].items()
        },
        "enums": {name: enum["values"] for name, enum in catalogue["enums"].items() if name != "ConfigKey"},
        "messages": {name: [m["type"], layout(m["fields"])] for name, m in catalogue["messages"].items()},
    }
    return json.dumps(agreed, separators=(",", ":")).encode()


def packed_dictionary(catalogue: Catalogue) -> bytes:
    """Return the dictionary as stored in boards (zlib); independent of the zlib version if the content is unchanged."""
    text = dictionary(catalogue)
    try:
        standing = DICTIONARY.read_bytes()
        if zlib.decompress(standing) == text:
            return standing
    except (OSError, zlib.error):
        pass
    return zlib.compress(text, 9)


def dictionary_crc(catalogue: Catalogue) -> int:
    """Return the CRC-32 of the dictionary, as sent in HELLO_ACK."""
    return zlib.crc32(dictionary(catalogue))


def names(pins: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of inputs or outputs, bit 0 first."""
    return [pin["name"] for pin in pins]


def layout(fields: Iterable[list[str]]) -> str:
    """Return the struct codes of a payload; ``s`` for a variable-length tail."""
    return "".join(CODES.get(field[1], "s") for field in fields)


def camel(name: str) -> str:
    """Convert ``HELLO_ACK`` to ``HelloAck``."""
    return "".join(part.capitalize() for part in name.split("_"))
