"""What a wrong act costs under a book: the penalty that is due, with its clause, for each fault that carries one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from controller.journal.events import DuePenalty, Wording
from controller.referee.verdict import Verdict, ground, verdict
from controller.rulebooks.claim_rules import NotenRiichi
from controller.rulebooks.penalty_rules import Penalty
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.value_names import VALUE_NAMES

# Code of a fault: the field of the penalties that it falls under.
PENALTY_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hand-too-many": "too_many_tiles",
        "hand-too-few": "too_few_tiles",
        "draw-early": "early_draw",
        "meld-invalid": "wrong_meld",
        "chi-not-from-left": "wrong_meld",
        "call-empty": "empty_call",
        "win-incomplete": "false_win_shown",
        "win-no-yaku": "false_win_shown",
        "win-furiten": "false_win_shown",
        "win-same-turn-furiten": "false_win_shown",
        "win-riichi-furiten": "false_win_shown",
        "hand-opened": "hand_opened",
        "win-scrambled": "win_scrambled",
        "wall-broken": "wall_broken",
        "dead-player-acts": "after_lost_right",
    }
)


# Code of a fault: the field that forbids it, whose penalty the texts name beside the chapter of penalties.
_FORBIDDEN: Final[Mapping[str, tuple[str, str, Penalty]]] = MappingProxyType(
    {
        "kuikae": ("claims", "swap_calling", Penalty.LOSES_RIGHT),
        "riichi-too-late": ("riichi", "riichi_by_haitei_drawer", Penalty.LOSES_RIGHT),
        "riichi-no-points": ("riichi", "riichi_below_stick", Penalty.LOSES_RIGHT),
        "riichi-dead-wait": ("riichi", "riichi_on_dead_wait", Penalty.CHOMBO),
        "riichi-kan-illegal": ("riichi", "riichi_kong", Penalty.CHOMBO),
    }
)
_NOTEN_RIICHI: Final = {
    NotenRiichi.CHOMBO_AT_DRAW: Penalty.CHOMBO,
    NotenRiichi.PAYS_EACH_AND_REPLAY: Penalty.PAYS_EACH,
}


def due_penalty(
    code: str, book: Rulebook, *, shown: bool = True, discarded: bool = True, then_ron: bool = False
) -> DuePenalty | None:
    """The penalty of a fault; None for a fault that carries none.

    ``shown``: the hand was opened with a false win. ``discarded``: the discard after a wrong meld was made.
    ``then_ron``: the empty call turned into a ron at once.
    """
    if code == "riichi-noten":
        noten = book.riichi.noten_riichi
        return _due(_NOTEN_RIICHI[noten.value], noten, "noten_riichi")
    if code in _FORBIDDEN:
        section, name, penalty = _FORBIDDEN[code]
        return _due(penalty, getattr(getattr(book, section), name), name)
    field = PENALTY_FIELDS.get(code)
    if field is None:
        return None
    rules = book.penalties
    if field == "false_win_shown" and not shown:
        field = "false_win_by_voice"
    if field == "wrong_meld" and not discarded and rules.wrong_meld_correctable.value:
        return _due(Penalty.CORRECTED, rules.wrong_meld_correctable, "wrong_meld_correctable")
    if field == "empty_call" and then_ron and rules.call_then_ron_stands.value:
        return _due(Penalty.FREE, rules.call_then_ron_stands, "call_then_ron_stands")
    rule: Rule[Penalty] = getattr(rules, field)
    return _due(rule.value, rule, field)


def may_settle_among_players(book: Rulebook) -> Verdict:
    """Whether the players may settle a doubt by consent, not to be raised again."""
    rule = book.penalties.may_settle_among_players
    by_consent = Wording("対局者の合意で処理できる。", "The players may settle it by consent.")
    by_referee = Wording("卓内で解決せず審判を呼ぶ。", "It is for the referee, not for the players.")
    return _verdict(rule, "may_settle_among_players", by_consent, by_referee)


def may_correct_payment(book: Rulebook, *, game_over: bool) -> Verdict:
    """Whether a wrong payment may still be put right; after the game only where the book says so."""
    rule = book.penalties.payments_put_right_after_game
    right = Wording("授受を訂正する。", "The payment is put right.")
    if not game_over:
        return verdict((), [ground(rule, "payments_put_right_after_game", right)])
    late = Wording("半荘終了後は訂正できない。", "The game is over: payments stand.")
    return _verdict(rule, "payments_put_right_after_game", right, late)


def _verdict(rule: Rule[bool], field: str, granted: Wording, against: Wording) -> Verdict:
    found = ground(rule, field, granted if rule.value else against)
    return verdict((), [found]) if rule.value else verdict([found], ())


def _due(penalty: Penalty, rule: Rule[Any], field: str) -> DuePenalty:
    return DuePenalty(penalty, Wording(*VALUE_NAMES[penalty]), rule.cite, field if rule.unstated else "")
