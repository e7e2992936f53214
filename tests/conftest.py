"""Settings of the whole suite, and the markers that the fast run leaves out."""

from collections.abc import Iterable, Mapping
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# Examples are judged by what they say, not by how busy the machine is.
settings.register_profile("jantaku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", settings.get_profile("jantaku"), max_examples=2000)
settings.load_profile("jantaku")

FOLDERS: Final[Mapping[str, str]] = {"firmware": "firmware", "e2e": "process"}
"""Folder of tests: the marker of every test in it."""
FIXTURES: Final[Mapping[str, str]] = {
    "browser": "browser",
    "built": "firmware",
    "mutated": "firmware",
    "studio": "render",
    "classifier": "render",
}
"""Fixture: the marker of every test that asks for it."""
NAMES: Final[Mapping[str, str]] = {
    "EmulatedBoard": "firmware",
    "QemuBoard": "firmware",
    "Painter": "render",
    "Studio": "render",
    "studio_of": "render",
    "Classifier": "render",
    "Finder": "render",
    "subprocess": "process",
    "WebServer": "process",
    "TestClient": "process",
    "table_on_pty": "process",
}
"""Name that a test's module imports: the marker of every test in it."""


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark each test by what it uses, so that nobody has to remember to."""
    for item in items:
        module = vars(getattr(item, "module", object))
        asked = getattr(item, "fixturenames", ())
        found = {FIXTURES[name] for name in asked if name in FIXTURES} | {
            NAMES[name] for name in NAMES if name in module
        }
        for marker in sorted(found):
            item.add_marker(marker)
