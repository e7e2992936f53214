"""Replay of recorded evidence: frames are read again by this version, and every difference is listed."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from api.evidence.recorder import RecordedEvidence
from controller.errors import EyesError
from controller.journal.chain import Record
from controller.journal.codec import canonical, event_to_json
from controller.journal.events import Event, RulebookKept
from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile, Sighting
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import load, stored_book
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from vision.camera.calibration import fit_camera
from vision.capture.recorder import read_frame
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Change:
    """Differences of a replay. ``seen``: one line per start of a changed reading of a zone, up to a limit.

    ``zones`` counts every changed zone of every frame; ``facts``: lines with - for a missing and + for a new fact.
    """

    frames: int
    others: int
    zones: int
    zones_by_kind: dict[str, int]
    seen: tuple[str, ...]
    facts: tuple[str, ...]
    facts_gone: int
    facts_new: int


def replay_evidence(
    records: Sequence[Record], folder: Path, told: Callable[[int, int], None] = lambda _, __: None
) -> Change:
    """Replay the evidence of a folder against the journal that it led to; raises JantakuError.

    ``told``: called with the number of pieces done and their total.
    """
    tape = RecordedEvidence.open(folder)
    set_up = tape.set_up
    texts = [record.event.book for record in records if isinstance(record.event, RulebookKept)]
    book = stored_book(texts[0]) if texts else load(set_up.rulebook)
    reader = TableReader(load_profile(set_up.profile), fit_camera(tape.calibration).camera, Classifier.load(2))
    work = table_work(load_profile(set_up.profile))
    venue = Venue(rulebook=book.id, profile=set_up.profile, auto_settle=set_up.auto_settle, work=work)
    director = Director.resume(records[: set_up.after], venue, book)
    facts: list[Event] = []
    counts: Counter[str] = Counter()
    seen: list[str] = []
    before: dict[str, tuple[str, str]] = {}
    frames = others = 0
    pieces = len(tape)
    for number, evidence in enumerate(tape):
        told(number, pieces)
        reread = evidence
        if isinstance(evidence, Sighting):
            frames += 1
            try:
                reread = reader.read(read_frame(tape.pictures, evidence.frame, evidence.at))
                # Frames of the seat cameras are not stored, so their recorded readings are used.
                reread = replace(reread, concealed=evidence.concealed)
            except EyesError as error:
                seen.append(f"frame {evidence.frame}: {error}")
                continue
            for zone, then, today in differing(evidence, reread):
                counts[zone.partition(" ")[0]] += 1
                # A zone that stays different is listed once.
                if before.get(zone) != (then, today):
                    seen.append(f"frame {evidence.frame} at {evidence.at:.1f} s, {zone}: {then} -> {today}")
                before[zone] = (then, today)
        else:
            others += 1
        facts += director.handle(reread).events
    lines, gone, new = _compared([record.event for record in records[set_up.after :]], facts)
    return Change(frames, others, counts.total(), dict(counts), tuple(seen[:_SHOWN]), lines, gone, new)


def differing(old: Sighting, new: Sighting) -> Iterator[tuple[str, str, str]]:
    """Yield the zones that two sightings of one frame read differently: name, old and new reading. Positions are
    ignored.
    """
    for (zone, one), (_, other) in zip(_zones(old), _zones(new), strict=True):
        if one != other:
            yield zone, one, other


def _zones(sighting: Sighting) -> Iterator[tuple[str, str]]:
    for seat in SEATS:
        river, hand, melds = sighting.rivers[seat], sighting.hands[seat], sighting.melds[seat]
        yield f"river {seat.name}", "hidden" if river is None else " ".join(_discard(each) for each in river)
        yield f"hand {seat.name}", "hidden" if hand is None else _hand(hand)
        yield f"melds {seat.name}", "hidden" if melds is None else " ".join(_meld(each) for each in melds)
        wall = sighting.walls[seat]
        yield (
            f"wall {seat.name}",
            "hidden" if wall is None else "".join("?" if each is None else str(each) for each in wall),
        )
    shown = sighting.indicators
    told = () if shown is None else sorted(f"{_tile(i.seen)}@{i.wall.name}{i.stack}{'u' * i.lower}" for i in shown)
    yield "indicators", "hidden" if shown is None else " ".join(told)
    dice = sighting.dice
    yield "dice", "hidden" if dice is None else " ".join(sorted(str(die.pips or "?") for die in dice))


def _tile(seen: SeenTile) -> str:
    return "?" if seen.tile is None else str(seen.tile)


def _discard(each: SeenRiverTile) -> str:
    return _tile(each.seen) + "r" * each.sideways


def _hand(hand: SeenHand) -> str:
    shown = format_tiles(each.tile for each in hand.shown)
    apart = "" if hand.apart is None else f"+{_tile(hand.apart)}"
    return f"{hand.standing} standing {shown}{apart}".strip()


def _meld(meld: SeenMeld) -> str:
    return f"{format_tiles(each.tile for each in meld.tiles)}/{meld.sideways}"


def _compared(before: Sequence[Event], after: Sequence[Event]) -> tuple[tuple[str, ...], int, int]:
    """Return lines of the missing and new facts, and their counts; time and evidence of a fact are ignored."""
    old, new = [_fact(event) for event in before], [_fact(event) for event in after]
    lines: list[str] = []
    gone = came = 0
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            lines += [f"- {line}" for line in old[a:b]] + [f"+ {line}" for line in new[c:d]]
            gone, came = gone + b - a, came + d - c
    return tuple(lines[: 2 * _SHOWN]), gone, came


def _fact(event: Event) -> str:
    body = event_to_json(event)
    return canonical({key: value for key, value in body.items() if key not in ("at", "evidence")}).decode()
