"""Write the tables of docs/protocol.md from the catalogue of messages."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hardware.firmware.catalogue import Catalogue, load

PAGE: Final = Path(__file__).parents[1] / "protocol.md"


def page() -> str:
    """Return the current page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in _tables(load()).items():
        before, opening, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, closing, after = rest.partition(f"<!-- end: {name} -->")
        text = f"{before}{opening}{table}{closing}{after}"
    return text


def _tables(catalogue: Catalogue) -> Mapping[str, str]:
    """Return the generated parts of docs/protocol.md by the name of their marker."""
    return {
        "limits": _table(("name", "value", "meaning", "意味"), _limit_rows(catalogue)),
        "messages": _table(("type", "message", "payload", "answer", "meaning", "意味"), _message_rows(catalogue)),
        "enums": _table(("enum", "values", "meaning", "意味"), _enum_rows(catalogue)),
        "inputs": _table(("bit", "input", "sort", "seat", "event on", "event off", "wired at"), _input_rows(catalogue)),
        "outputs": _table(("bit", "output", "port", "Arduino"), _output_rows(catalogue)),
        "config": _table(("key", "name", "type", "default", "from", "to", "meaning", "意味"), _config_rows(catalogue)),
    }


def _limit_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for name, limit in catalogue["limits"].items():
        yield (f"`{name}`", str(limit["value"]), limit["en"], limit["ja"])


def _message_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    arrows: Mapping[str, Callable[[str], str]] = {"host": "{} →".format, "board": "← {}".format}
    for name, message in catalogue["messages"].items():
        payload = ", ".join(
            " ".join([*field[:2], *(f"(`{name}`)" for name in field[2:3] if name)]) for field in message["fields"]
        )
        title = arrows[message["from"]](f"`{name}`") + (" (acts)" if message.get("acts") else "")
        answer = f"`{message['answer']}`" if "answer" in message else ""
        yield (f"`0x{message['type']:02X}`", title, payload, answer, message["en"], message["ja"])


def _enum_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for name, enum in catalogue["enums"].items():
        values = ", ".join(f"{value} {key}" for key, value in enum["values"].items())
        yield (f"`{name}`", values, enum["en"], enum["ja"])


def _input_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for bit, pin in enumerate(catalogue["pins"]["inputs"]):
        seat = "ABCD"[pin["seat"]] if "seat" in pin else ""
        yield (str(bit), f"`{pin['name']}`", pin["sort"], seat, pin.get("on", ""), pin.get("off", ""), pin["at"])


def _output_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for bit, pin in enumerate(catalogue["pins"]["outputs"]):
        yield (str(bit), f"`{pin['name']}`", pin["port"], pin["arduino"])


def _config_rows(catalogue: Catalogue) -> Iterator[tuple[str, ...]]:
    for name, value in catalogue["config"].items():
        numbers = (str(value[part]) for part in ("default", "min", "max"))
        yield (str(value["key"]), f"`{name}`", value["field"], *numbers, value["en"], value["ja"])


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
