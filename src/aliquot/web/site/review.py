"""Looking back: a finished game of this server, or any record somebody has."""

import json

from fastapi import APIRouter, Request, Response

from aliquot.core import notation, record_json
from aliquot.core.errors import AliquotError
from aliquot.core.record import Record
from aliquot.web.errors import Busy, WorkerTimeout
from aliquot.web.live.api import InRoom, lobby_of, record_of
from aliquot.web.server import workers
from aliquot.web.site import review_report
from aliquot.web.site.rendering import read_form, render

router = APIRouter()


@router.get("/g/{match_id}/review")
async def review_game(request: Request, room: InRoom) -> Response:
    """A game of this server; while it goes on there is nothing to look back at."""
    record = await record_of(room)
    if record.outcome is None:
        problem = "This game is not over yet, and a game is reviewed when it is over."
        return render(request, "review_none.html", status=403, problem=problem, back=f"/g/{room.id}")
    try:
        return await _shown(request, record, game=room.id)
    except AliquotError as problem:
        return _refused(request, problem, back=f"/g/{room.id}")


@router.get("/review")
async def choose(request: Request) -> Response:
    """A record to be opened."""
    return render(request, "review_open.html", problem="")


@router.post("/review")
async def review_file(request: Request) -> Response:
    """A record that was sent: reviewed, and forgotten."""
    try:
        return await _shown(request, await _record(request))
    except AliquotError as problem:
        status = 503 if isinstance(problem, Busy) else 422
        return render(request, "review_open.html", status=status, problem=str(problem))


@router.post("/review/record.duel")
async def as_text(request: Request) -> Response:
    """A record that was sent, in the format for people."""
    return _file(notation.write(await _record(request)).encode(), "game.duel", "text/plain; charset=utf-8")


@router.post("/review/record.json")
async def as_json(request: Request) -> Response:
    """A record that was sent, in the format for programs."""
    told = json.dumps(record_json.to_json(await _record(request)), ensure_ascii=False, indent=2)
    return _file(f"{told}\n".encode(), "game.json", "application/json")


def _file(content: bytes, name: str, media_type: str) -> Response:
    return Response(content, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _record(request: Request) -> Record:
    """What was sent: a file, or else what was pasted."""
    sent = await read_form(request)
    data = sent.get("file") or sent.get("text") or b""
    return await lobby_of(request).workers.ask(workers.read_record, data)


async def _shown(request: Request, record: Record, game: str = "") -> Response:
    """The page of a review; a game that takes too long to judge is at least told."""
    workers = lobby_of(request).workers
    try:
        told = await workers.ask(review_report.looked_back, record)
    except WorkerTimeout:
        told = await workers.ask(review_report.played_back, record)
    text = notation.write(record)
    kept = {name: told[name] for name in ("names", "start", "turns", "boards")}
    data = {**kept, "leaders": told.get("leaders", []), "record": record_json.to_json(record)}
    return render(request, "review.html", told=told, game=game, text=text, data=data)


def _refused(request: Request, problem: AliquotError, back: str) -> Response:
    status = 503 if isinstance(problem, Busy) else 422
    return render(request, "review_none.html", status=status, problem=str(problem), back=back)
