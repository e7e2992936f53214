"""Pages for people at a venue have as much Japanese as English: two characters count as a word."""

import re
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
INDEX: Final = ROOT / "docs" / "README.md"
RULES: Final = tomllib.loads((ROOT / "tests/vectors/japanese_share.toml").read_text("utf-8"))
NO_PROSE: Final = re.compile(r"^[> ]*```.*?^[> ]*```|<!--.*?-->|`[^`\n]*`|(?<=\])\([^)\s]*\)", re.DOTALL | re.MULTILINE)
JAPANESE: Final = re.compile("[\u3041-\u30ff\u3400-\u9fff々]")
ENGLISH: Final = re.compile("[A-Za-z][A-Za-z'’-]*")
_SLACK: Final = 0.02


class Words(NamedTuple):
    """Amount of prose in both languages, in words."""

    japanese: float
    english: float

    @property
    def share(self) -> float:
        """Share of the Japanese."""
        return self.japanese / max(self.japanese + self.english, 1)


def words(page: str) -> Words:
    """Count the prose of a page."""
    prose = NO_PROSE.sub("", page)
    return Words(len(JAPANESE.findall(prose)) / 2, len(ENGLISH.findall(prose)))


def pages_of_venues() -> dict[str, Words]:
    """Words of each page that the index lists for a reader at a venue."""
    found = {}
    for section in INDEX.read_text("utf-8").split("\n## ")[1:]:
        if section.partition("\n")[0] not in RULES["index"]["others"]:
            for row in re.findall(r"^\| \S+ (?:tutorial|how-to|reference|explanation) \|.*$", section, re.MULTILINE):
                for link in re.findall(r"\]\(([^)#]+\.md)\)", row):
                    path = (INDEX.parent / link).resolve()
                    found[path.relative_to(ROOT).as_posix()] = words(path.read_text("utf-8"))
    return found


def test_every_page_of_a_venue_is_written_in_japanese() -> None:
    floors = RULES["floors"]
    shares = {page: counted.share for page, counted in pages_of_venues().items()}
    assert len(shares) > 40
    too_little = {
        page: round(share, 2) for page, share in shares.items() if share < floors.get(page, RULES["least"]["page"])
    }
    assert too_little == {}, "translate what has no Japanese, or cut English that nobody needs"
    risen = {page: round(shares[page], 2) for page, floor in floors.items() if shares.get(page, 1) > floor + _SLACK}
    assert risen == {}, "raise these floors in tests/vectors/japanese_share.toml"


def test_all_pages_of_venues_together_are_written_in_japanese() -> None:
    counted = list(pages_of_venues().values())
    together = Words(sum(each.japanese for each in counted), sum(each.english for each in counted))
    assert together.share >= RULES["least"]["together"], f"{together.share:.3f}"


def test_code_and_addresses_are_no_words() -> None:
    assert words("押す [卓 table](a/b.md) `jantaku x`\n\n```sh\nls it\n```\n") == Words(1.5, 1)
