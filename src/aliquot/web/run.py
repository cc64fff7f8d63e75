"""Running the server: uvicorn, with our HTTP limits, our WebSocket transport and a clean shutdown.

This module uses internals of uvicorn; pyproject.toml pins the versions that have them.
"""

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from aliquot.core.errors import AliquotError
from aliquot.web.app import make_app
from aliquot.web.limits import (
    CONNECTIONS_PER_ADDRESS,
    FRAME,
    INCOMPLETE_PER_ADDRESS,
    SOCKETS_PER_ADDRESS,
    STOPPING_SECONDS,
    UNREAD_PER_ADDRESS,
    UNSENT,
)
from aliquot.web.live.lobby import Lobby
from aliquot.web.server.addresses import OwnAddresses, Proxies
from aliquot.web.server.http import Http
from aliquot.web.server.logs import set_up_log
from aliquot.web.server.middleware import Middleware
from aliquot.web.server.ratelimit import Backlogs, Places
from aliquot.web.server.websocket import TAKE_OVER, TRANSPORT, Receiver, WebSocketTransport
from aliquot.web.site.rendering import refusal_page
from aliquot.web.store.database import Database

_MOST_FILES = 1 << 17
"""Open files that a server asks the system for."""
log = logging.getLogger("aliquot.web")


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
    _watchdog: threading.Timer | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; if something hangs, such as the database, end all the same."""
        if self._watchdog is None:
            self._watchdog = threading.Timer(STOPPING_SECONDS + 1, _abandon)
            self._watchdog.daemon = True
            self._watchdog.start()
        super().handle_exit(sig, frame)

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


def serve(
    host: str,
    port: int,
    database: Database,
    url: str | None,
    proxies: Sequence[str],
    *,
    has_oracle: bool = True,
    has_live_help: bool = True,
) -> int:
    """Serve until a signal stops the server; return the exit code.

    Raises:
        AliquotError: The server cannot listen on this address, or a proxy is not an address.
    """
    try:
        trusted = Proxies(proxies)
        listener = _listen(host, port)
    except AliquotError:
        database.close()
        raise
    port = listener.getsockname()[1]
    own = OwnAddresses(host, port, url)
    app = make_app(database, own, has_oracle=has_oracle, has_live_help=has_live_help)
    config = _configure(app, own, trusted)
    server = Server(config)
    server.application = app
    set_up_log()
    # uvicorn uses the same handler, but installs it only later; and it raises the signal again when it has stopped.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.handle_exit)
    _greet(own, host, port)
    _tune_garbage_collection()
    server.run(sockets=[listener])
    return 0 if server.started else 1


def _configure(app: Any, own: OwnAddresses, trusted: Proxies) -> uvicorn.Config:
    """Return the settings of uvicorn, with our middleware and our limits."""
    files = _raise_file_limit()
    places, sockets = Places(min(CONNECTIONS_PER_ADDRESS, files // 4)), Places(min(SOCKETS_PER_ADDRESS, files // 2))
    backlogs = Backlogs(UNREAD_PER_ADDRESS)
    return uvicorn.Config(
        Middleware(
            app,
            own,
            trusted,
            sockets,
            backlogs,
            lambda status: app.state.lobby.metrics.count_refusal(status),
            refusal_page,
        ),
        http=cast("Any", partial(Http, places, backlogs, Backlogs(INCOMPLETE_PER_ADDRESS), trusted)),
        ws=Ws,
        loop="auto",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        proxy_headers=False,  # The middleware reads them.
        log_config=None,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=STOPPING_SECONDS // 2,
        backlog=2048,
    )


def _greet(own: OwnAddresses, host: str, port: int) -> None:
    """Print where the server can be reached; in a terminal, also as a QR code for the phones in the room."""
    sys.stdout.write(f"Serving on {own.first}, at {host} port {port}\n")
    if own.url is None and own.lan:
        sys.stdout.write("Others in your network can open:\n" + "".join(f"  {address}\n" for address in own.lan))
        if sys.stdout.isatty():
            import segno

            segno.make_qr(own.first, error="l").terminal(sys.stdout, compact=True)
    sys.stdout.flush()


def _abandon() -> None:
    """End the process at once. Everything that was acknowledged is on disk."""
    log.error({"error": "The server could not finish in time, so it has ended at once."})
    os._exit(1)


def _listen(host: str, port: int) -> Any:
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        # Connections inherit it. Otherwise the system would take megabytes of each, which nobody counts.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
    try:
        listener.bind((host, port))
        # From here on connections wait until the server is ready; none is refused.
        listener.listen(2048)
    except OSError as error:
        listener.close()
        bracketed = f"[{host}]" if ":" in host else host
        raise AliquotError(f"Cannot listen on {bracketed}:{port}: {error.strerror}.", code="cannot-listen") from None
    return listener


def _raise_file_limit() -> int:
    """Raise the limit of open files, and so of connections, as far as the system allows; return it."""
    if sys.platform == "win32":
        return _MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most


def _tune_garbage_collection() -> None:
    """Exclude what is imported from garbage collection and collect the rest seldom: each run delays every move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
