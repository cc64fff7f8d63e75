"""The server in a browser: the same routes and rooms, with the browser's storage and without other people.

Call `stand_ins.install` before the first import of this module: it imports the server's application.
"""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from aliquot.web import app as application
from aliquot.web.errors import NotAllowed
from aliquot.web.live.auth import COOKIE, Credentials
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.settings import MatchSettings
from aliquot.web.live.sockets import Connection
from aliquot.web.site import rendering
from aliquot.web.worker.framework import HTTPConnection
from aliquot.web.worker.store import BrowserStore, Storage

T = TypeVar("T")
NO_FRIENDS = "Playing by link needs a server. Here you can play on one device, or against the computer."
NO_CLASSES = "A class needs a server (aliquot serve). Here you can play on one device, or against the computer."
_CLASSES = re.compile(r"/(?:api/)?class(?:es)?\b")
_PATHS = re.compile(rb'((?:href|action|src)="|"(?:href|path|address|src|start_url|id)":\s?")/(?!/)')
"""The starts of addresses in pages and in their data."""


class InlineWorkers:
    """Does at once what the server's worker processes do: this whole server is a worker of its page."""

    waiting: dict[str, int] = {}  # noqa: RUF012

    async def ask(self, _asker: Any, work: Callable[..., T], *arguments: Any, seconds: float = 0) -> T:
        """Run a function and return its result."""
        await asyncio.sleep(0)
        return work(*arguments)

    play = ask


class BrowserDatabase:
    """The facts about a database that a lobby asks for."""

    is_postgresql = False

    def __init__(self, storage: Storage, cookie_key: bytes) -> None:
        """Use this storage."""
        self.storage, self.cookie_key = storage, cookie_key

    @staticmethod
    def now() -> int:
        """Return the time in milliseconds."""
        return time.time_ns() // 1_000_000


class BrowserLobby(Lobby):
    """A lobby with the browser's storage, to which nobody else comes."""

    no_match = "This game is not in this browser. A game is stored only where it was played."

    def _open_services(self) -> tuple[Any, Any, Any]:
        store = BrowserStore(self.database.storage)  # type: ignore[attr-defined]
        return store, store, InlineWorkers()

    async def create(self, settings: MatchSettings, seats: Any, match_id: str | None = None) -> str:
        """Store a new match and return its id.

        Raises:
            NotAllowed: It is for somebody at another device.
        """
        if settings.mode == "link":
            raise NotAllowed(NO_FRIENDS, code="no-server")
        return await super().create(settings, seats, match_id)


class Addresses:
    """The address of the site, for links."""

    def __init__(self, url: str) -> None:
        """Hold the address."""
        self._url = url.rstrip("/")

    def base(self, _scheme: str, _host: str) -> str:
        """Return the start of every link."""
        return self._url

    def is_trusted(self, _scheme: str, _host: str) -> bool:
        """Return True: the page and its server are one."""
        return True


class Line:
    """A page's connection to a match, in the place of a WebSocket."""

    is_closing = False

    def __init__(self, receive: Callable[[str], None], end: Callable[[int], None]) -> None:
        """Hand messages and the end to these functions of the page."""
        self._receive, self._end = receive, end
        self.connection: Connection

    def send(self, frame: bytes) -> None:
        """Hand over a message."""
        if not self.is_closing:
            self._receive(frame.decode())

    answer = send

    def close(self, code: int = 1000, _reason: str = "") -> None:
        """End the connection, as the server."""
        if not self.is_closing:
            self.is_closing = True
            self.connection.connection_lost()
            self._end(code)

    fail = close

    def ping(self) -> bool:
        """Return True: the page is there as long as this program."""
        return True

    def pause_reading(self) -> None:
        """Do nothing: the page waits for its answers."""

    resume_reading = pause_reading


class Server:
    """Answers the requests of one page."""

    def __init__(self, storage: Storage, url: str, base: str = "") -> None:
        """Set up the routes.

        Args:
            storage: Where matches are stored.
            url: The address of the site.
            base: Its path, without the last slash; empty at the root of a host.
        """
        rendering.ALONE = True
        self._storage, self._base = storage, base.encode()
        self._cookie = ""
        self.app: Any = application.make_app(BrowserDatabase(storage, b"browser"), Addresses(url))  # type: ignore[arg-type]

    async def start(self) -> None:
        """Open the lobby."""
        self.app.state.lobby = BrowserLobby(BrowserDatabase(self._storage, b"browser"))  # type: ignore[arg-type]
        await self._read_cookie()

    async def _read_cookie(self) -> None:
        """Find out who the visitor was last time, or is in another window."""
        self._cookie = self._cookie or await self._storage.get("cookie") or ""

    def _request(
        self, method: str, target: str, headers: dict[str, str], body: bytes, form: list[tuple[str, Any]] | None
    ) -> HTTPConnection:
        if self._cookie:
            headers = {**headers, "cookie": self._cookie}
        if form is not None:
            headers = {**headers, "content-type": "multipart/form-data"}
        return HTTPConnection(self.app, method, target, headers, body, form or [])

    async def respond(
        self,
        method: str,
        target: str,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        form: list[tuple[str, Any]] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the body of the answer to a request.

        Args:
            method: The method.
            target: The path, without the base of the site, and the query.
            headers: The headers.
            body: The body.
            form: The fields of a form, files as bytes.
        """
        await self._read_cookie()
        request: Any = self._request(method, target, headers or {}, body, form)
        if _CLASSES.match(target):
            response = rendering.refuse(request, 403, "no-server", NO_CLASSES)
        else:
            response = await self.app.respond(request)
        for name, value in response.raw_headers:
            if name == b"set-cookie" and value.startswith(COOKIE.encode()):
                self._cookie = value.decode()
                await self._storage.put("cookie", self._cookie, 1)
        answer = dict(response.headers)
        if "location" in answer and answer["location"].startswith("/"):
            answer["location"] = self._base.decode() + answer["location"]
        return response.status_code, answer, self.rebase(bytes(response.body))

    def rebase(self, body: bytes) -> bytes:
        """Return a page, or JSON, with the base of the site before every path in it."""
        return _PATHS.sub(rb"\1" + self._base + b"/", body) if self._base else body

    def connect(self, match_id: str, receive: Callable[[str], None], end: Callable[[int], None]) -> Line:
        """Connect the page to a match."""
        line = Line(receive, end)
        request: Any = self._request("GET", "/", {}, b"", None)
        credentials = Credentials.of(request)
        line.connection = Connection(self.app.state.lobby, match_id, credentials)
        line.connection.begin(line)  # type: ignore[arg-type]
        return line
