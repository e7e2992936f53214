"""Preview of an entry: the session before and after it as values of one frozen type, and their differences.

No code per kind of entry is needed: both values are built from states, and the lines that differ are the changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Final

from controller.journal.codec import canonical, plain
from controller.journal.ledger import books_of, course, result_of, round_at
from controller.journal.seating import Names, seated_at
from controller.journal.state import FaultState, Outcome, PastRound, RiichiStand, RoundState, TableState
from controller.journal.wording import DECIDED, DRAWN, fault_title, round_title, seat_title
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.said import points_said
from controller.text import Text
from controller.views.gate import Public, Staff, View
from controller.views.referee import WITHOUT_EFFECT, RefusedView
from controller.views.standing import four_standings

_Four = tuple[int, int, int, int]
_Marks = tuple[bool, ...]
_OUTCOME: Final = 16


@dataclass(frozen=True, slots=True)
class GameStandView(View):
    """The books of a game. ``points``: with every unconfirmed result paid; ``settled``: without them.

    ``column`` and ``off_total``: penalties paid to nobody, and penalties deducted from the event's points.
    """

    game: Public[int]
    points: Public[_Four]
    settled: Public[_Four]
    places: Public[_Four]
    sticks: Public[int]
    column: Public[_Four]
    off_total: Public[_Four]
    over: Public[bool]


@dataclass(frozen=True, slots=True)
class RoundStandView(View):
    """A round by its place in the game, its result and its payments; tuples of four are in order of seats A-D.

    Valid ``riichi``, seats ``without_right`` to win, ``open`` hands, number of ``calls``, ``players`` of the round.
    """

    ordinal: Public[int]
    game: Public[int]
    name: Public[Text]
    wind: Public[Wind]
    number: Public[int]
    dealer: Public[Seat]
    counters: Public[int]
    result: Public[Text | None]
    payments: Public[_Four]
    confirmed: Public[bool]
    riichi: Public[_Marks]
    without_right: Public[_Marks]
    open: Public[_Marks]
    calls: Public[_Four]
    players: Public[Names]
    teams: Public[Names]


@dataclass(frozen=True, slots=True)
class NextStandView(View):
    """The next round once play continues."""

    game: Public[int]
    name: Public[Text]
    dealer: Public[Seat]
    counters: Public[int]


@dataclass(frozen=True, slots=True)
class MatterView(View):
    """A fault and its decision."""

    id: Staff[str]
    name: Staff[Text]
    said: Staff[Text]


@dataclass(frozen=True, slots=True)
class SittingView(View):
    """The part of a session that an entry can change.

    ``next``: None while the round in play continues; ``coming``: players of the next round, and their teams.
    """

    phase: Public[str]
    games: Public[tuple[GameStandView, ...]]
    rounds: Public[tuple[RoundStandView, ...]]
    next: Public[NextStandView | None]
    coming: Public[tuple[Names, Names]]
    last_round: Public[bool]
    matters: Staff[tuple[MatterView, ...]]


@dataclass(frozen=True, slots=True)
class ChangeView(View):
    """One line that differs; ``before`` or ``after`` None: the line does not exist. ``was``, ``now``: as numbers.

    ``about``: ``points``, ``settled``, ``place``, ``column``, ``off_total``, ``sticks``, ``over``, ``next``, ``last``,
    ``round``, ``dealer``, ``result``, ``payment``, ``confirmed``, ``riichi``, ``right``, ``hand``, ``calls``,
    ``player`` (player at the seat from that round on) or ``fault``.
    """

    about: Staff[str]
    game: Staff[int | None]
    round: Staff[int | None]
    seat: Staff[Seat | None]
    name: Staff[Text]
    before: Staff[Text | None]
    after: Staff[Text | None]
    was: Staff[int | None]
    now: Staff[int | None]


@dataclass(frozen=True, slots=True)
class ForeseenView(View):
    """Preview of an entry: the session before and after it, each line that differs, and events that were refused.

    ``outcome``: hash of all differences: an entry sent with it is refused if it would have another outcome by then.
    ``number``: of the newest record that the preview is based on.
    """

    before: Staff[SittingView]
    after: Staff[SittingView]
    changes: Staff[tuple[ChangeView, ...]]
    refused: Staff[tuple[RefusedView, ...]]
    outcome: Staff[str]
    number: Staff[int] = 0


def foreseen_view(was: SittingView, now: SittingView, refused: tuple[RefusedView, ...]) -> ForeseenView:
    """Return the comparison of two sessions, with the refused events."""
    found = changes(was, now)
    told = canonical(plain([found, [(each.event, each.rule) for each in refused]]))
    return ForeseenView(was, now, found, refused, sha256(told).hexdigest()[:_OUTCOME])


def sitting_view(state: TableState, rulebook: Rulebook, then: NextStandView | None) -> SittingView:
    """Return the view of a state's session; ``then``: the next round, determined by the table's director."""
    ordinals = [each.ordinal for each in state.past] + ([state.rounds] if state.round is not None else [])
    rounds = [told for ordinal in ordinals if (told := round_at(state, ordinal)) is not None]
    games = sorted({each.game for each in state.games} | ({state.game} if state.game else set()))
    coming = seated_at(state.seatings, state.rounds + 1)
    return SittingView(
        phase=state.phase.value,
        games=tuple(_game(state, game, rulebook) for game in games),
        rounds=tuple(_round(state, told) for told in rounds),
        next=then,
        coming=(coming.names, coming.teams),
        last_round=state.last is not None,
        matters=tuple(_matter(state, each) for each in state.faults),
    )


def changes(before: SittingView, after: SittingView) -> tuple[ChangeView, ...]:
    """Return the lines that differ between two sessions, in the order of the second; removed lines come last."""
    was, now = ({each.key: each for each in _lines(view)} for view in (before, after))
    keys = [*now, *(key for key in was if key not in now)]
    return tuple(_change(was.get(key), now.get(key)) for key in keys if was.get(key) != now.get(key))


@dataclass(frozen=True, slots=True)
class _Shown:
    about: str
    game: int | None
    round: int | None
    seat: Seat | None
    name: Text
    said: Text
    amount: int | None = None
    id: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        return self.about, self.game, self.round, self.seat, self.id


def _change(was: _Shown | None, now: _Shown | None) -> ChangeView:
    line = now or was
    assert line is not None
    return ChangeView(
        *(line.about, line.game, line.round, line.seat, line.name),
        before=None if was is None else was.said,
        after=None if now is None else now.said,
        was=None if was is None else was.amount,
        now=None if now is None else now.amount,
    )


def _game(state: TableState, game: int, rulebook: Rulebook) -> GameStandView:
    kept = books_of(state, game)
    books = next((each.after for each in reversed(tuple(course(state, game)))), kept)
    places = tuple(each.place for each in four_standings(books, rulebook))
    return GameStandView(
        game=game,
        points=books.scores,
        settled=kept.scores,
        places=(places[0], places[1], places[2], places[3]),
        sticks=books.riichi_sticks,
        column=books.column,
        off_total=books.off_total,
        over=books.game_over,
    )


def _round(state: TableState, told: PastRound) -> RoundStandView:
    round_, outcome = told.round, told.round.outcome
    a, b, c, d = (len(row) for row in round_.melds)
    people = seated_at(state.seatings, told.ordinal)
    return RoundStandView(
        ordinal=told.ordinal,
        game=told.game,
        name=round_title(round_),
        wind=round_.prevailing_wind,
        number=round_.number,
        dealer=round_.dealer,
        counters=round_.counters,
        result=None if outcome is None else _ended(round_, outcome),
        payments=result_of(state, told.ordinal).deltas,
        confirmed=outcome is not None and outcome.confirmed,
        riichi=tuple(each.stand is not RiichiStand.NONE for each in round_.riichi),
        without_right=round_.lost_right,
        open=tuple(hand is not None and bool(hand.tiles) for hand in round_.revealed),
        calls=(a, b, c, d),
        players=people.names,
        teams=people.teams,
    )


def _matter(state: TableState, standing: FaultState) -> MatterView:
    said = DECIDED[standing.decision]
    if standing.penalty is not None:
        penalty = VALUE_NAMES[standing.penalty]
        said = Text(f"{said.ja}（{penalty.ja}）", f"{said.en} ({penalty.en})")
    if standing.rulings and standing.rulings[-1].without_effect:
        said = Text(f"{said.ja}：{WITHOUT_EFFECT.ja}", f"{said.en}: {WITHOUT_EFFECT.en}")
    return MatterView(standing.fault.id, fault_title(state, standing), said)


def _ended(round_: RoundState, outcome: Outcome) -> Text:
    """Return how a round ended, in one line: 南家ロン 8,000（東家から）、北家チョンボ."""
    parts = [_won(round_, outcome, place) for place in range(len(outcome.wins))]
    if outcome.draw is not None:
        parts.append(DRAWN[outcome.draw])
        seats = outcome.seats or outcome.tenpai
        parts += [seat_title(seat, round_.dealer) for seat in seats]
    else:
        parts += [_penalized(round_, seat) for seat in outcome.seats]
    return Text("、".join(each.ja for each in parts), ", ".join(each.en for each in parts))


def _penalized(round_: RoundState, seat: Seat) -> Text:
    who = seat_title(seat, round_.dealer)
    return Text(f"{who.ja}は罰則", f"{who.en} penalized")


def _won(round_: RoundState, outcome: Outcome, place: int) -> Text:
    won = outcome.wins[place]
    win, who = won.win, seat_title(won.win.winner, round_.dealer)
    said = points_said(won.score.payment_lines, win.winner, win.dealer)
    if win.loser is None:
        return Text(f"{who.ja}ツモ {said.ja}", f"{who.en} by tsumo, {said.en}")
    loser = seat_title(win.loser, round_.dealer)
    return Text(f"{who.ja}ロン {said.ja}（{loser.ja}から）", f"{who.en} by ron from {loser.en}, {said.en}")


_NAMES: Final = {
    "points": Text("持ち点", "Points"),
    "settled": Text("確定済みの持ち点", "Points confirmed so far"),
    "place": Text("順位", "Place"),
    "column": Text("罰符欄", "Penalty column"),
    "off_total": Text("トータルからの減算", "Off the total"),
    "sticks": Text("供託", "Sticks on the table"),
    "over": Text("半荘", "Game"),
    "next": Text("次の局", "Next round"),
    "last": Text("この局で終わり", "Last round"),
    "round": Text("局名", "Round"),
    "dealer": Text("親", "Dealer"),
    "result": Text("結果", "Result"),
    "payment": Text("支払い", "Payment"),
    "confirmed": Text("精算", "Settlement"),
    "riichi": Text("リーチ", "Riichi"),
    "right": Text("アガリの権利", "Right to win"),
    "hand": Text("手牌の公開", "Open hand"),
    "calls": Text("副露", "Calls"),
    "player": Text("対局者", "Player"),
}
_YES_NO: Final = {True: Text("あり", "Yes"), False: Text("なし", "No")}
_OVER: Final = {True: Text("終了", "Over"), False: Text("継続中", "Going on")}
_CONFIRMED: Final = {True: Text("確定", "Confirmed"), False: Text("未確定", "Not confirmed")}
_COMING: Final = Text("次の局 対局者", "Next round: player")
_GOES_ON: Final = Text("この局を続ける", "This round goes on")
_NO_RESULT: Final = Text("まだ決まっていない", "None yet")


def _lines(view: SittingView) -> Iterator[_Shown]:
    """Yield all lines of a session."""
    for game in view.games:
        for about, row in (
            ("points", game.points),
            ("settled", game.settled),
            ("place", game.places),
            ("column", game.column),
            ("off_total", game.off_total),
        ):
            yield from (
                _Shown(about, game.game, None, seat, _NAMES[about], _number(about, row[seat]), row[seat])
                for seat in SEATS
            )
        yield _Shown("sticks", game.game, None, None, _NAMES["sticks"], _number("sticks", game.sticks), game.sticks)
        yield _Shown("over", game.game, None, None, _NAMES["over"], _OVER[game.over])
    yield _next(view)
    yield _Shown("last", None, None, None, _NAMES["last"], _YES_NO[view.last_round])
    for before, round_ in zip([None, *view.rounds], view.rounds, strict=False):
        yield from _lines_of(round_)
        sat = None if before is None or before.game != round_.game else (before.players, before.teams)
        for seat, who in _others(sat, (round_.players, round_.teams)):
            yield _line(round_, "player", who, seat)
    if view.rounds:
        last = view.rounds[-1]
        for seat, who in _others((last.players, last.teams), view.coming):
            yield _Shown("player", None, last.ordinal + 1, seat, _COMING, who)
    for each in view.matters:
        yield _Shown("fault", None, None, None, each.name, each.said, id=each.id)


def _others(before: tuple[Names, Names] | None, now: tuple[Names, Names]) -> Iterator[tuple[Seat, Text]]:
    """Yield the seats with another player or team than before, each with the player's name and team."""
    for seat, name, team, who in zip(SEATS, *now, zip(*before, strict=True) if before else [None] * 4, strict=True):
        if (name, team) != who:
            yield seat, Text(f"{name}（{team}）", f"{name} ({team})") if team else Text(name, name)


