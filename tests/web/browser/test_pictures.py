"""The pictures of the page that the docs show: each is of a page there is, and each is shown."""

import re
from pathlib import Path

from .pictures import SIZES, THEMES
from .places import PLACES


def test_the_docs_show_the_pictures_there_are(root: Path) -> None:
    shown = sorted(name for name, place in PLACES.items() if place.shown)
    assert sorted(path.stem for path in (root / "docs" / "pages").iterdir()) == shown
    page = (root / "docs" / "page.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(pages/([\w-]+)\.png\)", page)) == shown
    for place in PLACES.values():
        if place.shown:
            size, theme = place.shown.split()
            assert size in SIZES
            assert theme in THEMES


def test_the_pictures_are_small(root: Path) -> None:
    assert sum(path.stat().st_size for path in (root / "docs" / "pages").iterdir()) < 400_000
