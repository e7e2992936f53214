"""Generates the firmware's headers from the catalogue: limits, messages, pins, configuration, dictionary in flash."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hardware.firmware.catalogue import (
    APPENDED,
    BYTES,
    NOTE,
    TAILS,
    Catalogue,
    camel,
    dictionary_crc,
    names,
    packed_dictionary,
)

_TYPES: Final = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t"}
_NONE: Final = 0xFF
_ROW: Final = 16


def protocol_h(catalogue: Catalogue) -> str:
    """Return the text of hardware/firmware/source/protocol.h, which every part of the firmware may include."""
    lines = [
        f"/* The link in numbers; {NOTE}. */",
        "#ifndef PROTOCOL_H",
        "#define PROTOCOL_H",
        "",
        "#include <stdint.h>",
    ]
    lines += ["", *_numbers(catalogue), ""]
    for name, enum in catalogue["enums"].items():
        lines += [f"/* {enum['en']}. */", f"enum {name} {{"]
        lines += [f"    {_snake(name)}_{key} = {value}," for key, value in enum["values"].items()]
        lines += ["};", ""]
    lines += ["enum MessageType {"]
    lines += [f"    TYPE_{name} = 0x{message['type']:02X}," for name, message in catalogue["messages"].items()]
    lines += ["};", ""]
    for name, message in catalogue["messages"].items():
        lines += _struct(f"{camel(name)}", message["fields"])
    lines += _struct("Settings", [[name.lower(), value["field"]] for name, value in catalogue["config"].items()])
    return "\n".join([*lines, "#endif"]) + "\n"


def tables_h(catalogue: Catalogue) -> str:
    """Return the text of hardware/firmware/source/tables.h: tables in flash, each enabled only where it is used."""
    lines = [f"/* Tables in flash; {NOTE}. */", '#include "protocol.h"', '#include "target.h"', ""]
    lines += _guarded("COMMANDS", _commands(catalogue))
    lines += _guarded("INPUTS", _inputs(catalogue))
    lines += _guarded("OUTPUTS", _outputs(catalogue))
    lines += _guarded("SETTINGS", _settings(catalogue))
    lines += _guarded("DICTIONARY", _dictionary(catalogue))
    return "\n".join(lines[:-1]) + "\n"


def _numbers(catalogue: Catalogue) -> Iterator[str]:
    yield from (f"#define PROTOCOL_{key.upper()} {value}" for key, value in catalogue["protocol"].items())
    yield f"#define DICTIONARY_CRC 0x{dictionary_crc(catalogue):08X}UL"
    yield f"#define DICTIONARY_SIZE {len(packed_dictionary(catalogue))}"
    for name, limit in catalogue["limits"].items():
        if isinstance(limit["value"], int):
            yield f"#define {name} {limit['value']}UL"
    yield from _pin_numbers(catalogue["pins"])


def _pin_numbers(pins: Mapping[str, Any]) -> Iterator[str]:
    inputs, outputs = pins["inputs"], pins["outputs"]
    yield f"#define INPUT_COUNT {len(inputs)}"
    yield f"#define OUTPUT_COUNT {len(outputs)}"
    yield f"#define CHAIN_BITS {sum(pin['sort'] != 'key' for pin in inputs)}"
    yield from (f"#define INPUT_{pin['name']} (1UL << {bit})" for bit, pin in enumerate(inputs))
    for number, sort in enumerate(("button", "lamp", "fault", "key")):
        yield f"#define SORT_{sort.upper()} {number}"
        mask = sum(1 << bit for bit, pin in enumerate(inputs) if pin["sort"] == sort)
        yield f"#define INPUTS_{sort.upper()} 0x{mask:X}UL"
    # The board senses its own press through the button with the output's name; such names come first on both sides.
    buttons = [pin["name"] for pin in inputs if pin["sort"] == "button"]
    felt = [name for name in names(outputs) if name in buttons]
    assert felt == names(inputs)[: len(felt)] == names(outputs)[: len(felt)]
    yield f"#define OUTPUTS_FELT 0x{(1 << len(felt)) - 1:X}"
    for port in "BCD":
        mask = sum(1 << int(pin["port"][2]) for pin in outputs if pin["port"][1] == port)
        yield f"#define OUTPUTS_ON_{port} 0x{mask:02X}"
    places = {f"CHAIN_{name.upper()}": place["port"] for name, place in pins["chain"].items()}
    for name, place in {**places, "ENABLE": pins["enable"]["port"], "LED": pins["led"]["port"]}.items():
        yield from (f"#define {name}_{register} {register}{place[1]}" for register in ("PORT", "DDR", "PIN"))
        yield f"#define {name}_BIT {place[2]}"
    yield from _gp_numbers(pins)


def _gp_numbers(pins: Mapping[str, Any]) -> Iterator[str]:
    chain = {f"CHAIN_{name.upper()}": place["gp"] for name, place in pins["chain"].items()}
    for name, number in {**chain, "ENABLE": pins["enable"]["gp"], "LED": pins["led"]["gp"]}.items():
        yield f"#define GP_{name} {number}"
    first = pins["outputs"][0]["gp"]
    assert [pin["gp"] for pin in pins["outputs"]] == list(range(first, first + len(pins["outputs"])))
    yield f"#define GP_OUTPUTS {first}"


def _struct(name: str, fields: list[list[str]]) -> Iterator[str]:
    fixed = [field for field in fields if field[1] not in TAILS]
    yield f"#define SIZE_{_snake(name)} {sum(BYTES[field[1]] for field in fixed)}"
    if any(len(field) == APPENDED for field in fixed):
        yield f"#define LEAST_{_snake(name)} {sum(BYTES[field[1]] for field in fixed if len(field) < APPENDED)}"
    if fixed:
        yield f"struct __attribute__((packed)) {name} {{"
        yield from (f"    {_TYPES[field[1]]} {field[0]};" for field in fixed)
        yield "};"
    yield ""


def _commands(catalogue: Catalogue) -> Iterator[str]:
    yield "static const struct { uint8_t type, size, acts; } COMMANDS[] PROGMEM = {"
    for name, message in catalogue["messages"].items():
        if message["from"] == "host":
            size = "LEAST" if any(len(field) == APPENDED for field in message["fields"]) else "SIZE"
            yield f"    {{ TYPE_{name}, {size}_{name}, {int(message.get('acts', False))} }},"
    yield "};"


def _inputs(catalogue: Catalogue) -> Iterator[str]:
    yield "static const struct { uint8_t sort, on, off, seat; } INPUTS[INPUT_COUNT] PROGMEM = {"
    for pin in catalogue["pins"]["inputs"]:
        on, off = (f"EVENT_KIND_{pin[edge]}" if edge in pin else "0" for edge in ("on", "off"))
        yield f"    {{ SORT_{pin['sort'].upper()}, {on}, {off}, {pin.get('seat', _NONE)} }}, /* {pin['name']} */"
    yield "};"


def _outputs(catalogue: Catalogue) -> Iterator[str]:
    yield "static const struct { char port; uint8_t mask; } OUTPUTS[OUTPUT_COUNT] PROGMEM = {"
    for pin in catalogue["pins"]["outputs"]:
        yield f"    {{ '{pin['port'][1]}', 1 << {pin['port'][2]} }}, /* {pin['name']} */"
    yield "};"


def _settings(catalogue: Catalogue) -> Iterator[str]:
    yield "static const struct Settings DEFAULTS PROGMEM = {"
    yield from (f"    .{name.lower()} = {value['default']}UL," for name, value in catalogue["config"].items())
    yield "};"
    yield "static const struct { uint8_t size; uint32_t least, most; } SETTINGS[] PROGMEM = {"
    assert [value["key"] for value in catalogue["config"].values()] == list(range(1, len(catalogue["config"]) + 1))
    for name, value in catalogue["config"].items():
        numbers = ", ".join(f"{value[part]}UL" for part in ("min", "max"))
        yield f"    {{ {BYTES[value['field']]}, {numbers} }}, /* {name} */"
    yield "};"


def _dictionary(catalogue: Catalogue) -> Iterator[str]:
    packed = packed_dictionary(catalogue)
    yield f"static const uint8_t DICTIONARY[{len(packed)}] PROGMEM = {{"
    for start in range(0, len(packed), _ROW):
        yield "    " + " ".join(f"0x{byte:02X}," for byte in packed[start : start + _ROW])
    yield "};"


def _guarded(name: str, lines: Iterator[str]) -> Iterator[str]:
    yield from (f"#ifdef WANT_{name}", *lines, "#endif", "")


def _snake(name: str) -> str:
    return "".join("_" + letter if letter.isupper() else letter for letter in name).lstrip("_").upper()
