"""Thinking in the background: what may take a while never holds the screen up."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Thinker:
    """One thread that does what it is handed, in turn.

    One and not one for each question, because the oracle keeps what it worked out for the last position where the
    next one needs it: in the thread. It is a daemon, so that leaving never waits for a thought to end.
    """

    def __init__(self) -> None:
        """Starts with the first question."""
        self._questions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def ask(self, work: Callable[[], T]) -> T:
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
            self._thread = Thread(target=self._serve, daemon=True, name="thinker")
            self._thread.start()
        self._questions.put(run)
        return await answer

    def close(self) -> None:
        """Lets the thread end after what it is doing."""
        self._questions.put(None)

    def _serve(self) -> None:
        while (question := self._questions.get()) is not None:
            question()
