"""The page of one game, and its address as a picture for cameras."""

from fastapi import APIRouter, Request, Response

from aliquot.web.errors import NotFound
from aliquot.web.pages.qr import draw
from aliquot.web.pages.rendering import render
from aliquot.web.rest import AtTable, By

router = APIRouter()


@router.get("/g/{name}")
async def game(request: Request, table: AtTable, asker: By) -> Response:
    """The game as it stands, so that the board is there before the first message."""
    seats = asker.seats(table)
    return render(request, "game.html", state={**await table.state(), "you": list(seats)})


@router.get("/g/{name}/qr.svg")
async def picture(request: Request, table: AtTable) -> Response:
    """The address of a game as a QR code; not there if the address is too long for one."""
    drawn = draw(f"{request.app.state.url}/g/{table.id}")
    if drawn is None:
        raise NotFound("The address of this game is too long for a picture.")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})
