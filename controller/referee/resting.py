"""On which doubtful fields the end of a round rests, and what is due for a fault: by asking other books the same."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from controller.errors import HandError
from controller.journal.books import Books
from controller.journal.events import DrawKind
from controller.journal.ledger import course
from controller.journal.state import FaultState, Outcome, PastRound, RoundState, TableState
from controller.referee.detect.ending import shown_hand
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import fields_speaking, has_opened, is_lawful, is_open_kong
from controller.referee.following import following
from controller.referee.referee import due_now, has_discarded, penalty_now, won_beside
from controller.referee.ruled_results import ruled_result
from controller.referee.rules.furiten import in_furiten
from controller.referee.rules.liability import liable_for
from controller.referee.rules.tenpai import tenpai_at_draw
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.doubts import in_doubt, rests_on
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import Opening
from controller.scoring.game.flow import Round
from controller.scoring.score import Score
from controller.scoring.scorer import score_as_if
from controller.scoring.settlement import score_rons, settle_abortive_draw, settle_draw
from controller.scoring.win import Win, WinBy

# A score tells by itself which fields of the scoring it rests on.
_BESIDE_SCORES: Final = ("claims.", "riichi.", "flow.", "settlement.", "penalties.")


def result_rests_on(state: TableState, told: PastRound, book: Rulebook) -> tuple[str, ...]:
    """Bare names of the doubtful fields on which the payment of a round and what follows it rest."""
    outcome = told.round.outcome
    if outcome is None:
        return ()
    books = next(each.after for each in course(state, told.game) if each.told.ordinal == told.ordinal)
    if outcome.wins:
        return _win_rests_on(told, books.reopened(), book)
    return rests_on(book, lambda law: (_drawn(state, told, outcome, law), _then(told, books.reopened(), law)))


# A view asks again with every fact of the round that lies on the table.
@lru_cache(maxsize=256)
def _win_rests_on(told: PastRound, books: Books, book: Rulebook) -> tuple[str, ...]:
    outcome = told.round.outcome
    assert outcome is not None
    by_score = [name for won in outcome.wins for name in won.score.unstated]
    besides = rests_on(
        book, lambda law: (_paid(told.round, outcome, book, law), _then(told, books, law)), *_BESIDE_SCORES
    )
    return tuple(dict.fromkeys((*by_score, *besides)))


def _paid(round_: RoundState, outcome: Outcome, book: Rulebook, law: Rulebook) -> object:
    """What the wins are paid under a law; ``book``: by which they were judged."""
    wins = [_under(round_, won.win, book, law) for won in outcome.wins]
    if wins[0].by is WinBy.TSUMO:
        score = score_as_if(wins[0], law)
        return score.payments if isinstance(score, Score) else score.error
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, outcome.found)
    barred = [in_furiten(round_, win.winner, win.hand, law) for win in wins]
    return [(win.winner, score.payments) for win, score in score_rons(wins, played, law)], barred


def _under(round_: RoundState, win: Win, book: Rulebook, law: Rulebook) -> Win:
    """The win with whoever is liable under a law, unless a person has told who is."""
    calls = [made.meld for made in round_.made if made.seat is win.winner]
    by_record = win.liable is None and win.liable_for == liable_for(calls, win.winner, book)
    return replace(win, liable_for=liable_for(calls, win.winner, law)) if by_record else win


def _drawn(state: TableState, told: PastRound, outcome: Outcome, law: Rulebook) -> object:
    """What a draw pays under a law, and which of the hands shown count as tenpai."""
    round_, tenpai = told.round, [seat in outcome.tenpai for seat in SEATS]
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, outcome.found)
    if outcome.draw is not None and outcome.draw.aborts is not None:
        return settle_abortive_draw(played, outcome.draw.aborts, law).what
    if outcome.draw not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN):
        return ruled_result(state, told, law, 0.0, ())
    nagashi = outcome.seats if outcome.draw is DrawKind.NAGASHI_MANGAN else ()
    return settle_draw(played, tenpai, law, nagashi=nagashi).what, [_ready(round_, seat, law) for seat in SEATS]


def _ready(round_: RoundState, seat: Seat, law: Rulebook) -> bool | None:
    hand = shown_hand(round_, seat)
    with suppress(HandError):
        return None if hand is None else tenpai_at_draw(hand, law).allowed
    return None


def _then(told: PastRound, books: Books, law: Rulebook) -> object:
    """What follows under a law, whether the dealer asks for the end or not."""
    asked: list[object] = []
    for stops in (False, True):
        try:
            then = following(told, books, law, stops)
            asked.append(then and then.what)
        except HandError:
            asked.append(None)
    return asked


# By book: what is due for a fault of a kind at such a moment of its round.
_DUE: Final[WeakKeyDictionary[Rulebook, dict[object, tuple[str, ...]]]] = WeakKeyDictionary()


def fault_rests_on(standing: FaultState, state: TableState, book: Rulebook) -> tuple[str, ...]:
    """Bare names of the doubtful fields that a fault is found by, or that its remedy and its penalty rest on."""
    code = standing.fault.code
    if not FAULT_KINDS[code].field:
        return ()
    moment = (
        *(code, has_discarded(standing, state), won_beside(standing, state)),
        *(is_open_kong(state.round, standing.fault.subject), *(has_opened(each, state.round) for each in Opening)),
    )
    known = _DUE.setdefault(book, {})
    if moment not in known:
        named = in_doubt(book, fields_speaking(code, book))
        known[moment] = tuple(dict.fromkeys((*named, *rests_on(book, _due(standing, state)))))
    return known[moment]


def _due(standing: FaultState, state: TableState) -> Callable[[Rulebook], object]:
    def asked(law: Rulebook) -> object:
        due, penalty = due_now(standing, state, law), penalty_now(standing, state, law)
        costs = penalty and (penalty.penalty, penalty.text, penalty.effect)
        return is_lawful(standing.fault.code, law), due.kind, due.text, costs

    return asked
