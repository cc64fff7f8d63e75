"""The Python side of the worker of a static site: messages of the page in, messages for the page out."""

import asyncio
import json
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aliquot.web.site import assets
from aliquot.web.worker.server import Line, Server

ADDRESSES = "addresses.json"
"""The file with the addresses of the site's files, beside this one in the bundle."""


class PageStorage:
    """The browser's storage. Its functions are the page's."""

    def __init__(self, storage: Any) -> None:
        """Use these functions."""
        self._storage = storage

    async def get(self, name: str) -> str | None:
        """Return a text; None if there is none."""
        text = await self._storage.get(name)
        return text if isinstance(text, str) else None

    async def put(self, name: str, text: str, number: int) -> bool:
        """Store a text, if the one stored has a smaller number."""
        return bool(await self._storage.put(name, text, float(number)))

    async def names(self) -> list[str]:
        """Return the names of all texts."""
        return [str(name) for name in await self._storage.names()]


class Worker:
    """Answers the messages of a page."""

    def __init__(self, server: Server, post: Callable[[Any], None]) -> None:
        """Answer with a function of the page."""
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        self._server, self._lines = server, dict[int, Line]()
        self._tasks = set[asyncio.Task[None]]()
        self._send: Callable[[Any], None] = lambda message: post(to_js(message, dict_converter=_object()))

    def _post(self, **message: Any) -> None:
        self._send(message)

    def receive(self, message: Any) -> None:
        """Answer a message: a request, a console example, or something about a line to a match."""
        match message.type:
            case "request":
                self._spawn(self._respond(message))
            case "run":
                self._spawn(self._run(message.id, message.kind, message.text))
            case "open":
                self._open(message.line, message.match)
            case "send" if message.line in self._lines:
                self._lines[message.line].connection.message_received(message.text)
            case "close" if message.line in self._lines:
                self._lines.pop(message.line).close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _respond(self, message: Any) -> None:
        try:
            body = b"" if message.body is None else message.body.to_bytes()
            form = None
            if message.form is not None:
                form = [(name, value if isinstance(value, str) else value.to_bytes()) for name, value in message.form]
            headers = json.loads(message.headers)
            status, answer, content = await self._server.respond(message.method, message.target, headers, body, form)
        except Exception:
            traceback.print_exc()
            status, answer, content = 500, {"content-type": "application/json"}, b"{}"
        self._post(type="answer", id=message.id, status=status, headers=answer, body=content)

    async def _run(self, number: int, kind: str, text: str) -> None:
        from aliquot.web.worker.console import run

        await asyncio.sleep(0)
        self._post(type="answer", id=number, status=200, headers={}, body=run(kind, text).encode())

    def _open(self, number: int, match_id: str) -> None:
        self._lines[number] = self._server.connect(
            match_id,
            lambda text: self._post(type="message", line=number, text=text),
            lambda code: self._post(type="end", line=number, code=code),
        )


def _object() -> Any:
    from js import Object  # type: ignore[import-not-found]

    return Object.fromEntries


def _read_addresses() -> assets.Exported:
    """Return the addresses of the files of the site, which `aliquot export-site` wrote into the bundle."""
    facts = json.loads((Path(__file__).parent / ADDRESSES).read_text())
    return assets.Exported(facts["version"], {name: tuple(needed) for name, needed in facts["imported"].items()})


async def start(storage: Any, url: str, base: str, post: Callable[[Any], None]) -> Worker:
    """Start the server and return what receives the messages of its page."""
    assets.EXPORTED = _read_addresses()
    server = Server(PageStorage(storage), url, base)
    await server.start()
    return Worker(server, post)
