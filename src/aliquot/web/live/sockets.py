"""The live protocol over a WebSocket, as docs/protocol.md explains it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from aliquot.core.errors import AliquotError
from aliquot.core.outcome import Seat
from aliquot.reports import live
from aliquot.web.errors import NotFound, StoreFailed
from aliquot.web.limits import FRAME, HELLO_SECONDS, MESSAGES_WAITING
from aliquot.web.live import protocol
from aliquot.web.live.auth import Credentials
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.messages import Broadcast
from aliquot.web.live.protocol import INCOMING, ClientMessage, Hello, encode, message_id
from aliquot.web.live.room import Room
from aliquot.web.server.slices import Slices
from aliquot.web.server.websocket import TAKE_OVER, WebSocketTransport, text_frame

router = APIRouter()

MISUSED, GONE, STOPPING, BROKEN = 4400, 4404, 4503, 1011
"""Close codes: bad messages or too many, no such match, try again in a moment, a bug in the server."""
_HELLO = "The first message must be a hello."
log = logging.getLogger("aliquot.web")


@router.websocket("/api/matches/{match_id}/live")
async def socket(websocket: WebSocket, match_id: str) -> None:
    """Send every event of a match, and carry out the commands of its players."""
    await websocket.accept()
    take_over: Callable[[Connection], WebSocketTransport | None] = websocket.scope["extensions"][TAKE_OVER]
    connection = Connection(websocket.app.state.lobby, match_id, Credentials.of(websocket))
    transport = take_over(connection)
    if transport is not None:
        connection.begin(transport)


class Connection:
    """One socket: it is sent every event, and its messages are answered in order."""

    __slots__ = (
        "_closed",
        "_credentials",
        "_lobby",
        "_match_id",
        "_queue",
        "_room",
        "_seats",
        "_task",
        "_timer",
        "_transport",
    )

    def __init__(self, lobby: Lobby, match_id: str, credentials: Credentials) -> None:
        """Wait for a hello."""
        self._lobby, self._match_id = lobby, match_id
        self._credentials: Credentials | None = credentials
        self._seats: tuple[Seat, ...] = ()
        self._room: Room | None = None
        self._queue: deque[str] | None = None
        """Messages that came while another was being answered."""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed: asyncio.Future[None] | None = None
        """Done when the connection is lost, if a coroutine waits for that."""
        self._transport: WebSocketTransport

    def begin(self, transport: WebSocketTransport) -> None:
        """Use the transport of a new socket, and give it some time to say hello."""
        self._transport = transport
        self._lobby.metrics.sockets.inc()
        self._lobby.connections.add(self)
        self._timer = self._lobby.loop.call_later(HELLO_SECONDS, self._misuse, _HELLO)

    # --- the transport calls these ----------------------------------------------------------------------

    def message_received(self, text: str | None) -> None:
        """Answer a message, now or after those before it."""
        if text is None:
            self._misuse(f"A message must be text of at most {FRAME // 1024} KiB.")
        elif self._task is None:
            self._task = self._lobby.loop.create_task(self._work(text))
        else:
            if self._queue is None:
                self._queue = deque()
            self._queue.append(text)
            if len(self._queue) == MESSAGES_WAITING:
                self._transport.pause_reading()

    def connection_lost(self) -> None:
        """Forget the connection; a message that is being answered is carried out all the same."""
        self._lobby.metrics.sockets.dec()
        self._lobby.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._room is not None:
            self._room.presence.unfollow(self)
            self._room.subscribers.discard(self)
            self._room = None  # A socket and its transport stay in memory until garbage is collected.
        self._queue = None
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(None)

    def too_many_frames(self) -> None:
        """Close the socket."""
        self._transport.fail(MISUSED, "Too many messages in too short a time.")

    def too_much_unread(self) -> None:
        """Count the client as dropped."""
        self._lobby.metrics.dropped.inc()

    # --- sending ----------------------------------------------------------------------------------------

    def push(self, message: Broadcast) -> None:
        """Send a message that goes to everyone in the room."""
        self._transport.send(message.frame)

    def displace(self) -> None:
        """Close the socket: another one has taken its place."""
        self._misuse("There are too many connections. A newer one has taken the place of this one.")

    def dismiss(self, reason: str) -> None:
        """Close the socket: there is nothing to follow any more."""
        self._transport.close(GONE, reason)

    def _send(self, message: live.Message) -> None:
        self._transport.answer(text_frame(encode(message)))

    def _misuse(self, reason: str) -> None:
        self._transport.close(MISUSED, reason)

    # --- answering --------------------------------------------------------------------------------------

    async def _work(self, text: str) -> None:
        """Answer a message, and those that come meanwhile."""
        slices = Slices()
        try:
            while True:
                if self._room is None:
                    await self._greet(text)
                else:
                    await self._answer(self._room, text)
                await slices.pause()
                if not self._queue or self._transport.is_closing:
                    return
                text = self._queue.popleft()
                if len(self._queue) == MESSAGES_WAITING - 1:
                    self._transport.resume_reading()
        except Exception:
            log.exception("A message could not be answered.")
            self._transport.close(BROKEN, "Internal server error.")
        finally:
            self._task = self._queue = None

    async def _greet(self, text: str) -> None:
        """Take the hello, find the room and send the state."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        credentials, self._credentials = self._credentials, None
        if credentials is None:
            return
        try:
            hello = INCOMING.validate_json(text)
            if not isinstance(hello, Hello):
                self._misuse(_HELLO)
                return
            room = await self._lobby.room(self._match_id)
            self._seats = room.seats_of(token=hello.token or credentials.token, visitor=credentials.visitor_hash)
            await self._enter(room, hello)
        except ValidationError:
            self._misuse(_HELLO)
        except NotFound as error:
            self._transport.close(GONE, str(error))
        except StoreFailed as error:
            self._transport.close(STOPPING, str(error))
        except AliquotError as error:
            self._misuse(str(error))

    async def _enter(self, room: Room, hello: Hello) -> None:
        async with room.lock:
            await room.refresh()
            if self._seats:
                await room.resume_locked()
            room.subscribe(self, self._seats)
            self._room = room
            self._send(await room.messages.state(self._seats, hello.since))
            if self._transport.is_closing:
                room.subscribers.discard(self)
                self._room = None
            elif hello.presence:
                room.presence.follow(self)

    async def _answer(self, room: Room, text: str) -> None:
        try:
            message = INCOMING.validate_json(text)
        except ValidationError as error:
            self._send(
                live.Answer(id=message_id(text), result="refused", code="invalid-message", reason=_problem(error))
            )
            return
        answer = await self._carry_out(room, message)
        # An accepted command is answered by its event, which everyone gets; a hint's text only the sender.
        if answer.result != "accepted" or isinstance(message, protocol.Hint | protocol.Ping):
            self._send(answer)

    async def _carry_out(self, room: Room, message: ClientMessage) -> live.Answer:
        seats = self._seats
        match message:
            case protocol.Move():
                return await room.play(seats, message.id, message.ply, message.move)
            case protocol.Resign():
                return await room.resign(seats, message.id)
            case protocol.TakeBack():
                return await room.take_back(seats, message.id)
            case protocol.Answer():
                return await room.answer(seats, message.id, message.agree)
            case protocol.Hint():
                return await room.hint(seats, message.id)
            case protocol.Again():
                return await room.again(seats, message.id)
            case protocol.Ping():
                return live.Answer(id=message.id, result="accepted", number=room.number)
        return live.Answer(result="refused", code="repeated-hello", reason="You have already sent a hello.")

    # --- the lobby calls these --------------------------------------------------------------------------

    def is_alive(self) -> bool:
        """Ask the client for a sign of life; return False if it gave none since it was last asked."""
        return self._transport.ping()

    async def stop(self) -> None:
        """Finish what is under way, tell the client that the server is stopping, and close."""
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=1)
        self._send(live.Bye(reason="The server is stopping. Connect again in a moment."))
        self._closed = self._lobby.loop.create_future()
        self._transport.close(STOPPING, "The server is stopping.")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed, 1)


def _problem(error: ValidationError) -> str:
    """Return what is wrong with a message, in a sentence that quotes nothing of it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the message"
    return f"Invalid message: {where}: {first['msg']}."
