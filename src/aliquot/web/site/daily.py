"""The duel of the day."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from aliquot.daily import LAST
from aliquot.web.errors import NotFound
from aliquot.web.live.api import InLobby
from aliquot.web.site import daily_report
from aliquot.web.site.learning_api import DRAWING_SECONDS
from aliquot.web.site.rendering import render

router = APIRouter()


@router.get("/daily")
async def today(request: Request, lobby: InLobby) -> Response:
    """Today's, and why yesterday's was won."""
    return await _page(request, lobby, daily_report.today(lobby.now()))


@router.get("/daily/{number}")
async def earlier(number: Annotated[int, Path(ge=1, le=LAST)], request: Request, lobby: InLobby) -> Response:
    """An earlier one."""
    return await _page(request, lobby, number)


async def _page(request: Request, lobby: InLobby, number: int) -> Response:
    latest = daily_report.today(lobby.now())
    if number > latest:
        raise NotFound(f"Duel {number} is not out yet; duel {latest} is today's.")
    told = await lobby.workers.ask(daily_report.told, number, seconds=DRAWING_SECONDS)
    yesterday = None
    if number > 1:
        yesterday = await lobby.workers.ask(daily_report.explained, number - 1, seconds=DRAWING_SECONDS)
    return render(request, "daily.html", told=told, yesterday=yesterday, latest=latest)
