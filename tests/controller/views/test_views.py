"""The release gate: what each audience sees, and that a new field cannot pass it by omission."""

import json
from dataclasses import dataclass

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From, Seat
from controller.riichi.tile import Tile
from controller.riichi.wall import Break
from controller.rulebooks.catalogue import rulebook
from controller.views import referee, table
from controller.views.gate import Audience, Public, Secrecy, Secret, Staff, View, release, secrecy_of
from controller.views.table import table_view
from tests.support.bench import bench


@dataclass(frozen=True, slots=True)
class Inner(View):
    name: Public[str]
    hand: Secret[tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Outer(View):
    players: Public[tuple[Inner, ...]]
    note: Staff[str]
    forgotten: str


VIEW = Outer((Inner("A", (Tile.M1, Tile.P5_RED)),), "late", "oops")


def test_the_public_sees_public_fields_only() -> None:
    assert release(VIEW, Audience.PUBLIC, 100.0) == {"players": [{"name": "A"}]}


def test_staff_sees_notes_but_no_secret() -> None:
    assert release(VIEW, Audience.STAFF, 100.0) == {"players": [{"name": "A"}], "note": "late"}


def test_a_secret_comes_out_at_its_time_and_never_without_one() -> None:
    shown = {"players": [{"name": "A", "hand": ["1m", "0p"]}]}
    assert release(VIEW, Audience.PUBLIC, 99.9, released_at=100.0) == {"players": [{"name": "A"}]}
    assert release(VIEW, Audience.PUBLIC, 100.0, released_at=100.0) == shown
    assert release(VIEW, Audience.PUBLIC, 1e12, released_at=None) == {"players": [{"name": "A"}]}
    assert release(VIEW, Audience.PUBLIC, float("nan"), released_at=100.0) == {"players": [{"name": "A"}]}


def test_a_field_without_a_class_is_withheld_from_everybody() -> None:
    assert secrecy_of(Outer)["forgotten"] is None
    for audience in Audience:
        assert "forgotten" not in release(VIEW, audience, 100.0, released_at=0.0)


def test_every_field_of_every_view_of_the_house_has_a_class() -> None:
    kinds = [
        kind
        for kind in (vars(table) | vars(referee)).values()
        if isinstance(kind, type) and issubclass(kind, View) and kind is not View
    ]
    assert len(kinds) > 6
    for kind in kinds:
        assert None not in secrecy_of(kind).values(), kind
    assert secrecy_of(table.SeatView)["concealed"] is Secrecy.SECRET


def test_a_table_lets_faults_out_to_staff_and_open_hands_to_all() -> None:
    table = bench()
    table.set_out(3, 4, broken=Break(Seat.C, 9))
    table.discard(Seat.A, "5p")
    table.see()
    table.open(Seat.B, "46p123m789s22z777z")
    table.see()
    view = table_view(table.director.state, rulebook("npm-2008"))
    staff, public = release(view, Audience.STAFF, 0.0), release(view, Audience.PUBLIC, 0.0)
    assert staff["faults"][0]["code"] == "break-wrong-stack"
    assert staff["faults"][0]["decision"] == "open"
    assert staff["faults"][0]["remedy"]["ja"]
    assert "break-wrong" not in json.dumps(public)
    assert public["phase"] == "result"
    assert public["round"] == {
        "ordinal": 1,
        "wind": "E",
        "number": 1,
        "dealer": 0,
        "counters": 0,
        "riichi_sticks": 0,
        "dice": [3, 4],
        "scores": [25000] * 4,
        "sticks": 0,
        "calls": [],
        "turned": [],
        "sticks_open": 0,
    }
    (discard,) = public["seats"][0]["river"]
    assert discard == {"index": 0, "tile": "5p", "sideways": False, "called": False, "declares": False}
    assert public["seats"][1]["shown"][:2] == ["4p", "6p"]
    assert public["seats"][2]["tiles_standing"] == 13
    result = public["result"]
    assert (result["kind"], result["wins"][0]["winner"], result["wins"][0]["loser"]) == ("win", 1, 0)
    assert result["wins"][0]["winning_tile"] == "5p"
    assert result["wins"][0]["score"]["yaku"][0]["id"] == "CHUN"
    assert "furiten" not in result["wins"][0]
    assert result["confirmed"] is False


def test_melds_are_shown_as_they_lie_on_the_table() -> None:
    laid = {
        "chow": Meld(MeldKind.CHII, parse_tiles("456p"), Tile.P6, From.LEFT),
        "pung": Meld(MeldKind.PON, parse_tiles("111z"), Tile.EAST, From.ACROSS),
        "open": Meld(MeldKind.KAN_OPEN, parse_tiles("1111z"), Tile.EAST, From.ACROSS),
        "concealed": Meld(MeldKind.KAN_CONCEALED, parse_tiles("0555p")),
    }
    seen = {name: release(table.meld_view(meld, Seat.B), Audience.PUBLIC, 0.0) for name, meld in laid.items()}
    assert (seen["chow"]["tiles"], seen["chow"]["sideways"], seen["chow"]["source"]) == (["6p", "4p", "5p"], 0, 0)
    assert (seen["pung"]["sideways"], seen["pung"]["source"]) == (1, 3)
    assert seen["open"]["sideways"] == 2
    assert seen["concealed"]["tiles"] == [None, "5p", "5p", None]
