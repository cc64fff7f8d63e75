"""Middleware before every request: rate limits, origins, body size, security headers and the log."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from aliquot.web.limits import ADDRESS_BURST, ADDRESS_PER_SECOND, BODY, BODY_SECONDS, SOCKETS_PER_ADDRESS
from aliquot.web.server.ratelimit import Buckets
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
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
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
_FOREIGN_ORIGIN = Refusal(403, "foreign-origin", "Requests from other websites are not allowed.")
_TOO_LARGE = Refusal(413, "body-too-large", f"A request has at most {BODY // 1024} KiB.")
_INCOMPLETE = Refusal(400, "incomplete-request", "The request ended before it was complete.")
_TOO_SLOW = Refusal(408, "request-timeout", "The request took too long to arrive.")


class Origins:
    """The origins of pages that may use this server from a browser: its own."""

    def __init__(self, host: str, port: int, url: str | None) -> None:
        """Derive the origins from the server's address.

        Args:
            host: The host it listens on.
            port: Its port.
            url: The public address, if it differs.
        """
        self._own = {_origin(url)} if url is not None else set()
        self._accepts_host = url is None and host not in _LOOPBACK
        if host in _LOOPBACK:
            names = ("127.0.0.1", "localhost", "[::1]")
            self._own |= {f"http://{name}:{port}" for name in names}
            if port == 80:
                self._own |= {f"http://{name}" for name in names}

    def allow(self, origin: str | None, host: str) -> bool:
        """Return whether a request with these headers may pass. Programs other than browsers send no origin."""
        if origin is None or origin in self._own:
            return True
        return self._accepts_host and origin in (f"http://{host}", f"https://{host}")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


class Middleware:
    """The ASGI middleware around the application."""

    def __init__(self, app: App, origins: Origins, count: Callable[[int], None]) -> None:
        """Wrap an application.

        Args:
            app: The application.
            origins: The origins that may use it.
            count: Called with the status of every refusal.
        """
        self._app, self._origins, self._count = app, origins, count
        self._addresses = Buckets(ADDRESS_PER_SECOND, ADDRESS_BURST)
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a WebSocket or the application's lifespan."""
        if scope["type"] == "http":
            await self._handle_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: dict[bytes, bytes], *, is_safe: bool) -> Refusal | None:
        client = scope.get("client")
        if not self._addresses.take(client[0] if client else ""):
            return _TOO_MANY_REQUESTS
        origin = headers.get(b"origin")
        if not is_safe and not self._origins.allow(
            None if origin is None else origin.decode("latin-1").lower(),
            headers.get(b"host", b"").decode("latin-1").lower(),
        ):
            return _FOREIGN_ORIGIN
        return None

    async def _handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        start, status = time.perf_counter(), 0
        is_safe = scope["method"] in _SAFE_METHODS

        async def respond(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
                if status >= 400:
                    self._count(status)
            await send(message)

        try:
            if refusal := self._check(scope, headers, is_safe=is_safe):
                return await _refuse(respond, refusal)
            if is_safe:
                return await self._app(scope, receive, respond)
            body = await _read_body(headers, receive)
            if isinstance(body, Refusal):
                return await _refuse(respond, body)
            return await self._app(scope, _replay(body, receive), respond)
        finally:
            milliseconds = round((time.perf_counter() - start) * 1000, 1)
            entry = {"method": scope["method"], "path": scope["path"][:200], "status": status, "ms": milliseconds}
            log.info(json.dumps(entry))

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._check(scope, dict(scope["headers"]), is_safe=False)
        address = (scope.get("client") or ("",))[0]
        if refusal is None and self._sockets.get(address, 0) >= SOCKETS_PER_ADDRESS:
            refusal = _TOO_MANY_SOCKETS
        if refusal is not None:
            self._count(refusal.status)
            await receive()
            await _reject_handshake(send, refusal)
            return
        self._sockets[address] = self._sockets.get(address, 0) + 1
        transport: WebSocketTransport | None = None
        try:
            await self._app(scope, receive, send)
            transport = scope.get("extensions", {}).get(TRANSPORT)
        finally:
            if transport is not None:
                transport.on_close(partial(self._release, address))
            else:
                self._release(address)

    def _release(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


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
    return [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())], body


async def _refuse(send: Send, refusal: Refusal) -> None:
    headers, body = _encode(refusal)
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _reject_handshake(send: Send, refusal: Refusal) -> None:
    headers, body = _encode(refusal)
    await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
