"""An event as JSON values, for its page and for API clients."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Required, TypedDict

from api.http.league.desk import LeagueStand
from api.http.reaching.links import LinkJson
from api.http.schemas.standings import (
    GameEndJson,
    NextJson,
    PlayerStandingJson,
    game_json,
    order_json,
    shown,
)
from controller.journal.codec import plain
from controller.journal.events.league import FourNames, LeagueFact, PlayerSubstituted
from controller.league.league import League
from controller.league.standing import OWN_RULE
from controller.riichi.seat import Wind
from controller.scoring.score import Four
from controller.text import TextJson


class EventSummaryJson(TypedDict):
    """An event in the list of events."""

    event: str
    name: str
    rulebook: str
    players: int
    rounds: int
    games: int


class BesideJson(TypedDict):
    """Points that a player or team got outside of games."""

    to: str
    points: float
    kind: str
    round: int
    why: str


class EntrantJson(PlayerStandingJson):
    """A player's standing in an event; ``why``: reason if the player has no rank."""

    team: str
    beside: list[BesideJson]
    why: TextJson | None


class TeamJson(TypedDict):
    """A team's standing."""

    rank: int
    team: str
    points: float
    players: list[str]
    beside: list[BesideJson]


class SeatedJson(TypedDict):
    """A seat of a table: the player it was drawn for, and the one who plays (another one if substituted)."""

    wind: str
    player: str
    plays: str


class SeatedTableJson(TypedDict):
    """A table of a round; ``by_hand``: its game was entered by a person."""

    table: str
    seats: list[SeatedJson]
    game: GameEndJson | None
    by_hand: bool


class EventRoundJson(TypedDict):
    """The seating of a round."""

    round: int
    rule: str
    seed: int
    resting: list[str]
    tables: list[SeatedTableJson]


class EventRulesJson(TypedDict):
    """The rules of an event, as in ``LeagueOpened``."""

    name: str
    rulebook: str
    rounds: int
    substitutes: str
    fixed_points: int
    least_games: int


class OpenTableJson(TypedDict):
    """A table of a past round whose game is missing."""

    round: int
    table: str


class DoubtJson(TextJson):
    """A doubt about an uploaded table; ``asks``: a person must look at it."""

    where: str
    asks: bool


class EventJson(EventSummaryJson, NextJson):
    """The complete public state of an event."""

    standings: list[EntrantJson]
    book: TextJson
    unit: int
    version: int
    rules: EventRulesJson
    teams: list[TeamJson]
    seating: list[EventRoundJson]
    other_games: list[GameEndJson]
    substitutions: list[PlayerSubstituted]
    open_tables: list[OpenTableJson]


class LinkedEventJson(EventJson):
    """The event with a link for phones."""

    link: LinkJson


class SheetTakenJson(EventJson):
    """The event after an upload: ``taken`` facts were added, with ``doubts`` to check."""

    taken: int
    doubts: list[DoubtJson]


class FactJson(TypedDict, total=False):
    """A fact with the number for withdrawing it; the other fields are those of the kind in ``tells``."""

    number: Required[int]
    tells: Required[str]
    round: int
    table: str
    player: str
    to: str
    name: str
    by: str
    players: FourNames
    scores: Four
    points: int
    why: str


def summary(name: str, league: League) -> EventSummaryJson:
    """Return an event's entry in the list of events."""
    return {
        "event": name,
        "name": league.rules.name,
        "rulebook": league.rules.rulebook,
        "players": len(league.players),
        "rounds": len(league.rounds),
        "games": len(league.games),
    }


def whole(name: str, stand: LeagueStand) -> EventJson:
    """Return the complete public state of an event; points in ``unit``."""
    league, standing, book = stand
    event, unit = order_json(standing.event, book, OWN_RULE), standing.event.unit
    games = {(game.number, game.table): game_json(game, result) for game, result in standing.event.results}
    beside: list[BesideJson] = [
        {
            "to": each.to,
            "points": shown_points(each.points, unit),
            "kind": each.kind.value,
            "round": each.round,
            "why": each.why,
        }
        for each in league.points
    ]
    rows: list[EntrantJson] = [
        {
            **entry,
            "team": league.players[entry["player"]].team if entry["player"] in league.players else "",
            "beside": [each for each in beside if each["to"] == entry["player"]],
            "why": plain(standing.why.get(entry["player"])),
        }
        for entry in event["standings"]
    ]
    return {
        **summary(name, league),
        **event,
        "book": {"ja": book.ja, "en": book.en},
        "unit": unit,
        "version": max((number for number, _ in league.facts), default=0),
        "rules": _plain(league.rules),
        "standings": rows,
        "teams": [
            {
                "rank": each.rank,
                "team": each.team,
                "points": shown_points(each.total, unit),
                "players": list(each.players),
                "beside": [one for one in beside if one["to"] == each.team],
            }
            for each in standing.teams
        ],
        "seating": [_round(league, number, games) for number in league.rounds],
        "other_games": [game for key, game in games.items() if league.table(*key) is None],
        "substitutions": [plain(each) for each in league.substitutions],
        "open_tables": [{"round": number, "table": table} for number, table in standing.open_tables],
    }


def shown_points(points: Any, unit: int) -> int | float:
    """Return points in multiples of ``unit``."""
    return shown(Fraction(points), unit)


def facts_json(league: League) -> list[FactJson]:
    """Return every valid fact with its number, the newest first."""
    return [_fact(number, fact) for number, fact in reversed(league.facts)]


def _fact(number: int, fact: LeagueFact) -> Any:
    return {"number": number, "tells": type(fact).__name__, **_plain(fact)}


def _plain(fact: LeagueFact) -> Any:
    """Return the fact's values without the text of a rulebook."""
    return {name: value for name, value in plain(fact).items() if name != "book"}


def _round(league: League, number: int, games: dict[tuple[int, str], GameEndJson]) -> EventRoundJson:
    seated = league.rounds[number]
    return {
        "round": number,
        "rule": seated.draw.value,
        "seed": seated.seed,
        "resting": list(seated.resting),
        "tables": [
            {
                "table": table.table,
                "seats": _seats([(each.player, each.plays) for each in league.seats(number, table)]),
                "game": games.get((number, table.table)),
                "by_hand": (number, table.table) in league.games and league.games[number, table.table].source is None,
            }
            for table in seated.tables
        ],
    }


def _seats(players: Sequence[tuple[str, str]]) -> list[SeatedJson]:
    return [
        {"wind": wind.letter, "player": player, "plays": plays}
        for wind, (player, plays) in zip(Wind, players, strict=True)
    ]
