"""Data of a demonstration's start page."""

from api.demo.stand_in import StandIn
from api.http.guide import GuideJson
from api.service.table_service import TableService
from controller.scoring.win import WinBy


class TableGuide:
    """Current data of the start page; ``stand_in``: simulated referee that confirms results."""

    def __init__(self, service: TableService, watched: bool = True) -> None:
        """``service``: the demonstration's table; ``watched``: True if cameras watch it."""
        self._watched = watched
        self._service = service
        self.stand_in: StandIn | None = None

    def to_json(self) -> GuideJson:
        """Return the data: table id, whether cameras have looked, the result that waits for confirmation with the
        remaining time, and the number of results that visitors confirmed.
        """
        waiting = None if self.stand_in is None else self.stand_in.waiting
        confirmed = 0 if self.stand_in is None else self.stand_in.confirmed
        told: GuideJson = {
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
