"""The reference: a page for each room of the library, made from its docstrings when the site is built.

Which names there are is read here, from the syntax tree: what is public and defined in a module, in its order. What
each of them says is left to mkdocstrings, which a line of `:::` asks for.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from website.docstrings import markdown

ROOMS = ("core", "games", "oracle", "players", "play", "lessons", "envs", "arithmetic", "testing")
"""The parts of the library that have a page, in this order; one that is not there is left out."""


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
    """Writes the pages of a package: one for its front door, one for each room, and a list of them."""
    into.mkdir(parents=True, exist_ok=True)
    door = read(package / "__init__.py", package)
    pages = {door.name: [door]}
    for room in ROOMS:
        if modules := list(modules_of(package, room)):
            pages[modules[0].name] = modules
    for name, modules in pages.items():
        (into / f"{name}.md").write_text(page(name, modules), encoding="utf-8")
    rows = [f"| [`{name}`]({name}.md) | {modules[0].says.splitlines()[0]} |" for name, modules in pages.items()]
    lines = ["# API", "", "Made from the docstrings. What is not here is no promise.", "", "| | |", "|---|---|", *rows]
    (into / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def modules_of(package: Path, room: str) -> Iterator[Module]:
    """The modules of a room, the one that opens it first."""
    for path in [package / room / "__init__.py", package / f"{room}.py"]:
        if path.exists():
            yield read(path, package)
    for path in sorted((package / room).glob("*.py")):
        if path.name != "__init__.py":
            yield read(path, package)


def read(path: Path, package: Path) -> Module:
    """Reads a module without running it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    name = ".".join(parts).removesuffix(".__init__")
    promised = set(exported(tree))
    public = [found for found in defined(tree) if not found.startswith("_")]
    offered = [
        (alias.name, node.module or "")
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in promised
    ]
    return Module(name, ast.get_docstring(tree) or "", tuple(public), tuple(sorted(offered)))


def defined(tree: ast.Module) -> Iterator[str]:
    """The names a module defines: classes, functions, and whatever has a string below it that explains it."""
    for node, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    yield name


def exported(tree: ast.Module) -> list[str]:
    """What `__all__` lists."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names = ast.literal_eval(node.value)
            return [str(name) for name in names]
    return []


def page(name: str, modules: list[Module]) -> str:
    """A page of the reference."""
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
