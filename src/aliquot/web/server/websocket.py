"""The transport of an open WebSocket.

uvicorn answers the handshake and then hands the connection over. From then on `websockets` parses the frames, and there
is no task, queue or timer for a socket that only receives.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Protocol as Framing
from websockets.protocol import Side, State

from aliquot.web.limits import (
    ANSWER_PER_FRAME,
    CLOSING_SECONDS,
    FRAME,
    FRAMES_BURST,
    FRAMES_PER_SECOND,
    OUTBOX_BYTES,
)
from aliquot.web.server.ratelimit import Bucket

TAKE_OVER, TRANSPORT = "aliquot.take_over", "aliquot.transport"
"""Keys of a handshake's `extensions`: the function that takes the connection over, and then its transport."""
_PING = Frame(Opcode.PING, b"").serialize(mask=False)
_REASON_BYTES = 123
"""Bytes the standard allows for the reason in a close frame."""
_PART = 1024
"""Bytes parsed at once; the smallest frame has six."""
_MOST_DISCARDED = 1024 * 1024
"""Bytes read and dropped of what a client sends after it was told that nothing more is read."""


def text_frame(data: bytes) -> bytes:
    """Return UTF-8 text as one frame, unmasked: the same bytes serve every client."""
    return Frame(Opcode.TEXT, data).serialize(mask=False)


class Receiver(Protocol):
    """Handles what happens on a WebSocket. Its methods never block."""

    def message_received(self, text: str | None) -> None:
        """Handle a message; None stands for a binary one."""
        ...

    def connection_lost(self) -> None:
        """Handle the end of the connection; called once."""
        ...

    def too_many_frames(self) -> None:
        """Handle a client that sends frames too fast, of whatever kind; close the connection."""
        ...

    def too_much_unread(self) -> None:
        """Handle a client that does not read what it is sent; the connection is gone."""
        ...


