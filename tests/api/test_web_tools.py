"""Tools of the pages: npm packages are locked by their hashes and come from npm's registry only."""

import json
import re
from pathlib import Path

import pytest

from controller.ports.referee import ClaimKind

_SAY_ANY = 3
"""Lines whose JSDoc type says ``any``: JSON Schema of any shape, and the one global of a worker. It only ever falls."""
ROOT = Path(__file__).parents[2]
WEB = ROOT / "api" / "web"


@pytest.mark.parametrize("folder", ["api/web", "api/bundles", "hardware/firmware/emulator/rp2040"])
def test_every_package_is_locked_by_its_content(folder: str) -> None:
    locked = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages = {name: package for name, package in locked.items() if name}
    assert packages
    assert [name for name, package in packages.items() if not package.get("integrity")] == []
    hosts = {package["resolved"].split("/")[2] for package in packages.values() if "resolved" in package}
    assert hosts <= {"registry.npmjs.org"}


def test_the_pages_themselves_need_no_package() -> None:
    assert "dependencies" not in json.loads((WEB / "package.json").read_text(encoding="utf-8"))


def test_formatter_linter_and_types_are_one_command() -> None:
    lint = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]["lint"]
    assert [part.split()[0] for part in lint.split(" && ")] == ["prettier", "eslint", "tsc"]
    types = json.loads((WEB / "tsconfig.json").read_text(encoding="utf-8"))
    assert types["compilerOptions"]["checkJs"]
    assert types["compilerOptions"]["strict"]
    assert types["compilerOptions"]["noImplicitAny"]
    assert types["include"] == ["**/*.js"]


def test_no_more_types_say_any_than_before() -> None:
    pages = [path.read_text(encoding="utf-8") for path in WEB.glob("[!n]*/**/*.js")]
    found = [line for page in pages for line in page.splitlines() if re.search(r"@\w+ \{.*\bany\b", line)]
    assert len(found) <= _SAY_ANY


def test_what_people_read_is_linted_in_both_languages() -> None:
    """`make lint` and `make test` run the linter; one settings file per language lists the disabled rules."""
    words = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]["words"]
    for language, preset in (("ja", "preset-ja-technical-writing"), ("en", "write-good")):
        settings = f"docs/generate/textlint-{language}.json"
        assert settings in words
        assert [*json.loads((WEB.parents[1] / settings).read_text(encoding="utf-8"))["rules"]] == [preset]
    for target in ("test", "lint"):
        rule = (WEB.parents[1] / "Makefile").read_text(encoding="utf-8").partition(f"\n{target}:\n")[2]
        assert " words" in rule.partition("\n")[0]


SHARED_PARTS = ("section.card", "div.due-row", "label.field", "details.fold", "button.hold", "p.good", "dialog")
"""Elements that only ``api/web/shared`` may create; the gallery is exempt because it shows an open dialog."""


PIN_BOX = r'/access/pin"|accessWords\.(?:enterPin|choosePin)|type: "password",\s*inputmode: "numeric"'
"""Pattern of a PIN entry: its address, its words, its field."""


def test_no_page_builds_a_part_that_all_share() -> None:
    """Regression: the access page had its own PIN field."""
    own = [path for path in WEB.glob("[!n]*/**/*.js") if path.relative_to(WEB).parts[0] not in ("shared", "gallery")]
    made = re.compile(rf'h\(\s*[`"](?:{"|".join(map(re.escape, SHARED_PARTS))})[.`"]|{PIN_BOX}')
    assert {path.name: found for path in own if (found := made.findall(path.read_text(encoding="utf-8")))} == {}


ELSEWHERE = {
    ClaimKind.SET_RELEASE: '"set-release"',
    ClaimKind.SET_JUDGING: 'ticked("automatic"',
    ClaimKind.ACCEPT_BOARD: "/board?audience=staff`, body",
}
"""Claims with a separate address that another page than the console sends, with the code that sends them."""


def test_whatever_a_referee_can_say_to_the_service_can_be_said_on_a_page() -> None:
    console = "".join(path.read_text(encoding="utf-8") for path in (WEB / "console").rglob("*.js"))
    missing = [kind.value for kind in ClaimKind if kind not in ELSEWHERE and f'"{kind.value}"' not in console]
    pages = "".join(path.read_text(encoding="utf-8") for path in WEB.glob("[!n]*/**/*.js"))
    missing += [kind.value for kind, asked in ELSEWHERE.items() if asked not in pages]
    assert missing == []
