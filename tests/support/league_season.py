"""A season of a league over HTTP: 40 players in ten teams, ten rounds, two substitutes, three penalties, one table run
by its service and nine by hand. The standings are calculated a second time without any code of the product.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final

from fastapi.testclient import TestClient

from api.http.league.desk import LeagueDesk
from api.stores.open import events_beside
from controller.journal.events.league import (
    DrawRule,
    GameEntered,
    LeagueFact,
    LeagueOpened,
    PlayerDisqualified,
    PlayerEntered,
    PlayerSubstituted,
    PointsGiven,
    PointsKind,
    SeatedTable,
    SeatingDrawn,
)
from controller.league.seating import Entrants, drawn
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import published
from tests.support.bench import lap
from tests.support.quiet_table import QuietTable

EVENT: Final = "/api/v1/events/autumn"
BOOK: Final = "mleague"
ROUNDS: Final = 10
PLAYERS: Final = tuple(f"{name}{number}" for number in range(1, 11) for name in ("東", "南", "西", "北"))
TEAMS: Final = {player: f"チーム{player[1:]}" for player in PLAYERS}
SUBSTITUTES: Final = (("東3", "控え甲", 4, 6), ("北7", "控え乙", 8, 0))
PENALTIES: Final = (("南2", -20_000, 3), ("西9", -5_000, 5), ("チーム4", -40_000, 7))
RANK_POINTS: Final = (50, 10, -10, -30)


@dataclass
class Season:
    """Games played so far: players and points from East on, by round and table."""

    client: TestClient
    games: dict[tuple[int, str], tuple[tuple[str, ...], tuple[int, ...]]] = field(default_factory=dict)

    def post(self, what: str, **body: object) -> Any:
        answer = self.client.post(f"{EVENT}/{what}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sheet(self, *lines: str) -> None:
        kind = {"content-type": "text/csv"}
        answer = self.client.post(f"{EVENT}/sheets", content="\n".join(lines).encode("cp932"), headers=kind)
        assert answer.status_code == 200, answer.text
        assert not answer.json()["doubts"]

    def now(self) -> Any:
        answer = self.client.get(EVENT)
        assert answer.status_code == 200, answer.text
        return answer.json()


def played(client: TestClient, camera: QuietTable, rounds: int = ROUNDS, seed: int = 1) -> Season:
    """Play the season up to a round."""
    season, random = Season(client), Random(seed)
    season.post("facts", kind="open", name="秋季リーグ", rulebook=BOOK, rounds=ROUNDS)
    season.sheet("player,team", *(f"{player},{TEAMS[player]}" for player in PLAYERS))
    for player, by, first, last in SUBSTITUTES:
        season.post("facts", kind="player", player=by, ranked=False)
        season.post("facts", kind="substitute", player=player, by=by, round=first, last=last)
    season.post("draws", rule="equal", rounds=rounds, seed=seed)
    for player, points, number in PENALTIES:
        season.post("facts", kind="points", player=player, points=points, round=number, why="遅刻")
    for each in season.now()["seating"]:
        typed = []
        for table in each["tables"]:
            names = tuple(seat["plays"] for seat in table["seats"])
            place = (each["round"], table["table"])
            if table["table"] == "1":
                season.games[place] = names, at_the_table(camera, names, random)
            else:
                season.games[place] = names, by_hand(random)
                typed += [
                    f"第{each['round']}回戦,{table['table']},{seat},{name},{score}"
                    for seat, name, score in zip("東南西北", names, season.games[place][1], strict=True)
                ]
        season.sheet("回戦,卓,席,選手,得点", *typed)
    return season


def opened_league(folder: Path) -> None:
    """Create an event of eight players with all that its page shows, in the folder of a service not yet running."""
    desk = LeagueDesk(lambda: events_beside(folder, ()), published(), {})
    names = [f"選手{number}" for number in range(1, 8)] + ["<b>ＡＢ</b>"]
    entered = [PlayerEntered(name, "赤" if place % 2 else "白") for place, name in enumerate(names)]
    desk.tell("autumn", [LeagueOpened("秋季リーグ", BOOK, 4, least_games=1), *entered], "Katharina", None)
    rounds = drawn(DrawRule.EQUAL, Entrants(tuple(names)), 2, 1)
    for number, each in enumerate(rounds, 1):
        seated = tuple(SeatedTable(str(place), table) for place, table in enumerate(each.tables, 1))
        desk.tell("autumn", [SeatingDrawn(number, DrawRule.EQUAL, seated, 1)], "Katharina", None)
    first, second = rounds[0].tables
    told: list[LeagueFact] = [
        GameEntered(1, "1", first, (41_300, 28_900, 20_100, 9_700)),
        PlayerEntered("代走", ranked=False),
        PlayerSubstituted(second[0], "代走", 2),
        PointsGiven(first[3], -20_000, PointsKind.PENALTY, 1, "遅刻"),
        PointsGiven("赤", 5_500, PointsKind.CARRIED, why="予選"),
        PlayerDisqualified(second[3], "欠席"),
    ]
    desk.tell("autumn", told, "Katharina", None)
    desk.close()


def by_hand(random: Random) -> tuple[int, ...]:
    """Random points of four players with the sum 100,000; sometimes two are equal."""
    cuts = sorted(random.randrange(-50, 700) for _ in range(3))
    one, two, three = (100 * each for each in (250 + cuts[0] // 3, 250 + cuts[1] // 5, 250 - cuts[2] // 4))
    if random.random() < 0.1:
        two = one
    return one, two, three, 100_000 - one - two - three


def at_the_table(table: QuietTable, names: tuple[str, ...], random: Random) -> tuple[int, ...]:
    """Play a one-round game whose start the camera sees and whose end a person enters; return the points."""

    def enter(kind: ClaimKind, **told: object) -> None:
        table.give(Claim(kind, table.frame / 5, "desk", **told))  # type: ignore[arg-type]  # as each claim has it

    enter(ClaimKind.SEAT_PLAYERS, names=names)
    table.set_out(3, 4)
    table.turn_dora("9p", Seat.C, 5)
    table.see()
    lap(table, "1z", "2z", "3z", "5p")
    winner = Seat(random.randrange(4))
    loser = Seat((winner + random.randint(1, 3)) % 4)
    enter(
        ClaimKind.ENTER_RESULT, wins=(EnteredWin(winner, (), Tile.M1, loser=loser, told=(random.randint(1, 5), 30, 0)),)
    )
    enter(ClaimKind.CONFIRM_SETTLEMENT)
    scores = table.director.state.scores
    enter(ClaimKind.END_GAME)
    assert table.director.state.game_over
    assert max(scores) > 25_000
    return tuple(scores)


def reckoned(season: Season) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Points per player and per team by M.League: over 30,000, +50 +10 −10 −30, shared by tied players."""
    players, teams = dict.fromkeys(PLAYERS, Fraction(0)), defaultdict[str, Fraction](Fraction)
    for (number, _), (names, scores) in season.games.items():
        for name, score in zip(names, scores, strict=True):
            above = sum(other > score for other in scores)
            level = scores.count(score)
            points = Fraction(sum(RANK_POINTS[above : above + level]), level) + Fraction(score - 30_000, 1000)
            players[_credited(name, number)] += points
    for to, points_off, _ in PENALTIES:
        if to in players:
            players[to] += Fraction(points_off, 1000)
        else:
            teams[to] += Fraction(points_off, 1000)
    for player, total in players.items():
        teams[TEAMS[player]] += total
    return players, dict(teams)


def _credited(name: str, number: int) -> str:
    for player, by, first, last in SUBSTITUTES:
        if name == by and first <= number <= (last or ROUNDS):
            return player
    return name


def is_ranked_so(rows: list[Mapping[str, Any]], totals: Mapping[str, Fraction], name: Callable[[Any], str]) -> bool:
    """True if the rows have these totals, each ranked by the number of higher totals."""
    ranks = {key: 1 + sum(other > total for other in totals.values()) for key, total in totals.items()}
    ranked = {name(row): (row["points"], row["rank"]) for row in rows if row["rank"]}
    return ranked == {key: (round(float(total), 2), ranks[key]) for key, total in totals.items()}
