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

T = TypeVar("T")


def is_closing(widget: Widget) -> bool:
    """Whether a widget is being cleared away, so that what should stand on it may be gone or may never come."""
    return not (widget.display and widget.is_attached)


class BaseScreen(Screen[None]):
    """A screen whose keys wait until it is furnished, however quickly they are pressed."""

    DEFAULT_CSS = """
    BaseScreen { background: $background; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012

    arrow_help: ClassVar[tuple[tuple[str, str], ...]] = (("arrows", "Move the cursor"),)
    """What the arrows do here."""
    _composed = False

    @property
    def is_ready(self) -> bool:
        """Whether everything on it is in its place: not before it is, nor while it is cleared away."""
        return self._composed and not is_closing(self)

    async def wait_for(self, answer: Awaitable[T]) -> T:
        """Waits for an answer, and goes no further if the screen has been left meanwhile."""
        try:
            return await answer
        finally:
            if not self.is_ready:
                raise CancelledError

    def on_mount(self) -> None:
        """Everything is in its place, unless it is cleared away already."""
        self._composed = True
        if self.is_ready:
            self.open()

    def open(self) -> None:
        """What happens first."""

    def help_text(self) -> Content | None:
        """What there is to know here besides the keys, if anything."""
        return None

    def can(self, action: str) -> bool:
        """Whether something can be done now."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers what can be done now."""
        return self.is_ready and self.can(action)


class BackgroundThread:
    """One thread that does what it is handed, in turn.

    One and not one for each question, because the oracle keeps what it worked out for the last position where the
    next one needs it: in the thread. It is a daemon, so that leaving never waits for a thought to end.
    """

    def __init__(self) -> None:
        """Starts with the first question."""
        self._questions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Does the work and returns what it returns, or raises what it raises."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def tell(set_it: Callable[[Any], None], value: Any) -> None:
            if not answer.done():  # Nobody may be waiting any more.
                set_it(value)

        def run() -> None:
            if answer.cancelled():
                return
            try:
                told = (answer.set_result, work())
            except BaseException as error:
                told = (answer.set_exception, error)  # type: ignore[assignment]
            with suppress(RuntimeError):  # The loop may be gone by now.
                loop.call_soon_threadsafe(tell, *told)

        if self._thread is None:
            self._thread = Thread(target=self._serve, daemon=True, name="thread")
            self._thread.start()
        self._questions.put(run)
        return await answer

    def close(self) -> None:
        """Lets the thread end after what it is doing."""
        self._questions.put(None)

    def _serve(self) -> None:
        while (question := self._questions.get()) is not None:
            question()
