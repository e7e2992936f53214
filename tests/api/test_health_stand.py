"""A served table on a real clock whose sources are lost and found; the bounds are of ``test_watchdogs.py``."""

from pathlib import Path

import pytest

from tests.support.health_stand import lose, stand

pytestmark = pytest.mark.process
LOST = {"eyes hang": "The eyes do not answer.", "link": "Link to the table lost."}


@pytest.mark.parametrize("options", [(), ("--shared-time",)], ids=["real", "shared"])
def test_what_is_lost_is_told_and_found_again(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Regression: eyes that hang were never told under ``--shared-time``, and a lost camera left the service ready."""
    with stand(tmp_path, options) as under_way:
        # The link twice: a second loss in one round is told as the first was.
        for name, words in (*LOST.items(), ("link", LOST["link"])):
            assert words in str(lose(under_way, name)["said"])
