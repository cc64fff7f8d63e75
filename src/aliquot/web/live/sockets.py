"""The live protocol over a WebSocket. docs/protocol.md explains it; the messages are in `aliquot.web.live.protocol`."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from aliquot.core.errors import AliquotError
from aliquot.core.outcome import Seat
from aliquot.web.errors import NotFound, TooManyRequests
from aliquot.web.limits import (
    EVENTS_AT_ONCE,
    FRAME,
    HELLO_SECONDS,
    MESSAGES_BURST,
    MESSAGES_PER_SECOND,
    MESSAGES_WAITING,
    SOCKETS_PER_GAME,
)
from aliquot.web.live import commands, messages
from aliquot.web.live.auth import Credentials
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import (
    MESSAGES,
    VERSION,
    Again,
    Answer,
    Answered,
    AskHint,
    Hello,
    Move,
    Ping,
    Resign,
    TakeBack,
)
from aliquot.web.live.room import Message, Room
from aliquot.web.server.ratelimit import Bucket
from aliquot.web.server.websocket import TAKE_OVER, WebSocketTransport, text_frame

router = APIRouter()

MISUSED, GONE, STOPPING, BROKEN = 4400, 4404, 4503, 1011
"""Why a socket is closed: it breaks the protocol, there is no such game, the server stops, the server is at fault."""
_HELLO = "The first message is a hello, as the protocol says."
log = logging.getLogger("aliquot.web")


@router.websocket("/api/matches/{match_id}/live")
async def live(websocket: WebSocket, match_id: str) -> None:
    """Follows a game, and plays in it with a seat's token or cookie."""
    await websocket.accept()
    take_over: Callable[[Connection], WebSocketTransport | None] = websocket.scope["extensions"][TAKE_OVER]
    connection = Connection(websocket.app.state.lobby, match_id, Credentials.of(websocket))
    transport = take_over(connection)
    if transport is not None:
        connection.begin(transport)


