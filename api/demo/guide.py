"""Data of a demonstration's start page."""

from api.demo.stand_in import StandIn
from api.http.guide import GuideTold
from api.service.table_service import TableService
from controller.scoring.win import WinBy


class TableGuide:
    """The start page's data for the moment; ``stand_in``: who confirms what its reader does not."""

    def __init__(self, service: TableService, watched: bool = True) -> None:
        """Of the demonstration's table; ``watched``: by cameras."""
        self._watched = watched
        self._service = service
        self.stand_in: StandIn | None = None

    def told(self) -> GuideTold:
        """The table's id, whether cameras have looked, the result that waits and for how long, results of visitors."""
        waiting = None if self.stand_in is None else self.stand_in.waiting
        confirmed = 0 if self.stand_in is None else self.stand_in.confirmed
        told: GuideTold = {
            "table": self._service.name,
            "seen": not self._watched or self._service.meters.sightings > 0,
            "confirmed": confirmed,
            "waiting": None,
        }
        if waiting is not None and waiting[0].round.outcome is not None:
            wins = waiting[0].round.outcome.wins
            told["waiting"] = {
                "left_s": round(waiting[1]),
                "wins": [
                    {
                        "winner": int(each.win.winner),
                        "loser": None if each.win.by is WinBy.TSUMO else each.win.loser,
                        "points": each.score.points,
                    }
                    for each in wins
                ],
            }
        return told
