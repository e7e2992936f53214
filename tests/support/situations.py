"""Situations that distinguish rulebooks: a small runner per kind, from plain data and a book to plain data."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from api.http.schemas.scores import answer
from api.rulebooks.fields import plain
from controller.errors import JantakuError
from controller.journal.state import Discard, LastAct, RoundState
from controller.machine.facts import Builder, Dealer, TableWork
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import spoken_of
from controller.referee.faults.penalties import due_penalty, may_correct_payment, may_settle_among_players
from controller.referee.faults.remedies import due_remedy
from controller.referee.rules.duties import has_begun, points_due
from controller.referee.rules.furiten import FuritenCase, Offer, furiten
from controller.referee.rules.liability import liabilities
from controller.referee.rules.precedence import Call, Voice, precedence
from controller.referee.rules.riichi_acts import RiichiCase, RiichiMoment, may_declare, may_take_back
from controller.referee.rules.riichi_kong import RiichiKongCase, riichi_kong
from controller.referee.rules.seating import by_tiles, by_winds, first_dealer
from controller.referee.rules.swap_calling import swap_calling
from controller.referee.rules.tenpai import DrawnHand, tenpai_at_draw
from controller.referee.verdict import Verdict
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.riichi.wall import break_from_dice
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw, TenpaiOrder
from controller.rulebooks.schema.table import Seating
from controller.scoring.game.flow import GOES_ON, Closing, Following, Last, Round, after_win, read_clock
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.game.standings import EventGame, standings
from controller.scoring.penalties import fine_empty_call, settle_chombo, settle_noten_riichi
from controller.scoring.settlement import settle_abortive_draw, settle_draw
from controller.table.compatibility import fit

Situation = Mapping[str, Any]
Told = dict[str, Any]
TABLE: Final = {"winner": 1, "dealer": 0, "prevailing_wind": "E"}


def told_by(kind: str, situation: Situation, book: Rulebook) -> Told:
    """Result of a situation under a book; ``refused`` if it cannot occur under it."""
    try:
        return _RUNNERS[kind](situation, book)
    except JantakuError as error:
        return {"refused": type(error).__name__}


def hand(situation: Situation, book: Rulebook) -> Told:
    """Score of a hand: the answer to callers, with yaku by id and without payment lines."""
    request = {**TABLE, **situation, "rulebook": book.id}
    if request.get("by", "ron") == "ron":
        # Before South's first tile only East has discarded.
        request = {"loser": 0 if request.get("first_turn") else 2, **request}
    reply = answer(request, {book.id: book})
    if not reply["ok"]:
        return {"error": reply["error"]}
    return {
        **{name: reply[name] for name in ("han", "fu", "yakuman", "points", "payments", "red", "ba_zoro")},
        "limit": reply["limit"] or "none",
        "yaku": {line["id"]: line["yakuman"] if "yakuman" in line else line["han"] for line in reply["yaku"]},
        "fu_lines": [line["id"] for line in reply["fu_lines"]],
    }


def _round(situation: Situation) -> Round:
    given = situation.get("round", {})
    wind = Wind.from_letter(given.get("wind", "E"))
    return Round(wind, Seat(given.get("dealer", 0)), given.get("counters", 0), given.get("riichi_sticks", 0))


def _next(following: Following | None) -> str:
    """The next round with counters and sticks; ``over``, or ``referee`` if the referee decides."""
    if following is None:
        return "referee"
    then = following.round
    return "over" if then is None else f"{then.name} {then.counters} {then.riichi_sticks}"


def draw(situation: Situation, book: Rulebook) -> Told:
    """Settlement of an exhaustive draw."""
    tenpai = [seat in situation["tenpai"] for seat in range(4)]
    nagashi = [Seat(seat) for seat in situation.get("nagashi", ())]
    scores = tuple(situation["scores"]) if "scores" in situation else None
    found = settle_draw(_round(situation), tenpai, book, nagashi=nagashi, scores=scores)
    return {"deltas": list(found.deltas), "next": _next(found.following)}


def won(situation: Situation, book: Rulebook) -> Told:
    """The round after a win; ``scores``: points after payment."""
    closing = Closing(scores=tuple(situation["scores"])) if "scores" in situation else GOES_ON
    winners = [Seat(seat) for seat in situation["winners"]]
    return {"next": _next(after_win(_round(situation), winners, book, closing))}


def aborted(situation: Situation, book: Rulebook) -> Told:
    """Settlement of an abortive draw."""
    found = settle_abortive_draw(_round(situation), AbortiveDraw(situation["what"]), book)
    return {"next": _next(found.following)}


def chombo(situation: Situation, book: Rulebook) -> Told:
    """Settlement of a chombo or a noten riichi."""
    seats = [Seat(seat) for seat in situation["offenders"]]
    laid = [Seat(seat) for seat in situation.get("laid", ())]
    tenpai = situation.get("dealer_tenpai", False)
    if situation.get("noten_riichi"):
        won_already = situation.get("round_won", False)
        found = settle_noten_riichi(
            _round(situation), seats, book, laid=laid, round_won=won_already, dealer_tenpai=tenpai
        )
    else:
        with_win = situation.get("with_win", False)
        found = settle_chombo(_round(situation), seats, book, laid=laid, with_win=with_win, dealer_tenpai=tenpai)
    if found is None:
        return {"deltas": "none"}
    off_total = [sum(line.amounts[seat] for line in found.off_total) for seat in range(4)]
    return {
        "deltas": list(found.deltas),
        "off_total": off_total,
        "column": list(found.column),
        "next": _next(found.following),
    }


def empty_call(situation: Situation, book: Rulebook) -> Told:
    """Penalty of an empty call, and its fine if there is one."""
    seat = Seat(situation["seat"])
    due = due_penalty("call-empty", book)
    fine = fine_empty_call(seat, tuple(situation["scores"]), book)
    assert due is not None
    return {
        "penalty": due.penalty.value,
        "paid": 0 if fine is None else -sum(line.amounts[seat] for line in fine.lines),
        "last": fine is not None and fine.last is Last.POT_FINE_UNPAID,
    }


def _points(situation: Situation) -> GamePoints:
    given = {name: tuple(situation[name]) for name in ("chombo", "penalty_points") if name in situation}
    wrong = frozenset(Seat(seat) for seat in situation.get("wrong_declared", ()))
    return GamePoints(tuple(situation["scores"]), situation.get("left_sticks", 0), wrong_declared=wrong, **given)


def game(situation: Situation, book: Rulebook) -> Told:
    """End of a game: places, and points for the record in units of the book."""
    found = close_game(_points(situation), book)
    return {"places": list(found.places), "totals": [float(total / found.unit) for total in found.totals]}


def event(situation: Situation, book: Rulebook) -> Told:
    """Standings of an event."""
    games = [
        EventGame(one["number"], one.get("table", "1"), tuple(one["players"]), _points(one))
        for one in situation["games"]
    ]
    found = standings(games, book)
    return {
        "ranks": {entry.player: entry.rank for entry in found.entries},
        "qualify": sorted(entry.player for entry in found.entries if entry.qualifies),
        "complete": found.complete,
        "next_tables": [list(table) for table in found.next_tables],
        "notes": sorted({note.id for note in found.notes}),
    }


def clock(situation: Situation, book: Rulebook) -> Told:
    """A game's clock after some minutes."""
    found = read_clock(book, situation["minutes"])
    return {"left": found.left or 0, "announce": found.announce, "last": found.last}