class Connection:
    """One socket: it is told of everything, and what it asks is answered in order."""

    __slots__ = (
        "_asker",
        "_bucket",
        "_gone",
        "_hall",
        "_match_id",
        "_seats",
        "_table",
        "_timer",
        "_transport",
        "_waiting",
        "_working",
    )

    def __init__(self, lobby: Lobby, match_id: str, credentials: Credentials) -> None:
        """Waits for a hello to a game, from somebody of whom the handshake told something."""
        self._hall, self._match_id = lobby, match_id
        self._asker: Credentials | None = credentials
        self._seats: tuple[Seat, ...] = ()
        self._table: Room | None = None
        self._bucket: Bucket | None = None
        self._waiting: deque[str] | None = None
        """Messages that came while another was being answered."""
        self._working: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._gone: asyncio.Future[None] | None = None
        """Done when the connection is gone, if somebody waits for that."""
        self._transport: WebSocketTransport

    def begin(self, transport: WebSocketTransport) -> None:
        """Has the socket, and gives it a while to say hello."""
        self._transport = transport
        self._hall.metrics.sockets.inc()
        self._hall.connections.add(self)
        self._timer = self._hall.loop.call_later(HELLO_SECONDS, self._misuse, _HELLO)

    # --- what the transport reports ----------------------------------------------------------------------------

    def message_received(self, text: str | None) -> None:
        """A message has come: it is answered now, or after those that came before it."""
        if self._bucket is None:
            self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_BURST)
        if not self._bucket.take():
            self._misuse("Too many messages in too short a time.")
        elif text is None:
            self._misuse(f"A message is text of at most {FRAME // 1024} KiB.")
        elif self._working is None:
            self._working = self._hall.loop.create_task(self._work(text))
        else:
            if self._waiting is None:
                self._waiting = deque()
            self._waiting.append(text)
            if len(self._waiting) == MESSAGES_WAITING:
                self._transport.pause_reading()

    def connection_lost(self) -> None:
        """The connection is gone; what is under way is done all the same."""
        self._hall.metrics.sockets.dec()
        self._hall.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._table is not None:
            self._table.followers.discard(self)
        self._waiting = None
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    def push(self, message: Message) -> None:
        """Send a message that goes to everyone in the room."""
        self._send(message.frame)

    def _send(self, frame: bytes) -> None:
        """Send a frame; a client that does not read is dropped."""
        if not self._transport.send(frame):
            self._hall.metrics.dropped.inc()

    def _misuse(self, reason: str) -> None:
        self._transport.close(MISUSED, reason)

    # --- answering --------------------------------------------------------------------------------------

    async def _work(self, text: str) -> None:
        """Answers one message, and those that come meanwhile."""
        try:
            while True:
                if self._table is None:
                    await self._welcome(text)
                else:
                    await self._hear(self._table, text)
                if not self._waiting or self._transport.is_closing:
                    return
                text = self._waiting.popleft()
                if len(self._waiting) == MESSAGES_WAITING - 1:
                    self._transport.resume_reading()
        except Exception:
            log.exception("A message could not be answered.")
            self._transport.close(BROKEN, "Something unforeseen has happened.")
        finally:
            self._working = None
            self._waiting = None

    async def _welcome(self, text: str) -> None:
        """Takes the first message, finds the game and tells how it stands."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        credentials, self._asker = self._asker, None
        if credentials is None:
            return
        try:
            hello = MESSAGES.validate_json(text)
            if not isinstance(hello, Hello):
                raise TooManyRequests("The first message is a hello.")
            room = await self._hall.room(self._match_id)
            if len(room.followers) >= SOCKETS_PER_GAME:
                raise TooManyRequests("Too many people follow this game already.")
            self._seats = room.seats_of(token=hello.token or credentials.token, visitor=credentials.hashed)
            await self._tell_state(room, hello.since)
        except ValidationError:
            self._misuse(_HELLO)
        except NotFound as error:
            self._transport.close(GONE, str(error))
        except AliquotError as error:
            self._misuse(str(error))

    async def _tell_state(self, room: Room, since: int | None) -> None:
        async with room.lock:
            await room.refresh()
            if self._seats:
                room.attend_now()
            told = {**messages.state(room), "you": list(self._seats)}
            if since is not None:
                told["events"] = [messages.past(event) for event in room.events[since:][:EVENTS_AT_ONCE]]
            self._send(text_frame(messages.encode(told)))
            if not self._transport.is_closing:
                self._table = room
                room.followers.add(self)

    async def _hear(self, room: Room, text: str) -> None:
        try:
            message = MESSAGES.validate_json(text)
        except ValidationError as error:
            self._answer(Answered(result="refused", reason=_problem(error)))
            return
        answer = await self._do(room, message)
        # That it was accepted is told by its event, which everybody gets; a hint's text only whoever asked.
        if answer.result != "accepted" or isinstance(message, AskHint | Ping):
            self._answer(answer)

    async def _do(self, room: Room, message: Any) -> Answered:
        seats = self._seats
        match message:
            case Move():
                return await commands.play(room, seats, message.id, message.ply, message.move)
            case Resign():
                return await commands.resign(room, seats, message.id)
            case TakeBack():
                return await commands.take_back(room, seats, message.id)
            case Answer():
                return await commands.answer(room, seats, message.id, message.agree)
            case AskHint():
                return await commands.hint(room, seats, message.id)
            case Again():
                return await commands.again(room, seats, message.id)
            case Ping():
                return Answered(id=message.id, result="accepted", number=room.number)
        return Answered(result="refused", reason="Hello was said already.")

    def _answer(self, answer: Answered) -> None:
        self._send(text_frame(messages.encode(answer.model_dump())))

    def is_alive(self) -> bool:
        """Asks the client for a sign of life; False if it gave none since it was last asked."""
        return self._transport.ping()

    async def stop(self) -> None:
        """Finishes what is under way, tells the client that the server is stopping, and closes."""
        if self._working is not None:
            await asyncio.wait({self._working}, timeout=1)
        bye = {"v": VERSION, "type": "bye", "reason": "The server is stopping; connect again in a moment."}
        self._send(text_frame(messages.encode(bye)))
        self._gone = self._hall.loop.create_future()
        self._transport.close(STOPPING, "The server is stopping.")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._gone, 1)


def _problem(error: ValidationError) -> str:
    """What is wrong with a message, in a sentence that quotes nothing of it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the message"
    return f"That is no message of the protocol: {where}: {first['msg']}."
