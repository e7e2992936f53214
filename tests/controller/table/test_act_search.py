"""From the tiles on the table to the order of the acts."""

from collections.abc import Sequence

import pytest

from controller.journal.events import Called, Discarded, RoundStarted
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, RoundState
from controller.ports.eyes import SeenMeld
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_seen, parse_tile, parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.table.infer.act_search import InferredDiscard, InferredMeld, acts_between, forced_acts
from controller.table.observe.laid import Laid, laid_as_seen, meld_of
from controller.table.observe.scene import LyingTile
from hardware.simulator.camera.plain_sight import seen

A, B, C, D = Seat
NONE: tuple[tuple[Meld, ...], ...] = ((), (), (), ())


def pon(tiles: str, source: From, called: str) -> Meld:
    return Meld(MeldKind.PON, parse_tiles(tiles), parse_tile(called), source)


def rivers(*rows: str) -> list[list[LyingTile]]:
    """Four rivers, every tile upright."""
    return [[LyingTile(tile, False) for tile in parse_tiles(row)] for row in rows]


def after(*acts: InferredDiscard | InferredMeld) -> RoundState:
    """A round of dealer A with these acts recorded."""
    state = reduce(
        NOTHING_YET,
        RoundStarted(
            at=0.0,
            prevailing_wind=Wind.EAST,
            number=1,
            dealer=A,
            counters=0,
            riichi_sticks=0,
            scores=(25_000, 25_000, 25_000, 25_000),
        ),
    )
    for act in acts:
        event = (
            Discarded(at=0.0, seat=act.seat, tile=act.tile, sideways=act.sideways)
            if isinstance(act, InferredDiscard)
            else Called(at=0.0, seat=act.seat, meld=act.meld)
        )
        state = reduce(state, event)
    assert state.round is not None
    return state.round


def told(acts: Sequence[InferredDiscard | InferredMeld] | None) -> list[str] | None:
    """Acts as words: ``A1z`` a discard, ``C pon`` a call."""
    if acts is None:
        return None
    return [
        f"{act.seat.name}{act.tile}" if isinstance(act, InferredDiscard) else f"{act.seat.name} {act.meld.kind.value}"
        for act in acts
    ]


def drop(text: str) -> InferredDiscard:
    return InferredDiscard(Seat("ABCD".index(text[0])), parse_tile(text[1:]))


def test_nothing_new_needs_no_act() -> None:
    now = after(drop("A1z"), drop("B2z"))
    assert acts_between(now, rivers("1z", "2z", "", ""), NONE) == ()


def test_one_new_tile_is_the_discard_of_whose_turn_it_is() -> None:
    assert told(acts_between(after(), rivers("1z", "", "", ""), NONE)) == ["A1z"]
    assert acts_between(after(), rivers("", "1z", "", ""), NONE) is None


def test_several_missed_turns_come_in_turn_order() -> None:
    now = after(drop("A1m"))
    seen_rivers = rivers("1m5m9m", "2m6m", "3m7m", "4m8m")
    assert told(acts_between(now, seen_rivers, NONE)) == ["B2m", "C3m", "D4m", "A5m", "B6m", "C7m", "D8m", "A9m"]


@pytest.mark.law("npm-2008", "27 i", "28 i")
@pytest.mark.law("teikoku", "2-6.3")
def test_a_claim_takes_the_recorded_discard_out_of_its_river() -> None:
    now = after(drop("A1m"), drop("B5z"))
    melds = ((), (), (), (pon("555z", From.ACROSS, "5z"),))
    assert told(acts_between(now, rivers("1m", "", "", ""), melds)) == ["D pon"]
    assert told(acts_between(now, rivers("1m", "", "", "9p"), melds)) == ["D pon", "D9p"]


def test_a_discard_that_was_claimed_before_it_was_recorded_is_found_in_the_meld() -> None:
    now = after(drop("A1m"))
    melds = ((pon("555z", From.ACROSS, "5z"),), (), (), ())
    seen_rivers = rivers("1m7p", "2m8p", "", "")
    assert told(acts_between(now, seen_rivers, melds)) == ["B2m", "C5z", "A pon", "A7p", "B8p"]


def test_the_same_length_hides_a_claim_and_the_next_discard() -> None:
    # B's 5z was claimed by A and B has discarded again since: the number of tiles is the same as before.
    now = after(drop("A1m"), drop("B5z"))
    melds = ((pon("555z", From.RIGHT, "5z"),), (), (), ())
    assert told(acts_between(now, rivers("1m7p", "8p", "", ""), melds)) == ["A pon", "A7p", "B8p"]


