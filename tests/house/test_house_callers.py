"""Nothing is there for tests alone: every public function, method and class has a caller in the product."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
CALLERS = PACKAGES | {"docs"}
# What stands in for tables and boards: tests plug, press and break what no service would.
STAND_INS = ("hardware/simulator/", "hardware/firmware/build.py")
WITHOUT_CALLER = {
    "style_of_folder": "artwork that the project does not ship, given by whoever trains",
}
"""Why each of these has none; a name that gets a caller, or goes, leaves this list."""
# Called by a library or by the language, never by name.
BY_OTHERS = {
    **dict.fromkeys(("do_GET", "log_message"), "http.server"),
    **dict.fromkeys(("forward",), "torch"),
    **dict.fromkeys(("collect",), "prometheus_client"),
    **dict.fromkeys(("get_next",), "onnxruntime"),
    **dict.fromkeys(("next_event",), "h11"),
    **dict.fromkeys(("process_redirect",), "websockets"),
    **dict.fromkeys(
        (
            *("capture_signals", "handle_connect", "on_response_complete", "send_400_response"),
            *("send_receive_event_to_app", "startup"),
        ),
        "uvicorn",
    ),
    **dict.fromkeys(("upgrade", "downgrade"), "alembic"),
    **dict.fromkeys(("connection_made", "data_received", "pause_writing", "resume_writing"), "asyncio"),
    **dict.fromkeys(("readable", "readinto"), "io"),
    **dict.fromkeys(("find_class",), "pickle"),
}


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Public functions, classes and methods of a module that nothing else announces (a decorator registers)."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _public(node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield from _public(inner)


def _public(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[tuple[str, ast.AST]]:
    registered = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) for one in node.decorator_list
    )
    if not node.name.startswith("_") and not registered and node.name not in BY_OTHERS:
        yield node.name, node


def used(tree: ast.AST) -> Counter[str]:
    """Names that code reads, by how often; what is only imported is not used."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.ImportFrom):
            # Under another name it is used under that name.
            found.update(alias.name for alias in node.names if alias.asname not in (None, alias.name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # Entry points and annotations in quotes.
            found[node.value.rsplit(":", 1)[-1]] += 1
    return found


def test_every_public_function_is_called_in_the_product(trees: dict[Path, ast.Module]) -> None:
    everywhere: Counter[str] = Counter()
    for tree in trees.values():
        everywhere += used(tree)
    uncalled: dict[str, Path] = {}
    for path, tree in trees.items():
        if path.parts[0] in PACKAGES and not path.as_posix().startswith(STAND_INS):
            for name, node in defined(tree):
                # A call of itself is none.
                if everywhere[name] <= used(node)[name]:
                    uncalled[name] = path
    assert {name: str(path) for name, path in uncalled.items() if name not in WITHOUT_CALLER} == {}
    assert set(WITHOUT_CALLER) == set(uncalled)
