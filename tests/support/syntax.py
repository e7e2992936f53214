"""Syntax trees of Python files, each parsed and walked once for all who look at them."""

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

Node = TypeVar("Node", bound=ast.AST)
_MEANINGLESS: Final = frozenset({"ctx", "op", "ops", "type_ignores"})
"""Fields that hold no names, values or statements."""


class Nodes:
    """Every node of one file, by its kind, in the order of the tree."""

    def __init__(self, tree: ast.AST) -> None:
        self._by_kind: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        todo = [tree]
        for node in todo:
            self._by_kind[type(node)].append(node)
            for name in node._fields:
                if name in _MEANINGLESS:
                    continue
                value = getattr(node, name, None)
                if isinstance(value, ast.AST):
                    todo.append(value)
                elif isinstance(value, list):
                    todo += [each for each in value if isinstance(each, ast.AST)]

    def of(self, *kinds: type[Node]) -> Iterator[Node]:
        """All of these kinds."""
        for kind in kinds:
            yield from self._by_kind.get(kind, ())  # type: ignore[misc]  # filed under their own kind


@contextmanager
def without_garbage() -> Iterator[None]:
    """While trees are made: looking for garbage among so much that stays takes four times as long as making it."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
