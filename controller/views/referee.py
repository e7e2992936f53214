"""What the referee sees beside the table: faults, questions, refused events, what is due and undone. Staff only."""

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
    """The book's penalty for a fault, its clause, and its effect on the round.

    ``unstated``: the field on whose default it rests, "" if the book states it. ``costly``: it takes points or a right.
    ``ends_round``: nothing of the round but its faults counts after it.
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
    """What the book says of something that people may do: whether, in words, by which clause.

    ``unstated``: the field on whose default it rests, "" where the text speaks.
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
    """One decision on a fault, the last of which counts: what, by whom, when and why.

    ``without_effect``: the record could not follow it, and the view says so. ``maker``: kind and id of who decided.
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
    """What a penalty that ends the round and another's win in it come to unless it is ruled, by which clause.

    ``unstated``: the field on whose default it rests, so that the referee chooses; "" where the text speaks.
    """

    id: Staff[str]
    due: Staff[Text]
    clause: Staff[str]
    cited: Staff[Text]
    unstated: Staff[str]


@dataclass(frozen=True, slots=True)
class FaultView(View):
    """A fault; ``decision`` is ``open`` until somebody decides it, ``imposed`` the penalty then imposed, if any.

    ``rests_on``: doubtful fields by which it is found and its remedy due. ``remedy_kind``: ``referee`` if the book
    leaves it to the referee. ``at`` in seconds of the edge's clock, ``decided_at`` of whoever decided, since the epoch
    for a person. ``frame``: the picture that shows it; ``by``: who entered it, "" if it was observed. ``rulings``:
    every decision on it; ``needs_seat``: upholding it falls on a seat, and none is known. ``acts``: for device trouble,
    the claims that help; () if it is ruled on. ``beside_win``: None without another's win in its round.
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
    """Which face a tile shows; ``choices``: likeliest first; ``taken``: what the record has."""

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
    """The last decision: what, about what, by whom; it can be undone up to ``until``, seconds since the epoch.

    ``text``: the decision in words. ``place``: its subject, kind and number (``fault F2``, ``result 12``).
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
    """Saved frames of a fault or a question, in order, and the one that shows it best."""

    id: Staff[str]
    frame: Staff[int | None]
    frames: Staff[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RowView(View):
    """The tiles that lie in a row before a game, from one end to the other."""

    row: Staff[tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class RefusedView(View):
    """A proposed event that did not become a fact: its kind, the phase, the rule it would break, and how.

    ``text``: the event and the reason, in words for people.
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
    """A seat that calls the referee: since when, by which device, and who goes there since when, "" while nobody does.

    Everybody at the table sees a player call; ``at`` in seconds since the epoch.
    """

    seat: Public[Seat]
    at: Public[float]
    by: Staff[str] = ""
    answered_by: Staff[str] = ""
    answered_at: Public[float | None] = None


def beside_win_view(standing: FaultState, state: TableState, rulebook: Rulebook) -> BesideWinView | None:
    """What a fault's penalty and another's win in its round come to by the book; None without such a win."""
    found = beside_win_by(standing, state, rulebook)
    if found is None:
        return None
    due, field = found
    rule = field_of(rulebook, field)
    return BesideWinView(
        due.value, VALUE_NAMES[due], rule.cite, rule.cited, field.partition(".")[2] if rule.unstated else ""
    )


def fault_view(standing: FaultState, state: TableState, rulebook: Rulebook) -> FaultView:
    """The view of a fault under the book of its table."""
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
    """The view of a verdict, by its first ground."""
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
    """The view of a question beside what the record has taken meanwhile."""
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
    """The view of the decision that can be undone."""
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
    """What a result rests on that was not seen whole: ``matter`` of a seat, ``seen`` ``patchy`` or ``said``."""

    matter: Public[str]
    seat: Public[Seat | None]
    seen: Public[str]
    text: Public[Text]


def known_by_views(state: TableState, told: PastRound, rulebook: Rulebook) -> tuple[KnownByView, ...]:
    """What the result of a round rests on that was not seen whole."""
    return tuple(
        KnownByView(each.matter.value, each.seat, each.seen.value, in_words(each))
        for each in known_by(state, told, rulebook)
    )


@dataclass(frozen=True, slots=True)
class ObstacleView(View):
    """Why a result is not paid before somebody looks at it; ``round``: ordinal of the round that has to be seen to.

    ``code``: ``unseen``, ``rests`` (on an end that nobody saw), ``unread``, ``patchy``, ``misnamed``, ``proposed`` (by
    a ruling, in place of what was paid) or ``fault``.
    """

    code: Staff[str]
    text: Staff[Text]
    round: Staff[int]


@dataclass(frozen=True, slots=True)
class MissingView(View):
    """A round whose end nobody saw. ``acts``: claims that supply it; ``holds``: rounds whose results wait for it."""

    round: Staff[int]
    name: Staff[Text]
    text: Staff[Text]
    acts: Staff[tuple[str, ...]]
    holds: Staff[tuple[int, ...]]


Obstacles = Mapping[int, tuple[ObstacleView, ...]]


def missing(state: TableState, obstacles: Obstacles) -> tuple[MissingView, ...]:
    """The rounds whose ends are asked for, in order, each once."""
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
    """Wind, number and counters of a past round, in words."""
    told = round_at(state, ordinal)
    if told is None:
        return Text("", "")
    wind: Wind = told.round.prevailing_wind
    number, counters = told.round.number, told.round.counters
    return Text(f"{_WINDS_JA[wind]}{number}局{counters}本場", f"{wind.name.capitalize()} {number}-{counters}")


def filled(text: Text, name: Text) -> Text:
    """The text with a name put in."""
    return Text(text.ja.format(name.ja), text.en.format(name.en))
