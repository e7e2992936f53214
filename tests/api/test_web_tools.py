"""What checks the pages: locked by content, from no host but npm's own registry."""

import json
from pathlib import Path

WEB = Path(__file__).parents[2] / "api" / "web"


def test_every_package_is_locked_by_its_content() -> None:
    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
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
    assert types["include"] == ["**/*.js"]
