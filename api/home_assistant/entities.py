"""Entities of a table, and their values from views that passed the secrecy gate."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from api.home_assistant.config import HomeConfig, plain_name
from controller.journal.state import Phase
from controller.ports.table import GoalStep
from controller.referee.faults.devices import DEVICES, WATCHING
from controller.riichi.seat import SEATS
from controller.text import Language, Text
from controller.views.gate import Audience
from controller.views.referee import OPEN

_IDLE: Final = "idle"
_LINK: Final = "link-lost"
_MACHINE: Final = frozenset(kind.code for kind in DEVICES if kind.code.startswith(("table-", "board-")))
_WINDS: Final = {"E": Text("東", "East"), "S": Text("南", "South"), "W": Text("西", "West"), "N": Text("北", "North")}
_PROBLEM: Final = {"device_class": "problem", "entity_category": "diagnostic"}


@dataclass(frozen=True, slots=True)
class HomeEntity:
    """An entity. ``key``: name of its value; ``detail``: name of its attributes; ``more``: further discovery fields."""

    key: str
    words: Text
    audience: Audience
    more: Mapping[str, Any]
    component: str = "sensor"
    detail: str = ""

    def topic(self, config: HomeConfig, table: str) -> str:
        """Return the discovery topic of the entity."""
        return f"{config.prefix}/{self.component}/{_device(config, table)}/{self.key}/config"

    def discovery(self, config: HomeConfig, table: str) -> dict[str, Any]:
        """Return the discovery payload of the entity."""
        device, state = _device(config, table), config.values(table, self.audience.value)
        told = {
            "name": self.words.of(config.language),
            "unique_id": f"{device}_{self.key}",
            "default_entity_id": f"{self.component}.{device}_{self.key}".lower(),
            "state_topic": state,
            "value_template": f"{{{{ value_json.{self.key} }}}}",
            "availability_mode": "all",
            "availability": [
                {"topic": config.status},
                {
                    "topic": config.tables,
                    "value_template": f"{{{{ 'online' if value_json.get('{table}') else 'offline' }}}}",
                },
            ],
            "device": {
                "identifiers": [device],
                "name": f"{Text('雀卓', 'Mahjong table').of(config.language)} {table}",
                "manufacturer": "jantaku",
                "sw_version": version("jantaku"),
            },
            "origin": {"name": "jantaku", "sw_version": version("jantaku")},
            **self.more,
        }
        if self.detail:
            told["json_attributes_topic"] = state
            told["json_attributes_template"] = f"{{{{ value_json.{self.detail} | tojson }}}}"
        return told


def _score(letter: str) -> HomeEntity:
    key, words = f"score_{letter.lower()}", Text(f"{letter}席の持ち点", f"Score of seat {letter}")
    return HomeEntity(key, words, Audience.PUBLIC, {"state_class": "measurement"}, detail=f"seat_{letter.lower()}")


def _trouble(key: str, words: Text) -> HomeEntity:
    return HomeEntity(key, words, Audience.STAFF, _PROBLEM, "binary_sensor")


ENTITIES: Final = (
    HomeEntity(
        "phase",
        Text("進行", "Phase"),
        Audience.PUBLIC,
        {"device_class": "enum", "options": [each.value for each in Phase]},
    ),
    HomeEntity("round", Text("局", "Round"), Audience.PUBLIC, {"icon": "mdi:cards-playing-outline"}),
    HomeEntity("honba", Text("本場", "Honba"), Audience.PUBLIC, {"state_class": "measurement"}),
    *(_score(seat.name) for seat in SEATS),
    HomeEntity(
        "open_faults",
        Text("未裁定", "Open faults"),
        Audience.STAFF,
        {"state_class": "measurement", "icon": "mdi:gavel"},
        detail="faults",
    ),
    _trouble("link_trouble", Text("卓との接続の不具合", "Trouble with the link")),
    _trouble("camera_trouble", Text("カメラの不具合", "Trouble with the camera")),
    _trouble("machine_trouble", Text("卓の不具合", "Trouble with the machine")),
    HomeEntity(
        "machine",
        Text("卓の動作", "Machine"),
        Audience.STAFF,
        {"device_class": "enum", "options": [_IDLE, *(each.value for each in GoalStep)]},
        detail="goal",
    ),
)


def values(view: Mapping[str, Any], audience: Audience, language: Language) -> dict[str, Any]:
    """Return the values of one audience's entities from a released view; None: unknown."""
    return _public(view, language) if audience is Audience.PUBLIC else _staff(view, language)


def _public(view: Mapping[str, Any], language: Language) -> dict[str, Any]:
    round_ = view["round"]
    told: dict[str, Any] = {
        "phase": view["phase"],
        "round": None if round_ is None else _round(round_, language),
        "honba": None if round_ is None else round_["counters"],
    }
    seats = {each["seat"]: each for each in view["seats"]}
    for seat in SEATS:
        shown, letter = seats.get(seat.value), seat.name.lower()
        told[f"score_{letter}"] = None if shown is None else shown["standing"]["points"]
        told[f"seat_{letter}"] = {
            "name": view["names"][seat.value],
            "wind": None if shown is None else _WINDS[shown["wind"]].of(language),
        }
    return told


def _round(round_: Mapping[str, Any], language: Language) -> str:
    wind, number = _WINDS[round_["wind"]].of(language), round_["number"]
    return f"{wind}{number}局" if language is Language.JA else f"{wind} {number}"


def _staff(view: Mapping[str, Any], language: Language) -> dict[str, Any]:
    found = [each for each in view["faults"] if each["decision"] == OPEN]
    codes, goal = {each["code"] for each in found}, view["goal"]
    return {
        "open_faults": len(found),
        "faults": {"faults": [{"code": each["code"], "name": each["name"][language.value]} for each in found]},
        "link_trouble": _on(_LINK in codes),
        "camera_trouble": _on(bool(codes & WATCHING)),
        "machine_trouble": _on(bool(codes & _MACHINE)),
        "machine": _IDLE if goal is None else goal["step"],
        "goal": {} if goal is None else {"verb": goal["verb"], "name": goal["name"][language.value]},
    }


def _on(trouble: bool) -> str:
    return "ON" if trouble else "OFF"


def _device(config: HomeConfig, table: str) -> str:
    return f"jantaku_{config.venue}_{plain_name(table)}"
