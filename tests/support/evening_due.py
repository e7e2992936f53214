"""What views of a table are due to show, by the books of an evening, and what they show instead."""

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
"""How far four chances may be from adding up to one: they are balanced to a fifth of a percent each."""
WINDS: Final = {wind.letter: wind for wind in Wind}
OF_ROUND: Final = ("ordinal", "wind", "number", "counters", "dealer")


@dataclass
class Findings:
    """What was found; ``walked`` counts the outputs that were compared, by name, ``moment``: which one it is now."""

    walked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    moment: str = ""

    def same(self, output: str, what: str, shown: object, due: object) -> None:
        """Both must be one."""
        if shown != due:
            self.say(output, f"{what}: {shown}, due is {due}")

    def say(self, output: str, wrong: str) -> None:
        """Something is wrong with an output."""
        self.wrong.append(f"{self.moment}: {output}: {wrong}")


@dataclass(frozen=True, slots=True)
class Stand:
    """How four seats are due to stand."""

    points: Row
    places: Row
    provisional: bool

    def of(self, seat: int) -> dict[str, Any]:
        """What views tell of a seat, without chances."""
        lead = self.points[seat] - max(points for other, points in enumerate(self.points) if other != seat)
        return {"points": self.points[seat], "place": self.places[seat], "lead": lead, "provisional": self.provisional}


def shown_now(sheet: EveningSheet) -> Stand:
    """How the game in play stands with every result that waits counted as paid."""
    return _stand(sheet, sheet.game, sheet.game.now, sheet.game.waits)


def settled_now(sheet: EveningSheet) -> Stand:
    """How it stands by confirmed results alone."""
    return _stand(sheet, sheet.game, sheet.game.settled, provisional=False)


def before(sheet: EveningSheet, each: RoundSheet) -> Stand:
    """How its game stood before a round."""
    game = sheet.games[each.game]
    waits = any(other.waits for other in game.rounds if other.ordinal < each.ordinal)
    return _stand(sheet, game, each.before, waits)


def after(sheet: EveningSheet, each: RoundSheet) -> Stand:
    """How its game stood after a round; after the last one of a game that is over, as its end told."""
    game = sheet.games[each.game]
    waits = any(other.waits for other in game.rounds if other.ordinal <= each.ordinal)
    is_end = each is game.rounds[-1] and game.final is not None and not waits
    return _stand(sheet, game, game.final if is_end and game.final else each.after, waits)


def _stand(sheet: EveningSheet, game: GameSheet, points: Row, provisional: bool) -> Stand:
    return Stand(points, sheet.places(game, points), provisional)


def agree(found: Findings, output: str, shown: Sequence[Mapping[str, Any]], due: Stand) -> None:
    """Four standings are as they are due."""
    for seat in SEATS:
        told = {name: shown[seat].get(name) for name in ("points", "place", "lead", "provisional")}
        found.same(output, f"seat {seat.name}", told, due.of(seat))
    of_one_piece(found, output, shown)


def of_one_piece(found: Findings, output: str, shown: Sequence[Mapping[str, Any]]) -> None:
    """Four standings fit each other: places as points are, leads their differences, chances all or none."""
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
    # Players who share a place share its certainty, and nobody has the one after it.
    columns = zip(*chances, strict=True) if len({each["place"] for each in shown}) == len(shown) else ()
    for row in (*chances, *columns):
        if abs(sum(row) - 1) > ALMOST:
            found.say(output, f"chances {row} make {sum(row)}")


def view_agrees(found: Findings, output: str, view: Mapping[str, Any], sheet: EveningSheet) -> None:
    """A whole view of the table."""
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
        # Nobody gains or loses what is nowhere: points in hand, sticks of all kinds, and what went to nobody.
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
    """The chances of a round in play are those of the model for the points that are shown beside them."""
    game, now = sheet.game, sheet.round
    round_ = Round(WINDS[now.wind], now.dealer.turn(-game.first), now.counters, now.pot_after)
    told = place_chances(four(game.now[seat.turn(game.first)] for seat in SEATS), round_, sheet.book)
    for seat in SEATS:
        due = None if told is None else list(told[seat.turn(-game.first)])
        found.same(output, f"chances of {seat.name}", view["seats"][seat]["standing"]["chances"], due)


def result_agrees(
    found: Findings, output: str, shown: Mapping[str, Any] | None, due: RoundSheet, sheet: EveningSheet
) -> None:
    """A result: what it pays, and how it leaves the seats."""
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
    """A list of rounds that were played."""
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
