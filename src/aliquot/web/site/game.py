"""The page of one match, and its address as a QR code."""

from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request, Response

from aliquot.reports.live import State
from aliquot.web.errors import NotFound
from aliquot.web.live.api import By, InRoom
from aliquot.web.live.auth import base_url
from aliquot.web.live.protocol import encode
from aliquot.web.live.settings import UNNAMED
from aliquot.web.site.preview import preview_path
from aliquot.web.site.rendering import render, render_in_thread

router = APIRouter()
_LONG = 32 * 1024
"""Bytes of a state from which its page takes long to draw."""


@router.get("/g/{match_id}")
async def game(request: Request, room: InRoom, credentials: By) -> Response:
    """Show a match. The page contains its state, so that the board appears before the first message."""
    state = await room.state(credentials.seats(room))
    match, data = room.session.match, encode(state)
    context: dict[str, Any] = {
        "link": f"{base_url(request)}/g/{room.id}",
        "state": state,
        "data": data,
        "heading": _heading(state),
        "preview": preview_path(match.game, match.position),
    }
    if len(data) > _LONG:
        return await render_in_thread(request, "game.html", **context)
    return render(request, "game.html", **context)


def _heading(state: State) -> str:
    """Return the title of a match: an invitation while a seat is free, then who plays."""
    one, two = state.players
    title = state.game.title
    if one.taken and two.taken:
        return f"{one.name} – {two.name}, {title}"
    host = (one if one.taken else two).name
    return f"You are invited to {title}" if host in UNNAMED else f"{host} invites you to {title}"


@router.get("/g/{match_id}/qr.svg")
async def qr_code(request: Request, room: InRoom) -> Response:
    """Return the address of a match as a QR code.

    Raises:
        NotFound: The address is too long for a QR code.
    """
    return qr_picture(f"{base_url(request)}/g/{room.id}")


def qr_picture(address: str) -> Response:
    """Return an address as a QR code.

    Raises:
        NotFound: The address is too long for a QR code.
    """
    try:
        code = segno.make_qr(address, error="l")
    except segno.DataOverflowError:
        raise NotFound("This address is too long for a QR code.") from None
    picture = BytesIO()
    code.save(picture, kind="svg", light="#fff", omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)
