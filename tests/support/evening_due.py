"""Compares views of a table with the values due by the books of an evening."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.riichi.seat import SEATS, Wind
from controller.scoring.game.chances import place_chances
from controller.scoring.game.flow import Round
from controller.scoring.payment_lines import four
from tests.support.evening_books import EveningSheet, GameSheet, RoundSheet, Row

ALMOST: Final = 0.02
"""Tolerance of the sum of four probabilities: each is balanced to a fifth of a percent."""
WINDS: Final = {wind.letter: wind for wind in Wind}
OF_ROUND: Final = ("ordinal", "wind", "number", "counters", "dealer")


@dataclass
class Findings:
    """Findings; ``walked`` counts the compared outputs by name, ``moment`` names the present moment."""

    walked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    moment: str = ""

    def same(self, output: str, what: str, shown: object, due: object) -> None:
        """Record a finding unless both values are equal."""
        if shown != due:
            self.say(output, f"{what}: {shown}, due is {due}")

    def say(self, output: str, wrong: str) -> None:
        """Record an error of an output."""
        self.wrong.append(f"{self.moment}: {output}: {wrong}")


@dataclass(frozen=True, slots=True)
class Stand:
    """Points and places due for the four seats."""

    points: Row
    places: Row
    provisional: bool

    def of(self, seat: int) -> dict[str, Any]:
        """Fields due in the view of a seat, without probabilities."""
        lead = self.points[seat] - max(points for other, points in enumerate(self.points) if other != seat)
        return {"points": self.points[seat], "place": self.places[seat], "lead": lead, "provisional": self.provisional}


def shown_now(sheet: EveningSheet) -> Stand:
    """Standing of the game in play with every waiting result counted as paid."""
    return _stand(sheet, sheet.game, sheet.game.now, sheet.game.waits)


def settled_now(sheet: EveningSheet) -> Stand:
    """Standing by confirmed results only."""
    return _stand(sheet, sheet.game, sheet.game.settled, provisional=False)


def before(sheet: EveningSheet, each: RoundSheet) -> Stand:
    """Standing of its game before a round."""
    game = sheet.games[each.game]
    waits = any(other.waits for other in game.rounds if other.ordinal < each.ordinal)
    return _stand(sheet, game, each.before, waits)


def after(sheet: EveningSheet, each: RoundSheet) -> Stand:
    """Standing of its game after a round; after the last round of a finished game, as its end event gives it."""
    game = sheet.games[each.game]
    waits = any(other.waits for other in game.rounds if other.ordinal <= each.ordinal)
    is_end = each is game.rounds[-1] and game.final is not None and not waits
    return _stand(sheet, game, game.final if is_end and game.final else each.after, waits)


def _stand(sheet: EveningSheet, game: GameSheet, points: Row, provisional: bool) -> Stand:
    return Stand(points, sheet.places(game, points), provisional)


def agree(found: Findings, output: str, shown: Sequence[Mapping[str, Any]], due: Stand) -> None:
    """Compare four shown standings with those due."""
    for seat in SEATS:
        told = {name: shown[seat].get(name) for name in ("points", "place", "lead", "provisional")}
        found.same(output, f"seat {seat.name}", told, due.of(seat))
    of_one_piece(found, output, shown)


def of_one_piece(found: Findings, output: str, shown: Sequence[Mapping[str, Any]]) -> None:
    """Check that four standings are consistent: places by points, leads as differences, probabilities all or none."""
    points = [each["points"] for each in shown]
    for one in shown:
        rest = list(points)
        rest.remove(one["points"])
        found.same(output, "lead", one["lead"], one["points"] - max(rest))
    if len({each["provisional"] for each in shown}) > 1:
        found.say(output, "some seats alone are provisional")
    chances = [each.get("chances") for each in shown]
    if not any(chances):
        return
    if not all(chances):
        found.say(output, f"chances of some seats alone: {chances}")
        return
    # Players who share a place share its probability, and the place after it has none.
    columns = zip(*chances, strict=True) if len({each["place"] for each in shown}) == len(shown) else ()
    for row in (*chances, *columns):
        if abs(sum(row) - 1) > ALMOST:
            found.say(output, f"chances {row} make {sum(row)}")


def view_agrees(found: Findings, output: str, view: Mapping[str, Any], sheet: EveningSheet) -> None:
    """Compare a whole view of the table."""
    game, now = sheet.game, sheet.round
    found.walked[output] += 1
    agree(found, f"{output}, standing", [each["standing"] for each in view["seats"]], shown_now(sheet))
    agree(found, f"{output}, settled", [each["settled"] for each in view["seats"]], settled_now(sheet))
    round_ = view["round"]
    due = [now.ordinal, now.wind, now.number, now.counters, now.dealer]
    found.same(output, "round", [round_[name] for name in OF_ROUND], due)
    found.same(output, "points at its start", tuple(round_["scores"]), now.before)
    found.same(output, "sticks at its start", round_["sticks"], now.pot_before)
    found.same(output, "sticks", round_["riichi_sticks"], 0 if game.final is not None else now.pot_after)
    found.same(output, "sticks of ends that nobody saw", round_["sticks_open"], game.sticks_open)
    if not view["game_over"]:
        # Points are conserved: the sum of points in hand, sticks of all kinds and points that went to nobody is
        # constant.
        sticks = round_["riichi_sticks"] + round_["sticks_open"]
        total = sum(each["standing"]["points"] for each in view["seats"]) + game.stick * sticks
        gone = sum(sum(each.paid.column) for each in game.rounds)
        found.same(output, "points and sticks in all", total, sum(game.start) - gone)
    result_agrees(found, output, view["result"], now, sheet)
    if view["result"] is not None:
        plates = [each["standing"]["points"] for each in view["seats"]]
        card = [each["points"] for each in view["result"]["after"]]
        found.same(output, "result card beside the plates", card, plates)
    waits = {each.ordinal: each for each in sheet.rounds.values() if each.waits and each is not now}
    found.same(output, "results that wait", [each["ordinal"] for each in view["pending"]], sorted(waits))
    for each in view["pending"]:
        if each["ordinal"] in waits:
            result_agrees(found, f"{output}, pending", each["result"], waits[each["ordinal"]], sheet)
    if now.outcome is None and not view["game_over"]:
        chances_agree(found, output, view, sheet)
    if view["game_over"]:
        for seat in view["seats"]:
            row = seat["standing"]["chances"]
            due_row = None if row is None else [float(place + 1 == seat["standing"]["place"]) for place in range(4)]
            found.same(output, "chances at the end", row, due_row)


def chances_agree(found: Findings, output: str, view: Mapping[str, Any], sheet: EveningSheet) -> None:
    """Compare the probabilities of a round in play with the model's for the shown points."""
    game, now = sheet.game, sheet.round
    round_ = Round(WINDS[now.wind], now.dealer.turn(-game.first), now.counters, now.pot_after)
    told = place_chances(four(game.now[seat.turn(game.first)] for seat in SEATS), round_, sheet.book)
    for seat in SEATS:
        due = None if told is None else list(told[seat.turn(-game.first)])
        found.same(output, f"chances of {seat.name}", view["seats"][seat]["standing"]["chances"], due)


