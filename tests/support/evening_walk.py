"""Checks every output of a service that shows a number, at each moment of an evening.

Reads what clients read: HTTP answers and feeds, exported files, commands, and messages to a broker, Home Assistant and
webhooks. ``WALKED`` names the routes; a test compares it with all routes that exist.

    python -m tests.support.evening_walk [--book npm-2008] [--seeds 10] [--seed 0]

plays whole evenings, prints disagreements and the number of compared outputs, and exits with 1 if there is any
disagreement.
"""

import argparse
import json
import logging
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog
from websockets.sync.client import ClientConnection

from api.access.roles import Role
from api.gateway.mirrored_table import MirroredTable
from api.home_assistant.entities import values
from api.hub.subjects import TableAddress
from api.service.feed import Feed
from api.webhooks.messages import Teller
from controller.records.formats import RecordFormat
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook_ids
from controller.text import Language
from controller.views.gate import Audience
from tests.support.command_line import jantaku
from tests.support.evening import GAMES, MOST_ROUNDS, OVER, TABLE, TURNS, Evening, Room, room
from tests.support.evening_books import EveningSheet, GameSheet, RoundSheet, sheet_of
from tests.support.evening_due import ALMOST, Findings, agree, of_one_piece, rounds_agree, shown_now, view_agrees
from tests.support.evening_files import (
    csv_agrees,
    mjai_agrees,
    mjai_round_agrees,
    recorded,
    tenhou_agrees,
    turned,
)
from tests.support.sockets import connect
from tests.support.waiting import PATIENCE_S, eventually

API: Final = f"/api/v1/tables/{TABLE}"
LATE: Final = "late=1"
FEEDS: Final[Mapping[str, Audience]] = {
    "audience=public": Audience.PUBLIC,
    "audience=staff": Audience.STAFF,
    LATE: Audience.PUBLIC,
}
FORMS: Final = tuple(each.value for each in RecordFormat)
LAW: Final = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022")
WALKED: Final = frozenset(
    {
        *("/api/v1/board", "/api/v1/board/feed", "/api/v1/board/standings", "/api/v1/tables/{table}"),
        *(f"/api/v1/tables/{{table}}/{name}" for name in ("feed", "events", "mjai", "rounds", "rounds/{ordinal}")),
        *(f"/api/v1/tables/{{table}}/{name}" for name in ("record", "released", "sheet")),
    }
)
"""Routes that give numbers of a table; all of them are checked here."""


