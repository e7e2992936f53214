"""Write the tables of faults.md: for each fault the evidence, its clause and remedy under each rulebook, and its
recall.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.referee.faults.devices import DEVICE_CURES
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import is_manner
from controller.referee.faults.remedies import due_remedy, field_of, is_doubtful, is_lawful
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.cited import cited
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import Remedy
from controller.text import Language, Text

_PAGE: Final = Path(__file__).parents[1] / "faults.md"
_FIGURES: Final = Path(__file__).parents[2] / "tests" / "vectors" / "fault_figures.toml"
_MARK: Final = "<!-- Below: written by docs/generate/list_faults.py. -->\n"
_BOOKS: Final = tuple(map(rulebook, rulebook_ids()[:5]))

_UNMEASURED: Final = dict.fromkeys(("staged", "found"), "未測定 / not measured")

_ALLOWED: Final = Text("認められる", "allowed")

_COUNTED: Final = ("variants", "false_alarms", "clean_rounds", "games_with_false_alarms", "clean_games")
_MEASURED: Final = """\
## 測定 / Measured

仕掛けた違反 {staged} 件のうち {found} 件を見つけました（{share} %）。
規定ごとに、各事例を {variants} 通り仕掛けています。
手で隠れた牌、一度の読み違い、ずれた牌も混ぜています。違反のない {clean_rounds} 局での誤報は {false_alarms} 件です。

> {found} of {staged} staged faults were found ({share} %): {variants} variants of each case under each rulebook,
> with hands over the tiles, single wrong readings and tiles pushed about. {false_alarms} false alarms in
> {clean_rounds} rounds without a fault; {games_with_false_alarms} of {clean_games} games had one."""
_SEEN: Final = """\
## 違反の一覧 / What shows a fault

証拠は、T 卓、C カメラ、K 入力、P 点棒です。回数は、表示までに続けて読み取られる回数です（毎秒5回）。
確度は、牌の読み取りに求める確かさです。

> Shown by: T table, C camera, K entered, P point sticks. *Readings*: how many in a row before it is shown
> (5 a second); *faces*: the confidence that the tiles must have.

| コード / code | 名称 | name | 証拠 / shown by | 扱い / severity | 回数 / readings | 確度 / faces \
| 仕掛けた数 / staged | 見つけた数 / found |"""
_DUE: Final = """\
## 規定ごとの処置 / What is due

配牌の開始前と後で異なるときは、両方を並べます。*n* は、会場が読み方を確かめるまで注意の扱いになるものです。
"""


def tables() -> str:
    """Return the generated part of the page."""
    figures = tomllib.loads(_FIGURES.read_text("utf-8"))
    return "\n".join((*_measured(figures), "", *_seen(figures), "", *_due())) + "\n"


def _measured(figures: dict[str, object]) -> Iterator[str]:
    codes = figures["codes"]
    assert isinstance(codes, dict)
    staged, found = (sum(each[name] for each in codes.values()) for name in ("staged", "found"))
    yield _MEASURED.format(
        staged=staged, found=found, share=f"{100 * found / staged:.1f}", **{key: figures[key] for key in _COUNTED}
    )


def _seen(figures: dict[str, object]) -> Iterator[str]:
    codes = figures["codes"]
    assert isinstance(codes, dict)
    yield _SEEN
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for code, kind in FAULT_KINDS.items():
        sources = " ".join(source.value for source in kind.sources)
        told = codes.get(code, _UNMEASURED)
        sure = f"{kind.confidence:.0%}" if kind.confidence else "–"
        cells = (f"`{code}`", kind.name.ja, kind.name.en, sources, kind.severity.value, str(kind.dwell), sure)
        yield f"| {' | '.join(cells)} | {told['staged']} | {told['found']} |"


def _due() -> Iterator[str]:
    yield _DUE
    yield from _judged(Language.JA, "違反", "")
    yield ""
    yield "> Before and after the opening where they differ. *n*: a note until the venue confirms the reading."
    yield ">"
    yield from _judged(Language.EN, "fault", "> ")


def _judged(language: Language, head: str, mark: str) -> Iterator[str]:
    yield f"{mark}| {head} | {' | '.join(_named(book).of(language) for book in _BOOKS)} |"
    yield f"{mark}| --- |{' --- |' * len(_BOOKS)}"
    for code, kind in FAULT_KINDS.items():
        if code not in DEVICE_CURES and kind.field:
            yield f"{mark}| {kind.name.of(language)} | {' | '.join(_cell(code, book, language) for book in _BOOKS)} |"


def _named(book: Rulebook) -> Text:
    return Text(book.ja, book.en)


def _cell(code: str, book: Rulebook, language: Language) -> str:
    if is_manner(code) and is_lawful(code, book):
        return "–"
    lawful, opening = FAULT_KINDS[code].lawful, FAULT_KINDS[code].opening
    if lawful is not None and is_lawful(code, book):
        return f"{_ALLOWED.of(language)} ({_clause(book, field_of(book, lawful.field).cite, language)})"
    due = due_remedy(code, book, None)
    said = (VALUE_NAMES[due.kind] if due.kind.value != "penalty" else due.text).of(language)
    if opening is not None:
        rule = field_of(book, opening.remedy)
        assert isinstance(rule.value, Remedy)
        said += "" if rule.value.kind is due.kind else f"; {VALUE_NAMES[rule.value.kind].of(language)}"
    doubt = " *n*" if is_doubtful(code, book) else ""
    return f"{said} ({_clause(book, due.clause, language)}){doubt}"


def _clause(book: Rulebook, name: str, language: Language) -> str:
    return cited(book, name).of(language).replace("|", "/")


def page() -> str:
    """Return the current page: the written part, then the tables."""
    written = _PAGE.read_text("utf-8").partition(_MARK)[0]
    return f"{written}{_MARK}\n{tables()}"


if __name__ == "__main__":
    _PAGE.write_text(page(), encoding="utf-8")
