"""The architecture, held over the syntax tree: imports point up, names are nouns, and nothing grows too large."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "aliquot"
MODULES = sorted(PACKAGE.rglob("*.py"))
LIBRARY = {
    "factorisation",
    "arithmetic",
    "lattice",
    "core",
    "games",
    "catalogue",
    "oracle",
    "oracle.verify",
    "players",
    "lessons",
    "reports",
    "play",
}
"""What knows nothing of terminals, files, HTTP or learning frameworks."""
WEB = {"aliquot", *LIBRARY, "saves", "web"}
MAY_IMPORT: dict[str, set[str]] = {
    "aliquot": {"core", "games", "interrupt"},  # and whatever it likes inside a function or for types alone
    "interrupt": set(),
    "factorisation": set(),
    "arithmetic": {"factorisation"},
    "lattice": {"arithmetic"},
    "core": {"core"},
    "games": {"core", "arithmetic", "games"},
    "catalogue": {"core", "games"},
    "oracle": {"core", "arithmetic", "games", "oracle"},
    "oracle.verify": {"oracle.verify"},
    "players": {"core", "arithmetic", "games", "catalogue", "oracle", "players"},
    "lessons": {"core", "arithmetic", "games", "oracle", "lessons"},
    "reports": {"core", "arithmetic", "games", "catalogue", "oracle", "lessons", "reports"},
    "play": {"core", "arithmetic", "games", "catalogue", "oracle", "players", "reports", "play"},
    "saves": {"aliquot", *LIBRARY, "saves"},
    # The doors never import each other, nor do the two faces of the terminal.
    "terminal": {"aliquot", *LIBRARY, "saves", "terminal"},
    "terminal.line": {"aliquot", *LIBRARY, "saves", "terminal", "terminal.line"},
    "terminal.screen": {"aliquot", *LIBRARY, "saves", "terminal", "terminal.screen"},
    "web.server": {*WEB, "web.server"},
    "web.store": {*WEB, "web.server", "web.store"},
    "web.live": {*WEB, "web.server", "web.store", "web.live"},
    "web.site": {*WEB, "web.server", "web.store", "web.live", "web.site"},
    # The whole server, and in the docs' console the commands, for a browser.
    "web.worker": {*WEB, "web.server", "web.store", "web.live", "web.site", "web.worker", "cli"},
    "web": {*WEB, "web.server", "web.store", "web.live", "web.site"},
    "envs": {"aliquot", *LIBRARY, "envs"},
    "evals": {"aliquot", *LIBRARY, "saves", "evals"},
    "testing": {"core"},
    "cli": {
        "aliquot",
        "interrupt",
        *LIBRARY,
        "saves",
        "terminal",
        "terminal.line",
        "terminal.screen",
        "web",
        "web.store",
        "web.worker",
        "envs",
        "evals",
        "cli",
    },
}
"""For each area, the areas it may import: those above it, and itself."""
LONGEST_MODULE, LONGEST_FUNCTION = 600, 50
VAGUE = {"utils", "util", "helpers", "manager", "misc", "common"}
PARTICIPLES = {"told", "taught", "tried", "kept", "found", "shown", "given", "spelt", "heard", "asked", "led", "meant"}
"""Words that say what happened to a thing instead of what it is."""
SCENES = {"hall", "evening", "counsel", "mishap", "ledger", "shelf", "voices", "sitting"}
RELATIVE = re.compile(r"(What|Whether|How|Whoever|Where|Who|Which|Why)\b")
"""How a docstring must not open: the noun or the verb comes first."""


def area_of(module: str) -> str:
    """The area of a dotted module name: a sub-package that has a row of its own, else the part below `aliquot`."""
    _, *parts = module.split(".")
    if ".".join(parts[:2]) in MAY_IMPORT and len(parts) > 1:
        return ".".join(parts[:2])
    return parts[0] if parts and parts[0] in MAY_IMPORT else "aliquot"


def module_name(path: Path) -> str:
    return ".".join(("aliquot", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


@cache
def parsed() -> list[tuple[str, Path, ast.Module]]:
    """Every module by its dotted name, with its path and its syntax tree."""
    return [
        (module_name(path), path.relative_to(PACKAGE), ast.parse(path.read_text(encoding="utf-8"))) for path in MODULES
    ]


def names_in(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The dotted names an import statement may mean, modules imported from their package included."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level:
        raise AssertionError(f"line {node.lineno}: relative imports are not used here")
    modules = {module_name(path) for path in MODULES}
    return [
        longer if (longer := f"{node.module}.{alias.name}") in modules else node.module or "" for alias in node.names
    ]


def areas_in(node: ast.Import | ast.ImportFrom) -> set[str]:
    """The areas of the house that an import statement names."""
    return {area_of(name) for name in names_in(node) if name.partition(".")[0] == "aliquot"}


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(tree: ast.AST, *, lazy: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements of a module; those inside functions and for types alone only if `lazy`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif lazy or not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)):
            yield from imports(node, lazy=lazy)


# --- imports ----------------------------------------------------------------------------------------


def test_every_module_belongs_to_an_area() -> None:
    assert len(MODULES) > 100
    strays = [name for name, path, _ in parsed() if area_of(name) == "aliquot" and path.name not in ROOT_MODULES]
    assert strays == [], "say in MAY_IMPORT what a new area may import"


ROOT_MODULES = {"__init__.py", "__main__.py"}


def test_imports_point_up_and_never_down() -> None:
    wrong = []
    for name, path, tree in parsed():
        if path.name == "__main__.py":
            continue
        area = area_of(name)
        for node in imports(tree, lazy=area != "aliquot"):
            if forbidden := areas_in(node) - MAY_IMPORT[area]:
                wrong.append(f"{path}:{node.lineno}: {area} may not import {forbidden}")
    assert wrong == []


def test_the_verifier_shares_no_code_with_the_oracle() -> None:
    assert MAY_IMPORT["oracle.verify"] == {"oracle.verify"}


# --- size and names ---------------------------------------------------------------------------------


def test_modules_are_short() -> None:
    assert [p for p in MODULES if len(p.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE] == []


def test_functions_are_short() -> None:
    long = []
    for _, path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{path}:{node.lineno}: {node.name} has {length} lines")
    assert long == []


def test_modules_and_classes_are_named_by_nouns() -> None:
    """A newcomer would search for the name: no scenes, no vague words, nothing that says what happened to a thing."""
    banned = VAGUE | PARTICIPLES | SCENES
    wrong = [str(path) for _, path, _ in parsed() if banned & set(re.split(r"[/_.]", str(path)))]
    for _, path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                words = {word.lower() for word in re.findall(r"[A-Z][a-z]+", node.name)}
                if words & (PARTICIPLES | SCENES) and node.name != "NotFound":  # HTTP's own name for it
                    wrong.append(f"{path}:{node.lineno}: {node.name}")
    assert wrong == []


def test_variables_say_what_they_are() -> None:
    wrong = []
    for _, path, tree in parsed():
        for node in ast.walk(tree):
            name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else ""
            if name.strip("_") in PARTICIPLES:
                wrong.append(f"{path}:{node.lineno}: {name}")  # type: ignore[attr-defined]
    assert wrong == []


# --- docstrings -------------------------------------------------------------------------------------


def test_every_module_opens_by_saying_what_it_is() -> None:
    assert [path for _, path, tree in parsed() if not ast.get_docstring(tree)] == []


def test_docstrings_open_with_a_verb_or_a_noun() -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    wrong = [
        f"{path}:{getattr(node, 'lineno', 1)}"
        for _, path, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, documented) and RELATIVE.match(ast.get_docstring(node) or "")
    ]
    assert wrong == []


def test_what_is_public_is_explained_where_it_is_first_said() -> None:
    """A method that overrides another needs no words of its own; everything else does."""
    silent = []
    for name, path, _ in parsed():
        # Each harness is installed in an environment of its own, so its adapter cannot be imported here.
        if path.name != "__main__.py" and path.parent.name != "harnesses":
            for kind in vars(import_module(name)).values():
                if isinstance(kind, type) and kind.__module__ == name and kind.__name__[0] != "_":
                    silent += [f"{name}.{kind.__name__}.{method}" for method in unexplained(kind)]
    assert silent == [], silent


def unexplained(kind: type) -> Iterator[str]:
    """The public methods and properties of a class that have no docstring, inherited ones included."""
    for name, value in vars(kind).items():
        if name.startswith("_") or not isinstance(value, property | classmethod | staticmethod | FunctionType):
            continue
        if not value.__doc__ and not any(getattr(vars(base).get(name), "__doc__", None) for base in kind.__mro__[1:]):
            yield name


# --- manners ----------------------------------------------------------------------------------------


def test_errors_are_raised_and_never_asserted() -> None:
    asserted = [
        f"{path}:{node.lineno}" for _, path, tree in parsed() for node in ast.walk(tree) if isinstance(node, ast.Assert)
    ]
    assert asserted == []


def test_nobody_tells_games_apart_by_their_class() -> None:
    """Only theories may, and the encodings made for the same rules; everything that shows a game goes by its view."""
    classes = {
        node.name
        for _, path, tree in parsed()
        if path.parts[0] == "games"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert {"Sum", "Swap", "Misere", "PoolDuel", "NumberGame"} <= classes
    checks = [
        f"{path}:{node.lineno}"
        for _, path, tree in parsed()
        if path.parts[0] not in ("games", "oracle", "envs")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass")
        if classes & {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
    ]
    assert not checks


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
    ("statement", "areas"),
    [
        ("import aliquot", {"aliquot"}),
        ("import aliquot.games.number", {"games"}),
        ("from aliquot import __version__", {"aliquot"}),
        ("from aliquot import oracle", {"oracle"}),
        ("from aliquot.terminal.line import menu", {"terminal.line"}),
        ("from aliquot.terminal import line", {"terminal.line"}),
        ("from aliquot.oracle.verify import verify", {"oracle.verify"}),
        ("from aliquot.web.store.schema import seats", {"web.store"}),
        ("import os, json", set()),
        ("from aliquots import games", set()),
    ],
)
def test_the_areas_an_import_names_are_seen(statement: str, areas: set[str]) -> None:
    (node,) = ast.parse(statement).body
    assert isinstance(node, ast.Import | ast.ImportFrom)
    assert areas_in(node) == areas


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
