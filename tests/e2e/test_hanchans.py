"""A round from pixels and bytes exports what was played; the page of whole games matches the stored run."""

import runpy
from pathlib import Path
from typing import Final

import pytest

from tests.support.play_hanchans import BOOKS, last_run, play, suited

DOCS: Final = Path(__file__).parents[2] / "docs"


@pytest.mark.long
def test_the_record_read_from_pixels_is_that_of_the_truth(tmp_path: Path) -> None:
    """Two riichi, two calls and a tsumo on a hand-stacked table, where only the camera shows when a round begins."""
    told, differences = play("kenko-2022", 36, tmp_path, rounds=1)
    assert differences == []
    assert (told.rounds, told.right, told.questions, told.faults) == (1, 1, 0, ())


def test_the_page_of_whole_games_is_what_the_last_run_says() -> None:
    page = runpy.run_path(str(DOCS / "generate" / "draw_hanchans.py"))["page"]()
    assert (DOCS / "hanchans.md").read_text("utf-8") == page, "stale: run `python docs/generate/draw_hanchans.py`"
    rows = last_run()
    assert {row["rulebook"] for row in rows} == set(BOOKS)
    assert all(row["profile"] == suited(row["rulebook"]) for row in rows)
    assert sum(row["right"] for row in rows) >= 0.99 * sum(row["rounds"] for row in rows)
