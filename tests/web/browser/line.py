"""A line between browsers and a server that can be cut, held up and taken away."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar

from tests.effort import PATIENCE

T = TypeVar("T")


class Line:
    """Passes on whatever comes, until it is told otherwise. It has its own thread."""

    def __init__(self) -> None:
        """Begins to listen; where it leads is said later."""
        self.target = 0
        """The port it leads to."""
        self.cuts = 0
        """How many sockets it has cut; connections for single requests are not counted."""
        self._open: set[asyncio.StreamWriter] = set()
        self._live: set[asyncio.StreamWriter] = set()
        self._gone = False
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._pass, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._flows = self._do(self._event())

    async def _event(self) -> asyncio.Event:
        event = asyncio.Event()
        event.set()
        return event

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._gone:
            writer.transport.abort()
            return
        both = {writer}
        self._open |= both
        try:
            with suppress(OSError, asyncio.CancelledError):  # nobody is there, or the line itself has come to its end
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
                both.add(far_writer)
                self._open |= both
                await asyncio.gather(self._copy(reader, far_writer), self._copy(far_reader, writer, answers=True))
        finally:
            self._open -= both
            self._live -= both
            for one in both:
                one.transport.abort()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool = False) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flows.wait()
                if answers and data.startswith(b"HTTP/1.1 101"):
                    self._live.add(writer)
                writer.write(data)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()

    def cut(self) -> int:
        """Breaks every connection there is now; returns how many sockets."""

        async def cut() -> int:
            number = len(self._live)
            for writer in list(self._open):
                writer.transport.abort()
            return number

        number = self._do(cut())
        self.cuts += number
        return number

    def take_away(self) -> None:
        """Breaks every connection and lets no new one through."""
        self._gone = True
        self.cut()

    def bring_back(self) -> None:
        """Lets connections through again."""
        self._gone = False

    def hold(self) -> None:
        """Passes nothing on any more, and says nothing about it."""

        async def hold() -> None:
            self._flows.clear()

        self._do(hold())

    def let_go(self) -> None:
        """Passes on what was held up, and whatever comes."""

        async def let_go() -> None:
            self._flows.set()

        self._do(let_go())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async def end() -> None:
            self._gone = True
            self._server.close()
            self._flows.set()
            for writer in list(self._open):
                writer.transport.abort()
            # Most end by themselves now; what has only just been accepted is let begin, so that it closes its socket.
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            if rest:
                await asyncio.wait(rest, timeout=1)
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

        self._do(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()
