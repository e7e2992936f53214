"""Standings of a league: games by the rulebook, substitutes, points outside of games, teams, disqualified players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from controller.journal.events.league import GameEntered, PointsGiven, PointsKind, SubstituteRule
from controller.league.league import League
from controller.league.seating import Entrants, meetings
from controller.riichi.seat import SEATS, Wind
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.placement import GamePoints
from controller.scoring.game.standings import BesideGames, EventGame, Note, PlayerStanding, Standings, standings
from controller.scoring.game.tie_breaks import BesidePoints
from controller.text import Text

OWN_RULE: Final = clause("大会の規則", "rule of the event")


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team: its own points and those of its players, ranked or not."""

    rank: int
    team: str
    total: Fraction
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeagueStandings:
    """Standings of a league. ``why``: reason for a player's missing rank; ``open_tables``: past, without result."""

    event: Standings
    teams: tuple[TeamStanding, ...]
    why: dict[str, Text]
    open_tables: tuple[tuple[int, str], ...]


def league_standings(league: League, book: Rulebook) -> LeagueStandings:
    """Return the standings after the present games; raises EventError if impossible, such as too many games."""
    rules = _as_ruled(league, book)
    games = [_event_game(league, game) for _, game in sorted(league.games.items(), key=lambda each: each[0][0])]
    why = _unranked(league, games)
    beside = BesideGames(
        tuple(league.players),
        tuple(BesidePoints(each.to, each.round, Fraction(each.points)) for each in league.points),
        {key: Fraction(league.rules.fixed_points) for key in _fixed(league)},
        frozenset(why),
    )
    event = standings(games, rules, beside)
    seated_less = {len(each.resting) for each in league.rounds.values()} - {0}
    if seated_less or league.rules.least_games or league.substitutions:
        event = replace(event, notes=tuple(each for each in event.notes if each.id != "GAMES_MISSING"))
    newest = max((number for number, _ in league.games), default=0)
    notes = [*event.notes, *_played_though_replaced(league), *_not_as_seated(league)]
    missing = tuple(
        (number, table.table)
        for number, seated in league.rounds.items()
        for table in seated.tables
        if number <= newest and (number, table.table) not in league.games
    )
    return LeagueStandings(replace(event, notes=tuple(notes)), _teams(league, event.entries), why, missing)


def carried(league: League, earlier: LeagueStandings, name: str, percent: int) -> Iterator[PointsGiven]:
    """Yield the points carried over from an earlier event: a percentage of the totals there, in whole points."""
    for entry in earlier.event.entries:
        points = round(entry.total * percent / 100)
        if entry.player in league.players:
            yield PointsGiven(entry.player, points, PointsKind.CARRIED, why=name)


def entrants_of(league: League, standing: LeagueStandings | None, players: Sequence[str] = ()) -> Entrants:
    """Return the players to be seated next, by rank; ``players``: only these, including substitutes."""
    ranks = {} if standing is None else {entry.player: place for place, entry in enumerate(standing.event.entries)}
    chosen = sorted(players or league.entrants(), key=lambda player: ranks.get(player, len(ranks)))
    drawn = [[each.players for each in one.tables] for one in league.rounds.values()]
    winds = {player: [0] * len(Wind) for player in chosen}
    for table in (table for tables in drawn for table in tables):
        for wind, player in enumerate(table):
            winds.setdefault(player, [0] * len(Wind))[wind] += 1
    resting = [player for one in league.rounds.values() for player in one.resting]
    teams = {player: league.players[player].team for player in chosen if player in league.players}
    rested = {player: resting.count(player) for player in chosen}
    return Entrants(tuple(chosen), teams, meetings(drawn), winds, rested)


def _played_though_replaced(league: League) -> Iterator[Note]:
    for (number, table), game in league.games.items():
        for player in game.players:
            seat = league.seat(player, number)
            if seat.rule is not None and player != seat.plays:
                said = (
                    f"{seat.plays}が代走した回に、本人の成績があります。",
                    f"has a game of the round in which {seat.plays} stands in.",
                )
                yield Note("PLAYED_THOUGH_REPLACED", *said, f"{player} ({number}-{table})", OWN_RULE.cite)


def _not_as_seated(league: League) -> Iterator[Note]:
    for (number, name), game in league.games.items():
        table = league.table(number, name)
        seated = set() if table is None else {seat.player for seat in league.seats(number, table)}
        others = ", ".join(seat.player for seat in league.sat(game) if seated and seat.player not in seated)
        if others:
            said = f"{others}はこの卓の席にいません。", f"{others}: not seated at this table."
            yield Note("NOT_AS_SEATED", *said, f"{number}-{name}", OWN_RULE.cite)


def _as_ruled(league: League, book: Rulebook) -> Rulebook:
    """Return the rulebook with the league's number of games."""
    if not league.rules.rounds:
        return book
    return replace(book, event=replace(book.event, games=Rule(league.rules.rounds, OWN_RULE)))


def _event_game(league: League, game: GameEntered) -> EventGame:
    a, b, c, d = (each.player if each.rule is not SubstituteRule.OWN else each.plays for each in league.sat(game))
    wrong = frozenset(SEATS[place] for place in game.wrong_declared)
    points = GamePoints(game.scores, game.left_sticks, game.chombo, game.penalty_points, wrong)
    return EventGame(game.round, game.table, (a, b, c, d), points)


def _fixed(league: League) -> Iterator[tuple[int, str, str]]:
    """Yield the games in which a player gets the league's fixed total: those of substitutes under that rule."""
    always = league.rules.substitutes is SubstituteRule.FIXED
    for game in league.games.values():
        for each in league.sat(game):
            # A substitute who fills a free place at a table replaces nobody.
            fills = always and each.rule is None and not league.players[each.player].ranked
            if each.rule is SubstituteRule.FIXED or fills:
                yield game.round, game.table, each.player


def _unranked(league: League, games: Sequence[EventGame]) -> dict[str, Text]:
    found = {}
    for player, entry in league.players.items():
        played, least = sum(player in game.players for game in games), league.rules.least_games
        if player in league.disqualified:
            found[player] = Text("失格", "disqualified")
        elif not entry.ranked:
            found[player] = Text("代走", "substitute")
        elif played < least and games:
            found[player] = Text(f"規定{least}回に対し{played}回", f"{played} of the {least} games that it takes")
    return found


def _teams(league: League, entries: Sequence[PlayerStanding]) -> tuple[TeamStanding, ...]:
    totals = {entry.player: entry.total for entry in entries}
    sums = {
        team: sum((totals.get(player, Fraction(0)) for player in players), Fraction(0))
        + sum(each.points for each in league.points if each.to == team)
        for team, players in league.teams.items()
    }
    order = sorted(sums, key=lambda team: sums[team], reverse=True)
    return tuple(
        TeamStanding(
            1 + sum(other > sums[team] for other in sums.values()), team, sums[team], tuple(league.teams[team])
        )
        for team in order
    )
