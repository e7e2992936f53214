"""What the eyes cannot settle is asked, with the likeliest answers; play goes on meanwhile by the first of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from controller.journal import events as ev
from controller.journal.events import Question, QuestionKind
from controller.journal.state import Phase
from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.observe.debounce import Steady
from controller.table.observe.observation import Look

_PHASES: Final = (Phase.DEALT, Phase.PLAY, Phase.RESULT)
_CHOICES: Final = 2
# Of the readings of one place: with fewer of them for one face, the place is read now so, now so.
_AGREED: Final = 0.75


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A recorded tile as it is read: ``doubtful`` for long, or ``settled`` as that face; neither: nothing to say."""

    asks: QuestionKind
    index: int
    seat: Seat
    recorded: Tile
    others: tuple[Tile, ...]
    seen: SeenTile
    doubtful: bool
    settled: Tile | None


def questions(look: Look) -> Iterator[ev.Event]:
    """Questions about tiles of the record that are still read doubtfully, and the end of those that are settled."""
    if look.now.phase not in _PHASES:
        return
    newest = look.scene.newest
    doubts = () if newest is None else tuple(_doubts(look, newest))
    known = {(each.question.asks, each.question.seat, each.question.index): each for each in look.state.questions}
    number = look.state.asked
    for doubt in doubts:
        standing = known.get((doubt.asks, doubt.seat, doubt.index))
        if standing is None and doubt.doubtful and not _is_said(look, doubt.asks, doubt.seat, doubt.index):
            number += 1
            yield _asked(look, doubt, f"Q{number}")
        elif standing is not None and standing.answer is None and doubt.settled is doubt.recorded:
            yield _closed(look, standing.question, doubt.recorded, "camera")
    for standing in look.state.open_questions():
        question = standing.question
        taken = _taken(look, question)
        if taken is not None or _is_said(look, question.asks, question.seat, question.index):
            yield _closed(look, question, taken or question.choices[0], "record")


def _doubts(look: Look, newest: Sighting) -> Iterator[_Doubt]:
    yield from _in_rivers(look, newest)
    yield from _on_walls(look, newest)
    yield from _in_hands(look, newest)


def _in_rivers(look: Look, newest: Sighting) -> Iterator[_Doubt]:
    now = look.now
    for seat in SEATS:
        lying, river = newest.rivers[seat], look.scene.rivers[seat]
        places = [place for place, each in enumerate(now.discards) if each.seat is seat and each.called_by is None]
        if lying is None or not len(lying) == len(river.places) == len(places):
            continue
        for place, seen, steady, votes in zip(places, lying, river.places, river.votes, strict=True):
            faces: dict[Tile, int] = {}
            for read, count in votes.items():
                faces[read.tile] = faces.get(read.tile, 0) + count
            total = sum(faces.values())
            torn = total >= look.dwell.patience and max(faces.values()) < _AGREED * total
            value = None if steady.value is None else steady.value.tile
            yield _Doubt(
                QuestionKind.DISCARD,
                place,
                seat,
                now.discards[place].tile,
                tuple(sorted(faces, key=lambda face: -faces[face])),
                seen.seen,
                torn or _is_unsure(look, steady),
                value if not torn and _is_sure(look, steady) else None,
            )


def _on_walls(look: Look, newest: Sighting) -> Iterator[_Doubt]:
    for index, shown in enumerate(look.now.dora):
        for asks, tile, known in (
            (QuestionKind.DORA, shown.tile, look.scene.dora),
            (QuestionKind.URA, shown.ura, look.scene.ura),
        ):
            steady = known.get(shown.place)
            seen = [
                each.seen
                for each in newest.indicators or ()
                if (each.wall, each.stack) == (shown.place.wall, shown.place.stack)
                and each.lower is (asks is QuestionKind.URA)
            ]
            if steady is not None and tile is not None and seen:
                settled = steady.value if _is_sure(look, steady) else None
                yield _Doubt(asks, index, shown.place.wall, tile, (), seen[0], _is_unsure(look, steady), settled)


def _in_hands(look: Look, newest: Sighting) -> Iterator[_Doubt]:
    for seat in SEATS:
        shown, hand, steady = look.now.revealed[seat], newest.hands[seat], look.scene.hands[seat]
        if shown is None or hand is None or look.scene.open_hand(seat) is None:
            continue
        recorded = (*shown.tiles, *(() if shown.apart is None else (shown.apart,)))
        seen = (*hand.shown, *(() if hand.apart is None else (hand.apart,)))
        if len(seen) != len(recorded):
            continue
        for place, (tile, each) in enumerate(zip(recorded, seen, strict=True)):
            doubtful = each.confidence < look.venue.confidence and steady.count >= look.dwell.doubt
            settled = each.tile if _is_sure(look, steady) else None
            yield _Doubt(QuestionKind.HAND, place, seat, tile, (), each, doubtful, settled)


def _is_unsure(look: Look, steady: Steady[Any]) -> bool:
    return not steady.sure and steady.count >= look.dwell.doubt


def _is_sure(look: Look, steady: Steady[Any]) -> bool:
    return steady.sure and steady.held(look.dwell.correction) is not None


def _is_said(look: Look, asks: QuestionKind, seat: Seat, index: int) -> bool:
    return (asks, int(seat) if asks is QuestionKind.HAND else index) in look.now.said


def _taken(look: Look, question: Question) -> Tile | None:
    """A discard that was claimed meanwhile lies in a meld, where it is read anew."""
    if question.asks is not QuestionKind.DISCARD:
        return None
    discard = look.now.discards[question.index]
    return None if discard.called_by is None else discard.tile


def _asked(look: Look, doubt: _Doubt, number: str) -> ev.Event:
    likely = dict.fromkeys((doubt.recorded, *doubt.others, doubt.seen.tile, doubt.seen.other))
    choices = tuple(tile for tile in likely if tile is not None)[:_CHOICES]
    seen, newest = doubt.seen, look.scene.newest
    frame = 0 if newest is None else newest.frame
    question = Question(number, doubt.asks, doubt.index, doubt.seat, choices, frame, seen.x, seen.y, seen.angle)
    return ev.QuestionAsked(at=look.at, evidence=(look.evidence,), question=question)


def _closed(look: Look, question: Question, tile: Tile, by: str) -> ev.Event:
    return ev.QuestionAnswered(at=look.at, evidence=(look.evidence,), question=question.id, answer=tile, by=by)


DOUBTS = (questions,)
