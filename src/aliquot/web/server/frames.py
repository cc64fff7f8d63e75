"""WebSocket framing (RFC 6455) for a server: what clients send, taken apart; what they are sent, put together.

Text goes out in one frame, unmasked, so that the same bytes serve everybody who is told the same thing. A test holds
the reading against the package `websockets`, frame by frame.
"""

from collections.abc import Iterator

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
"""What a frame is."""
NORMAL, WRONG, NOT_TEXT, TOO_LONG = 1000, 1002, 1007, 1009
"""Why a socket is closed, as the standard numbers it."""
_FINAL, _RESERVED, _MASKED = 0x80, 0x70, 0x80
_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014)
"""Codes of the standard that may be sent; those from 3000 to 4999 are free."""


class Misframed(Exception):
    """Bytes that break the standard."""

    def __init__(self, code: int, reason: str) -> None:
        """Says with which code the socket is to be closed, and why."""
        super().__init__(reason)
        self.code = code


class Frames:
    """Takes apart what one client sends, in whatever pieces it arrives."""

    __slots__ = ("_begun", "_held", "_kind", "_longest")

    def __init__(self, longest: int) -> None:
        """Has seen nothing yet.

        Args:
            longest: Bytes in the longest message that is taken.
        """
        self._longest = longest
        self._held = b""
        self._kind = 0
        self._begun: bytearray | None = None
        """A message of which not every frame is there."""

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Each message that is complete now, and each frame of control: what it is, and what it says.

        Raises:
            Misframed: The client breaks the standard; nothing after that is read.
        """
        data = self._held + data if self._held else data
        at, size = 0, len(data)
        while size - at >= 2:
            first, second = data[at], data[at + 1]
            length, begin = second & 0x7F, at + 2
            self._check(first, second, length)
            if length >= 126:
                width = 2 if length == 126 else 8
                begin += width
                if size < begin:
                    break
                length = int.from_bytes(data[at + 2 : begin], "big")
            if length + (len(self._begun) if self._begun is not None and first & 0x0F < 8 else 0) > self._longest:
                raise Misframed(TOO_LONG, f"A message has at most {self._longest} bytes.")
            end = begin + 4 + length
            if size < end:
                break
            payload = _unmasked(data[begin + 4 : end], data[begin : begin + 4])
            at = end
            if (message := self._complete(first, payload)) is not None:
                self._held = data[at:]
                yield message
        self._held = data[at:] if at else data

    def _check(self, first: int, second: int, length: int) -> None:
        kind = first & 0x0F
        if first & _RESERVED or kind not in (CONTINUED, TEXT, BINARY, CLOSE, PING, PONG):
            raise Misframed(WRONG, "That is no frame of a kind that was agreed.")
        if not second & _MASKED:
            raise Misframed(WRONG, "A client masks what it sends.")
        if kind >= CLOSE:
            if length > 125 or not first & _FINAL:
                raise Misframed(WRONG, "A frame of control is short, and whole.")
            if kind == CLOSE and self._begun is not None:
                raise Misframed(WRONG, "A message is finished before the socket is closed.")
        elif (kind == CONTINUED) != (self._begun is not None):
            raise Misframed(WRONG, "That does not go on where the last frame ended.")

    def _complete(self, first: int, payload: bytes) -> tuple[int, bytes] | None:
        """A message, if this frame is the last of one."""
        kind = first & 0x0F
        if kind >= CLOSE:
            return kind, payload
        if self._begun is not None:
            self._begun += payload
            payload = bytes(self._begun)
        else:
            self._kind = kind
        if first & _FINAL:
            self._begun = None
            return self._kind, payload
        if self._begun is None:
            self._begun = bytearray(payload)
        return None


def _unmasked(data: bytes, mask: bytes) -> bytes:
    if mask == b"\0\0\0\0" or not data:
        return data
    size = len(data)
    over = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(data, "little") ^ over).to_bytes(size, "little")


def framed(data: bytes, kind: int = TEXT) -> bytes:
    """A message in one frame."""
    size = len(data)
    if size < 126:
        return bytes((_FINAL | kind, size)) + data
    if size < 65_536:
        return bytes((_FINAL | kind, 126)) + size.to_bytes(2, "big") + data
    return bytes((_FINAL | kind, 127)) + size.to_bytes(8, "big") + data


def closing(code: int, reason: str = "") -> bytes:
    """The frame that closes a socket and says why."""
    # At most 123 bytes, and no half of a character.
    said = reason.encode()[:123].decode(errors="ignore").encode()
    return framed(code.to_bytes(2, "big") + said, CLOSE)


def close_code(payload: bytes) -> int:
    """The code a client closes with; what it says must be well-formed.

    Raises:
        Misframed: It is not.
    """
    if not payload:
        return NORMAL
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise Misframed(NOT_TEXT, "What is said at the end is no text.") from None
    code = int.from_bytes(payload[:2], "big")
    if len(payload) < 2 or not (code in _CODES or 3000 <= code < 5000):
        raise Misframed(WRONG, "That is no code to close with.")
    return code
