"""Every field of a rulebook is used: code outside the rulebooks reads it, as an attribute or by its name.

The kinds of fault are data and name the fields that the referee reads.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, get_type_hints

import pytest

from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, rulebook
from controller.rulebooks.schema.chapters import Chapters
from tests.support.syntax import without_garbage

ROOT: Final = Path(__file__).parents[3]
PACKAGES: Final = ("api", "controller", "firmware_bridge", "hardware", "vision")
# Code that only shows a rulebook, and the rulebooks themselves, do not count.
ASIDE: Final = (ROOT / "controller" / "rulebooks", ROOT / "api" / "cli" / "rulebooks")
FAULTS: Final = ROOT / "controller" / "referee" / "faults" / "faults.toml"
FIELDS: Final = {name: name.partition(".")[2] for name, _ in rulebook(DEFAULT_RULEBOOK).rules()}
BY_BARE_NAME: Final = {bare: name for name, bare in FIELDS.items()}
CHAPTER_OF: Final = {kind.__name__: chapter for chapter, kind in get_type_hints(Chapters).items()}
CHAPTERS: Final = frozenset(CHAPTER_OF.values())

# Fields that are only shown, each with the reason. Remove a line as soon as its field is read.
NOT_ACTED_ON: Final = {
    "scoring.late_yaku": "a rulebook without it is refused: no text defines what settles a yaku in time",
}


@dataclass(frozen=True)
class Statement:
    """A top-level statement of a module, with all its nodes."""

    name: str | None
    nodes: tuple[ast.AST, ...]
    mentions: frozenset[str]

    @classmethod
    def of(cls, tree: ast.stmt) -> "Statement":
        """Walk the statement once."""
        nodes = tuple(ast.walk(tree))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        return cls(getattr(tree, "name", None), nodes, frozenset(names | attributes))

    def reads(self) -> Iterator[str]:
        """Yield dotted names of the fields that the statement reads."""
        chapters = dict(pair for node in self.nodes for pair in _named_chapters(node))
        # With getattr, the bare name of a field, or a record with such parts, counts as a reading too.
        dynamic = "getattr" in self.mentions
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value in FIELDS:
                    yield node.value
                elif dynamic and node.value in BY_BARE_NAME:
                    yield BY_BARE_NAME[node.value]
            elif isinstance(node, ast.Attribute):
                owner = node.value
                if isinstance(owner, ast.Attribute) and owner.attr in CHAPTERS:
                    yield f"{owner.attr}.{node.attr}"
                elif isinstance(owner, ast.Name) and owner.id in chapters:
                    yield f"{chapters[owner.id]}.{node.attr}"
                elif isinstance(owner, ast.Name) and dynamic and node.attr == "_fields":
                    yield from (BY_BARE_NAME[name] for name in _parts(owner.id) if name in BY_BARE_NAME)


def _named_chapters(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield variables and parameters that refer to a chapter, with its name."""
    if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id in CHAPTER_OF:
        yield node.arg, CHAPTER_OF[node.annotation.id]
    if isinstance(node, ast.Assign | ast.NamedExpr):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        pairs: list[tuple[ast.expr, ast.expr]] = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            # A chapter is never unpacked out of a starred value.
            pairs = list(zip(target.elts, node.value.elts, strict=False))
        for name, value in pairs:
            if isinstance(name, ast.Name) and isinstance(value, ast.Attribute) and value.attr in CHAPTERS:
                yield name.id, value.attr


@cache
def statements() -> tuple[Statement, ...]:
    """Every top-level statement of the code that counts."""
    with without_garbage():
        return tuple(
            Statement.of(tree)
            for package in PACKAGES
            for path in sorted((ROOT / package).rglob("*.py"))
            if not any(aside in path.parents for aside in ASIDE)
            for tree in ast.parse(path.read_text("utf-8")).body
        )


def _parts(record: str) -> Iterator[str]:
    """Yield names of the parts of a record (a NamedTuple)."""
    for statement in statements():
        if statement.name == record:
            parts = (node.target for node in statement.nodes if isinstance(node, ast.AnnAssign))
            yield from (part.id for part in parts if isinstance(part, ast.Name))


@cache
def fields_read() -> frozenset[str]:
    """Fields read by code that is used elsewhere in the product: an unused function does not count."""
    times = Counter(name for statement in statements() for name in statement.mentions)
    called = (one for one in statements() if one.name is None or times[one.name] > (one.name in one.mentions))
    return frozenset(name for statement in called for name in statement.reads())


def named_by_faults(part: Any) -> Iterator[str]:
    """Yield fields that a part of the kinds of fault names."""
    if isinstance(part, str) and part in FIELDS:
        yield part
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from named_by_faults(each)


@pytest.mark.slow
def test_every_field_is_read_by_the_product_but_for_those_with_a_reason() -> None:
    read = fields_read() | set(named_by_faults(tomllib.loads(FAULTS.read_text("utf-8"))))
    # The trees take 200 MB, and nothing reads them after this.
    statements.cache_clear()
    assert set(FIELDS) - read == set(NOT_ACTED_ON), "give the field its effect, or take its line out"
