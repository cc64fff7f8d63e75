"""What stands before everything else: who may ask, how much, how often; and what every answer says to a browser."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from aliquot.web.limits import ADDRESS_BURST, ADDRESS_PER_SECOND, BODY, SOCKETS_PER_ADDRESS
from aliquot.web.server.websocket import TRANSPORT, WebSocketTransport

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a browser may do with our pages: nothing from elsewhere, nothing written into them."""
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_BODY_SECONDS = 15
_SAFE = ("GET", "HEAD", "OPTIONS")
_MOST_ADDRESSES = 100_000
log = logging.getLogger("aliquot.web")


class Bucket:
    """So much at once, and so much a second after that."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float) -> None:
        """Begins full."""
        self._rate, self._burst, self._left, self._since = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Takes one; False if there is none."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of many, the latest ones remembered."""

    def __init__(self, rate: float, burst: float) -> None:
        """Each has the same rate."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Takes one from somebody's bucket; False if there is none."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket.take()


class Origins:
    """Which pages may talk to this server from a browser: its own."""

    def __init__(self, host: str, port: int, url: str | None) -> None:
        """Knows where the server is.

        Args:
            host: The address it listens at.
            port: Its port.
            url: The address people use, if that is another.
        """
        self._own = {_origin(url)} if url is not None else set()
        self._by_host = url is None and host not in ("127.0.0.1", "::1", "localhost")
        if host in ("127.0.0.1", "::1", "localhost"):
            self._own |= {f"http://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
            if port == 80:
                self._own |= {f"http://{name}" for name in ("127.0.0.1", "localhost", "[::1]")}

    def allow(self, origin: str | None, host: str) -> bool:
        """Whether a request with that origin is answered. A program that is no browser has none."""
        if origin is None or origin in self._own:
            return True
        return self._by_host and origin in (f"http://{host}", f"https://{host}")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


class Guard:
    """Lets through what may pass; refuses the rest with one sentence."""

    def __init__(self, app: App, origins: Origins, count: Callable[[str], None]) -> None:
        """Stands before an app.

        Args:
            app: What is guarded.
            origins: Which pages may talk to it.
            count: Told of every refusal, by its status.
        """
        self._app, self._origins, self._count = app, origins, count
        self._addresses = Buckets(ADDRESS_PER_SECOND, ADDRESS_BURST)
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one connection."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _objection(self, scope: Scope, headers: dict[bytes, bytes], *, unsafe: bool) -> tuple[int, str] | None:
        client = scope.get("client")
        if not self._addresses.take(client[0] if client else ""):
            return 429, "Too many requests come from your address; wait a little."
        origin = headers.get(b"origin")
        if unsafe and not self._origins.allow(
            None if origin is None else origin.decode("latin-1").lower(),
            headers.get(b"host", b"").decode("latin-1").lower(),
        ):
            return 403, "Requests from other pages are not answered."
        return None

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        begun, status = time.perf_counter(), 0

        async def tell(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
                if status >= 400:
                    self._count(str(status))
            await send(message)

        try:
            if objection := self._objection(scope, headers, unsafe=scope["method"] not in _SAFE):
                return await _refuse(tell, *objection)
            if scope["method"] in _SAFE:
                return await self._app(scope, receive, tell)
            body = await _read(headers, receive)
            if isinstance(body, tuple):
                return await _refuse(tell, *body)
            return await self._app(scope, _again(body, receive), tell)
        finally:
            took = round((time.perf_counter() - begun) * 1000, 1)
            told = {"method": scope["method"], "path": scope["path"][:200], "status": status, "ms": took}
            log.info(json.dumps(told))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        objection = self._objection(scope, dict(scope["headers"]), unsafe=True)
        address = (scope.get("client") or ("",))[0]
        if objection is None and self._sockets.get(address, 0) >= SOCKETS_PER_ADDRESS:
            objection = 429, "Too many connections come from your address."
        if objection is not None:
            self._count(str(objection[0]))
            await receive()
            await _deny(send, *objection)
            return
        self._sockets[address] = self._sockets.get(address, 0) + 1
        transport: WebSocketTransport | None = None
        try:
            await self._app(scope, receive, send)
            transport = scope.get("extensions", {}).get(TRANSPORT)
        finally:
            if transport is not None:
                transport.on_close(partial(self._leave, address))
            else:
                self._leave(address)

    def _leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


async def _read(headers: dict[bytes, bytes], receive: Receive) -> bytes | tuple[int, str]:
    """A whole body, or why it is not taken."""
    too_long = 413, f"A request has at most {BODY // 1024} KiB."
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 12 or int(length) > BODY:
        return too_long
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return 400, "The request ended before it was complete."
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > BODY:
                    return too_long
    except TimeoutError:
        return 408, "The request took too long to arrive."
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that has been read, to be read again."""
    given = False

    async def read() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def _told(reason: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    body = json.dumps({"reason": reason}).encode()
    return [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())], body


async def _refuse(send: Send, status: int, reason: str) -> None:
    headers, body = _told(reason)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})


async def _deny(send: Send, status: int, reason: str) -> None:
    """Refuses a socket at its handshake."""
    headers, body = _told(reason)
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
