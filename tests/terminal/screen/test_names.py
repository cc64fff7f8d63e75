"""Private names of ours never meet private names of the library: such a clash breaks things without a word."""

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from textwrap import dedent

import pytest
from textual.message_pump import MessagePump
from textual.widget import Widget

from aliquot.terminal import screen

MEANT = {"_fatal_error"}
"""What is overridden on purpose."""


def ours() -> Iterator[type[MessagePump]]:
    for module in pkgutil.walk_packages(screen.__path__, f"{screen.__name__}."):
        for thing in vars(import_module(module.name)).values():
            if inspect.isclass(thing) and issubclass(thing, MessagePump) and thing.__module__ == module.name:
                yield thing


@cache
def private_names(cls: type) -> frozenset[str]:
    """The private names a class defines or assigns to itself."""
    found = set()
    for node in ast.walk(ast.parse(dedent(inspect.getsource(cls)))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                found.add(name)
    return frozenset(name for name in found if name.startswith("_") and name.strip("_") and not name.startswith("__"))


@pytest.mark.deep
def test_no_private_name_of_ours_is_one_of_the_library() -> None:
    for cls in ours():
        for base in cls.__mro__:
            if base.__module__.startswith("textual"):
                assert private_names(cls) & private_names(base) <= MEANT, (cls, base)


def test_a_clash_would_be_seen() -> None:
    class Clash(Widget):
        def __init__(self) -> None:
            super().__init__()
            self._closing = False

    assert "_closing" in private_names(Clash) & private_names(MessagePump)
