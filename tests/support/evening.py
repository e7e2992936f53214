"""A whole evening played through a real service over HTTP: three games under one rulebook, determined by a seed.

A wired table without a camera: signals of its board begin the rounds, and people enter over HTTP how they ended. Covers
wins by ron and tsumo with riichi sticks and counters, double ron, draws, chombo, replayed rounds, results that wait
while play continues, rulings, reviews, undos, and unseen rounds that are entered later. ``Evening.play`` yields at the
moments at which the caller may compare what the service shows.
"""

import http.client
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from api.access.roles import Role
from api.demo.guide import TableGuide
from api.demo.web import WebServer
from api.service.compose import TableConfig, open_director
from api.service.eyes import MissingCamera
from api.service.table_service import TableService
from api.stores.open import open_journal
from controller.journal.ledger import pending, round_at
from controller.journal.state import RiichiStand, TableState
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import load
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.scoring.game.flow import abortive_draws
from controller.table.flow import is_last
from controller.views.policy import Release, When
from tests.support.logged_in import unlimited
from tests.support.quiet_table import PROFILE, NoTable

TABLE: Final = "1"
GAMES: Final = 3
MOST_ROUNDS: Final = 24
"""Upper limit of rounds per game: enough for any book if the dealer seldom wins."""
CYCLE: Final = (
    SignalKind.SET_PRESSED,
    SignalKind.MIXING,
    SignalKind.WALLS_UP,
    SignalKind.DICE_PRESSED,
    SignalKind.DICE_STOPPED,
)
PRESSED: Final = frozenset({SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED})
PLAYERS: Final = ("Aoki", "Baba", "Chiba", "Doi")
WORTH: Final = ((1, 30), (1, 40), (2, 30), (2, 40), (3, 30), (3, 40), (3, 60), (4, 30), (5, 0), (6, 0), (8, 0))
"""(han, fu) of wins as people enter them."""
CHOMBO: Final = "hand-opened"
OVER: Final = "the evening is over"
SETTLED: Final = "the game is settled"
AHEAD: Final = "the next game begins while results of this one wait"
TURNS: Final = frozenset({AHEAD, SETTLED, OVER})
"""Moments between games, and the last moment."""
ENDS: Final = ("ron", "tsumo", "draw", "two rons", "unseen", "chombo", "ron", "replayed", "ron", "tsumo", "ron")
RELEASED: Final = Release(When.LIVE)
PENALTIES: Final = (Penalty.CHOMBO, Penalty.CHOMBO, Penalty.PAYS_POT, Penalty.PAYS_EACH, Penalty.LOSES_RIGHT)
FAULTS: Final = (CHOMBO, "hand-too-many", "meld-invalid", "wall-broken", "win-no-yaku")


_CALLERS: Final = count(1)


