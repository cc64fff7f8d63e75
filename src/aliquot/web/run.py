"""Running the server: uvicorn, with limits on headers, our WebSocket transport and a clean shutdown.

This module uses internals of uvicorn; pyproject.toml pins the versions that have them.
"""

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
from aliquot.web.app import make_app
from aliquot.web.limits import FRAME, HEADERS_SECONDS, STOPPING_SECONDS
from aliquot.web.live.lobby import Lobby
from aliquot.web.server.middleware import Middleware, Origins
from aliquot.web.server.websocket import TAKE_OVER, TRANSPORT, Receiver, WebSocketTransport
from aliquot.web.store.database import Database

_HEADERS = 32 * 1024
"""Bytes in a request line and its headers."""


class Http(HttpToolsProtocol):
    """HTTP with a time limit and a size limit for headers."""

    _deadline: asyncio.TimerHandle | None = None
    _read = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the first request."""
        super().connection_made(transport)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._have_headers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count the bytes that arrive before the headers are complete."""
        if self._deadline is None and self._read < 0 and self.cycle is not None and self.cycle.response_complete:
            self._await_headers()
        if self._read >= 0:
            self._read += len(data)
            if self._read > _HEADERS + len(data):
                self.transport.abort()
                return
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Stop the time limit: the headers are complete."""
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

    application: Any = None

    async def shutdown(self, sockets: Any = None) -> None:
        """Stop accepting, tell every client, and finish what is under way."""
        for server in self.servers:
            server.close()
        lobby: Lobby | None = getattr(self.application.state, "lobby", None)
        if lobby is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOPPING_SECONDS / 2):
                    await asyncio.gather(*(one.stop() for one in tuple(lobby.connections)), return_exceptions=True)
        await super().shutdown(sockets)


def serve(host: str, port: int, database: Database, url: str | None) -> int:
    """Serve until a signal stops the server; return the exit code.

    Raises:
        AliquotError: The server cannot listen on this address.
    """
    bracketed = f"[{host}]" if ":" in host else host
    try:
        listener = _listen(host, port)
    except OSError as error:
        database.close()
        raise AliquotError(f"Cannot listen on {bracketed}:{port}: {error.strerror}.", code="cannot-listen") from None
    port = listener.getsockname()[1]
    public_url = url or f"http://{bracketed}:{port}"
    app = make_app(database, public_url)
    config = uvicorn.Config(
        Middleware(app, Origins(host, port, url), lambda status: app.state.lobby.metrics.count_refusal(status)),
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
    server.application = app
    _set_up_log()
    sys.stdout.write(f"Serving on {public_url}, at {host} port {port}\n")
    sys.stdout.flush()
    # uvicorn raises the signal again when it has stopped; by then everything is done.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    _tune_garbage_collection()
    server.run(sockets=[listener])
    return 0 if server.started else 1


def _listen(host: str, port: int) -> Any:
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # From here on connections wait until the server is ready; none is refused.
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def _tune_garbage_collection() -> None:
    """Exclude what is imported from garbage collection and collect the rest seldom: each run delays every move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _set_up_log() -> None:
    """Log one JSON line for each request to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    for name, level in (("aliquot.web", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
