"""Bundles of the pages: one script and one style sheet per page, in place of up to seventy files.

``api/bundles/bundle.js`` writes them to ``api/bundles/made``. A page is served with its bundle as long as its sources
are unchanged since; otherwise, as in a checkout under development, from its sources.
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
    """Chooses the HTML file of each page: bundled, or the source if any source file has changed since."""

    def __init__(self, web: Path = WEB, built: Path = BUNDLES) -> None:
        """``web``: folder of the sources. ``built``: folder of the bundles, which need not exist."""
        self._web, self._built, self._seen = web, built, dict[str, tuple[tuple[int, int], str]]()
        told = built / "sources.json"
        self._pages: dict[str, dict[str, str]] = json.loads(told.read_bytes()) if told.is_file() else {}

    def shell(self, page: str) -> Path:
        """Return the path of the HTML file for ``page``, such as ``console/console.html``."""
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
