"""Mutants of the verifier: copies of it in which one condition, limit or operator is changed, or a call left out."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple, TypeGuard
from unittest.mock import patch

import aliquot.oracle.verify

PACKAGE = "aliquot.oracle.verify"
FOLDER = Path(aliquot.oracle.verify.__file__).parent
MODULES = ("claims", "primes", "numbers", "misere_subtraction", "pools", "chain", "__init__")
"""All modules, each after those it imports."""
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
OPPOSITES: dict[type[ast.AST], type] = {
    operator: other for a, b in (*PAIRS, (ast.Add, ast.Sub)) for operator, other in ((a, b), (b, a))
}


class Mutant(NamedTuple):
    """A changed module: its name, what was changed into what, and the module compiled."""

    module: str
    name: str
    code: CodeType


def mutants() -> Iterator[Mutant]:
    """Every mutant; in each, one thing is changed."""
    seen = Counter[str]()
    for module in MODULES:
        tree = ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))
        for statement in tree.body:
            function = getattr(statement, "name", "module")
            for node, around in _nodes(statement, statement):
                before = _line(around)
                for _ in _changes(node):
                    name = f"{module}.{function}: {before} -> {_line(around)}"
                    seen[name] += 1
                    name += f" ({seen[name]})" if seen[name] > 1 else ""
                    yield Mutant(module, name, compile(ast.fix_missing_locations(tree), module, "exec"))


def _nodes(node: ast.AST, around: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Every node with the expression or statement to show it in; nothing inside messages."""
    yield node, around
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.JoinedStr):
            bare = isinstance(child, ast.Constant | ast.Slice | ast.operator | ast.unaryop | ast.cmpop)
            shown = isinstance(child, ast.expr | ast.stmt | ast.comprehension) and not bare
            yield from _nodes(child, child if shown else around)


def _line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def _changes(node: ast.AST) -> Iterator[None]:
    """Change a node in place, in one way after the other, and restore it in the end."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            node.ops[place] = OPPOSITES[type(operator)]()
            yield
            node.ops[place] = operator
    elif isinstance(node, ast.BoolOp):
        yield from _each(node.values, ast.Constant(isinstance(node.op, ast.And)))
    elif isinstance(node, ast.comprehension):
        yield from _each(node.ifs, ast.Constant(value=True))
    elif isinstance(node, ast.BinOp) and type(node.op) in OPPOSITES:
        yield from _put(node, "op", OPPOSITES[type(node.op)]())
    elif _is_claim(node):
        claims, node.args = node.args, [ast.Constant(value=True), *node.args[1:]]
        yield
        node.args = claims
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _is_claim(node.value):
        yield from _put(node, "value", ast.Constant(None))
    elif isinstance(node, ast.If | ast.IfExp):
        yield from _put(node, "test", ast.Constant(value=True), ast.Constant(value=False))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield from _put(node, "op", ast.UAdd())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _put(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from _put(node, "value", node.value + 1, node.value - 1)


def _is_claim(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "claim"


def _each(values: list[ast.expr], other: ast.expr) -> Iterator[None]:
    """Replace one value of a list after the other."""
    for place, value in enumerate(values):
        values[place] = other
        yield
        values[place] = value


def _put(node: ast.AST, field: str, *others: object) -> Iterator[None]:
    """Replace a field of a node by one value after the other."""
    value = getattr(node, field)
    for other in others:
        setattr(node, field, other)
        yield
    setattr(node, field, value)


@cache
def _code(module: str) -> CodeType:
    return compile((FOLDER / f"{module}.py").read_text("utf-8"), module, "exec")


def load(mutant: Mutant | None = None) -> ModuleType:
    """Return the verifier as a package of its own, with the mutant in place of its module."""
    loaded: dict[str, ModuleType] = {}
    with patch.dict(sys.modules):
        for module in MODULES:
            name = PACKAGE if module == "__init__" else f"{PACKAGE}.{module}"
            loaded[module] = sys.modules[name] = ModuleType(name)
            code = mutant.code if mutant and mutant.module == module else _code(module)
            exec(code, loaded[module].__dict__)
    return loaded["__init__"]
