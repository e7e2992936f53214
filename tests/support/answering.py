"""A referee who enters over HTTP the round results that the camera left open at a watched table."""

import json
from pathlib import Path
from urllib.error import HTTPError

from api.demo.referee import Post, entries
from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.journal.ledger import pending, round_at
from controller.journal.state import RiichiStand
from controller.referee.faults.devices import END_UNSEEN
from controller.riichi.seat import SEATS


class AnsweringReferee:
    """Referee who enters each result that waits at a watched table once, over HTTP, from the simulator's truth."""

    def __init__(self, truth: Path, service: TableService, web: WebServer) -> None:
        """``truth``: the simulator's file of rounds, one JSON line per round."""
        self._truth, self._service, self._post = truth, service, Post(service, web)
        self.answered: list[int] = []
        self.refused: list[str] = []

    def answer(self, play_is_over: bool = False) -> None:
        """Enter the result of every waiting round that has a successor; if ``play_is_over``, of the last one too."""
        lines = self._truth.read_text(encoding="utf-8").splitlines() if self._truth.is_file() else []
        state = self._service.state
        last = round_at(state, state.rounds) if play_is_over else None
        asked = any(each.fault.code == END_UNSEEN and each.round == state.rounds for each in state.open_faults())
        waiting = (*pending(state), *([last] if last is not None and (last.round.pending or asked) else []))
        for each in waiting:
            if each.ordinal > len(lines) or each.ordinal in self.answered:
                continue
            self.answered.append(each.ordinal)
            known = [seat for seat in SEATS if each.round.riichi[seat].stand is RiichiStand.ACCEPTED]
            for body in entries(json.loads(lines[each.ordinal - 1]), each.ordinal, known):
                try:
                    self._post(body)
                except HTTPError as error:
                    self.refused.append(f"round {each.ordinal}: {body['kind']} refused: {error.read().decode()}")
