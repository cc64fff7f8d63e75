"""HTTP connections: uvicorn's protocol, with limits on what one connection may send and leave unread.

This module uses internals of uvicorn; pyproject.toml pins the versions that have them.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from aliquot.web.limits import HEADERS, HEADERS_SECONDS, READING_SECONDS
from aliquot.web.server.addresses import Proxies
from aliquot.web.server.ratelimit import Backlogs, Places

ABORT = "aliquot.abort"
"""Key of a request's `extensions`: the function that ends its connection at once, whatever waits to be sent."""
_END_OF_HEADERS = b"\r\n\r\n"


class Http(HttpToolsProtocol):
    """One HTTP connection. Its requests are answered one at a time, and the next is not read before that."""

    _headers_timer: asyncio.TimerHandle | None = None
    _headers_size = 0
    """Bytes of the headers so far; -1 once they are complete."""
    _writing_timer: asyncio.TimerHandle | None = None
    _unread: bytes = b""
    """The last bytes received, which may hold further requests."""
    _place = 0
    """The place in them from which they are still to be parsed."""
    _is_parsing = False
    _received = 0
    """The bytes received of the last request."""
    _is_incomplete = False
    """True if these bytes count as those of a request that has not arrived completely."""
    _direct_client: str | None = None
    """The client that has taken a place for this connection."""

    def __init__(
        self, places: Places, backlogs: Backlogs, incomplete: Backlogs, proxies: Proxies, **parts: Any
    ) -> None:
        """Wait for a connection.

        Args:
            places: The places for the connections of each client.
            backlogs: What waits to be read by each client.
            incomplete: What has arrived from each client of requests that are not complete.
            proxies: The proxies, whose connections are not counted.
            parts: The arguments of uvicorn.
        """
        super().__init__(**parts)
        self._places, self._backlogs, self._incomplete, self._proxies = places, backlogs, incomplete, proxies

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place or hang up, and start the time limit for the first request."""
        super().connection_made(transport)
        self._await_headers()
        client = self._proxies.direct_client(self.client[0]) if self.client else None
        if client is not None:
            if self._places.take(client):
                self._direct_client = client
            else:
                transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """Free the place: sockets have others."""
        self._release_place()
        super().handle_websocket_upgrade()

    def _release_place(self) -> None:
        if self._direct_client is not None:
            self._backlogs.remove(self._direct_client, self)
            self._incomplete.remove(self._direct_client, self)
            self._places.release(self._direct_client)
            self._direct_client = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limits, free the place and drop what was not parsed."""
        self._release_place()
        self._have_headers()
        self._stop_writing_timer()
        self._unread, self._place = b"", 0
        super().connection_lost(exc)

    # --- reading ----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse one request; pause reading while bytes of later ones wait for its answer."""
        self._unread, self._place = self._unread[self._place :] + data, 0
        self._parse()

    def on_response_complete(self) -> None:
        """Go on with the next request, if its bytes are here already."""
        super().on_response_complete()
        # A response that completes while its request is being parsed is followed by the rest of the loop there.
        if not self._is_parsing:
            self._parse()

    def _parse(self) -> None:
        """Parse up to the end of the next request."""
        self._is_parsing = True
        try:
            while self._place < len(self._unread) and not self._is_answering and not self.transport.is_closing():
                # At most one request has its headers complete with each part.
                end = self._unread.find(_END_OF_HEADERS, self._place) + len(_END_OF_HEADERS)
                if end < len(_END_OF_HEADERS):
                    end = len(self._unread)
                part, self._place = self._unread[self._place : end], end
                if not self._count(len(part)):
                    return
                super().data_received(part)
                if self.transport.get_protocol() is not self:
                    # The connection has become a WebSocket, which speaks only when it has been answered.
                    self._unread, self._place = b"", 0
        finally:
            self._is_parsing = False
        self._note_incomplete()
        if self._place < len(self._unread):
            self.transport.pause_reading()
            return
        self._unread, self._place = b"", 0
        if not self.transport.is_closing() and not self.flow.read_paused:
            self.transport.resume_reading()

    @property
    def _is_answering(self) -> bool:
        """True if a request has been received completely, and its answer is not complete or waits to be read."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and (self.flow.write_paused or not cycle.response_complete)

    def _count(self, size: int) -> bool:
        """Count the bytes of headers; end the connection and return False if they are too many."""
        if self._headers_size < 0 and self.cycle is not None and self.cycle.response_complete:
            self._await_headers()
        self._received += size
        if self._headers_size >= 0:
            self._headers_size += size
            if self._headers_size > HEADERS:
                self.transport.abort()
                return False
        return True

    def _note_incomplete(self) -> None:
        """Count what has arrived of a request as long as it is not complete."""
        if self._direct_client is None:
            return
        is_incomplete = self._headers_size > 0 or (self.cycle is not None and self.cycle.more_body)
        if is_incomplete:
            self._incomplete.add(self._direct_client, self, self._received)
        elif self._is_incomplete:
            self._incomplete.remove(self._direct_client, self)
        self._is_incomplete = is_incomplete

    def on_headers_complete(self) -> None:
        """Stop the time limit, and let the application end the connection."""
        self._have_headers()
        cast("Any", self.scope)["extensions"] = {ABORT: self.transport.abort}
        super().on_headers_complete()

    def _await_headers(self) -> None:
        self._headers_size = self._received = 0
        self._headers_timer = self.loop.call_later(HEADERS_SECONDS, self.transport.abort)

    def _have_headers(self) -> None:
        self._headers_size = -1
        if self._headers_timer is not None:
            self._headers_timer.cancel()
            self._headers_timer = None

    # --- writing ----------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Give the client a time limit to read what it asked for, and count what waits for it."""
        super().pause_writing()
        if self._direct_client is not None:
            self._backlogs.add(self._direct_client, self, self.transport.get_write_buffer_size())
        if self._writing_timer is None:
            self._writing_timer = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the time limit, and go on with the next request."""
        super().resume_writing()
        self._stop_writing_timer()
        if self._direct_client is not None:
            self._backlogs.remove(self._direct_client, self)
        if not self._is_parsing:
            self._parse()

    def cut(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def _stop_writing_timer(self) -> None:
        if self._writing_timer is not None:
            self._writing_timer.cancel()
            self._writing_timer = None
