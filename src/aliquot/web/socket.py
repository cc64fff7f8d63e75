"""The live protocol over a WebSocket. docs/protocol.md explains it; the messages are in `aliquot.web.messages`."""

import asyncio
import time
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from aliquot.core.errors import AliquotError
from aliquot.core.outcome import Seat
from aliquot.web import actions, board
from aliquot.web.errors import NotFound, TooMuch
from aliquot.web.guard import Bucket
from aliquot.web.hall import Hall
from aliquot.web.limits import (
    EVENTS_AT_ONCE,
    FRAME,
    HELLO_SECONDS,
    MESSAGES_BURST,
    MESSAGES_PER_SECOND,
    SOCKETS_PER_GAME,
)
from aliquot.web.messages import (
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
from aliquot.web.outbox import Outbox
from aliquot.web.table import Table
from aliquot.web.visitors import Asker

router = APIRouter()

MISUSED, GONE, STOPPING = 4400, 4404, 4503
"""Why a socket is closed: it breaks the protocol, there is no such game, the server stops."""


@router.websocket("/api/games/{name}/live")
async def live(websocket: WebSocket, name: str) -> None:
    """Follows a game, and plays in it with a seat's token or cookie."""
    await websocket.accept()
    connection = Connection(websocket, websocket.app.state.hall)
    await connection.run(name)


class Connection:
    """One socket: it is told of everything, and what it asks is answered in order."""

    def __init__(self, websocket: WebSocket, hall: Hall) -> None:
        """Takes over a socket that has been accepted."""
        self._websocket, self._hall = websocket, hall
        self._outbox = Outbox(self._drop)
        self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_BURST)
        self._seats: tuple[Seat, ...] = ()
        self._sender: asyncio.Task[None] | None = None
        self._is_dropped = False

    async def run(self, name: str) -> None:
        """Serves the socket until it closes."""
        hall = self._hall
        hall.metrics.sockets += 1
        hall.connections.add(self)
        table: Table | None = None
        try:
            table = await self._welcome(name)
            if table is not None:
                self._sender = asyncio.create_task(self._send())
                await self._listen(table)
        finally:
            hall.metrics.sockets -= 1
            hall.connections.discard(self)
            if table is not None:
                table.followers.discard(self._outbox)
            self._outbox.close()
            if self._sender is not None:
                self._sender.cancel()

    async def _welcome(self, name: str) -> Table | None:
        """Waits for the first message, finds the game and tells how it stands."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._receive()
            if text is None:
                return None
            hello = MESSAGES.validate_json(text)
            if not isinstance(hello, Hello):
                raise TooMuch("The first message is a hello.")
            table = await self._hall.table(name)
            if len(table.followers) >= SOCKETS_PER_GAME:
                raise TooMuch("Too many people follow this game already.")
        except (ValidationError, TimeoutError):
            await self._close(MISUSED, "The first message is a hello, as the protocol says.")
            return None
        except NotFound as error:
            await self._close(GONE, str(error))
            return None
        except AliquotError as error:
            await self._close(MISUSED, str(error))
            return None
        asker = Asker.of(self._websocket)
        self._seats = table.seats_of(token=hello.token or asker.token, visitor=asker.hashed)
        async with table.lock:
            await table.refresh()
            if self._seats:
                table.attend_now()
            told = {**board.state(table), "you": list(self._seats)}
            if hello.since is not None:
                told["events"] = [board.past(event) for event in table.events[hello.since :][:EVENTS_AT_ONCE]]
            self._outbox.push(board.encode(told))
            table.followers.add(self._outbox)
        return table

    async def _receive(self) -> str | None:
        """The next message, or None when there will be no more."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text = message.get("text")
        if text is None or len(text) > FRAME or len(text.encode()) > FRAME:
            await self._close(MISUSED, f"A message is text of at most {FRAME // 1024} KiB.")
            return None
        return str(text)

    async def _listen(self, table: Table) -> None:
        answered = self._hall.metrics.answered
        while (text := await self._receive()) is not None:
            begun = time.perf_counter()
            if not self._bucket.take():
                await self._close(MISUSED, "Too many messages in too short a time.")
                return
            try:
                message = MESSAGES.validate_json(text)
            except ValidationError as error:
                self._answer(Answered(result="refused", reason=_problem(error)))
                continue
            answer = await self._do(table, message)
            if isinstance(message, Move):
                answered(answer.result, time.perf_counter() - begun)
            # That it was accepted is told by its event, which everybody gets; a hint's text only whoever asked.
            if answer.result != "accepted" or isinstance(message, AskHint | Ping):
                self._answer(answer)

    async def _do(self, table: Table, message: Any) -> Answered:
        seats = self._seats
        match message:
            case Move():
                return await actions.play(table, seats, message.id, message.ply, message.move)
            case Resign():
                return await actions.resign(table, seats, message.id)
            case TakeBack():
                return await actions.take_back(table, seats, message.id)
            case Answer():
                return await actions.answer(table, seats, message.id, message.agree)
            case AskHint():
                return await actions.hint(table, seats, message.id)
            case Again():
                return await actions.again(table, seats, message.id)
            case Ping():
                return Answered(id=message.id, result="accepted", number=table.number)
        return Answered(result="refused", reason="Hello was said already.")

    def _answer(self, answer: Answered) -> None:
        self._outbox.push(board.encode(answer.model_dump()))

    async def _send(self) -> None:
        send = self._websocket.send
        with suppress(Exception):
            while (text := await self._outbox.get()) is not None:
                await send({"type": "websocket.send", "text": text})

    def _drop(self) -> None:
        """Cuts a reader off that does not read: nothing more can be said to it."""
        self._is_dropped = True
        self._hall.metrics.dropped += 1
        if self._sender is not None:
            self._sender.cancel()
        if (abort := self._websocket.scope["extensions"].get("aliquot.abort")) is not None:
            abort()

    async def _close(self, code: int, reason: str) -> None:
        """Says why and closes."""
        with suppress(Exception):
            await self._websocket.send({"type": "websocket.close", "code": code, "reason": reason[:120]})

    async def stop(self) -> None:
        """Tells the client that the server is stopping, and closes."""
        if self._sender is not None:
            self._sender.cancel()
        with suppress(Exception):
            bye = {"v": VERSION, "type": "bye", "reason": "The server is stopping; connect again in a moment."}
            await asyncio.wait_for(self._websocket.send({"type": "websocket.send", "text": board.encode(bye)}), 1)
            await asyncio.wait_for(self._close(STOPPING, "The server is stopping."), 1)


def _problem(error: ValidationError) -> str:
    """What is wrong with a message, in a sentence that quotes nothing of it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the message"
    return f"That is no message of the protocol: {where}: {first['msg']}."
