"""Random house rules: any field of the schema with any lawful value, read as a venue's file is."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from hypothesis import strategies as st

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.checks import BOUNDS, MULTIPLES
from controller.rulebooks.clause import Clause
from controller.rulebooks.house import house_rules
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.event import TieBreak
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.manners import Manner
from controller.rulebooks.schema.penalties import Penalty
from controller.rulebooks.schema.scoring import ChipFor
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.rulebooks.usual import YAKU_IDS
from controller.text import Text

Field = str
_BY_FLOATING: Final = ([0, 0, 0, 0], [12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12], [0, 0, 0, 0])
BOOKS: Final = {name: rulebook(name) for name in rulebook_ids()}
_HOUSE: Final = "house-of-chance"
_FALLING: Final = ([30, 10, -10, -30], [20, 10, -10, -20], [5, 5, -5, -5], [0, 0, 0, 0], [50, 10, -20, -40])


def toml(value: Any) -> str:
    """Return a value of the schema in the notation of a house file."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, Clause):
        value = {"article": value.article, "ja": value.note.ja, "en": value.note.en}
    if isinstance(value, Text):
        value = {"ja": value.ja, "en": value.en}
    if value is None or isinstance(value, str):
        return '"none"' if value is None else f'"{value}"'
    if isinstance(value, int):
        return str(value).lower()
    parts = value._asdict() if hasattr(value, "_asdict") else value
    if isinstance(parts, dict):
        return f"{{ {', '.join(f'{name} = {toml(part)}' for name, part in parts.items())} }}"
    return f"[{', '.join(map(toml, parts))}]"


def _yaku(base: Rulebook) -> st.SearchStrategy[Any]:
    known = {rule.id: rule for rule in base.scoring.yaku.value}

    def change(name: str) -> st.SearchStrategy[dict[str, int]]:
        if name in known and known[name].yakuman:
            return st.integers(1, 2).map(lambda times: {"closed": 0, "open": 0, "yakuman": times})
        return st.tuples(st.integers(0, 6), st.integers(0, 6)).map(
            lambda han: {"closed": max(han), "open": min(han), "yakuman": 0}
        )

    names = st.lists(st.sampled_from(sorted(YAKU_IDS)), min_size=1, max_size=4, unique=True)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: change(name) for name in chosen}))


def _fu(base: Rulebook) -> st.SearchStrategy[Any]:
    lines = [line.id for line in base.scoring.fu.value]
    if not lines:
        return st.nothing()
    return st.dictionaries(st.sampled_from(lines), st.sampled_from((0, 2, 4, 8, 10, 20, 32)), min_size=1, max_size=4)


def _limits(base: Rulebook) -> st.SearchStrategy[Any]:
    steps = base.scoring.limits.value
    return st.integers(0, 1).map(
        lambda more: [{"han": s.han + more, "limit": s.limit, "basic_points": s.basic_points} for s in steps]
    )


def _han_table(base: Rulebook) -> st.SearchStrategy[Any]:
    steps = base.scoring.han_table.value
    return st.just([{**step._asdict(), "ron": 2 * step.ron} for step in steps]) if steps else st.nothing()


def _liability(base: Rulebook) -> st.SearchStrategy[Any]:
    yakuman = [rule.id for rule in base.scoring.yaku.value if rule.yakuman]
    return st.lists(st.sampled_from(yakuman), max_size=3, unique=True)


def _just(values: st.SearchStrategy[Any]) -> Callable[[Rulebook], st.SearchStrategy[Any]]:
    return lambda _base: values


