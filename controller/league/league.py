"""State of a league from its facts: the last fact about each subject, without withdrawn ones."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final, NamedTuple

from controller.errors import EventError
from controller.journal.events.league import (
    DrawRule,
    FactWithdrawn,
    FourNames,
    GameEntered,
    LeagueFact,
    LeagueOpened,
    PlayerDisqualified,
    PlayerEntered,
    PlayerRenamed,
    PlayerSubstituted,
    PointsGiven,
    PointsKind,
    SeatedTable,
    SeatingDrawn,
    SubstituteRule,
)
from controller.text import Text

_MOST_ROUND: Final = 1000


class LeagueError(EventError):
    """A fact that is not possible in a league, in both languages."""

    def __init__(self, ja: str, en: str) -> None:
        super().__init__(Text(ja, en))


class NumberedFact(NamedTuple):
    """A fact with the number of its record, which a withdrawal names."""

    number: int
    fact: LeagueFact


class SeatedPlayer(NamedTuple):
    """Owner of a seat, and who plays there: the owner, or a substitute under a rule."""

    player: str
    plays: str
    rule: SubstituteRule | None


@dataclass(slots=True)
class League:
    """State of a league. Seats and games by round and table; ``facts``: the valid ones, in order."""

    rules: LeagueOpened
    names: "Names"
    facts: list[NumberedFact] = field(default_factory=list)
    players: dict[str, PlayerEntered] = field(default_factory=dict)
    rounds: dict[int, SeatingDrawn] = field(default_factory=dict)
    games: dict[tuple[int, str], GameEntered] = field(default_factory=dict)
    substitutions: list[PlayerSubstituted] = field(default_factory=list)
    points: list[PointsGiven] = field(default_factory=list)
    disqualified: dict[str, PlayerDisqualified] = field(default_factory=dict)

    @property
    def teams(self) -> dict[str, list[str]]:
        """The players of each team, in the order of their entry."""
        found: dict[str, list[str]] = {}
        for each in self.players.values():
            if each.team:
                found.setdefault(each.team, []).append(each.player)
        return found

    def seat(self, player: str, number: int) -> SeatedPlayer:
        """Return who plays for a player in a round; the latest substitution counts."""
        for each in reversed(self.substitutions):
            if each.player == player and each.first <= number <= (each.last or _MOST_ROUND):
                return SeatedPlayer(player, each.by, each.rule or self.rules.substitutes)
        return SeatedPlayer(player, player, None)

    def seats(self, number: int, table: SeatedTable) -> tuple[SeatedPlayer, ...]:
        """Return who plays at a table of a round, from East on."""
        return tuple(self.seat(player, number) for player in table.players)

    def sat(self, game: GameEntered) -> tuple[SeatedPlayer, ...]:
        """Return the seats of a game from East on: the players named by the game, with the owners they played for."""
        stood_in = {
            seat.plays: seat for seat in (self.seat(player, game.round) for player in self.players) if seat.rule
        }
        return tuple(stood_in.get(player, SeatedPlayer(player, player, None)) for player in game.players)

    def entrants(self) -> Iterator[str]:
        """Yield the players to be seated: all who are ranked and not disqualified."""
        for player, entry in self.players.items():
            if entry.ranked and player not in self.disqualified:
                yield player

    def table(self, number: int, table: str) -> SeatedTable | None:
        """Return a table of a round as seated; None if there is none."""
        seated = self.rounds.get(number)
        return None if seated is None else next((each for each in seated.tables if each.table == table), None)


def league_of(facts: Iterable[NumberedFact]) -> League | None:
    """Return the league of these facts; None if it was never opened."""
    told = list(facts)
    gone = {fact.number for _, fact in told if isinstance(fact, FactWithdrawn)}
    names = Names(fact for number, fact in told if number not in gone)
    standing = [NumberedFact(number, names.put_right(fact)) for number, fact in told if number not in gone]
    rules = [fact for _, fact in standing if isinstance(fact, LeagueOpened)]
    if not rules:
        return None
    league = League(rules[-1], names, standing)
    for _, fact in standing:
        match fact:
            case PlayerEntered():
                league.players[fact.player] = fact
            case SeatingDrawn():
                league.rounds[fact.round] = fact
            case GameEntered():
                league.games[fact.round, fact.table] = fact
            case PlayerSubstituted():
                league.substitutions.append(fact)
            case PointsGiven():
                # Points carried over from another event count once.
                again = [each for each in league.points if _is_carried_again(fact, each)]
                league.points = [*(each for each in league.points if each not in again), fact]
            case PlayerDisqualified():
                league.disqualified[fact.player] = fact
    league.rounds = dict(sorted(league.rounds.items()))
    return league


def _is_carried_again(fact: PointsGiven, before: PointsGiven) -> bool:
    return fact.kind is before.kind is PointsKind.CARRIED and (fact.to, fact.why) == (before.to, before.why)


class Names:
    """Names with later corrections."""

    def __init__(self, facts: Iterable[LeagueFact]) -> None:
        self._by_old: dict[str, str] = {}
        for fact in facts:
            if isinstance(fact, PlayerRenamed):
                self._by_old = {old: fact.name if new == fact.player else new for old, new in self._by_old.items()}
                self._by_old[fact.player] = fact.name
                self._by_old.pop(fact.name, None)

    def put_right(self, fact: LeagueFact) -> LeagueFact:
        """Return the fact with the present names of its players."""
        match fact:
            case PlayerEntered() | PlayerDisqualified():
                return replace(fact, player=self.now(fact.player))
            case PlayerSubstituted():
                return replace(fact, player=self.now(fact.player), by=self.now(fact.by))
            case PointsGiven():
                return replace(fact, to=self.now(fact.to))
            case GameEntered():
                return replace(fact, players=self._four(fact.players))
            case SeatingDrawn():
                tables = tuple(replace(each, players=self._four(each.players)) for each in fact.tables)
                return replace(fact, tables=tables, resting=tuple(map(self.now, fact.resting)))
            case _:
                return fact

    def now(self, name: str) -> str:
        """Return the present name of somebody."""
        return self._by_old.get(name, name)

    def _four(self, names: FourNames) -> FourNames:
        a, b, c, d = map(self.now, names)
        return a, b, c, d


def check_fact(fact: LeagueFact, league: League) -> None:
    """Raise LeagueError for a fact that is not possible in this league."""
    players, teams = league.players, league.teams
    match fact:
        case PlayerRenamed():
            _require_known((fact.player,), players)
            if fact.name in players:
                raise LeagueError(
                    f"「{fact.name}」はすでに登録されています",
                    f"{fact.name!r} is a player already: expected another name",
                )
        case SeatingDrawn():
            _check_seating(fact, league)
        case GameEntered():
            _require_known(fact.players, players)
            _check_game(fact, league)
        case PlayerSubstituted():
            _check_substitute(fact, players)
        case PointsGiven(to=to) if to not in teams:
            _require_known((to,), players)
        case PlayerDisqualified():
            _require_known((fact.player,), players)
        case FactWithdrawn():
            if isinstance(dict(league.facts).get(fact.number), LeagueOpened | FactWithdrawn | None):
                raise LeagueError(
                    f"記録{fact.number}は取り消せません", f"fact {fact.number}: expected one of this event that stands"
                )


def _check_substitute(fact: PlayerSubstituted, players: Mapping[str, PlayerEntered]) -> None:
    _require_known((fact.player, fact.by), players)
    if fact.player == fact.by:
        raise LeagueError("本人は代走になれません", f"{fact.by!r} cannot play for themself")
    if fact.last and fact.last < fact.first:
        raise LeagueError(
            f"{fact.first}回戦から{fact.last}回戦まで:終わりが始まりより前です",
            f"rounds {fact.first} to {fact.last}: expected the last not before the first",
        )


def _check_seating(fact: SeatingDrawn, league: League) -> None:
    seated: dict[str, str] = {}
    if fact.draw is not DrawRule.PRESCRIBED and any(number == fact.round for number, _ in league.games):
        raise LeagueError(
            f"{fact.round}回戦はもう成績があるので引き直せません",
            f"round {fact.round} has games: it is not drawn again",
        )
    names = [each.table for each in fact.tables]
    if not names or len(set(names)) < len(names):
        raise LeagueError(
            f"{fact.round}回戦:卓の名前が重複しているか、卓がありません",
            f"round {fact.round}: expected tables, each with a name of its own",
        )
    for each in fact.tables:
        _require_known(each.players, league.players)
        for player in each.players:
            if player in seated:
                raise LeagueError(
                    f"{fact.round}回戦:「{player}」が卓{seated[player]}と卓{each.table}に座っています",
                    f"round {fact.round}: {player!r} sits at tables {seated[player]} and {each.table}",
                )
            seated[player] = each.table


def _check_game(fact: GameEntered, league: League) -> None:
    """Raise LeagueError for a player who sits twice at the table, or has another game in the same round."""
    sat = [each.player for each in league.sat(fact)]
    if twice := next((player for player in sat if sat.count(player) > 1), ""):
        raise LeagueError(
            f"{fact.round}回戦 卓{fact.table}:「{twice}」が二度出ています",
            f"round {fact.round}, table {fact.table}: {twice!r} is there twice",
        )
    for (number, table), game in league.games.items():
        again = sorted({*sat} & {each.player for each in league.sat(game)})
        if number == fact.round and table != fact.table and again:
            raise LeagueError(
                f"{number}回戦:「{again[0]}」は卓{table}の成績があります",
                f"round {number}: {again[0]!r} has a game at table {table} already",
            )


def _require_known(names: Iterable[str], players: Mapping[str, PlayerEntered]) -> None:
    for name in names:
        if name in players:
            continue
        near = next(iter(get_close_matches(name, players, 1, 0.5)), "")
        raise LeagueError(
            f"選手「{name}」は登録されていません:" + (f"「{near}」ですか" if near else "先に登録してください"),
            f"no player {name!r}: " + (f"is {near!r} meant?" if near else "enter the player first"),
        )