def result_agrees(
    found: Findings, output: str, shown: Mapping[str, Any] | None, due: RoundSheet, sheet: EveningSheet
) -> None:
    """Compare a result: its payments, and the standings after it."""
    if shown is None or due.outcome is None:
        found.same(output, f"result of round {due.ordinal} is missing", shown is None, due.outcome is None)
        return
    found.same(output, f"payments of round {due.ordinal}", tuple(shown["payments"]), due.paid.deltas)
    found.same(output, f"round {due.ordinal} confirmed", shown["confirmed"], due.confirmed)
    agree(found, f"{output}, after round {due.ordinal}", shown["after"], after(sheet, due))


def rounds_agree(
    found: Findings,
    output: str,
    rounds: Sequence[Mapping[str, Any]],
    due: Iterable[RoundSheet],
    sheet: EveningSheet,
) -> None:
    """Compare a list of played rounds."""
    found.walked[output] += 1
    known = {each.ordinal: each for each in due}
    found.same(output, "rounds", [each["ordinal"] for each in rounds], list(known))
    for each in rounds:
        told = known.get(each["ordinal"])
        if told is None:
            continue
        place = [told.game, told.ordinal, told.wind, told.number, told.counters, told.dealer]
        found.same(output, "name of a round", [each[name] for name in ("game", *OF_ROUND)], place)
        found.same(output, f"players of round {told.ordinal}", tuple(each["names"]), sheet.games[told.game].names)
        agree(found, f"{output}, before round {told.ordinal}", each["before"], before(sheet, told))
        agree(found, f"{output}, after round {told.ordinal}", each["after"], after(sheet, told))
        result_agrees(found, output, each["result"], told, sheet)