# Fields for which neither their type nor the bounds of a book suffice.
_OWN: Final[Mapping[Field, Callable[[Rulebook], st.SearchStrategy[Any]]]] = {
    "scoring.yaku": _yaku,
    "scoring.fu": _fu,
    "scoring.limits": _limits,
    "scoring.han_table": _han_table,
    "scoring.counted_yakuman": _just(st.sampled_from((None, 12, 13, 14))),
    "scoring.yakuman_points": _just(st.sampled_from((6400, 8000, 10_000))),
    "scoring.red_fives": _just(st.tuples(*(st.integers(0, 4),) * 3)),
    "scoring.chips": _just(
        st.lists(st.sampled_from(ChipFor), max_size=4, unique=True).map(
            lambda chosen: [{"kind": kind.value, "tsumo": 1, "ron": 2} for kind in chosen]
        )
    ),
    "scoring.riichi_stick": _just(st.integers(1, 100).map(lambda number: 100 * number)),
    "claims.liability": _liability,
    # The random hands and rounds are for four players.
    "flow.players": _just(st.just(4)),
    "flow.abortive_draws": _just(st.lists(st.sampled_from(AbortiveDraw), max_size=5, unique=True)),
    "flow.extension_points": _just(st.sampled_from((0, 20_000, 25_100, 30_000, 40_000))),
    "flow.dealer_stop_points": _just(st.sampled_from((0, 25_000, 30_000))),
    "flow.clock_announced_at": _just(st.sampled_from((None, 5, 10))),
    "settlement.start_points": _just(st.integers(10, 1000).map(lambda number: 100 * number)),
    "settlement.return_points": _just(st.integers(10, 1000).map(lambda number: 100 * number)),
    "settlement.rank_points": _just(st.sampled_from(_FALLING)),
    "settlement.rank_points_by_floating": _just(st.sampled_from(([], _BY_FLOATING))),
    "settlement.floating_bonus_points": _just(
        st.sampled_from(([], [[9000, 1000, 0, 0], [6000, 2000, 0, 0], [5000, 1000, 1000, 0]]))
    ),
    "penalties.pot_fine": _just(st.integers(0, 5).map(lambda number: 1000 * number)),
    "table.manners": _just(
        st.lists(st.sampled_from(Manner), max_size=3, unique=True).map(
            lambda chosen: [{"manner": manner.value, "clause": "house"} for manner in chosen]
        )
    ),
    "event.event_ties": _just(st.lists(st.sampled_from(TieBreak), max_size=3, unique=True)),
}


def values(field: Field, base: Rulebook) -> st.SearchStrategy[Any]:
    """Strategy for values that a house file may give a field, nearly all lawful; KeyError for a field without one."""
    if field in _OWN:
        return _OWN[field](base)
    chapter, name = field.split(".")
    (kind,) = get_args(get_type_hints(type(getattr(base, chapter)))[name])
    if kind is bool:
        return st.booleans()
    if kind is Remedy:
        return st.sampled_from(RemedyKind).map(lambda what: {"kind": what.value, "ja": "そうする。", "en": "As said."})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    step = MULTIPLES.get(field)
    numbers = st.integers(*BOUNDS[field]) if step is None else st.integers(0, 10).map(lambda number: number * step)
    return st.none() | numbers if NoneType in get_args(kind) else numbers


def fields() -> tuple[Field, ...]:
    """Dotted names of all fields of the schema."""
    return tuple(name for name, _ in BOOKS[rulebook_ids()[0]].rules())


def written(base: Rulebook, changed: Mapping[Field, Any]) -> str:
    """Return a house file with these fields."""
    lines = [f'base = "{base.id}"', f'id = "{_HOUSE}"']
    return "\n".join((*lines, *(f"{field} = {toml(value)}" for field, value in sorted(changed.items())), ""))


def lawful(base: Rulebook, changed: dict[Field, Any]) -> Rulebook:
    """Return the book with these fields, without those that contradict others."""
    left = dict(changed)
    while True:
        read = house_rules(written(base, left), _HOUSE, BOOKS)
        if read.rulebook is not None:
            return read.rulebook
        refused = {".".join(problem.field.split(".")[:2]) for problem in read.problems} & left.keys()
        # The contradiction may be reported at a field of the base: then changed fields are dropped one by one.
        refused = refused or {max(left)}
        left = {field: value for field, value in left.items() if field not in refused}


@st.composite
def house_books(draw: st.DrawFn) -> Rulebook:
    """A base book with one to twelve fields changed; most games are of East rounds only, since they are played."""
    base = BOOKS[draw(st.sampled_from(sorted(BOOKS)))]
    possible = [field for field in fields() if not values(field, base).is_empty]
    chosen = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=12, unique=True))
    short = {"flow.winds_played": draw(st.sampled_from((1, 1, 1, 2)))}
    changed = short | {field: draw(values(field, base)) for field in chosen}
    if changed.get("flow.abortive_draws"):
        changed["flow.aborted_rounds"] = True
    if Penalty.PAYS_POT in changed.values():
        changed.setdefault("penalties.pot_fine", 1000)
    return lawful(base, changed)
