"""Every field of every format removed, cut short or of another type: read, or refused by one line in plain words."""

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from controller.errors import RecordError
from controller.records.logs import read_log
from controller.records.record import GameRecord
from tests.controller.records.test_records_matrix import SOURCES, whole

GAME: GameRecord = replace(whole("mleague", 1), rounds=whole("mleague", 1).rounds[:2])
OTHERS: tuple[Any, ...] = (None, True, -1, 99, 1.5, "x", "", [], {}, [None], 10**12)
CELLS = ("x", "-1", "", "1.5", "9" * 20, "あ", "E S", "?")
OF_PYTHON = re.compile(
    r"Error|NoneType|object is|\bstr\b|\bint\b|\bdict\b|\bbool\b|\bfloat\b|literal|index|unpack|Expecting|delimiter|"
    r"<class|\bNone\b|\bTrue\b|\bFalse\b|of another kind|fewer values|that cannot be$"
)
PLACED = re.compile(r"line \d|act \d|log\[|log:|mjlog|head|name|player|qijia|defen|point|title|rule|sc|jantaku|no |a ")


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from paths(each, (*path, key))


def put(value: Any, path: tuple[Any, ...], other: Any, drop: bool = False) -> Any:
    changed = deepcopy(value)
    at = changed
    for key in path[:-1]:
        at = at[key]
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = other
    return changed


def of_json(value: Any) -> Iterator[Any]:
    """Yield each kind of field changed once: removed, and replaced by each other type."""
    seen = set()
    for path in paths(value):
        kind = tuple("*" if isinstance(key, int) else key for key in path)
        if not path or kind in seen:
            continue
        seen.add(kind)
        yield put(value, path, None, drop=True)
        yield from (put(value, path, other) for other in OTHERS)


def of_xml(text: str) -> Iterator[str]:
    seen = set()
    for found in re.finditer(r'(\w+)="([^"]*)"', text):
        tag = re.findall(r"<([A-Za-z]+)", text[: found.start()])[-1]
        if (tag, found[1]) in seen:
            continue
        seen.add((tag, found[1]))
        first, *rest = found[2].split(",")
        values = ["", "x", "-1", "999", "1.5", "1,2,3", "9" * 20, ",".join(["x", *rest]), ",".join(rest), f"{first},x"]
        for value in values:
            yield f'{text[: found.start()]}{found[1]}="{value}"{text[found.end() :]}'
        yield text[: found.start()] + text[found.end() :]


def of_rows(text: str) -> Iterator[str]:
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"))))
    for place in range(len(rows[0])):
        tables = [[row[:place] + row[place + 1 :] for row in rows]]
        tables += [[rows[0], [*rows[1][:place], cell, *rows[1][place + 1 :]], *rows[2:]] for cell in CELLS]
        for table in tables:
            out = io.StringIO()
            csv.writer(out).writerows(table)
            yield out.getvalue()


def broken(form: str, text: str) -> Iterator[str]:
    cuts = random.Random(1).sample(range(len(text)), 12)
    yield from (text[:cut] for cut in cuts)
    if form == "mjlog":
        yield from of_xml(text)
    elif form == "csv":
        yield from of_rows(text)
    elif form == "mjai":
        lines = [json.loads(line) for line in text.splitlines()]
        for changed in of_json(lines):
            yield "\n".join(json.dumps(line, ensure_ascii=False) for line in changed)
    else:
        yield from (json.dumps(changed, ensure_ascii=False) for changed in of_json(json.loads(text)))


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form in SOURCES if form != "journal"])
def test_what_is_broken_is_read_or_refused_in_plain_words_with_its_place(form: str) -> None:
    tried = refused = 0
    for text in broken(form, SOURCES[form](GAME)):
        errors: list[RecordError] = []
        tried += 1
        try:
            list(read_log(text, errors.append))
        except RecordError as error:
            errors.append(error)
        refused += bool(errors)
        for said in map(str, errors):
            assert OF_PYTHON.search(said) is None, said
            assert PLACED.match(said), said
            assert "\n" not in said
            assert len(said) < 300
    assert tried > 200
    assert refused > tried // 8
