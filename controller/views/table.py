"""View of a table: its state as shown to people, each field with its secrecy class."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from controller.journal.events import DrawKind, GoalMoved, WonHand
from controller.journal.ledger import course, pending, points_mark, result_of
from controller.journal.seating import seated_at
from controller.journal.state import PastRound, RiichiStand, RoundState, TableState
from controller.machine.labels import STEPS, VERBS
from controller.referee.faults.penalties import may_correct_payment, may_settle_among_players
from controller.referee.resting import result_rests_on
from controller.referee.rules.riichi_acts import knows_open_riichi
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.meld_layout import sideways_place
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.cited import cited, cited_by_name
from controller.rulebooks.doubts import in_doubt
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import abortive_draws
from controller.scoring.game.vanished import Vanished, vanished
from controller.scoring.hand.defaults_used import default_lines
from controller.scoring.said import points_said
from controller.scoring.score import DefaultLine, Score
from controller.scoring.win import NOT_TOLD, Riichi
from controller.text import Text
from controller.views.clock import ClockView, clock_view
from controller.views.gate import Public, Secret, Staff, View
from controller.views.late.advice import AdviceView
from controller.views.late.hand import HandView, hand_view
from controller.views.late.play import CallView, DealView, calls
from controller.views.referee import (
    FaultView,
    KnownByView,
    MissingView,
    Obstacles,
    ObstacleView,
    QuestionView,
    RefusedView,
    SummonsView,
    UndoView,
    VerdictView,
    fault_view,
    known_by_views,
    missing,
    question_view,
    undo_view,
    verdict_view,
)
from controller.views.standing import FourStandings, StandingView, TableStandings, four_standings, standings_of

_NOTHING: Final[Obstacles] = MappingProxyType({})
# Circumstances of a win, by their names in a scoring request.
_FLAGS: Final = ("ippatsu", "last_tile", "replacement", "robbed_kong", "robbed_concealed_kong", "first_turn")
_RIICHI_FLAGS: Final = {riichi: () if riichi is Riichi.NONE else (riichi.value,) for riichi in Riichi}


@dataclass(frozen=True, slots=True)
class DiscardView(View):
    """A discard; ``index`` over the round, from 0; ``called``: it is in another player's meld.

    ``declares``: it declared a valid riichi. ``from_hand``: False for the drawn tile; None if unknown.
    """

    index: Public[int]
    tile: Public[Tile]
    sideways: Public[bool]
    called: Public[bool]
    declares: Public[bool]
    from_hand: Secret[bool | None]


@dataclass(frozen=True, slots=True)
class MeldView(View):
    """A meld, left to right; None: face-down tile; ``sideways``: index of the claimed tile, ``source``: its seat."""

    kind: Public[MeldKind]
    tiles: Public[tuple[Tile | None, ...]]
    sideways: Public[int | None]
    source: Public[Seat | None]


@dataclass(frozen=True, slots=True)
class SeatView(View):
    """One player. ``tiles_standing``: number of standing tiles, ``shown``: open tiles.

    ``concealed``: hand read by the seat's camera. ``standing``: with every unconfirmed result paid, including the
    current one; ``settled``: without them.
    """

    seat: Public[Seat]
    name: Public[str]
    wind: Public[Wind]
    standing: Public[StandingView]
    settled: Public[StandingView]
    riichi: Public[bool]
    river: Public[tuple[DiscardView, ...]]
    melds: Public[tuple[MeldView, ...]]
    tiles_standing: Public[int]
    shown: Public[tuple[Tile, ...]]
    apart: Public[Tile | None]
    concealed: Secret[HandView | None]


@dataclass(frozen=True, slots=True)
class RoundView(View):
    """The round and its name; ``ordinal`` in the session: by which a claim names a round.

    ``scores`` and ``sticks``: at its start; ``riichi_sticks``: as counted in the seats' standings; ``sticks_open``:
    further sticks whose owner is unknown until the unobserved end of a round is entered. ``calls``: in order;
    ``turned``: number of discards and calls before each indicator.
    """

    ordinal: Public[int]
    wind: Public[Wind]
    number: Public[int]
    dealer: Public[Seat]
    counters: Public[int]
    riichi_sticks: Public[int]
    dice: Public[tuple[int, ...]]
    scores: Public[tuple[int, int, int, int]]
    sticks: Public[int]
    calls: Public[tuple[CallView, ...]]
    turned: Public[tuple[int, ...]]
    sticks_open: Public[int]


@dataclass(frozen=True, slots=True)
class WinView(View):
    """One winner with a score that includes its explanation; ``flags``: circumstances that apply, and the riichi.

    ``said``: the points as announced; ``cited``: the score's clauses by name. A win entered by han and fu has no hand,
    and a tile only for a ron.
    """

    winner: Public[Seat]
    loser: Public[Seat | None]
    by: Public[str]
    hand: Public[tuple[Tile, ...]]
    winning_tile: Public[Tile | None]
    melds: Public[tuple[MeldView, ...]]
    dora_indicators: Public[tuple[Tile, ...]]
    ura_indicators: Public[tuple[Tile, ...]]
    score: Public[Score]
    cited: Public[Mapping[str, Text]]
    said: Public[Text]
    flags: Public[tuple[str, ...]]
    furiten: Staff[bool]


@dataclass(frozen=True, slots=True)
class ResultView(View):
    """How the round ended; ``kind``: ``win`` or ``draw``, ``draw``: its kind; payments per seat A-D.

    ``by``: who entered it, "" if it was observed; ``stated``: each seat's stated value. ``rests_on``: rulebook defaults
    on which the payment and the sequel rest. ``vanished``: points that went to nobody, including sticks once the game
    is over. ``after``: standing of every seat once it is paid. ``penalized``: seats penalized by a ruling that made the
    result, also in addition to a win. ``known_by``: parts of it that were not fully observed.
    """

    kind: Public[str]
    draw: Public[str | None]
    wins: Public[tuple[WinView, ...]]
    tenpai: Public[tuple[Seat, ...]]
    payments: Public[tuple[int, int, int, int]]
    confirmed: Public[bool]
    by: Staff[str]
    stated: Staff[tuple[int | None, ...]]
    rests_on: Public[tuple[DefaultLine, ...]]
    vanished: Public[tuple[Vanished, ...]]
    after: Public[FourStandings]
    penalized: Public[tuple[Seat, ...]] = ()
    known_by: Public[tuple[KnownByView, ...]] = ()


@dataclass(frozen=True, slots=True)
class PendingView(View):
    """An unconfirmed result of an earlier round; ``ordinal``: by which a claim names its round.

    ``riichi``: seats A-D with a valid riichi. ``obstacles``: why it is not paid before a person checks it.
    """

    ordinal: Public[int]
    game: Public[int]
    wind: Public[Wind]
    number: Public[int]
    counters: Public[int]
    result: Public[ResultView]
    riichi: Public[tuple[bool, ...]]
    obstacles: Staff[tuple[ObstacleView, ...]]


@dataclass(frozen=True, slots=True)
class GoalView(View):
    """The latest goal requested from the table, and its progress."""

    goal: Staff[int]
    verb: Staff[str]
    name: Staff[Text]
    by: Staff[str]
    why: Staff[str]
    step: Staff[str]
    text: Staff[Text]
    ended: Staff[bool]
    pressed: Staff[bool]
    said: Staff[str]
    reason: Staff[Text | None]


@dataclass(frozen=True, slots=True)
class TableView(View):
    """A whole table. ``unverified``: number of rulebook fields not verified against the text.

    ``consent``: whether players may settle a doubt among themselves; ``payments_open``: whether a payment may be
    corrected now. ``abortive_draws``: names of those in force; ``open_riichi``, ``nagashi_mangan``: True if the
    rulebook has it. ``dealer_asks``: a leading dealer who stays may ask for the end. ``halted``: why the table is not
    followed or not recorded now, None if it is. ``dora``: by indicator. ``summons``: seats that call the referee.
    ``by_hand``: claims that people make here now because no device reports them. ``points_mark``: changes whenever
    points of any game of the session do. ``deals`` of the round, per seat A-D, and ``advice`` of engines are filled in
    on output.
    """

    phase: Public[str]
    rulebook: Public[Text]
    rulebook_id: Public[str]
    unverified: Public[int]
    game: Public[int]
    game_over: Public[bool]
    round: Public[RoundView | None]
    seats: Public[tuple[SeatView, ...]]
    dora_indicators: Public[tuple[Tile, ...]]
    dora: Public[tuple[Tile, ...]]
    tiles_left: Public[int | None]
    result: Public[ResultView | None]
    pending: Public[tuple[PendingView, ...]]
    missing: Staff[tuple[MissingView, ...]]
    faults: Staff[tuple[FaultView, ...]]
    questions: Staff[tuple[QuestionView, ...]]
    undo: Staff[UndoView | None]
    clock: Public[ClockView | None]
    points_due: Staff[bool]
    points_clause: Staff[str]
    points_cited: Staff[Text]
    declared: Staff[tuple[int | None, ...]]
    first_dealer: Public[Seat]
    seating: Public[str]
    seating_clause: Public[str]
    seating_cited: Public[Text]
    seating_rests_on: Public[tuple[DefaultLine, ...]]
    names: Public[tuple[str, str, str, str]]
    teams: Public[tuple[str, str, str, str]]
    goal: Staff[GoalView | None]
    refused: Staff[tuple[RefusedView, ...]]
    consent: Staff[VerdictView]
    payments_open: Staff[VerdictView]
    abortive_draws: Public[tuple[str, ...]]
    open_riichi: Public[bool]
    nagashi_mangan: Public[bool]
    dealer_asks: Staff[bool]
    halted: Public[Text | None]
    points_mark: Public[int]
    summons: Public[tuple[SummonsView, ...]] = ()
    by_hand: Staff[tuple[str, ...]] = ()
    deals: Secret[tuple[DealView, ...]] = field(default=(), repr=False)
    advice: Secret[tuple[AdviceView, ...]] = field(default=(), repr=False)


def table_view(
    state: TableState,
    rulebook: Rulebook,
    undo_s: float = 0.0,
    points_due: bool = False,
    refused: tuple[RefusedView, ...] = (),
    points_clause: str = "",
    dealer_asks: bool = False,
    halted: Text | None = None,
    summons: tuple[SummonsView, ...] = (),
    by_hand: tuple[str, ...] = (),
    obstacles: Obstacles = _NOTHING,
) -> TableView:
    """Return the view of a state, to be sent through ``release`` only. ``undo_s``: seconds to undo a decision.

    ``points_due``: the players must state their points now, by ``points_clause``. ``refused``: the newest events that
    were not recorded. ``dealer_asks``: the dealer may end the game now by asking. ``halted``, ``summons`` and
    ``by_hand``: as in the view. ``obstacles``: what each unconfirmed result waits for, by its round's ordinal.
    """
    round_ = state.round
    return TableView(
        phase=state.phase.value,
        rulebook=Text(rulebook.ja, rulebook.en),
        rulebook_id=rulebook.id,
        unverified=len(rulebook.unverified),
        game=state.game,
        game_over=state.game_over,
        round=None if round_ is None else _round(state, round_),
        seats=() if round_ is None else tuple(_seats(state, round_, rulebook)),
        dora_indicators=() if round_ is None else tuple(shown.tile for shown in round_.dora),
        dora=() if round_ is None else tuple(shown.tile.dora for shown in round_.dora),
        tiles_left=None if round_ is None else _tiles_left(round_),
        result=None if round_ is None else result_view(state, PastRound(state.rounds, state.game, round_), rulebook),
        pending=tuple(_pending(state, rulebook, obstacles)),
        missing=missing(state, obstacles),
        faults=tuple(fault_view(standing, state, rulebook) for standing in state.faults),
        questions=tuple(question_view(state, standing) for standing in state.questions),
        undo=None if state.undo is None else undo_view(state, state.undo, undo_s),
        clock=clock_view(state, rulebook),
        points_due=points_due,
        points_clause=points_clause,
        points_cited=cited(rulebook, points_clause),
        declared=(None,) * len(SEATS) if round_ is None else round_.declared,
        first_dealer=state.first_dealer,
        seating=rulebook.table.seating.value.value,
        seating_clause=rulebook.table.seating.cite,
        seating_cited=rulebook.table.seating.cited,
        seating_rests_on=default_lines(rulebook, in_doubt(rulebook, ["table.seating"])),
        names=state.names,
        teams=seated_at(state.seatings, state.rounds).teams,
        goal=None if state.goal is None else _goal(state.goal),
        refused=refused,
        consent=verdict_view(may_settle_among_players(rulebook), rulebook),
        payments_open=verdict_view(may_correct_payment(rulebook, game_over=state.game_over), rulebook),
        abortive_draws=tuple(kind.value for kind in abortive_draws(rulebook)),
        open_riichi=knows_open_riichi(rulebook),
        nagashi_mangan=rulebook.scoring.nagashi_mangan.value,
        dealer_asks=dealer_asks,
        halted=halted,
        points_mark=points_mark(state),
        summons=summons,
        by_hand=by_hand,
    )


def acts_in(view: TableView) -> int:
    """Return the number of discards and calls in the round of a view."""
    return 0 if view.round is None else len(view.round.calls) + sum(len(seat.river) for seat in view.seats)


def _tiles_left(round_: RoundState) -> int | None:
    """Return the live tiles left; None before the deal, and if a result or riichi was entered without observed play."""
    has_value = round_.outcome is not None or any(each.stand is not RiichiStand.NONE for each in round_.riichi)
    return round_.tiles_left if round_.dealt and (round_.opened or not has_value) else None


def _round(state: TableState, round_: RoundState) -> RoundView:
    dice = tuple(pips for roll in round_.rolls for pips in roll)
    *_, now = course(state, state.game)
    return RoundView(
        state.rounds,
        round_.prevailing_wind,
        round_.number,
        round_.dealer,
        round_.counters,
        now.after.riichi_sticks,
        dice,
        now.before.scores,
        now.before.riichi_sticks,
        tuple(calls(round_)),
        tuple(shown.acts for shown in round_.dora),
        now.held,
    )


def _pending(state: TableState, rulebook: Rulebook, obstacles: Obstacles) -> Iterator[PendingView]:
    for told in pending(state):
        round_, result = told.round, result_view(state, told, rulebook)
        if result is not None:
            wind, number, counters = round_.prevailing_wind, round_.number, round_.counters
            riichi = tuple(each.stand is RiichiStand.ACCEPTED for each in round_.riichi)
            why = obstacles.get(told.ordinal, ())
            yield PendingView(told.ordinal, told.game, wind, number, counters, result, riichi, why)


def _seats(state: TableState, round_: RoundState, rulebook: Rulebook) -> Iterator[SeatView]:
    stand = standings_of(state, rulebook)
    for seat in SEATS:
        yield _seat(state, round_, seat, rulebook, stand)


def _seat(state: TableState, round_: RoundState, seat: Seat, rulebook: Rulebook, stand: TableStandings) -> SeatView:
    revealed = round_.revealed[seat]
    melds = round_.melds[seat]
    shown = () if revealed is None else revealed.tiles
    size = 13 - 3 * len(melds)
    return SeatView(
        seat=seat,
        name=state.names[seat],
        wind=seat.wind(round_.dealer),
        standing=stand.shown[seat],
        settled=stand.settled[seat],
        riichi=round_.riichi[seat].stand is not RiichiStand.NONE,
        river=tuple(
            DiscardView(
                *(index, discard.tile, discard.sideways, discard.called_by is not None),
                declares=round_.declarations[seat] == index and round_.riichi[seat].stand is not RiichiStand.NONE,
                from_hand=discard.from_hand,
            )
            for index, discard in enumerate(round_.discards)
            if discard.seat is seat
        ),
        melds=tuple(meld_view(meld, seat) for meld in melds),
        tiles_standing=size if revealed is None and round_.dealt else 0,
        shown=shown,
        apart=None if revealed is None else revealed.apart,
        concealed=hand_view(round_, seat, rulebook),
    )


def meld_view(meld: Meld, seat: Seat) -> MeldView:
    """Return a meld as on the table: claimed tile sideways in its place, outer tiles of a concealed kong down."""
    if meld.source is None or meld.called is None:
        # On the table the two outer tiles are face down (npm art. 31 ho).
        first, *middle, last = meld.tiles
        hidden = meld.kind is MeldKind.KAN_CONCEALED
        tiles = (None, *middle, None) if hidden else (first, *middle, last)
        return MeldView(meld.kind, tiles, None, None)
    place = sideways_place(meld.kind, meld.source)
    own = list(meld.tiles)
    own.remove(meld.called)
    tiles = (*own[:place], meld.called, *own[place:])
    return MeldView(meld.kind, tiles, place, seat.turn(meld.source.value))


def result_view(state: TableState, told: PastRound, rulebook: Rulebook) -> ResultView | None:
    """Return how a round ended and its payments under all present rulings; None while it is played."""
    outcome = told.round.outcome
    if outcome is None:
        return None
    paid = next(each for each in course(state, told.game) if each.told.ordinal == told.ordinal)
    return ResultView(
        kind="win" if outcome.wins else "draw",
        draw=None if outcome.draw is None else outcome.draw.value,
        wins=tuple(_win(won, told.round, rulebook) for won in outcome.wins),
        tenpai=outcome.tenpai,
        payments=result_of(state, told.ordinal).deltas,
        confirmed=outcome.confirmed,
        by=outcome.by,
        stated=outcome.stated,
        rests_on=default_lines(rulebook, result_rests_on(state, told, rulebook)),
        vanished=vanished(
            paid.after.end_took.starting_sum if paid.after.game_over else 0, sum(outcome.column), rulebook
        ),
        after=four_standings(paid.after, rulebook, waits=paid.waits),
        penalized=() if outcome.draw is DrawKind.NAGASHI_MANGAN else outcome.seats,
        known_by=known_by_views(state, told, rulebook),
    )


def _win(won: WonHand, round_: RoundState, rulebook: Rulebook) -> WinView:
    win, score = won.win, won.score
    # A win by value alone has no stated tile; a ron's tile is in the river if the river was observed.
    has_tile = win.told is None or win.tile is not NOT_TOLD or (win.loser is not None and bool(round_.discards))
    return WinView(
        winner=win.winner,
        loser=win.loser,
        by=win.by.value,
        hand=win.hand,
        winning_tile=win.tile if has_tile else None,
        melds=tuple(meld_view(meld, win.winner) for meld in win.melds),
        dora_indicators=win.dora_indicators,
        ura_indicators=win.ura_indicators,
        score=score,
        cited=cited_by_name(rulebook, sorted(score.clauses)),
        said=points_said(score.payment_lines, win.winner, win.dealer),
        flags=tuple(flag for flag in _FLAGS if getattr(win, flag)) + _RIICHI_FLAGS[win.riichi],
        furiten=won.furiten,
    )


def _goal(moved: GoalMoved) -> GoalView:
    return GoalView(
        goal=moved.goal,
        verb=moved.verb.value,
        name=VERBS[moved.verb],
        by=moved.by,
        why=moved.why,
        step=moved.step.value,
        text=STEPS[moved.step],
        ended=moved.step.ended,
        pressed=moved.pressed,
        said=moved.said,
        reason=moved.reason,
    )
