"""A stage for widgets: an app with nothing else in it, which keeps what it hears."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec

from textual import on
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from aliquot.terminal.screen import themes
from aliquot.terminal.screen.boards.grid import MoveChosen, MoveHighlighted
from aliquot.terminal.screen.boards.lattice import Lattice
from aliquot.terminal.screen.widgets import Card, Selector
from tests.effort import PATIENCE

from .conftest import SMALL, text_of

P = ParamSpec("P")


def staged(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Makes an ordinary test of one that waits."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        async def main() -> None:
            await test(*arguments, **named)

        asyncio.run(main())

    return run


class Host(App[None]):
    """Shows widgets in our colours, and keeps what they say."""

    def __init__(self, *widgets: Widget, theme: str = themes.DARK) -> None:
        super().__init__()
        self._widgets = widgets
        self.chosen: list[Any] = []
        self.highlighted: list[Any] = []
        self.clicked: list[int] = []
        self.opened: list[Any] = []
        self.turned: list[str] = []
        for one in themes.THEMES:
            self.register_theme(one)
        self.theme = theme
        self.animation_level = "none"  # Nothing here waits for a picture to move.

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.THEMES[0].variables

    def compose(self) -> ComposeResult:
        yield from self._widgets

    @on(MoveChosen)
    def _keep_chosen(self, event: MoveChosen) -> None:
        self.chosen.append(event.move)

    @on(MoveHighlighted)
    def _keep_pointed(self, event: MoveHighlighted) -> None:
        self.highlighted.append(event.move)

    @on(Lattice.Clicked)
    def _keep_clicked(self, event: Lattice.Clicked) -> None:
        self.clicked.append(event.number)

    @on(Card.Opened)
    def _keep_opened(self, event: Card.Opened) -> None:
        self.opened.append(event.value)

    @on(Selector.Changed)
    def _keep_turned(self, event: Selector.Changed) -> None:
        self.turned.append(event.selector.value)


class Stage:
    """A running host, and what can be done with it."""

    def __init__(self, app: Host, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        """What is shown now."""
        return text_of(self.app)

    @property
    def lines(self) -> list[str]:
        """The lines that are shown now."""
        return self.text.split("\n")

    async def settle(self) -> None:
        """Lets everything that is under way happen; nothing is waited for by the clock."""
        for _ in range(3):
            await self.pilot.pause(0)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until something holds."""
        for _ in range(int(PATIENCE / 0.02)):
            await self.settle()
            if holds():
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"it never happened; there is:\n{self.text}")

    async def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def click(self, widget: Widget, x: int, y: int) -> None:
        """Clicks on a place of a widget."""
        await self.pilot.click(widget, Offset(x, y))
        await self.settle()

    async def click_text(self, text: str, nth: int = 0) -> None:
        """Clicks on the first character of a text that is shown."""
        places = [(line.index(text), y) for y, line in enumerate(self.lines) if text in line]
        assert len(places) > nth, f"{text!r} is not shown:\n{self.text}"
        await self.pilot.click(None, Offset(*places[nth]))
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        """Changes the size of the terminal."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()


@asynccontextmanager
async def shown(*widgets: Widget, size: tuple[int, int] = SMALL, theme: str = themes.DARK) -> AsyncIterator[Stage]:
    """Shows widgets: `async with shown(Grid()) as stage`."""
    app = Host(*widgets, theme=theme)
    async with app.run_test(size=size) as pilot:
        stage = Stage(app, pilot)
        await stage.settle()
        yield stage


def strip_text(strip: Strip) -> str:
    """The characters of a drawn line."""
    return "".join(segment.text for segment in strip)
