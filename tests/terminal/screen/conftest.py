"""The full screen without a terminal: driven by keys and clicks, read as text."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets._toast import Toast

from aliquot.core.record import Record
from aliquot.saves.archive import Archive
from aliquot.terminal.screen.app import AliquotApp
from tests.effort import PATIENCE

SMALL, LARGE = (80, 24), (160, 50)
"""The two sizes everything is tried at: the terminal nobody is below, and a generous one."""
_HOPS = 3
"""How many times something is handed on, at most, before it is dealt with."""

NAMED = {"/": "slash", "-": "minus", ",": "comma", "+": "plus", " ": "space"}
"""What keys are called that are not called what they type."""


def text_of(app: App[Any]) -> str:
    """What the screen shows, line by line, without trailing blanks."""
    # What a picture is made of, read directly: a tenth of the time, and a test looks often.
    shown = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens, simplify=False)
    assert isinstance(shown, LayoutUpdate)
    lines = ("".join(segment.text for strip in strips for segment in strip) for strips in shown.strips)
    return "\n".join(line.replace("\xa0", " ").rstrip() for line in lines)


class Driver:
    """A running app, and what a person can do with it."""

    def __init__(self, app: AliquotApp, pilot: Pilot[Any]) -> None:
        """Takes the seat in front of it."""
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        """What is shown now."""
        return text_of(self.app)

    async def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            await self.rush(key)

    async def type(self, text: str) -> None:
        """Types a text and Enter."""
        await self.rush(*(NAMED.get(character, character) for character in text))
        await self.press("enter")

    async def rush(self, *keys: str) -> None:
        """Presses keys all at once, before anything can be done about the first of them."""
        characters = {"enter": "\r", "escape": "\x1b", **{name: sign for sign, name in NAMED.items()}}
        for key in keys:
            self.app.post_message(events.Key(key, characters.get(key, key if len(key) == 1 else None)))
        await self.settle()

    async def settle(self) -> None:
        """Waits until what was asked for has gone its way, from the app to a widget and up to the screen again."""
        for _ in range(_HOPS):
            await self.pilot.pause(0)

    async def click(self, text: str, *, after: str = "", right: int = 0) -> None:
        """Clicks on a text where it is first shown, or first shown after another, once nothing moves any more.

        Args:
            text: What to click on.
            after: What stands somewhere before it.
            right: How many columns to the right of its first character.
        """
        await self.settles()
        shown = self.text
        place = shown.find(text, shown.find(after)) if after in shown else -1
        assert place >= 0, f"{text!r} is not there to be clicked on; the screen shows:\n{shown}"
        above, _, before = shown[:place].rpartition("\n")
        line = above.count("\n") + 1 if "\n" in shown[:place] else 0
        await self.pilot.click(offset=(len(before) + right, line))
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        """Makes the terminal so large."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    async def sees(self, text: str) -> str:
        """Waits until a text is shown, and returns all that is."""
        return await self.until(lambda: text in self.text, f"{text!r} never appeared")

    async def reads(self, text: str) -> None:
        """Waits until a text is shown, wherever its lines break."""
        await self.until(lambda: text in " ".join(self.text.split()), f"{text!r} never appeared")

    async def settles(self) -> None:
        """Waits until nothing changes any more."""
        before = ""
        while before != (before := self.text):
            await self.pilot.pause()

    @property
    def notices(self) -> list[str]:
        """The notices in the corner, wherever their lines break."""
        return [str(toast.render()) for toast in self.app.screen.query(Toast)]

    async def is_told(self, text: str) -> None:
        """Waits until a text is in a notice in the corner."""
        await self.until(lambda: any(text in notice for notice in self.notices), f"{text!r} was never told")

    async def until(self, holds: Callable[[], bool], complaint: str = "it never happened") -> str:
        """Waits until something holds and has been given its place on the screen."""
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            if holds():
                await self.settle()
                return self.text
            await self.pilot.pause(0.02)
        raise AssertionError(f"{complaint}; the screen shows:\n{self.text}")


def saved() -> list[Record]:
    """The games on disk, the newest first; a damaged one fails the test."""
    records = []
    for entry in Archive().entries():
        assert entry.record is not None, entry.problem
        records.append(entry.record)
    return records


Script = Callable[[Driver], Awaitable[None]]
Drive = Callable[..., None]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, with nothing in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def drawn_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws nothing for nobody: without a terminal the library would draw every change and throw it away."""

    def note(screen: Screen[Any]) -> None:
        screen._dirty_widgets.clear()
        screen._compositor._dirty_regions.clear()

    monkeypatch.setattr(Screen, "_compositor_refresh", note)


@pytest.fixture
def drive() -> Drive:
    """Runs an app at a size and lets a script drive it: `drive(script, AliquotApp(setup), SMALL)`."""

    def run(script: Script, app: AliquotApp | None = None, size: tuple[int, int] = SMALL) -> None:
        running = app or AliquotApp()

        async def main() -> None:
            async with running.run_test(size=size, notifications=True) as pilot:
                await pilot.pause(0)
                await script(Driver(running, pilot))

        asyncio.run(main())

    return run
