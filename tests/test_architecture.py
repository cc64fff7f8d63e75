"""The shape of the house, held over the syntax tree: imports point up, and everything stays small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "aliquot"
MODULES = sorted(PACKAGE.rglob("*.py"))
ABOVE_THE_LINE = {"arithmetic", "core", "games", "oracle", "players", "lessons"}
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": {"core", "games"},  # and whatever it likes inside a function or for types alone
    "__main__": {"cli"},
    "arithmetic": set(),
    "core": {"core"},
    "games": {"core", "arithmetic", "games"},
    "oracle": {"core", "arithmetic", "games", "oracle"},
    "players": {"core", "arithmetic", "games", "oracle", "players"},
    "lessons": {"core", "arithmetic", "games", "oracle", "lessons"},
    "saves": {"__init__", *ABOVE_THE_LINE, "saves"},
    "terminal": {"__init__", *ABOVE_THE_LINE, "saves", "terminal"},
    "web": {"__init__", *ABOVE_THE_LINE, "saves", "terminal", "web"},
    "envs": {"__init__", *ABOVE_THE_LINE, "envs"},
    "cli": {"__init__", *ABOVE_THE_LINE, "saves", "terminal", "web", "envs", "cli", "testing"},
    "testing": {"core"},
}
"""For each part of the house, the parts it may import."""
LONGEST_MODULE, LONGEST_FUNCTION = 400, 50
EVERY_MODULE = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))


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


@EVERY_MODULE
def test_every_part_of_the_house_has_its_place(path: Path) -> None:
    assert part_of(path) in MAY_IMPORT, "say in MAY_IMPORT what this new part may import"


@EVERY_MODULE
def test_imports_point_up_and_never_down(path: Path) -> None:
    part = part_of(path)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in imports(tree, lazy=part != "__init__"):
        named = set(parts_named(node, path))
        assert named <= MAY_IMPORT[part], f"line {node.lineno}: {part} may not import {named - MAY_IMPORT[part]}"


@EVERY_MODULE
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@EVERY_MODULE
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@EVERY_MODULE
def test_every_module_opens_by_saying_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@EVERY_MODULE
def test_errors_are_raised_and_never_asserted(path: Path) -> None:
    asserted = [
        node.lineno for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Assert)
    ]
    assert asserted == []


@EVERY_MODULE
def test_modules_are_named_for_what_they_hold(path: Path) -> None:
    assert not {"utils", "util", "helpers", "manager", "misc", "common"} & set(path.with_suffix("").parts)


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