def _meld(text: str) -> Meld:
    kind, tiles, *claim = text.split()
    called, source = (parse_tile(claim[0]), From[claim[1].upper()]) if claim else (None, None)
    return Meld(MeldKind(kind), parse_tiles(tiles), called, source)


def _verdict(found: Verdict) -> Told:
    return {"allowed": found.allowed}


def calls(situation: Situation, book: Rulebook) -> Told:
    """Precedence of calls for one tile, as "SEAT CALL ORDER"."""
    words = [text.split() for text in situation["voices"]]
    voices = [Voice(Seat[seat], Call[call.upper()], *map(int, order)) for seat, call, *order in words]
    found = precedence(voices, Seat[situation["discarder"]], book)
    return {"stands": [f"{each.seat.name} {each.call.name.lower()}" for each in found.stands]}


def passed(situation: Situation, book: Rulebook) -> Told:
    """Furiten of seat A after offers as "SEAT TILE"."""
    offers = tuple(Offer(Seat[text.split()[0]], parse_tile(text.split()[1])) for text in situation["offers"])
    taken = situation.get("taken", False)
    case = FuritenCase(Seat.A, parse_tiles(situation["hand"]), (), offers, claimed=not taken, taken=taken)
    return _verdict(furiten(case, book))


def swap(situation: Situation, book: Rulebook) -> Told:
    """Verdict on the first discard after a call."""
    return _verdict(swap_calling(_meld(situation["meld"]), parse_tile(situation["discard"]), book))


def riichi(situation: Situation, book: Rulebook) -> Told:
    """Verdict on a riichi declaration, or on taking it back."""
    if "take_back" in situation:
        return _verdict(may_take_back(RiichiMoment[situation["take_back"].upper()], book))
    more = {name: situation[name] for name in ("tiles_left", "points") if name in situation}
    visible = parse_tiles(situation.get("visible", ""))
    return _verdict(may_declare(RiichiCase(parse_tiles(situation["hand"]), visible=visible, **more), book))


def kong(situation: Situation, book: Rulebook) -> Told:
    """Verdict on a concealed kong with the drawn tile after riichi."""
    drawn = parse_tile(situation["drawn"])
    return _verdict(riichi_kong(RiichiKongCase(parse_tiles(situation["hand"]), drawn, drawn.kind, ()), book))


def liable(situation: Situation, book: Rulebook) -> Told:
    """Seats liable to seat A, by yakuman."""
    found = liabilities([_meld(text) for text in situation["calls"]], Seat.A, book)
    return {"liable": [f"{each.yakuman} {each.seat.name}" for each in found]}


