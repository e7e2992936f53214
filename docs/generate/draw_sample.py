"""Write the sample of the overlay's preview in the form of the late feed: a round in play with a riichi, and a win.

Run ``python docs/generate/draw_sample.py`` from the repository's root after the view of a table has changed.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from controller.views.policy import Release, When
from tests.support.overlay_stage import staged

INTO: Final = Path(__file__).parents[2] / "api" / "web" / "overlay" / "preview" / "sample.json"
SEED: Final = 11
ROUNDS_BEFORE: Final = 2
"""Rounds played first, so that points differ."""
DISCARDS: Final = 28
NEEDLESS: Final = {"rulebook", "rulebook_id", "pending", "seating_rests_on", "points_mark", "settled", "deals", "index"}
"""Fields that the overlay does not draw."""


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items() if name not in NEEDLESS}
    if isinstance(value, float):
        return round(value, 3)
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _moment(view: dict[str, Any]) -> str:
    played = view["round"]
    if played is None or played["ordinal"] <= ROUNDS_BEFORE:
        return ""
    if view["result"] is not None:
        return "won" if view["result"]["wins"] else ""
    rivers = [seat["river"] for seat in view["seats"]]
    waits = [seat["concealed"]["waits"] for seat in view["seats"] if seat["concealed"]]
    riichi = any(seat["riichi"] for seat in view["seats"])
    return "play" if riichi and sum(map(len, rivers)) >= DISCARDS and sum(map(bool, waits)) > 1 else ""


def main() -> None:
    """Write both moments of one staged game."""
    told: dict[str, Any] = {}
    with TemporaryDirectory() as folder, staged(Path(folder), Release(When.LIVE), seed=SEED, blind=0.0) as (stage, _):
        feed = stage.service.late_feed()
        assert feed is not None
        for each in stage.evidence():
            stage.service.take(each)
            view = json.loads(json.dumps(feed.view))
            name = _moment(view) if view else ""
            if name == "play" or (name == "won" and "play" in told):
                told.setdefault(name, _plain(view))
            if len(told) == 2:
                break
    INTO.write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
