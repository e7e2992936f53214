"""Cut the typeface of the pages to what Japanese names and the project's own words need.

M PLUS 1, in one variable file from medium to extra bold; signs that it lacks from Noto Sans JP. Both are under SIL OFL
1.1. Takes the folder with both npm packages unpacked; writes the files of api/web/type with their style sheet. From the
repository's root:

    for each in m-plus-1@0.4.2 noto-sans-jp@0.4.3; do npm pack @expo-google-fonts/$each; done
    for each in *.tgz; do mkdir ${each%-*} && tar xzf $each -C ${each%-*}; done
    uv run --with "fonttools[woff]==4.68.0" python docs/generate/subset_font.py .
"""

import hashlib
import sys
from collections.abc import Iterator, Set
from itertools import groupby
from pathlib import Path
from typing import Final

from fontTools import subset, varLib
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

_ROOT: Final = Path(__file__).parents[2]
_INTO: Final = _ROOT / "api" / "web" / "type"
_FAMILY: Final = "M PLUS 1"
_KANA_ROWS, _LEVEL_1, _LEVEL_2 = range(1, 9), range(16, 48), range(48, 85)
"""Rows of JIS X 0208: signs and kana; kanji of level 1; kanji of level 2."""
_LATIN: Final = frozenset(map(chr, range(0x20, 0x180)))
_OF_NAMES: Final = frozenset("髙﨑德濵瀨栁")
"""Variant characters of frequent family names that JIS X 0208 lacks: 髙橋, 山﨑, 德永, 濵田, 廣瀨, 栁田."""
_SIGNS: Final = frozenset("—–−×…·•“”‘’▲▼†")
_ROOMS: Final = ("api", "controller", "firmware_bridge", "hardware", "vision")
_TEXTS: Final = frozenset({".py", ".toml", ".js", ".html", ".css"})
_FEATURES: Final = ("tnum", "pnum", "palt", "kern", "ccmp", "locl")
_LEFT_OUT: Final = ("BASE", "STAT", "vhea", "vmtx")
_MEDIUM, _HEAVY = "500Medium", "800ExtraBold"
_SEEN: Final = {600: 500, 700: 800}
"""Weights that pages request, and the typeface's weights that represent them, with linear interpolation between."""
_UNITS: Final = 600
"""Units per em; a thousand makes the files a tenth larger, with a difference of a quarter pixel at 150 pixels."""
_KANJI: Final = "U+4E00-9FFF"


def _rows(rows: range) -> Iterator[str]:
    for row in rows:
        for cell in range(1, 95):
            try:
                yield bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp")
            except UnicodeDecodeError:
                continue


def _written() -> Iterator[str]:
    """Yield every character of the project's sources, the largest set of own words that a page may show."""
    for room in _ROOMS:
        for path in (_ROOT / room).rglob("*.*"):
            if path.suffix in _TEXTS and "node_modules" not in path.parts:
                yield from filter(str.isprintable, path.read_text(encoding="utf-8"))


def _cut(fonts: Path, weight: str, characters: Set[str]) -> TTFont:
    """Return one weight of a font family, reduced to these characters."""
    font = TTFont(next((fonts / weight).glob("*.ttf")))
    options = subset.Options(layout_features=[*_FEATURES], hinting=False)
    options.drop_tables += _LEFT_OUT
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(characters)))
    cutter.subset(font)
    return font


def _growing(fonts: Path, characters: Set[str]) -> TTFont:
    """Return a variable font from medium to heavy, reduced to these characters."""
    plan = DesignSpaceDocument()
    light, heavy = _SEEN
    plan.addAxisDescriptor(
        tag="wght", name="Weight", minimum=light, default=light, maximum=heavy, map=list(_SEEN.items())
    )
    for name, weight in zip((_MEDIUM, _HEAVY), _SEEN.values(), strict=True):
        plan.addSourceDescriptor(font=_cut(fonts, name, characters), location={"Weight": weight}, name=name)
    font, *_ = varLib.build(plan, exclude=["STAT"])
    return font


def _kept(font: TTFont, name: str) -> Path:
    """Write the font to a file named after its content, so that it may be cached for ever."""
    scale_upem(font, _UNITS)
    font.flavor = "woff2"
    font["post"].formatType = 3.0
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    file = _INTO / name
    font.save(file)
    named = file.with_name(f"{name}-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}.woff2")
    return file.rename(named)


def _face(file: Path, span: str = "") -> str:
    return (
        f'@font-face {{\n  font-family: "{_FAMILY}";\n  font-weight: 100 900;\n  font-display: swap;\n'
        f'  src: url("/static/type/{file.name}") format("woff2");\n'
        + (f"  unicode-range: {span};\n" if span else "")
        + "}\n"
    )


def _span(characters: Set[str]) -> str:
    """Return these characters as a unicode-range of a style sheet."""
    runs = groupby(enumerate(sorted(map(ord, characters))), key=lambda each: each[1] - each[0])
    ends = ([code for _, code in run] for _, run in runs)
    return ", ".join(f"U+{run[0]:X}" + (f"-{run[-1]:X}" if run[1:] else "") for run in ends)


def main(packages: Path) -> None:
    """Write the files, the style sheet that names them, and the licences."""
    own, lent = (next(packages.glob(f"*{name}/package")) for name in ("m-plus-1", "noto-sans-jp"))
    has, lends = (
        frozenset(map(chr, TTFont(next((each / _MEDIUM).glob("*.ttf"))).getBestCmap())) for each in (own, lent)
    )
    written = _OF_NAMES | frozenset(_written())
    usual = {*_LATIN, *_SIGNS, *_rows(_KANA_ROWS), *_rows(_LEVEL_1), *written} & has
    rare = set(_rows(_LEVEL_2)) & has - usual
    signs = (written - has) & lends
    _INTO.mkdir(exist_ok=True)
    for old in _INTO.glob("*.woff2"):
        old.unlink()
    # Later rules take precedence: the file of rare kanji is fetched only for a name that the others cannot write. It
    # has one weight, because such kanji occur in names, which are bold.
    sheet = (
        f"/* {_FAMILY}, written by docs/generate/subset_font.py: do not edit. Its licences: OFL.txt, OFL-signs.txt */\n"
        + _face(_kept(_cut(own, _HEAVY, rare), "rare"), _KANJI)
        + _face(_kept(_growing(own, usual), "m-plus-1"))
        + _face(_kept(_growing(lent, signs), "signs"), _span(signs))
    )
    (_INTO / "type.css").write_text(sheet, encoding="utf-8")
    for package, name in ((own, "OFL"), (lent, "OFL-signs")):
        text = (package / "LICENSE_FONT").read_text(encoding="utf-8")
        (_INTO / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
