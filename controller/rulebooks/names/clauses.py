"""Clauses as a Japanese referee cites them: ``art. 13 ni`` is 第13条ニ, ``art. 54-5`` 第54条⑤ or 第54章第5条."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.reasons import reason_name
from controller.rulebooks.rule import Citing
from controller.text import Text

_KANA: Final = "イロハニホヘトチリヌルヲ"
_IROHA: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(("i", "ro", "ha", "ni", "ho", "he", "to", "chi", "ri", "nu", "ru", "wo"), _KANA, strict=True))
)
# Lists that a book has beside its articles, and what stands in place of a clause.
_LISTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "abstract": "要旨",
        "appendix": "付録",
        "as usual": "通例どおり",
        "basic": "基本",
        "basic rules": "基本ルール",
        "B is A without these": "BはAからこれらを除く",
        "M is A with these": "MはAにこれらを加える",
        "chombo": "チョンボ",
        "clarification": "補足",
        "errata of": "正誤表",
        "furiten": "フリテン",
        "hand-built": "手積み",
        "hand-stacked tables": "手積み卓",
        "kan": "カン",
        "list": "一覧",
        "lost right": "権利の喪失",
        "manual": "マニュアル",
        "manners": "作法",
        "outline of": "要綱",
        "pao": "包",
        "penalties": "罰則",
        "players' test": "プロテスト",
        "points": "点数",
        "published records": "公開された牌譜",
        "rank": "順位",
        "records": "記録",
        "records not kept here": "手元にない牌譜",
        "red fives in M alone": "赤はMのみ",
        "renchan": "連荘",
        "revision of": "改定",
        "riichi": "リーチ",
        "rules of ranked games": "段位戦ルール説明",
        "rules page": "ルールページ",
        "rules page before": "旧ルールページ",
        "sanbaiman": "三倍満",
        "secondary source": "二次資料",
        "the rest as usual": "ほかは通例どおり",
        "the usual yaku": "通例の役",
        "sheet of": "シート",
        "ties": "同点",
        "tournament rules": "大会規定",
        "tournament sheet": "大会シート",
        "yaku": "役",
    }
)
_LIST: Final = re.compile(rf"\b({'|'.join(sorted(_LISTS, key=len, reverse=True))})\b ?")
# "to" before a number is a range.
_LETTER: Final = r"(?!to \d)(?:" + "|".join(sorted(_IROHA, key=len, reverse=True)) + ")"
_ARTICLE: Final = re.compile(
    rf"(?P<chapter>ch\. )?(?:art\. )?(?P<number>\d+)(?P<parts>(?:-\d+)*)"
    rf"(?: (?P<letter>{_LETTER})\b(?P<rest>(?:-\d+)*)(?:-(?P<last>{_LETTER})\b)?)?"
)
_AGAIN: Final = re.compile(rf"({_LETTER})\b((?:-\d+)*)")
_HEAD: Final = re.compile(r", | to (?=\d)| |")
_BETWEEN: Final[Mapping[str, str]] = MappingProxyType({", ": "・", " to ": "～"})
_UNSTATED: Final = "unstated: "
_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def clause_name(clause: str, citing: Citing) -> Text:
    """A clause as each language cites it, the reason of one that the book does not state."""
    if clause.startswith(_UNSTATED):
        return reason_name(clause.removeprefix(_UNSTATED))
    numbered = re.match(r"(ch|art)\. \d", clause)
    return Text(_with_lists(_articles(clause, citing) if numbered else clause), clause)


def _with_lists(clause: str) -> str:
    told = _LIST.sub(lambda found: _LISTS[found[1]], clause)
    told = re.sub(r" ?\((.*)\)", r"（\1）", re.sub(r"[,;] ", "・", told), count=1)
    return re.sub(r" to (?=\d)", "～", told).replace(": ", "：", 1)


def _articles(clause: str, citing: Citing) -> str:
    told, place = "", 0
    while place < len(clause):
        head = _HEAD.match(clause, place)
        between = head[0] if head else ""
        place += len(between)
        mark = _BETWEEN.get(between, "")
        if article := _ARTICLE.match(clause, place):
            told += mark + _article(article, citing)
            place = article.end()
        elif again := _AGAIN.match(clause, place):
            told += mark + _IROHA[again[1]] + again[2]
            place = again.end()
        else:
            return told + between + clause[place:]
    return told


def _article(found: re.Match[str], citing: Citing) -> str:
    number, *parts = (found["number"] + found["parts"]).split("-")
    if found["chapter"]:
        return f"第{number}章"
    told = f"第{number}{'項' if citing is Citing.ITEMS else '条'}"
    if citing is Citing.CHAPTERS and parts:
        told, parts = f"第{number}章第{parts[0]}条", parts[1:]
    if parts and int(parts[0]) > len(_CIRCLED):
        return f"{told}～第{parts[0]}条"
    if parts:
        told += _CIRCLED[int(parts[0]) - 1] + "".join(f"-{part}" for part in parts[1:])
    if found["letter"]:
        told += _IROHA[found["letter"]] + (found["rest"] or "")
        told += f"～{_IROHA[found['last']]}" if found["last"] else ""
    return told
