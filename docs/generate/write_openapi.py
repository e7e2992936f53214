"""Write the OpenAPI document, from which the pages' types are generated: ``build/openapi.json``."""

import json
import sys
from pathlib import Path

from api.access.access import Access
from api.http.app import create_app


def document() -> str:
    """Return the document of a service, identical in every run."""
    access = Access()
    # Each service has a different name for its cookie.
    access.cookie = "jantaku"
    return json.dumps(create_app({}, access=access).openapi(), ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def main() -> None:
    """Write the document to the path in the first argument."""
    place = Path(sys.argv[1])
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
