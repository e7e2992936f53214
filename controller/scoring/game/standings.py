"""Standings of an event: points over its games, ties by the rulebook, qualification, tables of the last game."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from controller.errors import EventError
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.event import TieBreak
from controller.scoring.game.placement import GamePoints, GameResult, close_game, unit_of
from controller.scoring.game.seat_plan import Table, seat_plan
from controller.scoring.game.tie_breaks import COMPARED, BesidePoints, PlayedGame, win_rate
from controller.scoring.hand.scoring_rules import scoring_rules_of, unstated_among
from controller.text import Text

_AT_A_TABLE: Final = 4


@dataclass(frozen=True, slots=True)
class EventGame:
    """One game of an event: its number from 1, its table's name, the players from the first dealer on.

    Creation raises EventError for invalid values.
    """

    number: int
    table: str
    players: tuple[str, str, str, str]
    points: GamePoints

    def __post_init__(self) -> None:
        """Raise EventError for an impossible game."""
        if self.number < 1:
            raise EventError(Text("回戦は1以上で入力してください。", f"game {self.number}: expected 1 or more"))
        if len(set(self.players)) != len(SEATS) or not all(self.players):
            raise EventError(
                Text(
                    f"{self.name}の選手は、別々の4人にしてください。",
                    f"{self.name}: players {', '.join(self.players)}: expected four different names",
                )
            )

    @property
    def name(self) -> str:
        """Number and table, for messages."""
        return f"game {self.number}, table {self.table}"


@dataclass(frozen=True, slots=True)
class BesideGames:
    """Inputs of an event besides the results of its games.

    ``entered``: players, including those without a game yet. ``fixed``: totals that replace a game's result, by its
    number, table and player. ``unranked``: players whose games count but who are not ranked.
    """

    entered: tuple[str, ...] = ()
    points: tuple[BesidePoints, ...] = ()
    fixed: Mapping[tuple[int, str, str], Fraction] = field(default_factory=dict)
    unranked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Note:
    """A matter of the event that a person must check; ``subject``: the player or game concerned."""

    id: str
    ja: str
    en: str
    subject: str
    clause: str


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's standing. ``total`` in points; equal ``rank`` if no tie-break separates players, 0 for the unranked.

    ``decided_by``: tie-break that placed the player behind the one above with equal points. ``qualifies``: None before
    the last game, in an event without qualification, and if a tie leaves it open. ``winds_left``: winds in which the
    player has not begun a game.
    """

    rank: int
    player: str
    total: Fraction
    games: tuple[PlayedGame, ...]
    win_rate: Fraction
    decided_by: TieBreak | None
    qualifies: bool | None
    winds_left: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings so far. ``unit``: points in one recorded unit. ``complete``: everybody has played all games.

    ``next_tables``: players of each table of the last game, if the rulebook seats it by the standings and it is next.
    ``next_seats``: seats of the next game, from East on, if the rulebook gives each player each wind once. ``used``:
    fields left at their default on which the order rests, apart from those of its games.
    """

    unit: int
    played: int
    complete: bool
    entries: tuple[PlayerStanding, ...]
    results: tuple[tuple[EventGame, GameResult], ...]
    next_tables: tuple[tuple[str, ...], ...]
    next_seats: tuple[Table, ...]
    clauses: tuple[str, ...]
    notes: tuple[Note, ...]
    used: tuple[str, ...]

    @property
    def unstated(self) -> tuple[str, ...]:
        """Rulebook fields left at their default on which the standings rest; computed game by game on each call."""
        names = [name for _, result in self.results for name in result.unstated]
        return tuple(dict.fromkeys((*names, *self.used)))


def standings(games: Sequence[EventGame], book: Rulebook, beside: BesideGames | None = None) -> Standings:
    """Return the standings after these games, unranked players last.

    Raises EventError if the games contradict each other or the rulebook. Events with carried points have standings
    before their first game.
    """
    if not games and beside is None:
        raise EventError(Text("対局が1回も入力されていません。", "an event without a game: expected at least one"))
    beside = beside or BesideGames()
    _check(games, book)
    rules = book.event
    results = tuple((game, close_game(game.points, book)) for game in sorted(games, key=lambda game: game.number))
    played = max((game.number for game in games), default=0)
    by_player = _by_player(results, beside)
    entries = _ranked(by_player, played, book, beside)
    complete = rules.games.value is not None and all(
        len(entry.games) == rules.games.value for entry in entries if entry.rank
    )
    if complete and rules.qualifiers.value:
        entries = _qualified(entries, rules.qualifiers.value)
    next_is_last = rules.games.value == played + 1
    by_standing = rules.last_game_by_standing.value and next_is_last
    order = [entry.player for entry in entries if entry.rank]
    tables = [tuple(order[at : at + _AT_A_TABLE]) for at in range(0, len(order), _AT_A_TABLE)]
    unstated = unstated_among(scoring_rules_of(book), *_used(entries, complete, next_is_last, book))
    clauses = [rules.games.cite, rules.event_ties.cite]
    clauses += [rules.qualifiers.cite] if complete and rules.qualifiers.value else []
    clauses += [rules.last_game_by_standing.cite] if by_standing else []
    seats = () if complete else _seated(entries, results, book)
    clauses += [rules.every_wind_once.cite] if seats else []
    return Standings(
        unit=unit_of(book),
        played=played,
        complete=complete,
        entries=entries,
        results=results,
        next_tables=tuple(tables) if by_standing else (),
        next_seats=seats,
        clauses=tuple(dict.fromkeys(clauses)),
        notes=tuple(_notes(entries, results, complete, by_standing, book)),
        used=tuple(unstated),
    )


def _seated(
    entries: Sequence[PlayerStanding], results: Sequence[tuple[EventGame, GameResult]], book: Rulebook
) -> tuple[Table, ...]:
    """Return the seats of the next game if each player begins once in each wind, and all have played as many games."""
    if not book.event.every_wind_once.value or len({len(entry.games) for entry in entries}) > 1:
        return ()
    left = {entry.player: entry.winds_left for entry in entries}
    return seat_plan([entry.player for entry in entries], left, [game.players for game, _ in results])


def _check(games: Sequence[EventGame], book: Rulebook) -> None:
    if len(book.seats) < _AT_A_TABLE:
        raise EventError(
            Text("順位表は四人の卓だけで作れます。", f"standings are of tables of four ({book.flow.players.cite})")
        )
    most = book.event.games.value
    seen: set[tuple[int, str]] = set()
    tables: set[tuple[int, str]] = set()
    for game in games:
        if most is not None and game.number > most:
            raise EventError(
                Text(
                    f"{game.name}の対局数が、大会の{most}回を超えています。",
                    f"{game.name}: the event has {most} games ({book.event.games.cite})",
                )
            )
        if (game.number, game.table) in tables:
            raise EventError(
                Text(
                    f"{game.name}が二度出ています。一回戦に同じ名前の卓は一つだけです。",
                    f"{game.name} is there twice: expected one table of each name in a game",
                )
            )
        tables.add((game.number, game.table))
        for player in game.players:
            if (game.number, player) in seen:
                raise EventError(
                    Text(
                        f"{game.name}で「{player}」が二つの卓に座っています。",
                        f"{game.name}: {player} sits at two tables",
                    )
                )
            seen.add((game.number, player))


def _by_player(results: Sequence[tuple[EventGame, GameResult]], beside: BesideGames) -> dict[str, list[PlayedGame]]:
    found = defaultdict[str, list[PlayedGame]](list, {player: [] for player in beside.entered})
    for game, result in results:
        for seat in SEATS:
            place = result.places[seat]
            wins = sum(other > place for other in result.places)
            losses = sum(other < place for other in result.places)
            total = beside.fixed.get((game.number, game.table, game.players[seat]), result.totals[seat])
            score = result.scores[seat]
            one = PlayedGame(game.number, game.table, seat, score, place, total, wins, losses)
            found[game.players[seat]].append(one)
    return found


def _ranked(
    by_player: Mapping[str, Sequence[PlayedGame]], last: int, book: Rulebook, beside: BesideGames
) -> tuple[PlayerStanding, ...]:
    rules = book.event
    all_drawn = rules.win_rate_all_drawn.value
    keys = {}
    for player, own in by_player.items():
        added = [each for each in beside.points if each.player == player]
        keys[player] = (
            (sum((game.total for game in own), Fraction(0)) + sum(each.total for each in added),),
            *(COMPARED[tie](own, added, last, all_drawn) for tie in rules.event_ties.value),
        )
    order = sorted(sorted(keys), key=lambda player: keys[player], reverse=True)
    order.sort(key=lambda player: player in beside.unranked)
    entries: list[PlayerStanding] = []
    for at, player in enumerate(order):
        is_ranked = player not in beside.unranked
        above = keys[order[at - 1]] if at and is_ranked else None
        tied = above == keys[player]
        decided = None
        if above is not None and not tied and above[0] == keys[player][0]:
            pairs = zip(rules.event_ties.value, above[1:], keys[player][1:], strict=True)
            decided = next(tie for tie, theirs, own_key in pairs if theirs != own_key)
        own = by_player[player]
        sat = {Wind(game.seat) for game in own}
        entries.append(
            PlayerStanding(
                rank=(entries[-1].rank if tied else at + 1) if is_ranked else 0,
                player=player,
                total=keys[player][0][0],
                games=tuple(own),
                win_rate=win_rate(own, all_drawn),
                decided_by=decided,
                qualifies=None,
                winds_left=tuple(wind for wind in Wind if wind not in sat) if rules.every_wind_once.value else (),
            )
        )
    return tuple(entries)


def _qualified(entries: Sequence[PlayerStanding], places: int) -> tuple[PlayerStanding, ...]:
    ranks = [entry.rank for entry in entries]
    told: list[PlayerStanding] = []
    for entry in entries:
        surely = 0 < entry.rank <= places + 1 - ranks.count(entry.rank)
        open_yet = not surely and 0 < entry.rank <= places
        told.append(replace(entry, qualifies=None if open_yet else surely))
    return tuple(told)


def _used(entries: Sequence[PlayerStanding], complete: bool, next_is_last: bool, book: Rulebook) -> Iterator[str]:
    yield from ("games", "every_wind_once")
    if complete:
        yield "qualifiers"
    if next_is_last:
        yield "last_game_by_standing"
    totals = [entry.total for entry in entries]
    if len(set(totals)) < len(totals):
        yield "event_ties"
        decided = [sum(game.wins + game.losses for game in entry.games) for entry in entries]
        if TieBreak.WIN_RATE in book.event.event_ties.value and 0 in decided:
            yield "win_rate_all_drawn"


def _notes(
    entries: Sequence[PlayerStanding],
    results: Sequence[tuple[EventGame, GameResult]],
    complete: bool,
    by_standing: bool,
    book: Rulebook,
) -> Iterator[Note]:
    rules = book.event
    for game, result in results:
        if result.difference:
            over = result.difference > 0
            cite = book.settlement.surplus.cite
            yield _note("TOTAL_OVER" if over else "TOTAL_UNDER", game.name, cite, abs(result.difference))
    numbers = {game.number for game, _ in results}
    for number in range(1, max(numbers, default=0)):
        if number not in numbers:
            yield _note("GAME_MISSING", "", rules.games.cite, number)
    for entry in entries:
        if rules.every_wind_once.value:
            for wind in Wind:
                if sum(game.seat is Seat(wind) for game in entry.games) > 1:
                    yield _note("WIND_TWICE", entry.player, rules.every_wind_once.cite, wind.letter)
        missing = max(len(other.games) for other in entries) - len(entry.games)
        if missing and entry.rank:
            yield _note("GAMES_MISSING", entry.player, rules.games.cite, missing)
        if complete and rules.qualifiers.value and entry.qualifies is None:
            yield _note("QUALIFICATION_OPEN", entry.player, rules.qualifiers.cite, entry.rank)
    if by_standing and len(entries) % _AT_A_TABLE:
        yield _note("TABLE_NOT_FULL", "", rules.last_game_by_standing.cite, len(entries) % _AT_A_TABLE)


_NOTES: Final = {
    "TOTAL_OVER": ("合計が{}点多くなっています。", "{} points too many in all."),
    "TOTAL_UNDER": ("合計が{}点少なくなっています。", "{} points too few in all."),
    "GAME_MISSING": ("第{}回戦がありません。", "Game {} is missing."),
    "WIND_TWICE": ("{}家で二度始めています。", "Begins in seat {} more than once."),
    "GAMES_MISSING": ("他の人より{}回少なくなっています。", "{} games fewer than others."),
    "QUALIFICATION_OPEN": (
        "{}位で並び、通過者が決まりません。",
        "Tied at rank {}: the organisers decide who qualifies.",
    ),
    "TABLE_NOT_FULL": ("最後の卓は{}人です。", "The last table has {} players only."),
}


def _note(name: str, subject: str, clause: str, value: object) -> Note:
    ja, en = _NOTES[name]
    return Note(name, ja.format(value), en.format(value), subject, clause)
