"""Write the tables of caches.md: every cache of long-running processes, and its largest size."""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

_ROOT: Final = Path(__file__).parents[2]
_PAGE: Final = _ROOT / "docs" / "caches.md"
_MARK: Final = "<!-- Below: written by docs/generate/list_caches.py. -->\n"
_ROOMS: Final = ("api", "controller", "firmware_bridge", "hardware/profiles", "hardware/simulator", "vision")
_NEVER_RUN: Final = ("vision/training", "vision/render")
_CACHES: Final = frozenset({"cache", "lru_cache", "once_each"})
_MEMO: Final = "Memo"
_WORDS: Final = ("@cache", "lru_cache", "functools.cache", "Memo(", "@once_each")
_USUAL_MEMO: Final = "1 << 16"
"""Default of ``controller.memo.Memo``."""
_STATES: Final = "32"
"""Default of ``controller.memo.once_each``."""
_ENDS: Final = {
    "_heads": "counts of four cells of a suit, 0 to 4 each: 625",
    "_tail": "counts of five cells at most, and chows begun: some 5,000 of what can be dealt",
    "_step": "small counts: 125",
    "_converter": "yes and no: 2",
    "kinds_of": "chapters of a rulebook: eight",
    "hints_of": "kinds of records that a rulebook is made of: some thirty",
    "slots": "of a simulator's walls: one a family of tables",
    "tile_at": "as `slots`",
    "words": "files of words of the program: two",
    "rows": "files of `controller/data`: four",
}
"""Why a cache with arguments and without a limit is bounded all the same."""


class FoundCache(NamedTuple):
    """A cache: file, name, and largest number of entries, "" if none is given."""

    file: str
    name: str
    most: str


def caches() -> list[FoundCache]:
    """Return every cache of the packages of long-running processes."""
    found = []
    for room in _ROOMS:
        for file in sorted((_ROOT / room).rglob("*.py")):
            name = file.relative_to(_ROOT).as_posix()
            text = "" if name.startswith(_NEVER_RUN) else file.read_text("utf-8")
            if any(word in text for word in _WORDS):
                module = ast.parse(text)
                found += [FoundCache(name, owner, _named(module, most)) for owner, most in _in(module)]
    return found


def _named(module: ast.Module, most: str) -> str:
    """Return the value of a size that is given by name in its module."""
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None and ast.unparse(node.target) == most:
            return ast.unparse(node.value)
    return most


def _in(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            for each in node.decorator_list:
                if _called(each) in _CACHES:
                    yield node.name, _most(each) or _of_none(node)
        elif isinstance(node, ast.Call) and _called(node) == _MEMO:
            yield _owner(module, node), ast.unparse(node.args[1]) if len(node.args) > 1 else _USUAL_MEMO
        elif isinstance(node, ast.Call) and _called(node) == "lru_cache" and not _decorates(module, node):
            yield _owner(module, node), _most(node)


def _called(node: ast.expr) -> str:
    made = node.func if isinstance(node, ast.Call) else node
    return made.id if isinstance(made, ast.Name) else made.attr if isinstance(made, ast.Attribute) else ""


def _most(node: ast.expr) -> str:
    """Return the size that a decorator gives, "" for none."""
    if not isinstance(node, ast.Call):
        return {"cache": "", "once_each": _STATES}.get(_called(node), "128")
    sizes = [*(each.value for each in node.keywords if each.arg == "maxsize"), *node.args]
    told = ast.unparse(sizes[0]) if sizes else "128" if _called(node) == "lru_cache" else "None"
    return "" if told == "None" else told


def _of_none(function: ast.FunctionDef) -> str:
    """Return "1" for a function without arguments, which has one value, else ""."""
    arguments = function.args
    return "" if arguments.args or arguments.kwonlyargs or arguments.vararg or arguments.kwarg else "1"


def _owner(module: ast.Module, call: ast.Call) -> str:
    """Return the name of a cache that is made by a call."""
    for node in ast.walk(module):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and call in [*ast.walk(node.value)]:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            return ast.unparse(target)
    (function,) = [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef) and call in [*ast.walk(each)]]
    return function.name


def _decorates(module: ast.Module, call: ast.Call) -> bool:
    functions = (each for each in ast.walk(module) if isinstance(each, ast.FunctionDef))
    return any(call in function.decorator_list for function in functions)


def _size(most: str) -> str:
    base, _, shift = most.partition(" << ")
    if shift.isdigit():
        return f"{int(base) << int(shift):,}"
    return f"{int(most):,}" if most.isdigit() else f"`{most}`"


def page(found: list[FoundCache]) -> str:
    """Return the whole current page."""
    lines = ["", "## 値のキャッシュ / Caches of values", "", "| file | cache: entries at most |", "| --- | --- |"]
    for file, caches_of in groupby(found, lambda each: each.file):
        named = (f"`{each.name}`: {_size(each.most) if each.most else _ENDS[each.name]}" for each in caches_of)
        lines.append(f"| `{file}` | {'; '.join(dict.fromkeys(named))} |")
    return _PAGE.read_text("utf-8").partition(_MARK)[0] + _MARK + "\n".join(lines) + "\n"


if __name__ == "__main__":
    _PAGE.write_text(page(caches()), "utf-8")
