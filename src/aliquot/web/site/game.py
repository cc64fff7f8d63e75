"""The page of one game, and its address as a picture for cameras."""

from fastapi import APIRouter, Request, Response

from aliquot.web.errors import NotFound
from aliquot.web.live.api import By, InRoom
from aliquot.web.site.qr import draw
from aliquot.web.site.rendering import render

router = APIRouter()


@router.get("/g/{match_id}")
async def game(request: Request, room: InRoom, credentials: By) -> Response:
    """The game as it stands, so that the board is there before the first message."""
    seats = credentials.seats(room)
    return render(request, "game.html", state={**await room.state(), "you": list(seats)})


@router.get("/g/{match_id}/qr.svg")
async def picture(request: Request, room: InRoom) -> Response:
    """The address of a game as a QR code; not there if the address is too long for one."""
    drawn = draw(f"{request.app.state.url}/g/{room.id}")
    if drawn is None:
        raise NotFound("The address of this game is too long for a picture.")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})
