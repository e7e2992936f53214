"""Reasons, in words, why a result is not paid before a person has checked it."""

from collections.abc import Iterator
from typing import Final

from controller.journal.events import Severity
from controller.journal.ledger import pending, rests_on_unseen, result_of, round_at, unseen_ends
from controller.journal.state import PastRound, TableState
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.known_by import Seen, in_words, known_by
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook
from controller.table import flow
from controller.table.follow.open_ends import is_certain
from controller.table.infer.wins import worth_known
from controller.text import Text
from controller.views.referee import RESTS, RULING, Obstacles, ObstacleView, filled, round_name

_UNSEEN: Final = Text("この局の結果が未確認です。", "The end of this round was not seen.")
_RESTS: Final = Text(
    "{}の結果が未確認です。この局の親・本場・支払いは変わることがあります。",
    "The end of {} was not seen: dealer, counters or payments of this round may change.",
)
_UNREAD: Final = Text(
    "ドラ・裏ドラ・リーチに読めていないものがあります。結果を確かめてください。",
    "Dora, ura dora or a riichi could not be read: check the result.",
)
_MISNAMED: Final = Text(
    "前の局の結果と、この局の局名・本場が合いません。結果を確かめてください。",
    "This round's name does not follow from the previous result: check the result.",
)
_PROPOSED: Final = Text(
    "裁定により結果が変わります：{}。この支払いでよければ確定してください。",
    "A ruling changes the payment: {}. Confirm if the payment is right.",
)
_RULING: Final = Text("指摘「{}」の裁定が済んでいません。", "A ruling is open: {}.")


def obstacles(state: TableState, ordinal: int, rulebook: Rulebook) -> tuple[ObstacleView, ...]:
    """Return why that round's result is not paid unchecked; empty if nothing is in doubt or there is no result."""
    told = round_at(state, ordinal)
    return () if told is None or told.round.outcome is None else tuple(_found(state, told, rulebook))


def all_obstacles(state: TableState, rulebook: Rulebook) -> Obstacles:
    """Return the obstacles of every waiting result, by the ordinals of the rounds."""
    rounds = [each.ordinal for each in pending(state)]
    if state.round is not None and state.round.pending:
        rounds.append(state.rounds)
    return {each: obstacles(state, each, rulebook) for each in rounds}


def _found(state: TableState, told: PastRound, rulebook: Rulebook) -> Iterator[ObstacleView]:
    outcome, ordinal = told.round.outcome, told.ordinal
    assert outcome is not None
    if told.round.unseen:
        yield ObstacleView("unseen", _UNSEEN, ordinal)
        return
    if outcome.replaces is not None:
        yield ObstacleView("proposed", filled(_PROPOSED, _paid_anew(state, told)), ordinal)
    if not outcome.by and not worth_known(told.round, outcome.wins, rulebook):
        yield ObstacleView("unread", _UNREAD, ordinal)
    for open_ in known_by(state, told, rulebook):
        if open_.seen is Seen.PATCHY:
            yield ObstacleView("patchy", in_words(open_), ordinal)
    if rests_on_unseen(state, ordinal):
        if not is_certain(state, ordinal, rulebook):
            before = next(iter(unseen_ends(state)))
            yield ObstacleView(RESTS, filled(_RESTS, round_name(state, before.ordinal)), before.ordinal)
    elif flow.is_misnamed(state, ordinal, rulebook):
        yield ObstacleView("misnamed", _MISNAMED, ordinal)
    for each in state.faults:
        stands = each.decision is None and each.round == ordinal and each.fault.severity is Severity.REFEREE
        if stands and FAULT_KINDS[each.fault.code].blocks_settlement:
            yield ObstacleView(RULING, filled(_RULING, each.fault.name), ordinal)


def _paid_anew(state: TableState, told: PastRound) -> Text:
    """Return what each seat was paid, and would be paid by the proposed result."""
    before, now = told.round.outcome and told.round.outcome.replaces, result_of(state, told.ordinal).deltas
    was = now if before is None else before.payments
    moved = [f"{seat.name} {was[seat]:+,} → {now[seat]:+,}" for seat in SEATS if was[seat] != now[seat]]
    line = ", ".join(moved)
    return Text(line.replace(", ", "、") or "点棒の移動なし", line or "nothing in points")
