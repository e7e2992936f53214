"""What checks the pages: locked by content, from no host but npm's own registry; what the console loads at once."""

import json
import re
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


def test_the_console_names_every_module_that_it_loads_so_that_none_waits_for_another() -> None:
    found: set[Path] = set()
    waiting = [WEB / "console" / "console.js"]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            imported = re.findall(r'^import [^;]*?from "(\.[^"]+)";', module.read_text(encoding="utf-8"), re.MULTILINE)
            waiting += [(module.parent / name).resolve() for name in imported]
    page = (WEB / "console" / "console.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:modulepreload" href|module" src)="/static/([^"]+)"', page)
    assert sorted(named) == sorted(path.relative_to(WEB).as_posix() for path in found)
