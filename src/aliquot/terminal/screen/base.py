"""The base class of every screen, and the thread in which slow work runs."""

import asyncio
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, ClassVar, TypeVar

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from aliquot.terminal.screen import texts

T = TypeVar("T")


def is_closing(widget: Widget) -> bool:
    """Return whether a widget is being removed, so that its children may be gone or may never be mounted."""
    return not (widget.display and widget.is_attached)


class BaseScreen(Screen[None]):
    """A screen that ignores keys until it is fully mounted."""

    DEFAULT_CSS = """
    BaseScreen { background: $background; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012

    arrow_help: ClassVar[tuple[tuple[str, str], ...]] = texts.ARROWS
    """Keys and their meaning, for the help dialog: the arrows, which have no binding with a description."""
    _composed = False

    @property
    def is_ready(self) -> bool:
        """True if all widgets are mounted and none is being removed."""
        return self._composed and not is_closing(self)

    async def wait_for(self, result: Awaitable[T]) -> T:
        """Return an awaited result.

        Raises:
            CancelledError: The screen was closed meanwhile.
        """
        try:
            return await result
        finally:
            if not self.is_ready:
                raise CancelledError

    def on_mount(self) -> None:
        """Call `open`, unless the screen is being removed already."""
        self._composed = True
        if self.is_ready:
            self.open()

    def open(self) -> None:
        """Do what comes first, once all widgets are mounted."""

    def help_text(self) -> Content | None:
        """Return what the help dialog shows above the keys."""
        return None

    def can(self, action: str) -> bool:
        """Return whether an action is available now."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that are available now."""
        return self.is_ready and self.can(action)


class BackgroundThread:
    """A daemon thread that runs functions one after the other.

    All questions of a screen to the oracle run in one thread, because the oracle caches the last position per thread.
    It is a daemon, so that leaving never waits for a search to end.
    """

    def __init__(self) -> None:
        """Prepare the queue; the thread starts with the first function."""
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def run(self, function: Callable[[], T]) -> T:
        """Call a function in the thread; return its result or raise its error."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def resolve(setter: Callable[[Any], None], value: Any) -> None:
            if not future.done():  # Nobody may be waiting any more.
                setter(value)

        def call() -> None:
            if future.cancelled():
                return
            setter: Callable[[Any], None] = future.set_result
            value: Any
            try:
                value = function()
            except BaseException as error:
                setter, value = future.set_exception, error
            with suppress(RuntimeError):  # The loop may be closed by now.
                loop.call_soon_threadsafe(resolve, setter, value)

        if self._thread is None:
            self._thread = Thread(target=self._serve, daemon=True, name="background")
            self._thread.start()
        self._queue.put(call)
        return await future

    def close(self) -> None:
        """Let the thread end after the current function."""
        self._queue.put(None)

    def _serve(self) -> None:
        while (call := self._queue.get()) is not None:
            call()
