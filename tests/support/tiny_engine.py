"""An engine on the library `riichienv`, which follows the game, knows legal acts and counts shanten.

Wins where it may, discards towards tenpai, and answers every line. python -m tests.support.tiny_engine PLAYER
"""

import json
import sys
from typing import Any, Final

import riichienv

_NONE: Final = {"type": "none"}


class TinyEngine:
    """Plays one seat; RiichiEnv says when it must act, and raises for an impossible line."""

    def __init__(self, player: int) -> None:
        self.player = player
        self._begin()

    def _begin(self) -> None:
        self._env: Any = riichienv.RiichiEnv(game_mode="4p-red-half", rule=riichienv.GameRule.default_tenhou())

    def react(self, line: dict[str, Any]) -> dict[str, Any]:
        if line["type"] == "start_game":
            self._begin()
        told = {
            key: value for key, value in line.items() if key != "id"
        }  # RiichiEnv takes text for it, mjai has a number
        turn = self._env.observe_event(told, self.player)
        acts = [] if turn is None else [json.loads(act.to_mjai()) | {"tile": act.tile} for act in turn.legal_actions()]
        wins = [act for act in acts if act["type"] == "hora"]
        if wins:
            return {"type": "hora", "actor": self.player}
        values = {act["pai"]: -self._shanten(turn.hand, act["tile"]) for act in acts if act["type"] == "dahai"}
        if not values or line.get("pai") == "?":
            return dict(_NONE)
        best = max(values, key=lambda tile: values[tile])
        return {
            "type": "dahai",
            "actor": self.player,
            "pai": best,
            "tsumogiri": best == line.get("pai"),
            "values": values,
        }

    def _shanten(self, hand: list[int], without: int) -> float:
        return float(riichienv.calculate_shanten([tile for tile in hand if tile != without]))


if __name__ == "__main__":
    engine = TinyEngine(int(sys.argv[1]))
    for text in sys.stdin:
        print(json.dumps(engine.react(json.loads(text))), flush=True)
