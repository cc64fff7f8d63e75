"""Learn: the lessons, and each of them."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from aliquot.lessons import LESSONS, lesson
from aliquot.web.live.api import InLobby
from aliquot.web.site import lesson_report
from aliquot.web.site.rendering import render

router = APIRouter()


@router.get("/learn")
async def lessons(request: Request, lobby: InLobby) -> Response:
    """Every lesson; how far one has come is known to the browser."""
    return render(request, "learn.html", lessons=await lobby.workers.ask(lesson_report.course))


@router.get("/learn/{slug}")
async def one(slug: str, request: Request, lobby: InLobby) -> Response:
    """One lesson. A duel that is part of another's lesson leads there."""
    found = lesson(slug)
    if found.slug != slug:
        return RedirectResponse(f"/learn/{found.slug}", 308)
    first = await lobby.workers.ask(lesson_report.step, slug, 1)
    following = list(LESSONS)[list(LESSONS).index(slug) + 1 :][:1]
    after = LESSONS[following[0]] if following else None
    return render(request, "lesson.html", lesson=found, first=first, after=after, exercises=lesson_report.EXERCISES)
