"""Views for the referee: faults, questions, refused events, obstacles to payment, decision to undo. Staff only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.journal.events import DuePenalty, QuestionKind
from controller.journal.ledger import round_at, unseen_ends
from controller.journal.state import DecidedAs, FaultState, PastRound, QuestionState, TableState, Undo
from controller.journal.wording import done
from controller.ports.maker import Maker
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import field_of
from controller.referee.known_by import in_words, known_by
from controller.referee.referee import beside_win_by
from controller.referee.resting import fault_rests_on
from controller.referee.verdict import Verdict
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.cited import cited
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand.defaults_used import default_lines
from controller.scoring.score import DefaultLine
from controller.text import Text
from controller.views.gate import Public, Staff, View

OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class PenaltyView(View):
    """The rulebook's penalty for a fault, its clause, and its effect on the round.

    ``unstated``: rulebook field left at its default, "" if the rulebook states it. ``costly``: it takes points or a
    right. ``ends_round``: the round ends, and nothing of it counts any more except its faults.
    """

    id: Staff[str]
    text: Staff[Text]
    clause: Staff[str]
    cited: Staff[Text]
    effect: Staff[Text]
    unstated: Staff[str]
    costly: Staff[bool]
    ends_round: Staff[bool]


@dataclass(frozen=True, slots=True)
class VerdictView(View):
    """The rulebook's verdict on an action of people: allowed or not, as text, with its clause.

    ``unstated``: rulebook field left at its default, "" if the text states the rule.
    """

    allowed: Staff[bool]
    text: Staff[Text]
    clause: Staff[str]
    cited: Staff[Text]
    unstated: Staff[str]


WITHOUT_EFFECT: Final = Text(
    "局が進んでいるため、記録の結果は変わりません。変えるときはその局の結果を入力してください。",
    "Play has gone on, so the recorded result stays. To change it, enter that round's result.",
)


@dataclass(frozen=True, slots=True)
class RulingView(View):
    """One decision on a fault, of which the last counts: what, by whom, when and why.

    ``without_effect``: notice that the record could not be changed accordingly, else None. ``maker``: kind and id of
    who decided.
    """

    decision: Staff[str]
    by: Staff[str]
    at: Staff[float]
    why: Staff[str]
    imposed: Staff[str | None]
    imposed_text: Staff[Text | None]
    after: Staff[str | None]
    seat: Staff[Seat | None]
    without_effect: Staff[Text | None]
    maker: Staff[Maker | None] = None


@dataclass(frozen=True, slots=True)
class BesideWinView(View):
    """Combined effect of a penalty that ends the round and another player's win in it, by which clause.

    ``unstated``: rulebook field left at its default, so that the referee chooses; "" if the text states the rule.
    """

    id: Staff[str]
    due: Staff[Text]
    clause: Staff[str]
    cited: Staff[Text]
    unstated: Staff[str]


@dataclass(frozen=True, slots=True)
class FaultView(View):
    """A fault; ``decision``: ``open`` until it is decided; ``imposed``: the penalty then imposed, if any.

    ``rests_on``: doubtful rulebook fields by which it is found and its remedy is due. ``remedy_kind``: ``referee`` if
    the rulebook leaves it to the referee. ``at`` in seconds of the edge's clock, ``decided_at`` by the clock of who
    decided, since the epoch for a person. ``frame``: the picture that shows it; ``by``: who entered it, "" if it was
    observed. ``rulings``: every decision on it; ``needs_seat``: upholding it requires a seat, and none is known.
    ``acts``: for device trouble, the claims that help; () for faults that are ruled on. ``beside_win``: None without
    another player's win in its round.
    """

    id: Staff[str]
    code: Staff[str]
    severity: Staff[str]
    name: Staff[Text]
    detail: Staff[Text]
    rulebook: Staff[str]
    remedy: Staff[Text]
    remedy_kind: Staff[str]
    clause: Staff[str]
    cited: Staff[Text]
    rests_on: Staff[tuple[DefaultLine, ...]]
    penalty: Staff[PenaltyView | None]
    seat: Staff[Seat | None]
    round: Staff[int]
    at: Staff[float]
    evidence: Staff[tuple[int, ...]]
    frame: Staff[int | None]
    by: Staff[str]
    decision: Staff[str]
    decided_by: Staff[str]
    decided_at: Staff[float | None]
    imposed: Staff[str | None]
    rulings: Staff[tuple[RulingView, ...]]
    needs_seat: Staff[bool]
    acts: Staff[tuple[str, ...]]
    beside_win: Staff[BesideWinView | None] = None


@dataclass(frozen=True, slots=True)
class QuestionView(View):
    """Question which face a tile shows; ``choices``: most likely first; ``taken``: the face in the record."""

    id: Staff[str]
    asks: Staff[str]
    index: Staff[int]
    seat: Staff[Seat]
    choices: Staff[tuple[Tile, ...]]
    taken: Staff[Tile | None]
    frame: Staff[int]
    answer: Staff[Tile | None]
    by: Staff[str]
    maker: Staff[Maker | None] = None


@dataclass(frozen=True, slots=True)
class UndoView(View):
    """The last decision: what, about what, by whom; it can be undone until ``until``, seconds since the epoch.

    ``text``: the decision as text. ``place``: its subject by kind and number (``fault F2``, ``result 12``).
    """

    what: Staff[str]
    subject: Staff[str]
    text: Staff[Text]
    place: Staff[str]
    by: Staff[str]
    at: Staff[float]
    until: Staff[float]
    maker: Staff[Maker | None] = None


@dataclass(frozen=True, slots=True)
class PicturesView(View):
    """Numbers of the saved frames of a fault or question in order, and of the frame that shows it best."""

    id: Staff[str]
    frame: Staff[int | None]
    frames: Staff[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RowView(View):
    """The tiles in a row before a game, from one end to the other."""

    row: Staff[tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class RefusedView(View):
    """A proposed event that was not recorded: its kind, the phase, the rule it would break, and how.

    ``text``: the event and the reason, as text for people.
    """

    at: Staff[float]
    event: Staff[str]
    phase: Staff[str]
    rule: Staff[str]
    reason: Staff[Text]
    detail: Staff[str]
    text: Staff[Text]


@dataclass(frozen=True, slots=True)
class SummonsView(View):
    """A seat's call for the referee: since when and by which device; ``answered_by``, ``answered_at``: who goes there.

    A player's call is visible to everybody at the table; times in seconds since the epoch.
    """

    seat: Public[Seat]
    at: Public[float]
    by: Staff[str] = ""
    answered_by: Staff[str] = ""
    answered_at: Public[float | None] = None


def beside_win_view(standing: FaultState, state: TableState, rulebook: Rulebook) -> BesideWinView | None:
    """Return the rulebook's combined effect of a fault's penalty and another player's win; None without such a win."""
    found = beside_win_by(standing, state, rulebook)
    if found is None:
        return None
    due, field = found
    rule = field_of(rulebook, field)
    return BesideWinView(
        due.value, VALUE_NAMES[due], rule.cite, rule.cited, field.partition(".")[2] if rule.unstated else ""
    )


