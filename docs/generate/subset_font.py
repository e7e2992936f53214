"""Cut the typeface of overlay and wall to what Japanese names and the pages' words need: M PLUS 1, SIL OFL 1.1.

Takes the unpacked npm package @fontsource/m-plus-1; writes the files of api/web/type with their style sheet. From the
repository's root:

    npm pack @fontsource/m-plus-1@5.2.8 && tar xzf fontsource-m-plus-1-5.2.8.tgz
    uv run --with "fonttools[woff]==4.68.0" python docs/generate/subset_font.py package
"""

import hashlib
import subprocess
import sys
from collections.abc import Iterator, Set
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_INTO: Final = Path(__file__).parents[2] / "api" / "web" / "type"
_FAMILY: Final = "M PLUS 1"
_KANA_ROWS, _LEVEL_1, _LEVEL_2 = range(1, 9), range(16, 48), range(48, 85)
"""Rows of JIS X 0208: signs and kana; kanji of level 1; kanji of level 2."""
_LATIN: Final = frozenset(map(chr, range(0x20, 0x180)))
_OF_NAMES: Final = frozenset("髙﨑德")
"""Forms of frequent family names that JIS X 0208 lacks: 髙橋, 山﨑, 德永."""
_SIGNS: Final = frozenset("—–−×…·•“”‘’▲▼†")
_FEATURES: Final = "tnum,pnum,palt,kern,ccmp,locl"
_WEIGHTS: Final = ((500, "100 600"), (800, "601 900"))
"""Each file with the weights that it stands for."""
_KANJI: Final = "U+4E00-9FFF"
_NAMES_WEIGHT: Final = 800
"""Rare kanji come in one weight: they stand in names, which are set bold."""


def _rows(rows: range) -> Iterator[str]:
    for row in rows:
        for cell in range(1, 95):
            try:
                yield bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp")
            except UnicodeDecodeError:
                continue


def _cut(font: Path, characters: Set[str], name: str) -> Path:
    """The file with these characters, named after its content: it may be kept for ever."""
    with TemporaryDirectory() as folder:
        text, cut = Path(folder) / "text", Path(folder) / "cut.woff2"
        text.write_text("".join(sorted(characters)), encoding="utf-8")
        options = ("--flavor=woff2", f"--layout-features={_FEATURES}", "--no-hinting", "--drop-tables+=STAT,vhea,vmtx")
        command = [sys.executable, "-m", "fontTools.subset", str(font), f"--text-file={text}", f"--output-file={cut}"]
        subprocess.run([*command, *options], check=True)
        data = cut.read_bytes()
    file = _INTO / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    file.write_bytes(data)
    return file


def _face(file: Path, weights: str, span: str = "") -> str:
    return (
        f'@font-face {{\n  font-family: "{_FAMILY}";\n  font-weight: {weights};\n  font-display: swap;\n'
        f'  src: url("/static/type/{file.name}") format("woff2");\n'
        + (f"  unicode-range: {span};\n" if span else "")
        + "}\n"
    )


def main(package: Path) -> None:
    """Write the files, the style sheet that names them, and the licence."""
    usual = {*_LATIN, *_OF_NAMES, *_SIGNS, *_rows(_KANA_ROWS), *_rows(_LEVEL_1)}
    rare = set(_rows(_LEVEL_2)) - usual
    _INTO.mkdir(exist_ok=True)
    for old in _INTO.glob("*.woff2"):
        old.unlink()
    source = "m-plus-1-japanese-{}-normal.woff2"
    named = package / "files" / source.format(_NAMES_WEIGHT)
    uncommon = _cut(named, rare, "rare")
    sheet = ""
    for weight, weights in _WEIGHTS:
        # What is said last is asked first: the file of rare kanji is fetched for a name that the other cannot write.
        sheet += _face(uncommon, weights, _KANJI)
        sheet += _face(_cut(package / "files" / source.format(weight), usual, f"m-plus-1-{weight}"), weights)
    said = "/* M PLUS 1, written by docs/generate/subset_font.py: do not edit. Its licence: OFL.txt. */\n"
    (_INTO / "type.css").write_text(said + sheet, encoding="utf-8")
    (_INTO / "OFL.txt").write_text((package / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
