"""Collect the pages of the site in one folder: `docs/`, the pages at the top of the repository, and the reference.

Links between files of the repository are rewritten to lead to the same page of the site. Other files are copied.
"""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
"""Further files of the site: its style sheet and a script for its search."""

TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "LICENSE": "licence.md",
}
"""The pages at the top of the repository, and their names on the site. One that is not there is left out."""

_SESSION = re.compile(r"^( *```)python(?=\n *>>> )", re.M)
FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}).*\n(?:.*\n)*?(?P=indent)(?P=fence) *$", re.M)
_LINK = re.compile(r"(?P<text>!?\[(?:[^\[\]]|\[[^\]]*\]\([^)]*\))*\])\((?P<target>[^)\s]+)(?P<title>\s+\"[^\"]*\")?\)")


def collect(root: Path, into: Path) -> None:
    """Copy every page and picture of a repository into an empty folder, with its links rewritten."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(root / "docs", into)
    shutil.copytree(ASSETS, into / "assets")
    for source in [*(root / name for name in TOP), *sorted((root / "docs").rglob("*.md"))]:
        if source.exists():
            page = into / place(root, source)
            page.write_text(relink(as_page(source), root, source, into), encoding="utf-8")


def place(root: Path, source: Path) -> Path:
    """Return the path of a repository file on the site."""
    name = source.relative_to(root)
    if str(name) in TOP:
        return Path(TOP[str(name)])
    return name.relative_to("docs") if name.parts[0] == "docs" else Path("files") / name


def as_page(source: Path) -> str:
    """Return the text of a page, with interactive sessions marked as such; the plain-text licence becomes a page."""
    text = source.read_text(encoding="utf-8")
    return _SESSION.sub(r"\1pycon", text) if source.suffix == ".md" else f"# Licence\n\n```text\n{text.rstrip()}\n```\n"


def relink(text: str, root: Path, source: Path, into: Path) -> str:
    """Return a page with its links rewritten for the site.

    A folder has no page of its own, so a link to one becomes plain text. What leads nowhere stays as it is, for the
    check of the links to find.
    """
    here = place(root, source).parent

    def lead(found: re.Match[str]) -> str:
        target, mark, anchor = found["target"].partition("#")
        file = Path(os.path.normpath(source.parent / target))
        if not target or re.match(r"[a-z]+:", target) or not file.is_relative_to(root) or not file.exists():
            return found[0]
        if file.is_dir():
            return found["text"].removeprefix("[").removesuffix("]")
        there = place(root, file)
        if there.parts[0] == "files":
            (into / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, into / there)
        return f"{found['text']}({Path(os.path.relpath(there, here)).as_posix()}{mark}{anchor}{found['title'] or ''})"

    return outside_fences(text, lambda prose: _LINK.sub(lead, prose))


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Return a page with a change applied outside its fenced blocks."""
    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])
