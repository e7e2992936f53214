"""Syntax trees of Python files, each parsed and walked once for all tests that read them."""

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

Node = TypeVar("Node", bound=ast.AST)
_MEANINGLESS: Final = frozenset({"ctx", "op", "ops", "type_ignores"})
"""Fields that contain no names, values or statements."""


class Nodes:
    """Nodes of one file, by kind, in the order of the tree."""

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
        """Yield all nodes of these kinds."""
        for kind in kinds:
            yield from self._by_kind.get(kind, ())  # type: ignore[misc]  # filed under their own kind


@contextmanager
def without_garbage() -> Iterator[None]:
    """Suspend garbage collection while trees are built: with so many live objects it takes four times as long as
    building.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
