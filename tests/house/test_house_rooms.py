"""Packages: number of files in each, their lengths, and unique names of classes."""

import ast
from collections import Counter, defaultdict
from itertools import zip_longest
from pathlib import Path

from tests.support.syntax import Nodes

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
FEWEST, MOST, SHORT = 3, 12, 40
# Drawings of faces are data; C consists of source and header.
BOOKS = "books"
UNCOUNTED = (Path("vision/render/faces"), Path("hardware/firmware"))
GENERATED = "do not edit"


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def test_a_folder_holds_three_to_twelve_files(files: tuple[Path, ...]) -> None:
    inside: dict[Path, set[str]] = defaultdict(set)
    folders: dict[Path, set[str]] = defaultdict(set)
    for path in files:
        if path.parts[0] in PACKAGES and path.name not in ("__init__.py", "py.typed"):
            inside[path.parent].add(path.name)
            for folder in path.parents:
                folders[folder.parent].add(folder.name)
    counted = {
        folder: names
        for folder, names in inside.items()
        if not any(each in (folder, *folder.parents) for each in UNCOUNTED)
    }
    assert {str(folder): sorted(names) for folder, names in counted.items() if len(names) > MOST} == {}
    few = {folder: names for folder, names in counted.items() if len(names) + len(folders[folder]) < FEWEST}
    assert {str(folder): sorted(names) for folder, names in few.items()} == {}


def test_a_short_file_has_two_importers(nodes: dict[Path, Nodes], texts: dict[Path, str]) -> None:
    importers: Counter[str] = Counter()
    modules = {_module(path) for path in nodes}
    for path, each in nodes.items():
        if path.parts[0] not in PACKAGES:
            continue
        named: set[str] = set()
        for node in each.of(ast.ImportFrom):
            if node.module:
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        for constant in each.of(ast.Constant):
            if isinstance(constant.value, str) and constant.value in modules:
                # A module named in a string is loaded by its own process as its first module and cannot be merged into
                # another.
                importers[constant.value] += 2
        importers.update(named)
    short = [
        path
        for path in nodes
        if path.parts[0] in PACKAGES
        and len(texts[path].splitlines()) < SHORT
        and not path.name.startswith("__")
        and path.parent.name != BOOKS
    ]
    assert [str(path) for path in short if importers[_module(path)] < 2 and GENERATED not in texts[path]] == []


def test_a_name_of_a_class_is_used_once(nodes: dict[Path, Nodes]) -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path, each in nodes.items():
        for node in each.of(ast.ClassDef) if path.parts[0] in PACKAGES else ():
            found[node.name].append(str(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_every_constant_of_vision_says_what_it_is(trees: dict[Path, ast.Module], texts: dict[Path, str]) -> None:
    """A number on its own line of a module has a docstring below it, or a comment above or beside it."""
    silent = []
    for path, tree in trees.items():
        if path.parts[0] == "vision":
            lines = texts[path].splitlines()
            for node, after in zip_longest(tree.body, tree.body[1:]):
                if (name := _constant(node)) is not None:
                    told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                    above, beside = lines[node.lineno - 2], lines[(node.end_lineno or node.lineno) - 1]
                    if not (told or above.lstrip().startswith("#") or "#" in beside):
                        silent.append(f"{path}: {name}")
    assert silent == []


def _constant(node: ast.stmt) -> str | None:
    """Name of a numeric constant that a module-level statement defines, else None."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        target, value = node.target, node.value
    else:
        return None
    return target.id if isinstance(target, ast.Name) and target.id.strip("_").isupper() and _numeric(value) else None


def _numeric(value: ast.expr) -> bool:
    """True if an expression consists of numbers only."""
    match value:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(operand=one):
            return _numeric(one)
        case ast.BinOp(left=left, right=right):
            return _numeric(left) and _numeric(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Call(args=parts, keywords=[]) | ast.Dict(values=parts):
            return bool(parts) and all(map(_numeric, parts))
        case _:
            return False
