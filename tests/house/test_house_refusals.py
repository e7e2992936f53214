"""Every refusal in code has its message, and no message is left without a refusal."""

import ast
from pathlib import Path

from api.access.refusals import REFUSALS
from tests.support.syntax import Nodes


def test_every_refusal_has_its_words(nodes: dict[Path, Nodes]) -> None:
    given = set[str]()
    for path, each in nodes.items():
        if path.parts[0] == "api":
            for call in each.of(ast.Call):
                if isinstance(call.func, ast.Name) and call.func.id == "denied":
                    given |= {
                        name.value
                        for name in ast.walk(call.args[0])
                        if isinstance(name, ast.Constant) and isinstance(name.value, str)
                    }
    assert given == set(REFUSALS)
