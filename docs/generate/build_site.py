"""Build the pages as a site in Japanese and in English: ``make site``, or ``--source`` for the sources alone.

A page has both languages: headings and cells as ``日本語 / English``, columns in pairs, English paragraphs as quotes
after the Japanese ones. Each tree of the site gets its language; a page in one language only is in both trees. Anchors
are those of the original page, so a link leads to the same section in both trees. The navigation is the table of
``docs/README.md``. Zensical (https://zensical.org, MIT), the successor of Material for MkDocs, has no plugin for
languages yet: each tree is a project, and the button for the other language its ``alternate``.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_INDEX: Final = Path("docs/README.md")
_FRONT: Final = {"ja": Path("README.ja.md"), "en": Path("README.md")}
_ENGINE: Final = _ROOT / "build" / "site-env"
"""Environment of `make site`, with only the site's builder."""
_NAMES: Final = {"ja": "日本語", "en": "English"}
_JAPANESE: Final = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
_LATIN: Final = re.compile("[A-Za-z]")
_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|mailto:)([^)\s]+)\)")
_STRONG: Final = re.compile(r"\*\*([^*]+)\*\*")
_JOINT: Final = re.compile(
    "(?<=[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e])\n *(?=[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e])"
)
"""A line end within Japanese text, which must not become a space."""
_JAPANESE_END: Final = re.compile(r"(?<=[.:)])\s+[^.A-Za-z`\[]{0,12}[\u3041-\u30ff\u4e00-\u9fff][^\x00]*。$")
"""Japanese sentences after English ones in the same paragraph."""
_SENTENCE: Final = 30
"""A line with fewer characters is a name or an address."""
_FENCE: Final = re.compile(r" *```")
_ENGLISH_SECTION: Final = "## In English"
_PREAMBLE: Final = "jantaku"


def slug(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def is_japanese(text: str) -> bool:
    """True if a text is Japanese; English that only names something in Japanese is not."""
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "", text)
    found = len(_JAPANESE.findall(plain))
    return found > 0 and found * 4 > len(_LATIN.findall(plain))


def one_of(text: str, language: str) -> str:
    """Return the part of ``日本語 / English`` (in either order) in one language; any other text unchanged."""
    for cut in re.finditer(" / ", text):
        before, after = text[: cut.start()].strip(), text[cut.end() :].strip()
        if _balanced(before) and is_japanese(before) != is_japanese(after):
            said = {is_japanese(before): before, is_japanese(after): after}
            return said[language == "ja"]
    return text


def _inline(text: str, page: Path, language: str) -> str:
    """Labels of links and strong words in one language; a Japanese link in English gets the title of its target."""

    def label(link: re.Match[str]) -> str:
        said = one_of(link[2], language)
        if language == "en" and not link[1] and is_japanese(said):
            file, _, anchor = link[3].partition("#")
            said = _title(page.parent / file if file else page, anchor) or said
        return f"{link[1]}[{said}]({link[3]})"

    return _STRONG.sub(lambda strong: f"**{one_of(strong[1], language)}**", _LINK.sub(label, text))


def _title(page: Path, anchor: str) -> str:
    """English heading that a link leads to, "" if there is none."""
    file = _ROOT / page
    heads = re.findall(r"^#+ +(.+?) *$", file.read_text("utf-8"), re.MULTILINE) if file.suffix == ".md" else []
    found = next((one_of(head, "en") for head in heads if not anchor or slug(head) == anchor), "")
    return "" if is_japanese(found) else found


def _balanced(text: str) -> bool:
    return text.count("[") == text.count("]") and text.count("(") == text.count(")") and text.count("`") % 2 == 0


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield paragraphs, tables, headings and code blocks, each as its lines."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            if not fenced and block:
                yield block
                block = []
            block.append(line)
            if fenced:
                yield block
                block = []
            fenced = not fenced
        elif fenced or (line.strip() and not line.startswith("#")):
            block.append(line)
        else:
            if block:
                yield block
            block = []
            if line.strip():
                yield [line]
    if block:
        yield block


