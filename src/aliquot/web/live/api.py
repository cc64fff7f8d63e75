"""Matches over HTTP: create, join, follow and play them, and their records."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.types import Receive

from aliquot.core import notation, record_json
from aliquot.core.outcome import Seat, other
from aliquot.games.boards import Board
from aliquot.reports.live import Answer, Refusal, Seated, State, Visitor
from aliquot.web.errors import Abandoned, NotAllowed, TooManyRequests
from aliquot.web.limits import ORACLE_SECONDS
from aliquot.web.live.auth import Credentials, base_url, check_name, hash_token, new_id, seat_token, visitor_of
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import AnswerCommand, Command, Join, MoveCommand, NewMatch, NewName, encode
from aliquot.web.live.room import Room
from aliquot.web.live.settings import check_level, settings_of
from aliquot.web.server.workers import Asker
from aliquot.web.store.reader import StoredSeat
from aliquot.web.store.writer import Write

T = TypeVar("T")

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": description}
    for status, description in (
        (400, "The request is incomplete."),
        (403, "Not allowed."),
        (404, "Not found."),
        (413, "The request is too long."),
        (422, "The request is invalid."),
        (429, "Too many requests."),
        (503, "The server is busy, or its database cannot be reached."),
    )
}
"""The refusals of a request."""
router = APIRouter(prefix="/api", responses=REFUSALS)
_MOST_MATCHES = 50
"""The most matches in a visitor's list."""
_TOO_MANY_GAMES = "You have created too many games. Wait a little, then try again."
_TOO_MANY_FROM_ADDRESS = "Too many new games or names come from your address. Wait a little, then try again."


def lobby_of(request: Request) -> Lobby:
    """Return the server's lobby."""
    lobby: Lobby = request.app.state.lobby
    return lobby


InLobby = Annotated[Lobby, Depends(lobby_of)]


async def room_of(match_id: str, lobby: InLobby) -> Room:
    """Return the room of the match in the address."""
    return await lobby.room(match_id)


def credentials_of(request: Request) -> Credentials:
    """Return the credentials of a request."""
    return Credentials.of(request)


InRoom = Annotated[Room, Depends(room_of)]
By = Annotated[Credentials, Depends(credentials_of)]


def asker_of(request: Request) -> Asker:
    """Return whose share of the workers' time a request takes."""
    return Asker(request.client.host if request.client else "", Credentials.of(request).visitor_hash or "")