class Caller:
    """HTTP client of the service with a new connection per request: idle connections are closed by the service."""

    def __init__(self, address: str, token: str) -> None:
        where = urlsplit(address)
        self._connection = http.client.HTTPConnection(where.hostname or "", where.port)
        self._headers = {"authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request and return status and body."""
        headers = {**self._headers, "content-type": "application/json", "connection": "close"}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def get(self, path: str) -> bytes:
        """Return the body of a GET request; fails unless the status is 200."""
        status, body = self.ask("GET", path)
        assert status == 200, (path, status, body[:300])
        return body

    def json(self, path: str) -> Any:
        """Return the JSON of a GET request; fails unless the status is 200."""
        return json.loads(self.get(path))

    def event(self, path: str) -> str:
        """Return the data of the first event of a stream."""
        self._connection.request("GET", path, headers=self._headers)
        for line in self._connection.getresponse():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                return value
        raise AssertionError(f"{path} ended without an event")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


@dataclass(slots=True)
class Room:
    """A running service with one table, its web server and a referee's connection; ``journal``: path of the journal."""

    service: TableService
    web: WebServer
    journal: Path
    book: Rulebook
    referee: Caller

    @contextmanager
    def caller(self) -> Iterator[Caller]:
        """Open one more staff connection."""
        caller = Caller(self.web.address, self.web.access.tokens.make(f"caller {next(_CALLERS)}", Role.OWNER))
        try:
            yield caller
        finally:
            caller.close()


@contextmanager
def room(folder: Path, book: str) -> Iterator[Room]:
    """Start a new sitting of a wired table without a camera."""
    folder.mkdir(exist_ok=True)
    config = TableConfig(TABLE, PROFILE, book, "table", "", "", folder / "journal.sqlite", names=PLAYERS)
    store = open_journal(config.journal)
    service = TableService(TABLE, open_director(config, store), store, NoTable(), MissingCamera(), rule=RELEASED)
    service.start()
    web = WebServer({TABLE: service}, access=unlimited(), guide=TableGuide(service))
    web.start()
    referee = Caller(web.address, web.access.tokens.make("refereeing", Role.OWNER))
    try:
        yield Room(service, web, folder / "journal.sqlite", load(book), referee)
    finally:
        referee.close()
        web.stop()
        service.stop()


class Evening:
    """The evening of one seed; ``done`` counts accepted entries by kind, ``refused`` lists rejected ones."""

    def __init__(self, room: Room, seed: int, games: int = GAMES, most: int = MOST_ROUNDS) -> None:
        """``most``: rounds after which the last game is broken off."""
        self.room, self.games, self.most = room, games, most
        self.random = Random(f"{room.book.id} {seed}")
        self.done, self.refused = Counter[str](), list[str]()
        self.open: list[int] = []
        self.named: list[str] = []
        # Every kind of end occurs before any is repeated, for every seed.
        ends = list(ENDS)
        self.random.shuffle(ends)
        self._ends = cycle(ends)

    def play(self) -> Iterator[str]:
        """Play and yield the name of each moment, from before the first set to after the last result."""
        for game in range(1, self.games + 1):
            names = list(PLAYERS)
            self.random.shuffle(names)
            self.named = names
            self.enter("seat_players", names=[f"{names[0]}+", *names[1:]], seat=self.random.randrange(4))
            yield f"game {game} begins"
            yield from self._game(game, waits=game < self.games and self.random.random() < 0.7)
        yield OVER

    def _game(self, game: int, waits: bool) -> Iterator[str]:
        """Play one game to its end; ``waits``: the next game begins before its last results are confirmed."""
        state, most = self.state, self.most if game == self.games else MOST_ROUNDS
        while not self._is_played_out() and state.rounds - state.game_from < most:
            self.build()
            if self.state.game != game:
                break
            yield from self._round()
            yield from self._between()
            state = self.state
        if waits and not self.state.game_over and self._is_played_out():
            yield "all rounds are played, results wait"
            self.build()
            yield AHEAD
        yield from self._settle()
        yield SETTLED
        yield from self._rule(0.9)

    def _is_played_out(self) -> bool:
        """True if no further round follows the present one in its game."""
        state = self.state
        told = round_at(state, state.rounds)
        return state.game_over or (told is not None and is_last(state, told, self.room.book))

    def _round(self) -> Iterator[str]:
        """Deal and play a round, and end it by the next kind of end."""
        end = next(self._ends)
        for seat in SEATS:
            if self.random.random() < 0.25:
                self.enter("state_riichi", seat=int(seat))
        if end == "unseen":
            # Nothing is entered; the next set shows that the round was played.
            self.open.append(self.state.rounds)
            self.done[end] += 1
            if self.random.random() < 0.5:
                yield "a round is in play"
            return
        self._end(end)
        yield f"{end} on the table"
        if self.random.random() < 0.2 and self.enter("undo"):
            yield "the result is undone"
            if self.phase not in ("result", "settlement"):
                self._end("ron")
            yield "another result on the table"
        if self.phase == "result" and self.random.random() < 0.5 and self.enter("confirm_settlement"):
            yield "the result is paid"

    def _end(self, end: str) -> None:
        """End the round in play this way; by a ron if that cannot be entered."""
        random, state = self.random, self.state
        assert state.round is not None
        others = [seat for seat in SEATS if seat is not state.round.dealer]
        winner = random.choice(others) if random.random() < 0.85 else state.round.dealer
        loser = random.choice([seat for seat in SEATS if seat is not winner])
        if end == "draw":
            tenpai = [int(seat) for seat in others if random.random() < 0.5]
            entered = self.enter("confirm_draw", seats=tenpai)
        elif end == "replayed":
            aborts = abortive_draws(self.room.book)
            entered = bool(aborts) and self.enter("confirm_draw", subject=random.choice(aborts).value)
            entered = entered or self.enter("void_round")
        elif end == "chombo":
            entered = self.enter("report_fault", subject=CHOMBO, seat=int(winner))
            entered = entered and self._uphold(CHOMBO, Penalty.CHOMBO)
        elif end == "tsumo":
            entered = self.enter("enter_result", wins=[self._win(winner, None)])
        else:
            wins = [self._win(winner, loser)]
            third = [seat for seat in SEATS if seat not in (winner, loser)]
            if end == "two rons":
                wins.append(self._win(random.choice(third), loser))
            entered = self.enter("enter_result", wins=wins)
        self.done[end] += entered
        if self.phase in ("dealt", "play", "dice", "walls_up"):
            # The penalty ended nothing, or this book does not have this end.
            self.enter("enter_result", wins=[self._win(winner, loser)])
        assert self.phase in ("result", "settlement"), (end, self.phase, self.refused[-2:])

    def _win(self, winner: Seat, loser: Seat | None) -> dict[str, Any]:
        """Return the entry of a win as a person makes it, by han and fu."""
        han, fu = self.random.choice(WORTH)
        assert self.state.round is not None
        riichi = self.state.round.riichi[winner].stand is not RiichiStand.NONE
        by = {"by": "tsumo"} if loser is None else {"by": "ron", "loser": int(loser)}
        value = {"han": han, "fu": fu, "riichi": "riichi" if riichi else "none"}
        return {"hand": "", "win": "", "winner": int(winner), **by, **value}

    def _uphold(self, code: str, penalty: Penalty) -> bool:
        """Uphold the newest open fault with this code; True if there is one and the ruling was accepted."""
        standing = [each for each in self.state.open_faults() if each.fault.code == code]
        after = self.random.choice([each for each in AfterChombo if each is not AfterChombo.REFEREE])
        ruled = {"penalty": penalty.value, "after": after.value}
        if not standing:
            return False
        subject, known = standing[-1].fault.id, len(self.refused)
        if self.enter("uphold_fault", subject=subject, **ruled):
            return True
        if '"beside-win"' not in self.refused[-1]:
            return False
        # The book has no clause on a win beside the penalty, so the referee chooses.
        del self.refused[known:]
        return self.enter("uphold_fault", subject=subject, beside_win="both", **ruled)

    def _between(self) -> Iterator[str]:
        """Make corrections between two rounds, as people do."""
        random = self.random
        if self.open and self.open[-1] < self.state.rounds and random.random() < 0.4:
            ordinal = self.open.pop()
            winner, loser = random.sample(list(SEATS), 2)
            if self.enter("enter_result", wins=[{**self._win(winner, loser), "riichi": "none"}], round=ordinal):
                self.done["unseen entered"] += 1
                yield "an unseen round is entered"
        waiting = pending(self.state)
        if waiting and random.random() < 0.3:
            told = random.choice(waiting)
            if self.enter("confirm_settlement", round=told.ordinal):
                self.done["confirmed late"] += 1
                yield "a result that waited is paid"
        if list(self.state.names) != self.named and self._put_right():
            yield "a name is corrected"
        yield from self._rule(0.25)

    def _put_right(self) -> bool:
        """Correct a mistyped name from the first round of the game on."""
        self.done["corrected"] += 1
        return self.enter("seat_players", names=self.named)

    def _rule(self, chance: float) -> Iterator[str]:
        """Rule on an earlier round; sometimes review or undo the ruling."""
        random, state = self.random, self.state
        if random.random() > chance or not state.past:
            return
        told = random.choice(state.past[-6:])
        code, seat = random.choice(FAULTS), random.randrange(4)
        if not self.enter("report_fault", subject=code, seat=seat, round=told.ordinal):
            return
        if not self._uphold(code, random.choice(PENALTIES)):
            return
        self.done["ruled"] += 1
        yield "a fault is ruled upon"
        fault = next(each for each in reversed(self.state.faults) if each.fault.code == code).fault.id
        if random.random() < 0.4 and self.enter("undo"):
            self.done["undone"] += 1
            yield "a ruling is undone"
        elif random.random() < 0.7:
            review = {"subject": fault, "seat": seat, "decision": "dismissed", "reason": "seen again"}
            if self.enter("review_fault", **review):
                self.done["reviewed"] += 1
                yield "a ruling is reviewed"

    def _settle(self) -> Iterator[str]:
        """Enter and pay every result that waits."""
        while self.open:
            ordinal = self.open.pop()
            if ordinal < self.state.rounds and not self.enter("confirm_draw", seats=[0], round=ordinal):
                self.enter("void_round", round=ordinal)
        for told in pending(self.state):
            self.enter("confirm_settlement", round=told.ordinal)
            if self.random.random() < 0.3:
                yield "one of many that wait is paid"
        if self.phase == "result":
            self.enter("confirm_settlement")

    @property
    def state(self) -> TableState:
        """State of the running table; comparisons read the journal instead."""
        return self.room.service.state

    @property
    def phase(self) -> str:
        """Phase of the round in play."""
        return self.state.phase.value

    def build(self) -> None:
        """Send the signals of the machine building a set, which begins the next round."""
        for kind in CYCLE:
            at, round_ = self.room.service.now(), self.state.round
            seat = round_.dealer if kind in PRESSED and round_ is not None else None
            self.room.service.take(TableSignal(kind, at, seat, id=f"{kind.value} {at}"))

    def enter(self, kind: str, **told: Any) -> bool:
        """Send an entry of the referee over HTTP; True if it was accepted."""
        path = f"/api/v1/tables/{TABLE}/claims"
        status, answer = self.room.referee.ask("POST", path, {"kind": kind, **told})
        self.done[kind] += status == 202
        if status != 202:
            assert status == 409, (kind, told, status, answer)
            self.refused.append(f"{kind} {told} {answer.decode()}")
        return status == 202
