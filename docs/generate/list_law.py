"""Write law-coverage.md: every clause of the five texts, how the system treats it, and the tests that touch it.

Run ``python docs/generate/list_law.py``. The clauses are those of tests/vectors/law; fields, codes and tests of each
are searched.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.rulebooks.catalogue import rulebook
from tests.support.law_clauses import BOOKS, Status, clauses
from tests.support.law_tests import Reach, Touch, reach, status

_PAGE: Final = Path(__file__).parents[1] / "law-coverage.md"
_MARK: Final = "<!-- Below: written by docs/generate/list_law.py. -->\n"
_NOTHING: Final = Reach((), (), ())


def _sums() -> Iterator[str]:
    yield f"| rulebook | clauses | {' | '.join(each.value for each in Status)} |"
    yield f"| --- | ---: |{' ---: |' * len(Status)}"
    for book in BOOKS:
        count = Counter(status(book, clause) for clause in clauses(book).values())
        yield f"| `{book}` | {count.total()} | {' | '.join(str(count[each]) for each in Status)} |"


def _table(book: str) -> Iterator[str]:
    yield ""
    yield f"## {rulebook(book).ja} / `{book}`"
    yield ""
    yield "| clause | 内容 | content | status | acted on by | tests |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for clause in clauses(book).values():
        made = status(book, clause)
        found = reach(book, clause) if made is not Status.PEOPLE else _NOTHING
        cells = (clause.id, clause.ja, clause.en, made.value, _acting(found), _tests(found.touches))
        yield f"| {' | '.join(cells)} |"


def _acting(found: Reach) -> str:
    names = [field.partition(".")[2] for field in found.fields] + list(found.codes)
    return _shortened([f"`{name}`" for name in names], 4)


def _tests(touches: tuple[Touch, ...]) -> str:
    """Return files of vectors with their number of touching vectors, and tests by name."""
    files = Counter(touch.file if not touch.name.startswith("test_") else touch.name for touch in touches)
    named = [f"`{file}` {number}" if number > 1 else f"`{file}`" for file, number in sorted(files.items())]
    return _shortened(named, 6)


def _shortened(names: list[str], most: int) -> str:
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def page() -> str:
    """Return the current page: the written part, then the tables."""
    written = _PAGE.read_text("utf-8").partition(_MARK)[0]
    lines = (*_sums(), *(line for book in BOOKS for line in _table(book)))
    return f"{written}{_MARK}\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    _PAGE.write_text(page(), encoding="utf-8")
