"""Games over HTTP: create, join, state, move and whatever else a player does; records, study and review."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from aliquot.core import notation, record_json
from aliquot.core.record import Record
from aliquot.web import actions, exploring, looking_back, thinking, upload
from aliquot.web.agreement import agree
from aliquot.web.errors import NotAllowed, TooMuch
from aliquot.web.hall import Hall
from aliquot.web.messages import Answered, Asked, Join, MoveAsked, Naming, NewGame, Refusal, Reply, Seated, Visitor
from aliquot.web.names import checked_name
from aliquot.web.reader import StoredSeat
from aliquot.web.table import Table
from aliquot.web.tokens import hashed, new_id, seat_token
from aliquot.web.visitors import Asker, visitor_of
from aliquot.web.writer import Write

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


def hall_of(request: Request) -> Hall:
    """What all games share."""
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]


async def table_of(name: str, hall: InHall) -> Table:
    """The game a request is about."""
    return await hall.table(name)


def asker_of(request: Request) -> Asker:
    """Who asks."""
    return Asker.of(request)


AtTable = Annotated[Table, Depends(table_of)]
By = Annotated[Asker, Depends(asker_of)]


# --- visitors -------------------------------------------------------------------------------------------


@router.get("/me")
async def who_am_i(request: Request, response: Response, hall: InHall) -> Visitor:
    """What you are called, and the games you have a seat in, the latest first."""
    visitor = hashed(visitor_of(request, response, secure=request.app.state.secure))
    return Visitor(name=await hall.reader.name(visitor), games=await hall.reader.games_of(visitor, _MOST_GAMES))


@router.put("/me")
async def call_me(asked: Naming, request: Request, response: Response, hall: InHall) -> Visitor:
    """Says what you are called; it is remembered for this browser."""
    name = checked_name(asked.name)
    visitor = hashed(visitor_of(request, response, secure=request.app.state.secure))
    await hall.writer.store(Write(visitor={"visitor": visitor, "name": name, "created": hall.now()}))
    return Visitor(name=name, games=await hall.reader.games_of(visitor, _MOST_GAMES))


async def _name(hall: Hall, visitor: str, asked: str | None, default: str) -> str:
    if asked is not None:
        return checked_name(asked)
    return await hall.reader.name(hashed(visitor)) or default


# --- games ----------------------------------------------------------------------------------------------


@router.post("/games", status_code=201)
async def create(asked: NewGame, request: Request, response: Response, hall: InHall) -> Seated:
    """Sets up a game and takes a seat in it; between two people the other seat is taken by whoever joins first."""
    _may_set_up(request, hall)
    visitor = visitor_of(request, response, secure=request.app.state.secure)
    name = await _name(hall, visitor, asked.name, "Player 1")
    if asked.second_name is not None:
        checked_name(asked.second_name)
    agreement, mine = agree(asked, name)
    if agreement.mode == "computer":
        await hall.thinkers.ask(thinking.check_level, agreement.game, agreement.kinds)
    game = new_id()
    token = seat_token(visitor, game)
    seats = {mine: StoredSeat(hashed(token), hashed(visitor), name)}
    if agreement.mode == "device":
        seats[3 - mine] = StoredSeat(hashed(token), hashed(visitor), agreement.names[2 - mine])
    await hall.create(agreement, seats, game)
    table = await hall.table(game)
    await table.attend()
    return await _seated(request, table, sorted(seats), token)


def _may_set_up(request: Request, hall: Hall) -> None:
    """Refuses whoever sets up too many games."""
    known = Asker.of(request).hashed
    address = request.client.host if request.client else ""
    if not (hall.newcomers.take(address) if known is None else hall.new_games.take(known)):
        raise TooMuch("You have set up many games just now; wait a little.")


async def _seated(request: Request, table: Table, seats: list[int], token: str) -> Seated:
    path = f"{request.app.state.url}/g/{table.id}"
    return Seated(
        game=table.id, seats=seats, token=token, path=path, private=f"{path}#{token}", state=await table.state()
    )


@router.post("/games/{name}/join")
async def join(asked: Join, request: Request, response: Response, hall: InHall, table: AtTable) -> Seated:
    """Takes the free seat of a game. Whoever has one already gets it again."""
    visitor = visitor_of(request, response, secure=request.app.state.secure)
    called = await _name(hall, visitor, asked.name, "Player 2")
    seats = await hall.join(table, visitor, called)
    await table.attend()
    return await _seated(request, table, list(seats), seat_token(visitor, table.agreement.origin))


@router.get("/games/{name}/seat")
async def seat(request: Request, table: AtTable, asker: By) -> Seated:
    """The seat you have, by your cookie or by its token, with the token that reopens it elsewhere."""
    seats = asker.player(table)
    await table.attend()
    token = asker.token
    if token is None or not table.seats_of(token=token):
        token = seat_token(asker.visitor or "", table.agreement.origin)
    return await _seated(request, table, list(seats), token)


@router.get("/games/{name}")
async def state(table: AtTable, asker: By) -> dict[str, Any]:
    """How a game stands: all that is needed to draw it. `you` are the seats you have."""
    seats = asker.seats(table)
    if seats:
        await table.attend()
    return {**await table.state(), "you": list(seats)}


@router.post("/games/{name}/moves")
async def move(asked: MoveAsked, table: AtTable, asker: By) -> Answered:
    """Makes a move: accepted, already accepted, stale (with the state) or refused (with the reason)."""
    return await actions.play(table, asker.player(table), asked.id, asked.ply, asked.move)


@router.post("/games/{name}/resign")
async def resign(asked: Asked, table: AtTable, asker: By) -> Answered:
    """Gives the game up."""
    return await actions.resign(table, asker.player(table), asked.id)


@router.post("/games/{name}/take-back")
async def take_back(asked: Asked, table: AtTable, asker: By) -> Answered:
    """Takes back to your own last turn; between people the other is asked first."""
    return await actions.take_back(table, asker.player(table), asked.id)


@router.post("/games/{name}/answer")
async def answer(asked: Reply, table: AtTable, asker: By) -> Answered:
    """Agrees to what the other player has asked for, or does not."""
    return await actions.answer(table, asker.player(table), asked.id, asked.agree)


@router.post("/games/{name}/again")
async def again(asked: Asked, table: AtTable, asker: By) -> Answered:
    """Goes on to the next game of a series, or to a rematch with the seats swapped."""
    return await actions.again(table, asker.player(table), asked.id)


@router.post("/games/{name}/hint")
async def hint(asked: Asked, table: AtTable, asker: By) -> Answered:
    """The next step of a hint, where hints are allowed; its text is in the answer."""
    return await actions.hint(table, asker.player(table), asked.id)


# --- records, study, review -----------------------------------------------------------------------------


async def record_of(table: Table) -> Record:
    """What has happened in a game so far, written down."""
    async with table.lock:
        await table.refresh()
        return table.record()


@router.get("/games/{name}/record.duel", response_class=PlainTextResponse)
async def record_text(table: AtTable) -> PlainTextResponse:
    """The record of a game as a readable file, at any time."""
    named = {"content-disposition": f'attachment; filename="{table.id}.duel"'}
    return PlainTextResponse(notation.write(await record_of(table)), headers=named)


@router.get("/games/{name}/record.json")
async def record_as_json(table: AtTable) -> dict[str, Any]:
    """The record of a game for programs, at any time."""
    return record_json.to_json(await record_of(table))


@router.get("/games/{name}/study")
async def study(table: AtTable, asker: By, hall: InHall) -> dict[str, Any]:
    """The truth about the position on the board: for players where hints are allowed, for everybody after the end."""
    match = table.sitting.match
    if match.outcome is None:
        asker.player(table)
        if not table.agreement.allows_hints:
            raise NotAllowed("This game is not played with an open book: study begins when it is over.")
    moves = tuple(match.game.spell(turn.before, turn.move) for turn in match.turns if turn.after is not None)
    return await hall.thinkers.ask(thinking.study, match.game.id, moves, table.sitting.names)


@router.get("/games/{name}/review")
async def review(table: AtTable, hall: InHall) -> dict[str, Any]:
    """Where a finished game was won and lost, move by move."""
    if table.sitting.outcome is None:
        raise NotAllowed("A game is reviewed when it is over.")
    return await hall.thinkers.ask(thinking.review_of, await record_of(table))


@router.post("/review")
async def review_file(
    request: Request,
    hall: InHall,
    keep: Annotated[bool, Query(description="Whether to keep it, as a finished game with an address.")] = False,
) -> dict[str, Any]:
    """Reviews a record that is sent as the body, in either format. It is not kept unless you ask for that."""
    record = await hall.thinkers.ask(thinking.read_record, await request.body())
    told = {"record": record_json.to_json(record), "review": await hall.thinkers.ask(thinking.review_of, record)}
    if keep:
        _may_set_up(request, hall)
        agreement, events = await hall.thinkers.ask(upload.as_game, record)
        name = await hall.keep(agreement, events, record.date)
        told["kept"] = {"game": name, "path": f"{request.app.state.url}/g/{name}"}
    return told


@router.post("/review/board")
async def review_board(
    request: Request, hall: InHall, ply: Annotated[int, Query(ge=0, description="After how many moves.")]
) -> dict[str, Any]:
    """The board after so many moves of a record that is sent as the body, and which moves win there."""
    record = await hall.thinkers.ask(thinking.read_record, await request.body())
    return await hall.thinkers.ask(looking_back.board_after, record, ply)


@router.get("/explore")
async def explore(
    hall: InHall,
    game: Annotated[str, Query(max_length=300, description="A duel, a preset or an id.")],
    position: Annotated[str | None, Query(max_length=10_000, description="By default the start.")] = None,
) -> dict[str, Any]:
    """What the oracle says about a position: who wins, by which moves, why, and the certificate."""
    return await hall.thinkers.ask(thinking.explore, game, position)


@router.get("/certificate")
async def certificate(
    hall: InHall,
    game: Annotated[str, Query(max_length=300, description="A duel, a preset or an id.")],
    position: Annotated[str, Query(max_length=10_000, description="By default the start.")] = "",
) -> Response:
    """What proves the oracle's answer about a position, as a file that `aliquot verify` accepts."""
    name, proof = await hall.thinkers.ask(exploring.certificate, game, position)
    return JSONResponse(proof, headers={"content-disposition": f'attachment; filename="{name}"'})
