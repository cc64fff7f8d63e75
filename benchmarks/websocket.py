"""A WebSocket client without overhead, so that the server is what is measured."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any, cast


class LoadSocket(asyncio.Protocol):
    """One socket. It hands on every message as bytes and sends short ones."""

    def __init__(self, path: str, heard: Callable[["LoadSocket", bytes], None]) -> None:
        self._path, self._heard = path, heard
        self._buffer = b""
        self._open = False
        self.transport: asyncio.Transport
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.extra: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, mark, data = data.partition(b"\r\n\r\n")
            if not mark:
                self._buffer = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._open = True
            self.ready.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                begin = at + 4
                length = struct.unpack_from("!H", data, at + 2)[0] if size >= begin else size
            elif length == 127:
                begin = at + 10
                length = struct.unpack_from("!Q", data, at + 2)[0] if size >= begin else size
            if size < begin + length:
                break
            if data[at] == 0x81:
                self._heard(self, data[begin : begin + length])
            at = begin + length
        self._buffer = data[at:]

    def send(self, message: bytes) -> None:
        size = len(message)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + message)

    def hello(self, token: str | None) -> None:
        self.send(json.dumps({"type": "hello", "token": token} if token else {"type": "hello"}).encode())


async def open_socket(
    port: int, game: str, heard: Callable[[LoadSocket, bytes], None], address: str = "127.0.0.1"
) -> LoadSocket:
    """A socket to a game, from an address of this machine, open but without a hello."""
    loop = asyncio.get_running_loop()
    path = f"/api/matches/{game}/live"
    _, socket = await loop.create_connection(
        lambda: LoadSocket(path, heard), "127.0.0.1", port, local_addr=(address, 0)
    )
    await socket.ready
    return socket
