"""Takes a picture of every page at three sizes and in two themes, to be looked at; the best of them are in the docs.

make pictures
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image

from ..conftest import Served, address_of
from .people import DESKTOP, PHONE, PROJECTOR, Person, Theme
from .places import PLACES
from .stage import Stage

ROOT = Path(__file__).parents[3]
REVIEW, DOCS = ROOT / ".cache" / "pages", ROOT / "docs" / "pages"
SIZES = {"phone": PHONE, "desktop": DESKTOP, "projector": PROJECTOR}
THEMES: tuple[Theme, ...] = ("light", "dark")
COLOURS = 96


def take(stage: Stage, url: str, name: str, size: str, theme: Theme) -> None:
    """One picture, for review, and for the docs if it is shown there."""
    person = Person(stage, url, size=SIZES[size], theme=theme)
    try:
        PLACES[name].visit(person)
        path = REVIEW / f"{name}-{size}-{theme}.png"
        person.page.screenshot(path=path)
        if PLACES[name].shown == f"{size} {theme}":
            with Image.open(path) as drawn:
                drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
                    DOCS / f"{name}.png", optimize=True
                )
    finally:
        person.leaves()


def main(names: list[str]) -> None:
    """Takes the pictures of these pages, or of all."""
    for kept in (REVIEW, DOCS):
        kept.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    with tempfile.TemporaryDirectory() as folder, Served(address_of(Path(folder))) as served:
        for name in names or PLACES:
            for size in SIZES:
                for theme in THEMES:
                    stage.run(take, stage, served.url, name, size, theme)
        served.stop()
    stage.close()


if __name__ == "__main__":
    main(sys.argv[1:])
