"""Commands in two halves: functions, and their texts in ``commands.toml``.

A positional parameter of a function becomes an argument, a keyword-only parameter an option; the function returns the
exit status.
"""

import inspect
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from api.worded import worded


class OptionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Help text and value constraints of an option or argument."""

    help: str
    flag: str = ""
    """Name on the command line, if it differs from the parameter's name."""
    metavar: str | None = None
    min: int | float | None = None
    max: int | float | None = None
    default: str = ""
    """Text shown for the default in the help."""
    variable: str | None = None
    """Environment variable that supplies the value."""


Options = dict[str, str | OptionWords]


class CommandWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command: its function and its help texts."""

    run: str
    help: str
    epilog: str
    options: Options = {}
    rewrite: str = ""
    """Function that completes the command-line arguments before they are parsed."""


class CommandFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of ``commands.toml``."""

    shared: Options
    groups: dict[str, str]
    commands: dict[str, CommandWords]


class Command(TyperCommand):
    """A command whose function is imported only when it is called or its options are needed."""

    def __init__(self, name: str, words: CommandWords, shared: Options) -> None:
        """``shared``: texts of options that several commands have."""
        super().__init__(name, help=inspect.cleandoc(words.help), epilog=words.epilog, rich_markup_mode=None)
        self._words, self._shared = words, shared

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of a call, after loading the function."""
        self.load()
        if self._words.rewrite:
            args = _function(self._words.rewrite)(args)
        return super().make_context(info_name, args, parent, **extra)

    def load(self) -> None:
        """Build the options from the signature of the function."""
        function = _function(self._words.run)
        signature = inspect.signature(function, eval_str=True)

        def run(**_given: Any) -> None:
            raise typer.Exit(function(**_given))

        worded = [self._worded(each) for each in signature.parameters.values()]
        run.__dict__["__signature__"] = signature.replace(parameters=worded)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        alone.command()(run)
        whole = get_command(alone)
        self.params, self.callback = whole.params, whole.callback

    def _worded(self, parameter: inspect.Parameter) -> inspect.Parameter:
        if parameter.annotation is typer.Context:
            return parameter
        told = self._words.options.get(parameter.name) or self._shared[parameter.name]
        words = OptionWords(told) if isinstance(told, str) else told
        default = ... if parameter.default is parameter.empty else parameter.default
        says: Mapping[str, Any] = {
            "help": words.help,
            "metavar": words.metavar,
            "envvar": words.variable,
            "min": words.min,
            "max": words.max,
        }
        if parameter.kind is parameter.KEYWORD_ONLY:
            flag = words.flag or f"--{parameter.name.replace('_', '-')}"
            return parameter.replace(default=typer.Option(default, flag, show_default=words.default or True, **says))
        return parameter.replace(default=typer.Argument(default, **says), kind=parameter.KEYWORD_ONLY)


class Program(TyperGroup):
    """All commands, in the order of ``commands.toml``."""

    def __init__(self, **attributes: Any) -> None:
        """``attributes``: as for any typer group."""
        super().__init__(**attributes)
        words = command_words()
        groups: dict[str, TyperGroup] = {"": self}
        for path, command in words.commands.items():
            above, _, name = path.rpartition(" ")
            _group(groups, above, words.groups).add_command(Command(name, command, words.shared))


@cache
def command_words() -> CommandFile:
    """Return the content of ``commands.toml``."""
    return worded("commands.toml", CommandFile)


def _group(groups: dict[str, TyperGroup], path: str, helps: Mapping[str, str]) -> TyperGroup:
    if path not in groups:
        above, _, name = path.rpartition(" ")
        groups[path] = TyperGroup(name=name, help=helps[path], no_args_is_help=True, rich_markup_mode=None)
        _group(groups, above, helps).add_command(groups[path])
    return groups[path]


def _function(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
