"""Running the server: uvicorn with the few things added that a server on the open net needs."""

import asyncio
import gc
import logging
import signal
import sys
from contextlib import suppress
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from aliquot.core.errors import AliquotError
from aliquot.web.limits import FRAME, HEADERS_SECONDS, STOPPING_SECONDS
from aliquot.web.live.lobby import Lobby
from aliquot.web.server.app import make_app
from aliquot.web.server.middleware import Guard, Origins
from aliquot.web.server.websocket import TAKE_OVER, TRANSPORT, Receiver, WebSocketTransport
from aliquot.web.store.database import Database

_HEADERS = 32 * 1024
"""Bytes in a request line and its headers."""


class Http(HttpToolsProtocol):
    """HTTP that does not wait for headers for ever, and does not take them without end."""

    _deadline: asyncio.TimerHandle | None = None
    _read = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for the first request."""
        super().connection_made(transport)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops waiting."""
        self._have_headers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Counts what comes before the headers are complete."""
        if self._deadline is None and self._read < 0 and self.cycle is not None and self.cycle.response_complete:
            self._await_headers()
        if self._read >= 0:
            self._read += len(data)
            if self._read > _HEADERS + len(data):
                self.transport.abort()
                return
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The headers are there."""
        self._have_headers()
        super().on_headers_complete()

    def _await_headers(self) -> None:
        self._read = 0
        self._deadline = self.loop.call_later(HEADERS_SECONDS, self.transport.abort)

    def _have_headers(self) -> None:
        self._read = -1
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Ws(WebSocketsSansIOProtocol):
    """The handshake of a WebSocket. Once the application has accepted it, our own transport takes over."""

    taken: WebSocketTransport | None = None

    def handle_connect(self, event: Any) -> None:
        """Give the application the function that takes the connection over."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][TAKE_OVER] = self.take_over

    def take_over(self, receiver: Receiver) -> WebSocketTransport | None:
        """Return the transport that has replaced this protocol; None if the connection is lost already."""
        if self.disconnected or self.transport.is_closing():
            return None
        self.stop_keepalive()
        self.connections.discard(self)
        self.taken = cast("Any", self.scope)["extensions"][TRANSPORT] = WebSocketTransport(self.transport, receiver)
        return self.taken

    async def run_asgi(self) -> None:
        """Run the handshake; leave the connection open only if it was taken over."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            logging.getLogger("uvicorn.error").exception("The WebSocket handshake failed.")
            self.send_500_response()
        if self.taken is None and self.close_timer is None:
            self.transport.close()


class Server(uvicorn.Server):
    """A server that tells its clients before it stops."""

    async def shutdown(self, sockets: Any = None) -> None:
        """Stops accepting, says goodbye, finishes what is under way."""
        for server in self.servers:
            server.close()
        lobby: Lobby | None = getattr(self.app_of_ours.state, "lobby", None)
        if lobby is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOPPING_SECONDS / 2):
                    await asyncio.gather(*(one.stop() for one in tuple(lobby.connections)), return_exceptions=True)
        await super().shutdown(sockets)

    app_of_ours: Any = None


def serve(host: str, port: int, database: Database, url: str | None) -> int:
    """Serves until it is told to stop.

    Raises:
        AliquotError: The address cannot be had.
    """
    try:
        listening = _bind(host, port)
    except OSError as error:
        database.close()
        raise AliquotError(f"Port {port} of {host} cannot be had: {error.strerror}.") from None
    port = listening.getsockname()[1]
    shown = url or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    app = make_app(database, shown)
    guarded = Guard(app, Origins(host, port, url), lambda status: app.state.lobby.metrics.refused.update([status]))
    config = uvicorn.Config(
        guarded,
        http=Http,
        ws=Ws,
        loop="auto",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=STOPPING_SECONDS // 2,
        backlog=2048,
    )
    server = Server(config)
    server.app_of_ours = app
    _log()
    sys.stdout.write(f"Serving on {shown}, at {host} port {port}\n")
    sys.stdout.flush()
    # uvicorn raises the signal again when it has stopped; by then everything is done.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    _spare_the_collector()
    server.run(sockets=[listening])
    return 0 if server.started else 1


def _bind(host: str, port: int) -> Any:
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # From here on whoever comes waits; nobody is turned away while the server is getting ready.
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _spare_the_collector() -> None:
    """Has what was imported never looked through again, and the rest seldom: each look makes everybody wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _log() -> None:
    """One JSON line an event, on standard error, without secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    for name, level in (("aliquot.web", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
