"""Every field of every book, given another value, changes an answer, a fault, a payment, a next round or a table.

``tests/vectors/field_witnesses.toml`` names the witness of each field. A field that another one disables is tested with
that one enabled; a value that is refused when a rulebook is made counts as observed.
"""

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pytest

from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.checks import ContradictionError
from controller.rulebooks.doubts import with_values
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.event import TieBreak
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.riichi import LeftSticks, NotenRiichi
from controller.rulebooks.schema.scoring import ChipFor, ChipRule
from controller.rulebooks.schema.settlement import Rounding, Surplus
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.rulebooks.usual import REMEDIES
from tests.support.witnesses import WITNESSES

NAMED: Final[Mapping[str, str]] = MappingProxyType(
    tomllib.loads((Path(__file__).parents[2] / "vectors" / "field_witnesses.toml").read_text("utf-8"))["field"]
)
FIELDS: Final = tuple(name for name, _ in rulebook("npm-2008").rules())
NPM: Final = rulebook("npm-2008")
BY_FU: Final = {"scoring.han_table": (), "scoring.fu": NPM.scoring.fu.value}
LIABLE: Final = {
    "claims.liability": ("DAISANGEN", "DAISUUSHII"),
    "scoring.most_yakuman": None,
    "scoring.counter_value": 300,
}
CHOMBO: Final = {
    "penalties.chombo_cost": ChomboCost.TO_OTHERS,
    "penalties.chombo_points": 8000,
    "penalties.after_chombo": AfterChombo.REPLAY,
    "penalties.chombo_forgiven_by_win": False,
}
EXTENDED: Final = {"flow.winds_played": 2, "flow.winds_extended": 1, "flow.extension_points": 35_000}
STOPPING: Final = {"flow.dealer_may_stop": True}
CLOCKED: Final = {"flow.clock_minutes": 45, "flow.clock_announced_at": 10}
ABORTING: Final = {"flow.aborted_rounds": True, "flow.abortive_draws": tuple(AbortiveDraw)}
ANY_NUMBER: Final = {
    "scoring.counter_value": 600,
    "flow.noten_payment": 600,
    "flow.aborted_rounds": False,
    "flow.abortive_draws": (),
    "settlement.rank_points": (0, 0, 0, 0),
    "settlement.rank_points_by_floating": (),
    "settlement.floating_bonus": False,
    "settlement.floating_bonus_points": (),
}
AMONG_THREE: Final = {**ANY_NUMBER, "flow.players": 3}
EVENT: Final = {"event.games": 4, "event.qualifiers": 2, "event.event_ties": (TieBreak.WIN_RATE,)}
BONUS: Final = {"settlement.floating_bonus": True}
PRICED: Final = {"riichi.noten_riichi": NotenRiichi.PAYS_EACH_AND_REPLAY, "riichi.noten_riichi_points": 2000}
# Values required for a field to have any effect.
GATES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("scoring.fu", "scoring.double_wind_pair", "scoring.pinfu_tsumo", "scoring.open_pinfu"),
                *("scoring.seven_pairs", "scoring.replacement_tsumo_fu", "scoring.base_power", "scoring.limits"),
                *("scoring.kiriage_30_fu_4_han", "scoring.kiriage_60_fu_3_han", "scoring.counted_yakuman"),
                *("scoring.rounding", "scoring.mixed_in_loses_wait"),
            ),
            BY_FU,
        ),
        **dict.fromkeys((field for field in FIELDS if field.startswith("claims.liability_")), LIABLE),
        "claims.slide_calling": {"claims.swap_calling": Wrong.LOSES_RIGHT},
        "claims.several_rons_pot_to_nearest": {"claims.several_rons": SeveralRons.ALL, "scoring.counter_value": 300},
        "riichi.noten_riichi_points": PRICED,
        **dict.fromkeys(
            ("penalties.chombo_points", "penalties.chombo_counter_points", "penalties.every_offender_pays"), CHOMBO
        ),
        "penalties.pot_fine": {"penalties.empty_call": Penalty.PAYS_POT, "penalties.pot_fine": 1000},
        "penalties.call_then_ron_stands": {"penalties.empty_call": Penalty.LOSES_RIGHT, "penalties.pot_fine": 0},
        "settlement.return_points": {"settlement.oka": True},
        "settlement.oka": {"settlement.return_points": 40_000},
        "settlement.floating_at_return": BONUS,
        "settlement.round_below_zero_by_magnitude": {"settlement.rounding_to_record": Rounding.FIVE_DOWN_SIX_UP},
        "settlement.total_counts_columns": {
            "settlement.surplus": Surplus.FROM_TOP,
            "riichi.left_sticks": LeftSticks.NOBODY,
        },
        "flow.points_declared_before_last": {"flow.winds_played": 2},
        "table.break_opening": {
            "table.wrong_break_before": REMEDIES["shuffle-again"],
            "table.wrong_break_after": REMEDIES["break-stands"],
        },
        "table.dora_opening": {
            "table.wrong_dora_before": REMEDIES["dora-put-right"],
            "table.wrong_dora_after": REMEDIES["dora-swap"],
        },
        "flow.players": ANY_NUMBER,
        "scoring.missing_share": AMONG_THREE,
        "scoring.north_dora": AMONG_THREE,
        "flow.winds_extended": EXTENDED,
        "flow.extension_points": EXTENDED,
        "flow.extension_ends": EXTENDED,
        "flow.dealer_stop_on_tenpai": STOPPING,
        "flow.dealer_stops_by_itself": STOPPING,
        "flow.dealer_stop_points": STOPPING,
        "flow.bust_at_zero": {"flow.ends_below_zero": True},
        "flow.clock_announced_at": CLOCKED,
        "flow.abortive_draws": ABORTING,
        "flow.four_kongs_at_once": ABORTING,
        "settlement.floating_bonus_points": BONUS,
        "event.qualifiers": EVENT,
        "event.last_game_by_standing": EVENT,
        "event.win_rate_all_drawn": EVENT,
    }
)
# Changes that accompany another value, so that the book does not contradict itself.
ALONG: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = MappingProxyType(
    {
        "scoring.dora": ({"scoring.kan_dora": False, "scoring.kan_ura": False},),
        "scoring.ura_dora": ({"scoring.kan_ura": False},),
        "scoring.kan_dora": ({"scoring.kan_ura": False},),
        "scoring.han_table": ({"scoring.fu": ()}, {"scoring.fu": NPM.scoring.fu.value}),
        "riichi.noten_riichi": ({"riichi.noten_riichi_points": 2000}, {"riichi.noten_riichi_points": 0}),
        "flow.aborted_rounds": ({"flow.abortive_draws": tuple(AbortiveDraw)},),
        "penalties.chombo_cost": ({"penalties.chombo_points": 8000},),
        "penalties.empty_call": ({"penalties.pot_fine": 0},),
    }
)
# Fields of which every other value is refused, each with the reason.
ONLY_VALUE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "scoring.late_yaku": "no text defines what settles a yaku in time",
        "table.set_presser": "the texts know one",
        "table.dead_wall": "the texts know fourteen tiles",
    }
)


