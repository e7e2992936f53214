"""Composition of a table: each constant of the service has one value."""

import ast
from collections import Counter
from pathlib import Path

import api


def test_no_constant_is_defined_twice() -> None:
    files = sorted(Path(api.__file__).parent.rglob("*.py"))
    assert {str(file): twice for file in files if (twice := defined_twice(file))} == {}


def defined_twice(file: Path) -> list[str]:
    module = ast.parse(file.read_text(encoding="utf-8"))
    names = [
        target.id
        for statement in module.body
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    ]
    return [name for name, times in Counter(names).items() if times > 1]
