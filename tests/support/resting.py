"""Answers of the product and the doubtful fields that they name, for each kind of answer under a rulebook."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.errors import JantakuError
from controller.journal.events import UNSTAMPED, WonHand
from controller.journal.state import FaultState, Made, Outcome, PastRound, RoundState, TableState
from controller.machine.facts import Builder, TableWork
from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import may_correct_payment, may_settle_among_players
from controller.referee.referee import Referee, due_now, penalty_now
from controller.referee.rules.liability import liable_for
from controller.referee.rules.precedence import precedence
from controller.referee.rules.riichi_acts import RiichiMoment, may_take_back, stands_when_ronned
from controller.referee.verdict import Verdict
from controller.riichi.meld import Meld
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Closing, Following, Last, Round, after_draw, after_win
from controller.scoring.game.placement import close_game
from controller.scoring.penalties import settle_chombo, settle_noten_riichi
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import Settlement, settle_draw
from controller.scoring.win import Win, WinBy
from controller.table.compatibility import as_played, fit
from controller.table.flow import dealer_may_stop
from controller.text import Text
from controller.views.referee import FaultView, fault_view
from controller.views.table import result_view, table_view
from tests.controller.referee.test_referee_legality import (
    draw_of,
    entries_of,
    furiten_of,
    meld_limits_of,
    riichi_kong_of,
    riichi_of,
    swap_of,
    voices_of,
)
from tests.controller.rulebooks.test_rulebooks_unstated import HANDS, numbers
from tests.support.fault_cases import cases
from tests.support.fault_verbs import staged
from tests.support.witnesses import ENDS, OPENINGS, SCORES, SETTLED


class Told(NamedTuple):
    """An answer, and the doubtful fields that it names."""

    what: object
    named: tuple[str, ...]


Asked = Callable[[Rulebook], Told]


def tried(asked: Asked, book: Rulebook) -> Told:
    """Return the answer; a refusal by the book is an answer too."""
    try:
        return asked(book)
    except JantakuError as error:
        return Told(type(error), ())


def _scored(hand: Any, book: Rulebook) -> Told:
    score = score_win(hand, book)
    return Told(numbers(score), score.unstated)


def scores(_field: str) -> Iterator[Asked]:
    """Scores of every hand of the vectors."""
    yield from (partial(_scored, hand) for hand in HANDS)


def _judged(of: Callable[[Rulebook], Verdict], book: Rulebook) -> Told:
    found = of(book)
    return Told((found.allowed, found.codes), found.unstated)


def _called(vector: Any, book: Rulebook) -> Told:
    found = precedence(voices_of(vector), Seat[vector["discarder"]], book)
    return Told((found.stands, found.outranked), found.verdict.unstated)


_LEGALITY: Final = {
    "furiten": furiten_of,
    "swap_calling": swap_of,
    "riichi": riichi_of,
    "riichi_kong": riichi_kong_of,
    "melds": meld_limits_of,
    "draw": draw_of,
}


def verdicts(_field: str) -> Iterator[Asked]:
    """Every verdict of the vectors, and those that exist once per book."""
    for name, of in _LEGALITY.items():
        yield from (partial(_judged, partial(of, vector)) for vector in entries_of(name))
    yield from (partial(_called, vector) for vector in entries_of("calls"))
    yield from (partial(_judged, partial(may_take_back, moment)) for moment in RiichiMoment)
    yield partial(_judged, stands_when_ronned)
    yield partial(_judged, may_settle_among_players)
    yield partial(_judged, partial(may_correct_payment, game_over=True))


def _followed(of: Callable[[Rulebook], Following], book: Rulebook) -> Told:
    found = of(book)
    return Told(found.what, found.unstated)


def flows(_field: str) -> Iterator[Asked]:
    """What follows a win and a draw, at every stage of a game."""
    for wind, dealer, points, stops in product(Wind, (Seat.A, Seat.D), SCORES, (False, True)):
        played, closing = Round(wind, dealer, 2, 1), Closing(Last.CLOCK if stops else None, points)
        for seat in (dealer, dealer.turn(1)):
            yield partial(_followed, partial(after_win, played, [seat], closing=closing))
            ready = [each is seat for each in SEATS]
            yield partial(_followed, partial(after_draw, played, ready, closing=closing))


def _settled(of: Callable[[Rulebook], Settlement | None], book: Rulebook) -> Told:
    found = of(book)
    return Told(None, ()) if found is None else Told(found.what, found.unstated)


def settlements(_field: str) -> Iterator[Asked]:
    """Settlements of draws, nagashi mangan, chombo and noten riichi of one and two players."""
    played = Round(Wind.EAST, Seat.A, 2, 3)
    for ready in ((), (Seat.A,), (Seat.A, Seat.B)):
        yield partial(_settled, partial(settle_draw, played, [seat in ready for seat in SEATS]))
    yield partial(_settled, partial(settle_draw, played, [False] * 4, nagashi=[Seat.B]))
    for seats, tenpai, win in product(((Seat.B,), (Seat.A, Seat.B)), (False, True), (False, True)):
        more: dict[str, Any] = {"laid": [Seat.C], "dealer_tenpai": tenpai}
        yield partial(_settled, partial(settle_chombo, played, seats, with_win=win, **more))
        yield partial(_settled, partial(settle_noten_riichi, played, seats, round_won=win, **more))


def _placed(points: Any, book: Rulebook) -> Told:
    found = close_game(points, book)
    return Told(found.what, found.unstated)


def placements(_field: str) -> Iterator[Asked]:
    """Final placements of games."""
    yield from (partial(_placed, points) for points in ENDS)


def _raised(case: Any, book: Rulebook) -> Told:
    stage, _ = staged(case, "npm-2008", 0, noise=False, law=book)
    faults: tuple[FaultView, ...] = table_view(stage.table.director.state, book).faults
    what = [
        (each.code, each.seat, each.remedy_kind, each.remedy, each.penalty and (each.penalty.id, each.penalty.effect))
        for each in faults
    ]
    return Told(what, tuple(line.id for each in faults for line in each.rests_on))


def faults(field: str) -> Iterator[Asked]:
    """Staged faults to which the field applies, as the console shows them."""
    asked = "table.rolls" if field == "table.rolls_hand_stacked" else field
    for case in cases():
        kind = FAULT_KINDS[case.code]
        named = (kind.field, kind.penalty_field, *kind.judged_by, *((kind.opening.opening,) if kind.opening else ()))
        if asked in named or case.code == _MEANT.get(field):
            yield partial(_raised, case) if asked == field else partial(_by_hand, case)


def _by_hand(case: Any, book: Rulebook) -> Told:
    return _raised(case, as_played(book, _BY_HAND))


_BY_HAND: Final = TableWork(builder=Builder.HANDS)
# Fields that change the penalty of another field's fault.
_MEANT: Final = {
    "penalties.wrong_meld_correctable": "meld-invalid",
    "penalties.lost_right_is_noten": "meld-invalid",
    "table.dora_stack": "dora-wrong-turner",
}


def _later(code: str, now: RoundState, book: Rulebook) -> Told:
    """Remedy due later for a fault raised at the start of the round, and the fields that its card names then."""
    state = TableState(rounds=1, round=RoundState(Wind.EAST, 1, Seat.A, 0))
    (raised,) = Referee(book).raise_faults(state, [Finding(code, Text("", ""), Seat.A)], UNSTAMPED)
    standing, state = FaultState(raised.fault, 1, 0.0, ()), replace(state, round=now)
    due, penalty = due_now(standing, state, book), penalty_now(standing, state, book)
    view = fault_view(standing, state, book)
    return Told((due.kind, due.text, penalty and penalty.penalty), tuple(line.id for line in view.rests_on))


def later(field: str) -> Iterator[Asked]:
    """Faults to which the field applies, after each opening and each discard."""
    for code, kind in FAULT_KINDS.items():
        if field in (kind.penalty_field, kind.opening and kind.opening.opening):
            for told in OPENINGS:
                yield partial(_later, code, RoundState(Wind.EAST, 1, Seat.A, 0, **told))


def _paid(calls: Sequence[Meld], book: Rulebook) -> Told:
    """Result of big three dragons by tsumo, as the table shows it."""
    bare = Win(parse_tiles("123m1z"), parse_tile("1z"), WinBy.TSUMO, tuple(calls))
    win = replace(bare, liable_for=liable_for(calls, Seat.A, book))
    score = score_win(win, book)
    assert isinstance(score, Score)
    outcome = Outcome((WonHand(win, score),), None, (), score.payments)
    made = tuple(Made(Seat.A, meld, 0) for meld in calls)
    state = TableState(rounds=1, round=RoundState(Wind.EAST, 1, Seat.A, 0, made=made, outcome=outcome))
    assert state.round is not None
    view = result_view(state, PastRound(1, 0, state.round), book)
    assert view is not None
    return Told(score.payments, tuple(line.id for line in view.rests_on))


def _stopped(book: Rulebook) -> Told:
    """A leading dealer's win in the last round: the dealer's choice to end the game, as the table shows it."""
    hand = parse_tiles("123m456p789s11z55z")
    win = Win(hand, parse_tile("5z"), WinBy.TSUMO, winner=Seat.D, dealer=Seat.D)
    score = score_win(win, book)
    assert isinstance(score, Score)
    wind = Wind(book.flow.winds_played.value - 1)
    outcome = Outcome((WonHand(win, score),), None, (), score.payments)
    round_ = RoundState(wind, 4, Seat.D, 0, outcome=outcome)
    state = TableState(rounds=1, scores=score.payments, round=round_)
    view = result_view(state, PastRound(1, 0, round_), book)
    assert view is not None
    return Told(dealer_may_stop(state, book), tuple(line.id for line in view.rests_on))


def results(_field: str) -> Iterator[Asked]:
    """Results at the table: a yakuman settled by a call, and the last win of a leading dealer."""
    yield from (partial(_paid, calls) for calls in SETTLED)
    yield _stopped


def _set_out(book: Rulebook) -> Told:
    work = TableWork()
    told = fit(book, work)
    texts = [text.en for text in (*told.barred, *told.set_aside)]
    rule = book.table.hand_stacked_only
    return Told(
        told.usable, ("hand_stacked_only",) if rule.unstated and any(rule.unstated.en in each for each in texts) else ()
    )


def _seated(book: Rulebook) -> Told:
    stage, _ = staged(next(cases()), "npm-2008", 0, noise=False, law=book)
    view = table_view(stage.table.director.state, book)
    return Told(view.seating, tuple(line.id for line in view.seating_rests_on))


def tables(_field: str) -> Iterator[Asked]:
    """Whether a table may be used with the book, and how players are seated by it."""
    yield _set_out
    yield _seated


ANSWERS: Final[Mapping[str, Callable[[str], Iterator[Asked]]]] = MappingProxyType(
    {each.__name__: each for each in (scores, verdicts, flows, settlements, placements, faults, later, results, tables)}
)
