"""The duel of the day."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from aliquot.play.daily import LAST
from aliquot.web import tried
from aliquot.web.errors import NotFound
from aliquot.web.learning import DRAWING_SECONDS
from aliquot.web.pages.rendering import render
from aliquot.web.rest import InHall

router = APIRouter()


@router.get("/daily")
async def today(request: Request, hall: InHall) -> Response:
    """Today's, and why yesterday's was won."""
    return await _page(request, hall, tried.today(hall.now()))


@router.get("/daily/{number}")
async def earlier(number: Annotated[int, Path(ge=1, le=LAST)], request: Request, hall: InHall) -> Response:
    """An earlier one."""
    return await _page(request, hall, number)


async def _page(request: Request, hall: InHall, number: int) -> Response:
    latest = tried.today(hall.now())
    if number > latest:
        raise NotFound(f"Duel {number} is not out yet; duel {latest} is today's.")
    told = await hall.thinkers.ask(tried.told, number, seconds=DRAWING_SECONDS)
    yesterday = None
    if number > 1:
        yesterday = await hall.thinkers.ask(tried.explained, number - 1, seconds=DRAWING_SECONDS)
    return render(request, "daily.html", told=told, yesterday=yesterday, latest=latest)
