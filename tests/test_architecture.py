"""The shape of the house, held over the syntax tree: imports point up, and everything stays small."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "aliquot"
MODULES = sorted(PACKAGE.rglob("*.py"))
ABOVE_THE_LINE = {
    "arithmetic",
    "lattice",
    "core",
    "games",
    "catalogue",
    "oracle",
    "players",
    "lessons",
    "daily",
    "reports",
    "play",
}
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": {"core", "games", "interrupt"},  # and whatever it likes inside a function or for types alone
    "__main__": {"cli"},
    "interrupt": set(),
    "arithmetic": set(),
    "lattice": {"arithmetic"},
    "core": {"core"},
    "games": {"core", "arithmetic", "games"},
    "catalogue": {"games"},
    "oracle": {"core", "arithmetic", "games", "oracle"},
    "players": {"core", "arithmetic", "games", "catalogue", "oracle", "players"},
    "lessons": {"core", "arithmetic", "games", "oracle", "lessons"},
    "daily": {"core", "arithmetic", "games", "oracle", "reports"},
    "reports": {"core", "arithmetic", "games", "catalogue", "oracle", "lessons", "daily", "reports"},
    "play": {"core", "arithmetic", "games", "catalogue", "oracle", "players", "reports", "play"},
    "saves": {"__init__", *ABOVE_THE_LINE, "saves"},
    # The doors never import each other.
    "terminal": {"__init__", *ABOVE_THE_LINE, "saves", "terminal"},
    "web": {"__init__", *ABOVE_THE_LINE, "saves", "web"},
    "envs": {"__init__", *ABOVE_THE_LINE, "envs"},
    "cli": {"__init__", *ABOVE_THE_LINE, "saves", "terminal", "web", "envs", "cli", "interrupt", "testing"},
    "testing": {"core"},
}
"""For each part of the house, the parts it may import."""
LONGEST_MODULE, LONGEST_FUNCTION = 600, 50


def part_of(path: Path) -> str:
    """The part of the house a module belongs to: its top-level package, or its own name."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def parts_named(node: ast.Import | ast.ImportFrom, path: Path) -> Iterator[str]:
    """The parts of the house that an import statement names."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif node.level:
        raise AssertionError(f"{path}:{node.lineno}: relative imports are not used here")
    elif node.module == "aliquot":
        names = [f"aliquot.{alias.name}" for alias in node.names]
    else:
        names = [node.module or ""]
    for name in names:
        house, _, rest = name.partition(".")
        if house == "aliquot":
            part = rest.partition(".")[0]
            yield part if part in MAY_IMPORT else "__init__"


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(tree: ast.AST, *, lazy: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements of a module; those inside functions and for types alone only if asked for."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif lazy or not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)):
            yield from imports(node, lazy=lazy)


def test_the_package_is_found() -> None:
    assert len(MODULES) > 20
    assert {part_of(path) for path in MODULES} >= {"core", "games", "terminal", "cli", "testing", "arithmetic"}


@cache
def parsed() -> list[tuple[Path, ast.Module]]:
    """Every module of the package and its syntax tree."""
    return [(path.relative_to(PACKAGE), ast.parse(path.read_text(encoding="utf-8"))) for path in MODULES]


def test_every_part_of_the_house_has_its_place() -> None:
    assert {part_of(path) for path in MODULES} <= MAY_IMPORT.keys(), "say in MAY_IMPORT what a new part may import"


def test_imports_point_up_and_never_down() -> None:
    wrong = []
    for path, tree in parsed():
        part = part_of(PACKAGE / path)
        for node in imports(tree, lazy=part != "__init__"):
            if forbidden := set(parts_named(node, path)) - MAY_IMPORT[part]:
                wrong.append(f"{path}:{node.lineno}: {part} may not import {forbidden}")
    assert wrong == []


def test_modules_are_short() -> None:
    assert [p for p in MODULES if len(p.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE] == []


def test_functions_are_short() -> None:
    long = []
    for path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{path}:{node.lineno}: {node.name} has {length} lines")
    assert long == []


def test_every_module_opens_by_saying_what_it_is() -> None:
    assert [path for path, tree in parsed() if not ast.get_docstring(tree)] == []


def test_errors_are_raised_and_never_asserted() -> None:
    asserted = [
        f"{path}:{node.lineno}" for path, tree in parsed() for node in ast.walk(tree) if isinstance(node, ast.Assert)
    ]
    assert asserted == []


def test_nobody_tells_games_apart_by_their_class() -> None:
    """Only theories may, and the encodings made for the same rules; whoever shows a game goes by its view."""
    classes = {
        node.name
        for path, tree in parsed()
        if path.parts[0] == "games"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert {"Sum", "Swap", "Misere", "PoolDuel", "NumberGame"} <= classes
    told_apart = [
        f"{path}:{node.lineno}"
        for path, tree in parsed()
        if path.parts[0] not in ("games", "oracle", "envs")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass")
        if classes & {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
    ]
    assert not told_apart


def test_modules_are_named_for_what_they_hold() -> None:
    vague = {"utils", "util", "helpers", "manager", "misc", "common"}
    assert [path for path in MODULES if vague & set(path.with_suffix("").parts)] == []


def test_what_is_public_is_explained_where_it_is_first_said() -> None:
    """A method that overrides another needs no words of its own; everything else does."""
    silent = []
    for path in MODULES:
        name = ".".join(("aliquot", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        if path.name != "__main__.py":
            for kind in vars(import_module(name)).values():
                if isinstance(kind, type) and kind.__module__ == name and kind.__name__[0] != "_":
                    silent += [f"{name}.{kind.__name__}.{method}" for method in unexplained(kind)]
    assert silent == [], silent


def unexplained(kind: type) -> Iterator[str]:
    """The public methods and properties of a class that nobody has said anything about."""
    for name, value in vars(kind).items():
        if name.startswith("_") or not isinstance(value, property | classmethod | staticmethod | FunctionType):
            continue
        if not value.__doc__ and not any(getattr(vars(base).get(name), "__doc__", None) for base in kind.__mro__[1:]):
            yield name


def test_no_file_depends_on_the_folder_next_door() -> None:
    next_door = "/".join(("..", "shared"))
    skipped = {
        ".git",
        ".venv",
        "dist",
        "build",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".hypothesis",
        "__pycache__",
    }
    offenders = [
        path
        for path in _files(PACKAGE.parent.parent, skipped)
        if path.suffix in {".py", ".md", ".toml", ".txt", ".yml", ".yaml", ".json", ".html", ".js", ".css", ".sh", ""}
        and next_door in path.read_text(encoding="utf-8", errors="replace")
    ]
    assert offenders == []


def _files(directory: Path, skipped: set[str]) -> Iterator[Path]:
    for path in directory.iterdir():
        if path.is_dir() and path.name not in skipped:
            yield from _files(path, skipped)
        elif path.is_file():
            yield path


# --- the test itself is tested ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("import aliquot", {"__init__"}),
        ("import aliquot.games.number", {"games"}),
        ("from aliquot import __version__", {"__init__"}),
        ("from aliquot import oracle", {"oracle"}),
        ("from aliquot.terminal.line import evening", {"terminal"}),
        ("import os, json", set()),
        ("from aliquots import games", set()),
    ],
)
def test_the_parts_an_import_names_are_seen(statement: str, named: set[str]) -> None:
    (node,) = ast.parse(statement).body
    assert isinstance(node, ast.Import | ast.ImportFrom)
    assert set(parts_named(node, Path())) == named


def test_imports_are_seen_wherever_they_hide() -> None:
    tree = ast.parse(
        "import a\n"
        "if TYPE_CHECKING:\n    import b\n"
        "def f():\n    import c\n"
        "class C:\n    import d\n"
        "try:\n    import e\nexcept X:\n    pass\n"
    )
    seen = [[alias.name for alias in node.names] for node in imports(tree, lazy=True)]
    assert seen == [["a"], ["b"], ["c"], ["d"], ["e"]]
    seen = [[alias.name for alias in node.names] for node in imports(tree, lazy=False)]
    assert seen == [["a"], ["d"], ["e"]]
