"""Every refusal gives its reason in both languages and the act required first, after which the entry is accepted."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.invariants import CHECKS
from controller.journal.ledger import pending
from controller.journal.state import Phase, TableState
from controller.journal.wording import DONE, FACTS, not_taken
from controller.machine.facts import TableWork
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalRequest, Request, Verb
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.director import Director
from controller.table.effects import Act, Refuse, Step
from controller.table.enter.decisions import DECIDING
from controller.table.enter.refusals import ACTS, Why
from controller.table.venue import Venue
from tests.support.random_games import FactsDirector, RandomGame
from tests.support.shown_ids import shown_ids

LATE_S = 3600.0
BY = "referee"
WHYS = {why.refusal.code: why.refusal for why in Why}
FORMS = (ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND)
"""Entries that the test makes in place of a result entered by a person."""
SENTENCE = re.compile(r"^[^。]*(です|ます|ません|ました|ください|せん)(（.*）)?。")


def refusal(step: Step) -> Refuse | None:
    """Return the refusal of an entry; None if it was accepted."""
    return next((each for each in step.effects if isinstance(each, Refuse)), None)


def entries(state: TableState, at: float) -> Iterator[Claim]:
    """Yield entries of every kind, valid and invalid ones."""
    kinds = ClaimKind
    faults = ["", "F999", *(each.fault.id for each in state.faults[-3:])]
    rounds: list[dict[str, Any]] = [
        {"round": each} for each in (None, state.rounds, max(1, state.rounds - 1), state.rounds + 7)
    ]
    one = (Tile(5),)
    ruled: list[dict[str, Any]] = [{"subject": fault, "penalty": penalty} for fault in faults for penalty in ("", "x")]
    tiles: list[dict[str, Any]] = [
        {},
        *({"index": at, "tiles": one, "seat": Seat.A} for at in (0, 199)),
        {"tiles": 13 * one, "seat": Seat.A},
    ]
    seats: list[dict[str, Any]] = [{"seat": seat, **each} for seat in (None, *SEATS) for each in rounds]
    minutes: list[dict[str, Any]] = [{"minutes": each} for each in (None, 5.0, 9000.0)]
    set_by: list[dict[str, Any]] = [
        {"subject": each, "reason": why} for each in ("", "x", "never") for why in ("", "y")
    ]
    codes = ("nothing", "chombo", *[*FAULT_KINDS][:: len(FAULT_KINDS) // 6])
    said: dict[ClaimKind, list[dict[str, Any]]] = {
        kinds.REPORT_FAULT: [{"subject": code, "seat": Seat.B} for code in codes],
        kinds.REVIEW_FAULT: [
            {"subject": fault, "decision": decision}
            for fault in faults
            for decision in ("upheld", "dismissed", "cleared", "x")
        ],
        **dict.fromkeys((kinds.UPHOLD_FAULT, kinds.DISMISS_FAULT, kinds.CORRECT_FAULT, kinds.SETTLE_FAULT), ruled),
        **dict.fromkeys((kinds.CONFIRM_SETTLEMENT, kinds.VOID_ROUND, kinds.ENTER_RESULT), rounds),
        kinds.CONFIRM_DRAW: [
            *({"seats": (), **each} for each in rounds),
            *({"subject": each.value} for each in ev.DrawKind),
            {"seats": (), "nagashi": (Seat.B,)},
        ],
        **dict.fromkeys((kinds.STATE_RIICHI, kinds.CANCEL_RIICHI), seats),
        **dict.fromkeys((kinds.CORRECT_DISCARD, kinds.CORRECT_INDICATOR, kinds.CORRECT_HAND), tiles),
        kinds.ANSWER_QUESTION: [
            {"subject": each, "tiles": one} for each in ("Q", *(each.question.id for each in state.questions))
        ],
        kinds.STATE_POINTS: [{"seat": seat, "points": 25_000} for seat in SEATS],
        kinds.STATE_VOICES: [{"seats": each} for each in ((), (Seat.A,), (Seat.B, Seat.B))],
        **dict.fromkeys((kinds.SET_CLOCK, kinds.ADD_TIME), minutes),
        kinds.STATE_DICE: [{"pips": each} for each in ((), (3, 4), (9, 9))],
        kinds.SEAT_PLAYERS: [{"names": each} for each in ((), ("a", "b"), ("a", "b", "c", "d"))],
        **dict.fromkeys((kinds.SET_RELEASE, kinds.SET_JUDGING, kinds.ACCEPT_BOARD), set_by),
        kinds.UNDO: [{}, {"at": at + LATE_S}],
    }
    for kind in kinds:
        for values in said.get(kind, [{}]):
            yield Claim(**{"kind": kind, "at": at, "by": BY, **values})


def do(director: Director, act: Act, at: float) -> Step | None:
    """Do the act as a person does; None if it is refused."""
    kinds = FORMS if act.kind is ClaimKind.ENTER_RESULT else (act.kind,)
    for kind in kinds:
        minutes = 10.0 if kind is ClaimKind.SET_CLOCK else None
        step = director.handle(Claim(kind, at, BY, act.subject, seats=(), round=act.round, minutes=minutes))
        if refusal(step) is None:
            assert not step.refused, step.refused
            return step
    return None


def told_well(refuse: Refuse) -> None:
    """Check the refusal: a sentence in both languages, no identifiers; a required act is named and has a button."""
    assert refuse.code in WHYS, refuse.code
    assert SENTENCE.match(refuse.reason.ja), refuse.reason.ja
    assert re.match(r"[A-Z].*[.)]$", refuse.reason.en), refuse.reason.en
    assert not [*shown_ids(refuse.reason.ja), *shown_ids(refuse.reason.en)], refuse.reason
    assert not re.search(r"[A-Za-z]{3,}", re.sub(r"（.*?）", "", refuse.reason.ja)), refuse.reason.ja
    assert ("先に" in refuse.reason.ja) is ("First" in refuse.reason.en) is bool(refuse.first), refuse
    for act in (*refuse.first, *([refuse.instead] if refuse.instead else [])):
        assert act.button == ACTS[act.kind].button


def held(director: Director, claim: Claim | Request, found: Counter[str]) -> None:
    """Check that the entry is accepted or refused properly, and accepted after the required act."""
    kept = director.checkpoint()
    step = director.handle(claim)
    refuse = refusal(step)
    assert not step.refused, (claim, step.refused)
    if refuse is None:
        director.restore(kept)
        return
    told_well(refuse)
    assert not any(isinstance(event, ev.DecisionTaken) for event in step.events)
    found[refuse.code] += 1
    if refuse.first:
        found[f"{refuse.code} > {' > '.join(act.kind.value for act in refuse.first)}"] += 1
    for act in refuse.first:
        assert do(director, act, claim.at) is not None, (claim, refuse, act)
    if refuse.first:
        again = refusal(director.handle(claim))
        # A venue with automatic settlement has confirmed what was entered.
        assert again is None or WHYS[again.code].values or again.code == "confirmed", (claim, refuse, again)
    director.restore(kept)


class Walked(RandomGame):
    """A random game that stops at times to try every entry."""

    found: Counter[str]

    def walk(self, found: Counter[str]) -> None:
        """Play and try entries."""
        self.found = found
        self.play()

    def _meddle(self, chance: float) -> None:
        super()._meddle(chance)
        if self.random.random() < 0.02:
            self._try()

    def _signal(self, kind: object, seat: Seat | None = None) -> None:
        super()._signal(kind, seat)  # type: ignore[arg-type]  # as the game has it
        if self.random.random() < 0.05:
            self._try()

    def _try(self) -> None:
        for claim in entries(self.state, self.at + 1.0):
            held(self.director, claim, self.found)
        for verb in Verb:
            held(self.director, Request(self.at + 1.0, BY, GoalRequest(verb, BY, "next")), self.found)


@pytest.mark.slow
def test_whatever_is_refused_says_what_comes_first_and_stands_after_it() -> None:
    found = Counter[str]()
    for book in rulebook_ids()[:3]:
        Walked(rulebook(book), 1).walk(found)
    assert found["no-result > enter_result"]
    assert found["not-settled > confirm_settlement"]
    assert found["table > confirm_settlement"]


def test_where_nobody_watches_what_is_refused_says_what_comes_first() -> None:
    found = Counter[str]()
    venue = Venue("npm-2008", seen=False, work=TableWork(reported=False))
    director, _ = FactsDirector.open(venue, 0.0)
    for place, kind in enumerate(
        (None, ClaimKind.CONFIRM_DRAW, ClaimKind.CONFIRM_SETTLEMENT, ClaimKind.NEXT_ROUND, ClaimKind.CONFIRM_DRAW)
    ):
        at = 10.0 * place
        if kind is not None:
            assert refusal(director.handle(Claim(kind, at, BY, seats=()))) is None
        for claim in entries(director.state, at + 1.0):
            held(director, claim, found)
    assert found["round-runs > enter_result"]
    assert found["paid > undo"] or found["paid > next_round"]


def test_many_results_that_wait_are_all_named_before_the_table_opens() -> None:
    director, _ = FactsDirector.open(Venue("npm-2008", seen=False, work=TableWork(reported=False)), 0.0)
    for place in range(7):
        director.handle(Claim(ClaimKind.CONFIRM_DRAW, 10.0 * place, BY, seats=()))
        director.handle(Claim(ClaimKind.NEXT_ROUND, 10.0 * place + 1, BY))
    assert len(pending(director.state)) == 7
    assert director.phase is Phase.WAITING_FOR_SET
    found = Counter[str]()
    held(director, Request(100.0, BY, GoalRequest(Verb.OPEN, BY, "next")), found)
    assert found["table > " + " > ".join(["confirm_settlement"] * 7)]


def test_codes_are_unique_and_every_act_has_its_words() -> None:
    assert len(WHYS) == len(Why)
    for why in WHYS.values():
        assert {*why.first, *why.instead} <= ACTS.keys()
        assert not (why.values and why.first)
        assert SENTENCE.match(why.text.ja), why.text.ja


def test_every_fact_and_every_decision_has_its_words() -> None:
    assert FACTS.keys() == {*ev.EVENTS}
    assert DONE.keys() == {"automatic", *(kind.value for kind in DECIDING)}


def test_what_is_not_recorded_is_told_without_an_id() -> None:
    for kind, fact in FACTS.items():
        for rule in CHECKS:
            said = not_taken(kind.__new__(kind), rule.because) if kind is not ev.FaultRaised else fact
            assert not [*shown_ids(said.ja), *shown_ids(said.en)], said
    five = not_taken(ev.HandRevealed(at=0.0, evidence=(), seat=Seat.A, tiles=()), CHECKS[1].because)
    assert five.ja == "同じ牌が5枚になるため、公開された手牌を採用しませんでした"
