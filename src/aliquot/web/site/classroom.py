"""The pages of a class: the door for all, a pupil's page, the teacher's, the projector and the results."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from aliquot import catalogue
from aliquot.lessons import LESSONS
from aliquot.web.errors import NotFound
from aliquot.web.limits import CLASS_HOURS, CLASS_SIZE
from aliquot.web.live.api import By, InLobby
from aliquot.web.live.auth import base_url
from aliquot.web.live.class_api import InClass, create_class
from aliquot.web.live.class_messages import ClassMessages
from aliquot.web.live.class_names import read_code
from aliquot.web.site.game import qr_picture
from aliquot.web.site.rendering import read_form, render

router = APIRouter()
_POOL = "divisor-duel-pool(pool=1-{high},opening=even)"
_POSITIONS = (
    ("Juniper Green 1–40 after 20", _POOL.format(high=40), "1-40/20"),
    ("Juniper Green 1–40 after 30", _POOL.format(high=40), "1-40/30"),
    ("Juniper Green 1–40: the first pick", _POOL.format(high=40), ""),
    ("Juniper Green 1–12: the first pick", _POOL.format(high=12), ""),
    ("Juniper Green 1–10: the first pick", _POOL.format(high=10), ""),
    ("Divider's Duel: 60", "dividers-duel", "60"),
    ("Divider's Duel: 12 and 90", "dividers-duel", "12,90"),
    ("Subtraction: 24", "divisor-duel-subtract", "24"),
)
"""Positions that make a class think: a title, the game and the position."""
_GAMES = (
    ("Juniper Green 1–24", {"game": "divisor-duel-pool", "pool": "1-24", "opening": "even"}),
    ("Juniper Green 1–40", {"game": "divisor-duel-pool", "pool": "1-40", "opening": "even"}),
    ("Juniper Green 1–100", {"game": "juniper-green"}),
    ("Divider's Duel, two numbers", {"game": "dividers-duel", "start": "balanced:2"}),
    ("Divider's Duel, three numbers", {"game": "dividers-duel", "start": "balanced:3"}),
    ("Factor Duel, two numbers", {"game": "factor-duel", "start": "balanced:2"}),
    ("Divisor Duel (Subtract)", {"game": "divisor-duel-subtract", "start": "balanced"}),
    ("Divisor Duel (Pool) 2–50", {"game": "divisor-duel-pool", "pool": "2-50"}),
)
"""Games for pairs: a title and the settings."""


@router.get("/class")
async def door(request: Request, code: str = "") -> Response:
    """Ask for the code of a class, or offer a new one; a code in the address leads to its class."""
    if code := read_code(code):
        return RedirectResponse(f"/class/{code}", 303)
    return render(request, "class.html", problem="", code="", hours=CLASS_HOURS)


@router.post("/class")
async def begin(request: Request, lobby: InLobby) -> Response:
    """Create a class and redirect to the teacher's page, or to the class whose code was typed."""
    fields = await read_form(request)
    if "code" in fields:
        return RedirectResponse(f"/class/{read_code(fields['code'].decode(errors='replace'))}", 303)
    response = RedirectResponse("/class", 303)
    new = await create_class(request, response, lobby)
    response.headers["location"] = f"/class/{new.code}/teacher"
    return response


@router.get("/class/{code}")
async def pupil_page(code: str, request: Request, lobby: InLobby, credentials: By) -> Response:
    """Show a pupil's page; without a seat it offers one."""
    try:
        room = await lobby.classes.get(code)
    except NotFound as problem:
        context = {"problem": str(problem), "code": read_code(code), "hours": CLASS_HOURS}
        return render(request, "class.html", status=404, **context)
    pupil = room.pupil_of(credentials)
    state = None
    if pupil is not None:
        async with room.lock:
            await room.refresh()
            state = ClassMessages(room).pupil_state(room.record.pupils[pupil.number])
    data = {"code": room.code, "state": state}
    return render(request, "class_pupil.html", code=room.code, data=data, count=len(room.record.seated))


@router.get("/class/{code}/teacher")
async def teacher_page(request: Request, room: InClass) -> Response:
    """Show the teacher's page, which needs the teacher's cookie or private link."""
    return render(request, "class_teacher.html", code=room.code, data={"code": room.code, **_offers()})


def _offers() -> dict[str, Any]:
    """Return what a teacher can choose from."""
    return {
        "positions": [{"title": title, "game": game, "position": position} for title, game, position in _POSITIONS],
        "games": [{"title": title, "setup": setup} for title, setup in _GAMES],
        "books": [{"slug": slug, "title": title} for slug, title in catalogue.titles().items()],
        "lessons": [{"slug": slug, "title": lesson.title} for slug, lesson in LESSONS.items()],
        "levels": [{"slug": level.slug, "line": level.line} for level in catalogue.LEVELS],
        "usual_level": catalogue.USUAL_LEVEL,
        "size": CLASS_SIZE,
        "hours": CLASS_HOURS,
    }


@router.get("/class/{code}/projector")
async def projector_page(request: Request, room: InClass) -> Response:
    """Show the projector's page."""
    return render(request, "class_projector.html", code=room.code, data={"code": room.code})


@router.get("/class/{code}/results")
async def results_page(request: Request, room: InClass) -> Response:
    """Show the results and the report for the teacher."""
    return render(request, "class_results.html", code=room.code, data={"code": room.code, "hours": CLASS_HOURS})


@router.get("/class/{code}/qr.svg")
async def qr_code(request: Request, room: InClass) -> Response:
    """Return the address of a class as a QR code."""
    return qr_picture(f"{base_url(request)}/class/{room.code}")
