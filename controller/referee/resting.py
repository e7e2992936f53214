"""Doubtful rulebook fields on which a round's result, or what is due for a fault, depends.

The same question is asked under rulebooks with other values of each doubtful field. If the answer changes, it depends
on that field.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from controller.errors import HandError
from controller.journal.events import UNSTAMPED, DrawKind
from controller.journal.ledger import course, pot_at, standing
from controller.journal.state import FaultState, Outcome, PastRound, RoundState, TableState
from controller.referee.detect.ending import shown_hand
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import fields_speaking, has_opened, is_lawful, is_open_kong
from controller.referee.following import End, followed
from controller.referee.referee import due_now, has_discarded, penalty_now, won_beside
from controller.referee.ruled_results import ruled_result
from controller.referee.rules.furiten import in_furiten
from controller.referee.rules.liability import liable_for
from controller.referee.rules.tenpai import tenpai_at_draw
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.doubts import in_doubt, in_order, rests_on
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import Opening
from controller.scoring.game.flow import Last, Round
from controller.scoring.score import Four, Score
from controller.scoring.scorer import score_as_if
from controller.scoring.settlement import score_rons, settle_abortive_draw, settle_draw
from controller.scoring.win import Win, WinBy

_ABORTS: Final = tuple(kind for kind in DrawKind if kind.aborts is not None)
_BY_PLAY: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN, *_ABORTS)
# Scoring fields are left out, because a score lists those that it depends on.
_BESIDE_SCORES: Final = ("claims.", "riichi.", "flow.", "settlement.", "penalties.")


# By rulebook: the fields that an answer depends on, by all inputs of the answer.
_KNOWN: Final[WeakKeyDictionary[Rulebook, dict[object, tuple[str, ...]]]] = WeakKeyDictionary()
_MOST: Final = 4096


def _once(book: Rulebook, moment: object, names: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return field names cached per ``moment``, because views ask again with every fact."""
    known = _KNOWN.setdefault(book, {})
    if moment not in known:
        if len(known) >= _MOST:
            known.clear()
        known[moment] = names()
    return known[moment]


def result_rests_on(state: TableState, told: PastRound, book: Rulebook) -> tuple[str, ...]:
    """Return bare names of the doubtful fields on which a round's payment and what follows it depend."""
    round_, outcome = told.round, told.round.outcome
    if outcome is None:
        return ()
    books = next(each.after for each in course(state, told.game) if each.told.ordinal == told.ordinal)
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, pot_at(state, told.ordinal))
    scores, first, last = books.scores, books.first_dealer, books.last_at(told.ordinal)
    then = _once(
        book,
        (played, End.of(outcome), scores, first, last),
        lambda: rests_on(book, lambda law: _then(played, End.of(outcome), scores, first, last, law)),
    )
    if outcome.wins:
        by_score = [name for won in outcome.wins for name in won.score.unstated]
        paid = _once(
            book,
            (round_, played),
            lambda: rests_on(book, lambda law: _paid(round_, outcome, played, book, law), *_BESIDE_SCORES),
        )
        return tuple(dict.fromkeys((*by_score, *in_order(book, (*paid, *then)))))
    if outcome.draw in _BY_PLAY:
        drawn = _once(book, (round_, played), lambda: rests_on(book, lambda law: _drawn(round_, outcome, played, law)))
    else:
        faults = tuple(each for each in state.faults if each.round == told.ordinal)
        asked = (told, faults, standing(state).scores, pot_at(state, told.ordinal))
        drawn = _once(book, asked, lambda: rests_on(book, lambda law: ruled_result(state, told, law, UNSTAMPED)))
    return in_order(book, (*drawn, *then))


def _paid(round_: RoundState, outcome: Outcome, played: Round, book: Rulebook, law: Rulebook) -> object:
    """Return what the wins are paid under the reading ``law``; ``book``: the one by which they were judged."""
    wins = [_under(round_, won.win, book, law) for won in outcome.wins]
    if wins[0].by is WinBy.TSUMO:
        score = score_as_if(wins[0], law)
        return score.payments if isinstance(score, Score) else score.error
    barred = [in_furiten(round_, win.winner, win.hand, law) for win in wins]
    return [(win.winner, score.payments) for win, score in score_rons(wins, played, law)], barred


def _under(round_: RoundState, win: Win, book: Rulebook, law: Rulebook) -> Win:
    """Return the win with the liable player by the reading ``law``, unless a person has named one."""
    calls = [made.meld for made in round_.made if made.seat is win.winner]
    by_record = win.liable is None and win.liable_for == liable_for(calls, win.winner, book)
    return replace(win, liable_for=liable_for(calls, win.winner, law)) if by_record else win


def _drawn(round_: RoundState, outcome: Outcome, played: Round, law: Rulebook) -> object:
    """Return what a draw pays under the reading ``law``, and which of the shown hands count as tenpai."""
    tenpai = [seat in outcome.tenpai for seat in SEATS]
    if outcome.draw is not None and outcome.draw.aborts is not None:
        return settle_abortive_draw(played, outcome.draw.aborts, law).what
    nagashi = outcome.seats if outcome.draw is DrawKind.NAGASHI_MANGAN else ()
    return settle_draw(played, tenpai, law, nagashi=nagashi).what, [_ready(round_, seat, law) for seat in SEATS]


def _ready(round_: RoundState, seat: Seat, law: Rulebook) -> bool | None:
    hand = shown_hand(round_, seat)
    with suppress(HandError):
        return None if hand is None else tenpai_at_draw(hand, law).allowed
    return None


def _then(played: Round, end: End, scores: Four, first: Seat, last: Last | None, law: Rulebook) -> object:
    """Return what follows under the reading ``law``, without and with the dealer asking for the end."""
    asked: list[object] = []
    for stops in (False, True):
        try:
            then = followed(played, end, scores, first, law, last, stops)
            asked.append(then and then.what)
        except HandError:
            asked.append(None)
    return asked


def fault_rests_on(standing: FaultState, state: TableState, book: Rulebook) -> tuple[str, ...]:
    """Return bare names of the doubtful fields by which a fault is found, or on which its remedy and penalty depend."""
    code = standing.fault.code
    if not FAULT_KINDS[code].field:
        return ()
    moment = (
        *(code, has_discarded(standing, state), won_beside(standing, state)),
        *(is_open_kong(state.round, standing.fault.subject), *(has_opened(each, state.round) for each in Opening)),
    )

    def names() -> tuple[str, ...]:
        named = in_doubt(book, fields_speaking(code, book))
        return tuple(dict.fromkeys((*named, *rests_on(book, _due(standing, state)))))

    return _once(book, moment, names)


def _due(standing: FaultState, state: TableState) -> Callable[[Rulebook], object]:
    def asked(law: Rulebook) -> object:
        due, penalty = due_now(standing, state, law), penalty_now(standing, state, law)
        costs = penalty and (penalty.penalty, penalty.text, penalty.effect)
        return is_lawful(standing.fault.code, law), due.kind, due.text, costs

    return asked
