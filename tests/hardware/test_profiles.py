"""Profiles of tables: their content, its sources, what is refused, and the rulebooks that each can be used for."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from controller.errors import ProfileError
from controller.machine.facts import Builder, CentreState, Dealer
from controller.ports.table import Verb
from controller.referee.faults.devices import DEVICE_CURES
from controller.riichi.tile import TILES
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.compatibility import due_rolls, fit
from firmware_bridge.machine_table import AS_SHIPPED
from firmware_bridge.table import code_name
from firmware_bridge.wire.codes import INPUTS, OUTPUTS
from firmware_bridge.wire.limits import PULSE_MAX_MS, PULSE_MIN_MS
from hardware.firmware.catalogue import load
from hardware.profiles.load import load_profile, parse_profile, profile_data, profile_ids
from hardware.profiles.machine_facts import machine_facts, table_work
from hardware.profiles.measured import WiresSeen, write_own

IDS = profile_ids()


def test_the_families_are_known() -> None:
    assert {"auto-deal", "four-button", "hand-stacked", "panel-lamps", "two-start", "wall-only"} <= set(IDS)


@pytest.mark.parametrize("profile", IDS)
def test_every_value_has_a_source_and_every_tile_a_place(profile: str) -> None:
    known = load_profile(profile)
    values = sum(
        len(keys)
        for name, section in profile_data(profile).items()
        for keys in (section.values() if name == "goals" else (section,))
    )
    assert len(known.sources) == values > 40
    assert all(known.sources.values())
    in_hands = 52 if known.dealing.by is Dealer.MACHINE else 0
    assert 2 * sum(known.wall.stacks) + in_hands == TILES
    assert set(known.lamps.inputs) <= set(INPUTS)
    assert set(known.buttons.outputs) <= set(OUTPUTS)


@pytest.mark.parametrize("profile", IDS)
def test_goals_press_what_is_wired_as_long_as_the_board_allows_and_what_moves_asks_for_clear_hands(
    profile: str,
) -> None:
    facts = machine_facts(load_profile(profile))
    assert bool(facts.plans) is (facts.work.builder is Builder.MACHINE)
    for verb, plan in facts.plans.items():
        # A state that neither a switch nor the camera proves is unknown, never done.
        assert plan.done or plan.proof is not None or plan.may == (CentreState.UNKNOWN,)
        if plan.press:
            assert PULSE_MIN_MS <= plan.ms <= PULSE_MAX_MS
            assert plan.may
        assert plan.hands_clear is (verb in (Verb.CLOSE, Verb.LIFT))
        assert (len(plan.press) > 1) is (verb in (Verb.LIFT, Verb.FIRST_DEALER))


def test_a_profile_says_only_what_differs_from_the_one_it_extends() -> None:
    folder = resources.files("hardware.profiles") / "tables"
    for profile in IDS:
        own = tomllib.loads((folder / f"{profile}.toml").read_text("utf-8"))
        if (base := own.pop("extends", None)) is not None:
            assert _same(own, profile_data(base)) == [], profile


def test_a_fresh_profile_that_says_no_more_than_what_it_extends_is_that_family(tmp_path: Path) -> None:
    (tmp_path / "fresh.toml").write_text('extends = "two-start"\n', encoding="utf-8")
    assert load_profile(str(tmp_path / "fresh.toml")).sources == load_profile("two-start").sources


def _same(own: dict[str, Any], base: dict[str, Any]) -> list[str]:
    """Keys whose value and source equal those of the base."""
    found = []
    for key, entry in own.items():
        if entry and entry == base.get(key):
            found.append(key)
        elif isinstance(entry, dict) and "value" not in entry and isinstance(base.get(key), dict):
            found += [f"{key}.{name}" for name in _same(entry, base[key])]
    return found


def test_close_differs_by_family() -> None:
    close = {
        profile: machine_facts(load_profile(profile)).plans[Verb.CLOSE].press for profile in ("auto-deal", "two-start")
    }
    assert close == {"auto-deal": ("DICE_A",), "two-start": ("SET_A",)}


def broken(profile: str, change: Any) -> str:
    data = profile_data(profile)
    change(data)
    with pytest.raises(ProfileError) as refused:
        parse_profile(profile, data)
    text = str(refused.value)
    assert "\n" not in text
    return text


def test_what_is_not_known_is_refused_by_name() -> None:
    value = {"value": 1, "source": "assumed"}
    assert "unknown colour" in broken("two-start", lambda data: data["table"].update(colour=value))
    assert "unknown steam" in broken("two-start", lambda data: data.update(steam={}))
    assert "unknown dance" in broken("two-start", lambda data: data["goals"].update(dance={}))
    assert "missing ms" in broken("two-start", lambda data: data["goals"]["open"].pop("ms"))
    assert "missing sticks" in broken("two-start", lambda data: data.pop("sticks"))


def test_values_of_another_type_and_without_a_source_are_refused() -> None:
    def put(section: str, key: str, entry: object) -> str:
        return broken("two-start", lambda data: data[section].update({key: entry}))

    assert "Expected `int`, got `bool`" in put("building", "sets", {"value": True, "source": "assumed"})
    assert "expected one of toggles" in put("buttons", "set_does", {"value": "explodes", "source": "assumed"})
    assert "Expected `array` of length 4, got 3" in put("wall", "stacks", {"value": [1, 2, 3], "source": "assumed"})
    assert "Expected `array`, got `int`" in put("wall", "stacks", {"value": 17, "source": "assumed"})
    assert "{ value, source }" in put("wall", "stacks", 17)
    assert "{ value, source }" in put("building", "sets", {"value": 2, "source": ""})
    assert "expected 0, one for each" in put("lamps", "faults", {"value": ["table-jam"], "source": "assumed"})
    assert "DICE_X not among" in put("chords", "lift", {"value": ["DICE_X"], "source": "assumed"})


def test_a_state_or_proof_that_does_not_exist_is_refused() -> None:
    data = profile_data("two-start")
    data["goals"]["open"]["may"]["value"] = ["ajar"]
    with pytest.raises(ProfileError, match="unknown state 'ajar'"):
        machine_facts(parse_profile("two-start", data))
    data = profile_data("two-start")
    data["goals"]["dice"]["proof"]["value"] = "a bell"
    with pytest.raises(ProfileError, match="unknown proof 'a bell'"):
        machine_facts(parse_profile("two-start", data))


def test_which_book_can_use_which_family_follows_from_their_fields() -> None:
    usable = {
        profile: {book for book in rulebook_ids() if fit(rulebook(book), table_work(load_profile(profile))).usable}
        for profile in IDS
    }
    by_hand = {book for book in rulebook_ids() if rulebook(book).table.hand_stacked_only.value}
    assert by_hand == {"wakashachi-2025", "kenko-2022"}
    assert usable.pop("hand-stacked") == set(rulebook_ids())
    assert all(books == set(rulebook_ids()) - by_hand for books in usable.values())


def test_a_table_that_deals_sets_the_dice_of_a_book_aside_and_says_so() -> None:
    work = table_work(load_profile("auto-deal"))
    aside = fit(rulebook("npm-2008"), work).set_aside
    assert [clause.en for clause in aside] == ["dice to break the wall (art. 13 ro)"]
    assert fit(rulebook("mleague"), work).set_aside == ()
    assert due_rolls(rulebook("npm-2008"), work) == 0


def test_one_roll_or_two_is_the_books_word_for_the_kind_of_table() -> None:
    machine, hands = (table_work(load_profile(profile)) for profile in ("two-start", "hand-stacked"))
    assert (due_rolls(rulebook("npm-2008"), machine), due_rolls(rulebook("npm-2008"), hands)) == (1, 2)
    assert (due_rolls(rulebook("tomioka"), machine), due_rolls(rulebook("tomioka"), hands)) == (1, 1)


def test_a_lamp_for_any_fault_is_told_as_no_more_than_it_says() -> None:
    lamps = {profile: load_profile(profile).lamps.faults for profile in profile_ids()}
    assert lamps["auto-deal"] == lamps["wall-only"] == ("table-fault",)
    assert lamps["four-button"] == AS_SHIPPED, "as the board is shipped"
    assert {code for row in lamps.values() for code in row} <= set(DEVICE_CURES)
    shipped = [load()["config"][f"FAULT_{number}"]["default"] for number in range(1, 6)]
    assert [code_name(code) for code in shipped] == list(AS_SHIPPED)


def test_a_profile_of_a_tables_own_has_what_was_seen_and_marks_what_was_not(tmp_path: Path) -> None:
    file, day = tmp_path / "1.toml", "2026-11-23"
    times = {"cycle.dice_s": [1.0, 1.4, 1.1], "cycle.hatch_open_s": [2.0]}
    seen = WiresSeen(("SET_A", "DICE_A", "READY", "FAULT_2"), {"lamp_share": 10, "lamp_window_ms": 100}, times)
    own = write_own(file, "wall-only", ("卓 1", "Table 1"), seen, day)
    assert own.lamps.inputs == ("SET_A", "DICE_A", "READY", "FAULT_1"), "what FAULT_2 means nobody said"
    assert "assumed: FAULT_1, not seen lit" in own.sources["lamps.inputs"]
    assert "did not move: SET_B" in own.sources["lamps.inputs"]
    assert (own.wiring.lamp_share, own.cycle.dice_s, own.cycle.hatch_open_s) == (10, 1.1, 2.0)
    assert own.sources["cycle.hatch_open_s"] == "assumed", "once is not three times"
    file.write_text(f"# by hand\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    more = WiresSeen(("SET_A", "SET_C", "READY"), {}, {})
    again = write_own(file, "1.toml", ("", ""), more, day)
    assert again.lamps.inputs == ("SET_A", "READY", "FAULT_1", "SET_C")
    assert (again.table.name, again.cycle.dice_s, again.wiring.lamp_share) == ("Table 1", 1.1, 10)
    assert file.read_text(encoding="utf-8").startswith("# by hand\n")
    with pytest.raises(ProfileError, match="is there already"):
        write_own(file, "wall-only", ("", ""), more, day)
    assert [each.name for each in tmp_path.iterdir()] == ["1.toml"]
