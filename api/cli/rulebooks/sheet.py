"""``jantaku rulebooks sheet``: comparison of rulebooks as a Markdown page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from api.rulebooks.words import YAKU_NAMES, words_of, worth
from controller.rulebooks.catalogue import load, outside_ids, rulebook_ids
from controller.rulebooks.clause import Clause
from controller.rulebooks.names.fields import title_of, words
from controller.rulebooks.names.score_lines import FU_NAMES
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.scoring import FuRule, YakuRule
from controller.text import Text

_HEAD: Final = """# 競技規定の対照表 / Rulebooks side by side

審判・主催者向け。各規定の全項目と条文。 / For referees and organisers: every field with its clause.

`jantaku rulebooks sheet` がデータから書き出した表です。手で直さず、規定のデータを直してください（ほかの規定は
[こちら](rulebooks-outside.md)：`sheet --outside`）。
Written from the data by `jantaku rulebooks sheet`; change the data, not this page. The books beside those of
[this page](rulebooks.md) are [on their own](rulebooks-outside.md), by `sheet --outside`.

各欄は値と根拠の条項です。† は原文に明記がなく既定値を用いるもの、または読み方を要するもので、理由を添えます。
Each cell holds the value and the clause it comes from. † marks what the text leaves unstated or open to reading, with
the reason for the value that is used; a score that rests on it says so.

三人打ち（`players = 3`、[例](house-rules-three.example.toml)）は点数計算・精算・順位まで扱います。卓は四人打ちなので、
`serve` と `demo` はその規定では開きません。
Three players (`players = 3`, [an example](house-rules-three.example.toml)) are scored, settled and placed. At a table
four play: `serve` and `demo` refuse to open one under such rules.
"""


def print_sheet(books: list[str] | None = None, *, outside: bool = False) -> int:
    """Print the page of the named rulebooks; by default of those that the table implements clause by clause, or with
    ``outside`` of the others.
    """
    print(sheet([load(book) for book in books or (outside_ids() if outside else rulebook_ids())]), end="")
    return 0


def sheet(books: Sequence[Rulebook]) -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD, *_editions(books), *(line for part in _chapters(books) for line in part)]) + "\n"


def _editions(books: Sequence[Rulebook]) -> Iterator[str]:
    yield "| id | 名称 | Name | 版 / Edition |"
    yield "| --- | --- | --- | --- |"
    for book in books:
        yield _line(f"`{book.id}`", book.ja, book.en, book.edition)


def _chapters(books: Sequence[Rulebook]) -> Iterator[Iterator[str]]:
    for chapter, _ in books[0].chapters():
        yield _chapter(chapter, books)
        if chapter == "scoring":
            yield _part("役", "Yaku", "scoring.yaku", books, YAKU_NAMES, _yaku_cell)
            yield _part("符", "Fu", "scoring.fu", books, FU_NAMES, _fu_cell)


def _chapter(chapter: str, books: Sequence[Rulebook]) -> Iterator[str]:
    title = words().chapters[chapter]
    columns = [dict(book.rules()) for book in books]
    yield from ("", f"## {title.ja} / {title.en}", "", *_heading(books))
    for name in columns[0]:
        if name.startswith(f"{chapter}.") and name not in _APART:
            cells = [_cell(column[name]) for column in columns]
            yield _line(f"{'<br>'.join(title_of(name))}<br>`{name.partition('.')[2]}`", *cells)


def _part(
    ja: str,
    en: str,
    field: str,
    books: Sequence[Rulebook],
    names: Mapping[str, Text],
    cell: Callable[[YakuRule | FuRule], str],
) -> Iterator[str]:
    columns = [{rule.id: rule for rule in dict(book.rules())[field].value} for book in books]
    known = dict.fromkeys(name for column in columns for name in column)
    yield from ("", f"### {ja} / {en}", "", *_heading(books))
    for name in sorted(known, key=list(names).index):
        cells = [cell(column[name]) if name in column else "–" for column in columns]
        yield _line(f"{names[name].ja}<br>{names[name].en}<br>`{name}`", *cells)


def _heading(books: Sequence[Rulebook]) -> Iterator[str]:
    yield _line("", *(f"`{book.id}`" for book in books))
    yield _line(*("---" for _ in range(len(books) + 1)))


def _cell(rule: Rule[object]) -> str:
    return _cited(words_of(rule.value), rule.clause, rule.unstated)


def _yaku_cell(rule: YakuRule | FuRule) -> str:
    assert isinstance(rule, YakuRule)
    return _cited(worth(rule), rule.clause, rule.unstated or rule.open_unstated)


def _fu_cell(rule: YakuRule | FuRule) -> str:
    assert isinstance(rule, FuRule)
    return _cited(words_of(rule.fu), rule.clause, None)


def _cited(words: Text, clause: Clause | None, unstated: Text | None) -> str:
    # A rule without a clause shows the reason for its default instead.
    named, silent = (clause, None) if clause is None or clause.article else (None, clause.note)
    cited, doubts = dict.fromkeys(named.note if named else ()), dict.fromkeys(silent or unstated or ())
    return "<br>".join([*dict.fromkeys(words), *(f"*{each}*" for each in cited), *(f"† {each}" for each in doubts)])


def _line(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


# Shown in tables of their own.
_APART: Final = ("scoring.yaku", "scoring.fu")
