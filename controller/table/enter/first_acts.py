"""Acts that must precede a refused entry: a search tries them on the current state until the entry is possible."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.journal.ledger import pending, round_at
from controller.journal.reduce import reduce
from controller.journal.state import PastRound
from controller.journal.wording import round_title
from controller.ports.referee import Claim, ClaimKind
from controller.table.effects import Act, Refuse
from controller.table.enter.entry import Answer, ClaimEntry
from controller.table.enter.refusals import ACTS, Why
from controller.text import Text

_WHYS: Final = {why.refusal.code: why.refusal for why in Why}
_MOST_TRIED: Final = 3
_MOST_ACTS: Final = 200
_RESULTS: Final = (
    ClaimKind.CONFIRM_SETTLEMENT,
    ClaimKind.ENTER_RESULT,
    ClaimKind.CONFIRM_DRAW,
    ClaimKind.VOID_ROUND,
    ClaimKind.DEALER_STOPS,
)
_FAULTS: Final = (
    ClaimKind.UPHOLD_FAULT,
    ClaimKind.DISMISS_FAULT,
    ClaimKind.CORRECT_FAULT,
    ClaimKind.SETTLE_FAULT,
    ClaimKind.REVIEW_FAULT,
)
_TRIED_MINUTES: Final = 10.0
_HERE: Final = Text("この局", "this round")

Answers = Callable[[ClaimEntry], Answer]


@dataclass(frozen=True, slots=True)
class _Trial:
    """An act with sample entries for it; the first entry that is accepted gives the state after the act."""

    act: Act
    shown_by: tuple[Claim, ...]


def explained(refuse: Refuse, entry: ClaimEntry, answers: Answers, stands: Callable[[ClaimEntry], bool]) -> Refuse:
    """Return the refusal with the acts that must come first, in order, or else an act with the same outcome.

    ``answers``: outcome of an entry; ``stands``: whether the refused entry is possible at a state.
    """
    why = _WHYS[refuse.code]
    path = _path(entry, why.first, answers, stands) if why.first else ()
    instead = next(
        (trial.act for kind in why.instead for trial in _trials(entry, kind) if _opens(entry, trial, answers)), None
    )
    reason = refuse.reason
    if path:
        first, told = ACTS[path[0].kind].first, _round(entry, path[0])
        asked = Text(f"先に{first.ja.format(round=told.ja)}", f"First {first.en.format(round=told.en)}")
        reason = Text(f"{reason.ja}{asked.ja}", f"{reason.en} {asked.en}")
    return replace(refuse, reason=reason, first=path, instead=instead)


def is_open(effects: Answer) -> bool:
    """True if an entry is accepted, or is refused only because of the values that it carries."""
    return all(_WHYS[each.code].values for each in effects[1] if isinstance(each, Refuse))


def _path(
    entry: ClaimEntry, kinds: tuple[ClaimKind, ...], answers: Answers, stands: Callable[[ClaimEntry], bool]
) -> tuple[Act, ...]:
    """Return the fewest acts of these kinds that make the entry possible; () if none are found."""
    rows: list[tuple[tuple[Act, ...], ClaimEntry]] = [((), entry)]
    for _ in range(_MOST_TRIED):
        grown = []
        for path, here in rows:
            for kind in kinds:
                for trial in _trials(here, kind):
                    after = _after(here, trial, answers)
                    if after is not None and stands(after):
                        return (*path, trial.act)
                    if after is not None:
                        grown.append(((*path, trial.act), after))
        rows = grown
    return _one_by_one(entry, kinds, answers, stands)


def _one_by_one(
    entry: ClaimEntry, kinds: tuple[ClaimKind, ...], answers: Answers, stands: Callable[[ClaimEntry], bool]
) -> tuple[Act, ...]:
    """Return acts in the order of their kinds until the entry is possible, as for many waiting results; else ()."""
    path: list[Act] = []
    while len(path) < _MOST_ACTS:
        trials = (trial for kind in kinds if kind is not ClaimKind.UNDO for trial in _trials(entry, kind))
        found = next(((trial, after) for trial in trials if (after := _after(entry, trial, answers)) is not None), None)
        if found is None:
            return ()
        path.append(found[0].act)
        entry = found[1]
        if stands(entry):
            return tuple(path)
    return ()


def _after(entry: ClaimEntry, trial: _Trial, answers: Answers) -> ClaimEntry | None:
    """Return the entry with the state after the act; None if the act is impossible."""
    if not _opens(entry, trial, answers):
        return None
    for claim in trial.shown_by:
        events, effects = answers(replace(entry, claim=claim))
        if any(isinstance(each, Refuse) for each in effects):
            continue
        state = entry.state
        for event in events:
            state = reduce(state, event)
        return None if state == entry.state else replace(entry, state=state)
    return None


def _opens(entry: ClaimEntry, trial: _Trial, answers: Answers) -> bool:
    """True if the act is possible with some values that a person may enter."""
    act = trial.act
    claim = _claim(entry, act.kind, act.subject, act.round)
    return is_open(answers(replace(entry, claim=claim)))


def _trials(entry: ClaimEntry, kind: ClaimKind) -> Iterator[_Trial]:
    """Yield the acts of a kind that are candidates in that state."""
    if kind is ClaimKind.CONFIRM_SETTLEMENT:
        here = round_at(entry.state, entry.state.rounds)
        waiting = ([here] if here is not None and here.round.pending else []) + list(pending(entry.state)[:1])
        for told in waiting:
            yield _trial(entry, kind, ordinal=told.ordinal)
    elif kind is ClaimKind.ENTER_RESULT:
        yield _result(entry)
    elif kind is ClaimKind.SET_CLOCK:
        yield _Trial(_act(kind), (replace(_claim(entry, kind), minutes=_TRIED_MINUTES),))
    elif kind in _FAULTS:
        subject = entry.claim.subject
        if entry.claim.kind is ClaimKind.UNDO:
            undo = entry.state.undo
            subject = undo.subject if undo is not None and undo.what in {each.value for each in _FAULTS} else ""
        if subject:
            yield _trial(entry, kind, subject=subject)
    else:
        yield _trial(entry, kind)


def _result(entry: ClaimEntry) -> _Trial:
    """Return the trial for the result of the entry's round: the named or undone one, the one in play, or the newest."""
    state, ordinal = entry.state, entry.claim.round
    if entry.claim.kind is ClaimKind.UNDO:
        undo = state.undo
        if undo is not None and undo.what in {each.value for each in _RESULTS}:
            ordinal = undo.round or state.rounds
    elif state.round is not None and ordinal is None and state.round.outcome is not None:
        ordinal = state.rounds
    if ordinal == state.rounds and state.round is not None and state.round.outcome is None:
        # For the round in play no ordinal is given, so that the entry may include the deal.
        ordinal = None
    shown = (ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND)
    return _Trial(
        _act(ClaimKind.ENTER_RESULT, ordinal=ordinal),
        tuple(replace(_claim(entry, kind, ordinal=ordinal), seats=()) for kind in shown),
    )


def _trial(entry: ClaimEntry, kind: ClaimKind, subject: str = "", ordinal: int | None = None) -> _Trial:
    return _Trial(_act(kind, subject, ordinal), (_claim(entry, kind, subject, ordinal),))


def _act(kind: ClaimKind, subject: str = "", ordinal: int | None = None) -> Act:
    words = ACTS[kind]
    return Act(kind, words.button, subject, ordinal, words.whole)


def _claim(entry: ClaimEntry, kind: ClaimKind, subject: str = "", ordinal: int | None = None) -> Claim:
    return Claim(kind, entry.claim.at, entry.claim.by, subject, round=ordinal)


def _round(entry: ClaimEntry, act: Act) -> Text:
    told: PastRound | None = None if act.round is None else round_at(entry.state, act.round)
    return _HERE if told is None or told.ordinal == entry.state.rounds else round_title(told.round)
