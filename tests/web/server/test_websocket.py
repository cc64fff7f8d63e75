"""The WebSocket transport: messages, fragments, pings, close codes and limits, without a network."""

import asyncio
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import Protocol, Side, State

from aliquot.web.limits import ANSWER_PER_FRAME, FRAME, FRAMES_BURST, OUTBOX_BYTES
from aliquot.web.server.ratelimit import Bucket
from aliquot.web.server.websocket import WebSocketTransport, text_frame
from tests.effort import tries

MASK = b"mask"


def sent(opcode: int, data: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it, always with the same mask."""
    frame = Frame(Opcode(opcode), data, fin).serialize(mask=False)
    head = frame[: len(frame) - len(data)]
    masked = bytes(byte ^ MASK[place % 4] for place, byte in enumerate(data))
    return head[:1] + bytes((head[1] | 0x80,)) + head[2:] + MASK + masked


TEXT, PING, PONG = Opcode.TEXT, Opcode.PING, Opcode.PONG
UNMASKED = Frame(TEXT, b"x").serialize(mask=False)
TOO_LONG = b"\x81\xfe" + (FRAME + 1).to_bytes(2, "big") + b"abcd"
RESERVED_BITS = b"\xf1\x81abcd\x00"
UNKNOWN_OPCODE = b"\x83\x81abcd\x00"


class FakeTransport:
    """A transport that records what it is asked to do."""

    def __init__(self) -> None:
        self.data, self.waiting = b"", 0
        self.calls: list[str] = []
        self.protocol: Any = None

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def write(self, data: bytes) -> None:
        self.data += data

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return "close" in self.calls or "abort" in self.calls

    def frames(self) -> list[Frame]:
        """What a client reads of what was written."""
        client = Protocol(Side.CLIENT, state=State.OPEN)
        client.receive_data(self.data)
        return [event for event in client.events_received() if isinstance(event, Frame)]

    def close_code(self) -> int | None:
        """The code of the close frame that was written, if there was one."""
        return next((Close.parse(bytes(frame.data)).code for frame in self.frames() if frame.opcode == 8), None)

    def __getattr__(self, name: str) -> Any:
        return lambda: self.calls.append(name)


class Recorder:
    """A receiver that records what it receives."""

    def __init__(self) -> None:
        self.messages: list[str | None] = []

    def message_received(self, text: str | None) -> None:
        self.messages.append(text)

    def connection_lost(self) -> None:
        self.messages.append("lost")

    def too_many_frames(self) -> None:
        self.messages.append("too many")

    def too_much_unread(self) -> None:
        self.messages.append("unread")


@pytest.fixture
def fake() -> FakeTransport:
    return FakeTransport()


def receive(fake: FakeTransport, *pieces: bytes) -> tuple[WebSocketTransport, list[str | None]]:
    """A transport that has received some bytes, and the messages its receiver was passed."""

    async def work() -> tuple[WebSocketTransport, list[str | None]]:
        recorder = Recorder()
        transport = WebSocketTransport(cast("asyncio.Transport", fake), recorder)
        assert fake.protocol is transport
        for piece in pieces:
            transport.data_received(piece)
        return transport, recorder.messages

    return asyncio.run(work())


def test_text_is_passed_on_and_pings_are_answered(fake: FakeTransport) -> None:
    _, messages = receive(fake, sent(1, b"{}") + sent(9, b"?") + sent(2, b"x") + sent(10, b""))
    assert messages == ["{}", None]
    assert [(frame.opcode, bytes(frame.data)) for frame in fake.frames()] == [(PONG, b"?")]


def test_fragments_become_one_message_and_a_ping_may_come_between(fake: FakeTransport) -> None:
    omega = "Ω".encode()
    pieces = [sent(1, b"a" + omega[:1], fin=False), sent(9, b""), sent(0, b"", fin=False), sent(0, omega[1:] + b"b")]
    _, messages = receive(fake, *pieces, sent(2, b"x", fin=False), sent(0, b"y"), sent(1, b"c"))
    assert messages == ["aΩb", None, "c"]
    assert [frame.opcode for frame in fake.frames()] == [PONG]


def test_a_client_that_closes_is_answered_with_its_own_code(fake: FakeTransport) -> None:
    _, messages = receive(fake, sent(8, Close(4001, "").serialize()), sent(1, b"more"))
    assert (messages, fake.close_code(), fake.calls) == ([], 4001, ["close"])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (UNMASKED, 1002),
        (RESERVED_BITS, 1002),
        (UNKNOWN_OPCODE, 1002),
        (sent(0, b"x"), 1002),
        (sent(1, b"x", fin=False) + sent(1, b"y"), 1002),
        (sent(1, b"x", fin=False) + sent(8, b""), 1002),
        (sent(8, b"x"), 1002),
        (sent(8, (1005).to_bytes(2, "big")), 1002),
        (sent(8, (4000).to_bytes(2, "big") + b"\xff"), 1007),
        (sent(1, b"\xff"), 1007),
        (sent(1, b"\xce", fin=False) + sent(0, b"x"), 1007),
        (TOO_LONG, 1009),
        (sent(1, bytes(FRAME), fin=False) + sent(0, b"x"), 1009),
    ],
)
def test_a_client_that_breaks_the_standard_is_told_the_code_and_not_read_any_more(
    fake: FakeTransport, data: bytes, code: int
) -> None:
    transport, messages = receive(fake, data, sent(1, b"{}"), sent(9, b""))
    assert messages == []
    assert fake.close_code() == code
    assert len(fake.frames()) == 1
    assert fake.calls == ["write_eof", "resume_reading"] or fake.calls == ["resume_reading", "write_eof"]
    transport.send(text_frame(b"anything"))
    assert messages == [], "a client that is being closed does not count as dropped"


def test_what_came_before_a_wrong_frame_is_passed_on(fake: FakeTransport) -> None:
    _, messages = receive(fake, sent(1, b"{}") + UNMASKED)
    assert (messages, fake.close_code()) == (["{}"], 1002)


def test_closing_sends_the_code_and_a_reason_that_fits(fake: FakeTransport) -> None:
    async def work() -> None:
        transport = WebSocketTransport(cast("asyncio.Transport", fake), Recorder())
        transport.close(4400, "Ω" * 100)
        transport.close(4503, "again")
        transport.data_received(sent(1, b"{}") + sent(8, Close(4400, "").serialize()))

    asyncio.run(work())
    (frame,) = fake.frames()
    assert Close.parse(bytes(frame.data)) == Close(4400, "Ω" * 61)
    assert fake.calls == ["resume_reading", "close"]


def test_a_receiver_may_close_while_the_client_closes(fake: FakeTransport) -> None:
    class Closing(Recorder):
        def message_received(self, text: str | None) -> None:
            transport.close(4400, "enough")

    async def work() -> WebSocketTransport:
        return WebSocketTransport(cast("asyncio.Transport", fake), Closing())

    transport = asyncio.run(work())

    async def feed() -> None:
        transport.data_received(sent(1, b"{}") + sent(8, Close(1000, "").serialize()))

    asyncio.run(feed())
    assert (fake.close_code(), fake.calls) == (1000, ["resume_reading", "close"])


def test_a_client_that_does_not_read_is_dropped_but_one_message_is_always_taken(fake: FakeTransport) -> None:
    transport, messages = receive(fake)
    transport.send(text_frame(b"x" * OUTBOX_BYTES * 2))
    assert messages == []
    fake.waiting = OUTBOX_BYTES
    transport.send(text_frame(b"x"))
    transport.send(text_frame(b"y"))
    assert (fake.calls, messages) == (["abort"], ["unread"])


def test_a_client_that_only_pings_and_does_not_read_is_dropped(fake: FakeTransport) -> None:
    fake.waiting = OUTBOX_BYTES + 1
    _, messages = receive(fake, sent(9, b"?") * 400)
    assert (fake.calls, messages) == (["abort"], ["unread"])


@pytest.mark.parametrize("kind", [sent(9, b""), sent(10, b""), sent(1, b"{}"), sent(1, b"", fin=False) + sent(0, b"")])
def test_frames_of_every_kind_count_and_only_a_few_more_are_parsed(fake: FakeTransport, kind: bytes) -> None:
    class Failing(Recorder):
        def too_many_frames(self) -> None:
            super().too_many_frames()
            transport.fail(4400, "enough")

    recorder = Failing()

    async def work() -> WebSocketTransport:
        return WebSocketTransport(cast("asyncio.Transport", fake), recorder)

    transport = asyncio.run(work())

    async def feed() -> None:
        transport.data_received(kind * 10_000)
        transport.data_received(kind * 10_000)

    asyncio.run(feed())
    assert fake.close_code() == 4400
    assert recorder.messages.count("too many") == 1
    assert len(fake.frames()) <= FRAMES_BURST + 200


def in_share(share: Bucket, *, frames: int = 0, answers: int = 0) -> list[str | None]:
    """What the receiver of a socket is passed, whose client sends frames and is sent answers of 2 KiB."""
    floods: list[str | None] = []

    async def work() -> list[str | None]:
        recorder = Recorder()
        transport = WebSocketTransport(cast("asyncio.Transport", FakeTransport()), recorder)
        transport.watch(share, lambda: None, lambda: floods.append("flood"), lambda _: None)
        for _ in range(frames):
            transport.data_received(sent(1, b"{}"))
        for _ in range(answers):
            transport.answer(text_frame(b"x" * 2 * ANSWER_PER_FRAME))
        return recorder.messages

    return asyncio.run(work()) + floods


def test_sockets_of_one_address_share_their_frames_and_long_answers_count() -> None:
    share = Bucket(0, 10)
    assert in_share(share, frames=4) == ["{}"] * 4
    assert in_share(share, frames=1, answers=2) == ["{}"]
    assert in_share(share, answers=1) == ["too many", "flood"]
    assert in_share(share, frames=2) == ["{}", "too many", "flood"]


def test_a_client_that_does_not_answer_a_ping_is_dropped(fake: FakeTransport) -> None:
    transport, _ = receive(fake)
    assert transport.ping()
    assert [(frame.opcode, bytes(frame.data)) for frame in fake.frames()] == [(PING, b"")]
    transport.data_received(sent(10, b""))
    assert transport.ping()
    assert not transport.ping()
    assert fake.calls == ["abort"]


FRAMES = st.one_of(
    st.builds(
        sent,
        st.sampled_from([0, 1, 2, 9, 10]),
        st.one_of(st.binary(max_size=20), st.binary(min_size=120, max_size=125)),
        fin=st.just(True),
    ),
    st.builds(sent, st.sampled_from([0, 1]), st.text(max_size=60).map(str.encode), fin=st.booleans()),
    st.sampled_from([UNMASKED, TOO_LONG, RESERVED_BITS, UNKNOWN_OPCODE, sent(8, Close(1000, "").serialize())]),
    st.binary(max_size=12),
)


@settings(max_examples=tries(300))
@given(stream=st.lists(FRAMES, max_size=8).map(b"".join), cuts=st.lists(st.integers(0, 1_000), max_size=6))
def test_it_does_not_matter_how_the_bytes_are_cut(stream: bytes, cuts: list[int]) -> None:
    at = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = [stream[begin:end] for begin, end in pairwise(at)]
    whole, cut = FakeTransport(), FakeTransport()
    assert receive(whole, stream)[1] == receive(cut, *pieces)[1]
    # Of two faults in one piece either may be reported.
    assert (whole.close_code() is None) == (cut.close_code() is None)
    assert set(whole.calls) == set(cut.calls)