def fault_view(standing: FaultState, state: TableState, rulebook: Rulebook) -> FaultView:
    """Return the view of a fault under the table's rulebook."""
    fault = standing.fault
    return FaultView(
        id=fault.id,
        code=fault.code,
        severity=fault.severity.value,
        name=fault.name,
        detail=fault.detail,
        rulebook=fault.rulebook,
        remedy=fault.remedy.text,
        remedy_kind=fault.remedy.kind.value,
        clause=fault.remedy.clause,
        cited=cited(rulebook, fault.remedy.clause),
        rests_on=default_lines(rulebook, fault_rests_on(standing, state, rulebook)),
        penalty=None if fault.penalty is None else _penalty(fault.penalty, rulebook),
        seat=standing.offender,
        round=standing.round,
        at=standing.at,
        evidence=standing.evidence,
        frame=fault.frame,
        by=fault.by,
        decision=OPEN if standing.decision is None else standing.decision.value,
        decided_by=standing.by,
        decided_at=standing.decided_at,
        imposed=None if standing.penalty is None else standing.penalty.value,
        rulings=tuple(map(_ruling, standing.rulings)),
        needs_seat=standing.offender is None and FAULT_KINDS[fault.code].needs_seat,
        acts=tuple(act.value for act in FAULT_KINDS[fault.code].acts),
        beside_win=beside_win_view(standing, state, rulebook),
    )


def _ruling(each: DecidedAs) -> RulingView:
    return RulingView(
        decision=each.decision.value,
        by=each.by,
        at=each.at,
        why=each.why,
        imposed=None if each.penalty is None else each.penalty.value,
        imposed_text=None if each.penalty is None else VALUE_NAMES[each.penalty],
        after=None if each.after is None else each.after.value,
        seat=each.seat,
        without_effect=WITHOUT_EFFECT if each.without_effect else None,
        maker=each.maker,
    )


def verdict_view(told: Verdict, rulebook: Rulebook) -> VerdictView:
    """Return the view of a verdict, by its first ground."""
    ground = told.grounds[0]
    return VerdictView(told.allowed, ground.text, ground.clause, cited(rulebook, ground.clause), ground.unstated)


def _penalty(due: DuePenalty, rulebook: Rulebook) -> PenaltyView:
    return PenaltyView(
        id=due.penalty.value,
        text=due.text,
        clause=due.clause,
        cited=cited(rulebook, due.clause),
        effect=due.effect,
        unstated=due.unstated,
        costly=due.penalty.costly,
        ends_round=due.penalty.ends_round,
    )


