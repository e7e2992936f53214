"""Texts for people as files for the prose linter: ``python -m tests.support.written_words build/words``.

``ja`` and ``en`` contain the paragraphs of the site's pages in one language each, ``ja/messages.md`` the sentences of
screens, commands and the service, each below its place in the code.
"""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Final

from tests.support.syntax import Nodes, without_garbage
from tests.support.wording import HOLE, WORDS, said

ROOT: Final = Path(__file__).parents[2]
_ANCHOR: Final = re.compile(r" \{#[^}]*\}")
WRITTEN_FROM_LAW: Final = ("rulebooks.md", "rulebooks-outside.md", "law-coverage.md")
"""Tables of clauses: the wording of the printed rules."""


def write(out: Path) -> None:
    """Write both trees of pages, and the messages."""
    shutil.rmtree(out, ignore_errors=True)
    site = runpy.run_path(str(ROOT / "docs" / "generate" / "build_site.py"))
    for language in ("ja", "en"):
        site["write_sources"](out / "site", language)
        shutil.move(out / "site" / "source" / language, out / language)
        for name in WRITTEN_FROM_LAW:
            (out / language / "docs" / name).unlink()
    for page in (out / "ja").rglob("*.md"):
        blocks = ["\n".join(block) for block in site["_blocks"](page.read_text("utf-8"))]
        said = [block for block in blocks if site["is_japanese"](block) and not block.lstrip().startswith("```")]
        page.write_text(_ANCHOR.sub("", "\n\n".join(said)) + "\n", encoding="utf-8")
    (out / "ja" / "messages.md").write_text(messages(), encoding="utf-8")
    for file in out.glob("??/**/*.md"):
        # The cache of textlint knows a file by its date, so the date stands for the content.
        date = zlib.crc32(file.read_bytes())
        os.utime(file, (date, date))


def messages() -> str:
    """Sentences in Japanese, with ``A`` for each filled-in value."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [Path(name) for name in listed.split() if not name.startswith("tests/") and (ROOT / name).is_file()]
    with without_garbage():
        nodes = {path: Nodes(ast.parse((ROOT / path).read_text("utf-8"))) for path in paths}
    aside = (*WORDS["not_ours"], *WORDS["tables"])
    found = [one for one in said(ROOT, nodes) if one.both and "。" in one.text and not one.place.startswith(aside)]
    return "".join(f"<!-- {one.place} -->\n\n{one.text.replace(HOLE, 'A')}\n\n" for one in found)


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())
