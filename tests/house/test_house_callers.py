"""Nothing exists for tests only: every public function, method and class has a caller in the product."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from api.cli.commands import command_words
from tests.support.syntax import Nodes

PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}
# Substitutes for tables and boards: tests plug, press and break what no service would.
STAND_INS = ("hardware/simulator/", "hardware/firmware/build.py")
# Called by a library or by the language, never by name.
BY_OTHERS = {
    **dict.fromkeys(("do_GET", "log_message"), "http.server"),
    **dict.fromkeys(("forward",), "torch"),
    **dict.fromkeys(("collect",), "prometheus_client"),
    **dict.fromkeys(("get_next",), "onnxruntime"),
    **dict.fromkeys(("next_event",), "h11"),
    **dict.fromkeys(("make_context",), "typer"),
    **dict.fromkeys(("process_redirect",), "websockets"),
    **dict.fromkeys(("get_response",), "starlette"),
    **dict.fromkeys(
        (
            *("capture_signals", "handle_connect", "on_response_complete", "send_400_response"),
            *("send_receive_event_to_app", "startup"),
        ),
        "uvicorn",
    ),
    **dict.fromkeys(("connection_made", "data_received", "pause_writing", "resume_writing"), "asyncio"),
    **dict.fromkeys(("readable", "readinto"), "io"),
    **dict.fromkeys(("find_class",), "pickle"),
}


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def defined(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """Yield public functions, classes and methods of a module without a decorator, which would register them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _public(node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield from _public(inner)


def _public(node: Definition) -> Iterator[tuple[str, Definition]]:
    registered = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) for one in node.decorator_list
    )
    if not node.name.startswith("_") and not registered and node.name not in BY_OTHERS:
        yield node.name, node


def used(nodes: Nodes) -> Iterator[tuple[str, int]]:
    """Yield names that code reads, each with its line; a mere import is no use."""
    for name in nodes.of(ast.Name):
        if isinstance(name.ctx, ast.Load):
            yield name.id, name.lineno
    for attribute in nodes.of(ast.Attribute):
        # A chain over several lines is recorded at its last line.
        yield attribute.attr, attribute.end_lineno or attribute.lineno
    for imported in nodes.of(ast.ImportFrom):
        # A renamed import is used under its new name.
        yield from ((each.name, imported.lineno) for each in imported.names if each.asname not in (None, each.name))
    for constant in nodes.of(ast.Constant):
        if isinstance(constant.value, str):
            # Entry points and annotations in quotes.
            yield constant.value.rsplit(":", 1)[-1], constant.lineno


def test_every_public_function_is_called_in_the_product(
    trees: dict[Path, ast.Module], nodes: dict[Path, Nodes]
) -> None:
    everywhere = defaultdict[str, list[tuple[Path, int]]](list)
    for path, each in nodes.items():
        for name, line in used(each):
            everywhere[name].append((path, line))
    for command in command_words().commands.values():
        for place in (command.run, command.rewrite):
            everywhere[place.rpartition(":")[2]].append((Path("api/data/commands.toml"), 0))
    uncalled: dict[str, Path] = {}
    for path, tree in trees.items():
        if path.parts[0] in PACKAGES and not path.as_posix().startswith(STAND_INS):
            for name, node in defined(tree):
                # A recursive call does not count.
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                inside = range(first, (node.end_lineno or node.lineno) + 1)
                if all(where == path and line in inside for where, line in everywhere[name]):
                    uncalled[name] = path
    assert {name: str(path) for name, path in uncalled.items()} == {}


def test_a_call_of_itself_and_an_import_are_none() -> None:
    code = "from a import b, c as d\ndef e(x):\n    return x.f(e)\ng = 'h:i'\n"
    assert {name for name, _ in used(Nodes(ast.parse(code)))} == {"x", "f", "e", "c", "i"}
