"""Pages to read: for teachers, about, privacy; and empty boards to print."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from aliquot.lessons import LESSONS
from aliquot.web.limits import CLASS_HOURS, FORGOTTEN_DAYS
from aliquot.web.live.auth import COOKIE
from aliquot.web.site.rendering import render

router = APIRouter()
BOARDS = {"1-40": (1, 40, 8), "1-100": (1, 100, 10)}
"""The empty boards: the first and the last number, and the columns."""


@router.get("/teachers")
async def teachers(request: Request) -> Response:
    """Show a plan for a lesson, what to print, and how to run the server in a classroom."""
    return render(request, "teachers.html", lessons=list(LESSONS.values()), boards=list(BOARDS))


@router.get("/about")
async def about(request: Request) -> Response:
    """Show what this is and who makes it."""
    return render(request, "about.html")


@router.get("/privacy")
async def privacy(request: Request) -> Response:
    """Show what is stored, where and for how long."""
    return render(request, "privacy.html", cookie=COOKIE, days=FORGOTTEN_DAYS, hours=CLASS_HOURS)


@router.get("/board")
async def board(request: Request, pool: Annotated[str, Query()] = "1-100") -> Response:
    """Show an empty board to print and to play on with pencils."""
    chosen = pool if pool in BOARDS else "1-100"
    low, high, columns = BOARDS[chosen]
    numbers: list[Any] = list(range(low, high + 1))
    rows = [numbers[place : place + columns] for place in range(0, len(numbers), columns)]
    return render(request, "board.html", pool=chosen, rows=rows, boards=list(BOARDS))
