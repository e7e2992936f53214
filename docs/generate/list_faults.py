"""Write the tables of faults.md: what shows each fault, its clause and what is due under each rulebook, its recall."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.referee.faults.devices import DEVICE_CURES
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import is_manner
from controller.referee.faults.remedies import due_remedy, field_of, is_doubtful, is_lawful
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import Remedy

_PAGE: Final = Path(__file__).parents[1] / "faults.md"
_FIGURES: Final = Path(__file__).parents[2] / "tests" / "vectors" / "fault_figures.toml"
_MARK: Final = "<!-- Below: written by docs/generate/list_faults.py. -->\n"
_BOOKS: Final = tuple(map(rulebook, rulebook_ids()[:5]))
_READINGS_A_SECOND: Final = 5


def tables() -> str:
    """The generated part of the page."""
    figures = tomllib.loads(_FIGURES.read_text("utf-8"))
    return "\n".join((*_measured(figures), "", *_seen(figures), "", *_due())) + "\n"


def _measured(figures: dict[str, object]) -> Iterator[str]:
    codes = figures["codes"]
    assert isinstance(codes, dict)
    staged, found = (sum(each[name] for each in codes.values()) for name in ("staged", "found"))
    yield "## Measured"
    yield ""
    yield f"{found} of {staged} staged faults found ({100 * found / staged:.1f} %), over {figures['variants']} variants"
    yield "of each case under each rulebook, with hands over the tiles, single wrong readings and tiles pushed about;"
    yield f"{figures['false_alarms']} false alarms in {figures['clean_rounds']} rounds without a fault, likewise,"
    yield f"in {figures['games_with_false_alarms']} of {figures['clean_games']} games."


def _seen(figures: dict[str, object]) -> Iterator[str]:
    codes = figures["codes"]
    assert isinstance(codes, dict)
    yield "## What shows a fault"
    yield ""
    yield "| code | 名称 | name | shown by | severity | readings | faces | staged | found |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for code, kind in FAULT_KINDS.items():
        sources = " ".join(source.value for source in kind.sources)
        told = codes.get(code, {"staged": 0, "found": 0})
        sure = f"{kind.confidence:.0%}" if kind.confidence else "–"
        cells = (f"`{code}`", kind.name.ja, kind.name.en, sources, kind.severity.value, str(kind.dwell), sure)
        yield f"| {' | '.join(cells)} | {told['staged']} | {told['found']} |"


def _due() -> Iterator[str]:
    yield "## What is due"
    yield ""
    yield "Before and after the opening where they differ. *n*: a note until the venue confirms the reading."
    yield ""
    yield f"| code | {' | '.join(book.id for book in _BOOKS)} |"
    yield f"| --- |{' --- |' * len(_BOOKS)}"
    for code, kind in FAULT_KINDS.items():
        if code not in DEVICE_CURES and kind.field:
            yield f"| `{code}` | {' | '.join(_cell(code, book) for book in _BOOKS)} |"


def _cell(code: str, book: Rulebook) -> str:
    if is_manner(code) and is_lawful(code, book):
        return "–"
    lawful, opening = FAULT_KINDS[code].lawful, FAULT_KINDS[code].opening
    if lawful is not None and is_lawful(code, book):
        return f"allowed ({field_of(book, lawful.field).cite})"
    due = due_remedy(code, book, None)
    told = VALUE_NAMES[due.kind].en if due.kind.value != "penalty" else due.text.en
    if opening is not None:
        rule = field_of(book, opening.remedy)
        assert isinstance(rule.value, Remedy)
        told += "" if rule.value.kind is due.kind else f"; {VALUE_NAMES[rule.value.kind].en}"
    doubt = " *n*" if is_doubtful(code, book) else ""
    return f"{told} ({due.clause.replace('|', '/')}){doubt}"


def page() -> str:
    """The page as it should be: what people wrote, then the tables."""
    written = _PAGE.read_text("utf-8").partition(_MARK)[0]
    return f"{written}{_MARK}\n{tables()}"


if __name__ == "__main__":
    _PAGE.write_text(page(), encoding="utf-8")
