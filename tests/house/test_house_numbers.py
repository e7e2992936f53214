"""Count of hand-set numbers in the picture reader: the count may only fall."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ALLOWED = Path("tests/vectors/reader_numbers.toml")
APART = ("render", "training", "models")
LOOSE = 10


def numbers(value: ast.AST) -> int:
    """Count the numbers in an expression, in tuples and mappings too."""
    return sum(
        isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)
        for node in ast.walk(value)
    )


def set_by_hand(tree: ast.Module) -> Iterator[ast.expr]:
    """The values of a module's own constants."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if value is not None and all(isinstance(each, ast.Name) and each.id.isupper() for each in targets):
            yield value


def test_hand_set_numbers_of_the_reader_only_become_fewer(trees: dict[Path, ast.Module]) -> None:
    """Each package of ``vision`` has at most the allowed count; after removals the allowance must be lowered.

    A number that has to be added replaces another: what can be learnt from data is not set by hand.
    """
    counted: Counter[str] = Counter()
    for path, tree in trees.items():
        if path.parts[0] == "vision" and path.parts[1] not in APART:
            room = path.parts[1] if len(path.parts) > 2 else "vision"
            counted[room] += sum(map(numbers, set_by_hand(tree)))
    allowed = tomllib.loads(ALLOWED.read_text("utf-8"))["numbers"]
    assert {room: counted[room] for room in counted if counted[room] > allowed.get(room, 0)} == {}
    assert {room: counted[room] for room, most in allowed.items() if most - counted[room] > LOOSE} == {}


def test_numbers_in_tuples_and_mappings_count_and_truths_do_not() -> None:
    tree = ast.parse("_A: Final = (1.5, -2)\nB = {'x': 3, 'y': True}\nname = 4\n_C: Final = 'text'\n")
    assert [numbers(each) for each in set_by_hand(tree)] == [2, 1, 0]
