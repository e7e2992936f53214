"""Hypothesis strategies for every journal value; importing the module registers valid melds, wins and sightings."""

from hypothesis import strategies as st

from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenRow, Sighting
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From, Seat
from controller.riichi.tile import Tile
from controller.scoring.win import Riichi, Win, WinBy

MELDS = (
    Meld(MeldKind.CHII, parse_tiles("406s"), Tile.S4, From.LEFT),
    Meld(MeldKind.PON, parse_tiles("505p"), Tile.P5_RED, From.ACROSS),
    Meld(MeldKind.KAN_ADDED, parse_tiles("1111z"), Tile.EAST, From.RIGHT),
    Meld(MeldKind.KAN_CONCEALED, parse_tiles("0555m")),
)
WIN = Win(
    hand=parse_tiles("123m46p789s11z777z"),
    tile=Tile.P5_RED,
    by=WinBy.RON,
    winner=Seat.C,
    loser=Seat.A,
    riichi=Riichi.DOUBLE,
    dora_indicators=parse_tiles("4p"),
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=32)


def values(kind: type[object]) -> st.SearchStrategy[object]:
    """Strategy for any value of a journal type."""
    return st.from_type(kind)


def of_each_seat(kind: object) -> st.SearchStrategy[object]:
    """Strategy for a tuple of four values, one per seat, as sightings have them."""
    one: st.SearchStrategy[object] = st.from_type(kind)  # type: ignore[arg-type]
    return st.tuples(one, one, one, one)


st.register_type_strategy(float, FLOATS)
st.register_type_strategy(Meld, st.sampled_from(MELDS))
st.register_type_strategy(Win, st.just(WIN))
st.register_type_strategy(
    Sighting,
    st.builds(
        Sighting,
        rivers=of_each_seat(tuple[SeenRiverTile, ...] | None),
        hands=of_each_seat(SeenHand | None),
        melds=of_each_seat(tuple[SeenMeld, ...] | None),
        walls=of_each_seat(tuple[int | None, ...] | None),
        sticks=st.none() | of_each_seat(bool | None),
        concealed=st.none() | of_each_seat(SeenRow | None),
    ),
)