async def unless_abandoned(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine; cancel it when the client hangs up.

    Args:
        receive: The `receive` of a request whose body has been read.
        work: The coroutine.

    Raises:
        Abandoned: The client has hung up.
    """
    result, end = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_end(receive))
    try:
        await asyncio.wait((result, end), return_when=asyncio.FIRST_COMPLETED)
        if result.done():
            return result.result()
        raise Abandoned("You have hung up.")
    finally:
        result.cancel()
        end.cancel()


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Poll:
    """A long poll that waits. A stopping server has it answer at once."""

    def __init__(self, timeout: asyncio.Timeout) -> None:
        """Wait until a timeout."""
        self._timeout = timeout

    def is_alive(self) -> bool:
        """Return True: it does not last long enough to be asked."""
        return True

    async def stop(self) -> None:
        """End the wait."""
        self._timeout.reschedule(0)


@asynccontextmanager
async def poll(lobby: Lobby, seconds: float) -> AsyncIterator[None]:
    """Cut what is waited for off, without an error, after so many seconds or when the server stops."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds) as timeout:
            one = Poll(timeout)
            lobby.connections.add(one)
            try:
                yield
            finally:
                lobby.connections.discard(one)


def require_oracle(request: Request) -> None:
    """Refuse help with a position where the server gives none, or none to the pupils of a class.

    Raises:
        NotAllowed: It gives none.
    """
    request.app.state.lobby.classes.check_help(Credentials.of(request).visitor_hash)
    if not request.app.state.has_oracle:
        raise NotAllowed("This server gives no help with positions.", code="no-oracle")


class Questions:
    """The oracle, for the visitor of one request. A question is dropped when the visitor hangs up."""

    def __init__(self, request: Request, lobby: InLobby) -> None:
        """Ask for the visitor of a request, whose body has been read."""
        self._request, self._workers, self._live = request, lobby.workers, lobby.live_positions

    async def __call__(self, work: Callable[..., T], *arguments: Any, seconds: float = ORACLE_SECONDS) -> T:
        """Run a function in a worker, as `Workers.ask` does.

        Raises:
            Abandoned: The visitor has hung up.
        """
        question = self._workers.ask(asker_of(self._request), work, *arguments, seconds=seconds)
        return await unless_abandoned(self._request.receive, question)

    async def check_live(self, find_boards: Callable[..., list[Board]], *arguments: Any) -> None:
        """Refuse help with positions of live matches without hints, if the server guards them.

        Args:
            find_boards: Returns the boards of a question; called in a worker.
            arguments: Its arguments.

        Raises:
            NotAllowed: One of the boards is, or comes one move after, that of such a match.
        """
        if self._live.are_guarded:
            await self._live.check(await self(find_boards, *arguments))


Ask = Annotated[Questions, Depends()]


def send(message: object, response: Response | None = None, status: int = 200) -> Response:
    """Return a message as JSON that no cache keeps, with the cookies that were set on a response."""
    answer = Response(encode(message), status, {"cache-control": "no-store"}, "application/json")
    if response is not None:
        answer.raw_headers.extend(header for header in response.raw_headers if header[0] == b"set-cookie")
    return answer


# --- visitors -------------------------------------------------------------------------------------------


@router.get("/me", response_model=Visitor)
async def read_visitor(request: Request, response: Response, lobby: InLobby) -> Response:
    """Return your name and your matches."""
    visitor = hash_token(visitor_of(request, response))
    matches = await lobby.reader.matches_of(visitor, _MOST_MATCHES)
    return send(Visitor(name=await lobby.reader.name(visitor), matches=matches), response)


@router.put("/me", response_model=Visitor)
async def rename_visitor(body: NewName, request: Request, response: Response, lobby: InLobby) -> Response:
    """Change your name."""
    name = check_name(body.name)
    _check_address(request, lobby)
    visitor = hash_token(visitor_of(request, response))
    await lobby.writer.store(Write(visitor={"visitor": visitor, "name": name, "created": lobby.now()}))
    return send(Visitor(name=name, matches=await lobby.reader.matches_of(visitor, _MOST_MATCHES)), response)


async def _name(lobby: Lobby, visitor: str, name: str | None, default: str) -> str:
    """Return a visitor's name: the one that is given, or the one of the last time."""
    return check_name(name) if name is not None else await lobby.reader.name(hash_token(visitor)) or default


async def _keep_name(lobby: Lobby, visitor: str, name: str) -> None:
    """Keep a visitor's name for the next time."""
    key = hash_token(visitor)
    if name != await lobby.reader.name(key):
        await lobby.writer.store(Write(visitor={"visitor": key, "name": name, "created": lobby.now()}))


# --- matches --------------------------------------------------------------------------------------------


@router.post("/matches", status_code=201, response_model=Seated)
async def create(body: NewMatch, request: Request, response: Response, lobby: InLobby) -> Response:
    """Create a match and take a seat. By link, the first person to join gets the other seat."""
    return send(await create_match(body, request, response, lobby), response, 201)


async def create_match(body: NewMatch, request: Request, response: Response, lobby: Lobby) -> Seated:
    """Create a match for the visitor of a request; a new visitor's cookie is set on the response."""
    check_quota(request, lobby)
    visitor = visitor_of(request, response)
    name = await _name(lobby, visitor, body.name, "Player 1")
    if body.name is not None:
        await _keep_name(lobby, visitor, name)
    if body.second_name is not None:
        check_name(body.second_name)
    # Large numbers and many first moves take long to check.
    settings, seat = await asyncio.to_thread(settings_of, body, name)
    settings = replace(settings, has_oracle=request.app.state.has_oracle)
    if settings.mode == "computer":
        await lobby.workers.play(asker_of(request), check_level, settings.game, settings.kinds)
    match_id = new_id()
    token = seat_token(visitor, match_id)
    holders: dict[int, StoredSeat] = {seat: StoredSeat(hash_token(token), hash_token(visitor), name)}
    seats: tuple[Seat, ...] = (seat,)
    if settings.mode == "device":
        second = settings.names[other(seat) - 1]
        holders[other(seat)] = StoredSeat(hash_token(token), hash_token(visitor), second)
        seats = (1, 2)
    await lobby.create(settings, holders, match_id)
    room = await lobby.room(match_id)
    await room.resume()
    return await _seated(request, room, seats, token)


def check_quota(request: Request, lobby: Lobby) -> None:
    """Refuse a visitor who creates too many matches, alone or with the others at the same address.

    Raises:
        TooManyRequests: They do.
    """
    visitor = asker_of(request).visitor
    if visitor and not lobby.match_buckets.take(visitor):
        raise TooManyRequests(_TOO_MANY_GAMES)
    _check_address(request, lobby)


def _check_address(request: Request, lobby: Lobby) -> None:
    """Refuse a visitor at an address from which too many matches and names come, of new visitors or of all.

    Raises:
        TooManyRequests: They do.
    """
    asker = asker_of(request)
    if not asker.visitor and not lobby.newcomer_buckets.take(asker.address):
        raise TooManyRequests(_TOO_MANY_FROM_ADDRESS)
    if not lobby.address_buckets.take(asker.address):
        raise TooManyRequests(_TOO_MANY_FROM_ADDRESS)


async def _seated(request: Request, room: Room, seats: tuple[Seat, ...], token: str) -> Seated:
    path = f"{base_url(request)}/g/{room.id}"
    state = await room.state(seats)
    return Seated(match=room.id, seats=seats, token=token, path=path, private=f"{path}#{token}", state=state)


@router.post("/matches/{match_id}/join", response_model=Seated)
async def join(body: Join, request: Request, response: Response, lobby: InLobby, room: InRoom) -> Response:
    """Take the free seat. A visitor who already has a seat gets it again."""
    visitor = visitor_of(request, response)
    name = await _name(lobby, visitor, body.name, "Player 2")
    seats = await room.join(visitor, name, renames=body.name is not None)
    if body.name is not None:
        await _keep_name(lobby, visitor, name)
    await room.resume()
    return send(await _seated(request, room, seats, seat_token(visitor, room.settings.origin)), response)


@router.get("/matches/{match_id}/seat", response_model=Seated)
async def seat(request: Request, room: InRoom, credentials: By) -> Response:
    """Return your seats, with the token that reopens them elsewhere."""
    seats = credentials.require_seats(room)
    await room.resume()
    token = credentials.token
    if token is None or not room.seats_of(token=token):
        token = seat_token(credentials.visitor or "", room.settings.origin)
    return send(await _seated(request, room, seats, token))


@router.get("/matches/{match_id}", response_model=State)
async def state(room: InRoom, credentials: By) -> Response:
    """Return everything needed to draw a match."""
    seats = credentials.seats(room)
    if seats:
        await room.resume()
    return send(await room.state(seats))


@router.post("/matches/{match_id}/moves", response_model=Answer)
async def move(body: MoveCommand, room: InRoom, credentials: By) -> Response:
    """Make a move."""
    return send(await room.play(credentials.require_seats(room), body.id, body.ply, body.move))


@router.post("/matches/{match_id}/resign", response_model=Answer)
async def resign(body: Command, room: InRoom, credentials: By) -> Response:
    """Resign."""
    return send(await room.resign(credentials.require_seats(room), body.id))


@router.post("/matches/{match_id}/take-back", response_model=Answer)
async def take_back(body: Command, room: InRoom, credentials: By) -> Response:
    """Take back to your own last turn; between people, ask the other first."""
    return send(await room.take_back(credentials.require_seats(room), body.id))


@router.post("/matches/{match_id}/answer", response_model=Answer)
async def answer(body: AnswerCommand, room: InRoom, credentials: By) -> Response:
    """Accept or decline the other player's offer."""
    return send(await room.answer(credentials.require_seats(room), body.id, body.agree))


@router.post("/matches/{match_id}/again", response_model=Answer)
async def again(body: Command, room: InRoom, credentials: By) -> Response:
    """Continue with the next match of the series, or offer a rematch with the seats swapped."""
    return send(await room.again(credentials.require_seats(room), body.id))


@router.post("/matches/{match_id}/hint", response_model=Answer)
async def hint(body: Command, room: InRoom, credentials: By) -> Response:
    """Return the next step of a hint, where hints are allowed, as the `text` of the answer."""
    return send(await room.hint(credentials.require_seats(room), body.id))


# --- records --------------------------------------------------------------------------------------------


@router.get("/matches/{match_id}/record.duel", response_class=PlainTextResponse)
async def record_text(room: InRoom) -> PlainTextResponse:
    """Return the record of a match as a text file, at any time."""
    headers = {"content-disposition": f'attachment; filename="{room.id}.duel"'}
    return PlainTextResponse(await asyncio.to_thread(notation.write, await room.record()), headers=headers)


@router.get("/matches/{match_id}/record.json")
async def record_as_json(room: InRoom) -> Response:
    """Return the record of a match as JSON, at any time."""
    return send(await asyncio.to_thread(record_json.to_json, await room.record()))