class Watcher:
    """Follows the feeds of a room from the start and requests everything else at each moment."""

    def __init__(self, room: Room) -> None:
        self.room, self.found = room, Findings()
        self.sheet = EveningSheet(room.book)
        self._open = ExitStack()
        self._token = room.web.access.tokens.make("watcher", Role.OWNER)
        self._sockets = {query: self._socket(f"{API}/feed?{query}") for query in FEEDS}
        self._views: dict[str, dict[str, Any]] = {query: {} for query in FEEDS}
        self._numbers = dict.fromkeys(FEEDS, -1)
        self._mirror, self._mirrored = MirroredTable(TABLE, TableAddress("hall", TABLE)), 0
        self._teller, self._folded = Teller(TABLE, room.book), 0

    def close(self) -> None:
        """Close the feeds."""
        self._open.close()

    def look(self, moment: str, *, whole: bool = False, back: bool = False) -> None:
        """Compare the cheap outputs; ``whole``: all outputs; ``back``: also each step of every earlier round."""
        self.found.moment = moment
        events = [record.event for record in self.room.service.records()]
        self.sheet = sheet_of(events, self.room.book)
        for wrong in self.sheet.wrong():
            self.found.say("journal", wrong)
        for audience in ("public", "staff"):
            view_agrees(self.found, f"table, {audience}", self._ask(f"{API}?audience={audience}"), self.sheet)
        self._feeds()
        self._cards()
        self._rounds()
        self._outside()
        if whole or back:
            self._files()
            self._fresh()
            self._standings()
            self._sheets()
            self._commands()
            self._steps([*self.sheet.rounds.values()] if back else [self.sheet.round])

    def _ask(self, path: str) -> Any:
        return self.room.referee.json(path)

    def _socket(self, path: str) -> ClientConnection:
        headers = {"authorization": f"Bearer {self._token}"}
        address = f"ws{self.room.web.address[4:]}{path}"
        return self._open.enter_context(connect(address, additional_headers=headers))

    def _feed(self, query: str) -> Feed:
        """Return the feed of a query; for the late feed wait until it shows the present round and result."""
        service = self.room.service
        if query != LATE:
            return service.feed(FEEDS[query])
        late = service.late_feed()
        assert late is not None
        due = service.newest(Audience.PUBLIC)
        eventually(lambda: late.view is not None and all(late.view[name] == due[name] for name in ("round", "result")))
        return late

    def _feeds(self) -> None:
        """Compare the feeds followed since the evening began, and the mirrored table made of the public one."""
        for query, socket in self._sockets.items():
            due = self._feed(query).number
            while self._numbers[query] < due:
                message = json.loads(socket.recv(timeout=PATIENCE_S))
                if message["type"] == "beat":
                    continue
                self._numbers[query] = message["number"]
                self._views[query] |= message["view"] if message["type"] == "snapshot" else message["changes"]
                if query == "audience=public":
                    self._mirrored += 1
                    assert self._mirror.take(self._mirrored, json.dumps(message).encode(), self._mirrored)
            view_agrees(self.found, f"feed, {query}", self._views[query], self.sheet)
        view_agrees(self.found, "gateway", self._mirror.newest(Audience.PUBLIC), self.sheet)
        self._card("gateway's card", self._mirror.card(Audience.PUBLIC))

    def _fresh(self) -> None:
        """Compare feeds that a client opens now: server-sent events, the board's feed, and mjai."""
        for query in FEEDS:
            with self.room.caller() as caller:
                message = json.loads(caller.event(f"{API}/events?{query}"))
            view_agrees(self.found, f"events, {query}", message["view"], self.sheet)
        view_agrees(self.found, "released", self._ask(f"{API}/released"), self.sheet)
        for audience in ("public", "staff"):
            self._newest_card(f"board's feed, {audience}", partial(self._board_followed, audience))
        if self.sheet.round.outcome is not None:
            for seat in ("public", "A", "staff"):
                self._live_mjai(seat)

    def _board_followed(self, audience: str) -> Mapping[str, Any]:
        """Return the board as a new follower sees it first."""
        board: Mapping[str, Any] = json.loads(self._first(f"/api/v1/board/feed?audience={audience}"))["view"]
        return board

    def _first(self, path: str) -> str | bytes:
        with connect(
            f"ws{self.room.web.address[4:]}{path}", additional_headers={"authorization": f"Bearer {self._token}"}
        ) as socket:
            return socket.recv(timeout=PATIENCE_S)

    def _live_mjai(self, seat: str) -> None:
        output, lines = f"live mjai, {seat}", list[dict[str, Any]]()
        address = f"ws{self.room.web.address[4:]}{API}/mjai?seat={seat}"
        with connect(address, additional_headers={"authorization": f"Bearer {self._token}"}) as socket:
            while not lines or lines[-1]["type"] != "end_kyoku":
                lines.append(json.loads(socket.recv(timeout=PATIENCE_S)))
        self.found.walked[output] += 1
        game = self.sheet.game
        names = next(line["names"] for line in lines if line["type"] == "start_game")
        self.found.same(output, "players", tuple(names), turned(game, game.names))
        start = next(place for place, line in enumerate(lines) if line["type"] == "start_kyoku")
        mjai_round_agrees(self.found, output, lines[start:], game, self.sheet.round)

    def _card(self, output: str, card: Mapping[str, Any]) -> None:
        self.found.walked[output] += 1
        agree(self.found, output, [each["standing"] for each in card["seats"]], shown_now(self.sheet))
        sticks = 0 if self.sheet.game.final is not None else self.sheet.round.pot_after
        self.found.same(output, "sticks", card["round"]["riichi_sticks"], sticks)
        self.found.same(output, "sticks open", card["round"]["sticks_open"], self.sheet.game.sticks_open)

    def _cards(self) -> None:
        for audience in ("public", "staff"):
            self._newest_card(f"board, {audience}", partial(self._ask, f"/api/v1/board?audience={audience}"))

    def _newest_card(self, output: str, board: Callable[[], Mapping[str, Any]]) -> None:
        """Compare the newest card: while a busy table has not answered, the board shows its card of before."""
        known, until = len(self.found.wrong), time.monotonic() + PATIENCE_S
        self._card(output, board()[TABLE]["card"])
        while len(self.found.wrong) > known and time.monotonic() < until:
            del self.found.wrong[known:]
            self._card(output, board()[TABLE]["card"])

    def _rounds(self) -> None:
        every = self.sheet.rounds.values()
        for audience in ("public", "staff"):
            told = self._ask(f"{API}/rounds?audience={audience}")
            rounds_agree(self.found, f"rounds, {audience}", told, every, self.sheet)
        for number, game in self.sheet.games.items():
            told = self._ask(f"{API}/rounds?game={number}")
            rounds_agree(self.found, "rounds of a game", told, game.rounds, self.sheet)

    def _steps(self, rounds: Iterable[RoundSheet]) -> None:
        """Check replays: each step is consistent, and the last step of the round in play equals the table now."""
        for each in rounds:
            view: dict[str, Any] = {}
            for step in self._ask(f"{API}/rounds/{each.ordinal}"):
                view |= step["changes"]
                self.found.walked["step of a replay"] += 1
                for name in ("standing", "settled"):
                    of_one_piece(self.found, f"replay of round {each.ordinal}", [one[name] for one in view["seats"]])
            if each is self.sheet.round:
                view_agrees(self.found, "replay", view, self.sheet)

    def _outside(self) -> None:
        """Compare messages to Home Assistant and to webhooks."""
        told = values(self.room.service.newest(Audience.PUBLIC), Audience.PUBLIC, Language.EN)
        self.found.walked["Home Assistant"] += 1
        shown = [told[f"score_{seat.name.lower()}"] for seat in SEATS]
        self.found.same("Home Assistant", "points", shown, list(self.sheet.game.now))
        for record in self.room.service.records(self._folded):
            self._folded = record.sequence
            for message in self._teller.fold(record):
                if message["type"] in ("round.ended", "game.ended"):
                    self._hook(f"webhook {message['type']}", message["data"])

    def _hook(self, output: str, data: Mapping[str, Any]) -> None:
        self.found.walked[output] += 1
        stands = [each["standing"] for each in data["seats"]]
        of_one_piece(self.found, output, stands)
        if data["result"] is not None:
            plates, card = ([each["points"] for each in row] for row in (stands, data["result"]["after"]))
            self.found.same(output, "result beside the seats", card, plates)

    def _files(self) -> None:
        """Compare record downloads, of all games together and of single games."""
        games = recorded(self.sheet.games)
        for form in FORMS:
            self._file(form, "", games)
            self._file(form, "&hands=released", games)
            if games:
                self._file(form, f"&game={len(games)}", games[-1:])

    def _file(self, form: str, more: str, games: list[GameSheet]) -> None:
        text = self.room.referee.get(f"{API}/record?format={form}{more}").decode()
        self._text(form, f"record {form}{more}", text, games)

    def _text(self, form: str, output: str, text: str, games: list[GameSheet]) -> None:
        if form == "csv":
            csv_agrees(self.found, output, text, games)
        elif form == "tenhou6":
            tenhou_agrees(self.found, output, text, games)
        else:
            mjai_agrees(self.found, output, [json.loads(line) for line in text.splitlines()], games)

    def _standings(self) -> None:
        """Compare the evening's standings on the board and on the command line."""
        (group,) = self._ask("/api/v1/board/standings")
        over = [game for game in self.sheet.games.values() if game.final is not None]
        if not over:
            self.found.same("board's standings", "event", group["event"], None)
            return
        assert group["event"] is not None, group["why"]
        self._event("board's standings", group["event"], over)
        told = jantaku("standings", "--journal", str(self.room.journal), "--json")
        self._event("jantaku standings", json.loads(told.stdout), over)

    def _sheets(self) -> None:
        """Compare the record sheet of each game."""
        (group,) = self._ask("/api/v1/board/standings")
        played = iter([] if group["event"] is None else group["event"]["games"])
        for number, game in self.sheet.games.items():
            told, output = self._ask(f"{API}/sheet?game={number}"), "record sheet"
            self.found.walked[output] += 1
            self.found.same(output, "game", told["game"], number)
            shown, due = told["result"], None if game.final is None else next(played, None)
            self.found.same(output, "there is a result", shown is not None, due is not None)
            if due is None or shown is None:
                continue
            self.found.same(output, "players", tuple(shown["players"]), turned(game, game.names))
            self.found.same(output, "seats", tuple(shown["seats"]), turned(game, tuple(SEATS)))
            self.found.same(output, "points", shown["points"], due["points"])
            for place, points in enumerate(shown["points"]):
                made = sum(line["amounts"][place] for line in shown["lines"])
                if abs(made - points) > ALMOST:
                    self.found.say(output, f"{shown['players'][place]}: {points}, lines make {made}")

    def _event(self, output: str, event: Mapping[str, Any], over: list[GameSheet]) -> None:
        self.found.walked[output] += 1
        self.found.same(output, "games", len(event["games"]), len(over))
        totals = dict.fromkeys(self.sheet.game.names, 0.0)
        for told, game in zip(event["games"], over, strict=False):
            assert game.final is not None
            players = turned(game, game.names)
            self.found.same(output, "players", tuple(told["players"]), players)
            self.found.same(output, "points", tuple(told["scores"]), turned(game, game.final))
            places = turned(game, self.sheet.places(game, game.final))
            self.found.same(output, "places", tuple(told["places"]), places)
            for name, points in zip(players, told["points"], strict=True):
                totals[name] += points
        for entry in event["standings"]:
            if abs(entry["points"] - totals[entry["player"]]) > 0.05:
                self.found.say(output, f"{entry['player']}: {entry['points']}, games make {totals[entry['player']]}")

    def _commands(self) -> None:
        """Compare outputs of commands that read the journal."""
        journal, games = str(self.room.journal), recorded(self.sheet.games)
        for form in FORMS:
            self._text(form, f"jantaku export {form}", jantaku("export", journal, "--format", form).stdout, games)
        *_, last = jantaku("replay", journal).stdout.splitlines()
        self.found.walked["jantaku replay"] += 1
        due = f"scores {list(self.sheet.game.settled)}"
        self.found.same("jantaku replay", "last line", last.partition("scores ")[2], due.partition("scores ")[2])


def walked(folder: Path, book: str, seed: int, games: int = GAMES, most: int = MOST_ROUNDS) -> tuple[Findings, Evening]:
    """Play an evening; compare when a moment first occurs, and all outputs between games.

    ``most``: rounds after which the last game is broken off.
    """
    with room(folder, book) as shared:
        watcher, evening, seen = Watcher(shared), Evening(shared, seed, games, most), set[str]()
        for moment in evening.play():
            turn = moment in TURNS
            if turn or moment not in seen:
                watcher.look(f"{book} {seed}, {moment}", whole=turn, back=moment == OVER)
            seen.add(moment)
        watcher.close()
    return watcher.found, evening


def main() -> int:
    """Walk evenings and print disagreements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", action="append", choices=rulebook_ids())
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    told = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    wrong = 0
    for book in told.book or LAW:
        for seed in range(told.seed, told.seed + told.seeds):
            with TemporaryDirectory() as folder:
                found, evening = walked(Path(folder), book, seed)
            wrong += len(found.wrong)
            for each in found.wrong:
                print(each)
            looks, kinds = found.walked.total(), len(found.walked)
            print(f"{book} {seed}: {looks} outputs of {kinds} kinds, {len(found.wrong)} wrong; {dict(evening.done)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
