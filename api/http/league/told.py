"""An event as plain JSON values, for its page and API clients."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from api.http.league.desk import LeagueStand
from api.http.schemas.standings import game_told, order_told, shown
from controller.journal.codec import plain
from controller.journal.events.league import LeagueFact
from controller.league.league import League
from controller.league.standing import OWN_RULE
from controller.riichi.seat import Wind


def summary(name: str, league: League) -> dict[str, Any]:
    """What a list of events has of one."""
    return {
        "event": name,
        "name": league.rules.name,
        "rulebook": league.rules.rulebook,
        "players": len(league.players),
        "rounds": len(league.rounds),
        "games": len(league.games),
    }


def whole(name: str, stand: LeagueStand) -> dict[str, Any]:
    """All of an event that the room may see; points in ``unit``."""
    league, standing, book = stand
    event, unit = order_told(standing.event, book, OWN_RULE), standing.event.unit
    games = {(game.number, game.table): game_told(game, result) for game, result in standing.event.results}
    beside = [
        {"to": each.to, "points": shown_points(each.points, unit), "kind": each.kind.value}
        | {"round": each.round, "why": each.why}
        for each in league.points
    ]
    rows = [
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
            {"rank": each.rank, "team": each.team, "points": shown_points(each.total, unit)}
            | {"players": list(each.players), "beside": [one for one in beside if one["to"] == each.team]}
            for each in standing.teams
        ],
        "seating": [_round(league, number, games) for number in league.rounds],
        "other_games": [game for key, game in games.items() if league.table(*key) is None],
        "substitutions": [plain(each) for each in league.substitutions],
        "open_tables": [{"round": number, "table": table} for number, table in standing.open_tables],
    }


def shown_points(points: Any, unit: int) -> int | float:
    """Points in units of the record."""
    return shown(Fraction(points), unit)


def facts_told(league: League) -> list[dict[str, Any]]:
    """Every valid fact, with the number by which it is withdrawn, the newest first."""
    return [_fact(number, fact) for number, fact in reversed(league.facts)]


def _fact(number: int, fact: LeagueFact) -> dict[str, Any]:
    return {"number": number, "tells": type(fact).__name__, **_plain(fact)}


def _plain(fact: LeagueFact) -> dict[str, Any]:
    """Its values but for the whole text of a book."""
    return {name: value for name, value in plain(fact).items() if name != "book"}


def _round(league: League, number: int, games: dict[tuple[int, str], dict[str, Any]]) -> dict[str, Any]:
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


def _seats(players: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [
        {"wind": wind.letter, "player": player, "plays": plays}
        for wind, (player, plays) in zip(Wind, players, strict=True)
    ]