def tenpai(situation: Situation, book: Rulebook) -> Told:
    """Verdict on tenpai at a draw."""
    melds = tuple(_meld(text) for text in situation.get("melds", ()))
    shown, declared = situation["shown"], situation["declared"]
    case = DrawnHand(parse_tiles(situation["hand"]), melds, shown=shown, declared=declared)
    return {"tenpai": tenpai_at_draw(case, book).allowed}


_OPENED: Final[Mapping[str, Mapping[str, Any]]] = {
    "nothing": {},
    "voice": {"last": LastAct(Seat.A)},
    "concealed kong": {
        "last": LastAct(Seat.A, MeldKind.KAN_CONCEALED),
        "melds": ((Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z")),), (), (), ()),
    },
    "discard": {"last": LastAct(Seat.A), "discards": (Discard(Seat.A, parse_tile("1z"), False, None),)},
}


def _state(situation: Situation) -> RoundState:
    return RoundState(Wind.EAST, 1, Seat.A, 0, **_OPENED[situation.get("after", "nothing")])


def remedy(situation: Situation, book: Rulebook) -> Told:
    """Remedy of a fault, ``after`` the dealer's act."""
    return {"remedy": due_remedy(situation["code"], book, _state(situation)).kind.value}


def begun(situation: Situation, book: Rulebook) -> Told:
    """True if the round has begun, ``after`` the dealer's act."""
    return {"begun": has_begun(_state(situation), book)}


def penalty(situation: Situation, book: Rulebook) -> Told:
    """Penalty of a fault."""
    due = due_penalty(situation["code"], book, discarded=situation.get("discarded", True))
    assert due is not None
    return {"penalty": due.penalty.value}


def consent(situation: Situation, book: Rulebook) -> Told:
    """What the players may settle themselves: a doubt, or a payment after the game."""
    if situation["about"] == "doubt":
        return _verdict(may_settle_among_players(book))
    return _verdict(may_correct_payment(book, game_over=True))


def tenpai_order(riichi: Collection[Seat], dealer: Seat, book: Rulebook) -> tuple[Seat, ...]:
    """Order in which seats declare tenpai or noten at a draw; () if the book prescribes none."""
    winds = tuple(dealer.turn(steps) for steps in range(len(SEATS)))
    called = book.flow.tenpai_order.value
    if called is TenpaiOrder.ANY:
        return ()
    if called is TenpaiOrder.RIICHI_THEN_WINDS:
        return tuple(sorted(winds, key=lambda seat: seat not in riichi))
    return winds


def order(situation: Situation, book: Rulebook) -> Told:
    """Order of the declarations of tenpai or noten, by seat letter."""
    found = tenpai_order([Seat[seat] for seat in situation["riichi"]], Seat[situation["dealer"]], book)
    return {"order": " ".join(seat.name for seat in found) or "any"}


def declare(situation: Situation, book: Rulebook) -> Told:
    """True if points are due before a round."""
    return {"points_due": points_due(_round(situation), book)}


def broken(situation: Situation, book: Rulebook) -> Told:
    """First stack taken on a hand-stacked table: wall and stack."""
    rolls = situation["rolls"][: book.table.rolls_hand_stacked.value]
    found = break_from_dice(Seat.A, rolls)
    return {"break": f"{found.wall.name}{found.stack}"}


def manners(_situation: Situation, book: Rulebook) -> Told:
    """Codes of the manners that the book mentions."""
    return {"spoken_of": " ".join(code for code in FAULT_KINDS if spoken_of(code, book))}


def fits(situation: Situation, book: Rulebook) -> Told:
    """True if the book can be played at a table with this builder and dealer."""
    work = TableWork(builder=Builder(situation["builder"]), dealer=Dealer(situation["dealer"]))
    return {"usable": fit(book, work).usable}


def seats(situation: Situation, book: Rulebook) -> Told:
    """Seats of the players at places A-D, and the first dealer, by the book's method."""
    method = book.table.seating.value
    told = {"method": method.value}
    if method is Seating.ASSIGNED:
        return told
    if method is Seating.WINDS_DRAWN:
        seated = by_winds([Wind.from_letter(letter) for letter in situation["winds"]], Seat(situation["east"]))
        first = seated.first
    else:
        first_roll, second_roll = situation["rolls"]
        seated = by_tiles(parse_tiles(situation["row"]), Seat(situation["roller"]), (first_roll, second_roll))
        for_temporary, for_first = situation["dealer_rolls"]
        first = first_dealer(seated.first, (for_temporary, for_first))
    return {**told, "seats": "".join(seat.name for seat in seated.seats), "first": first.name}


_RUNNERS: Final[Mapping[str, Callable[[Situation, Rulebook], Told]]] = {
    runner.__name__: runner
    for runner in (
        *(
            hand,
            draw,
            won,
            aborted,
            chombo,
            empty_call,
            game,
            event,
            clock,
            calls,
            passed,
            swap,
            riichi,
            kong,
            liable,
            tenpai,
        ),
        *(remedy, begun, penalty, consent, order, declare, broken, manners, fits, seats),
    )
}
KINDS: Final = tuple(_RUNNERS)


def plainly(value: object) -> Any:
    """Return a value of a book as plain data, for comparison."""
    return plain(value)
