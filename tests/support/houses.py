"""Rulebooks with house rules, written as a venue writes them."""

from typing import Final

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.house import house_rules
from controller.rulebooks.rulebook import Rulebook

BOOKS: Final = {name: rulebook(name) for name in rulebook_ids()}
VENUE: Final = "venue"

# Flow of a four-player ranked East-South game at two well-known online platforms.
ONLINE: Final = """
flow.winds_extended = 1
flow.extension_points = 30000
flow.extension_ends = "unless_dealer_stays"
flow.dealer_may_stop = true
flow.dealer_stops_by_itself = true
flow.dealer_stop_points = 30000
flow.ends_below_zero = true
flow.aborted_rounds = true
flow.abortive_draws = ["nine_terminals", "four_winds", "four_riichi", "four_kongs", "triple_ron"]
flow.nagashi_is_win = false
scoring.nagashi_mangan = true
claims.several_rons = "all"
settlement.ties = "seat_order"
riichi.kong_dora_shown = "before_replacement"
riichi.open_kong_dora_shown = "with_next_act"
"""


def house(text: str, base: str = "npm-2008") -> Rulebook:
    """Return a book with house rules, one dotted field per line."""
    read = house_rules(f'base = "{base}"\nid = "{VENUE}"\n{text}', VENUE, BOOKS)
    assert read.rulebook is not None, read.problems
    return read.rulebook
