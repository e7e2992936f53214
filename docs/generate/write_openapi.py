"""The interface as its OpenAPI document, from which the types of the pages are made: ``build/openapi.json``."""

import json
import sys
from pathlib import Path

from api.access.access import Access
from api.http.app import create_app


def document() -> str:
    """The document of a service, the same at every run."""
    access = Access()
    # Each service has a name of its own for its cookie.
    access.cookie = "jantaku"
    return json.dumps(create_app({}, access=access).openapi(), ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def main() -> None:
    """Write it where the first argument says."""
    place = Path(sys.argv[1])
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