def _cells(row: str) -> list[str]:
    return re.split(r"(?<!\\)\|", row.strip().strip("|"))


def _table(block: list[str], language: str) -> list[str]:
    """Rows with the columns of one language; columns that are not in pairs are all kept, each in one language."""
    heads = [cell.strip() for cell in _cells(block[0])]
    japanese = {place for place, head in enumerate(heads) if is_japanese(head) and " / " not in head}
    english = {
        place
        for place, head in enumerate(heads)
        if head and not _JAPANESE.search(head) and not is_japanese("".join(_cells(row)[place] for row in block[2:]))
    }
    dropped = english if language == "ja" else japanese
    if not (japanese and len(japanese) == len(english)):
        dropped = set()
    indent = " " * (len(block[0]) - len(block[0].lstrip()))
    rows = [[cell for place, cell in enumerate(_cells(row)) if place not in dropped] for row in block]
    return [f"{indent}|" + "|".join(f" {one_of(cell.strip(), language)} " for cell in row) + "|" for row in rows]


def in_language(text: str, language: str) -> str:
    """Return a page in one language."""
    in_english = "\n> " in text or any(_is_english(block) for block in _blocks(text))
    anchors: dict[str, int] = {}
    written: list[str] = []
    for heading, blocks in _sections(text):
        if heading == _ENGLISH_SECTION and language == "ja":
            continue
        body = list(_body(blocks, language, in_english))
        marks, _, title = heading.partition(" ")
        name = slug(title)
        anchors[name] = anchors.get(name, -1) + 1
        name += f"-{anchors[name]}" if anchors[name] else ""
        shown = one_of(title, language)
        if heading and heading != _ENGLISH_SECTION and (body or not blocks or not is_japanese(shown)):
            written.append(f"{marks} {shown} {{#{name}}}")
        elif heading:
            written.append(f'<a id="{name}"></a>')
        written += [_indented(block) for block in body]
    return "\n\n".join(written) + "\n"


def _sections(text: str) -> list[tuple[str, list[list[str]]]]:
    """Return headings with the blocks below each."""
    sections: list[tuple[str, list[list[str]]]] = [("", [])]
    for block in _blocks(text):
        if block[0].startswith("#"):
            sections.append((block[0], []))
        else:
            sections[-1][1].append(block)
    return sections


def _is_english(block: list[str]) -> bool:
    """True if a block is a paragraph in English."""
    prose = " ".join(block)
    return not re.match(r" *(```|\||!|<)", block[0]) and not is_japanese(one_of(prose, "en")) and len(prose) > _SENTENCE


def _body(blocks: list[list[str]], language: str, in_english: bool) -> Iterator[str]:
    """Yield blocks of a section; Japanese-only blocks are in the English tree only if the page has no English ones."""
    dropped = False
    for block in blocks:
        first = block[0].lstrip()
        if language == "en" and in_english and _is_japanese_alone(block):
            continue
        if first.startswith(("```", "|")):
            lines = block if first.startswith("```") else _table(block, language)
            yield "\n".join(_outdented(lines) if dropped else lines)
        elif first.startswith(">"):
            if language == "en":
                dropped = False
                yield "\n".join(re.sub(r"^ *> ?(\*\*In English\.\*\* )?", "", line) for line in block)
        else:
            prose = _prose(block, language)
            dropped = language == "en" and in_english and is_japanese(prose) and not first.startswith("!")
            if not dropped:
                yield prose


def _is_japanese_alone(block: list[str]) -> bool:
    """True for a table with Japanese heads, and for Japanese output of a command."""
    table = block[0].lstrip().startswith("|") and not _LATIN.search(block[0])
    return table or (_FENCE.match(block[0]) is not None and is_japanese(" ".join(block)))


