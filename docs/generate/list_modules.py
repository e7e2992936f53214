"""Write into each page the modules that it loads, so that a browser asks for all at once and none waits for another.

Run by ``python docs/generate/list_modules.py`` after a page's imports have changed. What a module imports only once it
is needed (``import(…)``) is not named.
"""

import re
from pathlib import Path
from typing import Final

_WEB: Final = Path(__file__).parents[2] / "api" / "web"
_MAIN: Final = re.compile(r'    <script type="module" src="/static/([^"]+)"')
_IMPORT: Final = re.compile(r'^(?:import|export) [^;]*?from "(\.[^"]+)";', re.MULTILINE)
_NAMED: Final = re.compile(r' *<link rel="modulepreload"[^\n]*\n')


def pages() -> list[Path]:
    """Every page."""
    return sorted(page for page in _WEB.rglob("*.html") if "node_modules" not in page.parts)


def written(page: Path) -> str:
    """The page with its modules named."""
    text = _NAMED.sub("", page.read_text(encoding="utf-8"))
    begun = [_WEB / name for name in _MAIN.findall(text)]
    found: set[Path] = set()
    waiting = list(begun)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += [(module.parent / name).resolve() for name in _IMPORT.findall(module.read_text("utf-8"))]
    names = sorted(module.relative_to(_WEB).as_posix() for module in found - set(begun))
    links = "".join(f'    <link rel="modulepreload" href="/static/{name}" />\n' for name in names)
    return _MAIN.sub(lambda match: links + match.group(), text, count=1)


if __name__ == "__main__":
    for each in pages():
        each.write_text(written(each), encoding="utf-8")
