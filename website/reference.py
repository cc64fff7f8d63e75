"""The API reference: a page for each package of the library, generated from its docstrings.

The public names of each module are read from its syntax tree, in their order; mkdocstrings renders their docstrings
where a line starts with `:::`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from website.docstrings import markdown

PACKAGES = (
    *(
        "core",
        "games",
        "catalogue",
        "oracle",
        "players",
        "lessons",
        "reports",
        "play",
        "envs",
        "evals",
        "arithmetic",
        "testing",
    ),
)
"""The packages and modules that have a page, in this order; missing ones are skipped."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as the reference shows it."""

    name: str
    """Its name, with dots."""
    says: str
    """How it opens."""
    public: tuple[str, ...]
    """The public names it defines, in its order."""
    offered: tuple[tuple[str, str], ...]
    """The names it hands on from elsewhere, each with the module it is from."""


def write_reference(package: Path, into: Path) -> None:
    """Write the pages: one for the top-level package, one for each of `PACKAGES`, and an index."""
    into.mkdir(parents=True, exist_ok=True)
    door = read(package / "__init__.py", package)
    pages = {door.name: [door]}
    for part in PACKAGES:
        if modules := list(modules_of(package, part)):
            pages[modules[0].name] = modules
    for name, modules in pages.items():
        (into / f"{name}.md").write_text(page(name, modules), encoding="utf-8")
    rows = [f"| [`{name}`]({name}.md) | {modules[0].says.splitlines()[0]} |" for name, modules in pages.items()]
    lines = [
        "# API",
        "",
        "Generated from the docstrings. Names that are not listed here may change without notice.",
        "",
        "| | |",
        "|---|---|",
        *rows,
    ]
    (into / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def modules_of(package: Path, part: str) -> Iterator[Module]:
    """Yield the modules of a package, its `__init__` first; or the one module of that name."""
    for path in [package / part / "__init__.py", package / f"{part}.py"]:
        if path.exists():
            yield read(path, package)
    for path in sorted((package / part).glob("*.py")):
        if path.name != "__init__.py":
            yield read(path, package)


def read(path: Path, package: Path) -> Module:
    """Read a module without running it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    name = ".".join(parts).removesuffix(".__init__")
    promised = set(exported(tree))
    public = [public_name for public_name in defined(tree) if not public_name.startswith("_")]
    offered = [
        (alias.name, node.module or "")
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in promised
    ]
    return Module(name, ast.get_docstring(tree) or "", tuple(public), tuple(sorted(offered)))


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names a module defines: classes, functions, and constants with a docstring below them."""
    for node, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    yield name


def exported(tree: ast.Module) -> list[str]:
    """Return the names in `__all__`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names = ast.literal_eval(node.value)
            return [str(name) for name in names]
    return []


def page(name: str, modules: list[Module]) -> str:
    """Return the Markdown of one page."""
    lines = [f"# {name}", ""]
    for module in modules:
        if module.name != name:
            lines += [f"## {module.name.removeprefix(name + '.')}", ""]
        lines += [markdown(module.says), ""]
        if module.offered:
            lines += ["| name | is |", "|---|---|"]
            lines += [f"| [`{offered}`][{home}.{offered}] | `{home}.{offered}` |" for offered, home in module.offered]
            lines += [""]
        for public in module.public:
            lines += [f"::: {module.name}.{public}", ""]
    return "\n".join(lines)
