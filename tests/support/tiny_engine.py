"""A small engine: it discards towards tenpai by the shanten numbers of the library `mahjong`, and answers every line:
python -m tests.support.tiny_engine PLAYER
"""

import json
import sys
from typing import Any

from mahjong.shanten import Shanten
from mahjong.tile import TilesConverter

HONOURS = "ESWNPFC"


class TinyEngine:
    """Knows its own tiles and nothing else."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.hand: list[str] = []

    def react(self, line: dict[str, Any]) -> dict[str, Any]:
        if line["type"] == "start_kyoku":
            self.hand = list(line["tehais"][self.player])
        if line.get("actor") != self.player:
            return {"type": "none"}
        if line["type"] == "tsumo":
            self.hand.append(line["pai"])
            return self.discard()
        for tile in line["consumed"] if "consumed" in line else [line["pai"]] if line["type"] == "dahai" else []:
            self.hand.remove(tile if tile in self.hand else "?")
        return {"type": "none"}

    def discard(self) -> dict[str, Any]:
        if "?" in self.hand:
            return {"type": "none"}
        values = {tile: -float(self.shanten(tile)) for tile in dict.fromkeys(self.hand)}
        best = max(values, key=lambda tile: values[tile])
        return {
            "type": "dahai",
            "actor": self.player,
            "pai": best,
            "tsumogiri": best == self.hand[-1],
            "values": values,
        }

    def shanten(self, without: str) -> int:
        rest = list(self.hand)
        rest.remove(without)
        suits = {suit: "".join(tile[0] for tile in rest if len(tile) > 1 and tile[1] == suit) for suit in "mps"}
        honours = "".join(str(HONOURS.index(tile) + 1) for tile in rest if tile in HONOURS)
        tiles = TilesConverter.string_to_34_array(man=suits["m"], pin=suits["p"], sou=suits["s"], honors=honours)
        return int(Shanten().calculate_shanten(tiles))


if __name__ == "__main__":
    engine = TinyEngine(int(sys.argv[1]))
    for text in sys.stdin:
        print(json.dumps(engine.react(json.loads(text))), flush=True)
