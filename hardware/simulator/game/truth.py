"""Ground truth of each round as one JSON object per line, for comparison with vision and controller."""

import json
from pathlib import Path
from typing import Any

from controller.records.mjai.writer import round_lines
from controller.records.wins import circumstances_json, score_note, worth_json
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import Break
from hardware.simulator.game.acts import DiscardTile
from hardware.simulator.game.play import Aborted, Won
from hardware.simulator.game.record import round_record
from hardware.simulator.game.round import SimulatedRound
from hardware.simulator.game.table_state import Place, TilesOnTable

SCHEMA = 1


class TruthFile:
    """Appends rounds to a file; a line is complete when ``write`` returns."""

    def __init__(self, path: Path) -> None:
        """Create an empty file; raises OSError if it cannot be written."""
        self._path = path
        path.write_text("", encoding="utf-8")

    def write(self, played: SimulatedRound) -> None:
        """Append one round."""
        line = json.dumps(round_truth(played), ensure_ascii=False)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def round_truth(played: SimulatedRound) -> dict[str, Any]:
    """Return a round as JSON values: tiles in notation, seats as numbers 0-3, lists over seats A-D."""
    deal, standing = played.deal, played.deal.standing
    felt = TilesOnTable(deal.faces)
    for act in played.played.acts:
        felt.apply(act)
    return {
        "schema": SCHEMA,
        "game": played.game,
        "round": standing.number,
        "rulebook": played.rulebook,
        "prevailing_wind": standing.prevailing_wind.letter,
        "dealer": int(standing.dealer),
        "counters": standing.counters,
        "riichi_sticks": standing.riichi_sticks,
        "points_before": list(standing.points),
        "dice": list(deal.dice),
        "break": {"due": _break(deal.due), "made": _break(deal.made), "wrong": deal.wrong_break},
        "staged": played.staged,
        "dora_indicators": format_tiles(felt.faces[tile] for tile in felt.indicators),
        "ura_indicators": format_tiles(felt.faces[lower] for _, lower in felt.ura),
        "discards": [_discard(felt, act) for act in played.played.acts if isinstance(act, DiscardTile)],
        "rivers": [_river(felt, place) for place in felt.places],
        "melds": [_melds(felt, seat) for seat in SEATS],
        "sticks": [place.stick for place in felt.places],
        "hands": [_hand(felt, place) for place in felt.places],
        **_end(felt, played),
        "payments": list(played.payments),
        "points_after": list(played.points_after),
        "record": list(round_lines(round_record(played))),
    }


def _end(felt: TilesOnTable, played: SimulatedRound) -> dict[str, Any]:
    end = played.played.end
    if isinstance(end, Aborted):
        return {"end": end.kind.value}
    if not isinstance(end, Won):
        return {"end": "exhaustive", "tenpai": list(end.tenpai)}
    return {
        "end": end.win.by.value,
        "winner": int(end.winner),
        "loser": None if end.loser is None else int(end.loser),
        "winning_tile": str(felt.faces[end.tile]),
        "circumstances": circumstances_json(end.win),
        "score": worth_json(end.score),
        "parts": list(score_note(end.score, end.win).parts),
    }


def _break(made: Break) -> dict[str, int]:
    return {"wall": int(made.wall), "stack": made.stack}


def _discard(felt: TilesOnTable, act: DiscardTile) -> dict[str, Any]:
    return {"seat": int(act.seat), "tile": str(felt.faces[act.tile]), "sideways": act.sideways}


def _river(felt: TilesOnTable, place: Place) -> dict[str, Any]:
    tiles = format_tiles(felt.faces[lying.tile] for lying in place.river)
    return {"tiles": tiles, "sideways": [index for index, lying in enumerate(place.river) if lying.sideways]}


def _melds(felt: TilesOnTable, seat: Seat) -> list[dict[str, Any]]:
    return [
        {
            "kind": meld.kind.value,
            "tiles": format_tiles(meld.tiles),
            "called": None if meld.called is None else str(meld.called),
            "from": None if meld.source is None else meld.source.name.lower(),
            "sideways": laid.sideways,
        }
        for meld, laid in zip(felt.melds(seat), felt.places[seat].melds, strict=True)
    ]


def _hand(felt: TilesOnTable, place: Place) -> dict[str, Any]:
    return {
        "pose": place.pose.value,
        "tiles": format_tiles(felt.faces[tile] for tile in place.hand),
        "apart": None if place.drawn is None else str(felt.faces[place.drawn]),
    }