def other_values(field: str, value: Any) -> Iterator[Any]:
    """Yield other possible values of the field."""
    seen = [dict(rulebook(name).rules())[field].value for name in (*rulebook_ids(), *outside_ids())]
    if isinstance(value, bool):
        seen.append(not value)
    elif isinstance(value, int):
        seen += [value + 1, value * 2, value // 2, value + 600, value + 10_000, value - 1]
    elif isinstance(value, Enum):
        seen += list(type(value))
    elif isinstance(value, Remedy):
        seen += [Remedy(kind, "別", "other") for kind in RemedyKind]
    elif value is None:
        seen += [1, 13]
    elif field == "scoring.fu":
        seen.append(tuple(line._replace(fu=line.fu + 2) for line in value))
    elif field == "scoring.limits":
        seen.append(tuple(step._replace(basic_points=step.basic_points + 100) for step in value))
    elif field == "scoring.chips":
        seen.append((ChipRule(ChipFor.IPPATSU, 1, 1),))
    elif field == "settlement.floating_bonus_points":
        seen.append(tuple(tuple(2 * each for each in row) for row in value))
    elif field == "settlement.rank_points_by_floating":
        seen.append(((50, 10, -10, -50),) * 5)
    told: list[Any] = []
    for one in seen:
        if one != value and one not in told:
            told.append(one)
            yield one


def flipped(name: str, field: str) -> Iterator[tuple[Rulebook, Rulebook]]:
    """Yield the book with the field enabled, and the same with each other possible value."""
    try:
        book = with_values(rulebook(name), GATES.get(field, {}))
    except ContradictionError:
        return
    value = dict(book.rules())[field].value
    for other in other_values(field, value):
        for along in ({}, *ALONG.get(field, ())):
            try:
                yield book, with_values(book, {field: other, **along})
            except (ContradictionError, TypeError):
                continue
            break


def test_the_table_names_a_witness_for_every_field() -> None:
    assert set(NAMED) | set(ONLY_VALUE) == set(FIELDS)
    assert set(NAMED.values()) <= set(WITNESSES)
    assert set(NAMED).isdisjoint(ONLY_VALUE)


@pytest.mark.parametrize(
    "field", [pytest.param(field, marks=[pytest.mark.slow] * (NAMED[field] == "tables")) for field in NAMED]
)
def test_another_value_is_seen_under_one_book_each(field: str) -> None:
    names = rulebook_ids()
    assert _seen(names[list(NAMED).index(field) % len(names)], field), f"{NAMED[field]} tells nothing apart"


@pytest.mark.long
@pytest.mark.parametrize("field", NAMED)
def test_another_value_is_seen_under_every_book(field: str) -> None:
    unseen = [name for name in rulebook_ids() if not _seen(name, field)]
    assert unseen == [], f"{NAMED[field]} tells nothing apart"


def _seen(name: str, field: str) -> bool:
    """True if the field's witness distinguishes the book from one with another value."""
    # The book itself is evaluated once, however many others it is compared with.
    told = cache(lambda law: WITNESSES[NAMED[field]](law, field))
    return any(told(other) != told(book) for book, other in flipped(name, field))


@pytest.mark.parametrize("field", ONLY_VALUE)
def test_what_has_one_value_refuses_every_other(field: str) -> None:
    for name in rulebook_ids():
        assert [*flipped(name, field)] == [], name
