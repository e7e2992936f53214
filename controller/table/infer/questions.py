"""Questions to the referee about tiles that stay doubtful; until the answer, play continues with the likeliest face."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from controller.journal import events as ev
from controller.journal.events import Question, QuestionKind
from controller.journal.state import Phase
from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.observe.debounce import Debounced
from controller.table.observe.observation import Observation

_PHASES: Final = (Phase.DEALT, Phase.PLAY, Phase.RESULT)
_CHOICES: Final = 2
# Share of a place's readings that its most frequent face must have; below it the readings alternate between faces.
_AGREED: Final = 0.75


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Readings of a recorded tile: ``doubtful`` for long, or ``settled`` as a face; neither if inconclusive."""

    asks: QuestionKind
    index: int
    seat: Seat
    recorded: Tile
    others: tuple[Tile, ...]
    seen: SeenTile
    doubtful: bool
    settled: Tile | None


def questions(observation: Observation) -> Iterator[ev.Event]:
    """Ask about recorded tiles with doubtful readings, and close questions that are settled."""
    if observation.round.phase not in _PHASES:
        return
    newest = observation.scene.newest
    doubts = () if newest is None else tuple(_doubts(observation, newest))
    known = {
        (each.question.asks, each.question.seat, each.question.index): each for each in observation.state.questions
    }
    number = observation.state.asked
    for doubt in doubts:
        standing = known.get((doubt.asks, doubt.seat, doubt.index))
        if standing is None and doubt.doubtful and not _is_said(observation, doubt.asks, doubt.seat, doubt.index):
            number += 1
            yield _asked(observation, doubt, f"Q{number}")
        elif standing is not None and standing.answer is None and doubt.settled is doubt.recorded:
            yield _closed(observation, standing.question, doubt.recorded, "camera")
    for standing in observation.state.open_questions():
        question = standing.question
        taken = _taken(observation, question)
        if taken is not None or _is_said(observation, question.asks, question.seat, question.index):
            yield _closed(observation, question, taken or question.choices[0], "record")


def _doubts(observation: Observation, newest: Sighting) -> Iterator[_Doubt]:
    yield from _in_rivers(observation, newest)
    yield from _on_walls(observation, newest)
    yield from _in_hands(observation, newest)


def _in_rivers(observation: Observation, newest: Sighting) -> Iterator[_Doubt]:
    round_ = observation.round
    for seat in SEATS:
        lying, river = newest.rivers[seat], observation.scene.rivers[seat]
        places = [place for place, each in enumerate(round_.discards) if each.seat is seat and each.called_by is None]
        if lying is None or not len(lying) == len(river.places) == len(places):
            continue
        for place, seen, reading, votes in zip(places, lying, river.places, river.votes, strict=True):
            faces: dict[Tile, int] = {}
            for read, count in votes.items():
                faces[read.tile] = faces.get(read.tile, 0) + count
            total = sum(faces.values())
            torn = total >= observation.dwell.patience and max(faces.values()) < _AGREED * total
            value = None if reading.value is None else reading.value.tile
            yield _Doubt(
                QuestionKind.DISCARD,
                place,
                seat,
                round_.discards[place].tile,
                tuple(sorted(faces, key=lambda face: -faces[face])),
                seen.seen,
                torn or _is_unsure(observation, reading),
                value if not torn and _is_sure(observation, reading) else None,
            )


def _on_walls(observation: Observation, newest: Sighting) -> Iterator[_Doubt]:
    for index, shown in enumerate(observation.round.dora):
        for asks, tile, known in (
            (QuestionKind.DORA, shown.tile, observation.scene.dora),
            (QuestionKind.URA, shown.ura, observation.scene.ura),
        ):
            reading = known.get(shown.place)
            seen = [
                each.seen
                for each in newest.indicators or ()
                if (each.wall, each.stack) == (shown.place.wall, shown.place.stack)
                and each.lower is (asks is QuestionKind.URA)
            ]
            if reading is not None and tile is not None and seen:
                settled = reading.value if _is_sure(observation, reading) else None
                yield _Doubt(
                    asks, index, shown.place.wall, tile, (), seen[0], _is_unsure(observation, reading), settled
                )


def _in_hands(observation: Observation, newest: Sighting) -> Iterator[_Doubt]:
    for seat in SEATS:
        shown, hand, reading = observation.round.revealed[seat], newest.hands[seat], observation.scene.hands[seat]
        if shown is None or hand is None or observation.scene.open_hand(seat) is None:
            continue
        recorded = (*shown.tiles, *(() if shown.apart is None else (shown.apart,)))
        seen = (*hand.shown, *(() if hand.apart is None else (hand.apart,)))
        if len(seen) != len(recorded):
            continue
        for place, (tile, each) in enumerate(zip(recorded, seen, strict=True)):
            doubtful = each.confidence < observation.venue.confidence and reading.count >= observation.dwell.doubt
            settled = each.tile if _is_sure(observation, reading) else None
            yield _Doubt(QuestionKind.HAND, place, seat, tile, (), each, doubtful, settled)


def _is_unsure(observation: Observation, reading: Debounced[Any]) -> bool:
    return not reading.sure and reading.count >= observation.dwell.doubt


def _is_sure(observation: Observation, reading: Debounced[Any]) -> bool:
    return reading.sure and reading.held(observation.dwell.correction) is not None


def _is_said(observation: Observation, asks: QuestionKind, seat: Seat, index: int) -> bool:
    return (asks, int(seat) if asks is QuestionKind.HAND else index) in observation.round.said


def _taken(observation: Observation, question: Question) -> Tile | None:
    """Return the tile of a discard claimed since, which was read again in its meld; else None."""
    if question.asks is not QuestionKind.DISCARD:
        return None
    discard = observation.round.discards[question.index]
    return None if discard.called_by is None else discard.tile


def _asked(observation: Observation, doubt: _Doubt, number: str) -> ev.Event:
    likely = dict.fromkeys((doubt.recorded, *doubt.others, doubt.seen.tile, doubt.seen.other))
    choices = tuple(tile for tile in likely if tile is not None)[:_CHOICES]
    seen, newest = doubt.seen, observation.scene.newest
    frame = 0 if newest is None else newest.frame
    question = Question(number, doubt.asks, doubt.index, doubt.seat, choices, frame, seen.x, seen.y, seen.angle)
    return ev.QuestionAsked(**observation.stamp, question=question)


def _closed(observation: Observation, question: Question, tile: Tile, by: str) -> ev.Event:
    return ev.QuestionAnswered(**observation.stamp, question=question.id, answer=tile, by=by)


QUESTIONS = (questions,)
