"""Write the keys of a venue file into docs/venue.md, from the schema's descriptions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_origin

import msgspec

from api.venue.keys import AT_ONCE, RESTART, ROUND_END, SERVICE, key_words, plain_type
from api.venue.schema import TableSettings, VenueSettings

PAGE: Final = Path(__file__).parents[1] / "venue.md"
MARK: Final = "<!-- Below: written by docs/generate/list_venue.py. -->"
CHANGES: Final = {
    AT_ONCE: "すぐに / at once",
    RESTART: "卓の再起動 / table restarts",
    ROUND_END: "局の終わり / round's end",
    SERVICE: "サービスの再起動 / service restarts",
}


def sections() -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """Yield every section of the file by its name, those of a table last."""
    yield from _below("", VenueSettings)
    yield "[table.ID]", TableSettings
    yield from _below("table.ID.", TableSettings)


def _below(path: str, kind: type[msgspec.Struct]) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    for field in msgspec.structs.fields(kind):
        plain = plain_type(field)
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            yield f"[{path}{field.name}]", plain
            yield from _below(f"{path}{field.name}.", plain)
        elif get_origin(plain) is dict and kind is TableSettings:
            yield f"[{path}{field.name}.A]", get_args(plain)[1]
        elif get_origin(plain) is dict and field.name != "table":
            yield f"[{path}{field.name}.NAME]", get_args(plain)[1]


def rows(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield key, meaning, expected value, unit, default and effect of a change of every key."""
    for field in msgspec.structs.fields(kind):
        plain = plain_type(field)
        if get_origin(plain) is dict or (isinstance(plain, type) and issubclass(plain, msgspec.Struct)):
            continue
        words = key_words(kind, field.name)
        yield f"`{field.name}`", words.what, words.expects, words.unit, default(field), CHANGES[words.change]


def default(field: msgspec.structs.FieldInfo) -> str:
    """Return the default in the file's notation; a key without one must be given."""
    if field.required:
        return "必須 / must be given"
    value: Any = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def listed() -> str:
    """Return the tables of all sections."""
    head = "| 項目 / key | 内容 / what | 値 / expected | 単位 / unit | 初期値 / default | 変更 / a change |\n"
    head += "| --- | --- | --- | --- | --- | --- |\n"
    parts = []
    for name, kind in sections():
        lines = "".join(f"| {' | '.join(row)} |\n" for row in rows(kind))
        parts.append(f"### `{name}`\n\n{kind.__doc__}\n\n{head}{lines}")
    return "\n".join(parts)


def page() -> str:
    """Return the current page: the written part, then the tables."""
    return f"{PAGE.read_text(encoding='utf-8').partition(MARK)[0]}{MARK}\n\n{listed()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
