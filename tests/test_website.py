"""The site: every page is in its navigation, links lead on it where they lead in the repository, and it is checked.

Nothing here needs the builder: `make docs` builds the site itself and checks it.
"""

import re
from pathlib import Path

import pytest

from website.docstrings import markdown
from website.links import problems
from website.pages import TOP, collect
from website.reference import read, write_reference

ROOT = Path(__file__).parent.parent
NAV = re.findall(
    r"^ +- (?:.*: )?([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2], re.M
)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the site, as the builder is given them."""
    pages = tmp_path_factory.mktemp("site") / "pages"
    collect(ROOT, pages)
    write_reference(ROOT / "src" / "aliquot", pages / "api")
    return pages


def test_every_page_is_in_the_navigation_once(collected: Path) -> None:
    written = {str(path.relative_to(collected)) for path in collected.rglob("*.md")}
    assert sorted(NAV) == sorted(written), "give a new page its line under `nav` in mkdocs.yml"


def test_the_page_at_the_door_is_the_readme(collected: Path) -> None:
    assert (collected / "index.md").read_text(encoding="utf-8").startswith("# Aliquot\n")


def test_every_public_name_is_in_the_reference(collected: Path) -> None:
    page = (collected / "api" / "aliquot.core.md").read_text(encoding="utf-8")
    for name in ("game.Game", "match.Match", "outcome.Seat", "view.View"):
        assert f"::: aliquot.core.{name}\n" in page
    front = (collected / "api" / "aliquot.md").read_text(encoding="utf-8")
    assert "::: aliquot.solve\n" in front
    assert "[`Match`][aliquot.core.match.Match]" in front


# --- pages are collected -----------------------------------------------------------------------------


def repository(directory: Path, **pages: str) -> Path:
    """A repository with these pages, `docs_` standing for the folder."""
    for name, text in {"README_md": "# Home\n", **pages}.items():
        path = directory / name.replace("docs_", "docs/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return directory


@pytest.mark.parametrize(
    ("link", "rewritten"),
    [
        ("[a](docs/a.md)", "[a](a.md)"),
        ("[a](docs/a.md#part)", "[a](a.md#part)"),
        ('[a](docs/a.md "A title")', '[a](a.md "A title")'),
        ("![a](docs/a.svg)", "![a](a.svg)"),
        ("[![a](docs/a.svg)](docs/a.md)", "[![a](docs/a.svg)](a.md)"),
        ("[here](#part)", "[here](#part)"),
        ("[there](https://example.org/docs/a.md)", "[there](https://example.org/docs/a.md)"),
        ("[gone](docs/gone.md)", "[gone](docs/gone.md)"),
        ("[the docs](docs)", "the docs"),
        ("```\n[a](docs/a.md)\n```", "```\n[a](docs/a.md)\n```"),
        ("```python\n>>> 1\n1\n```", "```pycon\n>>> 1\n1\n```"),
        ("```python\nprint(1)\n```", "```python\nprint(1)\n```"),
    ],
)
def test_links_of_the_readme_lead_on(link: str, rewritten: str, tmp_path: Path) -> None:
    root = repository(tmp_path / "root", README_md=f"# Home\n\n{link}\n", docs_a_md="# A\n", docs_a_svg="<svg/>")
    collect(root, tmp_path / "pages")
    assert (tmp_path / "pages" / "index.md").read_text(encoding="utf-8") == f"# Home\n\n{rewritten}\n"


def test_a_page_of_the_docs_may_lead_to_the_top_and_to_any_file(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", docs_a_md="[home](../README.md) [rule](../rule.v)\n", rule_v="Qed.\n")
    collect(root, tmp_path / "pages")
    assert (tmp_path / "pages" / "a.md").read_text(encoding="utf-8") == "[home](index.md) [rule](files/rule.v)\n"
    assert (tmp_path / "pages" / "files" / "rule.v").read_text(encoding="utf-8") == "Qed.\n"


def test_what_was_collected_before_is_gone(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", docs_a_md="# A\n", LICENSE="Free.\n")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "old.md").touch()
    collect(root, tmp_path / "pages")
    assert {path.name for path in (tmp_path / "pages").glob("*.md")} == {"index.md", "a.md", TOP["LICENSE"]}


# --- docstrings become Markdown -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("docstring", "written"),
    [
        ("Says it.", "Says it."),
        ("Says.\n\n>>> 1 + 1\n2\n\nMore.", "Says.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."),
        ("Title.\n\nRules\n    Move.\n    On.\n\n    Never pass.", "Title.\n\n**Rules.** Move.\nOn.\n\nNever pass."),
        ("Args:\n    game: The game.", "Args:\n    game: The game."),
        ("Proof: docs/games/pool.md.", "Proof: [games/pool](../games/pool.md)."),
    ],
)
def test_a_docstring_becomes_markdown(docstring: str, written: str) -> None:
    assert markdown(docstring) == written


def test_a_module_is_read_without_being_run(tmp_path: Path) -> None:
    path = tmp_path / "package" / "room.py"
    path.parent.mkdir()
    path.write_text(
        '"""A room."""\n\nfrom package.attic import Box, Lid\n\n__all__ = ["Box"]\n'
        'A = 1\n"""Explained."""\nB = 2\n\n\nclass C: ...\n\n\ndef _d() -> None: ...\n\n\nraise RuntimeError\n'
    )
    room = read(path, path.parent)
    assert (room.name, room.says) == ("package.room", "A room.")
    assert (room.public, room.offered) == (("A", "C"), (("Box", "package.attic"),))


# --- the built site is checked ------------------------------------------------------------------------


def site(directory: Path, body: str) -> Path:
    """A site with a page that has this body, and another to lead to."""
    (directory / "games").mkdir()
    (directory / "index.html").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    (directory / "games" / "pool.html").write_text('<h2 id="rules">Rules</h2><a href="../index.html">back</a>')
    (directory / "pool.svg").write_text("<svg/>")
    return directory


@pytest.mark.parametrize(
    "body",
    [
        '<a href="games/pool.html">a</a>',
        '<a href="games/pool.html#rules">a</a>',
        '<h2 id="here"></h2><a href="#here">a</a>',
        '<img src="pool.svg">',
        '<a href="https://example.org/anything#at-all">a</a>',
        '<a href=".">home</a>',
        "<pre>| a ``` [b](c)</pre>",
    ],
)
def test_a_good_site_passes(body: str, tmp_path: Path) -> None:
    assert problems(site(tmp_path, body)) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<a href="games/gone.html">a</a>', "games/gone.html"),
        ('<a href="games/pool.html#gone">a</a>', "games/pool.html#gone"),
        ('<a href="#gone">a</a>', "#gone"),
        ('<img src="gone.svg">', "gone.svg"),
        ('<a href="/games/pool.html">a</a>', "/games/pool.html"),
        ('<script src="https://example.org/script.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/fonts.css">', "from elsewhere"),
        ("<p>| k | m |</p>", "not understood"),
        ("<p>[a](b.md)</p>", "not understood"),
    ],
)
def test_whatever_is_wrong_with_a_site_is_found(body: str, found: str, tmp_path: Path) -> None:
    (problem,) = problems(site(tmp_path, body))
    assert problem.startswith("index.html")
    assert found in problem


def test_a_site_without_a_page_is_no_site(tmp_path: Path) -> None:
    assert problems(tmp_path) != []