def _prose(block: list[str], language: str) -> str:
    """A paragraph or list in one language; in English without Japanese sentences at the end."""
    items = re.split(r"\n(?= *(?:- |\d+\. ))", "\n".join(block))
    return _JOINT.sub("", "\n".join(_item(item, language) for item in items))


def _item(item: str, language: str) -> str:
    line = re.sub(r"\s*\n\s*", " ", item.strip())
    mark, indent = re.match(r"(?:- |\d+\. )?", line), re.match(" *", item)
    assert mark is not None
    assert indent is not None
    said = line[mark.end() :]
    one = one_of(said, language)
    kept = item if one == said else f"{indent[0]}{mark[0]}{one}"
    if language == "en" and not is_japanese(said.partition(". ")[0]):
        return _JAPANESE_END.sub("", kept)
    return kept


def _indented(block: str) -> str:
    """Indent a block in a list item by four, the least that the builder's Markdown accepts."""
    lines = block.split("\n")
    if block.startswith("```"):
        return block
    if re.match(" {2,3}(```|\\|)", lines[0]):
        more = " " * (4 - len(lines[0]) + len(lines[0].lstrip()))
        return "\n".join(more + line for line in lines)
    return "\n".join(re.sub("^ {2,3}(?=[^ ])", "    ", line) for line in lines)


def _outdented(block: list[str]) -> list[str]:
    least = min(len(line) - len(line.lstrip()) for line in block if line.strip())
    return [line[least:] for line in block]


def _index() -> Iterator[tuple[str, list[tuple[str, str, Path]]]]:
    """Yield sections of the index: the reader, and kind, title and file of each page."""
    for section in (_ROOT / _INDEX).read_text("utf-8").split("\n## ")[2:]:
        rows = [
            _cells(line) for line in section.splitlines() if line.startswith(("| 入門", "| 手順", "| 資料", "| 解説"))
        ]
        pages = []
        for kind, page, *_ in rows:
            link = _LINK.search(page)
            assert link is not None, page
            pages.append((kind.strip(), link[2], (_INDEX.parent / link[3])))
        yield section.splitlines()[0], pages


_KINDS: Final = {
    "ja": {"tutorial": "入門", "how-to": "手順", "reference": "資料", "explanation": "解説"},
    "en": {"tutorial": "Tutorials", "how-to": "How-to", "reference": "Reference", "explanation": "Explanation"},
}


def navigation(language: str) -> list[dict[str, object]]:
    """Return the navigation by reader, then by kind of page."""
    entries: list[dict[str, object]] = [
        {_PREAMBLE: "index.md"},
        {{"ja": "目次", "en": "All pages"}[language]: _INDEX.as_posix()},
    ]
    for reader, pages in _index():
        kinds: dict[str, list[dict[str, str]]] = {}
        for kind, title, file in pages:
            name = _KINDS[language][kind.split()[-1]]
            place = _normal(file).as_posix()
            kinds.setdefault(name, []).append({one_of(title, language).replace("`", ""): place})
        entries.append({one_of(reader, language): [{name: inside} for name, inside in kinds.items()]})
    return entries


def _normal(path: Path) -> Path:
    return (_ROOT / path).resolve().relative_to(_ROOT)


def pages() -> list[Path]:
    """Return every page of the navigation and the index."""
    return [_INDEX, *dict.fromkeys(_normal(file) for _, entries in _index() for _, _, file in entries)]


def _linked(text: str, page: Path) -> Iterator[tuple[str, Path]]:
    for link in _LINK.finditer(text):
        if link[3].startswith("#"):
            continue
        target = (_ROOT / page.parent / link[3].partition("#")[0]).resolve()
        if target.is_relative_to(_ROOT):
            yield link[3], target.relative_to(_ROOT)


