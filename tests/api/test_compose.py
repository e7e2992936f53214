"""Putting a table together: each constant of the service has one value."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import api


@pytest.mark.parametrize("file", sorted(Path(api.__file__).parent.rglob("*.py")), ids=lambda file: file.stem)
def test_no_constant_is_defined_twice(file: Path) -> None:
    module = ast.parse(file.read_text(encoding="utf-8"))
    names = [
        target.id
        for statement in module.body
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    ]
    assert not [name for name, times in Counter(names).items() if times > 1]
