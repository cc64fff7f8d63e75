"""The page of one match, and its address as a QR code."""

from io import BytesIO

import segno
from fastapi import APIRouter, Request, Response

from aliquot.web.errors import NotFound
from aliquot.web.live.api import By, InRoom
from aliquot.web.site.rendering import render

router = APIRouter()


@router.get("/g/{match_id}")
async def game(request: Request, room: InRoom, credentials: By) -> Response:
    """Show a match. The page contains its state, so that the board appears before the first message."""
    seats = credentials.seats(room)
    return render(request, "game.html", state=await room.state(seats))


@router.get("/g/{match_id}/qr.svg")
async def qr_code(request: Request, room: InRoom) -> Response:
    """Return the address of a match as a QR code.

    Raises:
        NotFound: The address is too long for a QR code.
    """
    try:
        code = segno.make_qr(f"{request.app.state.url}/g/{room.id}", error="l")
    except segno.DataOverflowError:
        raise NotFound("The address of this game is too long for a QR code.") from None
    picture = BytesIO()
    code.save(picture, kind="svg", light="#fff", omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)
