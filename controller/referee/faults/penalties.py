"""Penalties of faults under a rulebook: what is due, with its clause, for each fault that carries a penalty."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from controller.journal.events import DuePenalty
from controller.referee.faults.catalogue import SPOKEN_OF
from controller.referee.faults.kind import FaultKind, Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import spoken_of
from controller.referee.verdict import Verdict, ground, verdict
from controller.rulebooks.names.chombo import chombo_effect
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import Wrong
from controller.rulebooks.schema.penalties import Penalty
from controller.rulebooks.schema.riichi import NotenRiichi
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.text import Text

# Field values that are no penalties themselves, with the penalty that they imply.
_MEANT: Final[Mapping[object, Penalty]] = MappingProxyType(
    {
        NotenRiichi.CHOMBO_AT_DRAW: Penalty.CHOMBO,
        NotenRiichi.PAYS_EACH_AND_REPLAY: Penalty.PAYS_EACH,
        Wrong.ALLOWED: Penalty.REFEREE,
        Wrong.FORBIDDEN: Penalty.REFEREE,
        Wrong.LOSES_RIGHT: Penalty.LOSES_RIGHT,
    }
)
_THEN_RON: Final = "call-then-ron"
_RON_STANDS: Final = Text("ロンを認め、アガリとして扱います。", "The ron stands and is paid.")
_FORGIVEN: Final = Text("同時の正当なアガリにより免除", "forgiven: a valid win at the same time")


def due_penalty(code: str, book: Rulebook, *, discarded: bool = True, beside_win: bool = False) -> DuePenalty | None:
    """Return the penalty of a fault; None for a fault that carries none.

    ``discarded``: the discard after a wrong meld was made. ``beside_win``: another player won validly at the same
    moment, which forgives a chombo if the book says so; if the book is silent, the referee decides.
    """
    kind, rules = FAULT_KINDS[code], book.penalties
    manner = spoken_of(code, book)
    if manner is not None and manner.penalty is not Penalty.NOTE:
        return _due(book, manner.penalty, Rule(manner.penalty, manner.clause), SPOKEN_OF)
    if not kind.penalty_field:
        return None
    section, _, field = kind.penalty_field.partition(".")
    if field == "wrong_meld" and not discarded and rules.wrong_meld_correctable.value:
        return _due(book, Penalty.CORRECTED, rules.wrong_meld_correctable, "wrong_meld_correctable")
    if code == _THEN_RON and rules.call_then_ron_stands.value:
        free = _due(book, Penalty.FREE, rules.call_then_ron_stands, "call_then_ron_stands")
        return replace(free, effect=_RON_STANDS)
    rule: Rule[Any] = getattr(getattr(book, section), field)
    penalty = _MEANT.get(rule.value, rule.value)
    if beside_win and penalty is Penalty.CHOMBO:
        return _beside_win(book)
    if penalty is Penalty.REFEREE and _is_noted(kind, book):
        penalty, (section, _, field) = Penalty.NOTE, kind.field.partition(".")
        rule = getattr(getattr(book, section), field)
    return _due(book, penalty, rule, field, kind.upheld)


def _is_noted(kind: FaultKind, book: Rulebook) -> bool:
    """True if the book, or its default, only has the act noted: then there is no penalty to rule on."""
    section, _, field = kind.field.partition(".")
    remedy = getattr(getattr(book, section), field).value if field else None
    return isinstance(remedy, Remedy) and remedy.kind is RemedyKind.NOTE


def _beside_win(book: Rulebook) -> DuePenalty:
    """Return the penalty of a chombo beside another's valid win: forgiven (npm art. 52 ho), or for the referee."""
    rule = book.penalties.chombo_forgiven_by_win
    due = _due(book, Penalty.FREE if rule.value else Penalty.REFEREE, rule, "chombo_forgiven_by_win")
    return replace(due, text=_FORGIVEN) if rule.value else due


def may_settle_among_players(book: Rulebook) -> Verdict:
    """Return whether the players may settle a doubt by consent, so that it is not raised again."""
    rule = book.penalties.may_settle_among_players
    by_consent = Text("対局者の合意で処理できます。", "The players may settle it by consent.")
    by_referee = Text("卓内で解決せず、審判を呼んでください。", "Call the referee; the players may not settle it.")
    return _verdict(rule, "may_settle_among_players", by_consent, by_referee)


def may_correct_payment(book: Rulebook, *, game_over: bool) -> Verdict:
    """Return whether a wrong payment may still be corrected; after the game only if the book says so."""
    rule = book.penalties.payments_put_right_after_game
    right = Text("授受を訂正します。", "The payment is corrected.")
    if not game_over:
        return verdict((), [ground(rule, "payments_put_right_after_game", right)])
    late = Text("半荘終了後は訂正できません。", "The game is over: payments stand.")
    return _verdict(rule, "payments_put_right_after_game", right, late)


def _verdict(rule: Rule[bool], field: str, granted: Text, against: Text) -> Verdict:
    found = ground(rule, field, granted if rule.value else against)
    return verdict((), [found]) if rule.value else verdict([found], ())


def _due(book: Rulebook, penalty: Penalty, rule: Rule[Any], field: str, upheld: Upholding | None = None) -> DuePenalty:
    unstated, then = field if rule.unstated else "", effect(penalty, book)
    if upheld is Upholding.CANCELS_RIICHI:
        then = Text(f"リーチは成立せず、リーチ棒を戻します。{then.ja}", f"No riichi: the stick is returned. {then.en}")
    return DuePenalty(penalty, VALUE_NAMES[penalty], rule.cite, unstated, then)


def takes_effect(penalty: Penalty) -> bool:
    """True if upholding a fault with this penalty changes the round or the points automatically."""
    return penalty in (Penalty.CHOMBO, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.PAYS_EACH)


def effect(penalty: Penalty, book: Rulebook) -> Text:
    """Return the effect of a penalty on the round under a book, in one line."""
    return _EFFECTS.get(penalty, _no_effect)(book)


def _no_effect(_book: Rulebook) -> Text:
    return Text("局はそのまま続けます。", "The round continues.")


def _loses_right(book: Rulebook) -> Text:
    if book.penalties.lost_right_is_noten.value:
        return Text("この局はアガれず、流局時はノーテンです。", "No win in this round, and noten at a draw.")
    return Text("この局はアガれません。", "No win in this round.")


def _pays_pot(book: Rulebook) -> Text:
    fine = book.penalties.pot_fine.value
    return Text(f"{fine:,}点を供託し、局を続けます。", f"{fine:,} points go into the pot; the round continues.")


def _pays_each(_book: Rulebook) -> Text:
    return Text(
        "局が終わります。他の三者に支払い、同じ局をやり直します。",
        "The round ends, the others are paid, and the round is replayed.",
    )


_EFFECTS: Final[Mapping[Penalty, Callable[[Rulebook], Text]]] = MappingProxyType(
    {
        Penalty.CHOMBO: chombo_effect,
        Penalty.LOSES_RIGHT: _loses_right,
        Penalty.PAYS_POT: _pays_pot,
        Penalty.PAYS_EACH: _pays_each,
        Penalty.UNDONE: lambda _book: Text(
            "行為を戻し、局を続けます。流局時はノーテンです。", "The act is undone and play continues; noten at a draw."
        ),
        Penalty.REFEREE: lambda _book: Text("審判の裁定によります。", "As the referee rules."),
    }
)