def test_kongs_on_the_own_draw_and_grown_from_a_pung() -> None:
    concealed = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111s"))
    now = after(drop("A1m"))
    assert told(acts_between(now, rivers("1m", "", "", ""), ((), (concealed,), (), ()))) == ["B kan_concealed"]
    assert acts_between(now, rivers("1m", "", "", ""), ((), (), (concealed,), ())) is None

    pung = pon("555z", From.LEFT, "5z")
    grown = Meld(MeldKind.KAN_ADDED, parse_tiles("5555z"), parse_tile("5z"), From.LEFT)
    now = after(drop("A5z"), InferredMeld(B, pung), drop("B1m"), drop("C2m"), drop("D3m"), drop("A4m"))
    found = acts_between(now, rivers("4m", "1m", "2m", "3m"), ((), (grown,), (), ()))
    assert told(found) == ["B kan_added"]
    found = acts_between(now, rivers("4m", "1m9s", "2m", "3m"), ((), (grown,), (), ()))
    assert told(found) == ["B kan_added", "B9s"]


def test_an_added_kong_that_was_never_seen_as_a_pung() -> None:
    grown = Meld(MeldKind.KAN_ADDED, parse_tiles("5555z"), parse_tile("5z"), From.LEFT)
    found = acts_between(after(), rivers("4m", "1m9s", "2m", "3m"), ((), (grown,), (), ()))
    assert told(found) == ["A5z", "B pon", "B1m", "C2m", "D3m", "A4m", "B kan_added", "B9s"]


def test_a_claim_of_another_tile_than_the_record_says_means_that_it_was_misread() -> None:
    now = after(drop("A1m"), drop("B7z"))
    melds = ((), (), (), (pon("555z", From.ACROSS, "5z"),))
    assert told(acts_between(now, rivers("1m", "", "", ""), melds)) == ["D pon"]


@pytest.mark.parametrize(
    "rows",
    [("", "2z", "", ""), ("1z", "2z", "", "9m"), ("1z", "", "", "")],
    ids=["a tile of the record is gone", "a seat that was not on turn", "the last discard is gone"],
)
def test_what_no_order_explains_is_left_open(rows: tuple[str, str, str, str]) -> None:
    assert acts_between(after(drop("A1z"), drop("B2z")), rivers(*rows), NONE) is None


def test_what_stays_unexplained_is_taken_as_it_lies() -> None:
    now = after(drop("A1z"), drop("B2z"))
    assert told(forced_acts(now, rivers("1z", "2z", "", "9m"), NONE)) == ["D9m"]
    melds = ((), (), (), (pon("555z", From.LEFT, "5z"),))
    assert told(forced_acts(now, rivers("1z", "2z", "", "9m"), melds)) == ["D pon", "D9m"]


def test_a_tangle_ends_in_bounded_time() -> None:
    many = rivers("123456789m", "123456789p", "123456789s", "1234567z1z")
    melds = tuple((pon("555z", source, "5z"),) * 3 for source in (From.LEFT, From.ACROSS, From.RIGHT, From.LEFT))
    assert acts_between(after(), many, melds) is None


RED_FIVES = (1, 1, 1)


@pytest.mark.parametrize(
    ("tiles", "sideways", "kind", "source"),
    [
        ("456p", (0,), MeldKind.CHII, From.LEFT),
        ("555z", (0,), MeldKind.PON, From.LEFT),
        ("555z", (1,), MeldKind.PON, From.ACROSS),
        ("555z", (2,), MeldKind.PON, From.RIGHT),
        ("5555z", (0,), MeldKind.KAN_OPEN, From.LEFT),
        ("5555z", (2,), MeldKind.KAN_OPEN, From.ACROSS),
        ("5555z", (3,), MeldKind.KAN_OPEN, From.RIGHT),
        ("5555z", (0, 1), MeldKind.KAN_ADDED, From.LEFT),
        ("5555z", (1, 2), MeldKind.KAN_ADDED, From.ACROSS),
        ("5555z", (2, 3), MeldKind.KAN_ADDED, From.RIGHT),
        ("?55z?", (), MeldKind.KAN_CONCEALED, None),
        ("5z??5z", (), MeldKind.KAN_CONCEALED, None),
    ],
)
@pytest.mark.parametrize("seat", Seat)
def test_the_sideways_tile_tells_kind_and_source(
    tiles: str, sideways: tuple[int, ...], kind: MeldKind, source: From | None, seat: Seat
) -> None:
    laid = tuple(seen(tile, seat, place in sideways) for place, tile in enumerate(parse_seen(tiles)))
    found = meld_of(laid_as_seen(SeenMeld(laid, sideways[0] if sideways else None), seat), RED_FIVES)
    assert found is not None
    assert (found.kind, found.source) == (kind, source)


def test_a_red_five_face_down_in_a_kong_is_known_from_the_rulebook() -> None:
    laid = Laid(parse_seen("?55p?"), ())
    with_red, without = meld_of(laid, RED_FIVES), meld_of(laid, (0, 0, 0))
    assert with_red is not None
    assert without is not None
    assert sum(tile.is_red for tile in with_red.tiles) == 1
    assert sum(tile.is_red for tile in without.tiles) == 0


@pytest.mark.parametrize(
    "laid", [Laid(parse_seen("12m4m"), (0,)), Laid(parse_seen("1m?1m"), (0,)), Laid((), (0,)), Laid((), ())]
)
def test_what_is_no_meld_yet_is_not_understood(laid: Laid) -> None:
    assert meld_of(laid, RED_FIVES) is None
