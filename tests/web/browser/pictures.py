"""Takes a picture of every page at three sizes and in two themes, to be looked at; the best of them are in the docs.

make pictures
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from ..conftest import Served, address_of
from .classmates import Classmate
from .lesson import CHAINS, Lesson
from .people import DESKTOP, PHONE, PROJECTOR, Person, Theme
from .places import PLACES
from .stage import Stage

ROOT = Path(__file__).parents[3]
REVIEW, DOCS = ROOT / ".cache" / "pages", ROOT / "docs" / "pages"
SIZES = {"phone": PHONE, "desktop": DESKTOP, "projector": PROJECTOR}
THEMES: tuple[Theme, ...] = ("light", "dark")
COLOURS = 256
LESSON, WIDTH = ROOT / "src" / "aliquot" / "web" / "site" / "static" / "class", 880
"""Where the pictures of a lesson are, and how wide they are at most."""
CLASSMATES = 15


def reduce(drawn: Image.Image) -> Image.Image:
    """A picture with few colours: by coverage, as the usual way gives up those of small things, such as the dots."""
    few: Image.Image = drawn.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE
    )
    return few


def take(stage: Stage, url: str, name: str, size: str, theme: Theme) -> None:
    """One picture, for review, and for the docs if it is shown there."""
    person = Person(stage, url, size=SIZES[size], theme=theme)
    try:
        PLACES[name].visit(person)
        path = REVIEW / f"{name}-{size}-{theme}.png"
        person.page.screenshot(path=path)
        if PLACES[name].shown == f"{size} {theme}":
            with Image.open(path) as drawn:
                reduce(drawn).save(DOCS / f"{name}.png", optimize=True)
    finally:
        person.leaves()


def take_lesson(stage: Stage, url: str) -> None:
    """The pictures of a lesson with a class, for the page for teachers."""
    people: list[Person] = []
    mates: list[Classmate] = []

    def come(**settings: Any) -> Person:
        people.append(Person(stage, url, **settings))
        return people[-1]

    try:
        lesson = Lesson(come)
        mates.extend(Classmate(url, lesson.code, number) for number in range(CLASSMATES))
        expect(lesson.projector.get_by_text(f"{len(mates) + 3} joined")).to_be_visible()
        _show(lesson.projector, "join")
        lesson.starts("Pairs")
        lesson.presses("Random")
        expect(lesson.desk.locator(".tile.done").nth(1)).to_be_visible()
        _show(lesson.desk, "pairs")
        lesson.stops()
        lesson.starts("One position for all")
        for pupil, move in zip(lesson.pupils, ("10", "40", "10"), strict=True):
            pupil.touch(pupil.page.locator(f'.choices [data-notation="{move}"]'))
        expect(lesson.desk.get_by_text("{0} of {0} have answered".format(len(mates) + 3))).to_be_visible()
        for press in ("Show the answers", "Show which win", "Show why"):
            lesson.presses(press)
        expect(lesson.projector.locator(".bar .why").first).to_be_visible()
        _show(lesson.projector, "position")
        lesson.stops()
        lesson.starts("The longest chain")
        for number in CHAINS[0]:
            lesson.pupils[0].touch(lesson.pupils[0].page.locator(f'.cells [data-number="{number}"]'))
        _show(lesson.pupils[0].page, "chain")
        lesson.stops()
        lesson.teacher.goes(f"/class/{lesson.code}/results")
        expect(lesson.desk.locator("table tbody tr")).to_have_count(len(mates) + 3)
        lesson.desk.evaluate("() => scrollTo(0, document.querySelector('.discussions').offsetTop - innerHeight / 2)")
        _show(lesson.desk, "results")
    finally:
        for mate in mates:
            mate.leaves()
        for person in people:
            person.leaves()


def _show(page: Page, name: str) -> None:
    """One picture of a lesson, as wide as the page for teachers."""
    path = REVIEW / f"lesson-{name}.png"
    page.wait_for_timeout(500)
    page.screenshot(path=path)
    with Image.open(path) as drawn:
        width = min(WIDTH, drawn.width)
        small = drawn.convert("RGB").resize((width, round(drawn.height * width / drawn.width)))
        reduce(small).save(LESSON / f"lesson-{name}.png", optimize=True)


def main(names: list[str]) -> None:
    """Takes the pictures of these pages, or of all."""
    for kept in (REVIEW, DOCS, LESSON):
        kept.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    with tempfile.TemporaryDirectory() as folder, Served(address_of(Path(folder))) as served:
        if not names or "lesson" in names:
            stage.run(take_lesson, stage, served.url)
        for name in (name for name in names or PLACES if name != "lesson"):
            for size in SIZES:
                for theme in THEMES:
                    stage.run(take, stage, served.url, name, size, theme)
        served.stop()
    stage.close()


if __name__ == "__main__":
    main(sys.argv[1:])