def _next(view: SittingView) -> _Shown:
    then, now = view.next, view.games[-1].game if view.games else 0
    said = _GOES_ON if then is None else then.name
    if then is not None and then.game != now:
        said = Text(f"半荘終了（次は{said.ja}から）", f"The game ends; then {said.en}")
    return _Shown("next", None, None, None, _NAMES["next"], said)


def _line(
    round_: RoundStandView, about: str, said: Text, seat: Seat | None = None, amount: int | None = None
) -> _Shown:
    name = Text(f"{round_.name.ja} {_NAMES[about].ja}", f"{round_.name.en}: {_NAMES[about].en.lower()}")
    return _Shown(about, round_.game, round_.ordinal, seat, name, said, amount)


def _lines_of(round_: RoundStandView) -> Iterator[_Shown]:
    line = partial(_line, round_)
    yield line("round", round_.name)
    yield line("dealer", Text(f"{round_.dealer.name}席", f"Seat {round_.dealer.name}"), amount=int(round_.dealer))
    yield line("result", round_.result or _NO_RESULT)
    yield line("confirmed", _CONFIRMED[round_.confirmed])
    for seat in SEATS:
        yield line("payment", _number("payment", round_.payments[seat]), seat, round_.payments[seat])
        yield line("riichi", _YES_NO[round_.riichi[seat]], seat)
        yield line("right", _YES_NO[not round_.without_right[seat]], seat)
        yield line("hand", _YES_NO[round_.open[seat]], seat)
        yield line("calls", _number("calls", round_.calls[seat]), seat, round_.calls[seat])


def _number(about: str, amount: int) -> Text:
    if about == "place":
        return Text(f"{amount}位" if amount else "–", str(amount) if amount else "–")
    if about in ("sticks", "calls"):
        return Text(f"{amount}本" if about == "sticks" else f"{amount}組", str(amount))
    said = f"{amount:+,}" if about in ("payment", "off_total", "column") and amount else f"{amount:,}"
    return Text(said, said)