class WebSocketTransport(asyncio.Protocol):
    """One open WebSocket."""

    __slots__ = (
        "_bucket",
        "_discarded",
        "_framing",
        "_is_binary",
        "_is_lost",
        "_on_close",
        "_on_flood",
        "_on_unread",
        "_partial",
        "_receiver",
        "_share",
        "_timer",
        "_transport",
        "is_closing",
        "is_quiet",
    )

    def __init__(self, transport: asyncio.Transport, receiver: Receiver) -> None:
        """Take over a connection whose handshake is complete."""
        self._transport, self._receiver = transport, receiver
        self._framing = Framing(Side.SERVER, max_size=FRAME)
        self._bucket = Bucket(FRAMES_PER_SECOND, FRAMES_BURST)
        self._share: Bucket | None = None
        """The frames that all sockets of the client's address may send."""
        self._partial: bytearray | None = None
        """The message of which some fragments are still to come."""
        self._discarded = 0
        self._is_binary = False
        self._is_lost = False
        self.is_closing = False
        """True once either side has closed it; nothing more is sent or received."""
        self._timer: asyncio.TimerHandle | None = None
        self._on_close: Callable[[], object] | None = None
        self._on_flood: Callable[[], object] | None = None
        self._on_unread: Callable[[int], object] | None = None
        self.is_quiet = False
        """True if nothing has been received since the last ping."""
        transport.set_protocol(self)

    # --- receiving --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse bytes and pass every complete message to the receiver."""
        self.is_quiet = False
        # In parts, so that a client that sends too many frames is stopped before all of them are parsed.
        for start in range(0, len(data), _PART):
            if self._framing.eof_sent:
                self._discard(len(data) - start)
                return
            self._parse(data[start : start + _PART])
            if self._transport.is_closing():
                return

    def _discard(self, size: int) -> None:
        """Drop what a client sends that has been told why nothing more is read.

        Some of it is read all the same: a client whose connection is reset while it sends never reads why.
        """
        self._discarded += size
        if self._discarded > _MOST_DISCARDED:
            self.pause_reading()

    def _parse(self, data: bytes) -> None:
        framing = self._framing
        framing.receive_data(data)
        is_closed = False
        for frame in framing.events_received():
            if not isinstance(frame, Frame):
                continue
            if frame.opcode is Opcode.CLOSE:
                is_closed = True
            elif not (self._bucket.take() and (self._share is None or self._share.take())):
                self._end_flood()
                break
            elif frame.opcode < Opcode.CLOSE and not self.is_closing:
                self._receive(frame)
        if answers := framing.data_to_send():
            self._write(answers, is_closed=is_closed)
        if is_closed:
            self.is_closing = True
            self._transport.close()
        elif framing.parser_exc is not None:
            self._expect_close()

    def _end_flood(self) -> None:
        """Close the connection of a client that sends or asks too much."""
        self._receiver.too_many_frames()
        if self._on_flood is not None:
            self._on_flood()

    def _receive(self, frame: Frame) -> None:
        """Pass on a message when its last fragment is there."""
        data = frame.data
        if frame.opcode is not Opcode.CONT:
            self._is_binary = frame.opcode is Opcode.BINARY
        if self._partial is not None:
            self._partial += data
            data = self._partial
        elif not frame.fin:
            self._partial = bytearray(data)
        if not frame.fin:
            return
        self._partial = None
        if self._is_binary:
            self._receiver.message_received(None)
            return
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self._framing.fail(CloseCode.INVALID_DATA, "invalid UTF-8")
            self._expect_close()
        else:
            self._receiver.message_received(text)

    def _write(self, answers: list[bytes], *, is_closed: bool) -> None:
        """Write what the framing answers: pongs, a close frame, the end of the stream."""
        for data in answers:
            if data:
                self._transport.write(data)
            elif not is_closed:
                self._transport.write_eof()
        if self._transport.get_write_buffer_size() > OUTBOX_BYTES:
            self.cut()

    def cut(self) -> None:
        """End the connection of a client that does not read."""
        if not self._transport.is_closing():
            self.abort()
            self._receiver.too_much_unread()

    def _expect_close(self) -> None:
        """Give the client a few seconds to close its side."""
        self.is_closing = True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._transport.abort)
            self.resume_reading()

    def eof_received(self) -> bool:
        """Return False: the connection is closed when the client ends its side."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the receiver that the connection is gone."""
        self.is_closing = self._is_lost = True
        if self._timer is not None:
            self._timer.cancel()
        self._receiver.connection_lost()
        if self._on_close is not None:
            self._on_close()

    def watch(
        self,
        share: Bucket,
        on_close: Callable[[], object],
        on_flood: Callable[[], object],
        on_unread: Callable[[int], object],
    ) -> None:
        """Have functions called about the connection, and limit its frames together with others.

        Args:
            share: The frames that all sockets of the client's address may send.
            on_close: Called when it is lost, at once if it is lost already.
            on_flood: Called when the client has sent too many frames.
            on_unread: Called with the bytes that wait for the client when it does not read, and with 0 when it does.
        """
        self._share, self._on_flood, self._on_unread = share, on_flood, on_unread
        if self._is_lost:
            on_close()
        else:
            self._on_close = on_close

    def pause_reading(self) -> None:
        """Read nothing for now, so that a client that sends too fast has to wait."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    # --- sending ----------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Tell how much may wait from now on, while the client does not read."""
        if self._on_unread is not None:
            self._on_unread(max(self._transport.get_write_buffer_size(), OUTBOX_BYTES))

    def resume_writing(self) -> None:
        """Tell that the client has read."""
        if self._on_unread is not None:
            self._on_unread(0)

    def send(self, frame: bytes) -> None:
        """Send a frame made by `text_frame`; if too much waits for this client already, drop it."""
        if self.is_closing:
            return
        waiting = self._transport.get_write_buffer_size()
        if waiting and waiting + len(frame) > OUTBOX_BYTES:
            self.cut()
        else:
            self._transport.write(frame)

    def answer(self, frame: bytes) -> None:
        """Send an answer to the client; a long one counts as several of its own frames."""
        if self._share is None or self._share.take(len(frame) // ANSWER_PER_FRAME):
            self.send(frame)
        elif not self.is_closing:
            self._end_flood()

    def ping(self) -> bool:
        """Send a ping; return False and abort if nothing has been received since the last one."""
        if self.is_quiet and not self.is_closing:
            self.abort()
            return False
        self.is_quiet = True
        if not self.is_closing:
            self._transport.write(_PING)
        return True

    def close(self, code: int, reason: str) -> None:
        """Send a close frame; the connection ends when the client answers, or after a few seconds."""
        if self.is_closing:
            return
        if self._framing.state is State.OPEN:
            self._framing.send_close(code, _shorten(reason))
            self._write(self._framing.data_to_send(), is_closed=False)
        self._expect_close()

    def fail(self, code: int, reason: str) -> None:
        """Send a close frame and drop unparsed whatever the client still sends."""
        if self._framing.eof_sent:
            return
        self._framing.fail(code, _shorten(reason))
        self._write(self._framing.data_to_send(), is_closed=False)
        self._expect_close()

    def abort(self) -> None:
        """End the connection at once, without a close frame."""
        self.is_closing = True
        self._transport.abort()


def _shorten(reason: str) -> str:
    """Return as much of a reason as fits, without half a character at its end."""
    return reason.encode()[:_REASON_BYTES].decode(errors="ignore")
