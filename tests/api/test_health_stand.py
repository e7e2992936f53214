"""A served table on a real clock whose sources are lost and found; ``test_watchdogs.py`` tests the time limits."""

from pathlib import Path

import pytest

from tests.support.health_stand import lose, stand

pytestmark = pytest.mark.process
LOST = {"eyes hang": "The eyes do not answer.", "link": "Link to the table lost."}


@pytest.mark.parametrize("options", [(), ("--shared-time",)], ids=["real", "shared"])
def test_what_is_lost_is_told_and_found_again(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Regression: hung eyes were not reported with ``--shared-time``, and the service stayed ready without a camera."""
    with stand(tmp_path, options) as under_way:
        # The link is lost twice: a second loss in one round is reported as well.
        for name, words in (*LOST.items(), ("link", LOST["link"])):
            assert words in str(lose(under_way, name)["said"])