def question_view(state: TableState, standing: QuestionState) -> QuestionView:
    """Return the view of a question with the face that is in the record meanwhile."""
    question = standing.question
    return QuestionView(
        id=question.id,
        asks=question.asks.value,
        index=question.index,
        seat=question.seat,
        choices=question.choices,
        taken=_taken(state, standing),
        frame=question.frame,
        answer=standing.answer,
        by=standing.by,
        maker=standing.maker,
    )


def _taken(state: TableState, standing: QuestionState) -> Tile | None:
    round_, question = state.round, standing.question
    if round_ is None:
        return None
    shown = round_.revealed[question.seat]
    rows: dict[QuestionKind, tuple[Tile | None, ...]] = {
        QuestionKind.DISCARD: tuple(each.tile for each in round_.discards),
        QuestionKind.DORA: tuple(each.tile for each in round_.dora),
        QuestionKind.URA: tuple(each.ura for each in round_.dora),
        QuestionKind.HAND: () if shown is None else (*shown.tiles, shown.apart),
    }
    row = rows[question.asks]
    return row[question.index] if question.index < len(row) else None


def undo_view(state: TableState, undo: Undo, undo_s: float) -> UndoView:
    """Return the view of the decision that can be undone, within ``undo_s`` seconds."""
    until = undo.at + undo_s
    return UndoView(undo.what, undo.subject, done(state, undo), undo.place, undo.by, undo.at, until, undo.maker)


_MISSING: Final = Text(
    "{}の結果が未確認です。結果を入力するか、流局または無効としてください。",
    "The end of {} was not seen: enter its result, a draw or a void round.",
)
_WINDS_JA: Final = "東南西北"
RESTS: Final = "rests"
RULING: Final = "fault"


@dataclass(frozen=True, slots=True)
class KnownByView(View):
    """Part of a result that was not fully observed: ``matter`` of a seat; ``seen``: ``patchy`` or ``said``."""

    matter: Public[str]
    seat: Public[Seat | None]
    seen: Public[str]
    text: Public[Text]


def known_by_views(state: TableState, told: PastRound, rulebook: Rulebook) -> tuple[KnownByView, ...]:
    """Return the parts of a round's result that were not fully observed."""
    return tuple(
        KnownByView(each.matter.value, each.seat, each.seen.value, in_words(each))
        for each in known_by(state, told, rulebook)
    )


@dataclass(frozen=True, slots=True)
class ObstacleView(View):
    """Reason why a result is not paid before a person checks it; ``round``: ordinal of the round to check.

    ``code``: ``unseen``, ``rests`` (on an unobserved end), ``unread``, ``patchy``, ``misnamed``, ``proposed`` (by a
    ruling, in place of the paid result) or ``fault``.
    """

    code: Staff[str]
    text: Staff[Text]
    round: Staff[int]


@dataclass(frozen=True, slots=True)
class MissingView(View):
    """A round whose end was not observed. ``acts``: claims that supply it; ``holds``: rounds that wait for it."""

    round: Staff[int]
    name: Staff[Text]
    text: Staff[Text]
    acts: Staff[tuple[str, ...]]
    holds: Staff[tuple[int, ...]]


Obstacles = Mapping[int, tuple[ObstacleView, ...]]


def missing(state: TableState, obstacles: Obstacles) -> tuple[MissingView, ...]:
    """Return the rounds whose ends must be entered, in order, each once."""
    asked = {each.round for each in state.open_faults() if each.fault.code == END_UNSEEN}
    asked |= {each.ordinal for each in unseen_ends(state)}
    return tuple(_missing(state, ordinal, obstacles) for ordinal in sorted(asked) if round_at(state, ordinal))


def _missing(state: TableState, ordinal: int, obstacles: Obstacles) -> MissingView:
    name = round_name(state, ordinal)
    acts = tuple(act.value for act in FAULT_KINDS[END_UNSEEN].acts)
    holds = tuple(
        each for each, found in obstacles.items() if any(one.code == RESTS and one.round == ordinal for one in found)
    )
    return MissingView(ordinal, name, filled(_MISSING, name), acts, holds)


def round_name(state: TableState, ordinal: int) -> Text:
    """Return wind, number and counters of a round as text."""
    told = round_at(state, ordinal)
    if told is None:
        return Text("", "")
    wind: Wind = told.round.prevailing_wind
    number, counters = told.round.number, told.round.counters
    return Text(f"{_WINDS_JA[wind]}{number}局{counters}本場", f"{wind.name.capitalize()} {number}-{counters}")


def filled(text: Text, name: Text) -> Text:
    """Return the text with the name inserted."""
    return Text(text.ja.format(name.ja), text.en.format(name.en))
