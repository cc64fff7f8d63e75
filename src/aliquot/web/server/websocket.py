"""A socket once it is open: bytes in, messages out, and as little held for it as can be.

uvicorn answers the handshake, with everything that is checked there, and then hands the connection over. From then on
there is no task, no queue and no timer for a socket that only listens; five thousand of them are little more than what
the system itself needs.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from aliquot.web.limits import CLOSING_SECONDS, FRAME, OUTBOX_BYTES
from aliquot.web.server.frames import (
    BINARY,
    CLOSE,
    NOT_TEXT,
    PING,
    PONG,
    TEXT,
    Frames,
    Misframed,
    close_code,
    closing,
    framed,
)

HAND_OVER, WIRE = "aliquot.hand_over", "aliquot.wire"
"""Where the scope of a handshake has what hands the connection over, and then the wire."""


class Hearer(Protocol):
    """Whoever is told what comes over a wire."""

    def heard(self, text: str | None) -> None:
        """A message has come; None if it is no text. Never waits."""
        ...

    def lost(self) -> None:
        """The connection is gone."""
        ...


class Wire(asyncio.Protocol):
    """One open socket."""

    __slots__ = ("_frames", "_hearer", "_is_lost", "_timer", "_transport", "_when_lost", "is_closing", "is_quiet")

    def __init__(self, transport: asyncio.Transport, hearer: Hearer) -> None:
        """Takes a connection over whose handshake is done."""
        self._transport, self._hearer = transport, hearer
        self._frames: Frames | None = Frames(FRAME)
        self._is_lost = False
        self.is_closing = False
        """Whether it was closed, by either side, and nothing more will be said."""
        self._timer: asyncio.TimerHandle | None = None
        self._when_lost: Callable[[], object] | None = None
        self.is_quiet = False
        """Whether nothing has come since it was last asked for a sign of life."""
        transport.set_protocol(self)

    # --- what comes -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Takes bytes apart and hands on what they say."""
        self.is_quiet = False
        if self._frames is None:
            return
        try:
            for kind, payload in self._frames.feed(data):
                if kind == TEXT:
                    if not self.is_closing:
                        self._hearer.heard(payload.decode())
                elif kind == PING:
                    self._transport.write(framed(payload, PONG))
                elif kind == CLOSE:
                    self._end(close_code(payload))
                    return
                elif kind == BINARY and not self.is_closing:
                    self._hearer.heard(None)
        except Misframed as error:
            self._give_up(error.code, str(error))
        except UnicodeDecodeError:
            self._give_up(NOT_TEXT, "That is no text.")

    def _give_up(self, code: int, reason: str) -> None:
        """Says why, and takes nothing more in: it could not be understood."""
        self.close(code, reason)
        # What is still on its way is read and forgotten: whoever is hung up on in mid-sentence never hears why.
        self._frames = None
        self._transport.write_eof()

    def _end(self, code: int) -> None:
        """The client closes, or answers that it was closed."""
        if not self.is_closing:
            self.is_closing = True
            self._transport.write(closing(code))
        self._transport.close()

    def eof_received(self) -> bool:
        """Nothing more will come."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.is_closing = self._is_lost = True
        if self._timer is not None:
            self._timer.cancel()
        self._hearer.lost()
        if self._when_lost is not None:
            self._when_lost()

    def when_lost(self, call: Callable[[], object]) -> None:
        """Has something called when the connection is gone."""
        if self._is_lost:
            call()
        else:
            self._when_lost = call

    def wait(self, is_waiting: bool) -> None:
        """Reads no further for a while, or again."""
        if not self._transport.is_closing():
            if is_waiting:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    # --- what goes --------------------------------------------------------------------------------------

    def send(self, data: bytes) -> bool:
        """Sends a message, or as much as the client takes now; False, and cut off, if too much waits for it."""
        if self.is_closing:
            return True
        waiting = self._transport.get_write_buffer_size()
        if waiting and waiting + len(data) > OUTBOX_BYTES:
            self.abort()
            return False
        self._transport.write(framed(data))
        return True

    def is_alive(self) -> bool:
        """Asks for a sign of life; False, and cut off, if there was none since it was last asked for."""
        if self.is_quiet and not self.is_closing:
            self.abort()
            return False
        self.is_quiet = True
        if not self.is_closing:
            self._transport.write(framed(b"", PING))
        return True

    def close(self, code: int, reason: str) -> None:
        """Says why, and closes when the client has heard it, or soon."""
        if self.is_closing:
            return
        self.is_closing = True
        self._transport.write(closing(code, reason))
        self._timer = asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._transport.abort)
        self.wait(False)

    def abort(self) -> None:
        """Cuts the connection off; nothing more can be said."""
        self.is_closing = True
        self._transport.abort()
