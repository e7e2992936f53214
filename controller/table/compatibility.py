"""A rulebook at a given kind of table: whether they fit, how many rolls are due, which goals are forbidden."""

from dataclasses import dataclass, replace
from typing import Any, Final

from controller.journal.ledger import pending
from controller.journal.state import Phase, RoundState, TableState
from controller.machine.facts import Builder, SetButton, TableWork
from controller.ports.table import Verb
from controller.riichi.seat import SEATS
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_BETWEEN: Final = (Phase.WAITING_FOR_SET, Phase.MIXING, Phase.SETTLEMENT)
_BEFORE_WALLS: Final = (Phase.WAITING_FOR_SET, Phase.MIXING)
DICE_FAULTS: Final = ("dice-before-walls", "dice-imperfect")


@dataclass(frozen=True, slots=True)
class Fit:
    """Result of checking a rulebook against a table: clauses that bar it, and clauses that the table sets aside."""

    barred: tuple[Text, ...]
    set_aside: tuple[Text, ...]

    @property
    def usable(self) -> bool:
        """True if no clause bars the rulebook."""
        return not self.barred


def rolls_rule(book: Rulebook, work: TableWork) -> Rule[int]:
    """Return the rule for the number of dice rolls at such a table."""
    return book.table.rolls_hand_stacked if work.builder is Builder.HANDS else book.table.rolls


def due_rolls(book: Rulebook, work: TableWork) -> int:
    """Return how many rolls break the wall; 0 where the machine deals without dice."""
    return rolls_rule(book, work).value if work.uses_dice else 0


def as_played(book: Rulebook, work: TableWork) -> Rulebook:
    """Return the rulebook as played at such a table: ``table.rolls`` is the rule that applies to the table."""
    rolls = rolls_rule(book, work)
    return book if rolls is book.table.rolls else replace(book, table=replace(book.table, rolls=rolls))


def rolls_open(round_: RoundState, state: TableState, book: Rulebook, work: TableWork) -> bool:
    """True if a further roll is due, or an open fault asks for one (npm art. 13 ha)."""
    asked = any(
        standing.fault.code in DICE_FAULTS and standing.round == state.rounds for standing in state.open_faults()
    )
    return len(round_.rolls) < due_rolls(book, work) or asked


def against(verb: Verb, state: TableState, book: Rulebook, work: TableWork) -> Text | None:
    """Return why the round or the rulebook forbids a goal now, or None if it is allowed."""
    phase, round_ = state.phase, state.round
    if verb in (Verb.OPEN, Verb.FIRST_DEALER):
        return _against_set(verb, phase, book, bool(pending(state)))
    if verb is not Verb.DICE:
        return None
    if not work.uses_dice:
        return Text("この卓では配牌にサイコロを使いません。", "This table deals without dice.")
    if phase in _BEFORE_WALLS or round_ is None:
        cite = _cited(book.table.dice_before_walls)
        return Text(f"壁牌が上がりきっていません{cite.ja}。", f"The walls are not up yet {cite.en}.")
    if phase not in (Phase.WALLS_UP, Phase.DICE) or not rolls_open(round_, state, book, work):
        cite = _cited(rolls_rule(book, work))
        return Text(f"投サイは済んでいます{cite.ja}。", f"The dice have been rolled {cite.en}.")
    return None


def fit(book: Rulebook, work: TableWork) -> Fit:
    """Return whether the rulebook can be played at such a table, decided from the rulebook's fields."""
    table = book.table
    barred, aside = [], []
    if len(book.seats) < len(SEATS):
        barred.append(_clause("この卓は四人打ち", "the table is played by four", book.flow.players))
    if table.hand_stacked_only.value and work.builder is Builder.MACHINE:
        barred.append(_clause("手積み卓に限る", "hand-stacked tables only", table.hand_stacked_only))
    if not work.uses_dice and table.rolls.clause:
        aside.append(_clause("開門の投サイ", "dice to break the wall", table.rolls))
    no_seat = work.set_button is not SetButton.NOTHING and not work.set_tells_seat
    if no_seat and table.set_presser.clause:
        aside.append(
            _clause("押した者は卓からは分からない", "the table cannot tell who pressed SET", table.set_presser)
        )
    if work.set_button is SetButton.NOTHING and table.set_presser.clause:
        aside.append(_clause("セットボタンがない", "there is no set button", table.set_presser))
    return Fit(tuple(barred), tuple(aside))


def _against_set(verb: Verb, phase: Phase, book: Rulebook, waiting: bool) -> Text | None:
    if phase is Phase.RESULT or waiting:
        cite = _cited(book.table.set_before_settled)
        return Text(f"精算が済んでいません{cite.ja}。", f"The round is not settled yet {cite.en}.")
    if phase not in _BETWEEN or (verb is Verb.FIRST_DEALER and phase is not Phase.WAITING_FOR_SET):
        return Text("局の途中です。", "A round is running.")
    return None


def _clause(ja: str, en: str, rule: Rule[Any]) -> Text:
    cited = _cited(rule)
    return Text(f"{ja}{cited.ja}", f"{en} {cited.en}")


def _cited(rule: Rule[Any]) -> Text:
    """Return the clause in brackets, followed by the reason if its reading is in doubt."""
    cited = Text(f"（{rule.cited.ja}）", f"({rule.cite})")
    if rule.clause is None or rule.unstated is None:
        return cited
    return Text(f"{cited.ja}（†{rule.unstated.ja}）", f"{cited.en} (†{rule.unstated.en})")
