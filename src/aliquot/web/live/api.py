"""Matches over HTTP: create, join, follow and play them, and their records."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse

from aliquot.core import notation, record_json
from aliquot.core.outcome import Seat, other
from aliquot.reports.live import Answer, Refusal, Seated, State, Visitor
from aliquot.web.errors import TooManyRequests
from aliquot.web.live.auth import Credentials, check_name, hash_token, new_id, seat_token, visitor_of
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import AnswerCommand, Command, Join, MoveCommand, NewMatch, NewName, encode
from aliquot.web.live.room import Room
from aliquot.web.live.settings import check_level, settings_of
from aliquot.web.store.reader import StoredSeat
from aliquot.web.store.writer import Write

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


def send(message: object, response: Response | None = None, status: int = 200) -> Response:
    """Return a message as JSON, with the cookies that were set on a response."""
    answer = Response(encode(message), status, media_type="application/json")
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
    visitor = hash_token(visitor_of(request, response))
    await lobby.writer.store(Write(visitor={"visitor": visitor, "name": name, "created": lobby.now()}))
    return send(Visitor(name=name, matches=await lobby.reader.matches_of(visitor, _MOST_MATCHES)), response)


async def _name(lobby: Lobby, visitor: str, name: str | None, default: str) -> str:
    if name is not None:
        return check_name(name)
    return await lobby.reader.name(hash_token(visitor)) or default


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
    if body.second_name is not None:
        check_name(body.second_name)
    settings, seat = settings_of(body, name)
    if settings.mode == "computer":
        await lobby.workers.ask(check_level, settings.game, settings.kinds)
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
    """Refuse a visitor who creates too many matches.

    Raises:
        TooManyRequests: They do.
    """
    visitor = Credentials.of(request).visitor_hash
    address = request.client.host if request.client else ""
    if not (lobby.newcomer_buckets.take(address) if visitor is None else lobby.match_buckets.take(visitor)):
        raise TooManyRequests("You have created too many games. Wait a little, then try again.")


async def _seated(request: Request, room: Room, seats: tuple[Seat, ...], token: str) -> Seated:
    path = f"{request.app.state.url}/g/{room.id}"
    state = await room.state(seats)
    return Seated(match=room.id, seats=seats, token=token, path=path, private=f"{path}#{token}", state=state)


@router.post("/matches/{match_id}/join", response_model=Seated)
async def join(body: Join, request: Request, response: Response, lobby: InLobby, room: InRoom) -> Response:
    """Take the free seat. A visitor who already has a seat gets it again."""
    visitor = visitor_of(request, response)
    seats = await room.join(visitor, await _name(lobby, visitor, body.name, "Player 2"))
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
    return PlainTextResponse(notation.write(await room.record()), headers=headers)


@router.get("/matches/{match_id}/record.json")
async def record_as_json(room: InRoom) -> dict[str, Any]:
    """Return the record of a match as JSON, at any time."""
    return record_json.to_json(await room.record())
