"""Bundles of the pages: one script and one sheet of each, in place of up to seventy files.

``api/bundles/bundle.js`` makes them under ``api/bundles/made``. A page is served with its bundle while its sources have
not changed since; otherwise, as in a checkout that is being edited, from its sources.
"""

import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Final

from api.http.pages.held import mark_of

WEB: Final = Path(str(resources.files("api"))) / "web"
BUNDLES: Final = WEB.with_name("bundles") / "made"


class Bundles:
    """The shell of each page: with one script and one sheet unless the sources have changed since they were made."""

    def __init__(self, web: Path = WEB, built: Path = BUNDLES) -> None:
        """``web``: the folder of the pages; ``built``: that of their bundles, which need not be there."""
        self._web, self._built, self._seen = web, built, dict[str, tuple[tuple[int, int], str]]()
        told = built / "sources.json"
        self._pages: dict[str, dict[str, str]] = json.loads(told.read_bytes()) if told.is_file() else {}

    def shell(self, page: str) -> Path:
        """The HTML file of ``page``, as ``console/console.html``."""
        sources = self._pages.get(page)
        if sources and all(self._digest(source) == made_of for source, made_of in sources.items()):
            return self._built / page
        return self._web / page

    def _digest(self, source: str) -> str:
        file = str(self._web / source)
        try:
            mark = mark_of(file)
        except OSError:
            return ""
        if source not in self._seen or self._seen[source][0] != mark:
            self._seen[source] = mark, hashlib.sha256(Path(file).read_bytes()).hexdigest()
        return self._seen[source][1]
