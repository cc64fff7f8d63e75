"""Middleware before every request: addresses, rate limits, origins, body size, security headers and the log."""

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from aliquot.web.limits import (
    ADDRESS_BURST,
    ADDRESS_FRAMES_BURST,
    ADDRESS_FRAMES_PER_SECOND,
    ADDRESS_PER_SECOND,
    BODY,
    BODY_SECONDS,
    FLOOD_HANDSHAKES,
    HANDSHAKES_BURST,
    HANDSHAKES_PER_SECOND,
)
from aliquot.web.server.addresses import OwnAddresses, Proxies
from aliquot.web.server.ratelimit import Backlogs, Buckets, Places
from aliquot.web.server.websocket import TRANSPORT, WebSocketTransport

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: a browser loads nothing from elsewhere and runs nothing inline."""
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""The headers of every answer that does not set them itself."""
_OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers heed it only where the connection can be trusted; elsewhere they complain about it on every page."""
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SECRET = re.compile(r"[^\w./~,+=()-]|[\w-]{25,}", re.ASCII)
"""Where the part of a path begins that is not logged: a private link that was copied wrongly has a token in it."""
log = logging.getLogger("aliquot.web")


class Refusal(NamedTuple):
    """A refused request: it is not passed on to the application."""

    status: int
    code: str
    reason: str


_TOO_MANY_REQUESTS = Refusal(
    429, "too-many-requests", "Too many requests from your address. Wait a little, then try again."
)
_TOO_MANY_SOCKETS = Refusal(429, "too-many-connections", "Too many connections from your address.")
_UNKNOWN_HOST = Refusal(
    400,
    "unknown-host",
    "This server does not have that name. If it should, start it with --url and its public address.",
)
_FOREIGN_ORIGIN = Refusal(403, "foreign-origin", "Requests from other websites are not allowed.")
_TOO_LARGE = Refusal(413, "body-too-large", f"A request has at most {BODY // 1024} KiB.")
_INCOMPLETE = Refusal(400, "incomplete-request", "The request ended before it was complete.")
_TOO_SLOW = Refusal(408, "request-timeout", "The request took too long to arrive.")


class Middleware:
    """The ASGI middleware around the application."""

    def __init__(
        self,
        app: App,
        own: OwnAddresses,
        proxies: Proxies,
        sockets: Places,
        backlogs: Backlogs,
        count: Callable[[int], None],
        page: Callable[[int, str, str], bytes],
    ) -> None:
        """Wrap an application.

        Args:
            app: The application.
            own: The addresses of this server.
            proxies: The proxies it trusts.
            sockets: The places for the sockets of each address.
            backlogs: What waits to be read at each address.
            count: Called with the status of every refusal.
            page: Draws the page of a refusal for people, from its status, its sentence and the path.
        """
        self._app, self._own, self._proxies, self._count, self._page = app, own, proxies, count, page
        self._sockets, self._backlogs = sockets, backlogs
        self._addresses = Buckets(ADDRESS_PER_SECOND, ADDRESS_BURST)
        self._handshakes = Buckets(HANDSHAKES_PER_SECOND, HANDSHAKES_BURST)
        self._frames = Buckets(ADDRESS_FRAMES_PER_SECOND, ADDRESS_FRAMES_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a WebSocket or the application's lifespan."""
        if scope["type"] == "http":
            await self._handle_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: dict[bytes, bytes], *, is_safe: bool) -> Refusal | None:
        self._proxies.apply(scope)
        if not self._addresses.take(scope["client"][0]):
            return _TOO_MANY_REQUESTS
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._own.knows(host):
            return _UNKNOWN_HOST
        origin = headers.get(b"origin")
        if not is_safe and not self._own.allows(
            None if origin is None else origin.decode("latin-1"), scope["scheme"], host
        ):
            return _FOREIGN_ORIGIN
        return None

    async def _handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        start, status = time.perf_counter(), 0
        is_safe = scope["method"] in _SAFE_METHODS
        host = headers.get(b"host", b"").decode("latin-1")
        if scope["method"] == "HEAD":
            # What GET would answer, without the body.
            scope, send = {**scope, "method": "GET"}, _without_body(send)

        async def respond(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", ())
                names = {name for name, _ in own}
                message["headers"] = [*own, *(header for header in _HEADERS if header[0] not in names)]
                if self._own.is_trusted(scope["scheme"], host):
                    message["headers"].append(_OPENER_POLICY)
                if status >= 400:
                    self._count(status)
            await send(message)

        try:
            if refusal := self._check(scope, headers, is_safe=is_safe):
                return await self._refuse(scope, headers, respond, refusal)
            if is_safe:
                return await self._app(scope, receive, respond)
            body = await _read_body(headers, receive)
            if isinstance(body, Refusal):
                return await self._refuse(scope, headers, respond, body)
            return await self._app(scope, _replay(body, receive), respond)
        finally:
            milliseconds = round((time.perf_counter() - start) * 1000, 1)
            entry = {
                "method": scope["method"],
                "path": _public_path(scope["path"]),
                "status": status,
                "ms": milliseconds,
            }
            log.info(entry)

    async def _refuse(self, scope: Scope, headers: dict[bytes, bytes], send: Send, refusal: Refusal) -> None:
        """Answer with a page for people, with JSON for programs."""
        fields, body = _encode(refusal)
        if b"text/html" in headers.get(b"accept", b"") and not scope["path"].startswith(("/api/", "/static/")):
            body = self._page(refusal.status, refusal.reason, scope["path"] if scope["method"] == "GET" else "/")
            fields = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        fields.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": fields})
        await send({"type": "http.response.body", "body": body})

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._check(scope, dict(scope["headers"]), is_safe=False)
        address = scope["client"][0]
        if refusal is None and not (self._handshakes.take(address) and self._sockets.take(address)):
            refusal = _TOO_MANY_SOCKETS
        if refusal is not None:
            self._count(refusal.status)
            await receive()
            await _reject_handshake(send, refusal)
            return
        transport: WebSocketTransport | None = None
        try:
            await self._app(scope, receive, send)
            transport = scope.get("extensions", {}).get(TRANSPORT)
        finally:
            if transport is not None:
                transport.watch(
                    self._frames.bucket(address),
                    partial(self._release, address, transport),
                    partial(self._handshakes.waste, address, FLOOD_HANDSHAKES),
                    partial(self._note_unread, address, transport),
                )
            else:
                self._sockets.release(address)

    def _release(self, address: str, transport: WebSocketTransport) -> None:
        """Free the place of a socket that is closed."""
        self._sockets.release(address)
        self._backlogs.remove(address, transport)

    def _note_unread(self, address: str, transport: WebSocketTransport, size: int) -> None:
        """Note how many bytes wait for a socket."""
        if size:
            self._backlogs.add(address, transport, size)
        else:
            self._backlogs.remove(address, transport)


def _public_path(path: str) -> str:
    """Return a path as it is logged: without anything that may be a token."""
    secret = _SECRET.search(path)
    return path[:200] if secret is None else f"{path[: min(secret.start(), 200)]}…"


async def _read_body(headers: dict[bytes, bytes], receive: Receive) -> bytes | Refusal:
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 12 or int(length) > BODY:
        return _TOO_LARGE
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return _INCOMPLETE
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > BODY:
                    return _TOO_LARGE
    except TimeoutError:
        return _TOO_SLOW
    return bytes(body)


def _without_body(send: Send) -> Send:
    """Return a `send` that sends the head of an answer and leaves out its body."""
    is_over = False

    async def send_head(message: MutableMapping[str, Any]) -> None:
        nonlocal is_over
        if message["type"] == "http.response.start":
            await send(message)
        elif not is_over:
            is_over = True
            await send({"type": "http.response.body", "body": b""})

    return send_head


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns a body that was already read."""
    is_read = False

    async def read() -> MutableMapping[str, Any]:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def _encode(refusal: Refusal) -> tuple[list[tuple[bytes, bytes]], bytes]:
    body = json.dumps({"code": refusal.code, "reason": refusal.reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.status == 429:
        headers.append((b"retry-after", b"2"))
    return headers, body


async def _reject_handshake(send: Send, refusal: Refusal) -> None:
    headers, body = _encode(refusal)
    await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
