"""WebSocket framing, held against the package `websockets`: the same bytes mean the same, however they are cut up."""

import asyncio
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State

from aliquot.web.limits import FRAME, OUTBOX_BYTES
from aliquot.web.server.frames import (
    CLOSE,
    NOT_TEXT,
    PING,
    PONG,
    TEXT,
    TOO_LONG,
    Frames,
    Misframed,
    close_code,
    closing,
    framed,
)
from aliquot.web.server.websocket import Wire
from tests.effort import tries

LONGEST = 300


def masked(first: int, payload: bytes, mask: bytes, *, is_masked: bool = True, length: int | None = None) -> bytes:
    """A frame as a client sends it, or as it should not."""
    size = len(payload) if length is None else length
    bit = 0x80 if is_masked else 0
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 65_536:
        head = bytes((first, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + size.to_bytes(8, "big")
    if not is_masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


MASKS = st.one_of(st.just(b"\0\0\0\0"), st.binary(min_size=4, max_size=4))
CODES = st.one_of(st.integers(0, 5100), st.sampled_from([1000, 1005, 1006, 1015, 3000, 4999]))
CLOSES = st.builds(lambda code, said: code.to_bytes(2, "big") + said, CODES, st.binary(max_size=20))
GOOD = st.one_of(
    st.builds(
        masked,
        st.sampled_from([0x81, 0x82, 0x01, 0x02, 0x80, 0x00, 0x89, 0x8A]),
        st.one_of(st.binary(max_size=20), st.binary(min_size=120, max_size=130)),
        MASKS,
    ),
    st.builds(masked, st.just(0x81), st.text(max_size=60).map(str.encode), MASKS),
    st.builds(masked, st.just(0x88), CLOSES, MASKS),
)
BAD = st.one_of(
    st.builds(masked, st.integers(0, 255), st.binary(max_size=8), MASKS, is_masked=st.booleans()),
    st.builds(masked, st.sampled_from([0x81, 0x01, 0x89]), st.binary(min_size=126, max_size=LONGEST + 9), MASKS),
    st.builds(masked, st.just(0x81), st.just(b""), MASKS, length=st.integers(LONGEST + 1, 2**40)),
    st.binary(max_size=12),
)
STREAMS = st.lists(st.one_of(GOOD, GOOD, GOOD, BAD), max_size=8).map(b"".join)


def ours(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The messages, and the code of what is wrong after them."""
    frames = Frames(LONGEST)
    found: list[tuple[int, bytes]] = []
    try:
        for piece in pieces:
            for kind, payload in frames.feed(piece):
                if kind == CLOSE:
                    close_code(payload)
                    return [*found, (CLOSE, payload[:2])], None
                if kind == TEXT:
                    payload.decode()
                found.append((kind, payload))
    except Misframed as error:
        return found, error.code
    except UnicodeDecodeError:
        return found, NOT_TEXT
    return found, None


def theirs(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The same from `websockets`, whose frames are put together here."""
    protocol = Protocol(Side.SERVER, state=State.OPEN, max_size=LONGEST)
    found: list[tuple[int, bytes]] = []
    begun: tuple[int, bytes] | None = None
    for piece in pieces:
        protocol.receive_data(piece)
        for event in protocol.events_received():
            assert isinstance(event, Frame)
            if event.opcode is Opcode.CLOSE:
                return [*found, (CLOSE, bytes(event.data[:2]))], None
            if event.opcode >= CLOSE:
                found.append((int(event.opcode), bytes(event.data)))
                continue
            kind, before = begun if begun is not None else (int(event.opcode), b"")
            begun = kind, before + bytes(event.data)
            if event.fin:
                if kind == TEXT:
                    try:
                        begun[1].decode()
                    except UnicodeDecodeError:
                        return found, NOT_TEXT
                found.append(begun)
                begun = None
        if protocol.parser_exc is not None:
            assert protocol.close_sent is not None
            return found, protocol.close_sent.code
    return found, None


@settings(max_examples=tries(2_000))
@given(stream=STREAMS, cuts=st.lists(st.integers(0, 2_000), max_size=6))
@example(stream=masked(0x01, b"ab", b"1234") + masked(0x89, b"!", b"1234") + masked(0x80, b"c", b"1234"), cuts=[3, 9])
@example(stream=masked(0x01, bytes(LONGEST - 9), b"1234") + masked(0x89, bytes(20), b"1234"), cuts=[])
def test_the_same_bytes_mean_the_same_as_to_websockets(stream: bytes, cuts: list[int]) -> None:
    at = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = [stream[begin:end] for begin, end in pairwise(at)]
    # What is wrong with a frame we say when its head is there, they when all of it is: so none is left half.
    pieces.append(bytes(LONGEST + 50))
    (heard, wrong), (known, objection) = ours(pieces), theirs(pieces)
    if objection == TOO_LONG and [kind for kind, _ in heard[len(known) :][:1] if kind in (PING, PONG)]:
        # In the middle of a message they count a ping towards its length, which the standard does not.
        assert heard[: len(known)] == known
        return
    assert heard == known
    assert (wrong is None) == (objection is None)
    # A frame may be too long, or no text, and wrong as well; either may be said of it.
    assert wrong == objection or 1002 in (wrong, objection)


@given(data=st.one_of(st.binary(max_size=300), st.integers(65_500, 65_600).map(bytes)))
def test_a_client_reads_what_is_framed(data: bytes) -> None:
    client = Protocol(Side.CLIENT, state=State.OPEN)
    client.receive_data(framed(data) + closing(4400, "Ω" * 100))
    text, close = cast("list[Frame]", client.events_received())
    assert (text.opcode, text.fin, bytes(text.data)) == (Opcode.TEXT, True, data)
    assert client.close_rcvd is not None
    assert client.close_rcvd.code == 4400
    assert close.opcode is Opcode.CLOSE


class Line:
    """A transport that notes what it is told, for a wire without a network."""

    def __init__(self) -> None:
        self.sent, self.waiting = b"", 0
        self.done: list[str] = []
        self.protocol: Any = None

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def write(self, data: bytes) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return "close" in self.done or "abort" in self.done

    def __getattr__(self, name: str) -> Any:
        return lambda: self.done.append(name)


class Ear:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.said: list[str | None] = []

    def heard(self, text: str | None) -> None:
        self.said.append(text)

    def lost(self) -> None:
        self.said.append("lost")


@pytest.fixture
def line() -> Line:
    return Line()


def wired(line: Line, *pieces: bytes) -> tuple[Wire, list[str | None]]:
    """A wire that has been sent some bytes."""

    async def work() -> tuple[Wire, list[str | None]]:
        ear = Ear()
        wire = Wire(cast("asyncio.Transport", line), ear)
        assert line.protocol is wire
        for piece in pieces:
            wire.data_received(piece)
        return wire, ear.said

    return asyncio.run(work())


def test_a_wire_hands_on_text_and_answers_pings(line: Line) -> None:
    _, said = wired(line, masked(0x81, b"{}", b"abcd") + masked(0x89, b"?", b"abcd") + masked(0x82, b"x", b"abcd"))
    assert said == ["{}", None]
    assert line.sent == framed(b"?", PONG)


def test_a_client_that_closes_is_answered_with_its_own_code_and_hung_up_on(line: Line) -> None:
    _, said = wired(line, masked(0x88, (4001).to_bytes(2, "big"), b"abcd"), masked(0x81, b"more", b"abcd"))
    assert (said, line.sent, line.done) == ([], closing(4001), ["close"])


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        (masked(0x81, b"x", b"", is_masked=False), 1002),
        (masked(0x81, b"\xff", b"abcd"), 1007),
        (masked(0x81, b"", b"abcd", length=FRAME + 1), 1009),
        (masked(0xF1, b"x", b"abcd"), 1002),
    ],
)
def test_whoever_breaks_the_standard_is_told_so_and_not_listened_to_any_more(
    line: Line, piece: bytes, code: int
) -> None:
    wire, said = wired(line, piece, masked(0x81, b"{}", b"abcd"))
    assert said == []
    assert line.sent[2:4] == code.to_bytes(2, "big")
    assert line.done == ["resume_reading", "write_eof"]
    assert wire.send(b"anything"), "nobody is dropped who is being told goodbye"


def test_whoever_does_not_read_is_cut_off_but_one_message_is_always_taken(line: Line) -> None:
    wire, _ = wired(line)
    assert wire.send(b"x" * OUTBOX_BYTES * 2)
    line.waiting = OUTBOX_BYTES
    assert not wire.send(b"x")
    assert line.done == ["abort"]


def test_whoever_gives_no_sign_of_life_is_cut_off(line: Line) -> None:
    wire, _ = wired(line)
    assert wire.is_alive()
    assert line.sent == framed(b"", PING)
    wire.data_received(masked(0x8A, b"", b"abcd"))
    assert wire.is_alive(), "a pong is a sign of life"
    assert not wire.is_alive()
    assert line.done == ["abort"]
