"""The main screens as text, reviewed and compared; and the pictures of them that the docs show.

After a change of looks, draw them anew, look at every picture and review every line that changed:

    make pictures
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot.games import create
from aliquot.play.setup import Setup
from aliquot.terminal.screen import learn, texts
from aliquot.terminal.screen.app import AliquotApp
from tests.sentences import wins

from .conftest import LARGE, SMALL, Drive, Driver

if TYPE_CHECKING:
    from tests.conftest import Agree


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen worth looking at, and how to get there."""

    keys: Sequence[str] = ()
    """What is pressed, one key or one typed line after the other; a line ends with `!`, what is waited for with `…`."""
    game: str = ""
    """The game that is opened, or home."""
    sees: str = ""
    """What is waited for."""
    size: tuple[int, int] = SMALL
    shown: bool = False
    """Whether the docs show it."""


PICTURES = {
    "home": Picture(sees="Factors and Multiples", shown=True),
    "home-large": Picture(size=LARGE, sees="Factors and Multiples"),
    "setup": Picture(["enter"], sees="An illegal choice", shown=True),
    "setup-pool": Picture(["5"], sees="First pick"),
    "number": Picture(["2!"], "dividers-duel(start=60)", "Emmy: choose", shown=True),
    "number-study": Picture(["2!", "s"], "dividers-duel(start=360)", wins("Emmy"), LARGE, shown=True),
    "number-huge": Picture(["2!"], "factor-duel(start=897612484786617600)", "Emmy: choose"),
    "subtraction": Picture(["6!", "s"], "divisor-duel-subtract(start=60)", wins("Emmy"), shown=True),
    "pool": Picture(["12!", "6!", "18!"], "divisor-duel-pool(pool=2-50)", "a multiple of 18"),
    "pool-study": Picture(["12!", "s"], "divisor-duel-pool(pool=2-50)", wins("Ada"), shown=True),
    "pool-large": Picture(["12!", "6!", "18!"], "divisor-duel-pool(pool=1-1000)", "a multiple of 18", LARGE),
    "sum": Picture(["84/2!"], "dividers-duel(start=60+84+90)", "Emmy: choose", shown=True),
    "sum-study": Picture(["84/2!", "s"], "dividers-duel(start=60+84+90)", wins("Emmy"), LARGE),
    "hint": Picture(["h", "h", "h"], "divide-and-conquer(start=100)", "Hint 3 of 3"),
    "over": Picture(["2!", "10!"], "dividers-duel(start=60)", "60/2??"),
    "review": Picture(["2!", "10!", "v", "████…", "left"], "dividers-duel(start=60)", "Winning moves", shown=True),
    "review-large": Picture(
        ["84/2!", "90/3!", "60/12!", "42/2!", "30/2!", "21/3!", "15/3!", "v", "??…", "p"],
        "dividers-duel(start=60+84+90)",
        "Winning moves",
        LARGE,
    ),
    "learn": Picture(["l"], sees="Several numbers"),
    "lesson": Picture(["l", "Several numbers…", "enter", "step 1 of…", "enter"], sees="step 2 of", shown=True),
    "exercise": Picture(["l", "Several numbers…", "e"], sees="exercise 1 of 5"),
    "help": Picture(["question_mark"], "divisor-duel-pool(pool=2-50)", "The signs", (80, 44), shown=True),
    "deeper": Picture(["12!", "d"], "dividers-duel(start=60)", "None of these"),
    "pool-start": Picture(["s"], "divisor-duel-pool(pool=2-50)", "at once: no other divisor", LARGE, shown=True),
    "games": Picture(["g"], sees=texts.NO_GAMES),
    "small": Picture(size=(50, 15), sees="A little more room"),
}
"""By name: the text is in tests/golden/screens, the picture, where there is one, in docs/screens."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PICTURES)
def test_the_screen_looks_as_reviewed(
    name: str, drive: Drive, golden: Path, root: Path, agree: "Agree", monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = PICTURES[name]
    monkeypatch.setattr(learn, "fresh_seed", lambda: 4)

    async def script(screen: Driver) -> None:
        for key in picture.keys:
            if key.endswith("…"):
                await screen.sees(key[:-1])
            elif key.endswith("!"):
                await screen.type(key[:-1])
            else:
                await screen.press(key)
        await screen.sees(picture.sees)
        await screen.settles()
        agree(golden / "screens" / f"{name}.txt", screen.text + "\n")
        if picture.shown and os.environ.get("ALIQUOT_GOLDEN") == "write":
            (root / "docs" / "screens" / f"{name}.svg").write_text(as_svg(screen.app), encoding="utf-8")

    setup = Setup(create(picture.game), names=("Ada", "Emmy")) if picture.game else None
    drive(script, AliquotApp(setup), picture.size)


def as_svg(app: AliquotApp) -> str:
    """The screen as a picture that needs nothing from anywhere else."""
    drawn = app.export_screenshot(title="aliquot")
    drawn = re.sub(r"\s*@font-face \{.*?\}|<!--.*?-->", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


def test_every_screen_has_been_reviewed_and_every_picture_is_of_one(golden: Path, root: Path) -> None:
    shown = [name for name, picture in PICTURES.items() if picture.shown]
    assert sorted(path.stem for path in (golden / "screens").iterdir()) == sorted(PICTURES)
    assert sorted(path.stem for path in (root / "docs" / "screens").iterdir()) == sorted(shown)


def test_the_pictures_load_nothing_from_elsewhere(root: Path) -> None:
    for path in (root / "docs" / "screens").iterdir():
        drawn = path.read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[^\s\"]+", drawn)) == {"http://www.w3.org/2000/svg"}
        assert "url(http" not in drawn