def write_sources(out: Path, language: str) -> None:
    """Write the pages of one language with linked files, and the settings of their project."""
    folder, front = out / "source" / language, _FRONT[language]
    shutil.rmtree(folder, ignore_errors=True)
    known = {page: page for page in pages()} | {front: Path("index.md")}
    known |= {_FRONT[other]: Path("index.md") for other in _FRONT}
    for page in (*pages(), front):
        text = in_language((_ROOT / page).read_text("utf-8"), language)
        text = _inline(text, page, language)
        for link, target in set(_linked(text, page)):
            text = _led(text, page, link, target, known, folder)
        place = folder / known[page]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    shutil.copy(_ROOT / "docs" / "generate" / "site.css", folder)
    (out / f"{language}.toml").write_text(_settings(language), encoding="utf-8")


def _led(text: str, page: Path, link: str, target: Path, known: dict[Path, Path], folder: Path) -> str:
    """Redirect a link to a page of the site or to a file beside it; a link to a folder is removed."""
    anchor = link.partition("#")[2]
    if target in known:
        there = known[target]
        up = "../" * (len(known[page].parts) - 1)
        return text.replace(f"]({link})", f"]({up}{there.as_posix()}{'#' + anchor if anchor else ''})")
    if (_ROOT / target).is_file():
        place = folder / target
        # A page outside the site is served as text.
        place = place.with_name(place.name + ".txt") if target.suffix in {"", ".md"} else place
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_ROOT / target, place)
        up = "../" * (len(known[page].parts) - 1)
        return text.replace(f"]({link})", f"]({up}{place.relative_to(folder).as_posix()})")
    return re.sub(rf"\[([^\]]*)\]\({re.escape(link)}\)", rf"\1 (`{target.as_posix()}`)", text)


def _settings(language: str) -> str:
    """Settings of a tree; strings, lists and numbers have the same form in JSON and TOML."""
    other = "en" if language == "ja" else "ja"
    lines = [
        "[project]",
        f"site_name = {json.dumps('jantaku 雀卓', ensure_ascii=False)}",
        f'docs_dir = "source/{language}"',
        f'site_dir = "{language}"',
        "use_directory_urls = false",
        'extra_css = ["site.css"]',
        f"nav = {_toml(navigation(language))}",
        "[project.theme]",
        f'language = "{language}"',
        "font = false",
        'features = ["navigation.tabs", "navigation.top", "navigation.footer", "toc.follow"]',
        "[project.extra]",
        "generator = false",
        *(
            line
            for each in (language, other)
            for line in (
                "[[project.extra.alternate]]",
                f"name = {json.dumps(_NAMES[each], ensure_ascii=False)}",
                f'link = "../{each}/index.html"',
                f'lang = "{each}"',
            )
        ),
        "[project.markdown_extensions.attr_list]",
        "[project.markdown_extensions.md_in_html]",
        "[project.markdown_extensions.tables]",
        "[project.markdown_extensions.toc]",
        "[project.markdown_extensions.pymdownx.highlight]",
        "[project.markdown_extensions.pymdownx.superfences]",
    ]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def build(out: Path) -> None:
    """Build both trees, and a first page that redirects to the Japanese one."""
    for language in _NAMES:
        write_sources(out, language)
        command = [
            str(_ENGINE / "bin" / "zensical"),
            "build",
            "--clean",
            "--strict",
            "--config-file",
            f"{language}.toml",
        ]
        subprocess.run(command, cwd=out, check=True)
    (out / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>jantaku</title>'
        '<meta http-equiv="refresh" content="0; url=ja/index.html">'
        '<a href="ja/index.html">日本語</a> <a href="en/index.html">English</a>\n',
        encoding="utf-8",
    )


def main() -> None:
    """Write what the command line selects."""
    parser = argparse.ArgumentParser(description="Build the pages as a site in Japanese and in English.")
    parser.add_argument("--out", type=Path, default=_ROOT / "build" / "site")
    parser.add_argument("--source", action="store_true", help="write the sources of both trees and build nothing")
    asked = parser.parse_args()
    out = asked.out.resolve()
    if asked.source:
        for language in _NAMES:
            write_sources(out, language)
    else:
        build(out)
        print(out / "index.html")


if __name__ == "__main__":
    sys.exit(main())
