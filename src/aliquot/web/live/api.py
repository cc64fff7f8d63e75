"""Games over HTTP: create, join, state, move and whatever else a player does; records, study and review."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from aliquot.core import notation, record_json
from aliquot.core.record import Record
from aliquot.web.errors import NotAllowed, TooManyRequests
from aliquot.web.live import commands
from aliquot.web.live.auth import Credentials, visitor_of
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.names import checked_name
from aliquot.web.live.protocol import (
    Answered,
    Asked,
    Join,
    MoveAsked,
    Naming,
    NewMatch,
    Refusal,
    Reply,
    Seated,
    Visitor,
)
from aliquot.web.live.room import Room
from aliquot.web.live.settings import agree
from aliquot.web.live.tokens import hashed, new_id, seat_token
from aliquot.web.server import workers
from aliquot.web.site import explore_report
from aliquot.web.store.reader import StoredSeat
from aliquot.web.store.writer import Write

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": told}
    for status, told in (
        (400, "The request is not complete."),
        (403, "It is not for you to do."),
        (404, "There is no such game."),
        (413, "The request is too long."),
        (422, "It cannot be done like that."),
        (429, "Too many requests."),
        (503, "Not just now."),
    )
}
"""How a request may be refused."""
router = APIRouter(prefix="/api", responses=REFUSALS)
_MOST_GAMES = 50


def lobby_of(request: Request) -> Lobby:
    """What all games share."""
    lobby: Lobby = request.app.state.lobby
    return lobby


InLobby = Annotated[Lobby, Depends(lobby_of)]


async def room_of(match_id: str, lobby: InLobby) -> Room:
    """The game a request is about."""
    return await lobby.room(match_id)


def credentials_of(request: Request) -> Credentials:
    """Who asks."""
    return Credentials.of(request)


InRoom = Annotated[Room, Depends(room_of)]
By = Annotated[Credentials, Depends(credentials_of)]


# --- visitors -------------------------------------------------------------------------------------------


@router.get("/me")
async def who_am_i(request: Request, response: Response, lobby: InLobby) -> Visitor:
    """What you are called, and the games you have a seat in, the latest first."""
    visitor = hashed(visitor_of(request, response, secure=request.app.state.secure))
    return Visitor(name=await lobby.reader.name(visitor), matches=await lobby.reader.matches_of(visitor, _MOST_GAMES))


@router.put("/me")
async def call_me(asked: Naming, request: Request, response: Response, lobby: InLobby) -> Visitor:
    """Says what you are called; it is remembered for this browser."""
    name = checked_name(asked.name)
    visitor = hashed(visitor_of(request, response, secure=request.app.state.secure))
    await lobby.writer.store(Write(visitor={"visitor": visitor, "name": name, "created": lobby.now()}))
    return Visitor(name=name, matches=await lobby.reader.matches_of(visitor, _MOST_GAMES))


async def _name(lobby: Lobby, visitor: str, asked: str | None, default: str) -> str:
    if asked is not None:
        return checked_name(asked)
    return await lobby.reader.name(hashed(visitor)) or default


# --- games ----------------------------------------------------------------------------------------------


@router.post("/matches", status_code=201)
async def create(asked: NewMatch, request: Request, response: Response, lobby: InLobby) -> Seated:
    """Sets up a game and takes a seat in it; between two people the other seat is taken by whoever joins first."""
    check_quota(request, lobby)
    visitor = visitor_of(request, response, secure=request.app.state.secure)
    name = await _name(lobby, visitor, asked.name, "Player 1")
    if asked.second_name is not None:
        checked_name(asked.second_name)
    settings, mine = agree(asked, name)
    if settings.mode == "computer":
        await lobby.workers.ask(workers.check_level, settings.game, settings.kinds)
    match_id = new_id()
    token = seat_token(visitor, match_id)
    seats = {mine: StoredSeat(hashed(token), hashed(visitor), name)}
    if settings.mode == "device":
        seats[3 - mine] = StoredSeat(hashed(token), hashed(visitor), settings.names[2 - mine])
    await lobby.create(settings, seats, match_id)
    room = await lobby.room(match_id)
    await room.attend()
    return await _seated(request, room, sorted(seats), token)


def check_quota(request: Request, lobby: Lobby) -> None:
    """Refuses whoever sets up too many games."""
    known = Credentials.of(request).hashed
    address = request.client.host if request.client else ""
    if not (lobby.newcomers.take(address) if known is None else lobby.new_games.take(known)):
        raise TooManyRequests("You have set up many games just now; wait a little.")


async def _seated(request: Request, room: Room, seats: list[int], token: str) -> Seated:
    path = f"{request.app.state.url}/g/{room.id}"
    return Seated(
        match=room.id, seats=seats, token=token, path=path, private=f"{path}#{token}", state=await room.state()
    )


@router.post("/matches/{match_id}/join")
async def join(asked: Join, request: Request, response: Response, lobby: InLobby, room: InRoom) -> Seated:
    """Takes the free seat of a game. Whoever has one already gets it again."""
    visitor = visitor_of(request, response, secure=request.app.state.secure)
    name = await _name(lobby, visitor, asked.name, "Player 2")
    seats = await lobby.join(room, visitor, name)
    await room.attend()
    return await _seated(request, room, list(seats), seat_token(visitor, room.settings.origin))


@router.get("/matches/{match_id}/seat")
async def seat(request: Request, room: InRoom, credentials: By) -> Seated:
    """The seat you have, by your cookie or by its token, with the token that reopens it elsewhere."""
    seats = credentials.player(room)
    await room.attend()
    token = credentials.token
    if token is None or not room.seats_of(token=token):
        token = seat_token(credentials.visitor or "", room.settings.origin)
    return await _seated(request, room, list(seats), token)


@router.get("/matches/{match_id}")
async def state(room: InRoom, credentials: By) -> dict[str, Any]:
    """How a game stands: all that is needed to draw it. `you` are the seats you have."""
    seats = credentials.seats(room)
    if seats:
        await room.attend()
    return {**await room.state(), "you": list(seats)}


@router.post("/matches/{match_id}/moves")
async def move(asked: MoveAsked, room: InRoom, credentials: By) -> Answered:
    """Makes a move: accepted, already accepted, stale (with the state) or refused (with the reason)."""
    return await commands.play(room, credentials.player(room), asked.id, asked.ply, asked.move)


@router.post("/matches/{match_id}/resign")
async def resign(asked: Asked, room: InRoom, credentials: By) -> Answered:
    """Gives the game up."""
    return await commands.resign(room, credentials.player(room), asked.id)


@router.post("/matches/{match_id}/take-back")
async def take_back(asked: Asked, room: InRoom, credentials: By) -> Answered:
    """Takes back to your own last turn; between people the other is asked first."""
    return await commands.take_back(room, credentials.player(room), asked.id)


@router.post("/matches/{match_id}/answer")
async def answer(asked: Reply, room: InRoom, credentials: By) -> Answered:
    """Agrees to what the other player has asked for, or does not."""
    return await commands.answer(room, credentials.player(room), asked.id, asked.agree)


@router.post("/matches/{match_id}/again")
async def again(asked: Asked, room: InRoom, credentials: By) -> Answered:
    """Goes on to the next game of a series, or to a rematch with the seats swapped."""
    return await commands.again(room, credentials.player(room), asked.id)


@router.post("/matches/{match_id}/hint")
async def hint(asked: Asked, room: InRoom, credentials: By) -> Answered:
    """The next step of a hint, where hints are allowed; its text is in the answer."""
    return await commands.hint(room, credentials.player(room), asked.id)


# --- records and study ----------------------------------------------------------------------------------


async def record_of(room: Room) -> Record:
    """What has happened in a game so far, written down."""
    async with room.lock:
        await room.refresh()
        return room.record()


@router.get("/matches/{match_id}/record.duel", response_class=PlainTextResponse)
async def record_text(room: InRoom) -> PlainTextResponse:
    """The record of a game as a readable file, at any time."""
    named = {"content-disposition": f'attachment; filename="{room.id}.duel"'}
    return PlainTextResponse(notation.write(await record_of(room)), headers=named)


@router.get("/matches/{match_id}/record.json")
async def record_as_json(room: InRoom) -> dict[str, Any]:
    """The record of a game for programs, at any time."""
    return record_json.to_json(await record_of(room))


@router.get("/matches/{match_id}/study")
async def study(room: InRoom, credentials: By, lobby: InLobby) -> dict[str, Any]:
    """The truth about the position on the board: for players where hints are allowed, for everybody after the end."""
    match = room.session.match
    if match.outcome is None:
        credentials.player(room)
        if not room.settings.allows_hints:
            raise NotAllowed("This game is not played with an open book: study begins when it is over.")
    moves = tuple(match.game.spell(turn.before, turn.move) for turn in match.turns if turn.after is not None)
    return await lobby.workers.ask(workers.study, match.game.id, moves, room.session.names)


@router.get("/explore")
async def explore(
    lobby: InLobby,
    game: Annotated[str, Query(max_length=300, description="A duel, a preset or an id.")],
    position: Annotated[str | None, Query(max_length=10_000, description="By default the start.")] = None,
) -> dict[str, Any]:
    """What the oracle says about a position: who wins, by which moves, why, and the certificate."""
    return await lobby.workers.ask(workers.explore, game, position)


@router.get("/certificate")
async def certificate(
    lobby: InLobby,
    game: Annotated[str, Query(max_length=300, description="A duel, a preset or an id.")],
    position: Annotated[str, Query(max_length=10_000, description="By default the start.")] = "",
) -> Response:
    """What proves the oracle's answer about a position, as a file that `aliquot verify` accepts."""
    name, proof = await lobby.workers.ask(explore_report.certificate, game, position)
    return JSONResponse(proof, headers={"content-disposition": f'attachment; filename="{name}"'})
